#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "http/io_thread.hpp"
#include "http/message.hpp"
#include "http/request_reader.hpp"

namespace mirador::http {

class StreamConnection;

/// A connection with its requests, one after the other: read, handled, answered. A connection that
/// does not go on is closed in order: the answer, the end of our side, and then what the client
/// still sends is read for a moment, since a close with unread data would make the client lose the
/// answer. A stream takes the socket over.
class Connection final : public Client, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Socket socket, IoThread& thread);

  void start() override;
  void on_deadline() override;
  void drain() override;
  void close() override;
  /// Answers what cannot be handled, and closes.
  void refuse(const Refusal& refusal);

  // From any thread.
  void respond(Response response);
  std::shared_ptr<EventStream> open_stream(std::vector<Header> headers);

 private:
  using Error = boost::system::error_code;
  enum class Stage { reading, handling, writing, lingering, closed };

  void read();
  void on_bytes(std::size_t count);
  void go_on(RequestReader::State before);
  void tell_to_go_ahead();
  void handle();
  void write(Response response);
  void on_written();
  void linger();
  void become(const std::shared_ptr<StreamConnection>& stream, std::vector<Header> headers);
  void report(unsigned status, std::size_t bytes);
  void expire_after(std::chrono::milliseconds time) { deadline = Clock::now() + time; }

  Socket socket_;
  IoThread& thread_;
  RequestReader reader_;
  Stage stage_ = Stage::reading;
  bool keeps_ = false;       // goes on after the answer
  bool is_reading_ = false;  // into input_
  std::vector<char> input_;
  std::string head_, body_;  // of the answer that is sent
  std::string peer_, method_, target_;
  Clock::time_point began_;
};

}  // namespace mirador::http
