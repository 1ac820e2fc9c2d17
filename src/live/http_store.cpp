#include "mirador/live/http_store.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "http_answer.hpp"
#include "http_client.hpp"
#include "mirador/live/json_text.hpp"

namespace mirador {
namespace {

using live::HttpAnswer;
using live::HttpRequest;
using live::LogPage;

const std::string all = "/v1/experiments";
constexpr std::size_t most_in_hand = 100;

std::string path_to(const std::string& name) { return all + "/" + live::path_part(name); }

/// The part of a log that was received last. A log only grows, and an identity is never used again,
/// so a part that was received stays true.
struct InHand {
  std::uint64_t first = 0;  ///< the position of its first event
  LogPage page;

  std::uint64_t end() const { return first + page.events.size(); }
};

class HttpStore final : public RemoteStore {
 public:
  explicit HttpStore(const HttpOptions& options) : client_(options) {}

  void create(const std::string& name, const std::string& spec,
              std::span<const Event> events) override;
  std::vector<Listing> list() override { return live::listings_in(get(all)); }
  std::string spec(const std::string& name) override;
  std::uint64_t identity(const std::string& name) override;
  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override;
  void rename(const std::string& name, const std::string& fresh) override;
  void remove(const std::string& name) override;
  /// Costs as much as the list.
  std::uint64_t version() override { return std::hash<std::string>{}(get(all)); }
  std::vector<std::string> verify() override;
  Made make(const std::string& name, std::uint64_t identity, std::uint64_t position,
            const Action& action, const Request& request) override;
  bool remove_unless_changed(const std::string& name, std::uint64_t identity,
                             std::uint64_t position) override;

 private:
  /// The body of a success.
  std::string get(const std::string& path);
  HttpAnswer send(const HttpRequest& request);
  LogPage page(const std::string& name, std::uint64_t after);
  /// The events after the page, up to the end of the log.
  void read_rest(const std::string& name, std::uint64_t identity, std::uint64_t after,
                 const EventSink& sink);
  /// Asks for what followed the part in hand, or from the start. Then what is in hand is of now.
  const LogPage& look(const std::string& name);
  bool is_just(const std::string& done, const std::string& name) const {
    return done == name && in_hand_.contains(name);
  }
  void keep(const std::string& name, InHand mine);
  bool is_own(const std::string& name, const std::string& spec, std::span<const Event> events);
  std::optional<std::uint64_t> identity_if_there(const std::string& name);
  /// An answer to a request that an earlier try may have done already.
  HttpAnswer change_store(HttpRequest request);

