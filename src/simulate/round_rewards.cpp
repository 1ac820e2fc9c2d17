#include "mirador/simulate/round_rewards.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {
namespace {

constexpr std::uint64_t no_batch = std::numeric_limits<std::uint64_t>::max();
/// Φ(score), within the open interval that quantiles take.
constexpr double least_level = 0x1.0p-1000, largest_level = 1.0 - 0x1.0p-53;

std::variant<Normal, Bounded, Bernoulli> family_of(const LawSpec& law) {
  if (const auto* bounded = std::get_if<BoundedSpec>(&law))
    return Bounded(bounded->lo, bounded->hi);
  if (std::holds_alternative<BernoulliSpec>(law)) return Bernoulli();
  return Normal();
}

void validate_means(const RoundsWorld& world, const LawSpec& law) {
  if (world.means.size() < 2) {
    throw InputError("means: " + std::to_string(world.means.size()) +
                     " given; give at least two, one for each arm");
  }
  const auto family = family_of(law);
  for (const double mean : world.means) {
    if (std::visit([&](const auto& f) { return f.possible_mean(mean); }, family)) continue;
    throw InputError("means: " + exact(mean) + " is no possible mean of " +
                     std::string(name_of(law)) + " arms; give another");
  }
}

void validate_sigmas(const RoundsWorld& world) {
  const std::size_t given = world.sigmas.size();
  if (given != 1 && given != world.means.size()) {
    throw InputError("sigma: " + std::to_string(given) + " given for " +
                     std::to_string(world.means.size()) +
                     " arms; give one for all or one for each");
  }
  for (const double sigma : world.sigmas) {
    if (sigma > 0.0 && std::isfinite(sigma)) continue;
    throw InputError("sigma: " + exact(sigma) +
                     " is not a standard deviation; give a number above 0");
  }
}

}  // namespace

void validate(const RoundsWorld& world, const LawSpec& law) {
  validate_means(world, law);
  if (std::holds_alternative<SymmetricSpec>(law)) validate_sigmas(world);
  if (!(world.correlation >= 0.0 && world.correlation < 1.0)) {
    throw InputError("correlation: " + exact(world.correlation) +
                     " is out of range; give at least 0 and less than 1");
  }
}

RoundRewards::RoundRewards(const LawSpec& law, RoundsWorld world)
    : family_(family_of(law)),
      world_(std::move(world)),
      common_(std::sqrt(world_.correlation)),
      private_(std::sqrt(1.0 - world_.correlation)),
      made_(world_.means.size()) {
  world_.sigmas.resize(world_.means.size(), world_.sigmas.empty() ? 1.0 : world_.sigmas.front());
  start({});
}

void RoundRewards::start(RandomKey key) {
  key_ = key;
  shared_.number = no_batch;
  for (Batch& batch : made_) batch.number = no_batch;
}

void RoundRewards::make(Arm arm, std::uint64_t number, Batch& batch) {
  batch.number = number;
  if (world_.own) {
    for (std::size_t i = 0; i < batch_size; ++i) {
      batch.values[i] = world_.own(key_, arm, number * batch_size + i);
    }
    return;
  }
  draw_scores(detail::RandomUse::reward, arm, batch);
  if (world_.correlation > 0.0) add_shared(batch);
  to_values(arm, batch.values);
}

/// The uniforms of the lane; their normal scores where these are needed.
void RoundRewards::draw_scores(detail::RandomUse use, Arm lane, Batch& batch) const {
  for (std::size_t i = 0; i < batch_size; i += 2) {
    const auto pair = detail::uniform_pair(key_, use, lane, (batch.number * batch_size + i) / 2);
    batch.values[i] = pair[0];
    batch.values[i + 1] = pair[1];
  }
  if (world_.correlation > 0.0 || std::holds_alternative<Normal>(family_)) {
    simd::functions().normal_quantiles(batch.values.data(), batch_size);
  }
}

void RoundRewards::add_shared(Batch& batch) {
  if (shared_.number != batch.number) {
    shared_.number = batch.number;
    draw_scores(detail::RandomUse::shared, 0, shared_);
  }
  for (std::size_t i = 0; i < batch_size; ++i) {
    batch.values[i] = common_ * shared_.values[i] + private_ * batch.values[i];
  }
}

void RoundRewards::to_values(Arm arm, std::span<double> scores) const {
  const double mean = world_.means[arm];
  std::visit(
      [&]<class Family>(const Family& family) {
        for (double& x : scores) {
          if constexpr (std::is_same_v<Family, Normal>) {
            x = mean + world_.sigmas[arm] * x;
          } else {
            const double level = world_.correlation > 0.0
                                     ? std::clamp(normal_cdf(x), least_level, largest_level)
                                     : x;
            x = family.quantile(mean, level);
          }
        }
      },
      family_);
}

}  // namespace mirador
