#pragma once

#include <cstdint>
#include <string_view>

namespace mirador {

/// By which rules an experiment is read and judged: those of the version that made it, so that an
/// old log still replays to the verdict it had. What is made now is of the latest edition.
///   first    up to 0.7.0: results count as they are told, and the evidence is looked at after each
///            of them. Mixture stopping asks for all claims to be proved at the same time, looks
///            for one valley of the evidence, and on closest compares the answer with its
///            neighbours only (which is not δ-correct).
///   second   from 0.8.0: of each arm results count in the order of its tickets, and a batch is
///            looked at once, at its end (docs/theory.md, section 11). Proofs last (section 3), the
///            smallest evidence is proved (section 10), and closest is δ-correct.
enum class Edition : std::uint64_t { first = 1, second = 2 };

inline constexpr Edition latest_edition = Edition::second;

}  // namespace mirador
