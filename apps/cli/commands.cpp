#include "commands.hpp"

#include "arguments/command_line.hpp"
#include "arguments/problem_options.hpp"
#include "live/commands.hpp"
#include "mirador/core/error.hpp"
#include "paper/commands.hpp"
#include "race/commands.hpp"
#include "serve/commands.hpp"
#include "sim/commands.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {

namespace {

/// A command for experiments that are no races.
auto outside_races(ExitCode (*command)(const RawOptions&, const Refusal&)) {
  return [command](const RawOptions& options) { return command(options, refuse_race); };
}

}  // namespace

Commands all_commands() {
  return {
      {Command::bound, bound},
      {Command::sim, [](const RawOptions& options) { return sim(options); }},
      {Command::paper, paper},
      {Command::create, create},
      {Command::ask, outside_races(ask)},
      {Command::tell, outside_races(tell)},
      {Command::observe, outside_races(observe)},
      {Command::abandon, outside_races(abandon)},
      {Command::note, note},
      {Command::change, outside_races(change)},
      {Command::add_arm, outside_races(add_arm)},
      {Command::retire_arm, outside_races(retire_arm)},
      {Command::tag, tag},
      {Command::status, status},
      {Command::compare, compare},
      {Command::list, list},
      {Command::verify, verify},
      {Command::salvage, salvage},
      {Command::report, report},
      {Command::save, save},
      {Command::load, load},
      {Command::rename, rename},
      {Command::remove, remove},
      {Command::serve, serve},
      {Command::token, token},
      {Command::race, race},
      {Command::gate, gate},
  };
}

ExitCode run(int argc, const char* const* argv, const Commands& commands) {
  const Invocation invocation = parse_command_line(argc, argv);
  // A change may be on the disk before the command has reported it. So a signal ends a command with
  // a store without a message; a race handles signals itself once it runs.
  if (!takes(invocation.command, Option::store)) leave_on_interrupt();
  if (invocation.command == Command::show) {
    write_stdout(invocation.text);
    return ExitCode::done;
  }
  const RawOptions options = with_spec_file(invocation.options);
  try {
    return commands.at(invocation.command)(options);
  } catch (const InputError& error) {
    throw InputError(options.located(error.what()));
  }
}

}  // namespace mirador::cli
