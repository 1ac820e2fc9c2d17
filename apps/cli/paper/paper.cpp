#include <fmt/format.h>

#include <array>

#include "arguments/format.hpp"
#include "paper/charts.hpp"
#include "paper/commands.hpp"
#include "paper/findings.hpp"
#include "paper/options.hpp"
#include "paper/page.hpp"
#include "paper/results_json.hpp"
#include "paper/study.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {
namespace {

std::string summary_of(const paper::Study& study, const paper::Findings& findings,
                       const std::string& page) {
  const SimReport& race = study["figure1"].report;
  std::string text = fmt::format(
      "Figure 1: samples until each rule stops, {} runs, seed {}\nStopping rule: {} [{}]\n\n"
      "delta   rule   mean ± s.e.       T* log(1/delta)\n",
      study.settings.runs, study.settings.seed, race.request.stopping,
      to_string(race.guarantee.status));
  for (std::size_t i = 0; i < findings.references.size(); ++i) {
    for (const RuleResult& result : race.results) {
      const Summary& summary = result.summaries[i];
      text += fmt::format("{:<7} {:<6} {:>6.0f} ± {:<5.1f}  {:>15.1f}\n",
                          findings.references[i].delta, result.rule, summary.mean(),
                          summary.std_error(), findings.references[i].samples);
    }
  }
  return text + fmt::format(
                    "\nOpen {} in a browser;\nfigure1.svg, table1.csv and results.json are "
                    "in the same folder.\n",
                    page);
}

}  // namespace

ExitCode paper(const RawOptions& options) {
  const Format format = read_format(options);
  const paper::Settings settings = read_paper(options);
  OutputFolder folder("out", settings.out,
                      {"report.html", "figure1.svg", "table1.csv", "results.json"});
  const paper::Study study = paper::measure(settings);
  if (study.interrupted) {
    write_message("interrupted: the report was not finished; nothing was written");
    return ExitCode::undecided;
  }
  const paper::Findings findings = paper::findings_of(study);
  const std::array<std::string, 4> contents = {
      paper::report_page(study, findings), paper::figure1_file(study, findings),
      paper::table1_csv(findings), paper::results_json(study, findings)};
  folder.write(contents);
  write_stdout(format == Format::json ? contents[3]
               : format == Format::csv
                   ? contents[2]
                   : summary_of(study, findings, (folder / "report.html").string()));
  return ExitCode::done;
}

}  // namespace mirador::cli
