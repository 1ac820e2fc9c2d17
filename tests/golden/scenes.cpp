#include <cmath>

#include "mirador/spec/catalog.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "scene.hpp"

namespace mirador::testing_support {
namespace {

/// The help line of a choice, as a sentence.
std::string sentence(const SpecText& choice) {
  return std::string(choice.name) + ": " + std::string(choice.help) + ".";
}

/// All rules play the paper's instance.
std::vector<Scene> rule_scenes() {
  const ProblemSpec paper{GaussianSpec{}, BestArmSpec{}, {1.0, 0.85, 0.8, 0.75}};
  const auto scene = [&](const std::string& rule, const std::string& words) {
    const std::string file = file_of("rules", parse_rule(rule).kind);
    return Scene{file, words, paper, rule, "heuristic", 1, 200, 3600};
  };
  std::vector<Scene> list = {
      scene("lma:L=0.1", "Lazy mirror ascent with the rate 1/(L sqrt t)."),
      scene("lma:M=0.001", "Lazy mirror ascent with AdaHedge, gradients cut at M sqrt t."),
      scene("lmac:eta=1", "Lazy mirror ascent with a constant rate below the default."),
      scene("lmac:M=0.001", "Lazy mirror ascent with a constant rate, gradients cut at M sqrt t."),
      scene("fw:forcing=none",
            "Frank-Wolfe steps without forced pulls; by round 400 the counts are those of fw.txt."),
  };
  for (const SpecText& rule : texts_of<SamplingSpec>()) {
    list.push_back(scene(std::string(rule.name), sentence(rule)));
  }
  return list;
}

/// Means that every family can have, three steps apart.
std::vector<double> usual_means(const FamilySpec& spec) {
  return with_family(spec, [](const auto& family) -> std::vector<double> {
    const double low = family.lowest_mean(), width = family.highest_mean() - low;
    if (std::isfinite(width)) return {low + 0.8 * width, low + 0.5 * width, low + 0.3 * width};
    if (std::isfinite(low)) return {low + 4.0, low + 2.0, low + 1.0};
    return {1.5, 0.6, 0.4};
  });
}

/// Which arm is best, judged by the mixture of each family.
std::vector<Scene> family_scenes() {
  const auto scene = [](FamilySpec family, std::vector<double> means, const std::string& words) {
    const std::string file = file_of("families", family);
    return Scene{file, words, {family, BestArmSpec{}, means}, "lma", "mixture", 2, 20, 400};
  };
  std::vector<Scene> list = {
      scene(BoundedSpec{-1.0, 1.0}, {0.6, 0.0, -0.4},
            "Values between -1 and 1: bounded.txt on another scale, with its evidence."),
      scene(BoundedSpec{0.0, 10.0}, {8.0, 5.0, 3.0},
            "Values between 0 and 10: bounded.txt on another scale, with its evidence."),
  };
  for (const SpecText& text : texts_of<FamilySpec>()) {
    const FamilySpec family = *Choices<FamilySpec>::make(text.name);
    list.push_back(scene(family, usual_means(family), sentence(text)));
  }
  return list;
}

std::vector<Scene> question_scenes() {
  const auto scene = [](FamilySpec family, QuestionSpec question, std::vector<double> means,
                        const std::string& words) {
    const std::string file = file_of("questions", question);
    return Scene{file, words, {family, question, means}, "lma", "mixture", 2, 20, 400};
  };
  const PolyhedralSpec halves{{{"rising", {-1.0, 1.0}, {0.0}}, {"falling", {1.0, -1.0}, {0.0}}}};
  return {
      scene(GaussianSpec{}, BestArmSpec{}, {0.0, 1.5, 0.5}, "Which arm has the highest mean?"),
      scene(ExponentialSpec{}, BestArmSpec{Direction::lowest}, {3.0, 1.0, 4.0},
            "Which arm has the lowest mean?"),
      scene(GaussianSpec{0.5}, BestArmSpec{Direction::highest, 0.6}, {1.0, 0.9, 0.0},
            "Which arm has the highest mean, where a difference below 0.6 does not matter?"),
      scene(GaussianSpec{0.5}, BestArmSpec{.good_enough = 0.6}, {1.0, 0.9, 0.0},
            "Which arm is within 0.6 of the best?"),
      scene(BernoulliSpec{}, TopMSpec{2}, {0.9, 0.2, 0.8, 0.3},
            "Which two arms have the highest means?"),
      scene(PoissonSpec{}, TopMSpec{2, Direction::lowest}, {1.0, 4.0, 2.0, 6.0},
            "Which two arms have the lowest means?"),
      scene(GaussianSpec{0.5}, TopMSpec{2, Direction::highest, 0.8}, {2.0, 1.0, 0.9, -1.0},
            "Which two arms have the highest means, where a difference below 0.8 does not matter?"),
      scene(PoissonSpec{}, ThresholdingSpec{2.0}, {1.0, 3.5, 4.0},
            "Which arms have means above the level?"),
      scene(BernoulliSpec{}, ThresholdingSpec{0.5, 0.3}, {0.1, 0.9, 0.55},
            "Which arms have means above the level, where a distance below 0.3 does not matter?"),
      scene(ExponentialSpec{}, SignedSpec{1.0}, {1.6, 2.0, 1.5},
            "Are all means above the level, or all below?"),
      scene(BernoulliSpec{}, ClosestSpec{0.5}, {0.1, 0.45, 0.95},
            "Which mean is closest to the level, of means that increase?"),
      scene(GaussianSpec{}, halves, {0.2, 1.2}, "In which of two sets do the means lie?"),
  };
}

/// All stopping rules judge the same rewards.
std::vector<Scene> stopping_scenes() {
  std::vector<Scene> list;
  for (const SpecText& stopping : texts_of<StoppingSpec>()) {
    const std::string name(stopping.name);
    const ProblemSpec problem{GaussianSpec{}, BestArmSpec{}, {1.5, 0.3, 0.0}};
    list.push_back({file_of("stopping", parse_stopping(name)), sentence(stopping), problem, "lma",
                    name, 1, 60, 1200});
  }
  return list;
}

}  // namespace

std::vector<Scene> scenes() {
  std::vector<Scene> all;
  for (const auto& group : {rule_scenes(), family_scenes(), question_scenes(), stopping_scenes()}) {
    all.insert(all.end(), group.begin(), group.end());
  }
  return all;
}

}  // namespace mirador::testing_support
