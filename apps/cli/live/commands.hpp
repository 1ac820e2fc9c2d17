#pragma once

#include "arguments/option_table.hpp"
#include "live/workshop.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// The commands of live experiments. Experiments are kept in a store.
ExitCode create(const RawOptions& options);
/// These refuse experiments that are measured by another command.
ExitCode ask(const RawOptions& options, const Refusal& refuse);
ExitCode tell(const RawOptions& options, const Refusal& refuse);
ExitCode observe(const RawOptions& options, const Refusal& refuse);
ExitCode abandon(const RawOptions& options, const Refusal& refuse);
ExitCode add_arm(const RawOptions& options, const Refusal& refuse);
ExitCode retire_arm(const RawOptions& options, const Refusal& refuse);
/// Changes the budget, the risk or the margin.
ExitCode change(const RawOptions& options, const Refusal& refuse);
ExitCode note(const RawOptions& options);
ExitCode tag(const RawOptions& options);
ExitCode status(const RawOptions& options);
/// The verdict on data that are there already; needs no store.
ExitCode compare(const RawOptions& options);
ExitCode list(const RawOptions& options);
ExitCode verify(const RawOptions& options);
ExitCode salvage(const RawOptions& options);
ExitCode save(const RawOptions& options);
ExitCode load(const RawOptions& options);
ExitCode rename(const RawOptions& options);
ExitCode remove(const RawOptions& options);

}  // namespace mirador::cli
