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

/// Possible failures of a connection to a server, or of the server.
enum class Fault {
  cut,        ///< the connection breaks
  crash,      ///< the server crashes and recovers: one of its processes gets SIGKILL
  delay,      ///< a message is late
  freeze,     ///< no more messages; the server notices that the client gives up
  partition,  ///< as freeze, but unnoticed; pending messages arrive at mend()
  refuse,     ///< the connection breaks, and new ones are refused until mend()
};

/// The bytes of one direction, as messages of PostgreSQL's protocol.
class Messages {
 public:
  enum class From { client, server };
  explicit Messages(From from) : has_type_(from == From::server) {}
  void add(const std::string& bytes) { bytes_ += bytes; }
  /// The next complete message. Only the first message of a client has no type.
  std::optional<std::string> next();
  void put_back(const std::string& message) { bytes_ = message + bytes_; }

 private:
  std::string bytes_;
  bool has_type_;
};

/// A connection to the PostgreSQL server that fails on request, at a COMMIT or after a number of
/// messages, for situations that rarely occur by chance.
class LossyLine {
 public:
  enum class Cut { never, before_commit, after_commit, late_commit };

  /// Listens on a socket in its own folder.
  LossyLine();
  ~LossyLine();
  LossyLine(const LossyLine&) = delete;
  LossyLine& operator=(const LossyLine&) = delete;

  /// The address of the server through this line.
  std::string address() const;
  /// The next COMMIT is lost (before), or done by the server and its answer lost (after), or
  /// arrives at mend() (late).
  void cut_next(Cut cut) { cut_ = cut; }

  /// Fails after `messages` more messages in either direction; with a period, again after every
  /// `period` messages.
  void fail_after(std::uint64_t messages, Fault fault, std::uint64_t period = 0);
  bool has_failed() const { return failures_ > 0; }
  /// Closes broken connections; from now on all others work.
  void mend();

 private:
  struct Connection {
    int client = -1, server = -1;
    Messages asked{Messages::From::client}, answered{Messages::From::server};
    pid_t process = 0;  // server process
    bool is_frozen = false, is_partitioned = false, is_over = false;
  };

  void serve();
  void admit();
  void carry(Connection& one, Messages::From from);
  /// False if it is lost.
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
  std::mutex mutex_;  // protects what follows
  std::list<Connection> connections_;
  std::uint64_t left_ = 0;  // messages before the fault; 0: no fault
  std::uint64_t period_ = 0;
  Fault fault_ = Fault::cut;
  bool refuses_ = false;
  std::thread thread_;
};

}  // namespace mirador::testing_support
