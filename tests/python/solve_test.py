"""Solutions, best answers and exploitabilities: the same as a second solver finds, and as docs/bidding.md says."""
import functools
import itertools
import re
import unittest

import numpy

import arena
from support import ROOT, main

TINY = 1e-9
CONTESTS = [{"ties": ties, "prizes": prizes} for ties in ("discard", "carry")
            for prizes in ("random", "ascending", "descending")]


def matrix_value(pay):
    """The value of a matrix game by the kernel of Shapley and Snow (1950): some square part of the matrix, in which both
    sides make the other indifferent, is a solution. That it is one, its two mixtures prove: the linear program's duality."""
    rows, columns = pay.shape
    for size in range(1, min(rows, columns) + 1):
        for chosen in itertools.combinations(range(rows), size):
            for answers in itertools.combinations(range(columns), size):
                part = pay[numpy.ix_(chosen, answers)]
                system = numpy.block([[part.T, -numpy.ones((size, 1))], [numpy.ones((1, size)), numpy.zeros((1, 1))]])
                other = numpy.block([[part, -numpy.ones((size, 1))], [numpy.ones((1, size)), numpy.zeros((1, 1))]])
                one = numpy.append(numpy.zeros(size), 1)
                try:
                    row, column = numpy.linalg.solve(system, one), numpy.linalg.solve(other, one)
                except numpy.linalg.LinAlgError:
                    continue
                own, others = numpy.zeros(rows), numpy.zeros(columns)
                own[list(chosen)], others[list(answers)] = row[:-1], column[:-1]
                if min(own.min(), others.min()) < -TINY:
                    continue
                if (own @ pay).min() >= row[-1] - TINY and (pay @ others).max() <= row[-1] + TINY:
                    return row[-1]
    raise AssertionError(f"no solution: {pay}")


class SecondSolver:
    """The bidding game by backward induction, from its rules alone."""

    def __init__(self, ties, prizes, objective):
        self.carries, self.order, self.wins = ties == "carry", prizes, objective == "win"

    def next_prizes(self, prizes):
        return {"random": prizes, "ascending": prizes[:1], "descending": prizes[-1:]}[self.order]

    @functools.lru_cache(maxsize=None)
    def value(self, own, other, prizes, margin, carried):
        if not prizes:
            return numpy.sign(margin) if self.wins else margin
        shown = self.next_prizes(prizes)
        return sum(matrix_value(self.round(own, other, prizes, margin, carried, prize)) for prize in shown) / len(shown)

    def round(self, own, other, prizes, margin, carried, prize):
        def after(card, bid):
            worth = prize + carried
            return self.value(tuple(c for c in own if c != card), tuple(c for c in other if c != bid),
                              tuple(p for p in prizes if p != prize), margin + numpy.sign(card - bid) * worth,
                              worth if card == bid and self.carries else 0)

        return numpy.array([[after(card, bid) for bid in other] for card in own])


def positions(**options):
    """All positions of the game, before and after a prize is shown."""
    left, seen = [arena.game("bidding").start(steps_chance=True, **options)], set()
    while left:
        state = left.pop()
        if state.over or state in seen:
            continue
        seen.add(state)
        if state.awaits_chance:
            left += [after(state, "put", outcome) for outcome, _ in state.outcomes()]
        else:
            bids = itertools.product(state.legal(0), state.legal(1))
            left += [after(after(state, "apply", one, 0), "apply", other, 1) for one, other in bids]
    return seen


def parts(state, seat):
    """Own cards, the other's, prizes with the one that is up, margin, carried points, the prize that is up."""
    view = state.view(seat)
    prizes = sorted([*view.prizes_left, view.prize] if view.prize else view.prizes_left)
    return (tuple(view.hand), tuple(view.opponents[0]), tuple(prizes), view.scores[seat] - view.scores[1 - seat],
            view.carried, view.prize)


def after(state, way, *what):
    """A copy that went on."""
    copy = state.clone()
    getattr(copy, way)(*what)
    return copy


def policy_of(name, **options):
    """A built-in bot without memory as a policy."""
    bot = arena.game("bidding").builtin(name, **options)
    return lambda state, seat: {bot(state.view(seat)): 1.0}


def uniform(state, seat):
    legal = state.legal(seat)
    return {move: 1 / len(legal) for move in legal}


