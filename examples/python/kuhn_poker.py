"""Kuhn poker as a game in Python, and what is known of it: ./dev python examples/python/kuhn_poker.py

Three cards, two players, one bet (H. W. Kuhn, "A Simplified Two-Person Poker", 1950). docs/python_games.md explains the
functions."""
import arena

CARDS = ("jack", "queen", "king")
FOLDS = (["bet", "pass"], ["pass", "bet", "pass"])
SHOWDOWNS = (["pass", "pass"], ["bet", "bet"], ["pass", "bet", "bet"])


class Kuhn:
    """Both players put a chip into the pot and get a card. In turn they pass or bet one more chip. If one bets and the
    other passes, the one who bet wins; else the higher card wins."""

    title = "Kuhn poker"
    scores = (-2, 2)
    actions = ("pass", "bet")

    def start(self, seats):
        return {"cards": [], "moves": []}

    def awaits_chance(self, state):
        return not state["cards"]

    def outcomes(self, state):
        return [([first, second], 1 / 6) for first in CARDS for second in CARDS if first != second]

    def apply_chance(self, state, outcome, happened):
        state["cards"] = outcome
        happened({"event": "deal", "cards": outcome})

    def actors(self, state):
        over = state["moves"] in FOLDS or state["moves"] in SHOWDOWNS
        return [] if over or not state["cards"] else [len(state["moves"]) % 2]

    def view(self, state, seat):
        return {"card": state["cards"][seat], "moves": state["moves"]}

    def view_event(self, event, seat):
        return {"event": "deal", "card": event["cards"][seat]} if event.get("event") == "deal" else event

    def moves(self, view):
        return self.actions

    def apply(self, state, seat, move, happened):
        state["moves"].append(move)
        happened({"seat": seat, "move": move})
        if state["moves"] in SHOWDOWNS:
            happened({"event": "showdown", "cards": state["cards"]})

    def outcome(self, state):
        first, second = map(CARDS.index, state["cards"])
        first_wins = state["moves"][0] == "bet" if state["moves"] in FOLDS else first > second
        won = 1 + (state["moves"][-2:] == ["bet", "bet"])
        return [won, -won] if first_wins else [-won, won]

    def resample(self, state, seat, rng):
        own = state["cards"][seat]
        other = rng.choice([card for card in CARDS if card != own])
        state["cards"] = [own, other] if seat == 0 else [other, own]

    def observe(self, view):
        return {"card": [view["card"] == card for card in CARDS],
                "moves": [view["moves"] == moves for moves in ([], ["pass"], ["bet"], ["pass", "bet"])]}


def best(state, seat):
    """One of Kuhn's best ways to play, as probabilities."""
    view = state.view(seat)
    after_bet = view.moves[-1:] == ["bet"]
    bets = {"jack": 0, "queen": 2 / 3 if seat == 0 else 1 / 3, "king": 1} if after_bet else {
        "jack": 1 / 3, "queen": 0, "king": 1}
    return {"bet": bets[view.card], "pass": 1 - bets[view.card]}


def caller(view):
    return "bet"


if __name__ == "__main__":
    print(arena.run(Kuhn, [caller, "random"], n=1000, seed=1))
    print(f"The lead of the best answer to the best way: {arena.exploitability(Kuhn, best):.6f} points a game")
    print(f"The lead of the second seat then: {arena.best_response(Kuhn, best, seat=1).value:.6f}")
