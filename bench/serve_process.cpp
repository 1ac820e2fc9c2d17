#include "serve_process.hpp"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

[[noreturn]] void become(const std::vector<std::string>& words, int output, int core) {
  if (core >= 0) use_only_core(core);
  dup2(output, STDOUT_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(arguments.front(), arguments.data());
  _exit(127);
}

std::string first_line(int input) {
  std::string line;
  char c = 0;
  while (read(input, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

}  // namespace

void use_only_core(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  sched_setaffinity(0, sizeof set, &set);
}

ServerProcess::ServerProcess(const std::vector<std::string>& words, int core) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ == 0) become(words, pipe_ends[1], core);
  close(pipe_ends[1]);
  const std::string line = first_line(pipe_ends[0]);
  close(pipe_ends[0]);
  const std::size_t colon = line.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error(words.front() + " does not listen");
  port_ = static_cast<std::uint16_t>(std::stoul(line.substr(colon + 1)));
}

ServerProcess::~ServerProcess() {
  kill(pid_, SIGTERM);
  waitpid(pid_, nullptr, 0);
}

double ServerProcess::cpu_seconds() const {
  double nanoseconds = 0.0;
  const std::string threads = "/proc/" + std::to_string(pid_) + "/task";
  for (const auto& thread : std::filesystem::directory_iterator(threads)) {
    std::ifstream file(thread.path() / "schedstat");
    double one = 0.0;
    file >> one;
    nanoseconds += one;
  }
  return 1e-9 * nanoseconds;
}

std::size_t ServerProcess::most_memory() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/status");
  std::string word;
  std::size_t kilobytes = 0;
  while (file >> word && word != "VmHWM:") {
  }
  file >> kilobytes;
  return 1024 * kilobytes;
}

}  // namespace bench
