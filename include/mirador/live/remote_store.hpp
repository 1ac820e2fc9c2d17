#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mirador/live/action.hpp"
#include "mirador/store/store.hpp"

namespace mirador {

/// A store that another process serves. It makes changes itself: actions are sent to it, never
/// events.
class RemoteStore : public Store {
 public:
  struct Made {
    std::vector<Event> events;     ///< of this change, made now or before under the same request
    bool was_made_before = false;  ///< then they may be anywhere in the log
    std::vector<Event> log;        ///< the events after `position`, these included if made now
  };
  /// `position`: how many events of the log the caller has. Throws InputError (also NotFound,
  /// Conflict, ReadingError) if the change is refused, and OutcomeUnknown if it is unknown whether
  /// it was made.
  virtual Made make(const std::string& name, std::uint64_t identity, std::uint64_t position,
                    const Action& action, const Request& request) = 0;
  /// Was it removed? Not if there are events after `position`.
  virtual bool remove_unless_changed(const std::string& name, std::uint64_t identity,
                                     std::uint64_t position) = 0;

  /// A served store gives no exclusive turn: throws std::logic_error.
  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) final;
  bool holds(const std::string& name, const Request& request) final;
};

}  // namespace mirador