  live::HttpClient client_;
  std::map<std::string, InHand> in_hand_;  // by the name of the experiment
  // A check of the identity, a read and another check, as LiveExperiment makes them, are one
  // request: the read takes what the first check received, and the second is of the same answer.
  // The names of what the last request was for.
  std::string just_received_, just_read_;
};

HttpAnswer HttpStore::send(const HttpRequest& request) {
  just_received_.clear();
  just_read_.clear();
  return client_.send(request);
}

std::string HttpStore::get(const std::string& path) {
  HttpAnswer answer = send({.path = path});
  if (answer.status != 200) live::refuse(answer, client_);
  return std::move(answer.body);
}

LogPage HttpStore::page(const std::string& name, std::uint64_t after) {
  return live::log_page_in(get(path_to(name) + "/log?after=" + std::to_string(after)));
}

void HttpStore::keep(const std::string& name, InHand mine) {
  if (in_hand_.size() >= most_in_hand) in_hand_.clear();
  in_hand_.insert_or_assign(name, std::move(mine));
}

const LogPage& HttpStore::look(const std::string& name) {
  if (const auto found = in_hand_.find(name); found != in_hand_.end()) {
    LogPage& mine = found->second.page;
    try {
      LogPage more = page(name, found->second.end());
      if (more.identity == mine.identity) {
        std::ranges::move(more.events, std::back_inserter(mine.events));
        mine.has_more = more.has_more;
        just_received_ = name;
        return mine;
      }
    } catch (const ServiceUnreachable&) {
      throw;
    } catch (const RunError&) {  // another experiment under the name, with fewer events
    } catch (const InputError&) {
    }
  }
  in_hand_.erase(name);
  keep(name, {0, page(name, 0)});
  just_received_ = name;
  return in_hand_.at(name).page;
}

std::uint64_t HttpStore::identity(const std::string& name) {
  if (is_just(std::exchange(just_read_, {}), name)) return in_hand_.at(name).page.identity;
  return look(name).identity;
}

std::string HttpStore::spec(const std::string& name) {
  return is_just(just_received_, name) ? in_hand_.at(name).page.spec : look(name).spec;
}

void HttpStore::read(const std::string& name, std::uint64_t after, const EventSink& sink) {
  const bool has_it = is_just(just_received_, name) && in_hand_.at(name).first == after;
  InHand mine = has_it ? std::move(in_hand_.at(name)) : InHand{after, page(name, after)};
  in_hand_.erase(name);
  std::uint64_t position = after;
  const auto take = [&](const Event& event) {
    sink(event);
    ++position;
  };
  for (const Event& event : mine.page.events) take(event);
  if (mine.page.has_more) read_rest(name, mine.page.identity, position, take);
  mine.page.events.clear();
  mine.page.has_more = false;
  mine.first = position;
  keep(name, std::move(mine));
  just_received_.clear();
  just_read_ = name;
}

void HttpStore::read_rest(const std::string& name, std::uint64_t identity, std::uint64_t after,
                          const EventSink& sink) {
  for (bool has_more = true; has_more;) {
    const LogPage next = page(name, after);
    if (next.identity != identity) {
      throw NotFound("experiment: \"" + name +
                     "\" was deleted, and there is another one under its name; open that");
    }
    if (next.events.empty() && next.has_more) throw RunError("store: the log does not end");
    for (const Event& event : next.events) sink(event);
    after += next.events.size();
    has_more = next.has_more;
  }
}

RemoteStore::Made HttpStore::make(const std::string& name, std::uint64_t identity,
                                  std::uint64_t position, const Action& action,
                                  const Request& request) {
  const std::string path = path_to(name) + "/" + std::string(path_of(action)) +
                           "?identity=" + std::to_string(identity) +
                           "&after=" + std::to_string(position);
  HttpAnswer answer;
  try {
    answer = send({"POST", path, to_json(action), request});
  } catch (const live::Unanswered& error) {
    if (!error.may_be_done) throw;
    throw OutcomeUnknown(
        "outcome unknown: " + std::string(error.what()) + "; repeat with --request " + request,
        request);
  }
  if (answer.status != 200) live::refuse(answer, client_);
  live::MadeAnswer found = live::made_in(answer.body);
  std::vector<Event>& log = found.made.log;
  if (found.has_more) {
    // The change is made; if this fails, the caller reads the rest later.
    try {
      read_rest(name, identity, position + log.size(),
                [&](const Event& event) { log.push_back(event); });
    } catch (const RunError&) {
    } catch (const InputError&) {
    }
  }
  if (const auto known = in_hand_.find(name); known != in_hand_.end()) {
    known->second.first = position + log.size();
    known->second.page.events.clear();
  }
  return std::move(found.made);
}

HttpAnswer HttpStore::change_store(HttpRequest request) {
  request.on_new_connection = true;
  in_hand_.clear();
  try {
    return send(request);
  } catch (const live::Unanswered& error) {
    if (!error.may_be_done) throw;
    throw ServiceUnreachable("outcome unknown: " + std::string(error.what()) +
                             "; see mirador list, and repeat it if it was not done");
  }
}

std::optional<std::uint64_t> HttpStore::identity_if_there(const std::string& name) {
  try {
    return look(name).identity;
  } catch (const ServiceUnreachable&) {
    throw;
  } catch (const NotFound&) {
    return std::nullopt;
  } catch (const RunError&) {  // a damaged log has none that could be read
    return std::nullopt;
  }
}

bool HttpStore::is_own(const std::string& name, const std::string& spec,
                       std::span<const Event> events) {
  try {
    std::vector<Event> there;
    if (to_json(spec_from_json(this->spec(name))) != to_json(spec_from_json(spec))) return false;
    read(name, 0, [&](const Event& event) {
      if (there.size() < events.size()) there.push_back(event);
    });
    return std::ranges::equal(there, events);
  } catch (const NotFound&) {
    return false;
  }
}

/// A rule, question or stopping rule of a user is in the user's program only.
void refuse_own_parts(const std::string& spec) {
  const ExperimentSpec known = spec_from_json(spec);
  if (to_json(without_own_parts(known)) == to_json(known)) return;
  throw InputError(
      "store: a service does not have your own rule, problem or stopping; use a file or "
      "postgresql:// as the store");
}

void HttpStore::create(const std::string& name, const std::string& spec,
                       std::span<const Event> events) {
  refuse_own_parts(spec);
  const HttpAnswer answer = change_store({"POST", all, live::new_experiment(name, spec, events)});
  if (answer.status == 201 || answer.status == 200) return;
  if (answer.status == 409 && answer.may_be_repeated && is_own(name, spec, events)) return;
  live::refuse(answer, client_);
}

void HttpStore::rename(const std::string& name, const std::string& fresh) {
  const std::optional<std::uint64_t> wanted = identity_if_there(name);
  const HttpAnswer answer =
      change_store({"POST", path_to(name) + "/rename", live::new_name(fresh)});
  if (answer.status == 200) return;
  // An earlier try renamed it.
  if (answer.may_be_repeated && wanted && identity_if_there(fresh) == wanted) return;
  live::refuse(answer, client_);
}

void HttpStore::remove(const std::string& name) {
  // A repeat must not remove another one that was begun under the name in the meantime.
  const std::optional<std::uint64_t> wanted = identity_if_there(name);
  const std::string query = wanted ? "?identity=" + std::to_string(*wanted) : "";
  const HttpAnswer answer = change_store({"DELETE", path_to(name) + query});
  if (answer.status == 200 || (answer.status == 404 && answer.may_be_repeated)) return;
  live::refuse(answer, client_);
}

bool HttpStore::remove_unless_changed(const std::string& name, std::uint64_t identity,
                                      std::uint64_t position) {
  const HttpAnswer answer =
      change_store({"DELETE", path_to(name) + "?identity=" + std::to_string(identity) +
                                  "&after=" + std::to_string(position)});
  if (answer.status == 200 || (answer.status == 404 && answer.may_be_repeated)) return true;
  if (answer.status == 409) return false;
  live::refuse(answer, client_);
}

std::vector<std::string> HttpStore::verify() {
  throw InputError("store: " + client_.base() +
                   " is a service; run mirador verify on its machine, on the store itself");
}

}  // namespace

HttpOptions http_options(const std::string& url) {
  const char* const token = std::getenv("MIRADOR_TOKEN");
  return {.url = url, .token = token == nullptr ? "" : token};
}

std::unique_ptr<RemoteStore> open_http(const HttpOptions& options) {
  return std::make_unique<HttpStore>(options);
}

bool is_http(const std::string& place) {
  return place.starts_with("http://") || place.starts_with("https://");
}

std::unique_ptr<Store> open_place(const std::string& place, Durability durability) {
  if (is_http(place)) return open_http(http_options(place));
  return open_store(place, durability);
}

}  // namespace mirador
