"""The cost of a loop of ask, suggest (one of several choices) and tell in optuna."""

import optuna


def ask_and_tell(sampler, choices, trials):
    """A study in memory, with noise around means that increase by 0.01."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=getattr(optuna.samplers, sampler)(seed=1), direction="maximize")
    for i in range(trials):
        trial = study.ask()
        study.tell(trial, 0.01 * trial.suggest_categorical("arm", choices) + 0.001 * ((7919 * i) % 1009))
