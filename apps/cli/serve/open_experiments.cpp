#include "serve/open_experiments.hpp"

namespace mirador::cli {

static constexpr std::size_t most_open = 1000;

Store& OpenExperiments::store() {
  if (!store_) store_ = open_();
  return *store_;
}

LiveExperiment& OpenExperiments::kept(const std::string& name) {
  const auto found = all_.find(name);
  if (found != all_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second.place);
    return *found->second.experiment;
  }
  auto experiment = std::make_unique<LiveExperiment>(store(), name);
  if (all_.size() >= most_open) forget(std::string(by_use_.back()));
  by_use_.push_front(name);
  return *all_.emplace(name, Open{std::move(experiment), by_use_.begin()}).first->second.experiment;
}

LiveExperiment& OpenExperiments::current(const std::string& name) {
  try {
    kept(name).refresh();
  } catch (const NotFound&) {
    forget(name);
  }
  return kept(name);
}

void OpenExperiments::forget(const std::string& name) {
  const auto found = all_.find(name);
  if (found == all_.end()) return;
  by_use_.erase(found->second.place);
  all_.erase(found);
}

}  // namespace mirador::cli
