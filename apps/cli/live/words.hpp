#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/live/live_experiment.hpp"

namespace mirador::cli {

/// The sentences about live experiments, for text and pages.

/// The experiment ended without a verdict because of its budget.
bool budget_is_spent(const ExperimentStatus& status);
/// Before a verdict "a is within 0.08 of the best; still possible: a, b; ruled out: c; risk 0.05
/// [proved]", and once the budget is spent "300: a recommended, within 0.08 of the best; ...", to
/// follow "budget"; empty if nothing can be said.
std::string recommendation_text(const ExperimentSpec& spec, const ExperimentStatus& status);
/// "a recommended, within 0.08 of the best (risk 0.05 [proved])"; empty before the
/// budget is spent, and for questions without a recommendation.
std::string recommendation_after_budget(const ExperimentSpec& spec, const ExperimentStatus& status);
/// "120 to 900 more samples", "at least 120 more samples, no end in sight"; with the words for one
/// measurement and for many.
std::string forecast_range_text(const Forecast& forecast, std::string_view one,
                                std::string_view many);
/// The same for a status, with how often it holds; empty unless running.
std::string forecast_text(const ExperimentStatus& status);
/// "the budget is spent", or "all items are used".
std::string_view what_ran_out(const Progress& progress);
/// "running", "decided after 512 samples".
std::string phase_text(const Progress& progress);
/// "best-arm; 3 arms, gaussian, sigma 1; delta 0.05; rule lma"; "best-arm; 3 arms in rounds,
/// symmetric, compare mean; delta 0.05".
std::string question_line(const ExperimentSpec& spec);
/// The name of the rule that chooses and of the rule that stops; "rounds" if rounds do both.
std::string rule_name(const ExperimentSpec& spec);
std::string stopping_name(const ExperimentSpec& spec);
/// The smallest risk, rounded up; empty if it is 1 (not decidable yet).
std::string smallest_risk_text(const ExperimentStatus& status);
/// "wrong with probability at most 0.05 [proved]": the risk of a verdict, fixed in advance.
std::string verdict_risk_text(const Progress& progress);
/// Before the verdict "could be decided now at any risk down to 0.037 [proved]" or "not yet
/// decidable at any risk"; after the verdict its risk, and the smallest risk if that is lower.
std::string risk_text(const ExperimentStatus& status);
/// "contradicted: the values of a spread 20 times as widely as sigma 1 says; the guarantee does not
/// hold", or nothing if the data agree with the assumptions.
std::string contradiction_text(const ExperimentStatus& status);
/// "delta from 0.05 to 0.01, after 120 samples".
std::string change_text(const PlanChange& change);
/// "d added, after 120 samples".
std::string change_text(const ArmChange& change);
/// "arms were changed: risk in all at most 0.075"; empty if they were not.
std::string arms_risk_text(const Progress& progress);
/// The risk of what is shown: of a verdict, and of all intervals together.
double risk_of(const Progress& progress);
/// The name of the arm, with " (retired)" if it is.
std::string name_of(const ArmStatus& arm);
/// "a remark (after 3 samples)", on one line.
std::string note_text(const PlanNote& note);
/// How many samples more than the budget there are: observations are never refused.
std::uint64_t over_budget(const Progress& progress);
/// "; 2 more than the budget of 50", or nothing.
std::string excess_clause(const Progress& progress);
/// "ticket 3", "tickets 1, 2, 3, ...".
std::string tickets_text(std::span<const Ticket> tickets);
/// The answer of the verdict, or so far; empty if there is none.
std::string answer_text(const ExperimentStatus& status);
/// The sentence that verdict and intervals hold separately, and with which probability.
std::string separate_text(const ExperimentStatus& status);
/// The proved meaning of "equal within the margin" when `others` more arms share the first place:
/// "each differs from a by at most the margin; two of them may differ by up to twice the margin".
std::string equal_note(std::string_view answer, std::size_t others, double margin, MarginKind kind);
/// The same for a comparison in rounds; empty without a margin (a tie on all items).
std::string_view equal_in_rounds(double margin);
/// The same for a verdict on any question; empty if no arms are equal.
std::string margin_note(const ExperimentSpec& spec, const ExperimentStatus& status);

/// Results that were told and do not count yet.
std::uint64_t waiting_results(const Progress& progress);
/// "; 2 results wait for ticket 3", "; 5 results wait for tickets 3, 4, ..."; empty if none wait.
std::string waiting_clause(const Progress& progress);
/// "24 results wait for ticket 3; tell or abandon it first, ..." if many results wait for tickets
/// that were handed out before `just_now`; empty otherwise.
std::string stalled_text(const Progress& progress, std::span<const HandedOut> just_now);
/// "2 results of b wait for ticket 3" for every arm with waiting results.
std::string waiting_text(const ExperimentStatus& status);
/// What to do so that the waiting results count: "tell or abandon it first".
std::string waiting_remedy(const Progress& progress);

/// The number of the item of a ticket, or its name; empty without items.
std::string item_text(const ExperimentSpec& spec, const std::optional<RoundPlace>& place);
/// "12 of 32" for every arm: the rounds in which it was better than the answer. Empty without
/// rounds.
std::string wins_text(const RoundsStatus& rounds);
/// "a, b and 3 more in play; ruled out: c (round 12), d (round 20)".
std::string in_play_text(const RoundsStatus& rounds);

/// Whether the verdict, or the answer so far, names the arm.
bool in_answer(const ExperimentStatus& status, const std::string& arm);
/// "the data now speak for y; the verdict stays", or nothing if the data agree with the verdict.
std::string change_of_mind(const ExperimentStatus& status);
/// At most `most` arms: those of the answer and those measured most, in their own order.
std::vector<std::size_t> leading_places(const ExperimentStatus& status, std::size_t most);
std::vector<ArmStatus> leading_arms(const ExperimentStatus& status, std::size_t most);

/// The level that a question is about, if any.
std::optional<double> level_of(const QuestionSpec& question);

}  // namespace mirador::cli
