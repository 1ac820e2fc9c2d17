#!/usr/bin/env python3
"""Coefficients of include/mirador/simd/math.hpp, highest power first, as C++ hexadecimal literals.

Best approximations by Remez' exchange in 100 digits; needs mpmath. Takes a few seconds:
    python3 tools/fit_lane_math.py
"""

import mpmath as mp

mp.mp.dps = 100


def horner(coefficients, x):
    total = mp.mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def extremes(errors, count):
    """Places of `count` extreme errors of alternating sign."""
    places = []
    for i, error in enumerate(errors):
        if places and (errors[places[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[places[-1]]):
                places[-1] = i
        else:
            places.append(i)
    while len(places) > count:
        places.pop(0 if abs(errors[places[0]]) < abs(errors[places[-1]]) else -1)
    assert len(places) == count, "lost alternation"
    return places


def remez(f, weight, low, high, top, bottom=0, at=lambda s: s, mesh=24):
    """Numerator and denominator (degrees top and bottom, lowest coefficient of the denominator 1)
    that minimise the largest weight(x) |N(x)/D(x) - f(x)|, x = at(s) for s from low to high."""
    count = top + bottom + 2
    low, high = mp.mpf(low), mp.mpf(high)
    size = mesh * count
    xs = [at(low + (high - low) * (1 - mp.cos(mp.pi * k / size)) / 2) for k in range(size + 1)]
    fs = [f(x) for x in xs]
    ws = [weight(x) for x in xs]
    ws = [max(w, max(ws) * mp.mpf("1e-8")) for w in ws]  # avoids zero weights
    places = [round(k * size / (count - 1)) for k in range(count)]
    denominator = [mp.mpf(1)] + [mp.mpf(0)] * bottom
    for _ in range(30):
        for _ in range(6 if bottom else 1):  # linear, with D next to E from the last round
            rows, right = [], []
            for k, i in enumerate(places):
                x = xs[i]
                rows.append([x**j for j in range(top + 1)]
                            + [-fs[i] * x**j for j in range(1, bottom + 1)]
                            + [(-1) ** k * horner(denominator, x) / ws[i]])
                right.append(fs[i])
            c = mp.lu_solve(mp.matrix(rows), mp.matrix(right))
            numerator = [c[j] for j in range(top + 1)]
            denominator = [mp.mpf(1)] + [c[top + j] for j in range(1, bottom + 1)]
        errors = [w * (horner(numerator, x) / horner(denominator, x) - y)
                  for x, y, w in zip(xs, fs, ws)]
        worst = max(abs(e) for e in errors)
        if worst < 1.01 * abs(c[count - 1]):
            break
        places = extremes(errors, count)
    return numerator, denominator, worst


def show(name, coefficients):
    print(f"  {name}:")
    print("    " + ", ".join(float(c).hex() for c in reversed(coefficients)))


def fit_exp():
    """e^r = 1 + r + r² q(r)."""
    half = mp.log(2) / 2 * (1 + mp.mpf("1e-10"))
    q = lambda r: (mp.expm1(r) - r) / r**2 if abs(r) > 1e-12 else mp.mpf(1) / 2 + r / 6
    c, _, worst = remez(q, lambda r: r * r / mp.exp(r), -half, half, 9)
    print(f"exp: relative error {mp.nstr(worst, 3)}")
    show("q", c)


def fit_log():
    """log(1 + f) = f + s (f + z p(z)), s = -f/(2 + f), z = s²."""
    top = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * (1 + mp.mpf("1e-10"))) ** 2

    def p(z):
        s = mp.sqrt(z)
        return 2 * (s - mp.atanh(s)) / (s * z) if z > 1e-25 else -mp.mpf(2) / 3 - 2 * z / 5

    c, _, worst = remez(p, lambda z: z / 2, 0, top, 6)
    print(f"log: relative error {mp.nstr(worst, 3)}")
    show("p", c)


def upper_quantile(p):
    """x with erfc(x) = 2p for p <= 1/2."""
    if p > mp.mpf("0.4999"):  # linear near p = 1/2
        x = (1 - 2 * p) * mp.sqrt(mp.pi) / 2
    else:
        x = mp.sqrt(-mp.log(2 * p) / 2)
    for _ in range(200):
        tail = mp.erfc(x)
        slope = 2 / mp.sqrt(mp.pi) * mp.exp(-x * x)
        # Newton on the logarithm, which is concave, so no step overshoots much.
        step = tail / slope * mp.log(tail / (2 * p))
        x += step
        if abs(step) < mp.mpf(10) ** (8 - mp.mp.dps):
            return x
    raise ArithmeticError("no convergence")


def fit_quantile():
    """Φ⁻¹(u) = (u - 1/2) R(√(u(1-u))) in the centre, and T(√(-log min(u, 1-u)) - 3) up to sign in
    the tails."""
    limit = mp.mpf(float.fromhex("0x1.ap-14"))

    def centre(t):
        y = mp.sqrt((1 - 2 * t) * (1 + 2 * t)) if t < 0.5 else mp.mpf(0)
        if y < 1e-10:
            return mp.sqrt(mp.pi / 2) * (1 + mp.pi / 12 * y * y)
        return mp.sqrt(2) * upper_quantile((1 - y) / 2) / y

    n, d, worst = remez(centre, lambda t: 1 / centre(t), mp.log(limit) / 2, mp.log(0.5), 12, 12,
                        at=mp.exp, mesh=16)
    print(f"normal_quantile, centre: relative error {mp.nstr(worst, 3)}")
    show("numerator", [2 * c / d[-1] for c in n])
    show("denominator", [c / d[-1] for c in d])

    tail = lambda x: mp.sqrt(2) * upper_quantile(mp.exp(-((x + 3) ** 2)))
    low = mp.sqrt(-mp.log(limit * mp.mpf("1.001")))
    high = mp.sqrt(1022 * mp.log(2))
    n, d, worst = remez(tail, lambda x: 1 / tail(x), mp.log(low), mp.log(high), 9, 8,
                        at=lambda s: mp.exp(s) - 3, mesh=12)
    print(f"normal_quantile, tail: relative error {mp.nstr(worst, 3)}")
    show("numerator", n)
    show("denominator", d)


def fit_scaled_erfc():
    """exp(x²) erfc(x) for x >= 0."""

    def f(x):
        with mp.workdps(300):  # exp(x²) erfc(x) itself up to 20, its asymptotic series above
            if x < 20:
                return mp.exp(x * x) * mp.erfc(x)
            term, total, k = mp.mpf(1), mp.mpf(1), 0
            while abs(term) > mp.mpf("1e-60"):
                k += 1
                term *= -(2 * k - 1) / (2 * x * x)
                total += term
            return total / (x * mp.sqrt(mp.pi))

    n, d, worst = remez(f, lambda x: 1 / f(x), -1, mp.mpf("0.999999"), 10, 11,
                        at=lambda t: 3.5 * (1 + t) / (1 - t), mesh=16)
    print(f"scaled_erfc: relative error {mp.nstr(worst, 3)}")
    show("numerator", [c / d[-1] for c in n])
    show("denominator", [c / d[-1] for c in d])


if __name__ == "__main__":
    fit_exp()
    fit_log()
    fit_quantile()
    fit_scaled_erfc()
