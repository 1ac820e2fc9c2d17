#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "commands/commands.hpp"
#include "mirador/core/error.hpp"
#include "options.hpp"
#include "output.hpp"
#include "paper/charts.hpp"
#include "paper/findings.hpp"
#include "paper/page.hpp"
#include "paper/results_json.hpp"
#include "paper/study.hpp"
#include "values.hpp"

namespace mirador::cli {
namespace {

constexpr std::array<const char*, 4> file_names = {"report.html", "figure1.svg", "table1.csv",
                                                   "results.json"};

/// The folder of the report, made if it does not exist. What cannot be written there is refused
/// (InputError) before the work begins.
std::filesystem::path open_folder(const std::string& name) {
  if (name.empty()) throw InputError("out: no folder given; give its name, as in --out paper");
  const std::filesystem::path folder(name);
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  if (!std::filesystem::is_directory(folder, ignored)) {
    throw InputError("out: " + in_quotes(name) +
                     " is not a folder and cannot be made one; give another");
  }
  const auto may_write = [](const std::filesystem::path& path) {
    return ::access(path.c_str(), W_OK) == 0;
  };
  for (const char* file : file_names) {
    const std::filesystem::path path = folder / file;
    const bool there = std::filesystem::exists(path, ignored);
    if (std::filesystem::is_directory(path, ignored) || !may_write(there ? path : folder)) {
      throw InputError("out: cannot write to " + in_quotes(path.string()) +
                       "; give a folder that you may write to");
    }
  }
  return folder;
}

std::string summary_of(const paper::Study& study, const paper::Findings& findings,
                       const std::filesystem::path& folder) {
  std::string text = "delta   rule   mean ± s.e.       T* log(1/delta)\n";
  const paper::Experiment& figure = study["figure1"];
  for (std::size_t i = 0; i < findings.references.size(); ++i) {
    for (const RuleResult& result : figure.report.results) {
      const Summary& summary = result.summaries[i];
      text += fmt::format("{:<7} {:<6} {:>6.0f} ± {:<5.1f}  {:>15.1f}\n",
                          findings.references[i].delta, result.rule, summary.mean(),
                          summary.std_error(), findings.references[i].samples);
    }
  }
  return text + fmt::format(
                    "\nOpen {} in a browser; figure1.svg, table1.csv and results.json lie "
                    "beside it.\n",
                    (folder / "report.html").string());
}

}  // namespace

ExitCode paper(const RawOptions& options) {
  const Format format = read_format(options);
  const paper::Settings settings = read_paper(options);
  const std::filesystem::path folder = open_folder(settings.out);
  const paper::Study study = paper::measure(settings);
  if (study.interrupted) {
    std::error_code ignored;
    std::filesystem::remove(folder, ignored);  // if it is empty, hence new
    write_message("interrupted: the report was not finished; nothing was written");
    return ExitCode::undecided;
  }
  const paper::Findings findings = paper::findings_of(study);
  const std::string results = paper::results_json(study, findings);
  const std::string table = paper::table1_csv(findings);
  const std::array<std::string, 4> contents = {
      paper::report_page(study, findings), paper::figure1_file(study, findings), table, results};
  for (std::size_t i = 0; i < contents.size(); ++i) {
    OutputFile("out", (folder / file_names[i]).string()).write(contents[i]);
  }
  write_stdout(format == Format::json  ? results
               : format == Format::csv ? table
                                       : summary_of(study, findings, folder));
  return ExitCode::done;
}

}  // namespace mirador::cli
