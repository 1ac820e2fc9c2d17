#!/usr/bin/python3
"""What a researcher writes in NumPy: lma with a fixed L, bc and unif for the best of four Gaussian
arms, with the heuristic threshold; the second reference besides bench/plain_loop.cpp.

  single      one replication after the other, arrays of K numbers
  vectorised  all replications together, arrays of R x K; those that stopped are dropped

Prints one line per rule and version: the rule, the version, CPU nanoseconds per step, the replications,
the mean stopping time and its standard error. bench/throughput reads these lines.
usage: numpy_lma.py [replications of single] [replications of vectorised]
"""

import sys
import time

import numpy as np

MEANS = np.array([1.0, 0.85, 0.8, 0.75])
DELTA = 0.01
L = 0.01


def threshold(t):
    return np.log((1.0 + np.log(t)) / DELTA)


def closest(w, m):
    """The best arm, its closest rival, their distance and the mean where they meet."""
    best = m.argmax()
    value = 0.5 * (m[best] - m) ** 2 * w[best] * w / (w[best] + w)
    value[best] = np.inf
    rival = value.argmin()
    theta = (w[best] * m[best] + w[rival] * m[rival]) / (w[best] + w[rival])
    return best, rival, value[rival], theta


class Lma:
    def __init__(self, arms):
        self.gains, self.deficit = np.zeros(arms), np.zeros(arms)
        self.weights = np.full(arms, 1.0 / arms)

    def next(self, rng, t, counts, m, _):
        best, rival, _, theta = closest(self.weights, m)
        self.gains[best] += 0.5 * (m[best] - theta) ** 2
        self.gains[rival] += 0.5 * (m[rival] - theta) ** 2
        w = np.exp((self.gains - self.gains.max()) / (L * np.sqrt(t + 1.0)))
        self.weights = w / w.sum()
        gamma = 0.25 / np.sqrt(t)
        self.deficit += (1.0 - gamma) * self.weights + gamma / len(m)
        arm = self.deficit.argmax()
        self.deficit[arm] -= 1.0
        return arm


class BestChallenger:
    def __init__(self, arms):
        pass

    def next(self, rng, t, counts, m, closest_now):
        least = counts.argmin()
        if counts[least] < np.sqrt(t) - 0.5 * len(m):
            return least
        best, rival, _, theta = closest_now
        return best if abs(m[best] - theta) > abs(m[rival] - theta) else rival


class Uniform:
    def __init__(self, arms):
        pass

    def next(self, rng, t, counts, m, closest_now):
        return rng.integers(len(m))


def run_single(make_rule, rng):
    arms = len(MEANS)
    rule = make_rule(arms)
    counts, sums = np.ones(arms), MEANS + rng.standard_normal(arms)
    t = arms
    while True:
        m = sums / counts
        now = closest(counts, m)
        if now[2] >= threshold(t):
            return t
        arm = rule.next(rng, t, counts, m, now)
        counts[arm] += 1.0
        sums[arm] += MEANS[arm] + rng.standard_normal()
        t += 1


def single(make_rule, runs):
    rng = np.random.default_rng(1)
    return np.array([run_single(make_rule, rng) for _ in range(runs)])


def closest_rows(w, m):
    """closest() of every row, with the rows' indices to address one entry of each."""
    rows = np.arange(len(m))
    best = m.argmax(axis=1)
    w_best, m_best = w[rows, best], m[rows, best]
    gap = m_best[:, None] - m
    value = 0.5 * gap * gap * w_best[:, None] * w / (w_best[:, None] + w)
    value[rows, best] = np.inf
    rival = value.argmin(axis=1)
    w_rival, m_rival = w[rows, rival], m[rows, rival]
    theta = (w_best * m_best + w_rival * m_rival) / (w_best + w_rival)
    return rows, best, rival, value[rows, rival], m_best, m_rival, theta


class LmaRows:
    def __init__(self, shape):
        self.gains, self.deficit = np.zeros(shape), np.zeros(shape)
        self.weights = np.full(shape, 1.0 / shape[1])

    def keep(self, going):
        self.gains, self.deficit = self.gains[going], self.deficit[going]
        self.weights = self.weights[going]

    def next(self, rng, t, counts, m, _):
        rows, best, rival, _, m_best, m_rival, theta = closest_rows(self.weights, m)
        self.gains[rows, best] += 0.5 * (m_best - theta) ** 2
        self.gains[rows, rival] += 0.5 * (m_rival - theta) ** 2
        top = self.gains.max(axis=1, keepdims=True)
        w = np.exp((self.gains - top) / (L * np.sqrt(t + 1.0)))
        self.weights = w / w.sum(axis=1, keepdims=True)
        gamma = 0.25 / np.sqrt(t)
        self.deficit += (1.0 - gamma) * self.weights + gamma / m.shape[1]
        arm = self.deficit.argmax(axis=1)
        self.deficit[rows, arm] -= 1.0
        return arm


class BestChallengerRows:
    def __init__(self, shape):
        pass

    def keep(self, going):
        pass

    def next(self, rng, t, counts, m, closest_now):
        rows, best, rival, _, m_best, m_rival, theta = closest_now
        least = counts.argmin(axis=1)
        forced = counts[rows, least] < np.sqrt(t) - 0.5 * m.shape[1]
        chosen = np.where(abs(m_best - theta) > abs(m_rival - theta), best, rival)
        return np.where(forced, least, chosen)


class UniformRows(BestChallengerRows):
    def next(self, rng, t, counts, m, closest_now):
        return rng.integers(m.shape[1], size=len(m))


def vectorised(make_rule, runs):
    rng = np.random.default_rng(2)
    shape = (runs, len(MEANS))
    rule = make_rule(shape)
    counts, sums = np.ones(shape), MEANS + rng.standard_normal(shape)
    times = []
    t = shape[1]
    while True:
        m = sums / counts
        now = closest_rows(counts, m)
        stopped = now[3] >= threshold(t)
        if stopped.any():
            times += [t] * int(stopped.sum())
            going = ~stopped
            counts, sums, m = counts[going], sums[going], m[going]
            if len(m) == 0:
                return np.array(times)
            rule.keep(going)
            now = (np.arange(len(m)),) + tuple(part[going] for part in now[1:])
        arm = rule.next(rng, t, counts, m, now)
        rows = now[0]
        counts[rows, arm] += 1.0
        sums[rows, arm] += MEANS[arm] + rng.standard_normal(len(m))
        t += 1


def report(name, version, run):
    began = time.process_time()
    times = run()
    ns = (time.process_time() - began) * 1e9 / times.sum()
    error = times.std(ddof=1) / np.sqrt(len(times))
    print(f"{name} {version} {ns:.1f} {len(times)} {times.mean():.1f} {error:.1f}", flush=True)


def main():
    few = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
    for name, rule, rows in [
        ("lma:L=0.01", Lma, LmaRows),
        ("bc", BestChallenger, BestChallengerRows),
        ("unif", Uniform, UniformRows),
    ]:
        report(name, "single", lambda: single(rule, few))
        report(name, "vectorised", lambda: vectorised(rows, many))


if __name__ == "__main__":
    main()
