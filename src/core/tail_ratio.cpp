#include "mirador/core/tail_ratio.hpp"

#include "mirador/core/tail_formulas.hpp"

namespace mirador {

double stirling_remainder(double a) { return tail_formulas::stirling_remainder<StdMath>(a); }

double log_upper_beta_ratio(const BetaTail& t) {
  return tail_formulas::log_upper_beta_ratio<StdMath>(t);
}

double log_upper_gamma_ratio(const GammaTail& t) {
  return tail_formulas::log_upper_gamma_ratio<StdMath>(t);
}

double log_lower_gamma_ratio(const GammaTail& t) {
  return tail_formulas::log_lower_gamma_ratio<StdMath>(t);
}

}  // namespace mirador
