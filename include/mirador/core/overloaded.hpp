#pragma once

namespace mirador {

/// Combines several lambdas into one function object, for std::visit.
template <class... Cases>
struct overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
overloaded(Cases...) -> overloaded<Cases...>;

}  // namespace mirador
