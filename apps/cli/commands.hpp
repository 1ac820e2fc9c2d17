#pragma once

#include "arguments/option_table.hpp"
#include "sim/team.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Each command reads its options (those of the spec file among them), works, and writes its result
/// to standard output. Errors are thrown: InputError before anything was done, RunError afterwards.

/// Characteristic time and optimal proportions.
ExitCode bound(const RawOptions& options);

/// Monte Carlo race of sampling rules, shared by the ranks of the team.
ExitCode sim(const RawOptions& options, Team& team);

/// Reproduction of the source paper, as a report.
ExitCode paper(const RawOptions& options);

/// Live experiments, each in a store.
ExitCode create(const RawOptions& options);
ExitCode ask(const RawOptions& options);
ExitCode tell(const RawOptions& options);
ExitCode observe(const RawOptions& options);
ExitCode abandon(const RawOptions& options);
ExitCode status(const RawOptions& options);
ExitCode list(const RawOptions& options);
ExitCode report(const RawOptions& options);
ExitCode verify(const RawOptions& options);
ExitCode salvage(const RawOptions& options);
ExitCode save(const RawOptions& options);
ExitCode load(const RawOptions& options);
ExitCode remove(const RawOptions& options);

/// Which command is fastest, or best, of those that are run here (mirador::race is the library).
ExitCode race_commands(const RawOptions& options);
/// Has a command become slower than another by more than it may?
ExitCode gate(const RawOptions& options);

}  // namespace mirador::cli
