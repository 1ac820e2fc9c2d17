#pragma once

#include <array>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/hall.hpp"
#include "http/message.hpp"

namespace mirador::http {

/// One client. Everything runs on the strand of its stream. The order of its steps:
///   await_request -> read_header -> read_body -> handle -> respond -> await_request ...
/// or, after `handle`, a stream of events to the end.
class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, Hall& hall);
  ~Connection();

  /// If the hall has let it in.
  void start();
  /// Answers the current request. Any thread.
  void respond(Response response);
  void open_stream(std::vector<Header> headers);
  void offer(std::shared_ptr<const std::string> text);
  void end_stream();
  bool is_open() const { return open_; }
  /// Closes at once, or after the answer that is being made. Any thread.
  void drain();
  /// Closes at once. Any thread.
  void cut_off();

 private:
  using Error = boost::beast::error_code;
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Message = boost::beast::http::response<boost::beast::http::string_body>;
  enum class Stage { waiting, handling, writing, streaming, closed };

  template <class Step>
  auto then(Step step);
  void await_request();
  void read_header();
  void on_header(Error error);
  void expect_body();
  void read_body();
  void on_body(Error error);
  void handle();
  /// Answers what cannot be handled, and closes.
  void refuse(unsigned status, std::string_view detail);
  void write(Response response, bool keep_alive);
  void on_written(Error error, bool keep_alive);
  void report(unsigned status, std::size_t bytes);
  void begin_stream(std::vector<Header> headers);
  void watch_client();
  void write_event();
  void on_event(Error error);
  void beat();
  void wait_for_client();
  void stop_waiting();
  void release_bytes();
  void close();

  boost::beast::tcp_stream stream_;
  Hall& hall_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Message message_;
  Stage stage_ = Stage::waiting;
  std::atomic<bool> open_{true};
  bool entered_ = false, draining_ = false;
  bool is_stream_ = false;
  std::optional<Hall::Place> place_;
  std::size_t taken_ = 0;  // bytes of the hall's
  std::string peer_, method_, target_;
  std::chrono::steady_clock::time_point began_;
  // Of a stream.
  std::shared_ptr<const std::string> next_, sending_;
  bool is_writing_ = false, ends_ = false;
  std::optional<boost::asio::steady_timer> heart_;
  std::array<char, 512> ignored_;
};

}  // namespace mirador::http
