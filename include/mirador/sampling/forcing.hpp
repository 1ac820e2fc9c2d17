#pragma once

namespace mirador {

/// How a rule explores beyond what its weights ask for: not at all, or every arm √t times.
enum class Forcing { root, none };

}  // namespace mirador
