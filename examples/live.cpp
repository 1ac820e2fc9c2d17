// A live experiment in memory: which of three brews tastes best? Replace `taste` by a measurement.
#include <iostream>
#include <random>

#include "mirador/experiment/session.hpp"

int main() {
  const auto session = mirador::make_session(
      {.arms = {"mild", "medium", "dark"}, .family = mirador::BoundedSpec{0.0, 10.0}});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> mood(-3.0, 3.0);
  const auto taste = [&](mirador::Arm brew) { return (brew == 1 ? 6.0 : 5.0) + mood(random); };

  // Two measurements at a time. Events can be stored before they are applied, and read back.
  for (auto asked = session->ask(2); !asked.empty(); asked = session->ask(2)) {
    session->apply(asked);
    for (const mirador::Event& event : asked) {
      const auto& [ticket, brew] = std::get<mirador::Asked>(event);
      session->apply(session->tell(ticket, taste(brew)));
    }
  }
  const mirador::ExperimentStatus status = session->status();
  std::cout << status.verdict->answer.text << " is best: " << status.verdict->samples
            << " tastings, error at most " << status.delta << " (" << to_string(status.guarantee)
            << ")\n";
}
