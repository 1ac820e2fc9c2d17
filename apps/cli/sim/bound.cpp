#include "arguments/format.hpp"
#include "sim/commands.hpp"
#include "sim/render.hpp"
#include "sim/simulation.hpp"

namespace mirador::cli {

ExitCode bound(const RawOptions& options) {
  const Format format = read_format(options);
  BoundReport report{.problem = read_problem(options), .deltas = read_deltas(options)};
  report.analysis = analyse(report.problem);
  write_report(report, format);
  if (report.analysis.certified()) return ExitCode::done;
  warn_uncertified(report.analysis);
  return ExitCode::failed;
}

}  // namespace mirador::cli
