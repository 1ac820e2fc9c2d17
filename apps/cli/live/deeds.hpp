#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "live/render.hpp"

namespace mirador::cli {

/// What was done to an experiment, and its state after it. Commands and the service say the same.
Deed deed_of(const std::string& done, std::vector<std::pair<std::string, Deed::Value>> fields,
             const Progress& progress);

/// Of so many results, of which so many are new.
Deed told_deed(std::uint64_t told, std::uint64_t news, const Progress& progress);
Deed observed_deed(Ticket ticket, const std::string& arm, const Progress& progress);
Deed observed_deed(std::uint64_t values, const Progress& progress);
/// Of these tickets, of which so many were open.
Deed abandoned_deed(std::span<const Ticket> tickets, std::uint64_t news, const Progress& progress);

/// The phase, the samples and the verdict.
std::string phase_sentence(const Progress& progress);

}  // namespace mirador::cli
