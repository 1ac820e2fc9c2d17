#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "arguments/command_line.hpp"
#include "arguments/command_table.hpp"
#include "arguments/options.hpp"
#include "commands.hpp"
#include "mirador/core/error.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"

namespace {

using namespace mirador;
using cli::ExitCode;

ExitCode run_command(cli::Command command, const cli::RawOptions& options, cli::Team& team) {
  switch (command) {
    case cli::Command::bound:
      return cli::bound(options);
    case cli::Command::sim:
      return cli::sim(options, team);
    case cli::Command::paper:
      return cli::paper(options);
    case cli::Command::create:
      return cli::create(options);
    case cli::Command::ask:
      return cli::ask(options);
    case cli::Command::tell:
      return cli::tell(options);
    case cli::Command::observe:
      return cli::observe(options);
    case cli::Command::abandon:
      return cli::abandon(options);
    case cli::Command::status:
      return cli::status(options);
    case cli::Command::list:
      return cli::list(options);
    case cli::Command::verify:
      return cli::verify(options);
    case cli::Command::salvage:
      return cli::salvage(options);
    case cli::Command::save:
      return cli::save(options);
    case cli::Command::load:
      return cli::load(options);
    case cli::Command::remove:
      return cli::remove(options);
    case cli::Command::report:
      return cli::report(options);
    case cli::Command::race:
      return cli::race_commands(options);
    case cli::Command::gate:
      return cli::gate(options);
    case cli::Command::show:
      break;
  }
  return ExitCode::done;
}

/// Runs a command on its options, completed by the file of --spec; what is wrong with them is
/// reported with the place where they were found.
ExitCode run(int argc, const char* const* argv, cli::Team& team) {
  const cli::Request request = cli::parse_command_line(argc, argv);
  // A change to a store may be safe there before anybody knows: a signal ends it without a word. A
  // race waits for signals once it runs.
  if (!cli::takes(request.command, cli::Option::store)) cli::leave_on_interrupt();
  if (request.command == cli::Command::show) cli::write_stdout(request.text);
  const cli::RawOptions options = cli::with_spec_file(request.options);
  try {
    return run_command(request.command, options, team);
  } catch (const InputError& error) {
    throw InputError(options.located(error.what()));
  }
}

ExitCode complain(ExitCode code, const std::string& message) {
  cli::write_message(message);
  return code;
}

/// There may be none left for a message either.
void complain_of_memory() {
  std::fputs("mirador: memory: not enough; use fewer runs, rules, arms or tickets\n", stderr);
}

/// Libraries allocate where nothing may be thrown, in destructors of JSON for one. What was
/// acknowledged is safe, however a process ends.
void end_without_memory() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    complain_of_memory();
    std::_Exit(static_cast<int>(ExitCode::failed));
  } catch (...) {
  }
  std::abort();
}

/// The one place where errors become exit codes.
template <class Work>
ExitCode report_errors(Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    return complain(ExitCode::bad_input, error.what());
  } catch (const RunError& error) {
    return complain(ExitCode::failed, error.what());
  } catch (const std::bad_alloc&) {
    // The other complaints, where they find no memory, end here as well: there are two places that
    // report errors, one in the other.
    complain_of_memory();
    return ExitCode::failed;
  } catch (const std::exception& error) {
    return complain(ExitCode::failed, std::string("failed: ") + error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_without_memory);
  cli::report_large_files();
  const ExitCode code = report_errors([&] {
    cli::Ranks ranks;
    if (ranks.rank() > 0) return cli::work_for_rank_0(ranks, argc, argv);
    cli::Team team(ranks);
    const ExitCode outcome = report_errors([&] { return run(argc, argv, team); });
    team.dismiss(outcome);
    return outcome;
  });
  return static_cast<int>(code);
}
