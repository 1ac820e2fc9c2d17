#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// A server in a process of its own, which prints an address that ends in ":PORT" when it listens.
/// Ends with SIGTERM.
class ServerProcess {
 public:
  /// `core` is the only processor that it may use; -1: any.
  explicit ServerProcess(const std::vector<std::string>& words, int core = -1);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port() const { return port_; }
  /// What its threads have used so far; threads that have ended are left out.
  double cpu_seconds() const;
  /// The most memory so far, in bytes.
  std::size_t most_memory() const;

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

/// The calling process may use one processor only.
void use_only_core(int core);

}  // namespace bench
