#include "live/options.hpp"

#include <algorithm>
#include <array>

#include "arguments/command_table.hpp"
#include "arguments/format.hpp"
#include "fuzz.hpp"
#include "race/command_list.hpp"
#include "race/options.hpp"
#include "sim/options.hpp"

/// Command-line options: accepted or refused. The first line is a command, every other line an
/// option such as sigma=2. Nothing is run, and no file is read.
namespace mirador::fuzz {
namespace {

bool names_files(const cli::RawOptions& options) {
  using cli::Option;
  constexpr std::array files = {
      Option::sets,        Option::spec,       Option::checkpoint,      Option::csv_runs,
      Option::export_json, Option::export_csv, Option::export_markdown, Option::report,
      Option::batch,       Option::out,        Option::output,          Option::store,
      Option::file,        Option::input,      Option::export_asciidoc, Option::export_orgmode};
  return std::ranges::any_of(files, [&](Option option) { return options.has(option); });
}

void check_race(const cli::RawOptions& options) {
  for (const race::Command& command : cli::read_race(options).spec.commands) {
    require(cli::showable(command.name) == command.name, "the name of a command can be shown");
  }
}

cli::RawOptions options_in(Input& input) {
  cli::RawOptions options;
  while (!input.empty()) {
    Input line = input.line();
    if (const auto option = cli::find_option(line.piece('='))) {
      options.add(*option, std::string(line.rest()));
    }
  }
  options.line = {"mirador", "race"};
  return options;
}

void read(cli::Command command, const cli::RawOptions& options) {
  if (names_files(options)) return;
  switch (command) {
    case cli::Command::race:
      return check_race(options);
    case cli::Command::gate:
      cli::read_gate(options);
      return;
    case cli::Command::create:
      if (options.has(cli::Option::name)) cli::read_new_name(options);
      cli::read_experiment(options);
      return;
    case cli::Command::bound:
      cli::read_problem(options);
      cli::read_deltas(options);
      return;
    case cli::Command::sim:
      cli::read_sim(options, cli::read_problem(options), cli::read_rounds(options));
      return;
    case cli::Command::ask:
      cli::read_count(options);
      cli::read_reissue_time(options);
      return;
    default:
      cli::read_format(options);
  }
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  fuzz::Input input(data, size);
  const auto command =
      std::ranges::find(cli::command_table(), input.piece('\n'), &cli::CommandText::name);
  if (command == cli::command_table().end()) return 0;
  const cli::RawOptions options = fuzz::options_in(input);
  fuzz::accepted([&] { fuzz::read(command->command, options); });
  return 0;
}
