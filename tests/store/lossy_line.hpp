#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "ground.hpp"

namespace mirador::testing_support {

/// What can go wrong with a line to a server, or with the server.
enum class Fault {
  cut,        ///< the connection breaks
  crash,      ///< the server dies, and recovers: one of its processes gets SIGKILL
  delay,      ///< a message is late
  freeze,     ///< nothing passes any more; the server notices that the client gives up
  partition,  ///< the same, and it does not notice; what is on its way arrives at the mending
  refuse,     ///< the connection breaks, and there is no other one before the line is mended
};

/// The bytes of one direction, as messages of PostgreSQL's protocol.
class Messages {
 public:
  enum class From { client, server };
  explicit Messages(From from) : has_type_(from == From::server) {}
  void add(const std::string& bytes) { bytes_ += bytes; }
  /// The next whole one. The first of a client is the only one without a type.
  std::optional<std::string> next();
  void put_back(const std::string& message) { bytes_ = message + bytes_; }

 private:
  std::string bytes_;
  bool has_type_;
};

/// A line to the PostgreSQL server that fails where it is told to, at a COMMIT or after a number of
/// messages: what is asked of a store is hard to meet by chance.
class LossyLine {
 public:
  enum class Cut { never, before_commit, after_commit, late_commit };

  /// Listens on a socket in a folder of its own.
  LossyLine();
  ~LossyLine();
  LossyLine(const LossyLine&) = delete;
  LossyLine& operator=(const LossyLine&) = delete;

  /// The address of the server through this line.
  std::string address() const;
  /// The next COMMIT is lost (before), or done by the server and its answer lost (after), or
  /// arrives at the mending (late).
  void cut_next(Cut cut) { cut_ = cut; }

  /// Fails once `messages` more have passed, in whichever direction; and then, with a period, after
  /// that many again and again.
  void fail_after(std::uint64_t messages, Fault fault, std::uint64_t period = 0);
  bool has_failed() const { return failures_ > 0; }
  /// Connections that do not work end; from now on all others do.
  void mend();

 private:
  struct Connection {
    int client = -1, server = -1;
    Messages asked{Messages::From::client}, answered{Messages::From::server};
    pid_t process = 0;  // of the server
    bool is_frozen = false, is_partitioned = false, is_over = false;
  };

  void serve();
  void admit();
  void carry(Connection& one, Messages::From from);
  /// False where it is lost.
  bool pass(Connection& one, Messages::From from, const std::string& message);
  void count(Connection& one);
  void fail(Connection& one, Fault fault);
  static void freeze(Connection& one, Fault fault);
  static void end(Connection& one);

  TemporaryFolder folder_;
  int listener_ = -1;
  std::atomic<Cut> cut_ = Cut::never;
  std::atomic<bool> stopped_ = false;
  std::atomic<int> failures_ = 0;
  std::mutex mutex_;  // of what follows
  std::list<Connection> connections_;
  std::uint64_t left_ = 0;  // messages before the fault; 0: none is planned
  std::uint64_t period_ = 0;
  Fault fault_ = Fault::cut;
  bool refuses_ = false;
  std::thread thread_;
};

}  // namespace mirador::testing_support
