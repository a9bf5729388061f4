"""What searches need of a state: histories, returns, play-outs by bots, and a whole search."""
import itertools
import math
import os
import signal
import threading
import unittest

import numpy

import arena
from support import main

SEED = 3


def begun(name, moves=4, **how):
    """A state after some random moves."""
    state, rng = arena.game(name).start(SEED, **{"events": True, **how}), arena.Rng(SEED)
    for _ in range(moves):
        state.apply(state.random_move(rng))
    return state


class Histories(unittest.TestCase):
    def test_a_history_has_what_the_seat_was_told_and_did(self):
        for name in arena.games():
            state, rng = arena.game(name).start(SEED, events=True), arena.Rng(SEED)
            made = [[] for _ in range(state.seats)]
            for _ in range(12):
                seat = state.actors[0]
                move = state.random_move(rng)
                state.apply(move)
                made[seat].append(move)
                for one in range(state.seats):
                    self.assertEqual(state.history(one), arena.History(state.events(one), made[one]), name)

    def test_a_redeal_keeps_the_history_of_its_seat_and_has_none_of_the_others(self):
        for name in arena.games():
            state = begun(name, 6)
            seat = state.actors[0]
            world = state.redeal(1, seat)
            self.assertEqual(world.history(seat), state.history(seat))
            world.apply(world.random_move(1))
            self.assertEqual(len(world.history(seat).moves), len(state.history(seat).moves) + 1)
            for other in range(state.seats):
                if other != seat:
                    with self.assertRaisesRegex(arena.Error, "has no history here: the state was redealt for another seat"):
                        world.history(other)
        with self.assertRaisesRegex(arena.Error, "a history needs the events"):
            arena.game("bidding").start().history()

    def test_equal_histories_have_equal_keys(self):
        keys = {}
        for seed in range(40):
            state, rng = arena.game("bidding").start(seed % 2, cards=4, events=True), arena.Rng(seed)
            while not state.over:
                state.apply(rng.choice(state.legal()))
                for seat in range(2):
                    history = repr((seat, seat in state.actors, state.history(seat)))
                    self.assertEqual(keys.setdefault(history, state.key(seat)), state.key(seat))
        self.assertEqual(len(set(keys.values())), len({history[1:] for history in keys}))


class Returns(unittest.TestCase):
    def test_returns_are_the_lead_over_the_best_other_side(self):
        for name in arena.games():
            for seed in range(3):
                state, rng = arena.game(name).start(seed), arena.Rng(seed)
                while not state.over:
                    self.assertEqual(state.returns, (0.0,) * state.seats)
                    state.apply(state.random_move(rng))
                sign, sides = 1 if state.game.more_is_better else -1, state.game.sides or state.seats
                points = [sign * score for score in state.outcome().scores]
                for seat, lead in enumerate(state.returns):
                    others = [points[side] for side in range(sides) if side != seat % sides]
                    self.assertEqual(lead, points[seat] - max(others, default=0), name)


    def test_who_forfeited_counts_as_another_side(self):
        state = arena.game("bridge").start(SEED)
        state.apply(state.random_move(1))
        state.forfeit(state.actors[0])
        north, east, *_ = state.outcome().scores
        self.assertEqual(state.returns, (north - east, east - north) * 2)
        self.assertNotEqual(north, east)


