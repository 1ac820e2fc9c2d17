#pragma once

namespace mirador {

/// How a rule explores in addition to its weights: not at all, or every arm at least about √t
/// times.
enum class Forcing { root, none };

}  // namespace mirador
