#include "terminal/errors.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "mirador/core/error.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {
namespace {

ExitCode complain(ExitCode code, const std::string& message) {
  write_message(message);
  return code;
}

/// Allocates nothing, because memory has run out.
void complain_of_memory() {
  std::fputs("mirador: memory: not enough; use fewer runs, rules, arms or tickets\n", stderr);
}

/// Throws std::bad_alloc, also if there is no memory for the message.
ExitCode complain_of_exception() {
  try {
    throw;
  } catch (const InputError& error) {
    return complain(ExitCode::bad_input, error.what());
  } catch (const RunError& error) {
    return complain(ExitCode::failed, error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return complain(ExitCode::failed, std::string("failed: ") + error.what());
  }
}

/// Libraries allocate where exceptions are not allowed, for instance in destructors of JSON.
/// Acknowledged results are safe however a process ends.
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

}  // namespace

ExitCode report_exception() {
  try {
    return complain_of_exception();
  } catch (const std::bad_alloc&) {
    complain_of_memory();
    return ExitCode::failed;
  }
}

void report_lack_of_memory() { std::set_terminate(end_without_memory); }

}  // namespace mirador::cli
