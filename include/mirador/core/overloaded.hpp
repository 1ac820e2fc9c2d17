#pragma once

namespace mirador {

/// One function object out of several lambdas, for std::visit.
template <class... Cases>
struct overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
overloaded(Cases...) -> overloaded<Cases...>;

}  // namespace mirador
