#include "live/listing.hpp"

#include <algorithm>
#include <set>

#include "mirador/live/http_store.hpp"

namespace mirador::cli {
namespace {

ListReport::Item item_of(const Listing& listing,
                         const std::function<ListedState(const std::string&)>& state) {
  try {
    const ListedState found = state(listing.name);
    return {listing, found.status, {}, found.question};
  } catch (const ConnectionLost&) {
    throw;
  } catch (const ServiceUnreachable&) {
    throw;
  } catch (const InputError& error) {
    return {listing, std::nullopt, error.what(), {}};
  } catch (const RunError& error) {
    return {listing, std::nullopt, error.what(), {}};
  }
}

bool has_tags(const ListReport::Item& item, std::span<const std::string> wanted) {
  return std::ranges::all_of(wanted, [&](const std::string& tag) {
    return item.status && std::ranges::count(item.status->tags, tag) > 0;
  });
}

}  // namespace

ListedState state_of(const LiveExperiment& experiment) {
  return {experiment.session().outline(), experiment.spec().question};
}

ListReport listed(Store& store, std::span<const std::string> tags,
                  const std::function<ListedState(const std::string& name)>& state) {
  ListReport report;
  report.wanted_tags.assign(tags.begin(), tags.end());
  std::set<std::string> in_use;
  for (const Listing& listing : store.list()) {
    ListReport::Item item = item_of(listing, state);
    if (item.status) in_use.insert(item.status->tags.begin(), item.status->tags.end());
    if (has_tags(item, tags)) report.experiments.push_back(std::move(item));
  }
  report.tags_in_use.assign(in_use.begin(), in_use.end());
  return report;
}

}  // namespace mirador::cli