class Solutions(unittest.TestCase):
    def check(self, cards, contest, objective):
        solution = arena.solve("bidding", objective=objective, cards=cards, **contest)
        second, all_positions = SecondSolver(objective=objective, **contest), positions(cards=cards, **contest)
        for state in all_positions:
            for seat in range(2):
                own, other, prizes, margin, carried, prize = parts(state, seat)
                if not prize:
                    value = second.value(own, other, prizes, margin, carried)
                    self.assertAlmostEqual(solution.value(state, seat), value, 8)
                    continue
                pay = second.round(own, other, prizes, margin, carried, prize)
                value, moves = matrix_value(pay), solution.moves(state, seat)
                self.assertEqual([move.move for move in moves], state.legal(seat))
                self.assertAlmostEqual(solution.value(state, seat), value, 8)
                mixture = numpy.array([move.probability for move in moves])
                self.assertAlmostEqual(mixture.sum(), 1)
                self.assertGreater((mixture @ pay).min(), value - TINY)  # the best answer wins no more
                self.assertAlmostEqual(max(move.value for move in moves), value, 8)
                self.assertAlmostEqual(sum(move.value * move.probability for move in moves), value, 8)
        return len(all_positions)

    def test_every_position_of_four_cards_has_the_value_that_a_second_solver_finds(self):
        for contest in CONTESTS:
            for objective in ("difference", "win"):
                self.assertGreater(self.check(4, contest, objective), 100, contest)

    def test_nothing_beats_the_solution(self):
        for contest in CONTESTS:
            for objective in ("difference", "win"):
                solution = arena.solve("bidding", objective=objective, cards=3, **contest)
                exploited = arena.exploitability("bidding", solution.policy, objective=objective, cards=3, **contest)
                self.assertAlmostEqual(exploited, 0, 9, contest)
        self.assertAlmostEqual(arena.exploitability("bidding", arena.solve("bidding", cards=4).policy, cards=4), 0, 9)

    def test_a_game_that_is_over_has_its_result(self):
        state = arena.game("bidding").start(cards=2, deal={"prizes": [2, 1]})
        for bids in ((2, 1), (1, 2)):
            for seat, bid in enumerate(bids):
                state.apply(bid, seat)
        for objective, value in (("difference", 1), ("win", 1)):
            solution = arena.solve("bidding", objective=objective, cards=2)
            self.assertEqual((solution.value(state, 0), solution.value(state, 1)), (value, -value))

    def test_what_cannot_be_solved_is_refused(self):
        solution = arena.solve("bidding", cards=3)
        gone = arena.game("bidding").start(cards=3)
        gone.forfeit(1)
        other, over = arena.game("bidding").start(cards=4), arena.game("bidding").start(cards=4)
        while not over.over:
            over.apply(over.legal()[0])
        for message, call in (
                ("cards must be from 2 to 10, not 13", lambda: arena.solve("bidding")),
                ("Lost Cities cannot be solved", lambda: arena.solve("lost_cities")),
                ("objective is difference or win, not 'x'", lambda: arena.solve("bidding", objective="x", cards=3)),
                ("unknown option", lambda: arena.solve("bidding", card=3)),
                ("this solution of The bidding game is made for cards=3, not 4", lambda: solution.value(other)),
                ("this solution is made for The bidding game", lambda: solution.value(arena.game("streams").start())),
                ("after a forfeit", lambda: solution.value(gone)), ("after a forfeit", lambda: solution.moves(gone)),
                ("made for cards=3, not 4", lambda: solution.value(over)),
                ("seat is", lambda: solution.value(arena.game("bidding").start(cards=3), 2))):
            with self.assertRaisesRegex(arena.Error, message):
                call()
        with self.assertRaisesRegex(ValueError, "chance is next"):
            solution.moves(arena.game("bidding").start(cards=3, steps_chance=True))


