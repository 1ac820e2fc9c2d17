#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::cli {

/// Live experiments in the words of text and pages.

/// "running", "decided after 512 samples".
std::string phase_text(const ExperimentStatus& status);
/// "best-arm; 3 arms, gaussian, sigma 1; delta 0.05; rule lma".
std::string question_line(const ExperimentSpec& spec);
/// "wrong with probability at most 0.04 [proved]".
std::string risk_text(const ExperimentStatus& status);

/// Results that were told and do not count yet.
std::uint64_t waiting_results(const ExperimentStatus& status);
/// "; 2 results wait for ticket 3", "; 5 results wait for tickets 3, 4, ..."; nothing if none do.
std::string waiting_clause(const ExperimentStatus& status);
/// "2 results of b wait for ticket 3" of every arm where some wait.
std::string waiting_text(const ExperimentStatus& status);

/// Does the verdict, or the answer so far, name the arm?
bool in_answer(const ExperimentStatus& status, const std::string& arm);
/// "the data now speak for y; the verdict stays", or nothing as long as they agree with it.
std::string change_of_mind(const ExperimentStatus& status);
/// At most so many: those of the answer and those measured most, in their own order.
std::vector<ArmStatus> leading_arms(const ExperimentStatus& status, std::size_t most);

/// The level that a question is about, if any.
std::optional<double> level_of(const QuestionSpec& question);

}  // namespace mirador::cli
