#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "command_line.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "mirador/core/error.hpp"
#include "output.hpp"

namespace {

using namespace mirador;
using cli::ExitCode;

ExitCode run(int argc, const char* const* argv) {
  const cli::Request request = cli::parse_command_line(argc, argv);
  switch (request.command) {
    case cli::Command::show:
      cli::write_stdout(request.text);
      return ExitCode::done;
    case cli::Command::bound:
      return cli::bound(request.options);
    case cli::Command::sim:
      return cli::sim(request.options);
  }
  return ExitCode::failed;
}

ExitCode complain(ExitCode code, const std::string& message) {
  cli::write_message(message);
  return code;
}

/// The one place where errors become exit codes.
ExitCode run_and_report(int argc, const char* const* argv) {
  try {
    return run(argc, argv);
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

int main(int argc, char** argv) { return static_cast<int>(run_and_report(argc, argv)); }
