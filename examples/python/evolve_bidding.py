"""Evolves a bot for the bidding game by self-play, with a genetic algorithm on the package arena.

    ./dev python examples/python/evolve_bidding.py

A strategy maps a prize to a card of the hand, by the prize's rank among the prizes left: seven points of a curve, from
the lowest prize to the highest. One more gene is the prize from which the strategy takes a sure win. In each generation,
all strategies play against others of their generation and against the best of earlier generations. No strategy is
selected by games against other bots: `planner`, a built-in bot, only shows how strong the best strategy is.

The game is like rock, paper, scissors: the best of one generation often loses to the best of the next, and a strategy
that beats its own kind may lose to others. So the champion is found in two steps: the best strategies of all generations
play each other, and the top third plays a trial against `planner`; the best of these is the champion. The last games,
with new deals, measure its strength.

The result is two files: the bot, a module for `arena run bidding -m`, and a plot of its progress.
"""
import argparse
import bisect
import sys
from pathlib import Path

import arena

POINTS = 7       # of the curve
HIGHEST = 12     # a point is from 0 (the lowest card of the hand) to this (the highest)
SURE = POINTS    # the index of the last gene
LAST_PRIZE = 13
GAMES = 5        # between two strategies, with the same prizes for all
RIVALS = 8       # of each kind: from the same generation, and from the best of earlier ones

BOT = '''\
"""A bot for the bidding game, evolved by self-play: arena run bidding -m {name} -b planner"""
import bisect

# The card to bid, from the lowest prize left to the highest: 0 is the hand's lowest card, {highest} its highest.
CURVE = {curve}

# From this prize on, the bot bids a card that beats all cards of the opponents, if it has one.
SURE_FROM = {sure}


def move(game_state):
    hand, prize, left = game_state.hand, game_state.prize, game_state.prizes_left
    highest = max(card for cards in game_state.opponents for card in cards)
    if prize >= SURE_FROM and hand[-1] > highest:
        return min(card for card in hand if card > highest)
    rank = bisect.bisect(left, prize) / len(left) if left else 1.0
    place = rank * (len(CURVE) - 1)
    before = min(int(place), len(CURVE) - 2)
    height = CURVE[before] + (CURVE[before + 1] - CURVE[before]) * (place - before)
    return hand[round(height / {highest} * (len(hand) - 1))]
'''


def bid(genes, view):
    """The bid of a strategy: the move of BOT, with genes instead of constants."""
    hand, prize, left = view.hand, view.prize, view.prizes_left
    highest = view.opponents[0][-1]
    if prize >= genes[SURE] and hand[-1] > highest:
        return min(card for card in hand if card > highest)
    rank = bisect.bisect(left, prize) / len(left) if left else 1.0
    place = rank * (POINTS - 1)
    before = min(int(place), POINTS - 2)
    height = genes[before] + (genes[before + 1] - genes[before]) * (place - before)
    return hand[round(height / HIGHEST * (len(hand) - 1))]


def win_share(game, genes, rival, seeds):
    """The share of wins against another strategy; a draw counts half."""
    won = 0.0
    for seed in seeds:
        state = game.start(seed)
        while not state.over:
            first, second = bid(genes, state.view(0)), bid(rival, state.view(1))
            state.apply(first, 0)
            state.apply(second, 1)
        mine, theirs = state.outcome().scores
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / len(seeds)


def random_strategy(rng):
    return [rng.below(HIGHEST + 1) for _ in range(POINTS)] + [1 + rng.below(LAST_PRIZE + 1)]


def child_of(mother, father, rng):
    """Takes each gene from a random parent, and changes about two of them a little."""
    genes = [(mother if rng.below(2) else father)[index] for index in range(POINTS + 1)]
    for index, gene in enumerate(genes):
        if rng.below(len(genes)) < 2:
            most = LAST_PRIZE + 1 if index == SURE else HIGHEST
            genes[index] = min(most, max(0, gene + rng.below(5) - 2))
    return genes


