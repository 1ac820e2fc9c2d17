#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace mirador {

/// An arm was added or retired, after this many values had been told.
struct ArmChange {
  std::uint64_t samples;
  std::string arm;
  bool is_added;

  bool operator==(const ArmChange&) const = default;
};

/// What arms that come and go do to the risk (proved, docs/theory.md, section 14). Let r arms have
/// been added or retired since the first value was told, n be in question now, and m have been in
/// it at some time. A question that is decided at the level
///   δ / ((2r + 1) 2^r) · (n - 1)/(m - 1)
/// after every change ends with a wrong claim with probability at most δ (2 - 2^-r).
class ArmTurnover {
 public:
  explicit ArmTurnover(std::size_t arms) : now_(arms), ever_(arms) {}

  /// Before the first value it is as if the experiment had begun with these arms.
  void add(bool is_free) { ++now_, ++ever_, changes_ += is_free ? 0 : 1; }
  void retire(bool is_free) { --now_, ever_ -= is_free ? 1 : 0, changes_ += is_free ? 0 : 1; }

  /// r
  std::uint64_t changes() const { return changes_; }
  /// The level of the question, as a share of δ.
  double share() const {
    const auto r = static_cast<double>(changes_);
    const double arms = static_cast<double>(now_ - 1) / static_cast<double>(ever_ - 1);
    return arms / ((2.0 * r + 1.0) * std::exp2(r));
  }
  /// The risk in all, in units of δ.
  double in_all() const { return 2.0 - std::exp2(-static_cast<double>(changes_)); }

 private:
  std::size_t now_, ever_;
  std::uint64_t changes_ = 0;
};

}  // namespace mirador
