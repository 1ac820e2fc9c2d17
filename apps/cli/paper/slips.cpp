#include "paper/slips.hpp"

#include <array>

namespace mirador::paper {
namespace {

constexpr std::array<Slip, 12> list = {{
    {"Captions of Figure 1 and Table 1", "μ = [1, 0.85, 0.8, 0.7]",
     "The text and w* belong to μ = (1, 0.85, 0.8, 0.75). That is the instance here."},
    {"Maximal inequality, the version with a diagonal of peeling times",
     "a threshold without the term K log(4 log(1/δ) + 1)",
     "The term belongs there, as in the definition of β; the menard threshold has it."},
    {"Bootstrap of the deviation bound", "one constant C for every dimension",
     "The constant must be raised to the dimension, C^d."},
    {"An inequality inside a proof", "log(x + y) ≤ log x + x/y",
     "It must read y/x. Only the proof uses it."},
    {"Regret of the online ascent, first display",
     "C_t, the bound of the gains, to the first power",
     "It must be squared, C_t²; the regret bound drawn above uses the square."},
    {"Sketch of the proof of the theorem", "T ≳ log(1/δ)/(T* − ε)",
     "T* must be inverted: T ≳ log(1/δ)/(1/T* − ε)."},
    {"Probability of the typical event", "P(E) ≲ exp(−C T^(1/16))",
     "It is the complement that is unlikely: P(not E) ≲ T exp(−C T^(1/8))."},
    {"Exploration rate γ", "indexed by t in the algorithm and by s in the proof",
     "γ_t = 1/(4√t) with t the number of measurements so far."},
    {"Signed bandits, definition of the sets", "μ'_a > S without a quantifier",
     "For all arms a, on both sides."},
    {"Thresholding bandits, definition of the sets",
     "sets that hold their border, and so are not open",
     "Means on the threshold itself belong to no answer: μ_a ≠ S."},
    {"Appendix with an unbounded gradient", "F(w, 0) = w₂²/(2w₁) + w₁²/(2w₂)",
     "For two arms at (0, 0) it is F = √(w₁w₂). Its gradient is unbounded all the same."},
    {"Remark that LMA with a constant rate does as well as BC",
     "“we recover the same results as BC”",
     "Not here: see Figure 1. Cumulative tracking lags behind BC at every constant rate we tried."},
}};

}  // namespace

std::span<const Slip> slips() { return list; }

}  // namespace mirador::paper
