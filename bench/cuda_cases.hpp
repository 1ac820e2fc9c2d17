#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "simulate/lanes/job.hpp"

/// The cases that cuda_check simulates on the processor and on the GPU.
namespace cuda_cases {

using namespace mirador::lanes;

struct NamedRule {
  const char* name;
  RuleJob job;
};

inline const std::vector<NamedRule>& rules() {
  static const std::vector<NamedRule> all = {
      {"lma", {RuleKind::adaptive_ascent, 0.0, true, HUGE_VAL, false, 1.0}},
      {"lma:L=.01", {RuleKind::mirror_ascent, 100.0, true, HUGE_VAL, false, 1.0}},
      {"lma:L=1,M=2", {RuleKind::mirror_ascent, 1.0, true, 2.0, false, 1.0}},
      {"lmac", {RuleKind::mirror_ascent, 0.1, false, HUGE_VAL, false, 1.0}},
      {"bc", {RuleKind::challenger, 0.0, false, HUGE_VAL, true, 1.0}},
      {"fw", {RuleKind::challenger, 0.0, false, HUGE_VAL, false, 1.0}},
      {"dt", {RuleKind::tracking, 0.0, false, HUGE_VAL, false, 1.0}},
      {"unif", {RuleKind::uniform, 0.0, false, HUGE_VAL, false, 1.0}},
      {"ttts", {RuleKind::top_two, 0.0, false, HUGE_VAL, false, 1.0}}};
  return all;
}

/// A job with the arrays it points to.
struct Case {
  std::string name;
  std::vector<double> means, deltas;
  Job job{};
  std::uint64_t first = 0, runs = 0;

  const Job& ready() {
    job.arms = static_cast<int>(means.size());
    job.means = means.data();
    job.risks = static_cast<int>(deltas.size());
    job.deltas = deltas.data();
    job.log_claims =
        job.question == QuestionKind::thresholding ? std::log(static_cast<double>(job.arms)) : 0.0;
    job.lasting = job.stopping == StoppingKind::mixture;
    job.rule.sigma = job.sigma;
    return job;
  }
};

inline double mean_of(FamilyKind family, QuestionKind question, int a, int arms) {
  const double place = static_cast<double>(a) / arms;
  if (question == QuestionKind::thresholding) {
    const double off = family == FamilyKind::gaussian ? 0.6 + 0.5 * place : 0.3 + 0.1 * place;
    return a % 3 == 1 ? 0.5 + off : 0.5 - off;
  }
  if (family == FamilyKind::gaussian) return a == arms / 3 ? 1.2 : 0.2 - 0.5 * place;
  return a == arms / 3 ? 0.9 : 0.2 + 0.3 * place;
}

/// The second seed reverses best-arm problems, has one risk, and ends many runs early.
inline Case small_case(FamilyKind family, QuestionKind question, const NamedRule& rule,
                       StoppingKind stopping, int arms, int seed) {
  Case out;
  Job& job = out.job;
  job.family = family, job.question = question, job.rule = rule.job, job.stopping = stopping;
  job.sigma = family == FamilyKind::gaussian && arms > 10 ? 0.5 : 1.0;
  job.level = 0.5;
  job.turned = seed == 2 && question == QuestionKind::best_arm;
  job.seed = seed == 1 ? 1 : 0x123456789ABCDEFull;
  job.max_samples = seed == 1 ? 20000 : static_cast<std::uint64_t>(40 + 4 * arms);
  const bool lowest = job.turned && family == FamilyKind::bernoulli;
  for (int a = 0; a < arms; ++a) {
    const double mean = mean_of(family, question, a, arms);
    out.means.push_back(lowest ? 1.0 - mean : mean);
  }
  out.deltas = seed == 1 ? std::vector<double>{0.1, 0.01} : std::vector<double>{0.2};
  out.first = seed == 1 ? 0 : (std::uint64_t{1} << 32) - 20;
  out.name = std::string(family == FamilyKind::gaussian ? "gaussian" : "bernoulli") +
             (question == QuestionKind::best_arm ? " best-arm " : " thresholding ") + rule.name +
             (stopping == StoppingKind::mixture ? " mixture" : " heuristic") +
             " K=" + std::to_string(arms) + " seed " + std::to_string(seed);
  return out;
}

inline std::uint64_t runs_of(const Case& one, double scale) {
  const double arms = static_cast<double>(one.means.size());
  double runs = std::clamp(8000.0 / arms, 100.0, 2000.0);
  if (one.job.family == FamilyKind::bernoulli && one.job.question == QuestionKind::best_arm) {
    if (one.job.rule.kind == RuleKind::tracking) runs *= 0.25;
    // The threads of a warp are judged one after the other, each with dozens of arms.
    if (one.job.stopping == StoppingKind::mixture && arms > 10.0) runs /= 16.0;
  }
  return std::max<std::uint64_t>(8, static_cast<std::uint64_t>(scale * runs));
}

/// Every family, question, rule and stopping rule at every size that uses different code.
inline std::vector<Case> grid(double scale) {
  std::vector<Case> out;
  for (const int arms : {64, 33, 10, 5, 4, 3, 2}) {
    for (const auto family : {FamilyKind::bernoulli, FamilyKind::gaussian}) {
      for (const auto question : {QuestionKind::best_arm, QuestionKind::thresholding}) {
        for (const NamedRule& rule : rules()) {
          const bool plain = family == FamilyKind::gaussian && question == QuestionKind::best_arm;
          if (rule.job.kind == RuleKind::top_two && !plain) continue;
          for (const auto stopping : {StoppingKind::mixture, StoppingKind::heuristic}) {
            for (const int seed : {1, 2}) {
              out.push_back(small_case(family, question, rule, stopping, arms, seed));
              out.back().runs = runs_of(out.back(), scale);
            }
          }
        }
      }
    }
  }
  return out;
}

}  // namespace cuda_cases
