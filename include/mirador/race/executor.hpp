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
  timed_out,    ///< it took longer than it may, and was killed
  interrupted,  ///< the user wants to stop; it was killed
};

/// What a run of a command took and gave. user, system and rss are of the command and of all
/// children that were waited for, as getrusage has them; rss is that of the largest.
struct Run {
  double wall = 0.0, user = 0.0, system = 0.0;  ///< seconds
  std::uint64_t rss = 0;                        ///< bytes, at the peak
  Ending ending = Ending::exited;
  int code = 0;         ///< 0 where it was killed by us
  bool paused = false;  ///< stopped and continued, or the machine slept: its times are no readings
  std::string output = {};  ///< the end of what it printed, where that was asked for

  bool operator==(const Run&) const = default;
};

/// What happens to what a command prints on standard output.
enum class Output {
  dropped,   ///< it goes to /dev/null
  shown,     ///< where ours goes
  captured,  ///< its last `captured_bytes` become Run::output; however long it is
};
inline constexpr std::size_t captured_bytes = 4096;

/// One run to be made.
struct Errand {
  std::vector<std::string> words;  ///< the program (looked for in PATH) and its arguments
  Output output = Output::dropped;
  bool errors_shown = false;  ///< standard error goes where ours goes, else to /dev/null
  std::optional<double> timeout = std::nullopt;  ///< seconds
  /// Is Run::rss what matters? Starting the command then takes a moment longer.
  bool memory_matters = false;
};

/// Runs commands one after the other, and keeps the time. The one place where a race touches the
/// world: tests put a script in its place.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Throws InputError, beginning with "command: ", when the program cannot be started.
  virtual Run run(const Errand& errand) = 0;
  /// Throws the same when it can be told beforehand that the program cannot be started.
  virtual void require(const std::vector<std::string>& words) { static_cast<void>(words); }
  /// Seconds since some moment.
  virtual double now() = 0;
  /// Does the user want to stop? Once true it stays so.
  virtual bool interrupted() = 0;
};

/// Real processes, on Linux 5.3 or later. Each is the leader of a session of its own, without a
/// terminal and with nothing to read on standard input; what it leaves running in its process group
/// is killed at its end, and so is all of the group when it times out. A daemon that leaves the
/// group lives on, and does not hold the run up, even if it keeps the output open; what it prints
/// later nobody reads.
///
/// Wall time is of CLOCK_MONOTONIC, from before the start to the moment we learn of the end.
/// Commands begin with signals at their defaults (SIGHUP stays ignored under nohup) and inherit
/// everything else, open files too unless they are close-on-exec. SIGCHLD, if ignored, is put back
/// to its default, as nothing could be learnt of the end of a command otherwise.
///
/// Run::rss is never below the peak of this process so far: Linux begins to count before the child
/// gives up the memory it shares with us. Where memory matters the child is a copy of us instead,
/// which counts what is our own alone: about 3 MB in place of 15. Commands that take less look
/// alike.
///
/// When this process ends before a command does, however that comes about (SIGKILL too), a second
/// process (mirador-guard) kills the group of the command.
///
/// Stopping this process (Ctrl-Z) does not stop the command. Run::paused tells of such a stop, of
/// one of the command, and of a machine that slept. SIGCONT and SIGCHLD get handlers for that;
/// where they have some already, stops of this process are not seen.
///
/// Not supported: killing what runs as another user (sudo), which is waited for.
///
/// `interrupt_fd`: readable once the user wants to stop, -1 for never; it is made close-on-exec.
/// `tick` is called about twice a second while a command runs (for a view of it), if given; an end
/// that falls into it is noticed after it.
std::unique_ptr<Executor> make_process_executor(int interrupt_fd = -1,
                                                std::function<void()> tick = {});

/// A command line as a shell would part it: words between blanks, '...', "..." and \ as in sh.
/// Nothing is expanded, and what else means something to a shell (| > ; # * $) is a letter like
/// others. Throws InputError, beginning with "command: ", for a quote that does not end, a
/// backslash at the end, or no word at all.
std::vector<std::string> split_words(const std::string& line);

/// Words for a shell, quoted where they need it: split_words of them gives them back.
std::string quoted(const std::vector<std::string>& words);

}  // namespace mirador::race
