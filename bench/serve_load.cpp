#include "serve_load.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

int connected(std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect");
  }
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

void watch(int epoll, int fd, std::size_t number) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = number;
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

/// Requests are small, so a socket takes them at once.
void send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) throw std::runtime_error("the server has closed a connection");
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool receive(int fd, std::string& arrived) {
  std::array<char, 65536> bytes;
  const ssize_t count = recv(fd, bytes.data(), bytes.size(), 0);
  if (count <= 0) return false;
  arrived.append(bytes.data(), static_cast<std::size_t>(count));
  return true;
}

/// The body of the answer that begins the text, if it is whole.
std::optional<std::string_view> whole_answer(std::string_view text) {
  const std::size_t head = text.find("\r\n\r\n");
  if (head == std::string_view::npos) return std::nullopt;
  constexpr std::string_view name = "Content-Length: ";
  const std::size_t at = text.find(name);
  std::size_t size = 0;
  if (at < head) std::from_chars(text.data() + at + name.size(), text.data() + head, size);
  if (text.size() < head + 4 + size) return std::nullopt;
  if (!text.starts_with("HTTP/1.1 20")) throw std::runtime_error(std::string(text.substr(0, 500)));
  return text.substr(head + 4, size);
}

struct Client {
  int socket;
  std::string arrived;
  Clock::time_point sent;
};

class ClosedLoop {
 public:
  ClosedLoop(std::uint16_t port, std::size_t count, const Next& next)
      : next_(next), epoll_(epoll_create1(0)), clients_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      clients_[i].socket = connected(port);
      watch(epoll_, clients_[i].socket, i);
    }
  }
  ~ClosedLoop() {
    for (const Client& client : clients_) close(client.socket);
    close(epoll_);
  }
  ClosedLoop(const ClosedLoop&) = delete;
  ClosedLoop& operator=(const ClosedLoop&) = delete;

  Outcome run() {
    const auto began = Clock::now();
    for (Client& client : clients_) send_next(client, {});
    std::array<epoll_event, 64> events;
    while (active_ > 0) {
      const int ready = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
      for (int e = 0; e < ready; ++e) take(clients_[events[static_cast<std::size_t>(e)].data.u64]);
    }
    outcome_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return std::move(outcome_);
  }

 private:
  void send_next(Client& client, std::string_view answer) {
    const auto number = static_cast<std::size_t>(&client - clients_.data());
    const std::string text = next_(number, answer);
    client.arrived.clear();
    if (text.empty()) return;
    ++active_;
    client.sent = Clock::now();
    send_all(client.socket, text);
  }
  void take(Client& client) {
    if (!receive(client.socket, client.arrived)) {
      throw std::runtime_error("the server has closed a connection");
    }
    const auto answer = whole_answer(client.arrived);
    if (!answer) return;
    --active_;
    outcome_.latencies.push_back(std::chrono::duration<double>(Clock::now() - client.sent).count());
    send_next(client, std::string(*answer));
  }

  const Next& next_;
  int epoll_;
  std::vector<Client> clients_;
  std::size_t active_ = 0;  // that wait for an answer
  Outcome outcome_;
};

}  // namespace

double Outcome::quantile(double level) {
  const auto place = latencies.begin() +
                     static_cast<std::ptrdiff_t>(level * static_cast<double>(latencies.size() - 1));
  std::nth_element(latencies.begin(), place, latencies.end());
  return *place;
}

Outcome run_clients(std::uint16_t port, std::size_t count, const Next& next) {
  ClosedLoop loop(port, count, next);
  return loop.run();
}

std::string request(std::uint16_t port, const std::string& text) {
  std::string body;
  bool is_sent = false;
  run_clients(port, 1, [&](std::size_t, std::string_view answer) {
    body = answer;
    return std::exchange(is_sent, true) ? std::string() : text;
  });
  return body;
}

std::string post(std::string_view path, std::string_view body) {
  return "POST " + std::string(path) +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string get(std::string_view path) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

Streams::Streams(std::uint16_t port, std::size_t count, const std::string& request)
    : epoll_(epoll_create1(0)) {
  for (std::size_t i = 0; i < count; ++i) {
    streams_.push_back({connected(port), {}, {}});
    watch(epoll_, streams_.back().socket, i);
    send_all(streams_.back().socket, request);
  }
}

Streams::~Streams() {
  for (const Stream& stream : streams_) close(stream.socket);
  close(epoll_);
}

void Streams::read(int milliseconds) {
  std::array<epoll_event, 256> events;
  const int ready =
      epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), milliseconds);
  for (int e = 0; e < ready; ++e) take(streams_[events[static_cast<std::size_t>(e)].data.u64]);
}

void Streams::take(Stream& stream) {
  if (!receive(stream.socket, stream.arrived)) {
    epoll_ctl(epoll_, EPOLL_CTL_DEL, stream.socket, nullptr);
    return;
  }
  for (std::size_t end; (end = stream.arrived.find("\n\n")) != std::string::npos;) {
    if (stream.arrived.find("data: ") < end) {
      stream.last = stream.arrived.substr(0, end);
      ++events_;
    }
    stream.arrived.erase(0, end + 2);
  }
}

std::size_t Streams::begun() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(streams_, [](const Stream& one) { return !one.last.empty(); }));
}

std::size_t Streams::ended_with(std::string_view text) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      streams_, [&](const Stream& one) { return one.last.find(text) != std::string::npos; }));
}

}  // namespace bench
