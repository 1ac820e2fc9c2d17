// What mirador serve costs, and what it holds (docs/reliability.md):
//   1. 64 clients that tell at once, durably on SQLite, beside bench/bare_server, which appends the
//      same rows with the same group commit on the same threads; alternating in one run.
//   2. How long a durable tell takes, beside a sync of the same disk in the same run; and again
//   with
//      a disk whose syncs take 4 ms more (bench/slow_sync).
//   3. ask and tell in memory, with the server on one core and the clients on another.
//   4. 1,000 streams of an experiment while 64 clients tell 10^5 results.
// usage: serve_cost [FOLDER [PART]]   (default: the current one; its disk is measured. PART is
// throughput, latency, streams or memory.)

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "serve_load.hpp"
#include "serve_process.hpp"

namespace {

using bench::Outcome;
using bench::ServerProcess;
using Clock = std::chrono::steady_clock;

constexpr std::size_t at_once = 64;
constexpr const char* experiment = "/v1/experiments/bench";

constexpr std::uint64_t tells = 10'000;  // of a round of `throughput`

double quantile(std::vector<double> values, double level) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(level * static_cast<double>(values.size() - 1))];
}

double median(const std::vector<double>& values) { return quantile(values, 0.5); }

const char* verdict(bool is_met) { return is_met ? "met" : "NOT MET"; }

std::string path_of(const char* action) { return std::string(experiment) + "/" + action; }

/// Ten arms and a risk so small that there is no verdict.
void begin(std::uint16_t port) {
  std::string arms;
  for (int i = 0; i < 10; ++i) arms += fmt::format("{}\"arm {}\"", i == 0 ? "" : ",", i);
  bench::request(port, bench::post("/v1/experiments",
                                   fmt::format(R"({{"name":"bench","mirador_spec":2,"arms":[{}],)"
                                               R"("family":{{"name":"gaussian","sigma":1.0}},)"
                                               R"("question":{{"name":"best-arm","direction":)"
                                               R"("highest","margin":0.0}},"rule":"lma",)"
                                               R"("stopping":"mixture","delta":1e-300,"seed":1}})",
                                               arms)));
}

std::vector<std::string> serving(const std::string& store) {
  return {MIRADOR_COMMAND, "serve", "--listen", "127.0.0.1:0", "--store", store, "--log", "none"};
}

void ask(std::uint16_t port, std::uint64_t count) {
  bench::request(port, bench::post(path_of("ask"), fmt::format(R"({{"count":{}}})", count)));
}

std::string telling(std::uint64_t ticket) {
  const double value = static_cast<double>(ticket * 2654435761u % 1000) / 1000.0;
  return bench::post(path_of("tell"), fmt::format(R"({{"ticket":{},"value":{}}})", ticket, value));
}

/// Tickets from `first` on are told once each by clients that share them out. Only four for each
/// client are open at a time, as with workers that ask before they tell; the time of asking (if
/// `asks`: the bare server has no tickets) is not counted.
Outcome tell(const ServerProcess& server, std::size_t clients, std::uint64_t first,
             std::uint64_t count, bool asks) {
  Outcome all{};
  for (const std::uint64_t end = first + count; first < end;) {
    const std::uint64_t here = std::min<std::uint64_t>(4 * clients, end - first);
    if (asks) ask(server.port(), here);
    std::uint64_t next = first;
    first += here;
    const double before = server.cpu_seconds();
    const Outcome some =
        bench::run_clients(server.port(), clients, [&](std::size_t, std::string_view) {
          return next == first ? std::string() : telling(next++);
        });
    all.seconds += some.seconds;
    all.cpu_seconds += server.cpu_seconds() - before;
    all.latencies.insert(all.latencies.end(), some.latencies.begin(), some.latencies.end());
  }
  return all;
}