class Breeder:
    """A population, the best strategy of each generation so far, and their random generator."""

    def __init__(self, size, seed):
        self.game = arena.game("bidding")
        self.rng = arena.Rng(seed)
        self.population = [random_strategy(self.rng) for _ in range(size)]
        self.fame = []

    def generation(self):
        """Plays, selects and breeds. Returns the best strategy, its win share, and the mean share."""
        seeds = [self.rng.next() for _ in range(GAMES)]
        rivals = [self.rng.choice(self.population) for _ in range(RIVALS)]
        rivals += [self.rng.choice(self.fame) for _ in range(RIVALS) if self.fame]
        shares = [self.mean_share(genes, rivals, seeds) for genes in self.population]
        order = sorted(range(len(shares)), key=lambda index: -shares[index])
        best = self.population[order[0]]
        self.fame.append(best)
        parents = [self.population[index] for index in order[:max(2, len(order) // 4)]]
        children = [child_of(self.rng.choice(parents), self.rng.choice(parents), self.rng)
                    for _ in range(len(order) - len(parents))]
        self.population = parents + children
        return best, shares[order[0]], sum(shares) / len(shares)

    def champion(self):
        """Of the top third against the best of all generations, the strategy that does best in a trial."""
        seeds = [self.rng.next() for _ in range(GAMES)]
        ranked = sorted(self.fame, key=lambda genes: -self.mean_share(genes, self.fame, seeds))
        trial = self.rng.next()
        return max(ranked[:-(-len(ranked) // 3)], key=lambda genes: against("planner", genes, trial, 100).win_share)

    def mean_share(self, genes, rivals, seeds):
        return sum(win_share(self.game, genes, rival, seeds) for rival in rivals) / len(rivals)


def against(opponent, genes, seed, games):
    """The standing of the strategy against a built-in bot."""
    def strategy(view):
        return bid(genes, view)
    return arena.run("bidding", [strategy, opponent], n=games, seed=seed).of("strategy")


def text_plot(shares, height=10):
    """The shares as a curve of stars, at most 60 columns wide."""
    step = max(1, -(-len(shares) // 60))
    columns = [sum(part) / len(part) for part in (shares[i:i + step] for i in range(0, len(shares), step))]
    lines = []
    for row in range(height, -1, -1):
        stars = "".join("*" if round(share * height) == row else " " for share in columns)
        lines.append(f"{100 * row // height:4d} % |{stars}".rstrip())
    return "\n".join([*lines, "       +" + "-" * len(columns), f"        generation 1 to {len(shares)}"])


def svg_plot(curves, width=640, height=360):
    """Draws curves of shares as a picture; `curves` has their names, colours and shares."""
    left, top, right, bottom = 50, 20, width - 150, height - 40
    longest = max(len(shares) for _, _, shares in curves)

    def point(index, share):
        return f"{left + (right - left) * index / max(1, longest - 1):.1f},{bottom - (bottom - top) * share:.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for tenths in range(0, 11, 2):
        y = bottom - (bottom - top) * tenths / 10
        parts.append(f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tenths * 10} %</text>')
    for row, (name, colour, shares) in enumerate(curves):
        points = " ".join(point(index, share) for index, share in enumerate(shares))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{right + 10}" y="{top + 16 * row + 10}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{(left + right) / 2}" y="{height - 10}" text-anchor="middle">generation 1 to {longest}'
                 '</text></svg>')
    return "\n".join(parts) + "\n"


def breed(breeder, generations, seed):
    """Runs all generations and prints each of them. Returns the three curves."""
    best_shares, means, planner_shares = [], [], []
    for number in range(1, generations + 1):
        best, share, mean = breeder.generation()
        outside = against("planner", best, seed + number, 40).win_share
        best_shares.append(share)
        means.append(mean)
        planner_shares.append(outside)
        print(f"generation {number:3d}: best {100 * share:3.0f} %, mean {100 * mean:3.0f} %, against planner "
              f"{100 * outside:3.0f} % {'#' * round(30 * outside)}", flush=True)
    return best_shares, means, planner_shares


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the same seed evolves the same bot")
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument("--games", type=int, default=400, help="number of final games against planner")
    parser.add_argument("--out", type=Path, default=Path("evolved_bidder.py"), help="the bot's file")
    wanted = parser.parse_args()
    if wanted.generations < 1 or wanted.population < 4 or wanted.games < 2:
        parser.error("use at least 1 generation, a population of 4 and 2 games")
    if not 0 <= wanted.seed < 2**63:
        parser.error(f"--seed must be from 0 to 2**63 - 1, not {wanted.seed}")
    if wanted.out.suffix != ".py" or not wanted.out.parent.is_dir() or wanted.out.is_dir():
        parser.error(f"--out must be a .py file in an existing folder, not {wanted.out}")

    breeder = Breeder(wanted.population, wanted.seed)
    best_shares, means, planner_shares = breed(breeder, wanted.generations, wanted.seed)
    champion = breeder.champion()

    wanted.out.write_text(BOT.format(name=wanted.out.name, curve=champion[:POINTS], sure=champion[SURE],
                                     highest=HIGHEST))
    plot = wanted.out.with_suffix(".svg")
    plot.write_text(svg_plot([("best, own kind", "#06c", best_shares), ("mean, own kind", "#999", means),
                              ("best, planner", "#c30", planner_shares)]))
    print(f"\nWins of each generation's best against planner:\n\n{text_plot(planner_shares)}\n")
    print(f"The bot is in {wanted.out}, the plot in {plot}.\n")

    standing = arena.run("bidding", [arena.module(wanted.out), "planner"], n=wanted.games, seed=wanted.seed)
    print(standing)
    low = standing.of(wanted.out.stem).win_share_95.low
    return 0 if low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
