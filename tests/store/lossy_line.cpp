#include "lossy_line.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

namespace mirador::testing_support {

namespace {

sockaddr_un socket_in(const std::string& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (folder + "/.s.PGSQL.5432").c_str(), sizeof address.sun_path - 1);
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

bool pass(int from, int to) {
  const std::string bytes = receive(from);
  return !bytes.empty() && ::write(to, bytes.data(), bytes.size()) > 0;
}

}  // namespace

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
  close(listener_);
}

std::string LossyLine::address() const {
  return "postgresql:///postgres?host=" + folder_.path().string() + "&user=mirador";
}

/// One connection at a time is all a store has.
void LossyLine::serve() {
  while (!stopped_) {
    pollfd ready{listener_, POLLIN, 0};
    if (poll(&ready, 1, 20) != 1) continue;
    const int client = accept(listener_, nullptr, nullptr);
    carry(client);
    close(client);
  }
}

void LossyLine::carry(int client) {
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  const sockaddr_un address = socket_in(server_folder());
  bool alive = connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  while (alive && !stopped_) {
    pollfd ends[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    if (poll(ends, 2, 20) <= 0) continue;
    if (ends[1].revents != 0) {
      alive = pass(server, client);
      continue;
    }
    const std::string question = receive(client);
    const bool commit = question.find("COMMIT") != std::string::npos &&
                        question.find("READ COMMITTED") == std::string::npos;
    const Cut cut = commit ? cut_.exchange(Cut::never) : Cut::never;
    alive = !question.empty() && cut != Cut::before_commit &&
            ::write(server, question.data(), question.size()) > 0;
    if (cut == Cut::after_commit) {
      receive(server);  // it is done, and nobody learns of it
      alive = false;
    }
  }
  close(server);
}

}  // namespace mirador::testing_support
