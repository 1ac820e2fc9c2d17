#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mirador::race {

/// How a run of a command ended.
enum class Ending {
  exited,       ///< by itself; the code is its exit status
  signalled,    ///< by a signal; the code is its number
  timed_out,    ///< it exceeded its timeout and was killed
  interrupted,  ///< the user interrupted; it was killed
};

/// The resources and the result of a run. user, system and rss include all children that were
/// waited for, as in getrusage; rss is that of the largest process.
struct Run {
  double wall = 0.0, user = 0.0, system = 0.0;  ///< seconds
  std::uint64_t rss = 0;                        ///< bytes, at the peak
  Ending ending = Ending::exited;
  int code = 0;             ///< 0 if this process killed it
  bool paused = false;      ///< stopped and continued, or the machine slept: times are invalid
  std::string output = {};  ///< the end of its standard output, if captured
  /// If memory matters: less than this cannot be seen. A peak that is not above it may be lower.
  std::uint64_t rss_floor = 0;

  bool operator==(const Run&) const = default;
};

/// Where the standard output of a command goes.
enum class Output {
  dropped,   ///< to /dev/null
  shown,     ///< to the standard output of this process
  captured,  ///< its last `captured_bytes` bytes become Run::output
  file,      ///< to Errand::file, which is emptied before
};
inline constexpr std::size_t captured_bytes = 4096;

/// A run to be made.
struct Errand {
  std::vector<std::string> words;  ///< the program (looked for in PATH) and its arguments
  Output output = Output::dropped;
  std::string file = {};
  std::string input = {};                        ///< the file it reads; empty: /dev/null
  bool errors_shown = false;                     ///< standard error is inherited, else /dev/null
  std::optional<double> timeout = std::nullopt;  ///< seconds
  /// Is Run::rss used? Starting the command then takes slightly longer.
  bool memory_matters = false;
};

/// Runs commands one after the other and measures time. The only part of a race that touches the
/// operating system: tests replace it by a script.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Throws InputError, starting with "command: ", if the program cannot be started, or with
  /// "input: " or "output: " if such a file cannot be opened.
  virtual Run run(const Errand& errand) = 0;
  /// Throws the same if it is known in advance that the program cannot be started.
  virtual void require(const std::vector<std::string>& words) { static_cast<void>(words); }
  /// Seconds since a fixed moment.
  virtual double now() = 0;
  /// Has the user interrupted? Once true it stays true.
  virtual bool interrupted() = 0;
};

/// Real processes, on Linux 5.3 or later. Each leads its own session, without a terminal and with
/// empty standard input. Processes that it leaves running in its process group are killed at its
/// end; on a timeout the whole group is killed. A daemon that leaves the group keeps running and
/// does not delay the run, even if it keeps the output open; what it prints later is dropped.
///
/// Wall time is CLOCK_MONOTONIC, from before the start until the end is noticed. Commands start
/// with default signal handlers (SIGHUP stays ignored under nohup) and inherit everything else,
/// including open files that are not close-on-exec. SIGCHLD, if ignored, is reset to its default,
/// because the end of a command cannot be observed otherwise.
///
/// Run::rss is at least the peak of this process so far: Linux starts counting before the child
/// releases the memory that it shares with this process. If memory matters the child is a fork
/// instead, which counts only private memory: about 2 MB instead of 15. Run::rss_floor says how
/// much that is; commands that use less cannot be told apart.
///
/// If this process ends before a command, even by SIGKILL, a second process (mirador-guard) kills
/// the group of the command.
///
/// Stopping this process (Ctrl-Z) does not stop the command. Run::paused reports such a stop, a
/// stop of the command, and suspension of the machine. This needs handlers for SIGCONT and SIGCHLD;
/// if the process has handlers already, stops of this process are not detected.
///
/// Not supported: killing processes of another user (sudo); these are waited for.
///
/// `interrupt_fd`: readable once the user interrupts, -1 for never; it is made close-on-exec.
/// `tick`, if given, is called about twice a second while a command runs (to update a view); an end
/// during the call is noticed after it.
std::unique_ptr<Executor> make_process_executor(int interrupt_fd = -1,
                                                std::function<void()> tick = {});

/// Splits a command line like a shell: words separated by blanks, with '...', "..." and \ as in sh.
/// Nothing is expanded, and other characters with a meaning in a shell (| > ; # * $) are ordinary.
/// Throws InputError, starting with "command: ", for an unterminated quote, a backslash at the end,
/// or an empty line.
std::vector<std::string> split_words(const std::string& line);

/// The words as a command line, quoted where necessary: split_words gives them back.
std::string quoted(const std::vector<std::string>& words);

}  // namespace mirador::race