class PlayOuts(unittest.TestCase):
    def test_they_end_as_the_bots_play_on(self):
        for name, bot in (("bidding", "planner"), ("streams", "spread"), ("lost_cities", "greedy"), ("yard_bridge", "loader")):
            state = begun(name)
            played = state.playouts(2, SEED, bots=bot)
            one = state.clone()
            bots = [one.game.builtin(bot, seats=one.seats, seat=seat) for seat in range(one.seats)]
            while not one.over:
                bots[one.actors[0]].watch(one)
                one.apply(bots[one.actors[0]](one.view()))
            self.assertEqual(played.tolist(), [list(one.returns)] * 2, name)
            self.assertEqual(state, begun(name))

    def test_the_number_of_threads_changes_nothing_and_the_seed_does(self):
        for name in arena.games():
            state = begun(name)
            one, same, other = (state.playouts(8, seed, threads=threads, seat=state.actors[0])
                                for seed, threads in ((1, 1), (1, 3), (2, 1)))
            numpy.testing.assert_array_equal(one, same)
            self.assertEqual(one.shape, (8, state.seats))
            self.assertTrue((one != other).any(), name)

    def test_for_a_seat_they_do_not_depend_on_what_it_does_not_know(self):
        for name in arena.games():
            state = begun(name, 6)
            seat = state.actors[0]
            games = [world.playouts(2000, SEED, seat=seat)[:, seat] for world in (state, state.redeal(1, seat))]
            error = numpy.sqrt(sum(leads.var() / len(leads) for leads in games))
            self.assertLess(abs(games[0].mean() - games[1].mean()), 4 * error, name)
            self.assertGreater(error, 0)

    def test_they_may_begin_with_a_move_that_is_made_in_each_world(self):
        # It takes a card: the true one, if a state is asked to which the move was applied.
        state = arena.game("yard_bridge").start(SEED, events=True)
        while "take" not in state.legal():
            state.apply(state.legal()[-1])
        seat = state.actors[0]
        worlds = [state.redeal(seed, seat) for seed in range(1000)]
        for world in worlds:
            world.apply("take", seat)
        expected = numpy.array([world.playouts(1, seed, bots="shed", stop="deal")[0, seat] for seed, world in enumerate(worlds)])
        found = state.playouts(1000, SEED, bots="shed", stop="deal", seat=seat, first="take")[:, seat]
        self.assertLess(abs(expected.mean() - found.mean()), 4 * math.sqrt((expected.var() + found.var()) / 1000))
        self.assertGreater(len(set(found)), 10)
        one = arena.game("bidding").start(cards=2, deal={"prizes": [2, 1]})
        self.assertEqual(one.playouts(3, bots="highest", first=1).tolist(), [[-1, 1]] * 3)
        self.assertEqual(one.playouts(3, bots="highest", first=1, seat=1).tolist(), [[1, -1]] * 3)

    def test_ctrl_c_ends_them(self):
        state = arena.game("lost_cities").start(SEED, events=True)
        for endless in (lambda: state.playouts(10**6, bots="greedy"), lambda: arena.ismcts(state, 10**8)):
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                endless()
            timer.join()

    def test_they_can_stop_at_the_end_of_a_deal(self):
        for name, how in (("yard_bridge", {}), ("most", {"target": 500}), ("bridge", {"scoring": "rubber"})):
            state = arena.game(name).start(SEED, events=True, options=how)
            deal, whole = (numpy.abs(state.playouts(20, SEED, stop=stop)).mean() for stop in ("deal", None))
            self.assertLess(deal, whole, name)
        state = arena.game("yard_bridge").start(SEED)
        short = arena.game("yard_bridge").start(SEED, deals=1)
        numpy.testing.assert_array_equal(state.playouts(5, SEED, stop="deal"), short.playouts(5, SEED))
        for name in ("bidding", "streams", "lost_cities"):
            state = begun(name)
            numpy.testing.assert_array_equal(state.playouts(5, SEED, stop="deal"), state.playouts(5, SEED))

    def test_chance_that_waits_comes_by_itself(self):
        state = arena.game("bidding").start(SEED, steps_chance=True)
        numpy.testing.assert_array_equal(state.playouts(5, 1), arena.game("bidding").start(SEED).playouts(5, 1))
        self.assertTrue(state.awaits_chance)

    def test_a_seat_that_forfeited_makes_the_moves_of_arena(self):
        state = arena.game("streams").start(SEED, seats=2)
        state.forfeit(0)
        self.assertTrue((state.playouts(5, bots="outlook")[:, 1] > 0).all())

    def test_wrong_ones_are_refused(self):
        state = arena.game("bidding").start()
        for message, wrong in (("n is", {"n": 0}), ("threads is", {"threads": 0}), ('stop is "deal" or None', {"stop": "x"}),
                               ('the first move "99"', {"first": 99}),
                               ("seat is", {"seat": 2}), ("bots are 2", {"bots": ["random"]}),
                               ("the name of a bot", {"bots": [1, 2]}), ('unknown built-in bot "x"', {"bots": "x"})):
            with self.assertRaisesRegex(arena.Error, message):
                state.playouts(**{"n": 1, **wrong})


class Searches(unittest.TestCase):
    def test_it_finds_what_can_be_counted_out(self):
        # The last two cards against the last two: 2 wins the higher prize for sure only where it is bid for it.
        state = arena.game("bidding").start(cards=2, ties="discard", deal={"prizes": [2, 1]}, events=True)
        best, *_ = arena.ismcts(state, 2000)
        self.assertEqual((best.move, round(best.probability, 1)), (2, 1.0))

    def test_it_is_the_same_each_time_and_uses_nothing_that_the_seat_does_not_know(self):
        for name in arena.games():
            state = begun(name, 6)
            seat = state.actors[0]
            found = arena.ismcts(state, 40, SEED)
            self.assertEqual(found, arena.ismcts(state, 40, SEED, seat))
            if "search" in state.game.builtins:
                for seed in range(3):
                    self.assertEqual(arena.ismcts(state.redeal(seed, seat), 40, SEED, seat), found, name)
            self.assertAlmostEqual(sum(move.probability for move in found), 1)
            legal = state.legal() if state.game.lists_moves else [move.move for move in found]
            self.assertLessEqual({move.move for move in found}, set(legal))
            self.assertEqual(sum(move.visits for move in found), 40)

    def test_it_is_what_the_built_in_search_plays(self):
        for name in ("lost_cities", "most", "yard_bridge"):
            state = begun(name, 4)
            bot = state.game.builtin("search iterations=60", SEED, seat=state.actors[0])
            bot.watch(state)
            self.assertEqual(bot(state.view()), arena.ismcts(state, 60, SEED)[0].move, name)

    def test_wrong_ones_are_refused(self):
        state = arena.game("bidding").start()
        for message, wrong in (("iterations is", {"iterations": 0}), ("a seed is", {"seed": -1}), ("there is no seat 2", {"seat": 2})):
            with self.assertRaisesRegex(ValueError, message):
                arena.ismcts(state, **wrong)
        with self.assertRaisesRegex(TypeError, "expected an arena.State, not 5"):
            arena.ismcts(5)
        for move in itertools.chain.from_iterable(zip(state.legal(0), state.legal(0))):
            state.apply(move)
        with self.assertRaisesRegex(ValueError, "the game is over"):
            arena.ismcts(state)
        with self.assertRaisesRegex(ValueError, "chance is next"):
            arena.ismcts(arena.game("bidding").start(steps_chance=True))


if __name__ == "__main__":
    main()
