#include <algorithm>
#include <cmath>
#include <cstdio>

#include "mirador/experiment/session.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/simd/functions.hpp"
#include "scene.hpp"

namespace mirador::testing_support {
namespace {

constexpr RandomKey key{.seed = 3, .replication = 0};

/// The value of an arm in a round: what the arms share, and what is their own.
double value_of(const ExperimentSpec& spec, Arm arm, std::uint64_t round) {
  const double shared = normal_quantile(reward_uniform(key, spec.arms.size(), round));
  const double own = normal_quantile(reward_uniform(key, arm, round));
  const double score = 0.9 - 0.5 * static_cast<double>(arm) + shared + 0.5 * own;
  if (std::holds_alternative<BernoulliSpec>(spec.rounds->law)) return score > 0.5 ? 1.0 : 0.0;
  if (const auto* bounded = std::get_if<BoundedSpec>(&spec.rounds->law)) {
    return std::clamp(score, bounded->lo, bounded->hi);
  }
  return score;
}

std::string line_of(const ExperimentStatus& status, const std::vector<std::string>& values) {
  const RoundsStatus& rounds = *status.rounds;
  std::string text, in_play;
  for (const std::string& value : values) {
    char cell[16];
    std::snprintf(cell, sizeof cell, "%11s ", value.c_str());
    text += cell;
  }
  for (const std::string& arm : rounds.in_play) in_play += " " + arm;
  char line[200];
  std::snprintf(line, sizeof line, "%6llu %s%11s  %s\n",
                static_cast<unsigned long long>(rounds.rounds), text.c_str(),
                number(status.findings->evidence).c_str(), in_play.c_str());
  return line;
}

/// Measures one more round; returns its line.
std::string play_round(Session& session) {
  const ExperimentSpec& spec = session.spec();
  std::vector<std::string> values(spec.arms.size(), "-");
  for (const Event& event : session.ask(session.next_round_size())) {
    session.apply(event);
    const auto [ticket, arm] = std::get<Asked>(event);
    const RoundPlace place = *session.place_of(ticket);
    const double value = value_of(spec, arm, place.item > 0 ? place.item : place.round);
    if (place.round % 7 == 5 && arm == 0) {  // some values do not come
      session.apply(*session.abandon(ticket));
      continue;
    }
    session.apply(session.tell(ticket, value));
    values[arm] = number(value);
  }
  const ExperimentStatus status = session.status();
  return line_of(status, values);
}

RoundsScene scene(std::string file, std::string words, RoundsSpec rounds,
                  const BestArmSpec& question = {}) {
  ExperimentSpec spec{.arms = {"a", "b", "c"}, .question = question};
  spec.rounds = std::move(rounds);
  spec.delta = 0.1;
  return {"rounds/" + file + ".txt", std::move(words), std::move(spec)};
}

}  // namespace

std::vector<RoundsScene> rounds_scenes() {
  return {
      scene("symmetric", "Real values, followed by their means.", {}),
      scene("symmetric-typical", "Real values, followed by what most rounds say.",
            {.law = SymmetricSpec{Compare::typical}}),
      scene("symmetric-wins", "Only who is ahead.", {.law = SymmetricSpec{Compare::wins}}),
      scene("bounded", "Scores between two limits.", {.law = BoundedSpec{-2.0, 4.0}}),
      scene("bernoulli", "Scores of 0 or 1.", {.law = BernoulliSpec{}}),
      scene("items", "Sixty items, each measured once.", {.law = BernoulliSpec{}, .items = 60}),
      scene("round-size", "Two arms per round.", {.round_size = 2}),
      scene("good-enough", "Any arm within 0.7 of the best.", {}, {.good_enough = 0.7}),
      scene("margin", "A difference below 0.7 does not matter.", {}, {.margin = 0.7}),
  };
}

std::string play(const RoundsScene& scene) {
  const auto session = make_session(scene.spec);
  std::string text =
      "# " + scene.words + "\n# law " + std::string(name_of(scene.spec.rounds->law)) + "; delta " +
      number(scene.spec.delta) + "; required " + number(-std::log(scene.spec.delta)) +
      "\n# round           a           b           c    evidence   in play\n";
  for (int round = 0; round < 400 && session->phase() == Phase::running; ++round) {
    const std::string line = play_round(*session);
    if (round < 12 || round % 20 == 19 || session->phase() != Phase::running) text += line;
  }
  const ExperimentStatus status = session->status();
  text += "# " +
          (status.verdict ? "verdict: " + status.verdict->answer.text
                          : std::string(to_string(status.phase))) +
          "\n";
  for (const RuledOut& out : status.rounds->ruled_out) {
    text += "# " + out.arm + " left in round " + std::to_string(out.round) + "\n";
  }
  for (const DifferenceStatus& one : status.rounds->differences) {
    text += "# " + one.arm + " - " + one.to + ": " + number(one.estimate) + " in " +
            number(one.low) + " to " + number(one.high) + "; better in " +
            std::to_string(one.better) + ", worse in " + std::to_string(one.worse) + "\n";
  }
  return text;
}

}  // namespace mirador::testing_support
