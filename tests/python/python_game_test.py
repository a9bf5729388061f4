"""Games written in Python: the bidding game, written again, is the compiled one; Kuhn poker has the values of its paper; what
their functions give wrongly is said."""
import copy
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import unittest

import numpy

import adapters_test
import arena
import batch_test
from arena._open_spiel import OpenSpielState  # after adapters_test, which knows where pyspiel is
from support import ROOT, ArenaTest, main

sys.path.insert(0, str(ROOT / "examples/python"))
from kuhn_poker import Kuhn, best  # noqa: E402  # pylint: disable=wrong-import-position

SEED = 6


class Bidding:
    """The bidding game for two, as docs/bidding.md says, with the option `cards`."""

    title = "Bidding, written again"

    def __init__(self, cards=13):
        if not 1 <= cards <= 13:
            raise ValueError(f"cards must be from 1 to 13, not {cards}")
        self.cards = cards
        self.actions = range(1, cards + 1)
        self.scores = (0, cards * (cards + 1) // 2)

    def start(self, seats):
        return {"prizes": list(self.actions), "prize": 0, "hands": [list(self.actions) for _ in range(seats)],
                "bids": [None] * seats, "scores": [0] * seats}

    def awaits_chance(self, state):
        return not state["prize"] and bool(state["prizes"])

    def outcomes(self, state):
        return [({"prize": prize}, 1 / len(state["prizes"])) for prize in state["prizes"]]

    def apply_chance(self, state, outcome, happened):
        state["prize"] = outcome["prize"]
        state["prizes"].remove(outcome["prize"])
        is_first = len(state["prizes"]) == self.cards - 1
        happened({"event": "deal" if is_first else "prize", "prize": outcome["prize"]})

    def actors(self, state):
        return [seat for seat, bid in enumerate(state["bids"]) if state["prize"] and bid is None]

    def view(self, state, seat):
        return {"prize": state["prize"], "hand": state["hands"][seat],
                "opponents": [hand for other, hand in enumerate(state["hands"]) if other != seat],
                "scores": state["scores"], "seat": seat, "prizes_left": state["prizes"], "carried": 0}

    def moves(self, view):
        return view["hand"]

    def apply(self, state, seat, move, happened):
        state["bids"][seat] = move
        if None in state["bids"]:
            return
        for other, bid in enumerate(state["bids"]):
            state["hands"][other].remove(bid)
            happened({"seat": other, "move": str(bid)})
        first, second = state["bids"]
        winner = None if first == second else int(second > first)
        if winner is not None:
            state["scores"][winner] += state["prize"]
        happened({"event": "won", "by": winner, "points": state["prize"]})
        state["bids"], state["prize"] = [None, None], 0
        if not state["prizes"]:
            happened({"event": "result", "scores": state["scores"]})

    def outcome(self, state):
        return state["scores"]

    def resample(self, state, seat, rng):
        waiting = state["bids"][1 - seat]
        if waiting is not None:
            state["bids"][1 - seat] = rng.choice(state["hands"][1 - seat])

    def observe(self, view):
        return {name: [card in cards for card in self.actions]
                for name, cards in (("hand", view["hand"]), ("other", view["opponents"][0]), ("prize", [view["prize"]]))}


class Nim:
    """Two take 1 to 3 of some stones; the one who takes the last stone wins. Without chance, and nothing is hidden."""

    scores = (-1, 1)

    def __init__(self, stones=7):
        self.stones = stones

    def start(self, seats):
        return {"left": self.stones, "taken": 0}

    def actors(self, state):
        return [state["taken"] % 2] if state["left"] else []

    def view(self, state, seat):
        return {"left": state["left"]}

    def moves(self, view):
        return range(1, min(view["left"], 3) + 1)

    def apply(self, state, seat, move, happened):
        state["left"] -= move
        state["taken"] += 1
        happened({"seat": seat, "move": move})

    def outcome(self, state):
        return [1, -1] if state["taken"] % 2 else [-1, 1]

    def resample(self, state, seat, rng):
        pass


def takes_all_but_multiples_of_four(view):
    return view.left % 4 or 1


LAST_MOVE = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "turn":
        print(json.dumps({"id": question["id"], "move": question["legal"][-1]}), flush=True)
"""


def lowest(view):
    return view.legal()[0]


class TheSameGame(unittest.TestCase):
    def both(self, cards=5):
        return [game.start(SEED, options={"cards": cards}, events=True, steps_chance=True)
                for game in (arena.game("bidding"), arena.game(Bidding))]

    def test_each_step_shows_what_the_compiled_game_shows(self):
        for number in range(20):
            rng, (compiled, written) = arena.Rng(number), self.both()
            while not compiled.over:
                if compiled.awaits_chance:
                    self.assertTrue(written.awaits_chance)
                    self.assertEqual([({"outcome": outcome}, odds) for outcome, odds in compiled.outcomes()],
                                     written.outcomes())
                    outcome = rng.choice(compiled.outcomes())[0]
                    compiled.put(outcome)
                    written.put({"outcome": outcome})
                    continue
                self.assertEqual(compiled.actors, written.actors)
                for seat in range(2):
                    self.assertEqual(vars(compiled.view(seat)), vars(written.view(seat)))
                    self.assertEqual(compiled.view(seat).legal(), written.view(seat).legal())
                seat = rng.choice(compiled.actors)
                move = compiled.random_move(rng, seat)
                for state in (compiled, written):
                    state.apply(move, seat)
            self.assertEqual(compiled.outcome(), written.outcome())
            self.assertEqual(compiled.returns, written.returns)
            for seat in range(2):
                self.assertEqual(compiled.history(seat).moves, written.history(seat).moves)
                self.assertEqual([vars(event) for event in compiled.events(seat)],
                                 [vars(event) for event in written.events(seat)])

    def test_the_best_answer_to_a_policy_wins_the_same(self):
        def spread(state, seat):
            legal = state.legal(seat)
            return {move: move / sum(legal) for move in legal}

        for policy in (spread, lambda state, seat: {state.legal(seat)[-1]: 1.0}):
            values = [arena.exploitability(game, policy, cards=4) for game in ("bidding", Bidding)]
            self.assertAlmostEqual(*values, delta=1e-12)


class Laws(unittest.TestCase):
    def positions(self, game, **options):
        for number in range(10):
            state, rng = arena.game(game).start(number, events=True, **options), arena.Rng(number)
            while not state.over:
                yield state, rng
                state.apply(state.random_move(rng))

    def test_a_state_is_a_value(self):
        for game in (Kuhn, Bidding, Nim):
            for state, rng in self.positions(game):
                twin = copy.copy(state)
                self.assertEqual((twin, hash(twin)), (state, hash(state)))
                self.assertEqual(pickle.loads(pickle.dumps(state)), state)
                self.assertEqual(pickle.loads(pickle.dumps(state.view())), state.view())
                twin.apply(twin.random_move(rng))
                self.assertNotEqual(twin, state)
                self.assertNotEqual(twin.key(state.actors[0]), state.key())

    def test_an_event_that_cannot_be_kept_changes_nothing(self):
        class Odd(Nim):
            def apply(self, state, seat, move, happened):
                Nim.apply(self, state, seat, move, happened)
                happened({"event": "odd", "x": object()})

        state = arena.game(Odd).start(events=True)
        with self.assertRaises(TypeError):
            state.apply(3)
        self.assertEqual((state, state.events(0)), (arena.game(Odd).start(events=True), []))

    def test_a_move_that_the_rules_break_off_is_not_remembered(self):
        class Broken(Nim):
            def apply(self, state, seat, move, happened):
                if move == 2:
                    raise KeyError("two")
                Nim.apply(self, state, seat, move, happened)

        state = arena.game(Broken).start(events=True)
        with self.assertRaises(KeyError):
            state.apply(2)
        state.apply(1)
        self.assertEqual(state.history(0).moves, [1])

    def test_a_redeal_shows_its_seat_the_same(self):
        for game in (Kuhn, Bidding, Nim):
            for state, rng in self.positions(game):
                for seat in range(2):
                    world = state.redeal(rng, seat)
                    self.assertEqual(world.key(seat), state.key(seat))
                    self.assertEqual(world.view(seat), state.view(seat))
                    self.assertEqual(len(world.playout(rng).scores), 2)

    def test_the_same_seed_is_the_same_game(self):
        states = [arena.game(Bidding).start(seed, number=7, cards=6) for seed in (1, 1, 2)]
        ends = []
        for state in states:
            while not state.over:
                state.apply(state.legal()[0])
            ends.append(state.deal)
        self.assertEqual(ends[0], ends[1])
        self.assertNotEqual(ends[0], ends[2])
        again = arena.game(Bidding).start(3, deal=ends[0], cards=6)
        while not again.over:
            again.apply(again.legal()[-1])
        self.assertEqual(again.deal, ends[0])

    def test_a_given_outcome_that_is_not_possible_comes_from_the_seed(self):
        deal = {"outcomes": [{"prize": 2}, {"prize": 2}, {"prize": 9}]}
        state = arena.game(Bidding).start(3, deal=deal, cards=3)
        while not state.over:
            state.apply(state.legal()[0])
        prizes = [outcome["prize"] for outcome in state.deal["outcomes"]]
        self.assertEqual((prizes[0], sorted(prizes)), (2, [1, 2, 3]))
        state = arena.game(Bidding).start(3, cards=3, steps_chance=True)
        with self.assertRaisesRegex(ValueError, "this outcome is not possible now"):
            state.put({"outcome": {"prize": 4}})

    def test_a_batch_is_its_single_games(self):
        batches = [arena.Batch(Bidding, 3, batch_test.SEED, opponents={1: "random"}, cards=4, threads=threads)
                   for threads in (1, 2)]
        places = [batch_test.Place(at, batches[0], {1: "random"}) for at in range(3)]
        rng = numpy.random.default_rng(1)
        for _ in range(10):
            for at, place in enumerate(places):
                encoder, state = batches[0].encoder, place.state
                numpy.testing.assert_array_equal(batches[0].observation[at], encoder.observation(state))
                numpy.testing.assert_array_equal(batches[0].mask[at], encoder.mask(state))
                self.assertEqual(batches[0].number[at], place.number)
            actions = batch_test.random_actions(batches[0], rng)
            for batch in batches:
                batch.step(actions)
            for at, place in enumerate(places):
                over, returns = place.step(actions[at])
                self.assertEqual((batches[0].over[at], tuple(batches[0].rewards[at])), (over, returns))
            for before, after in zip(*map(batch_test.rows, batches)):
                numpy.testing.assert_array_equal(before, after)


class Known(unittest.TestCase):
    def test_the_best_way_of_kuhn_poker_cannot_be_beaten(self):
        self.assertAlmostEqual(arena.exploitability(Kuhn, best), 0, delta=1e-12)
        for seat, value in enumerate((-1 / 9, 1 / 9)):  # a lead, twice the 1/18 of the paper
            self.assertAlmostEqual(arena.best_response(Kuhn, best, seat).value, value, delta=1e-12)

    def test_cfr_finds_a_best_way(self):
        solver = adapters_test.Cfr(arena.open_spiel_game(Kuhn))
        game = arena.open_spiel_game(Kuhn)

        def learned(state, seat):
            sums = solver.sums[OpenSpielState(game, state, []).information_state_string(seat)]
            total = sum(sums.values())
            return {game.encoder.actions[action]: weight / total for action, weight in sums.items()}

        after = []
        for rounds in (10, 90):
            for _ in range(rounds):
                solver.iterate()
            after.append(arena.exploitability(Kuhn, learned))
        self.assertLess(after[1], after[0] / 2)  # its bound falls as 1 / sqrt(rounds), by 3

    def test_a_search_finds_the_winning_move_of_nim(self):
        state = arena.game(Nim).start(1, stones=7)
        self.assertEqual(arena.ismcts(state, iterations=2000)[0].move, 3)
        self.assertEqual(state.playouts(5, first=3).shape, (5, 2))

    def test_environments_of_pettingzoo_take_it(self):
        for game, options in ((Kuhn, {}), (Bidding, {"cards": 4})):
            env = arena.aec_env(game, seed=SEED, **options)
            env.reset()
            got = adapters_test.played(env, adapters_test.random.Random(1))
            self.assertEqual(got, dict(zip(env.possible_agents, env._table.state.returns)))
        env = arena.parallel_env(Bidding, cards=4)
        env.reset()
        seen, *_ = env.step({"seat_0": 3, "seat_1": 0})
        self.assertEqual([view["action_mask"].tolist() for view in seen.values()], [[1, 1, 1, 0], [0, 1, 1, 1]])


class Plays(ArenaTest):
    def test_series_tournaments_and_comparisons_play_it(self):
        module = self.file("first.py", "def move(state):\n    return state.legal()[0]\n")
        bot = self.file("bot.py", LAST_MOVE)
        players = [takes_all_but_multiples_of_four, "random", arena.module(module),
                   arena.process([sys.executable, str(bot)], name="most")]
        for other in players[1:]:
            standing = arena.run(Nim, [players[0], other], 20, seed=1, duplicate=True, stones=9)
            self.assertEqual(standing.forfeited_games, 0, other)
            self.assertGreaterEqual(standing.of("takes_all_but_multiples_of_four").wins, 20)
        compared = arena.compare(Nim, players[0], "random", seed=1)
        self.assertEqual(compared.better, "takes_all_but_multiples_of_four")
        path = self.folder / "nim.db"
        store = arena.tournament(Nim, players, deals=4, seed=1, store=path, stones=9)
        self.assertEqual(store.tournament()["options"], {"rules": f"{__name__}:Nim(stones=9)"})
        self.assertEqual(store.tournament()["games"], 6 * 4 * 2)
        threes = type("Threes", (Nim,), {"seats": 3, "outcome": lambda self, state: [0, 0, 0],
                                         "actors": lambda self, state: [state["taken"] % 3] if state["left"] else []})
        self.assertEqual(arena.tournament(threes, ["random"] * 3, deals=1, seed=1).tournament()["seats"], 3)
        again = arena.tournament(Nim, players, deals=4, seed=1, store=path, stones=9)  # over, so it plays nothing
        self.assertEqual(again.result(), store.result())

    def test_the_same_seed_plays_the_same_on_any_number_of_jobs(self):
        records = []
        for jobs in (1, 3):
            standing = arena.run(Bidding, ["random", "random"], 30, seed=2, records=True, jobs=jobs, cards=6)
            records.append([str(record) for record in standing.records])
        self.assertEqual(*records)

    def test_a_record_plays_again_where_its_class_is_known(self):
        path = self.folder / "games.jsonl"
        arena.run(Bidding, [lowest, "random"], 3, seed=2, record=path, cards=6)
        for record in arena.records.read(path):
            self.assertIsNone(record.check())
            *_, last = record.replay()
            self.assertEqual(last.outcome().scores, tuple(record.scores))
            self.assertEqual(last.deal, record.deal)
        spoilt = arena.records.parse(str(record).replace('"move":"1"', '"move":"7"'))
        self.assertIn("not legal", spoilt.check().reason)
        script = f"import arena\nprint(next(arena.records.read({str(path)!r})).check())"
        result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        self.assertIn(f'arena.Error: the rules "{__name__}:Bidding(cards=6)" are not loaded: give their class to arena.game first',
                      result.stderr)

    def test_a_seat_that_forfeits_makes_the_first_legal_moves_and_counts_the_lowest_score(self):
        answers = ["no move", *[1] * 10]
        standing = arena.run(Nim, [lambda view: answers.pop(0), lambda view: 1], 2, seed=2, records=True, stones=3, duplicate=False)
        first = standing.records[0]
        self.assertEqual([(forfeit["seat"], forfeit["reason"]) for forfeit in first.forfeits], [(0, "refused")])
        self.assertEqual((first.places, first.scores), ([2, 1], [1, -1]))  # it takes 1, 1 and 1
        self.assertEqual(first.data["counted"], [{"seat": 0, "score": -1, "margin": -2}])

    def test_an_exception_of_the_rules_ends_the_series_as_it_is(self):
        class Broken(Nim):
            def apply(self, state, seat, move, happened):
                raise KeyError("stones")

        for jobs in (1, 2):
            with self.assertRaisesRegex(KeyError, "stones"):
                arena.run(Broken, ["random", "random"], 5, jobs=jobs)
        with self.assertRaisesRegex(KeyError, "stones"):
            arena.game(Broken).start().apply(1)

    def test_ctrl_c_ends_rules_that_do_not_return(self):
        entered = threading.Event()

        class Endless(Nim):
            def apply(self, state, seat, move, happened):
                entered.set()
                while True:
                    pass

        def interrupt():
            entered.wait()
            os.kill(os.getpid(), signal.SIGINT)

        for play in (lambda: arena.run(Endless, ["random", "random"], 5),
                     lambda: arena.game(Endless).start().playouts(5)):
            entered.clear()
            thread = threading.Thread(target=interrupt)
            thread.start()
            with self.assertRaises(KeyboardInterrupt):
                play()
            thread.join()


class Wrong(unittest.TestCase):
    def refused(self, message, wrong, use=lambda game: game.start().playout(1), error=arena.Error):
        with self.assertRaisesRegex(error, message):
            use(arena.game(wrong))

    def test_a_class_that_is_no_game(self):
        class Empty:
            def start(self, seats):
                return seats

        self.refused("Empty is no game: it has no function actors and no view and no moves and no apply and no outcome", Empty)
        self.refused("each argument is an option and needs a default, and stones has none",
                     type("Needy", (Nim,), {"__init__": lambda self, stones: None}))
        self.refused("seats, their number or .least, most., is a whole number from 1 to 16, not 99", type("Many", (Nim,), {"seats": 99}))
        self.refused("Loose.scores is .lowest, highest., the bounds", type("Loose", (Nim,), {"scores": 1}))
        for name in ("nothing", 5, Nim()):
            with self.assertRaisesRegex(arena.Error, "unknown game"):
                arena.game(name)

    def test_options(self):
        for message, options in (('unknown option "heaps"; known: stones, max_refusals', {"heaps": 3}),
                                 ("option stones is made of numbers and texts, not <object", {"stones": object()}),
                                 ("option stones is made of numbers and texts, not {1}", {"stones": {1}}),
                                 ("at most 255 bytes, not", {"stones": "x" * 300})):
            self.refused(message, Nim, lambda game, options=options: game.start(**options))
        self.refused(r"Bidding\(cards=99\): cards must be from 1 to 13, not 99", Bidding, lambda game: game.start(cards=99))
        self.refused("seats is 2, not 3", Nim, lambda game: game.start(seats=3))
        with self.assertRaisesRegex(arena.Error, "rules must name a game in Python"):
            arena.game("python").start()
        for rules in ("os:system('true')", "os", f"{__name__}:Nim(__import__('os'))", f"{__name__}:Nim(stones=open('/'))"):
            with self.assertRaisesRegex(arena.Error, "are not loaded|names no rules"):
                arena.game("python").start(rules=rules)

    def test_what_functions_give_wrongly(self):
        def nim(**functions):
            return type("Nim", (Nim,), functions)

        for message, functions in (
                ("Nim.actors must give a list of seats from 0 to 1, not 5", {"actors": lambda self, state: 5}),
                (r"Nim.actors must give a list of seats from 0 to 1, not \[2\]", {"actors": lambda self, state: [2]}),
                ("Nim.view must give a dictionary, with .*, not 3", {"view": lambda self, state, seat: 3}),
                ("Nim.view must give a dictionary, with no other `seat`", {"view": lambda self, state, seat: {"left": 3, "seat": 1 - seat}}),
                ("a state must be one that pickle takes, without cycles", {"start": lambda self, seats: {"left": 7, "taken": 0, "f": lambda: 0}}),
                ("a whole number from 0 to 999999999, not -1", {"moves": lambda self, view: [-1]}),
                (r"Nim.moves must give a legal move of seat 0, which owes one, not \[\]", {"moves": lambda self, view: []}),
                (r"Nim.moves must give each move once", {"moves": lambda self, view: [1, 1]}),
                ("Nim.moves must give a list of moves, not 'take'", {"moves": lambda self, view: "take"}),
                ("Nim.moves must give a move that is a number as an int, not '1'", {"moves": lambda self, view: ["1"]}),
                ("a move of Nim, if it is no str, is a whole number", {"moves": lambda self, view: [None]}),
                ("Nim.moves must give printable texts", {"moves": lambda self, view: [" a"]}),
                ("Nim.apply must give nothing: it changes the state that it gets", {"apply": lambda self, state, *_: state}),
                (r"Nim.outcome must give whole numbers from -1 to 1, its scores, not \[5, 5\]", {"outcome": lambda self, state: [5, 5]}),
                ("Nim.outcome must give a score for each of 2 seats", {"outcome": lambda self, state: [1]}),
                ("the pickle of a state has at most 4094 bytes", {"start": lambda self, seats: {"left": 7, "taken": 0, "x": "x" * 5000}})):
            self.refused(message, nim(**functions))
        self.refused("Nim reports 5: an event is a dictionary with", nim(apply=lambda self, state, seat, move, happened: happened(5)))
        self.refused("a view x must be finite, not nan", nim(view=lambda self, state, seat: {"x": math.nan}))
        self.refused("a view", nim(view=lambda self, state, seat: {"x": {1, 2}}), error=(TypeError, arena.Error))
        chance = {"awaits_chance": lambda self, state: state["taken"] == 0 and "dice" not in state,
                  "actors": lambda self, state: [] if self.awaits_chance(state) else Nim.actors(self, state)}
        for message, functions in (("Nim has no function draw", {}),
                                   ("Nim has no function apply_chance", {"outcomes": lambda self, state: [(1, 1)]}),
                                   ("probabilities that add up to 1", {"outcomes": lambda self, state: [(1, 0.4)]}),
                                   ("a list of pairs", {"outcomes": lambda self, state: [1]})):
            self.refused(message, nim(**chance, **functions))
        self.refused("Nim has no function resample", type("Nim", (Nim,), {"resample": None}), lambda game: game.start().redeal(1))
        self.refused("Nim.resample changes what seat 0 sees: .*7.* became .*6",
                     nim(resample=lambda self, state, seat, rng: state.update(left=6)), lambda game: game.start().redeal(1))

    def test_what_numbers_for_learners_need(self):
        self.refused("Nim has no list `actions` of all its moves", Nim, lambda game: game.encoder())
        self.refused("Nim has no function observe", type("Nim", (Nim,), {"actions": [1, 2, 3]}), lambda game: game.encoder())
        for message, observe in (("Nim.observe must give a dictionary of lists of numbers", lambda self, view: [1]),
                                 ("Nim.observe gave numbers by part .*5.*, at first .*7", lambda self, view: {"left": [1] * view["left"]})):
            self.refused(message, type("Nim", (Nim,), {"actions": [1, 2, 3], "observe": observe}),
                         lambda game: arena.Batch(game, 1).step([1]))
        few = type("Nim", (Nim,), {"actions": [1], "observe": lambda self, view: {"left": [0]}})
        self.refused("the rules' actions lack the move", few, lambda game: arena.Batch(game, 1))

    def test_a_class_that_is_written_again_takes_the_place_of_the_first(self):
        def made(score):
            return type("Again", (Nim,), {"scores": (-score, score), "__module__": __name__,
                                          "outcome": lambda self, state: [score, -score]})

        for score in (1, 2):
            game = arena.game(made(score))
            self.assertEqual(game.start().playout(1).scores, (score, -score))
        arena.game(made(3))
        with self.assertRaisesRegex(arena.Error, "another class .*:Again was given since"):
            game.start()


if __name__ == "__main__":
    main()
