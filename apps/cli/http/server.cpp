#include "http/server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <system_error>
#include <thread>
#include <vector>

#include "http/connection.hpp"
#include "http/hall.hpp"

namespace mirador::http {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

namespace {

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

}  // namespace

class Server::Impl : public std::enable_shared_from_this<Server::Impl> {
 public:
  Impl(const Endpoint& where, const Limits& limits, Handler handler, Observer observer)
      : hall_(limits, std::move(handler), std::move(observer)),
        acceptor_(asio::make_strand(context_)),
        patience_(acceptor_.get_executor()) {
    const Tcp::endpoint endpoint = resolved(context_, where);
    boost::system::error_code error;
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) refuse(error);
  }

  Endpoint endpoint() const {
    const auto local = acceptor_.local_endpoint();
    return {local.address().to_string(), local.port()};
  }

  Gauges gauges() const { return hall_.gauges(); }

  void run(std::size_t threads) {
    asio::post(acceptor_.get_executor(), [this] { accept(); });
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back([this] { context_.run(); });
    context_.run();
  }

  void stop(std::chrono::milliseconds patience) {
    asio::post(acceptor_.get_executor(), [this, patience] {
      hall_.draining = true;
      boost::system::error_code ignored;
      acceptor_.close(ignored);
      for (const auto& connection : hall_.all()) connection->drain();
      patience_.expires_after(patience);
      patience_.async_wait([this](boost::system::error_code) {
        for (const auto& connection : hall_.all()) connection->cut_off();
        context_.stop();
      });
      await_end();
    });
  }

 private:
  void accept() {
    acceptor_.async_accept(asio::make_strand(context_),
                           [this](boost::system::error_code error, Tcp::socket socket) {
                             if (hall_.draining) return;
                             if (!error) welcome(std::move(socket));
                             // Without file descriptors left, accepting would fail again at once.
                             if (error) return pause();
                             accept();
                           });
  }

  void pause() {
    patience_.expires_after(std::chrono::milliseconds(20));
    patience_.async_wait([this](boost::system::error_code) {
      if (!hall_.draining) accept();
    });
  }

  void welcome(Tcp::socket socket) {
    const auto connection = std::make_shared<Connection>(std::move(socket), hall_);
    if (hall_.enter(connection)) connection->start();
  }

  /// Ends as soon as the last connection is gone.
  void await_end() {
    if (hall_.gauges().connections + hall_.gauges().streams == 0) return context_.stop();
    auto timer = std::make_shared<asio::steady_timer>(acceptor_.get_executor());
    timer->expires_after(std::chrono::milliseconds(10));
    timer->async_wait([this, timer](boost::system::error_code) { await_end(); });
  }

  Hall hall_;  // outlives the connections, which the context keeps
  asio::io_context context_;
  Tcp::acceptor acceptor_;
  asio::steady_timer patience_;
};

Server::Server(const Endpoint& where, const Limits& limits, Handler handler, Observer observer)
    : impl_(std::make_shared<Impl>(where, limits, std::move(handler), std::move(observer))) {}
Server::~Server() = default;
Endpoint Server::endpoint() const { return impl_->endpoint(); }
Gauges Server::gauges() const { return impl_->gauges(); }
void Server::run(std::size_t threads) { impl_->run(threads); }
void Server::stop(std::chrono::milliseconds patience) { impl_->stop(patience); }

}  // namespace mirador::http
