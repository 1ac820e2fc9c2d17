#pragma once

#include <cstdint>
#include <string_view>

namespace mirador {

/// The edition of the rules by which an experiment is read and judged: that of the version that
/// made it, so that an old log still replays to the same verdict. New experiments use the latest
/// edition.
///   - first: up to 0.7.0. Results count in the order in which they are told, and the evidence is
///     evaluated after each. Mixture stopping requires all claims to be proved at the same time,
///     searches one valley of the evidence, and on closest compares the answer only with its
///     neighbours (which is not δ-correct).
///   - second: from 0.8.0. The results of each arm count in the order of its tickets, and a batch
///     is evaluated once, at its end (docs/theory.md, section 11). Proofs persist (section 3), the
///     smallest evidence is proved (section 10), and closest is δ-correct.
enum class Edition : std::uint64_t { first = 1, second = 2 };

inline constexpr Edition latest_edition = Edition::second;

}  // namespace mirador
