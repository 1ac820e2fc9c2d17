#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "arguments/option_table.hpp"
#include "mirador/core/error.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/store.hpp"

namespace mirador::cli {

/// The store of --store for a command that begins an experiment; created if it does not exist.
std::unique_ptr<Store> open_or_make_store(const RawOptions& options,
                                          Durability durability = Durability::power_cut);
/// For all other commands: a store that does not exist counts as empty and is not created.
std::unique_ptr<Store> open_existing_store(const RawOptions& options,
                                           Durability durability = Durability::power_cut);

/// Throws InputError if --store is a service, whose store this command cannot look into.
void require_own_store(const RawOptions& options, std::string_view command);

/// What the experiment of this name is.
ExperimentSpec stored_spec(Store& store, const std::string& name);

/// Throws InputError, with the nearest existing name, if there is no such experiment.
void require_experiment(Store& store, const std::string& name);

/// Does the work on the experiment NAME. If there is none, the error suggests the nearest name.
template <class Work>
auto on_experiment(Store& store, const RawOptions& options, Work&& work) {
  const std::string& name = *options.get(Option::name);
  try {
    return work(name);
  } catch (const InputError&) {
    // Checked only after a failure: listing costs more than the work.
    require_experiment(store, name);
    throw;
  }
}

/// Throws InputError for an experiment of this name and spec that a command must not change.
using Refusal = std::function<void(const std::string& name, const ExperimentSpec& spec)>;

/// Does the work on the live experiment NAME of its store.
template <class Work>
auto on_live_experiment(const RawOptions& options, Work&& work) {
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    LiveExperiment experiment(*store, name);
    if (const auto& request = options.get(Option::request)) experiment.set_request(*request);
    return work(experiment);
  });
}

/// The same, unless the experiment as it was begun is refused.
template <class Work>
auto on_live_experiment(const RawOptions& options, const Refusal& refuse, Work&& work) {
  return on_live_experiment(options, [&](LiveExperiment& experiment) {
    refuse(experiment.name(), experiment.first_spec());
    return work(experiment);
  });
}

}  // namespace mirador::cli
