#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "mirador/rounds/comparison.hpp"
#include "mirador/rounds/law.hpp"
#include "mirador/rounds/round_table.hpp"

/// Laws and measurements for the tests of comparisons in rounds.
namespace mirador::testing_support {

inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct NamedLaw {
  std::string name;
  Law law;
};

/// Every law without a finite set of items.
inline std::vector<NamedLaw> endless_laws() {
  return {{"mean", SymmetricLaw{Compare::mean}},
          {"typical", SymmetricLaw{Compare::typical}},
          {"wins", SymmetricLaw{Compare::wins}},
          {"scores", ScoreLaw{0.0, 1.0, 0}},
          {"wide scores", ScoreLaw{-1.0, 3.0, 0}}};
}

inline std::vector<NamedLaw> every_law(std::uint64_t items) {
  std::vector<NamedLaw> laws = endless_laws();
  laws.push_back({"items", ScoreLaw{0.0, 1.0, items}});
  return laws;
}

inline std::vector<Arm> all_arms(std::size_t arms) {
  std::vector<Arm> all(arms);
  std::iota(all.begin(), all.end(), Arm{0});
  return all;
}

inline const ScoreLaw* scores_of(const Law& law) { return std::get_if<ScoreLaw>(&law); }

/// The differences of a pair as random rounds would leave them.
class Measurements {
 public:
  explicit Measurements(std::uint64_t seed) : source_(seed) {}

  double uniform() { return static_cast<double>(source_() >> 11) * 0x1p-53; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(source_() % n); }
  double normal() {
    return std::sqrt(-2.0 * std::log1p(-uniform())) * std::cos(6.283185307179586 * uniform());
  }

  /// A value that the law allows: near `level`, which lies in 0..1.
  double value(const Law& law, double level) {
    if (const ScoreLaw* scores = scores_of(law)) {
      const double score = std::clamp(level + 0.3 * normal(), 0.0, 1.0);
      return scores->lo + (scores->hi - scores->lo) * score;
    }
    return level + normal();
  }
  double difference(const Law& law) { return value(law, 0.6) - value(law, 0.5); }

  PairPast past(const Law& law, std::uint64_t rounds) {
    PairPast past;
    for (std::uint64_t b = 0; b < rounds; ++b) past.add(difference(law));
    return past;
  }

  /// Rounds of all arms, arm a near level[a]; some values missing.
  RoundTable table(const Law& law, std::span<const double> levels, std::size_t rounds,
                   double share_missing) {
    RoundTable table(levels.size());
    std::vector<double> values(levels.size());
    for (std::size_t b = 0; b < rounds; ++b) {
      const double common = scores_of(law) ? 0.0 : normal();
      for (Arm a = 0; a < levels.size(); ++a) {
        values[a] = common + value(law, levels[a]);
        if (uniform() < share_missing) values[a] = missing;
      }
      table.add(all_arms(levels.size()), values);
    }
    return table;
  }

 private:
  std::mt19937_64 source_;
};

}  // namespace mirador::testing_support
