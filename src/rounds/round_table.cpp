#include "mirador/rounds/round_table.hpp"

#include <limits>

#include "mirador/core/error.hpp"

namespace mirador {

void RoundTable::add(std::span<const Arm> members, std::span<const double> values) {
  MIRADOR_CHECK(values.size() == arms_);
  values_.resize(values_.size() + arms_, std::numeric_limits<double>::quiet_NaN());
  const std::span<double> row = std::span(values_).last(arms_);
  for (const Arm a : members) row[a] = values[a];
  members_.insert(members_.end(), members.begin(), members.end());
  ends_.push_back(members_.size());
}

std::span<const Arm> RoundTable::members(std::size_t round) const {
  const std::size_t first = round == 0 ? 0 : ends_[round - 1];
  return std::span(members_).subspan(first, ends_[round] - first);
}

std::vector<double> differences_of(const RoundTable& table, ArmPair pair) {
  std::vector<double> differences(table.rounds());
  for (std::size_t b = 0; b < table.rounds(); ++b) {
    differences[b] = table.values(b)[pair.i] - table.values(b)[pair.j];
  }
  return differences;
}

void add_rounds(const RoundTable& table, Comparison& comparison) {
  for (std::size_t b = 0; b < table.rounds(); ++b) {
    comparison.add(table.members(b), table.values(b));
  }
}

}  // namespace mirador
