#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::http {

struct Header {
  std::string name;  ///< in lower case
  std::string value;
};

/// A complete request. The trailers of a chunked body are left out.
struct Request {
  std::string method;           ///< "GET"
  std::string target;           ///< as sent: "/v1/experiments/a%20b?n=3"
  std::vector<Header> headers;  ///< each name once; values of repeated headers are joined by ", "
  std::string body;
  std::string peer;  ///< the client's address, without the port

  /// The value of the header of this name, in lower case; null if there is none. There is a Host.
  const std::string* header(std::string_view name) const;
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<Header> headers = {};
};

/// Server-sent events to one client. All calls return at once and may come from any thread, also
/// after the end of the server.
class EventStream {
 public:
  virtual ~EventStream() = default;
  /// Sends the text of an event, with its blank line. A text that is still waiting for a slow
  /// reader is replaced, so the reader gets the newest one and there is no queue.
  virtual void offer(std::shared_ptr<const std::string> text) = 0;
  /// Closes the connection after what was offered last.
  virtual void end() = 0;
  /// Has the client not gone away?
  virtual bool is_open() const = 0;
};

/// The answer to one request: one of the calls, once, from any thread. Without one the client gets
/// 500. After the end of the server the calls do nothing.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void respond(Response response) = 0;
  virtual std::shared_ptr<EventStream> open_stream(std::vector<Header> headers) = 0;
};

}  // namespace mirador::http
