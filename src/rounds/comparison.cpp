#include "mirador/rounds/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mirador/core/error.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/rounds/wealth.hpp"

namespace mirador {

Comparison::Comparison(std::size_t arms, const ComparisonTerms& terms)
    : arms_(arms),
      terms_(terms),
      bets_(terms.law),
      share_(capital_share(terms.goal)),
      left_in_(arms),
      log_capital_(arms),
      highest_log_capital_(arms),
      past_(arms * arms),
      wealth_(arms * arms * bets_.size()),
      total_(arms * arms),
      trust_(arms),
      trust_beside_best_(arms),
      before_(arms),
      after_(arms),
      gains_(bets_.size()) {
  MIRADOR_CHECK(arms >= 2);
  playing_.reserve(arms);
  if (has_margin()) {
    margin_wealth_.resize(wealth_.size());
    margin_total_.resize(total_.size());
    margin_evidence_.resize(total_.size());
  }
  start();
}

void Comparison::start() {
  rounds_ = 0;
  still_ = arms_;
  verdict_.reset();
  std::ranges::fill(left_in_, std::uint64_t{0});
  std::ranges::fill(log_capital_, 0.0);
  std::ranges::fill(highest_log_capital_, 0.0);
  std::ranges::fill(past_, PairPast{});
  for (std::size_t p = 0; p < total_.size(); ++p) {
    std::ranges::copy(bets_.weights(), wealths_of(wealth_, p).begin());
  }
  std::ranges::fill(total_, 1.0);
  margin_wealth_.assign(margin_wealth_.size(), 0.0);
  if (has_margin()) margin_wealth_ = wealth_;
  std::ranges::fill(margin_total_, 1.0);
  std::ranges::fill(margin_evidence_, 1.0);
}

void Comparison::add(std::span<const Arm> members, std::span<const double> values, RoundLook look) {
  if (verdict_) return;
  playing_.clear();
  for (const Arm a : members) {
    if (in_play(a)) playing_.push_back(a);
    MIRADOR_CHECK(std::isnan(values[a]) || std::abs(values[a]) <= largest_measurement);
  }
  const auto* scores = std::get_if<ScoreLaw>(&terms_.law);
  [[maybe_unused]] const bool has_items = scores != nullptr && scores->items > 0;
  MIRADOR_CHECK(!has_items || (rounds_ < scores->items && playing_.size() == still_));
  std::ranges::sort(playing_);
  ++rounds_;
  weigh_rivals();
  for (std::size_t p = 0; p < playing_.size(); ++p) {
    for (std::size_t q = p + 1; q < playing_.size(); ++q) {
      const Arm i = playing_[p], j = playing_[q];
      bet(i, j, values[i] - values[j]);
    }
  }
  grow_capitals();
  if (has_margin()) note_margin_evidence();
  let_leave();
  if (look == RoundLook::verdict) look_for_verdict();
}

void Comparison::weigh_rivals() {
  for (const Arm a : playing_) before_[a] = after_[a] = 0.0;
  if (playing_.size() < 2) return;
  const auto less = [&](Arm a, Arm b) { return log_capital_[a] < log_capital_[b]; };
  least_refuted_ = *std::ranges::min_element(playing_, less);
  double second = infinity;
  for (const Arm a : playing_) {
    if (a != least_refuted_) second = std::min(second, log_capital_[a]);
  }
  // A capital may be 0: its wealths were all lost.
  const auto relative = [&](double least, Arm a) {
    return log_capital_[a] == least ? 1.0 : std::exp(least - log_capital_[a]);
  };
  for (const Arm a : playing_) {
    trust_[a] = relative(log_capital_[least_refuted_], a);
    trust_beside_best_[a] = relative(second, a);
  }
}

double Comparison::trust(Arm i, Arm j) const {
  // A common factor of the weights against j does not matter; relative to the others it neither
  // overflows nor vanishes.
  return j == least_refuted_ ? trust_beside_best_[i] : trust_[i];
}

void Comparison::bet(Arm i, Arm j, double difference) {
  const std::size_t forth = pair(i, j), back = pair(j, i);
  const double to_j = trust(i, j), to_i = trust(j, i);
  before_[j] += to_j * total_[forth];
  before_[i] += to_i * total_[back];
  if (has_margin()) {
    bet_on_margin(forth, past_[forth], difference);
    bet_on_margin(back, past_[forth].reversed(), -difference);
  }
  if (!bets_.is_odd()) {
    bet_one_way(forth, past_[forth], difference);
    bet_one_way(back, past_[forth].reversed(), -difference);
  } else if (!std::isnan(difference)) {
    bets_.gains(past_[forth], difference, gains_);
    total_[forth] = grow_wealths(wealths_of(wealth_, forth), gains_, 1.0);
    total_[back] = grow_wealths(wealths_of(wealth_, back), gains_, -1.0);
  }
  after_[j] += to_j * total_[forth];
  after_[i] += to_i * total_[back];
  past_[forth].add(difference);
}

void Comparison::bet_one_way(std::size_t pair, const PairPast& past, double difference) {
  bets_.gains(past, difference, gains_);
  total_[pair] = grow_wealths(wealths_of(wealth_, pair), gains_, 1.0);
}

void Comparison::bet_on_margin(std::size_t pair, const PairPast& past, double difference) {
  bets_.shifted_gains(past, difference, terms_.margin, gains_);
  margin_total_[pair] = grow_wealths(wealths_of(margin_wealth_, pair), gains_, 1.0);
}

void Comparison::grow_capitals() {
  if (playing_.size() < 2) return;
  for (const Arm j : playing_) {
    if (before_[j] > 0.0) log_capital_[j] += std::log(after_[j] / before_[j]);
    for (const Arm i : playing_) {
      if (i != j && bets_.excluded(past(i, j), 0.0)) log_capital_[j] = infinity;
    }
    highest_log_capital_[j] = std::max(highest_log_capital_[j], log_capital_[j]);
  }
}

void Comparison::note_margin_evidence() {
  const double rest = (1.0 - share_) / static_cast<double>(arms_ - 1);
  for (const Arm j : playing_) {
    const double against_j = share_ * std::exp(log_capital_[j]);
    for (const Arm i : playing_) {
      if (i == j) continue;
      const bool excluded = bets_.excluded(past(i, j), terms_.margin);
      double& highest = margin_evidence_[pair(i, j)];
      highest =
          std::max(highest, excluded ? infinity : against_j + rest * margin_total_[pair(i, j)]);
    }
  }
}

void Comparison::let_leave() {
  const double level = required() - std::log(share_);
  const auto is_refuted = [&](Arm a) { return in_play(a) && log_capital_[a] >= level; };
  // Refuted all at once, the one with the least evidence against it stays.
  const Arm stays = leader();
  std::size_t refuted = 0;
  for (const Arm a : playing_) refuted += is_refuted(a) ? 1u : 0u;
  const bool all = refuted == still_;
  for (const Arm a : playing_) {
    if (!is_refuted(a) || (all && a == stays)) continue;
    left_in_[a] = rounds_;
    --still_;
  }
}

void Comparison::look_for_verdict() {
  const Arm first = leader();
  if (still_ == 1) {
    verdict_ = {first, Goal::best, rounds_};
    return;
  }
  if (all_tied()) {
    verdict_ = {first, Goal::equal, rounds_};
    return;
  }
  if (!has_margin()) return;
  std::size_t proved = 0;
  std::optional<Arm> chosen;
  for (Arm a = 0; a < arms_; ++a) {
    if (!in_play(a) || !within_margin(a)) continue;
    ++proved;
    if (!chosen || log_capital_[a] < log_capital_[*chosen]) chosen = a;
  }
  if (chosen && terms_.goal == Goal::good_enough) {
    verdict_ = {*chosen, Goal::good_enough, rounds_};
  } else if (proved == still_) {
    verdict_ = {first, Goal::equal, rounds_};
  }
}

Arm Comparison::leader() const {
  std::optional<Arm> first;
  for (Arm a = 0; a < arms_; ++a) {
    if (in_play(a) && (!first || log_capital_[a] < log_capital_[*first])) first = a;
  }
  return first.value_or(0);
}

bool Comparison::all_tied() const {
  for (Arm i = 0; i < arms_; ++i) {
    for (Arm j = i + 1; j < arms_; ++j) {
      if (in_play(i) && in_play(j) && !bets_.is_tied(past(i, j))) return false;
    }
  }
  return true;
}

bool Comparison::within_margin(Arm i) const {
  if (!has_margin()) return false;
  for (Arm j = 0; j < arms_; ++j) {
    if (j != i && in_play(j) && !within_margin_of(i, j)) return false;
  }
  return true;
}

double Comparison::log_margin_wealth(Arm i, Arm j) const {
  return std::log(margin_total_[pair(i, j)]);
}

bool Comparison::within_margin_of(Arm i, Arm j) const {
  return margin_evidence_[pair(i, j)] * terms_.delta >= 1.0;
}

double Comparison::evidence_against(Arm j) const {
  return highest_log_capital_[j] + std::log(share_);
}

/// The evidence for "i is best", or with a margin "i is within the margin of the best".
double Comparison::evidence_for(Arm i) const {
  double least = infinity;
  for (Arm j = 0; j < arms_; ++j) {
    if (j == i) continue;
    double evidence = evidence_against(j);
    if (has_margin()) evidence = std::max(evidence, std::log(margin_evidence_[pair(i, j)]));
    least = std::min(least, evidence);
  }
  return least;
}

double Comparison::evidence() const {
  const Arm first = verdict_ ? verdict_->answer : leader();
  const bool is_best = verdict_ && verdict_->kind == Goal::best;
  double least = is_best ? infinity : evidence_for(first);
  if (is_best || terms_.goal == Goal::equal) {
    for (Arm a = 0; a < arms_; ++a) {
      if (a == first) continue;
      const double within = is_best ? -infinity : evidence_for(a);
      least = std::min(least, std::max(within, evidence_against(a)));
    }
  }
  return std::max(0.0, least);
}

double Comparison::required() const { return -std::log(terms_.delta); }

double Comparison::least_delta() const {
  double least = 0.0;
  for (Arm a = 0; a < arms_; ++a) {
    if (!in_play(a)) least = std::max(least, std::exp(-evidence_against(a)));
  }
  return least;
}

PairPast Comparison::past(Arm i, Arm j) const {
  return i < j ? past_[pair(i, j)] : past_[pair(j, i)].reversed();
}

std::vector<Arm> members_of_round(const Comparison& comparison,
                                  std::span<const std::uint64_t> times, std::size_t size) {
  std::vector<Arm> members;
  for (Arm a = 0; a < comparison.arms(); ++a) {
    if (comparison.in_play(a)) members.push_back(a);
  }
  if (size == 0 || members.size() <= size) return members;
  const Arm leader = comparison.leader();
  std::ranges::stable_sort(members, [&](Arm a, Arm b) {
    if ((a == leader) != (b == leader)) return a == leader;
    return times[a] < times[b];
  });
  members.resize(size);
  std::ranges::sort(members);
  return members;
}

}  // namespace mirador
