#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mirador::testing_support {

/// A server on a free port of this machine that reads requests and answers each with the next text
/// of a list. It closes the connection after a text that says so or is not HTTP, as an empty one.
/// At the end of the list it stops listening.
class HttpPeer {
 public:
  explicit HttpPeer(std::vector<std::string> answers) : answers_(std::move(answers)) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || bind(listener_, raw, size) != 0 || listen(listener_, 8) != 0 ||
        getsockname(listener_, raw, &size) != 0) {
      throw std::runtime_error("no socket");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~HttpPeer() {
    shutdown(listener_, SHUT_RDWR);
    {
      const std::lock_guard lock(mutex_);
      if (client_ >= 0) shutdown(client_, SHUT_RDWR);
    }
    thread_.join();
    close(listener_);
  }
  HttpPeer(const HttpPeer&) = delete;
  HttpPeer& operator=(const HttpPeer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  /// The requests so far: heading and body.
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    while (next_ < answers_.size()) {
      const int client = accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      set_client(client);
      while (next_ < answers_.size() && answer_one(client)) {
      }
      set_client(-1);
      close(client);
    }
    shutdown(listener_, SHUT_RDWR);
  }
  void set_client(int client) {
    const std::lock_guard lock(mutex_);
    client_ = client;
  }
  /// False: the connection is over.
  bool answer_one(int client) {
    std::string text;
    std::size_t whole = std::string::npos;
    char piece[65536];
    while (text.size() < whole) {
      const ssize_t count = recv(client, piece, sizeof piece, 0);
      if (count <= 0) return false;
      text.append(piece, static_cast<std::size_t>(count));
      const std::size_t end = text.find("\r\n\r\n");
      if (end == std::string::npos) continue;
      const std::size_t length = text.find("Content-Length: ");
      whole = end + 4;
      if (length < end) whole += static_cast<std::size_t>(std::atoll(text.c_str() + length + 16));
    }
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(text);
    }
    const std::string& answer = answers_[next_++];
    send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
    return answer.starts_with("HTTP/1.1 ") && answer.find("Connection: close") == answer.npos;
  }

  std::vector<std::string> answers_;
  std::size_t next_ = 0;
  int listener_ = -1, port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  int client_ = -1;
  std::thread thread_;
};

/// The text of an answer.
inline std::string http(const std::string& status, const std::string& body,
                        const std::string& headers = "Content-Type: application/json\r\n") {
  return "HTTP/1.1 " + status + "\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
inline std::string problem(const std::string& status, const std::string& fields,
                           const std::string& headers = "") {
  return http(status, "{" + fields + "}", headers + "Content-Type: application/problem+json\r\n");
}

}  // namespace mirador::testing_support
