#include "mirador/experiment/compare_rows.hpp"

#include <string>

#include "mirador/core/error.hpp"

namespace mirador {

std::unique_ptr<Session> compare_rows(const ExperimentSpec& spec,
                                      std::span<const std::vector<double>> rows) {
  std::unique_ptr<Session> session = make_session(spec);
  const bool has_items = spec.rounds && spec.rounds->items.has_value();
  if (!has_items) {
    session->apply(session->observe_rounds(rows).events);
    return session;
  }
  if (*spec.rounds->items != rows.size()) {
    throw InputError("items: " + std::to_string(*spec.rounds->items) + " given for " +
                     std::to_string(rows.size()) + " rows; give a row for each");
  }
  const auto row_of = [&](std::size_t round) { return session->item_of(round + 1) - 1; };
  std::vector<std::vector<double>> in_order;
  for (std::size_t round = 0; round < rows.size(); ++round) in_order.push_back(rows[row_of(round)]);
  try {
    session->apply(session->observe_rounds(in_order).events);
  } catch (const ReadingError& error) {
    throw ReadingError(row_of(error.index()), error.complaint());
  }
  return session;
}

}  // namespace mirador
