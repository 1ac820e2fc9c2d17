#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "live/render.hpp"

namespace mirador::cli {

/// What was done to an experiment, its state after it, and which of the tickets that were told do
/// not count. Commands and the service say the same.
Deed deed_of(const std::string& done, std::vector<std::pair<std::string, Deed::Value>> fields,
             const Session& session, std::span<const Ticket> told = {});

/// Of so many results, of which so many are new, for these tickets, each once.
Deed told_deed(std::uint64_t told, std::uint64_t news, const Session& session,
               std::span<const Ticket> tickets);
Deed observed_deed(Ticket ticket, const std::string& arm, const Session& session);
Deed observed_deed(std::uint64_t values, const Session& session);
/// Of these tickets, of which so many were open.
Deed abandoned_deed(std::span<const Ticket> tickets, std::uint64_t news, const Session& session);

/// The phase, the samples and the verdict.
std::string phase_sentence(const Progress& progress);

}  // namespace mirador::cli
