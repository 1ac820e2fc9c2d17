#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// What one client sends next, as a whole request; empty: it has finished. `answer` is the body of
/// the last answer, empty at first.
using Next = std::function<std::string(std::size_t client, std::string_view answer)>;

struct Outcome {
  double seconds = 0.0;
  double cpu_seconds = 0.0;            ///< of the server, if it was measured
  std::vector<double> latencies = {};  ///< of each request, in seconds
  double quantile(double level);
};

/// Clients on connections of their own, which are kept; each sends a request when it has the answer
/// to the last one. One thread. Throws if an answer is not 200 or 201.
Outcome run_clients(std::uint16_t port, std::size_t clients, const Next& next);

/// One request, for preparations. The body of the answer.
std::string request(std::uint16_t port, const std::string& text);

/// "POST path" with a JSON body.
std::string post(std::string_view path, std::string_view body);
std::string get(std::string_view path);

/// Readers of an event stream, on a thread of the caller.
class Streams {
 public:
  Streams(std::uint16_t port, std::size_t count, const std::string& request);
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  /// Reads what has arrived; waits at most so long for something.
  void read(int milliseconds);
  /// How many streams have had an event, and how many whose last event contains the text.
  std::size_t begun() const;
  std::size_t ended_with(std::string_view text) const;
  std::uint64_t events() const { return events_; }

 private:
  struct Stream {
    int socket;
    std::string arrived, last;
  };
  void take(Stream& stream);
  int epoll_;
  std::vector<Stream> streams_;
  std::uint64_t events_ = 0;
};

}  // namespace bench
