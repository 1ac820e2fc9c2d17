#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_plan.hpp"
#include "mirador/experiment/experiment_spec.hpp"

namespace mirador::cli {

/// Reads the options of the commands of live experiments. All functions throw InputError for
/// invalid values, before the store is opened.

/// The experiment that `new` describes.
ExperimentSpec read_experiment(const RawOptions& options);
/// The comparison of a table with these arms that `compare` describes; without its number of items.
ExperimentSpec read_comparison(const RawOptions& options, std::vector<std::string> arms);
/// The name of a new experiment: plain text that can be typed again.
std::string read_new_name(const RawOptions& options);

Ticket read_ticket(const RawOptions& options);
/// The tickets of a list such as 3,4,7, each once.
std::vector<Ticket> read_tickets(const RawOptions& options);
/// The names of a list of arms.
std::vector<std::string> read_arm_names(const RawOptions& options);
/// All tags of the option, which may be repeated, and whose values may be lists.
std::vector<std::string> read_tags(const RawOptions& options);
/// What `change` changes; at least one setting.
NewSettings read_settings(const RawOptions& options);
/// Throws InputError for --margin 2% unless ratios are compared.
void refuse_percentage(const RawOptions& options, Scale scale);
double read_value(const RawOptions& options);
std::uint64_t read_count(const RawOptions& options);
/// In seconds; nothing if it is not given.
std::optional<double> read_reissue_time(const RawOptions& options);
/// Throws InputError if the output file is the store itself.
void refuse_store_itself(std::string_view field, const std::string& file, const std::string& place);
/// The name of the file to write `what` to, whatever the --format; empty: standard output.
std::string read_output_file(const RawOptions& options, std::string_view what);

}  // namespace mirador::cli
