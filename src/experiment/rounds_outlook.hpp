#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirador/experiment/rounds_experiment.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador {

/// What a comparison in rounds shows beside its verdict, in the units of the user.

/// The answer of the verdict; before, the arm in play that is refuted least, of those with values.
Arm answer_of(const RoundsExperiment& experiment);
/// The arms that share a round with this one, compared with it. Costs some evaluations of all bets
/// on all rounds for each arm.
std::vector<DifferenceStatus> differences_to(const RoundsExperiment& experiment, Arm other);
/// The answer compared with the nearest of the other arms in play, or of all if it is alone.
std::optional<Lead> lead_of(const RoundsExperiment& experiment);
/// What is proved about the best arm; nothing before there is a round. With a margin everything in
/// it holds with risk δ, otherwise with 2 δ: δ for the arms that left, δ for the distance. Plays
/// all rounds again.
std::optional<Recommendation> recommendation_of(const RoundsExperiment& experiment);
/// Reasons to doubt that the claim is about averages.
std::vector<RoundsWarning> doubts(const RoundsExperiment& experiment);
/// The measurements until the verdict, or until budget or items are used up.
Forecast to_go_of(const RoundsExperiment& experiment);

}  // namespace mirador
