#include "mirador/race/executor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "mirador/core/error.hpp"

namespace mirador::race {
namespace {

using namespace std::chrono_literals;

Errand by_sh(const std::string& line, Output output = Output::dropped) {
  return {.words = {"sh", "-c", line}, .output = output};
}

Run run(const Errand& errand) { return make_process_executor()->run(errand); }

std::string printed(const std::string& line) { return run(by_sh(line, Output::captured)).output; }

/// The state in /proc; Z if there is no such process.
char state_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos ? 'Z' : text.at(name_end + 2);
}

/// Zombies count as gone: the process that inherits them may reap them late.
bool is_alive(pid_t pid) { return state_of(pid) != 'Z'; }

/// Killed processes need a moment to disappear, longer on a busy machine.
bool is_gone_soon(pid_t pid) {
  for (int trial = 0; trial < 60000 && is_alive(pid); ++trial) std::this_thread::sleep_for(10ms);
  return !is_alive(pid);
}

std::size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

/// A folder that is deleted at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "mirador_race_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  pid_t pid_in(const std::string& name) const {
    pid_t pid = 0;
    std::ifstream(file(name)) >> pid;
    return pid;
  }

 private:
  std::string path_;
};

/// Sets the handler of a signal temporarily.
class Disposition {
 public:
  Disposition(int signal, sighandler_t handler)
      : signal_(signal), before_(std::signal(signal, handler)) {}
  ~Disposition() { std::signal(signal_, before_); }

 private:
  int signal_;
  sighandler_t before_;
};

std::string refusal_of(const Errand& errand) {
  try {
    run(errand);
  } catch (const InputError& error) {
    return error.what();
  }
  return "started";
}

TEST(Executor, TellsHowACommandEnded) {
  EXPECT_EQ(run({.words = {"true"}}).ending, Ending::exited);
  EXPECT_EQ(run({.words = {"true"}}).code, 0);
  EXPECT_EQ(run({.words = {"false"}}).code, 1);
  EXPECT_EQ(run(by_sh("exit 255")).code, 255);
  const auto killed = run(by_sh("kill -TERM $$"));
  EXPECT_EQ(killed.ending, Ending::signalled);
  EXPECT_EQ(killed.code, SIGTERM);
}

TEST(Executor, KeepsTheTime) {
  const auto slept = run({.words = {"sleep", "0.05"}});
  EXPECT_GE(slept.wall, 0.05);
  EXPECT_LT(slept.user + slept.system, slept.wall);

  const auto burnt = run({.words = {"python3", "-c",
                                    "import time\n"
                                    "while time.process_time() < 0.05: pass"}});
  EXPECT_EQ(burnt.code, 0);
  EXPECT_GE(burnt.user + burnt.system, 0.045);
  EXPECT_GE(burnt.wall, 0.045);
  EXPECT_GE(burnt.wall, 0.9 * (burnt.user + burnt.system));
}

TEST(Executor, CountsWhatChildrenTookThatWereWaitedFor) {
  const auto burnt =
      run(by_sh("python3 -c 'import time\nwhile time.process_time() < 0.05: pass'; exit 3"));
  EXPECT_EQ(burnt.code, 3);
  EXPECT_GE(burnt.user + burnt.system, 0.045);
}

TEST(Executor, KnowsBeforehandWhatCannotBeRun) {
  const auto executor = make_process_executor();
  executor->require({"true"});
  executor->require({"/bin/sh", "-c", "no matter what"});
  EXPECT_THROW(executor->require({"no-such-program"}), InputError);
  EXPECT_THROW(executor->require({"/etc/passwd"}), InputError);
  EXPECT_THROW(executor->require({"/tmp"}), InputError);
}

TEST(Executor, TellsThePeakOfMemory) {
  constexpr std::uint64_t megabyte = 1 << 20;
  const auto run_of_200 = run({.words = {"python3", "-c", "x = b'x' * (200 << 20)"}});
  EXPECT_GE(run_of_200.rss, 200 * megabyte);
  EXPECT_LT(run_of_200.rss, 2000 * megabyte);
}

/// The resident memory of this process in bytes. Large under the sanitizers.
std::size_t resident() {
  std::size_t all = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Executor, WhereMemoryMattersOurOwnPeakIsNotTheirs) {
  constexpr std::size_t size = 256 << 20;
  void* const ours =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(ours, MAP_FAILED);
  std::memset(ours, 1, size);
  munmap(ours, size);
  const auto executor = make_process_executor();
  EXPECT_GE(executor->run({.words = {"true"}}).rss, size);
  const auto apart = executor->run({.words = {"true"}, .memory_matters = true});
  EXPECT_EQ(apart.ending, Ending::exited);
  EXPECT_EQ(apart.code, 0);
  EXPECT_LT(apart.rss, resident() + size / 2);
  EXPECT_THROW(executor->run({.words = {"./no-such-program"}, .memory_matters = true}), InputError);
  EXPECT_EQ(executor->run({.words = {"sh", "-c", "exit 7"}, .memory_matters = true}).code, 7);
}

