#pragma once

#include <string>
#include <vector>

#include "arguments/option_table.hpp"
#include "html/html.hpp"
#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/store/store.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Finds the fastest (or best) of several commands by running them (the library is mirador::race).
ExitCode race(const RawOptions& options);

/// Checks whether a command has become slower than another by more than a limit.
ExitCode gate(const RawOptions& options);

/// Throws InputError for an experiment that is a race: only its own commands may measure it. A
/// value that another command adds would end it for good.
void refuse_race(const std::string& name, const ExperimentSpec& spec);

/// The page of the race, if the experiment is one, else of the experiment. `place` names the store.
std::string experiment_page(Store& store, const std::string& name, const std::string& place);
/// What that page has between <main> and </main>, for a page that shows more.
struct ExperimentContent {
  page::Content content;
  ExperimentSpec spec;
  std::vector<Event> log;
  bool is_race;
};
ExperimentContent experiment_content(Store& store, const std::string& name,
                                     const std::string& place);
/// Writes it.
ExitCode report(const RawOptions& options);

}  // namespace mirador::cli
