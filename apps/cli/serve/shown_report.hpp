#pragma once

#include <string>

#include "serve/open_experiments.hpp"

namespace mirador::cli {

/// The part of an experiment's page that takes time: it replays the log.
struct ShownReport {
  /// Markup: the report, the table of the latest measurements, and what ends the page.
  std::string report, latest, rest;
  bool is_race;
  /// There is something newer: it was made so recently that it is shown again.
  bool is_stale;
};

/// Made anew when the experiment has changed, for all its readers together and for a tenth of the
/// time at most, so that an experiment with many measurements and many readers leaves time for
/// those who measure. A change of the phase is shown at once. Cost: the replay of the log and about
/// 200 times a status. Kept for each thread, which has a store of its own. `place` names the store.
ShownReport shown_report(OpenExperiments& experiments, const std::string& name,
                         const std::string& place);

}  // namespace mirador::cli
