#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "mirador/live/live_experiment.hpp"
#include "mirador/store/store.hpp"

namespace mirador::cli {

/// A store, and the experiments in it that are open. For one thread; a store that threads may share
/// (in memory) is shared.
class OpenExperiments {
 public:
  using Opener = std::function<std::shared_ptr<Store>()>;
  explicit OpenExperiments(Opener open) : open_(std::move(open)) {}

  /// Opened at the first use.
  Store& store();
  /// Opened once and kept; the least recently used one is closed when there are many. It is as it
  /// was when it was last read, and may have been deleted since.
  LiveExperiment& kept(const std::string& name);
  /// With all changes of others. Opened again if it was deleted and another one has its name.
  LiveExperiment& current(const std::string& name);
  void forget(const std::string& name);

 private:
  struct Open {
    std::unique_ptr<LiveExperiment> experiment;
    std::list<std::string>::iterator place;
  };
  Opener open_;
  std::shared_ptr<Store> store_;
  std::list<std::string> by_use_;  // the last used first
  std::map<std::string, Open> all_;
};

}  // namespace mirador::cli
