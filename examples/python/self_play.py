"""Learns the bidding game by playing against itself, with numpy's arrays alone: ./dev python examples/python/self_play.py

In each position it bids by regret matching (Hart, Mas-Colell 2000): the more a bid would have won beyond what was won, the
likelier it becomes. What it has learned is its mean mixture, which is measured by games and by the best answer to it."""
import argparse

import arena
import numpy as np

GAMES = 1024  # at a time
EXPLORED = 0.2  # of the bids of the seat that learns are made at random, so that all are tried


def mixtures(weights, mask):
    """Probabilities in proportion to the weights; the same for all legal bids where no weight is above 0."""
    weights = np.maximum(weights, 0) * mask
    weights = np.where(weights.sum(axis=-1, keepdims=True) > 0, weights, mask)
    return weights / weights.sum(axis=-1, keepdims=True)


class Learner:
    def __init__(self, cards):
        self.cards, self.rng, self.encoder = cards, np.random.default_rng(1), arena.game("bidding").encoder(cards=cards)
        positions = cards * 8**cards  # by the prize that is up, and as bits by the prizes to come and both hands
        self.regrets, self.played = np.zeros((2, positions, cards))
        self.worth = np.zeros(positions)  # the points that are still won from there on

    def see(self, observations):
        """The positions that they show, as numbers, and the points won so far, minus those of the other seat."""
        parts = {name: part.of(observations) for name, part in self.encoder.parts.items()}
        number = parts["prize"].argmax(axis=-1)
        for cards in (parts["prizes_left"], parts["unused"][..., 0, :], parts["unused"][..., 1, :]):
            number = number * 2**self.cards + (cards @ 2 ** np.arange(self.cards)).astype(int)
        return number, (parts["points"] @ [1, -1]) * self.cards * (self.cards + 1) / 2

    def drawn(self, mixed):
        return (mixed.cumsum(axis=1) > self.rng.random((GAMES, 1))).argmax(axis=1)

    def play(self, batch):
        """Plays one game in each place of the batch, all of the same length. In turn, one seat learns from it."""
        learns, past = batch.number[0] // GAMES % 2, []
        while not past or not batch.over[0]:
            (position, won), mask = self.see(batch.observation), batch.mask.copy()
            tried = wanted = mixtures(self.regrets[position], mask)
            if batch.seat[0] == learns:
                tried = (1 - EXPLORED) * wanted + EXPLORED * mixtures(0 * wanted, mask)
            bid = self.drawn(tried)
            if batch.seat[0] == learns:
                past.append((position, won, mask, wanted, bid, tried[np.arange(GAMES), bid]))
            batch.step(bid)
        for position, won, mask, wanted, bid, probability in past:
            surprise = batch.rewards[:, learns] - won - self.worth[position]
            gain = np.eye(self.cards)[bid] * (surprise / probability)[:, None]
            np.add.at(self.regrets, position, mask * (gain - (wanted * gain).sum(axis=1, keepdims=True)))
            np.add.at(self.played, position, wanted)
            self.worth[position] += 0.01 * surprise

    def learned(self, observations, masks):
        return mixtures(self.played[self.see(observations)[0]], masks)

    def policy(self, state, seat):
        return self.learned(self.encoder.observation(state, seat), self.encoder.mask(state, seat))


parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
parser.add_argument("--cards", type=int, default=4, choices=range(2, 6))
parser.add_argument("--rounds", type=int, default=4000, help=f"of {GAMES} games each")
args = parser.parse_args()
learner, batch = Learner(args.cards), arena.Batch("bidding", GAMES, seed=1, cards=args.cards)
for _ in range(args.rounds):
    learner.play(batch)
for bot in ("random", "scatter"):
    batch, leads = arena.Batch("bidding", GAMES, seed=2, opponents={1: bot}, cards=args.cards), []
    while len(leads) < 20 * GAMES:
        batch.step(learner.drawn(learner.learned(batch.observation, batch.mask)))
        leads.extend(batch.rewards[batch.over, 0])
    print(f"against {bot}: {np.mean(leads):.2f} ± {1.96 * np.std(leads) / len(leads) ** 0.5:.2f} points a game")
exploited = arena.exploitability("bidding", learner.policy, cards=args.cards)
print(f"the best answer wins {exploited:.2f} points a game")
