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
/// "contradicted: the values of a spread 20 times as widely as sigma 1 says; the guarantee does not
/// hold", or nothing as long as the data agree with what is assumed of them.
std::string contradiction_text(const ExperimentStatus& status);

/// Does the verdict, or the answer so far, name the arm?
bool in_answer(const ExperimentStatus& status, const std::string& arm);
/// "the data now speak for y; the verdict stays", or nothing as long as they agree with it.
std::string change_of_mind(const ExperimentStatus& status);
/// At most so many: those of the answer and those measured most, in their own order.
std::vector<ArmStatus> leading_arms(const ExperimentStatus& status, std::size_t most);

/// The level that a question is about, if any.
std::optional<double> level_of(const QuestionSpec& question);

}  // namespace mirador::cli