TEST(Executor, ItsClockGoesOn) {
  const auto executor = make_process_executor();
  const double before = executor->now();
  std::this_thread::sleep_for(10ms);
  EXPECT_GE(executor->now(), before + 0.01);
}

TEST(Executor, RefusesWhatCannotBeStarted) {
  EXPECT_EQ(refusal_of({.words = {"nosuch-program", "x"}}),
            "command: \"nosuch-program\" cannot be run: No such file or directory; give a program "
            "in PATH, or the path of one (a script needs its interpreter too)");
  EXPECT_EQ(refusal_of({.words = {""}}).find("command: \"\" cannot be run"), 0U);
  EXPECT_EQ(refusal_of({.words = {}}), "command: there is none; give a program and its arguments");
  EXPECT_EQ(refusal_of({.words = {"echo", std::string("a\0b", 3)}}),
            "command: \"echo\" has an argument with a null character; give it none");
  EXPECT_EQ(run(by_sh("nosuch-program")).code, 127);  // reported by the shell
}

TEST(Executor, RefusesWhatMustNotBeExecuted) {
  const Folder folder;
  const std::string text = folder.write("text", "no program");
  EXPECT_EQ(refusal_of({.words = {text}}),
            "command: \"" + text +
                "\" cannot be run: Permission denied; give a program that you may execute (chmod "
                "+x makes a script one)");
  chmod(text.c_str(), 0700);
  EXPECT_NE(refusal_of({.words = {text}}).find("Exec format error; "), std::string::npos);
  EXPECT_NE(refusal_of({.words = {"true", std::string(8 << 20, 'x')}}).find("; give fewer"),
            std::string::npos);
}

TEST(Executor, CapturesTheEndOfTheOutput) {
  EXPECT_EQ(printed("printf 'a\\0b\\n' | tr '\\0' -"), "a-b\n");
  EXPECT_EQ(printed("printf one; echo error >&2; printf two"), "onetwo");
  EXPECT_EQ(printed("true"), "");
  EXPECT_EQ(run(by_sh("echo x")).output, "");
  const std::string end = printed("seq 1 100000");
  ASSERT_EQ(end.size(), captured_bytes);
  EXPECT_EQ(end.substr(end.size() - 14), "\n99999\n100000\n");
  EXPECT_EQ(printed("head -c 4096 /dev/zero").size(), captured_bytes);
}

