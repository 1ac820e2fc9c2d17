#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <memory>

#include "http/client.hpp"
#include "http/limits.hpp"
#include "http/server.hpp"

namespace mirador::http {

/// A thread of the server with the connections that it serves and its share of the limits. Threads
/// share no connections, so nothing is locked.
class IoThread {
 public:
  /// One of `threads` threads.
  IoThread(const Limits& all, std::size_t threads, const Server::Handler& handle,
           const Server::Observer& observe);

  const Limits limits;
  const Server::Handler& handler;
  const Server::Observer& observer;

  // From any thread.
  boost::asio::io_context& context() { return context_; }
  /// How much of its limits is taken, from 0 to 1.
  double load() const;
  Gauges gauges() const { return {connections_, streams_, evicted_}; }
  bool is_full() const { return connections_ >= limits.connections; }
  void admit(Socket socket);
  /// Closes some of the clients that are waited for longest, but none that has just come: it may
  /// have sent what we have not read yet.
  void make_room();
  /// Ends the clients, and `run` when the last is gone, after `patience` at the latest.
  void stop(std::chrono::milliseconds patience);
  /// The server lives as long as someone has this.
  std::shared_ptr<void> server() const { return server_.lock(); }
  void set_server(std::weak_ptr<void> server) { server_ = std::move(server); }

  /// Serves until `stop`.
  void run();

  // For clients, on this thread.
  bool is_draining() const { return is_draining_; }
  /// The client is waited for.
  void wait_for(Client& client);
  /// The client waits for us.
  void work_for(Client& client) { move(client, working_); }
  /// The bytes that the client's body or answer takes, if they are many; 0 gives all back. False:
  /// there are too many, and nothing more can be closed.
  bool claim(Client& client, std::size_t bytes);
  /// A stream takes the place of a connection. False: there are too many streams.
  bool replace(Client& connection, std::shared_ptr<Client> stream);
  /// The client is closed.
  void forget(Client& client);

 private:
  static void move(Client& client, Client::List& list);
  static void enlist(std::shared_ptr<Client> client, Client::List& list);
  void enter(Socket socket);
  /// The one that is waited for longest and holds claimed bytes, other than `spared`.
  bool close_claimant(const Client& spared);
  void evict(std::shared_ptr<Client> client);
  void sweep();
  void end_if_empty();
  void cut_off();

  std::weak_ptr<void> server_;
  Client::List waiting_, working_, streaming_;  // waiting_: the longest first
  std::atomic<std::size_t> connections_{0}, streams_{0};
  std::atomic<std::uint64_t> evicted_{0};
  std::size_t claimed_ = 0;
  bool is_draining_ = false, is_sweeping_ = false;
  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  boost::asio::steady_timer sweeper_, patience_;
};

}  // namespace mirador::http
