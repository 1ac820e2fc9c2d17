#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "http/connection.hpp"
#include "http/io_thread.hpp"
#include "http/request_reader.hpp"
#include "serve/json_body.hpp"
#include "serve/operations.hpp"
#include "serve/schema.hpp"
#include "serve/target.hpp"

/// The bytes of a connection to mirador serve. Requests are the same for any split into pieces, and
/// are handled as they were read; what is refused gets an answer. The path, the query and the body
/// of each are read as the service reads them. The first byte chooses the pieces.
namespace mirador::fuzz {
namespace {

using http::RequestReader;
using State = RequestReader::State;

const http::Limits limits{.threads = 1, .header = 2000, .headers = 20, .body = 3000};

/// The same requests. A refusal may come later, and so not before the end of the input.
bool agree(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto& longer = a.size() < b.size() ? b : a;
  const std::size_t common = std::min(a.size(), b.size());
  return std::equal(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(common),
                    (a.size() < b.size() ? a : b).begin()) &&
         (longer.size() == common ||
          (longer.size() == common + 1 && longer.back().starts_with("refused: ")));
}

/// A request in one text, or "refused: ..."; requests after one that ends the connection are not
/// read.
std::vector<std::string> read_in_pieces(std::string_view bytes, std::size_t piece) {
  RequestReader reader(limits);
  std::vector<std::string> found;
  for (;;) {
    while (reader.state() != State::complete && reader.state() != State::refused &&
           !bytes.empty()) {
      reader.take(bytes.substr(0, piece));
      bytes.remove_prefix(std::min(piece, bytes.size()));
      require(reader.memory() <= 4 * (limits.header + limits.body) + 4 * piece, "bounded memory");
    }
    if (reader.state() == State::refused) {
      require(reader.refusal().status >= 400 && !reader.refusal().detail.empty(), "says why");
      found.push_back("refused: " + std::to_string(reader.refusal().status));
      return found;
    }
    if (reader.state() != State::complete) return found;
    const http::Request& request = reader.request();
    std::string text = request.method + " " + request.target + "\n";
    for (const http::Header& header : request.headers) {
      require(request.header(header.name) == &header.value, "each name once");
      text += header.name + ": " + header.value + "\n";
    }
    require(request.header("host") != nullptr, "there is a host");
    require(request.headers.size() <= limits.headers, "few headers");
    require(request.body.size() <= limits.body, "a small body");
    found.push_back(text + "\n" + request.body);
    if (!reader.keeps_connection()) return found;
    reader.next();
  }
}

void read_query(const cli::Operation& operation, const cli::Target& target) {
  for (const auto& [name, text] : target.query) {
    if (operation.query.is_null() || !operation.query.contains(name)) continue;
    const auto wrong = cli::misfit_of_text(operation.query[name], name, text);
    require(!wrong || (wrong->field == name && !wrong->detail.empty()),
            "a complaint says something");
  }
}

/// What the service reads of a request before it does anything; the status.
unsigned read_as_service(const http::Request& request) {
  const auto target = cli::parsed_target(request.target);
  if (!target) return 400;
  std::string path;
  for (const std::string& part : target->path) path += "/" + cli::encoded(part);
  const auto again = cli::parsed_target(path.empty() ? "/" : path);
  require(again && again->path == target->path, "a path is the same after encoding");
  const auto match = cli::match_of(request.method, target->path);
  if (!match) return 404;
  if (match->operation == nullptr) return 405;
  read_query(*match->operation, *target);
  if (match->operation->body.is_null()) return 200;
  const auto body = cli::parsed_body(request.body);
  if (!body) return 400;
  const auto wrong = cli::misfit(match->operation->body, *body);
  require(!wrong || !wrong->detail.empty(), "a complaint says something");
  return wrong ? 422 : 200;
}

/// A thread of the server, and what it was asked to handle.
struct Service {
  std::vector<std::string> handled;
  unsigned answered = 0;
  http::Server::Handler handler = [this](http::Request request,
                                         std::unique_ptr<http::Exchange> exchange) {
    handled.push_back(request.method + " " + request.target + "\n");
    const unsigned status = read_as_service(request);
    if (status == 200 && request.target.ends_with("/stream")) {
      exchange->open_stream({})->offer(std::make_shared<const std::string>("data: x\n\n"));
    } else if (status != 404) {
      exchange->respond({status, "text/plain", request.body});
    }  // else without an answer
  };
  http::Server::Observer observer = [this](const http::Served&) { ++answered; };
  http::IoThread thread{limits, 1, handler, observer};
};

void drain(int socket) {
  std::array<char, 4096> bytes;
  while (recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
  }
}

/// The same bytes through a real connection. They are fewer than a socket holds.
void serve(Service& service, std::string_view bytes) {
  std::array<int, 2> ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "a pair of sockets");
  const auto sent = send(ends[0], bytes.data(), bytes.size(), MSG_DONTWAIT);
  require(sent == static_cast<ssize_t>(bytes.size()), "the socket holds the input");
  shutdown(ends[0], SHUT_WR);
  service.thread.admit(http::Socket(service.thread.context(), boost::asio::ip::tcp::v4(), ends[1]));
  while (service.thread.gauges().connections + service.thread.gauges().streams > 0) {
    service.thread.context().poll();
    drain(ends[0]);
  }
  close(ends[0]);
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador::fuzz;
  static Service service;
  Input input(data, size);
  const std::size_t piece = 1 + input.byte();
  const auto expected = read_in_pieces(input.rest(), input.rest().size() + 1);
  require(agree(read_in_pieces(input.rest(), piece), expected), "the same in pieces");
  require(agree(read_in_pieces(input.rest(), 1), expected), "the same byte by byte");
  service.handled.clear();
  service.answered = 0;
  serve(service, input.rest());
  require(service.answered <= expected.size(), "an answer for each");
  require(service.handled.size() <= expected.size(), "what is read is handled, once");
  for (std::size_t i = 0; i < service.handled.size(); ++i) {
    require(expected[i].starts_with(service.handled[i]), "what is read is handled, in order");
  }
  return 0;
}
