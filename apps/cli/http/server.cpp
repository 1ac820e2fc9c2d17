#include "http/server.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "http/io_thread.hpp"

namespace mirador::http {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

namespace {

constexpr std::size_t spare_descriptors = 64;  // for stores and other files
constexpr std::chrono::milliseconds pause_of_acceptor{2};

/// Boost's errors are of another category than those of the standard library.
[[noreturn]] void refuse(const boost::system::error_code& error) {
  throw std::system_error(error.value(), std::generic_category());
}

Tcp::endpoint resolved(asio::io_context& context, const Endpoint& where) {
  boost::system::error_code error;
  Tcp::resolver resolver(context);
  const auto found =
      resolver.resolve(where.host, std::to_string(where.port),
                       Tcp::resolver::passive | Tcp::resolver::numeric_service, error);
  if (error || found.empty()) {
    throw std::system_error(std::make_error_code(std::errc::address_not_available));
  }
  return *found.begin();
}

/// As many connections and streams as there are descriptors for.
Limits within_descriptors(Limits limits) {
  rlimit allowed{};
  if (getrlimit(RLIMIT_NOFILE, &allowed) != 0) return limits;
  const auto all = static_cast<std::size_t>(allowed.rlim_cur);
  const std::size_t usable = all - std::min(all / 2, spare_descriptors);
  limits.connections = std::min(limits.connections, usable / 2);
  limits.streams = std::min(limits.streams, usable - limits.connections);
  return limits;
}

}  // namespace

class Server::Impl : public std::enable_shared_from_this<Server::Impl> {
 public:
  Impl(const Limits& wanted, Handler handle, Observer observe)
      : handler_(std::move(handle)), observer_(std::move(observe)) {
    const Limits limits = within_descriptors(wanted);
    for (std::size_t i = 0; i < limits.threads; ++i) {
      threads_.push_back(std::make_unique<IoThread>(limits, limits.threads, handler_, observer_));
    }
  }

  void listen(const Endpoint& where) {
    for (const auto& thread : threads_) thread->set_server(weak_from_this());
    acceptor_.emplace(threads_.front()->context());
    pause_.emplace(threads_.front()->context());
    const Tcp::endpoint endpoint = resolved(threads_.front()->context(), where);
    boost::system::error_code error;
    acceptor_->open(endpoint.protocol(), error);
    if (!error) acceptor_->set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_->bind(endpoint, error);
    if (!error) acceptor_->listen(asio::socket_base::max_listen_connections, error);
    if (error) refuse(error);
    asio::post(acceptor_->get_executor(), [this] { accept(); });
  }

  Endpoint endpoint() const {
    const auto local = acceptor_->local_endpoint();
    return {local.address().to_string(), local.port()};
  }

  Gauges gauges() const {
    Gauges sum{};
    for (const auto& thread : threads_) {
      const Gauges one = thread->gauges();
      sum = {sum.connections + one.connections, sum.streams + one.streams,
             sum.evicted + one.evicted};
    }
    return sum;
  }

  void run() {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads_.size(); ++i) {
      others.emplace_back([thread = threads_[i].get()] { thread->run(); });
    }
    threads_.front()->run();
  }

  void stop(std::chrono::milliseconds patience) {
    asio::post(acceptor_->get_executor(), [this, patience] {
      boost::system::error_code ignored;
      acceptor_->close(ignored);
      for (const auto& thread : threads_) thread->stop(patience);
    });
  }

 private:
  void accept() {
    if (!acceptor_->is_open()) return;
    IoThread& thread =
        **std::ranges::min_element(threads_, {}, [](const auto& one) { return one->load(); });
    // New connections wait in the system's queue until then.
    if (thread.is_full()) return pause();
    acceptor_->async_accept(thread.context(),
                            [this, &thread](boost::system::error_code error, Socket socket) {
                              // There may be no descriptors left, and there would be none at once.
                              if (error) return pause();
                              thread.admit(std::move(socket));
                              accept();
                            });
  }

  void pause() {
    if (!acceptor_->is_open()) return;
    for (const auto& thread : threads_) thread->make_room();
    pause_->expires_after(pause_of_acceptor);
    pause_->async_wait([this](boost::system::error_code) { accept(); });
  }

  const Handler handler_;
  const Observer observer_;
  std::vector<std::unique_ptr<IoThread>> threads_;
  std::optional<asio::basic_socket_acceptor<Tcp, asio::io_context::executor_type>> acceptor_;
  std::optional<asio::steady_timer> pause_;
};

Server::Server(const Endpoint& where, const Limits& limits, Handler handler, Observer observer)
    : impl_(std::make_shared<Impl>(limits, std::move(handler), std::move(observer))) {
  impl_->listen(where);
}
Server::~Server() = default;
Endpoint Server::endpoint() const { return impl_->endpoint(); }
Gauges Server::gauges() const { return impl_->gauges(); }
void Server::run() { impl_->run(); }
void Server::stop(std::chrono::milliseconds patience) { impl_->stop(patience); }

}  // namespace mirador::http
