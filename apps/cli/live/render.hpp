#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/store.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

/// The results of the commands of live experiments; write_report (arguments/format.hpp) writes
/// them. JSON and CSV contain every digit and every arm. Unknown or infinite values are null in
/// JSON and empty in CSV.

/// The table that `compare` read.
struct TableRead {
  std::uint64_t rows;
  std::uint64_t values;  ///< without the missing ones
  /// Of each arm over all rows; nothing for an arm without values.
  std::vector<std::optional<double>> means;
  /// Reasons to look at the table again.
  std::vector<std::string> warnings = {};
};

/// `status`, and `compare` with the table. The text fits the width of the screen.
struct StatusReport {
  std::string name;
  ExperimentSpec spec;
  ExperimentStatus status;
  std::optional<TableRead> table = std::nullopt;
};

/// `ask`: text is one line per ticket, its number and its arm.
struct TicketReport {
  const ExperimentSpec& spec;
  std::vector<HandedOut> tickets;
  std::string_view phase;  ///< or "waiting": all that is left is open tickets
};

/// `list`: the experiments, each with its state or the reason why that cannot be read.
struct ListReport {
  struct Item {
    Listing listing;
    std::optional<ExperimentStatus> status = std::nullopt;
    std::string problem = {};
    QuestionSpec question = {};
  };
  std::vector<Item> experiments;
  /// Those that `experiments` all have, and those of the whole store.
  std::vector<std::string> wanted_tags = {}, tags_in_use = {};
};

/// `verify`: one line per experiment.
struct VerifyReport {
  struct Item {
    std::string name;
    Intact intact;
  };
  std::vector<Item> experiments;

  bool is_intact() const {
    return std::ranges::all_of(experiments,
                               [](const Item& item) { return item.intact.damage.empty(); });
  }
};

/// What a command did: one line for people and some fields for programs.
struct Deed {
  using Value = std::variant<std::string, std::uint64_t, double, bool>;
  std::string line;
  std::vector<std::pair<std::string, Value>> fields;
};

std::string to_text(const StatusReport& report, const Screen& screen);
std::string to_text(const TicketReport& report, const Screen& screen);
std::string to_text(const ListReport& report, const Screen& screen);
std::string to_text(const VerifyReport& report, const Screen& screen);
std::string to_text(const Deed& deed, const Screen& screen);
std::string to_json(const StatusReport& report);
std::string to_json(const TicketReport& report);
std::string to_json(const ListReport& report);
std::string to_json(const VerifyReport& report);
std::string to_json(const Deed& deed);
/// One line per arm.
std::string to_csv(const StatusReport& report);
std::string to_csv(const TicketReport& report);
std::string to_csv(const ListReport& report);
std::string to_csv(const VerifyReport& report);
std::string to_csv(const Deed& deed);

}  // namespace mirador::cli
