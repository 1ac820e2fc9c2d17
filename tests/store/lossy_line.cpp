#include "lossy_line.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

namespace mirador::testing_support {

namespace {

constexpr const char* socket_name = ".s.PGSQL.5432";

sockaddr_un socket_in(const std::string& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (folder + "/" + socket_name).c_str(), sizeof address.sun_path - 1);
  return address;
}

/// The folder in "...?host=FOLDER&...".
std::string server_folder() {
  const std::string address = postgres_address();
  const std::size_t begin = address.find("host=") + 5;
  return address.substr(begin, address.find('&', begin) - begin);
}

std::string receive(int from) {
  char bytes[65536];
  const ssize_t size = ::read(from, bytes, sizeof bytes);
  return size <= 0 ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}

bool send(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

/// A big-endian number of the protocol.
std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

bool is_commit(const std::string& message) {
  return message.find("COMMIT") != std::string::npos &&
         message.find("READ COMMITTED") == std::string::npos;
}

}  // namespace

std::optional<std::string> Messages::next() {
  const std::size_t type = has_type_ ? 1 : 0;
  if (bytes_.size() < type + 4) return std::nullopt;
  const std::size_t size = type + number_at(bytes_, type);
  if (bytes_.size() < size) return std::nullopt;
  std::string message = bytes_.substr(0, size);
  bytes_.erase(0, size);
  has_type_ = true;
  return message;
}

LossyLine::LossyLine() : listener_(socket(AF_UNIX, SOCK_STREAM, 0)) {
  const sockaddr_un address = socket_in(folder_.path().string());
  if (bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listener_, 8) != 0) {
    throw RunError("no socket for the line");
  }
  thread_ = std::thread([this] { serve(); });
}

LossyLine::~LossyLine() {
  stopped_ = true;
  thread_.join();
  for (Connection& one : connections_) end(one);
  close(listener_);
}

std::string LossyLine::address() const {
  return "postgresql:///postgres?host=" + folder_.path().string() + "&user=mirador";
}

void LossyLine::fail_after(std::uint64_t messages, Fault fault, std::uint64_t period) {
  const std::lock_guard lock(mutex_);
  left_ = messages;
  fault_ = fault;
  period_ = period;
  failures_ = 0;
}

void LossyLine::mend() {
  const std::lock_guard lock(mutex_);
  left_ = period_ = 0;
  if (std::exchange(refuses_, false)) {
    std::filesystem::rename(folder_.file("away"), folder_.file(socket_name));
  }
  for (Connection& one : connections_) {
    if (!one.is_frozen || one.is_over) continue;
    while (const std::optional<std::string> late = one.asked.next()) send(one.server, *late);
    end(one);
  }
}

void LossyLine::serve() {
  while (!stopped_) {
    std::vector<pollfd> ends = {{listener_, POLLIN, 0}};
    {
      const std::lock_guard lock(mutex_);
      connections_.remove_if([](const Connection& one) { return one.is_over; });
      for (const Connection& one : connections_) {
        ends.push_back({one.client, POLLIN, 0});
        ends.push_back({one.is_frozen ? -1 : one.server, POLLIN, 0});
      }
    }
    if (poll(ends.data(), ends.size(), 20) <= 0) continue;
    const std::lock_guard lock(mutex_);
    std::size_t at = 1;
    for (Connection& one : connections_) {
      if (ends[at].revents != 0) carry(one, Messages::From::client);
      if (ends[at + 1].revents != 0) carry(one, Messages::From::server);
      at += 2;
    }
    if (ends[0].revents != 0) admit();
  }
}

void LossyLine::admit() {
  Connection& one = connections_.emplace_back();
  one.client = accept(listener_, nullptr, nullptr);
  one.server = socket(AF_UNIX, SOCK_STREAM, 0);
  const sockaddr_un address = socket_in(server_folder());
  if (connect(one.server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    end(one);
  }
}

void LossyLine::carry(Connection& one, Messages::From from) {
  if (one.is_over) return;
  const bool asks = from == Messages::From::client;
  const std::string bytes = receive(asks ? one.client : one.server);
  if (one.is_frozen) {
    one.asked.add(bytes);
    if (bytes.empty() && !one.is_partitioned) end(one);
    if (bytes.empty() && one.client >= 0) close(std::exchange(one.client, -1));
    return;
  }
  if (bytes.empty()) return end(one);
  Messages& messages = asks ? one.asked : one.answered;
  messages.add(bytes);
  while (!one.is_over && !one.is_frozen) {
    const std::optional<std::string> message = messages.next();
    if (!message) return;
    if (!pass(one, from, *message)) return end(one);
    count(one);
  }
}

bool LossyLine::pass(Connection& one, Messages::From from, const std::string& message) {
  if (from == Messages::From::server) {
    if (message[0] == 'K') one.process = static_cast<pid_t>(number_at(message, 5));
    return send(one.client, message);
  }
  const Cut cut = is_commit(message) ? cut_.exchange(Cut::never) : Cut::never;
  if (cut == Cut::late_commit) {
    one.asked.put_back(message);
    freeze(one, Fault::partition);
    return true;
  }
  if (cut == Cut::before_commit || !send(one.server, message)) return false;
  if (cut == Cut::after_commit) receive(one.server);  // it is done, but the answer is lost
  return cut == Cut::never;
}

void LossyLine::count(Connection& one) {
  if (left_ == 0 || --left_ > 0) return;
  left_ = period_;
  ++failures_;
  fail(one, fault_);
}

void LossyLine::fail(Connection& one, Fault fault) {
  switch (fault) {
    case Fault::crash:
      if (one.process != 0) kill(one.process, SIGKILL);
      break;
    case Fault::delay:
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      break;
    case Fault::freeze:
    case Fault::partition:
      freeze(one, fault);
      break;
    case Fault::refuse:
      std::filesystem::rename(folder_.file(socket_name), folder_.file("away"));
      refuses_ = true;
      [[fallthrough]];
    case Fault::cut:
      end(one);
  }
}

void LossyLine::freeze(Connection& one, Fault fault) {
  one.is_frozen = true;
  one.is_partitioned = fault == Fault::partition;
}

void LossyLine::end(Connection& one) {
  if (std::exchange(one.is_over, true)) return;
  if (one.client >= 0) close(one.client);
  close(one.server);
}

}  // namespace mirador::testing_support
