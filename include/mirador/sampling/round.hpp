#pragma once

#include <cmath>
#include <cstdint>

namespace mirador {

/// A round t >= 1 and 1/√t, which the learning rate and the exploration share because it is slow to
/// compute.
class Round {
 public:
  explicit Round(std::uint64_t number)
      : number_(number), inverse_root_(1.0 / std::sqrt(static_cast<double>(number))) {}

  double inverse_root() const { return inverse_root_; }
  double root() const { return static_cast<double>(number_) * inverse_root_; }

 private:
  std::uint64_t number_;
  double inverse_root_;
};

}  // namespace mirador