TEST(Executor, ShowsWhatIsToBeShown) {
  const auto show = [](bool errors) {
    const auto executor = make_process_executor();
    Errand errand = by_sh("echo out; echo err >&2", Output::shown);
    errand.errors_shown = errors;
    executor->run(errand);
  };
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  show(true);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "out\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "err\n");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  show(false);
  run(by_sh("echo out; echo err >&2"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "out\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Executor, AGigabyteTakesNoMemory) {
  rusage before = {}, after = {};
  getrusage(RUSAGE_SELF, &before);
  for (const Output output : {Output::dropped, Output::captured}) {
    const auto run_of_it = run({.words = {"head", "-c", "1G", "/dev/zero"}, .output = output});
    EXPECT_EQ(run_of_it.code, 0);
    EXPECT_EQ(run_of_it.output,
              output == Output::captured ? std::string(captured_bytes, '\0') : std::string());
  }
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LE(after.ru_maxrss, before.ru_maxrss + 16 * 1024);  // kilobytes
}

double own_cpu_seconds() {
  rusage own = {};
  getrusage(RUSAGE_SELF, &own);
  return static_cast<double>(own.ru_utime.tv_sec + own.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(own.ru_utime.tv_usec + own.ru_stime.tv_usec);
}

TEST(Executor, WaitsQuietlyForACommandThatClosesItsOutput) {
  const double before = own_cpu_seconds();
  const auto closed = run(by_sh("echo last; exec >&-; sleep 0.5; exit 4", Output::captured));
  EXPECT_EQ(closed.output, "last\n");
  EXPECT_EQ(closed.code, 4);
  EXPECT_GE(closed.wall, 0.5);
  EXPECT_LT(own_cpu_seconds() - before, 0.25);
}

TEST(Executor, GivesNothingToRead) {
  EXPECT_EQ(printed("cat; echo $?"), "0\n");
  EXPECT_EQ(run({.words = {"sh", "-c", "read line"}}).code, 1);
}

TEST(Executor, HasNoTerminal) {
  const auto asked = run(by_sh(": </dev/tty"));
  EXPECT_EQ(asked.ending, Ending::exited);
  EXPECT_NE(asked.code, 0);
}

TEST(Executor, LeadsASessionOfItsOwn) {
  EXPECT_EQ(printed("test \"$(cut -d ' ' -f 5,6 /proc/$$/stat)\" = \"$$ $$\" && echo yes"),
            "yes\n");
}

TEST(Executor, InheritsEnvironmentAndFolder) {
  setenv("MIRADOR_EXECUTOR_TEST", "in herited", 1);
  EXPECT_EQ(printed("echo \"$MIRADOR_EXECUTOR_TEST\""), "in herited\n");
  unsetenv("MIRADOR_EXECUTOR_TEST");
  EXPECT_EQ(printed("pwd -P"), std::filesystem::current_path().string() + "\n");
}

/// The signals that a command blocks ("SigBlk") or ignores ("SigIgn").
std::uint64_t signals_of_command(const std::string& field) {
  const std::string line = printed("grep " + field + " /proc/self/status");
  // 32 and 33 belong to glibc, which does not let programs change them: they keep the state of the
  // parent process.
  constexpr std::uint64_t of_glibc = 0b11ull << 31;
  return std::stoull(line.substr(line.find(':') + 1), nullptr, 16) & ~of_glibc;
}

TEST(Executor, CommandsBeginWithSignalsAsUsual) {
  const Disposition no_nohup(SIGHUP, SIG_DFL);
  EXPECT_EQ(signals_of_command("SigBlk"), 0u);
  EXPECT_EQ(signals_of_command("SigIgn"), 0u);
  const Disposition pipes_ignored(SIGPIPE, SIG_IGN), keyboard_ignored(SIGINT, SIG_IGN);
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  EXPECT_EQ(signals_of_command("SigBlk"), 0u);
  EXPECT_EQ(signals_of_command("SigIgn"), 0u);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(Executor, NohupReachesCommands) {
  const Errand errand = by_sh("kill -HUP $$; exit 5");
  {
    const Disposition nohup(SIGHUP, SIG_IGN);
    EXPECT_EQ(run(errand).code, 5);
  }
  const Disposition no_nohup(SIGHUP, SIG_DFL);
  EXPECT_EQ(run(errand).ending, Ending::signalled);
}

TEST(Executor, IgnoredChildrenAreReapedAllTheSame) {
  const Disposition children_ignored(SIGCHLD, SIG_IGN);
  EXPECT_EQ(run(by_sh("exit 6")).code, 6);
}

TEST(Executor, KeepsItsFilesToItself) {
  const int interrupt = eventfd(0, 0);  // not close-on-exec: the executor sets it
  const auto executor = make_process_executor(interrupt);
  const std::string files = executor->run(by_sh("readlink /proc/$$/fd/*", Output::captured)).output;
  EXPECT_EQ(files.find("eventfd"), std::string::npos) << files;
  EXPECT_EQ(files.find("pidfd"), std::string::npos) << files;
  EXPECT_EQ(files.find("/dev/null\npipe:"), 0U) << files;
  close(interrupt);
}

/// In a separate process, because standard files are closed there.
void capture_without_standard_files() {
  for (int file = 0; file < 3; ++file) close(file);
  const auto executor = make_process_executor();
  for (int trial = 0; trial < 2; ++trial) {
    const auto both = executor->run(by_sh("cat; echo out; echo err >&2", Output::captured));
    if (both.output != "out\n" || both.code != 0) _exit(1);
  }
  _exit(0);
}

TEST(Executor, WorksWithoutStandardFiles) {
  const pid_t child = fork();
  if (child == 0) capture_without_standard_files();
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Executor, KillsTheWholeGroupAtTheTimeout) {
  const Folder folder;
  Errand errand = by_sh("sh -c 'echo $$ >" + folder.file("pid") + "; sleep 1000; :'; :");
  pid_t grandchild = 0;
  for (double timeout = 0.5; grandchild == 0; timeout *= 2.0) {  // until it is created in time
    errand.timeout = timeout;
    const auto late = run(errand);
    ASSERT_EQ(late.ending, Ending::timed_out);
    EXPECT_GE(late.wall, timeout);
    grandchild = folder.pid_in("pid");
  }
  EXPECT_TRUE(is_gone_soon(grandchild));
}

TEST(Executor, TimesOutWhatPrintsForEver) {
  std::size_t printed_bytes = 0;
  for (double timeout = 0.1; printed_bytes < captured_bytes; timeout *= 2.0) {  // until it started
    const auto late = run({.words = {"yes"}, .output = Output::captured, .timeout = timeout});
    ASSERT_EQ(late.ending, Ending::timed_out);
    printed_bytes = late.output.size();
  }
  EXPECT_EQ(printed_bytes, captured_bytes);
}

TEST(Executor, AnEarlyEndIsNoTimeout) {
  for (const double timeout : {1e4, 1e9, 1e300}) {
    Errand errand = by_sh("exit 2");
    errand.timeout = timeout;
    EXPECT_EQ(run(errand).ending, Ending::exited);
    EXPECT_EQ(run(errand).code, 2);
  }
}

TEST(Executor, KillsWhatIsLeftInTheGroup) {
  for (const Output output : {Output::dropped, Output::captured}) {
    const Folder folder;
    const auto left = run(by_sh("sleep 1000 & echo $! >" + folder.file("pid"), output));
    EXPECT_EQ(left.ending, Ending::exited);
    EXPECT_LT(left.wall, 900.0);
    const pid_t background = folder.pid_in("pid");
    ASSERT_GT(background, 0);
    EXPECT_TRUE(is_gone_soon(background));
  }
}

/// Starts `daemon` in its own session and ends once that runs; `daemon` must end by itself or be
/// killed by the returned pid.
pid_t left_behind(const std::string& daemon, Run& ended) {
  const Folder folder;
  const std::string file = folder.file("pid");
  ended = run(by_sh("setsid sh -c 'echo $$ >" + file + "; exec " + daemon + "' & while ! test -s " +
                        file + "; do sleep 0.01; done; echo started",
                    Output::captured));
  return folder.pid_in("pid");
}

TEST(Executor, ADaemonThatKeepsTheOutputOpenLivesOn) {
  race::Run ended;
  const pid_t daemon = left_behind("sleep 1000", ended);
  EXPECT_EQ(ended.output, "started\n");
  EXPECT_LT(ended.wall, 900.0);
  ASSERT_GT(daemon, 0);
  EXPECT_TRUE(is_alive(daemon));
  kill(daemon, SIGKILL);
  EXPECT_TRUE(is_gone_soon(daemon));
}

TEST(Executor, ADaemonThatPrintsForEverDoesNotHoldUs) {
  race::Run ended;
  const pid_t daemon = left_behind("yes", ended);
  EXPECT_EQ(ended.ending, Ending::exited);
  EXPECT_TRUE(is_gone_soon(daemon));  // its output has no reader left
}

TEST(Executor, AnInterruptKillsTheGroup) {
  const Folder folder;
  const std::string file = folder.file("pid");
  const int interrupt = eventfd(0, EFD_CLOEXEC);
  const auto executor = make_process_executor(interrupt);
  EXPECT_FALSE(executor->interrupted());
  std::thread user([&] {
    while (folder.pid_in("pid") == 0) std::this_thread::sleep_for(1ms);
    eventfd_write(interrupt, 1);
  });
  const auto stopped = executor->run(by_sh("sh -c 'echo $$ >" + file + "; sleep 1000; :'; :"));
  user.join();
  EXPECT_EQ(stopped.ending, Ending::interrupted);
  EXPECT_LT(stopped.wall, 900.0);
  EXPECT_TRUE(is_gone_soon(folder.pid_in("pid")));
  eventfd_t taken = 0;
  eventfd_read(interrupt, &taken);
  EXPECT_TRUE(executor->interrupted());  // permanently
  EXPECT_EQ(executor->run({.words = {"sleep", "1000"}}).ending, Ending::interrupted);
  close(interrupt);
}

TEST(Executor, SeesAnInterruptBetweenRuns) {
  int ends[2] = {};
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const auto executor = make_process_executor(ends[0]);
  EXPECT_EQ(executor->run({.words = {"true"}}).ending, Ending::exited);
  EXPECT_FALSE(executor->interrupted());
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  EXPECT_TRUE(executor->interrupted());
  close(ends[0]);
  close(ends[1]);
  EXPECT_TRUE(executor->interrupted());
}

TEST(Executor, TicksWhileItWaits) {
  const Folder folder;
  int ticks = 0;
  const auto executor = make_process_executor(-1, [&] {
    if (++ticks == 2) folder.write("enough", "");
  });
  for (int trial = 0; trial < 10; ++trial) {
    ticks = 0;
    const auto quick = executor->run({.words = {"true"}});
    EXPECT_LE(ticks, static_cast<int>(quick.wall / 0.5));
  }
  ticks = 0;
  const auto slow =
      executor->run(by_sh("while ! test -e " + folder.file("enough") + "; do sleep 0.01; done"));
  EXPECT_GE(ticks, 2);
  EXPECT_LE(ticks, static_cast<int>(slow.wall / 0.5));
}

TEST(Executor, LeavesNothingBehindWhenATickThrows) {
  const Folder folder;
  const std::size_t before = open_files();
  const auto start = [&] {
    const auto executor = make_process_executor(-1, [&] {
      if (folder.pid_in("pid") > 0) throw RunError("enough");
    });
    executor->run(by_sh("echo $$ >" + folder.file("pid") + "; sleep 1000; :", Output::captured));
  };
  EXPECT_THROW(start(), RunError);
  EXPECT_TRUE(is_gone_soon(folder.pid_in("pid")));
  EXPECT_EQ(open_files(), before);
}

TEST(Executor, SignalsDoNotDisturb) {
  const Disposition heard(SIGUSR1, [](int) {});
  const pthread_t us = pthread_self();
  std::thread disturber([us] {
    for (int times = 0; times < 20; ++times) {
      std::this_thread::sleep_for(5ms);
      pthread_kill(us, SIGUSR1);
    }
  });
  const auto disturbed = run(by_sh("sleep 0.1; exit 7"));
  disturber.join();
  EXPECT_EQ(disturbed.code, 7);
  EXPECT_GE(disturbed.wall, 0.1);
}

TEST(Executor, TellsOfStops) {
  const Folder folder;
  const std::string on = folder.file("on");
  const Errand errand =
      by_sh("echo $$ >" + folder.file("pid") + "; until test -e " + on + "; do sleep 0.01; done");
  std::atomic<int> ticks = 0;
  const auto executor = make_process_executor(-1, [&] { ++ticks; });
  const auto paused_by = [&](const std::function<void(pid_t)>& deed) {
    std::filesystem::remove(folder.file("pid"));
    std::filesystem::remove(on);
    std::thread other([&] {
      while (folder.pid_in("pid") == 0) std::this_thread::sleep_for(1ms);
      deed(folder.pid_in("pid"));
      folder.write("on", "");
    });
    const auto found = executor->run(errand);
    other.join();
    EXPECT_EQ(found.code, 0);
    return found.paused;
  };
  const auto nothing = [](pid_t) {};
  EXPECT_FALSE(paused_by(nothing));
  EXPECT_TRUE(paused_by([&](pid_t pid) {
    kill(pid, SIGSTOP);
    while (state_of(pid) != 'T') std::this_thread::sleep_for(1ms);
    const int before = ticks;
    while (ticks < before + 2) std::this_thread::sleep_for(1ms);  // the view was updated
    kill(pid, SIGCONT);
  }));
  EXPECT_FALSE(paused_by(nothing));
  EXPECT_TRUE(paused_by([](pid_t) { kill(getpid(), SIGCONT); }));
}

TEST(Executor, CommandsEndWithUs) {
  const Folder folder;
  const pid_t us = fork();
  if (us == 0) {
    run(by_sh("sh -c 'echo $$ >" + folder.file("below") + "; sleep 1000; :' & echo $$ >" +
              folder.file("pid") + "; wait"));
    _exit(0);
  }
  while (folder.pid_in("pid") == 0 || folder.pid_in("below") == 0) {
    std::this_thread::sleep_for(1ms);
  }
  kill(us, SIGKILL);
  waitpid(us, nullptr, 0);
  EXPECT_TRUE(is_gone_soon(folder.pid_in("pid")));
  EXPECT_TRUE(is_gone_soon(folder.pid_in("below")));
}

TEST(Executor, ThousandsOfRunsLeakNothing) {
  const std::size_t before = open_files();
  auto executor = make_process_executor();
  for (int times = 0; times < 4000; ++times) executor->run({.words = {"true"}});
  for (int times = 0; times < 1000; ++times) {
    executor->run({.words = {"true"}, .output = Output::captured});
  }
  for (int times = 0; times < 100; ++times) {
    EXPECT_THROW(executor->run({.words = {"nosuch-program"}}), InputError);
  }
  EXPECT_EQ(open_files(), before + 2);          // /dev/null, and a pipe to the guard
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), 0);  // no dead child; the guard lives
  executor.reset();
  EXPECT_EQ(open_files(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child
}

}  // namespace
}  // namespace mirador::race
