#pragma once

#include <array>
#include <string_view>

namespace mirador::paper {

/// The instance of the paper's experiments, and the numbers of the paper.
inline constexpr std::array<double, 4> paper_means = {1.0, 0.85, 0.8, 0.75};
inline constexpr const char* paper_means_text = "1,0.85,0.8,0.75";

/// The instances on which stopping rules are compared.
inline constexpr const char* paper_instance = "four arms (the paper's)";
inline constexpr const char* close_instance = "two arms, 0.1 apart";

/// Table 1 of the paper: seconds of one step of each rule.
struct PaperTime {
  std::string_view rule;
  double seconds;
};
inline constexpr std::array<PaperTime, 6> paper_times = {
    {{"bc", 5e-6}, {"ttts", 1e-4}, {"lmac", 8e-6}, {"lma", 8e-6}, {"dt", 2e-3}, {"unif", 4e-6}}};

}  // namespace mirador::paper
