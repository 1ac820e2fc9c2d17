#include "http/io_thread.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>
#include <vector>

#include "http/connection.hpp"

namespace mirador::http {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds sweep_period{100};  // how exact deadlines are

constexpr std::chrono::milliseconds least_wait{20};  // of a client before it makes room

Limits share_of(Limits all, std::size_t threads) {
  const auto share = [&](std::size_t number) { return (number + threads - 1) / threads; };
  all.connections = share(all.connections);
  all.streams = share(all.streams);
  all.buffers = std::max(share(all.buffers), all.body);
  return all;
}

}  // namespace

IoThread::IoThread(const Limits& all, std::size_t threads, const Server::Handler& handle,
                   const Server::Observer& observe)
    : limits(share_of(all, threads)),
      handler(handle),
      observer(observe),
      guard_(asio::make_work_guard(context_)),
      sweeper_(context_),
      patience_(context_) {}

double IoThread::load() const {
  const auto part = [](std::size_t number, std::size_t limit) {
    return static_cast<double>(number) / static_cast<double>(limit);
  };
  return std::max(part(connections_, limits.connections), part(streams_, limits.streams));
}

void IoThread::run() {
  for (;;) {
    try {
      context_.run();
      return;
    } catch (const std::exception&) {
      // No memory for one client: its deadline closes it. The others are served.
    }
  }
}

void IoThread::admit(Socket socket) {
  ++connections_;
  asio::post(context_, [this, socket = std::move(socket)]() mutable { enter(std::move(socket)); });
}

void IoThread::enter(Socket socket) {
  if (is_draining_) return;
  auto connection = std::make_shared<Connection>(std::move(socket), *this);
  enlist(connection, waiting_);
  connection->waited_for_since = Client::Clock::now();
  connection->start();
  if (!std::exchange(is_sweeping_, true)) sweep();
}

void IoThread::make_room() {
  asio::post(context_, [this] {
    const auto latest = Client::Clock::now() - least_wait;
    for (std::size_t i = 0; i <= limits.connections / 16 && !waiting_.empty(); ++i) {
      if (waiting_.front()->waited_for_since > latest) return;
      evict(waiting_.front());
    }
  });
}

void IoThread::stop(std::chrono::milliseconds patience) {
  asio::post(context_, [this, patience] {
    is_draining_ = true;
    for (Client::List* list : {&waiting_, &working_, &streaming_}) {
      for (const auto& client : std::vector(list->begin(), list->end())) client->drain();
    }
    patience_.expires_after(patience);
    patience_.async_wait([this](boost::system::error_code) { cut_off(); });
    end_if_empty();
  });
}

void IoThread::cut_off() {
  for (Client::List* list : {&waiting_, &working_, &streaming_}) {
    for (const auto& client : std::vector(list->begin(), list->end())) client->close();
  }
  context_.stop();
}

void IoThread::end_if_empty() {
  if (is_draining_ && waiting_.empty() && working_.empty() && streaming_.empty()) context_.stop();
}

void IoThread::wait_for(Client& client) {
  client.waited_for_since = Client::Clock::now();
  move(client, waiting_);
}

void IoThread::move(Client& client, Client::List& list) {
  if (client.list == nullptr) return;
  list.splice(list.end(), *client.list, client.place);
  client.list = &list;
}

void IoThread::enlist(std::shared_ptr<Client> client, Client::List& list) {
  Client& one = *client;
  one.place = list.insert(list.end(), std::move(client));
  one.list = &list;
}

void IoThread::forget(Client& client) {
  if (client.list == nullptr) return;
  claim(client, 0);
  --(client.list == &streaming_ ? streams_ : connections_);
  // The caller has a reference of its own.
  std::exchange(client.list, nullptr)->erase(client.place);
  end_if_empty();
}

bool IoThread::replace(Client& connection, std::shared_ptr<Client> stream) {
  if (connection.list == nullptr || streams_ >= limits.streams) return false;
  forget(connection);
  enlist(std::move(stream), streaming_);
  ++streams_;
  return true;
}

bool IoThread::claim(Client& client, std::size_t bytes) {
  if (bytes <= limits.small) bytes = 0;
  const bool is_more = bytes > client.claimed;
  claimed_ += bytes - client.claimed;
  client.claimed = bytes;
  while (is_more && claimed_ > limits.buffers) {
    if (!close_claimant(client)) return false;
  }
  return true;
}

bool IoThread::close_claimant(const Client& spared) {
  const auto found = std::ranges::find_if(waiting_, [&](const std::shared_ptr<Client>& one) {
    return one->claimed > 0 && one.get() != &spared;
  });
  if (found == waiting_.end()) return false;
  evict(*found);
  return true;
}

void IoThread::evict(std::shared_ptr<Client> client) {
  ++evicted_;
  client->close();
}

/// Looks for deadlines that have passed. One timer for all is cheaper than one for each request.
void IoThread::sweep() {
  is_sweeping_ = connections_ + streams_ > 0;
  if (!is_sweeping_) return;
  sweeper_.expires_after(sweep_period);
  sweeper_.async_wait([this](boost::system::error_code error) {
    if (!error) sweep();
  });
  const auto now = Client::Clock::now();
  std::vector<std::shared_ptr<Client>> late;
  for (Client::List* list : {&waiting_, &working_, &streaming_}) {
    std::ranges::copy_if(*list, std::back_inserter(late),
                         [&](const auto& client) { return client->deadline <= now; });
  }
  for (const auto& client : late) client->on_deadline();
}

}  // namespace mirador::http