/// Seconds of a write and a sync, as SQLite does for a commit of some rows; with what is added to
/// each sync.
std::vector<double> syncs(const std::string& folder, int count, unsigned more) {
  const std::string file = folder + "/sync";
  const int fd = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const std::string bytes(4 * 4120, 'x');
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const auto began = Clock::now();
    const auto at = static_cast<off_t>(i % 200) * static_cast<off_t>(bytes.size());
    if (pwrite(fd, bytes.data(), bytes.size(), at) < 0 || fdatasync(fd) != 0) {
      throw std::runtime_error("cannot write " + file);
    }
    if (more > 0) usleep(more);
    // Later ones write over the first ones, as SQLite does in its log.
    if (i >= 200) times.push_back(std::chrono::duration<double>(Clock::now() - began).count());
  }
  close(fd);
  return times;
}

/// One server under the load of `throughput`.
struct Contestant {
  const ServerProcess& server;
  bool asks;
  std::vector<double> rates = {};
  double cpu = 0.0;

  void run(std::uint64_t first, std::uint64_t count) {
    const Outcome outcome = tell(server, at_once, first, count, asks);
    cpu += outcome.cpu_seconds;
    rates.push_back(static_cast<double>(count) / outcome.seconds);
  }
  void print(const char* name) const {
    fmt::print("  {:<13} {:8.0f}/s, {:5.1f} us of processor for each\n", name, median(rates),
               1e6 * cpu / (static_cast<double>(rates.size()) * tells));
  }
};

void throughput(const std::string& folder) {
  const ServerProcess mirador(serving(folder + "/throughput.db"));
  const ServerProcess bare({BARE_SERVER, folder + "/bare.db"});
  begin(mirador.port());
  Contestant ours{mirador, true}, plain{bare, false};
  std::vector<double> ratios;
  for (std::uint64_t round = 0; round < 9; ++round) {
    const std::uint64_t first = 1 + round * tells;
    if (round % 2 == 0) plain.run(first, tells);
    ours.run(first, tells);
    if (round % 2 == 1) plain.run(first, tells);
    ratios.push_back(ours.rates.back() / plain.rates.back());
  }
  fmt::print("{} clients tell at once, SQLite, durable:\n", at_once);
  ours.print("mirador serve");
  plain.print("bare server");
  fmt::print("  ratio {:.1f} %   (goal 70 %: {})\n", 100 * median(ratios),
             verdict(median(ratios) >= 0.7));
}

/// A server whose syncs take so many microseconds longer.
struct Slowed {
  explicit Slowed(unsigned more) {
    if (more == 0) return;
    setenv("LD_PRELOAD", SLOW_SYNC, 1);
    setenv("MIRADOR_SYNC_MICROSECONDS", std::to_string(more).c_str(), 1);
  }
  ~Slowed() { unsetenv("LD_PRELOAD"); }
};

