#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "scene.hpp"

namespace mirador::testing_support {
namespace {

/// All rules play the paper's instance.
std::vector<Scene> rule_scenes() {
  const ProblemSpec paper{GaussianSpec{}, BestArmSpec{}, {1.0, 0.85, 0.8, 0.75}};
  const auto scene = [&](const std::string& rule, const std::string& words) {
    const std::string file = file_of("rules", parse_rule(rule).kind);
    return Scene{file, words, paper, rule, "heuristic", 1, 200, 3600};
  };
  return {
      scene("lma", "Lazy mirror ascent with AdaHedge, the default rule."),
      scene("lma:L=0.1", "Lazy mirror ascent with the rate 1/(L sqrt t)."),
      scene("lma:M=0.001", "Lazy mirror ascent with AdaHedge, gradients cut at M sqrt t."),
      scene("lmac", "Lazy mirror ascent with a constant rate."),
      scene("lmac:eta=1", "Lazy mirror ascent with a constant rate below the default."),
      scene("lmac:M=0.001", "Lazy mirror ascent with a constant rate, gradients cut at M sqrt t."),
      scene("bc", "Frank-Wolfe steps, with pulls forced on arms that have few."),
      scene("fw:forcing=none",
            "Frank-Wolfe steps without forced pulls; by round 400 the counts are those of fw.txt."),
      scene("dt", "Direct tracking of the optimal proportions."),
      scene("ttts", "Top-two Thompson sampling."),
      scene("unif", "An arm at random."),
      scene("rr", "The arms in turn."),
  };
}

/// Which arm is best, judged by the mixture of each family.
std::vector<Scene> family_scenes() {
  const auto scene = [](FamilySpec family, std::vector<double> means, const std::string& words) {
    const std::string file = file_of("families", family);
    return Scene{file, words, {family, BestArmSpec{}, means}, "lma", "mixture", 2, 20, 400};
  };
  return {
      scene(GaussianSpec{0.5}, {1.0, 0.6, 0.4}, "Normal values with a known standard deviation."),
      scene(BernoulliSpec{}, {0.8, 0.5, 0.3}, "Values 0 and 1."),
      scene(PoissonSpec{}, {5.0, 3.5, 2.5}, "Counts."),
      scene(ExponentialSpec{}, {4.0, 2.0, 1.0}, "Waiting times."),
      scene(BoundedSpec{}, {0.8, 0.5, 0.3}, "Any values between 0 and 1."),
      scene(BoundedSpec{-1.0, 1.0}, {0.6, 0.0, -0.4},
            "Values between -1 and 1: bounded.txt on another scale, with its evidence."),
      scene(BoundedSpec{0.0, 10.0}, {8.0, 5.0, 3.0},
            "Values between 0 and 10: bounded.txt on another scale, with its evidence."),
      scene(NormalSpec{{0.5, 1.0, 0.2}}, {1.5, 0.6, 0.4},
            "Normal values with standard deviations that the rules do not know."),
  };
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
  const auto scene = [](const std::string& stopping, const std::string& words) {
    const std::string file = file_of("stopping", parse_stopping(stopping));
    const ProblemSpec problem{GaussianSpec{}, BestArmSpec{}, {1.5, 0.3, 0.0}};
    return Scene{file, words, problem, "lma", stopping, 1, 60, 1200};
  };
  return {
      scene("mixture", "Mixture martingales, proved."),
      scene("heuristic", "The threshold log((1 + log t)/delta), which nothing proves."),
      scene("kaufmann-koolen", "The thresholds of Kaufmann and Koolen, proved."),
      scene("menard", "The threshold of Menard, proved for gaussian arms."),
  };
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