class BestResponses(unittest.TestCase):
    def test_they_are_those_of_the_docs(self):
        text = (ROOT / "docs/bidding.md").read_text()
        table = {name: float(four) for name, four in re.findall(r"\| `(\w+)` \| ([\d.]+) \| [\d.]+ \|", text)}
        self.assertGreater(len(table), 10)
        for name, exploited in table.items():
            self.assertAlmostEqual(arena.exploitability("bidding", name, cards=4), exploited, 3)
        for name in ("counter", "highest", "match_plus_one", "mimic", "ordered"):
            self.assertAlmostEqual(arena.exploitability("bidding", policy_of(name, cards=4), cards=4), table[name], 3, name)
        self.assertAlmostEqual(arena.exploitability("bidding", uniform, cards=4), table["random"], 3)

    def test_for_wins_they_are_those_of_the_analysis(self):
        for contest in CONTESTS:
            for name in ("highest", "mimic"):
                self.assertAlmostEqual(
                    arena.exploitability("bidding", policy_of(name, cards=3, **contest), objective="win", cards=3, **contest),
                    arena.exploitability("bidding", name, objective="win", cards=3, **contest), 9)

    def test_the_answer_wins_what_it_expects(self):
        mimic = policy_of("mimic", cards=3)
        for seat in range(2):
            answer, won = arena.best_response("bidding", mimic, seat, cards=3), []
            for prizes in itertools.permutations((1, 2, 3)):
                state = arena.game("bidding").start(deal={"prizes": prizes}, cards=3, events=True)
                while not state.over:
                    for one in range(2):
                        legal = state.legal(one)
                        move = answer.moves[state.key(one)] if one == seat and len(legal) > 1 else legal[0]
                        state.apply(move if one == seat else next(iter(mimic(state, one))), one)
                won.append(state.returns[seat])
            self.assertAlmostEqual(sum(won) / len(won), answer.value)

    def test_a_policy_may_remember(self):
        def repeats(state, seat):  # what the other bid in the round before
            bids = [int(event.move) for event in state.history(seat).events if getattr(event, "seat", seat) != seat]
            legal = state.legal(seat)
            return {bids[-1] if bids and bids[-1] in legal else legal[0]: 1.0}

        def best(state):
            if state.over:
                return state.returns[0]
            if state.awaits_chance:
                return sum(odds * best(after(state, "put", outcome)) for outcome, odds in state.outcomes())
            answer, = repeats(state, 1)
            return max(best(after(after(state, "apply", answer, 1), "apply", move, 0)) for move in state.legal(0))

        start = arena.game("bidding").start(cards=4, events=True, steps_chance=True)
        self.assertAlmostEqual(arena.best_response("bidding", repeats, cards=4).value, best(start))

    def test_probabilities_may_come_as_an_array_by_number(self):
        def by_number(state, seat):
            mask = state.game.encoder(cards=3).mask(state, seat)
            return mask / mask.sum()

        self.assertAlmostEqual(arena.exploitability("bidding", by_number, cards=3),
                               arena.exploitability("bidding", uniform, cards=3))

    def test_three_players(self):
        for unique, value in ((False, 4), (True, 6)):  # found by a direct search, too
            highest = policy_of("highest", seats=3, cards=3, unique=unique)
            answer = arena.best_response("bidding", highest, 1, seats=3, cards=3, unique=unique)
            self.assertAlmostEqual(answer.value, value)

    def test_wrong_ones_are_refused(self):
        for message, policy, how in (
                ("1 in all; that of seat 1 gives 3 numbers, 1.5 in all", lambda state, seat: {1: 0.75, 2: 0.75}, {}),
                ("1 in all; that of seat 1", lambda state, seat: {1: 1.5, 2: -0.5}, {}),
                ("which is not legal, a probability", lambda state, seat: {9: 1.0}, {}),
                ("each of 3 moves a probability, not 2", lambda state, seat: [0.5, 0.5], {}),
                ("as a dictionary or an array, not None", lambda state, seat: None, {}), ("a policy is a function", "mimic", {}),
                ("more than 10 positions", uniform, {"most_positions": 10}), ("seat is", uniform, {"seat": 2}),
                ("objective is", uniform, {"objective": "draw"})):
            with self.assertRaisesRegex(arena.Error, message):
                arena.best_response("bidding", policy, **{"cards": 3, **how})
        with self.assertRaisesRegex(arena.Error, "whose chance can be listed"):
            arena.best_response("lost_cities", uniform)
        with self.assertRaisesRegex(arena.Error, "needs a game for two"):
            arena.exploitability("bridge", uniform)
        with self.assertRaisesRegex(arena.Error, "the exploitability of 'search' cannot be computed"):
            arena.exploitability("bidding", "search", cards=3)
        with self.assertRaisesRegex(arena.Error, 'unknown built-in bot "x"'):
            arena.exploitability("bidding", "x", cards=3)
        with self.assertRaisesRegex(ZeroDivisionError, "policy"):
            arena.best_response("bidding", self.fails, cards=3)

    @staticmethod
    def fails(state, seat):
        raise ZeroDivisionError("policy")


if __name__ == "__main__":
    main()