void latency(const std::string& folder, unsigned more) {
  const std::string name = fmt::format("{}/latency{}", folder, more);
  Slowed slowed(more);
  const ServerProcess mirador(serving(name + ".db"));
  const ServerProcess bare({BARE_SERVER, name + "_bare.db"});
  begin(mirador.port());
  fmt::print("the time of a durable tell, SQLite, {}; as multiples of a sync:\n",
             more == 0 ? std::string("this disk") : fmt::format("syncs {} ms longer", more / 1000));
  std::uint64_t first = 1;
  for (const std::size_t clients : {1, 4, 16, 64}) {
    const std::uint64_t count = std::min<std::size_t>(10'000, 1000 * clients);
    const int probes = more > 0 ? 300 : 1000;
    std::vector<double> sync = syncs(folder, probes, more);
    Outcome told = tell(mirador, clients, first, count, true);
    Outcome plain = tell(bare, clients, first, count, false);
    first += count;
    const std::vector<double> after = syncs(folder, probes, more);
    sync.insert(sync.end(), after.begin(), after.end());
    const double one = median(sync), p99 = told.quantile(0.99);
    fmt::print(
        "  {:>2} clients: p50 {:.1f}, p99 {:.1f} of {:.0f} us (goal 5: {}); the bare server's "
        "{:.1f} and {:.1f}; of single syncs p99 {:.1f}\n",
        clients, told.quantile(0.5) / one, p99 / one, 1e6 * one, verdict(p99 <= 5 * one),
        plain.quantile(0.5) / one, plain.quantile(0.99) / one, quantile(sync, 0.99) / one);
  }
}

/// The number after "ticket": in an answer to ask.
std::string ticket_in(std::string_view answer) {
  constexpr std::string_view name = "\"ticket\":";
  const std::size_t at = answer.find_first_of("0123456789", answer.find(name));
  return std::string(answer.substr(at, answer.find_first_not_of("0123456789", at) - at));
}

void in_memory() {
  const std::size_t cores = std::thread::hardware_concurrency();
  const ServerProcess mirador(serving(":memory:"), 0);
  bench::use_only_core(cores > 1 ? 1 : 0);
  begin(mirador.port());
  fmt::print("ask and tell in memory, the server on one core and the clients on another:\n");
  for (const std::size_t clients : {1, 16, 64}) {
    const std::uint64_t pairs = clients == 1 ? 10'000 : 60'000;
    std::uint64_t begun = 0;
    std::vector<bool> has_ticket(clients);
    const double before = mirador.cpu_seconds();
    const Outcome outcome =
        bench::run_clients(mirador.port(), clients, [&](std::size_t i, std::string_view answer) {
          has_ticket[i] = !has_ticket[i] && !answer.empty();
          if (has_ticket[i]) {
            return bench::post(path_of("tell"),
                               R"({"ticket":)" + ticket_in(answer) + R"(,"value":0.5})");
          }
          if (begun == pairs) return std::string();
          ++begun;
          return bench::post(path_of("ask"), "{}");
        });
    const double rate = static_cast<double>(pairs) / outcome.seconds;
    const double by_cpu = static_cast<double>(pairs) / (mirador.cpu_seconds() - before);
    fmt::print(
        "  {:>2} clients: {:6.0f} pairs/s, {:6.0f} pairs per second of the server's "
        "processor (two requests each)   (goal 15000: {})\n",
        clients, rate, by_cpu, verdict(rate >= 15000));
  }
}

void streams(const std::string& folder) {
  constexpr std::uint64_t count = 100'000;
  const ServerProcess mirador(serving(folder + "/streams.db"));
  begin(mirador.port());
  bench::Streams readers(mirador.port(), 1000, bench::get(path_of("stream")));
  while (readers.begun() < 1000) readers.read(100);
  std::atomic<bool> ends = false;
  std::jthread reading([&] {
    while (!ends) readers.read(50);
  });
  const Outcome told = tell(mirador, at_once, 1, count, true);
  ends = true;
  reading.join();
  const std::string last = fmt::format("\"samples\": {}", count);
  const auto began = Clock::now();
  while (readers.ended_with(last) < 1000 && Clock::now() - began < std::chrono::seconds(60)) {
    readers.read(100);
  }
  const double megabytes = static_cast<double>(mirador.most_memory()) / 1e6;
  const bool is_met = megabytes < 200 && readers.ended_with(last) == 1000;
  fmt::print("1,000 streams while {} clients tell 10^5 results, SQLite, durable:\n", at_once);
  fmt::print(
      "  {:.0f} tells/s, {} events sent, most memory {:.0f} MB, {} streams end on the final "
      "status   (goal 200 MB and all: {})\n",
      static_cast<double>(count) / told.seconds, readers.events(), megabytes,
      readers.ended_with(last), verdict(is_met));
}

}  // namespace

int main(int count, char** words) {
  const std::string folder = std::string(count > 1 ? words[1] : ".") + "/serve_cost.tmp";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string only = count > 2 ? words[2] : "";
  if (only.empty() || only == "throughput") throughput(folder);
  if (only.empty() || only == "latency") {
    latency(folder, 0);
    latency(folder, 4000);
  }
  if (only.empty() || only == "streams") streams(folder);
  if (only.empty() || only == "memory") in_memory();
  std::filesystem::remove_all(folder);
  return EXIT_SUCCESS;
}
