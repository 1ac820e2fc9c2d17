#pragma once

#include "text/json_parts.hpp"

namespace mirador::cli {

/// JSON schemas of what clients send: the bodies of requests, and the parameters of queries by
/// name.

Json text_schema(const char* help);
Json new_experiment_body();
Json ask_body();
Json tell_body();
Json observe_body();
Json abandon_body();
Json note_body();
Json change_body();
Json rename_body();
/// A list of texts under a name.
Json texts_body(const char* field, const char* help);

Json history_query();
Json log_query();
/// Of a client that keeps a log of its own: the experiment that it means, and the events it has.
Json log_parameters();

}  // namespace mirador::cli
