#include "paper/slips.hpp"

#include <array>

namespace mirador::paper {
namespace {

constexpr std::array<Slip, 12> list = {{
    {"Captions of Figure 1 and Table 1", "μ = [1, 0.85, 0.8, 0.7]",
     "The text, w* and the times belong to μ = (1, 0.85, 0.8, 0.75), the instance used here."},
    {"Appendix D, second inequality of the proposition for a diagonal Gram matrix",
     "a bound without the term K log(4 log(1/δ) + 1)",
     "The term is missing; the definition of β and the menard threshold have it."},
    {"Appendix D, the inequality before it is bootstrapped", "a constant C behind a product over d",
     "Ambiguous: it must be C to the power d."},
    {"Appendix D, last step (“using again”)", "log(x + y) ≤ log x + x/y",
     "y/x, as at its first use. Only the proof needs it."},
    {"Appendix F, first display of the regret", "the bound of the gains, C, to the first power",
     "C squared, as in the regret bound drawn above."},
    {"Section on optimality, sketch of the proof", "T ≳ log(1/δ)/(T* − ε)",
     "T* must be inverted, log(1/δ)/(1/T* − ε), as in Appendix C."},
    {"The same sketch", "P(E) ≲ exp(−C T^(1/16))",
     "The bound is for the complement of E: at most about T exp(−C T^(1/8))."},
    {"Exploration rate γ", "indexed by t in the algorithm and by s in the proof",
     "γ = 1/(4√t) with t the number of measurements so far."},
    {"Signed bandits, definition of the sets", "μ'_a above (below) the threshold",
     "“For all arms a” is missing."},
    {"Thresholding bandits, definition of the sets",
     "sets that contain part of their border, and so are not open",
     "A mean on the threshold itself belongs to no answer."},
    {"Appendix G, example of an unbounded gradient", "F(w, 0) = w₂²/(2w₁) + w₁²/(2w₂)",
     "For two arms at (0, 0) it is F = √(w₁w₂). Its gradient is unbounded too."},
    {"Section on experiments", "LMA with a constant rate gives the results of BC",
     "The rates η = 1, 10 and 100 are compared with BC below Figure 1."},
}};

}  // namespace

std::span<const Slip> slips() { return list; }

}  // namespace mirador::paper
