#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace mirador {

/// The claims proved so far at one risk, under numbers that do not depend on the answer, and the
/// means that order the claims: those at the last roll call (roll_call.hpp).
class Proofs {
 public:
  /// How a claim was proved; claims of different kinds may have the same number.
  enum Kind : unsigned char {
    none = 0,
    refuted = 1,  ///< the claim without a margin
    ahead = 2,    ///< with a margin: the claim as it stands
    within = 4,   ///< with a margin: "no further apart than that"
  };

  bool has(std::size_t number, unsigned kinds) const {
    return number < kinds_.size() && (kinds_[number] & kinds) != 0;
  }
  void add(std::size_t number, Kind kind) {
    if (number >= kinds_.size()) kinds_.resize(number + 1, none);
    kinds_[number] = static_cast<unsigned char>(kinds_[number] | kind);
  }
  void clear() { std::fill(kinds_.begin(), kinds_.end(), none); }
  void forget() {
    clear();
    means_.clear();
  }

  /// Empty before the first roll call.
  std::span<const double> means() const { return means_; }
  void call_roll(std::span<const double> means) { means_.assign(means.begin(), means.end()); }

 private:
  std::vector<unsigned char> kinds_;
  std::vector<double> means_;
};

}  // namespace mirador
