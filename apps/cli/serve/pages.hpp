#pragma once

#include <span>
#include <string>

#include "http/message.hpp"
#include "live/render.hpp"
#include "serve/open_experiments.hpp"
#include "serve/operations.hpp"

namespace mirador::cli {

/// The pages of the service. They hold everything that a reader without scripts needs; the script
/// makes them live, and its forms work. What the client may do decides which forms there are.

http::Response list_page(OpenExperiments& experiments, Access access);
/// The report of the experiment, its open tickets and latest measurements, and forms. `place` names
/// the store.
http::Response experiment_page(OpenExperiments& experiments, const std::string& name,
                               const std::string& place, Access access);
/// The report alone, a page that needs nothing else.
http::Response report_page(OpenExperiments& experiments, const std::string& name,
                           const std::string& place);
/// Where tokens are needed, the first thing that a browser gets.
http::Response sign_in_page();
/// The script or the style.
http::Response asset(OperationKind which);

/// The experiments that have all these tags, with their states.
ListReport listed(OpenExperiments& experiments, std::span<const std::string> tags);

}  // namespace mirador::cli
