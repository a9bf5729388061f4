#!/usr/bin/env python3
"""Ratings, their errors and rank intervals beside independent implementations.

- Two players: R's glm (Debian: r-base-core). Where R is missing, this part is left out, and said so.
- Any number of players: Newton's method with numpy, where tied places are written out in all orders.
- The clustered covariance and the rank intervals: the formulas of docs/ratings.md with numpy.

Ratings must agree to 1e-6 Elo points. Without numpy (Debian: python3-numpy) nothing is tried: exit status 77.
Run with the program print_ratings in the environment variable ARENA_PRINT_RATINGS.
"""
import itertools
import math
import os
import random
import shutil
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("SKIPPED: ratings were compared with nothing, as numpy is not here (Debian: python3-numpy)")
    sys.exit(77)

ELO = 400 / math.log(10)


def simulate(seed, entrants, seats, deals, tie_chance):
    """Matches as (deal, [(entrant, place)]); each deal is played once for each rotation."""
    chance = random.Random(seed)
    strengths = [chance.gauss(0, 0.7) for _ in range(entrants)]
    matches = []
    for deal in range(deals):
        players = chance.sample(range(entrants), seats)
        luck = [chance.gauss(0, 1) for _ in range(seats)]
        for table in range(seats):
            scores = {p: strengths[p] + luck[(k + table) % seats] + chance.gauss(0, 1)
                      for k, p in enumerate(players)}
            if chance.random() < tie_chance:
                scores = {p: round(score) for p, score in scores.items()}
            matches.append((deal, [(p, 1 + sum(s > scores[p] for s in scores.values())) for p in players]))
    return matches


def printed(entrants, matches):
    lines = [str(entrants)]
    for deal, seats in matches:
        lines.append(f"{deal} " + " ".join(f"{entrant} {place}" for entrant, place in seats))
    run = subprocess.run([os.environ["ARENA_PRINT_RATINGS"]], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, check=True)
    elo, ranks, critical = np.zeros(entrants), [None] * entrants, []
    covariance = np.zeros((entrants, entrants))
    for kind, *words in (line.split() for line in run.stdout.splitlines()):
        if kind == "elo":
            elo[int(words[0])] = float(words[1])
        elif kind == "ranks":
            ranks[int(words[0])] = (int(words[1]), int(words[2]))
        elif kind == "covariance":
            covariance[int(words[0]), int(words[1])] = float(words[2])
        else:
            critical.append(float(words[0]))
    return elo, covariance, ranks, critical


def orders(seats):
    """All orders that the places allow: tied entrants in each order."""
    groups = [[e for e, p in seats if p == place] for place in sorted({p for _, p in seats})]
    for parts in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield list(itertools.chain(*parts))


def derivatives(seats, strengths):
    """Slope and curvature of one match's log-likelihood, the mean over all its orders."""
    slope, curvature = np.zeros(len(strengths)), np.zeros((len(strengths),) * 2)
    all_orders = list(orders(seats))
    for order in all_orders:
        for place in range(len(order)):
            left = order[place:]
            chances = np.exp(strengths[left])
            chances /= chances.sum()
            slope[order[place]] += 1 / len(all_orders)
            slope[left] -= chances / len(all_orders)
            curvature[np.ix_(left, left)] += (np.outer(chances, chances) - np.diag(chances)) / len(all_orders)
    return slope, curvature


def products_within(scores, players):
    """Of the deals' scores around the mean of those with the same players; of a single such deal around 0."""
    groups = {}
    for deal, score in scores.items():
        groups.setdefault(frozenset(players[deal]), []).append(score)
    middle = 0
    for group in groups.values():
        single = len(group) == 1
        count = len(scores) if single else len(group)
        off = np.array(group) - (0 if single else np.mean(group, axis=0))
        middle = middle + off.T @ off * count / (count - 1)
    return middle


def by_numpy(entrants, matches):
    """Ratings and their covariance."""
    strengths = np.zeros(entrants)
    while True:
        each = [derivatives(seats, strengths) for _, seats in matches]
        virtual = 1 / (1 + np.exp(-strengths))
        slope = sum(s for s, _ in each) + 0.5 - virtual
        information = -sum(c for _, c in each) + np.diag(virtual * (1 - virtual))
        step = np.linalg.solve(information, slope)
        strengths = strengths + step
        if np.abs(step).max() < 1e-12:
            break
    scores, players = {}, {}
    for (deal, seats), (s, _) in zip(matches, each):
        scores[deal] = scores.get(deal, 0) + s
        players.setdefault(deal, set()).update(entrant for entrant, _ in seats)
    middle = products_within(scores, players)
    shrink = np.diag(np.sqrt(0.5 / (0.5 + np.diag(information))))
    middle = middle + shrink @ information @ shrink
    inverse = np.linalg.inv(information)
    centre = ELO * (np.eye(entrants) - 1 / entrants)
    return centre @ strengths, centre @ inverse @ middle @ inverse @ centre.T


