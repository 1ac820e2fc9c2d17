#include "live/workshop.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "arguments/place.hpp"
#include "mirador/core/text.hpp"
#include "mirador/live/http_store.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/store/stores.hpp"
#include "terminal/output.hpp"
#include "terminal/screen.hpp"
#include "text/values.hpp"

namespace mirador::cli {

namespace {

/// On a terminal a service that is away is said while it is waited for.
std::unique_ptr<Store> open_said(const std::string& place, Durability durability) {
  if (!is_http(place) || !is_live_terminal(stderr)) return open_place(place, durability);
  HttpOptions options = http_options(place);
  options.on_wait = [](const std::string& trouble) {
    write_message(trouble + "; trying again for half a minute");
  };
  return open_http(options);
}

}  // namespace

std::unique_ptr<Store> open_or_make_store(const RawOptions& options, Durability durability) {
  return open_said(read_place(options), durability);
}

std::unique_ptr<Store> open_existing_store(const RawOptions& options, Durability durability) {
  const std::string place = read_place(options);
  std::error_code error;
  const auto is_missing = [&](const std::string& file) {
    return std::filesystem::status(file, error).type() == std::filesystem::file_type::not_found;
  };
  // A write-ahead log without its database file means lost data; opening the store reports it.
  const bool is_none = !is_server(place) && is_missing(place) && is_missing(place + "-wal");
  return is_none ? open_memory() : open_said(place, durability);
}

void require_own_store(const RawOptions& options, std::string_view command) {
  const std::string place = read_place(options);
  if (!is_http(place)) return;
  throw InputError("store: mirador " + std::string(command) +
                   " needs the store itself, and this is a service; run it where the service runs, "
                   "with the --store of mirador serve");
}

ExperimentSpec stored_spec(Store& store, const std::string& name) {
  return spec_from_json(store.spec(name));
}

void require_experiment(Store& store, const std::string& name) {
  const std::vector<Listing> all = store.list();
  if (std::ranges::find(all, name, &Listing::name) != all.end()) return;
  const std::vector<std::string_view> names = [&] {
    std::vector<std::string_view> list;
    for (const Listing& listing : all) list.push_back(listing.name);
    return list;
  }();
  const std::string nearest = nearest_name(name, names);
  throw InputError("name: there is no experiment " + in_quotes(name) + " in the store; " +
                   (nearest.empty() ? "begin it with mirador new, or see mirador list"
                                    : "did you mean " + in_quotes(nearest) + "?"));
}

}  // namespace mirador::cli
