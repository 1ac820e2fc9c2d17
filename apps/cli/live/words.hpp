#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::cli {

/// Live experiments in the words of text and pages.

/// "running", "decided after 512 samples".
std::string phase_text(const Progress& progress);
/// "best-arm; 3 arms, gaussian, sigma 1; delta 0.05; rule lma".
std::string question_line(const ExperimentSpec& spec);
/// The smallest risk, rounded up; empty where that is 1: not yet.
std::string smallest_risk_text(const ExperimentStatus& status);
/// "wrong with probability at most 0.05 [proved]": the risk that was fixed beforehand, of a
/// verdict.
std::string verdict_risk_text(const Progress& progress);
/// Before the verdict "could be decided now at any risk down to 0.037 [proved]" or "not yet
/// decidable at any risk"; after it the risk of the verdict, and the smallest risk where that is
/// lower.
std::string risk_text(const ExperimentStatus& status);
/// "contradicted: the values of a spread 20 times as widely as sigma 1 says; the guarantee does not
/// hold", or nothing as long as the data agree with what is assumed of them.
std::string contradiction_text(const ExperimentStatus& status);
/// That the verdict and the intervals hold each for itself, and with which probability.
std::string separate_text(const ExperimentStatus& status);
/// What "equal within the margin" is proved to mean where `others` arms share the first place:
/// "each differs from a by at most the margin; two of them may differ by up to twice the margin".
std::string equal_note(std::string_view answer, std::size_t others, double margin, MarginKind kind);
/// The same of a verdict on any question; empty where no arms are equal.
std::string margin_note(const ExperimentSpec& spec, const ExperimentStatus& status);

/// Results that were told and do not count yet.
std::uint64_t waiting_results(const Progress& progress);
/// "; 2 results wait for ticket 3", "; 5 results wait for tickets 3, 4, ..."; nothing if none do.
std::string waiting_clause(const Progress& progress);
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