def by_r(entrants, matches):
    """Ratings of matches of two by a generalised linear model: the virtual draws are rows of one entrant."""
    rows = []
    for _, ((a, place_a), (b, place_b)) in matches:
        x = [0] * entrants
        x[a], x[b] = 1, -1
        rows.append(x + [0.5 if place_a == place_b else int(place_a < place_b)])
    for entrant in range(entrants):
        rows.append([int(other == entrant) for other in range(entrants)] + [0.5])
    script = ("d <- as.matrix(read.table(file('stdin')));"
              f"x <- d[, 1:{entrants}]; y <- d[, {entrants + 1}];"
              "m <- suppressWarnings(glm(y ~ x - 1, family = binomial, control = list(epsilon = 1e-15, maxit = 200)));"
              "cat(format(coef(m), digits = 17), sep = '\\n')")
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    run = subprocess.run(["Rscript", "--vanilla", "-e", script], input=text, capture_output=True, text=True,
                         check=True)
    strengths = np.array([float(word) for word in run.stdout.split()])
    return ELO * (strengths - strengths.mean())


def rank_sets(estimates, covariance, draws=100_000):
    """The procedure of Mogstad and others: the intervals, the critical values, and how close a test was to it."""
    size = len(estimates)
    first, second = np.nonzero(~np.eye(size, dtype=bool))
    errors = np.sqrt(covariance[first, first] + covariance[second, second] - 2 * covariance[first, second])
    drawn = np.random.default_rng(1).multivariate_normal(np.zeros(size), covariance, draws, check_valid="ignore")
    simulated = (drawn[:, first] - drawn[:, second]) / errors
    seen = (estimates[first] - estimates[second]) / errors
    is_open = np.ones(len(first), dtype=bool)
    critical, closest = [], math.inf
    while is_open.any():
        critical.append(np.quantile(simulated[:, is_open].max(axis=1), 0.95))
        closest = min(closest, np.abs(seen[is_open] - critical[-1]).min())
        rejected = is_open & (seen > critical[-1])
        if not rejected.any():
            break
        is_open &= ~rejected
    best = [1 + int(np.sum(~is_open & (second == k))) for k in range(size)]
    worst = [size - int(np.sum(~is_open & (first == k))) for k in range(size)]
    return list(zip(best, worst)), critical, closest


FAILURES = []


def check(what, difference, limit):
    print(f"{'ok  ' if difference <= limit else 'FAIL'} {what}: differ by {difference:.2g}, limit {limit:g}")
    if not difference <= limit:
        FAILURES.append(what)


def compare(name, entrants, matches):
    elo, covariance, ranks, critical = printed(entrants, matches)
    expected, expected_covariance = by_numpy(entrants, matches)
    check(f"{name}: ratings beside numpy", np.abs(elo - expected).max(), 1e-6)
    scale = np.abs(expected_covariance).max()
    check(f"{name}: covariance beside numpy", np.abs(covariance - expected_covariance).max() / scale, 1e-8)
    if name.startswith("2 players") and shutil.which("Rscript"):
        check(f"{name}: ratings beside R's glm", np.abs(elo - by_r(entrants, matches)).max(), 1e-6)
    intervals, expected_critical, closest = rank_sets(elo, covariance)
    # Both simulate: their critical values differ by 0.014 in one standard error. A test that is close to its critical
    # value may go either way.
    if closest > 0.07:
        check(f"{name}: steps of the rank intervals", abs(len(critical) - len(expected_critical)), 0)
        for step, (one, other) in enumerate(zip(critical, expected_critical)):
            check(f"{name}: critical value {step + 1}", abs(one - other), 0.06)
        check(f"{name}: rank intervals", sum(a != b for a, b in zip(ranks, intervals)), 0)
    return closest > 0.07


def main():
    if not shutil.which("Rscript"):
        print("SKIPPED IN PART: R's glm is not compared, as R is not here (Debian: r-base-core)")
    ranked = 0
    for seed, (entrants, seats, deals, ties) in enumerate(
            [(2, 2, 20, 0), (5, 2, 100, 0.2), (8, 2, 300, 0.3), (5, 3, 80, 0.3), (6, 4, 60, 0.5), (7, 5, 30, 0.8)]):
        ranked += compare(f"{seats} players a match, {entrants} entrants", entrants,
                          simulate(seed, entrants, seats, deals, ties))
    if ranked < 3:
        FAILURES.append("rank intervals: too few were far enough from their critical values")
    won_all = [(deal, [(0, 1), (1, 2)]) for deal in range(20)] + [(20 + d, [(1, 1), (2, 1)]) for d in range(3)]
    compare("2 players a match, one won all", 3, won_all)
    print(f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
