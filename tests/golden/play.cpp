#include <cstdio>

#include "live_cases.hpp"
#include "scene.hpp"

namespace mirador::testing_support {
namespace {

constexpr std::uint64_t first_rounds = 20;

std::string value_text(double value) { return number(value); }
std::string value_text(std::size_t value) { return std::to_string(value); }
std::string value_text(Direction value) { return std::string(word_of(value)); }
std::string value_text(const std::string& value) { return value; }
std::string value_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text.append(text.empty() ? "" : " ").append(value_text(value));
  return text;
}
std::string value_text(const std::vector<Polyhedron>& sets) {
  std::string text;
  for (const Polyhedron& set : sets) {
    text += (text.empty() ? "" : ", ") + set.name + ": A " + value_text(set.rows) + ", b " +
            value_text(set.bounds);
  }
  return text;
}

/// "top-m (top 2, direction highest, margin 0)".
template <class... Specs>
std::string described(const std::variant<Specs...>& choice) {
  return std::visit(
      []<class Spec>(const Spec& spec) {
        std::string fields;
        for_each_written(spec, [&](const auto& field, const auto& value) {
          fields += fields.empty() ? " (" : ", ";
          fields += std::string(field.name) + " " + value_text(value);
        });
        return std::string(Spec::name) + fields + (fields.empty() ? "" : ")");
      },
      choice);
}

ExperimentSpec spec_of(const Scene& scene) {
  ExperimentSpec spec = LiveCase{scene.file, scene.problem}.spec(scene.rule, scene.seed);
  for (std::string& arm : spec.arms) arm = "arm " + arm;
  spec.stopping = parse_stopping(scene.stopping);
  spec.max_samples = scene.budget;
  return spec;
}

std::string heading(const Scene& scene, const ExperimentSpec& spec) {
  return "# " + scene.words + "\n# question " + described(spec.question) + "; family " +
         described(spec.family) + "; means " + value_text(scene.problem.means) + "\n# rule " +
         scene.rule + "; stopping " + scene.stopping + "; delta " + number(spec.delta) + "; seed " +
         std::to_string(scene.seed) + "\n# round arm       value    evidence    required\n";
}

/// There is no evidence before every arm has been measured (normal arms twice).
std::string line(Arm arm, double value, const ExperimentStatus& status) {
  char text[128];
  const auto& found = status.findings;
  std::snprintf(text, sizeof text, "%6llu %4zu %11.6g %11s %11s\n",
                static_cast<unsigned long long>(status.samples), arm + 1, value,
                found ? number(found->evidence).c_str() : "-",
                found ? number(found->required).c_str() : "-");
  return text;
}

std::string ending(const ExperimentStatus& status) {
  std::string text = "# pulls of the arms:";
  for (const ArmStatus& arm : status.arms) text.append(" ").append(std::to_string(arm.pulls));
  if (!status.verdict) return text + "\n# undecided; the data say: " + status.findings->answer.text;
  return text + "\n# verdict, " + std::string(guarantee_text(status)) + ": " +
         status.verdict->answer.text;
}

}  // namespace

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string play(const Scene& scene) {
  const ExperimentSpec spec = spec_of(scene);
  const auto session = make_session(spec);
  const auto next_reward = LiveCase{scene.file, scene.problem}.rewards(scene.seed);
  std::string text = heading(scene, spec);
  for (std::uint64_t round = 1; session->phase() == Phase::running; ++round) {
    const std::vector<Event> asked = session->ask(1);
    session->apply(asked);
    const auto& [ticket, arm] = std::get<Asked>(asked.front());
    const double value = next_reward(arm);
    session->apply(session->tell(ticket, value));
    const bool last = session->phase() != Phase::running;
    if (round <= first_rounds || round % scene.every == 0 || last) {
      text += line(arm, value, session->status());
    }
  }
  return text + ending(session->status()) + "\n";
}

}  // namespace mirador::testing_support
