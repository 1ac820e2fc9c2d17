#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "http/connection.hpp"

namespace mirador::http {

/// Gives the answer to the connection; without one, 500.
class Answer final : public Exchange {
 public:
  Answer(std::shared_ptr<void> server, std::shared_ptr<Connection> connection)
      : server_(std::move(server)), connection_(std::move(connection)) {}
  ~Answer() override {
    if (connection_) connection_->respond({500, "text/plain", "internal error\n"});
  }
  void respond(Response response) override {
    if (connection_) std::exchange(connection_, nullptr)->respond(std::move(response));
  }
  std::shared_ptr<EventStream> open_stream(std::vector<Header> headers) override {
    return std::exchange(connection_, nullptr)->open_stream(std::move(headers));
  }

 private:
  std::shared_ptr<void> server_;  // outlives the connection
  std::shared_ptr<Connection> connection_;
};

}  // namespace mirador::http
