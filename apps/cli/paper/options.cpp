#include "paper/options.hpp"

#include "mirador/core/error.hpp"
#include "sim/options.hpp"
#include "text/values.hpp"

namespace mirador::cli {

paper::Settings read_paper(const RawOptions& options) {
  const bool quick = options.has(Option::quick);
  if (quick && options.has(Option::runs)) {
    throw InputError("quick: it stands for --runs 100, and --runs is given too; leave one out");
  }
  return {.runs = parse_whole("runs", options.value_or(Option::runs, quick ? "100" : "1000"),
                              {2, 1'000'000}),
          .seed = parse_whole("seed", options.value_or(Option::seed, "1"), {}),
          .threads = read_threads(options),
          .out = std::string(options.value_or(Option::out, "paper"))};
}

}  // namespace mirador::cli
