#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "command_line.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "mirador/core/error.hpp"
#include "options.hpp"
#include "output.hpp"

namespace {

using namespace mirador;
using cli::ExitCode;

/// Runs a command on its options, completed by the file of --spec; what is wrong with them is
/// reported with the place where they were found.
ExitCode run_command(const cli::Request& request, cli::Team& team) {
  const cli::RawOptions options = cli::with_spec_file(request.options);
  try {
    switch (request.command) {
      case cli::Command::sim:
        return cli::sim(options, team);
      case cli::Command::paper:
        return cli::paper(options);
      case cli::Command::bound:
      case cli::Command::show:
        break;
    }
    return cli::bound(options);
  } catch (const InputError& error) {
    throw InputError(options.located(error.what()));
  }
}

ExitCode run(int argc, const char* const* argv, cli::Team& team) {
  const cli::Request request = cli::parse_command_line(argc, argv);
  cli::leave_on_interrupt();
  if (request.command != cli::Command::show) return run_command(request, team);
  cli::write_stdout(request.text);
  return ExitCode::done;
}

ExitCode complain(ExitCode code, const std::string& message) {
  cli::write_message(message);
  return code;
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
    return complain(ExitCode::failed, "memory: not enough; use fewer runs, rules or arms");
  } catch (const std::exception& error) {
    return complain(ExitCode::failed, std::string("failed: ") + error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
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
