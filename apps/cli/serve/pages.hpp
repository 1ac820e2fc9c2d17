#pragma once

#include <string>

#include "http/message.hpp"
#include "live/render.hpp"
#include "serve/desk.hpp"
#include "serve/operations.hpp"

namespace mirador::cli {

/// The pages of the service. They hold everything that a reader without scripts needs; the script
/// makes them live, and its forms work. What the client may do decides which forms there are.

http::Response list_page(Books& books, Access access);
/// The report of the experiment, its open tickets and latest measurements, and forms. `place` names
/// the store.
http::Response experiment_page(Books& books, const std::string& name, const std::string& place,
                               Access access);
/// The report alone, a page that needs nothing else.
http::Response report_page(Books& books, const std::string& name, const std::string& place);
/// Where tokens are needed, the first thing that a browser gets.
http::Response sign_in_page();
/// The script or the style.
http::Response asset(Action which);

/// The experiments with their states.
ListReport listed(Books& books);

}  // namespace mirador::cli
