#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http_client.hpp"
#include "mirador/live/remote_store.hpp"

/// What a service answers, as JSON. Everything that is not as it should be is a RunError that says
/// that the address may be wrong: another program, or another version of mirador.
namespace mirador::live {

/// A part of a log.
struct LogPage {
  std::uint64_t identity = 0;
  std::string spec = {};  ///< JSON, as first begun
  std::vector<Event> events = {};
  bool has_more = false;
};
/// {"identity":I,"spec":{...},"arms":[...],"after":P,"events":[...],"more":false}
LogPage log_page_in(std::string_view text);

/// The answer to a change; there may be more of the log.
struct MadeAnswer {
  RemoteStore::Made made;
  bool has_more = false;
};
/// {"events":[...],"made_before":false,"arms":[...],"after":P,"log":[...],"more":false}
MadeAnswer made_in(std::string_view text);

/// {"experiments":[{"name":"x","created":"...","heard":"...","events":12,...}]}
std::vector<Listing> listings_in(std::string_view text);

/// The body of a request that begins an experiment: the spec with its name and first events. Throws
/// InputError if something is not UTF-8.
std::string new_experiment(const std::string& name, const std::string& spec,
                           std::span<const Event> events);
/// {"name":"..."}
std::string new_name(const std::string& name);

/// What a problem says, with its field if it has one: "value: nan cannot be ...".
std::string detail_of(const HttpAnswer& answer);
/// Is it a problem of the service itself, which did nothing?
bool refused_to_begin(const HttpAnswer& answer);
/// Throws what an answer that is no success means: NotFound, Conflict, NameTaken, ReadingError or
/// another InputError of what was sent, and RunError for the rest.
[[noreturn]] void refuse(const HttpAnswer& answer, const HttpClient& client);

}  // namespace mirador::live
