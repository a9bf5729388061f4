"""Matches from Python, stepped, copied, pickled and hidden from seats: that they come to the same as in arena run."""
import copy
import itertools
import os
import pickle
import subprocess
import sys
import unittest

import arena
from random_play import random_match
from support import main

SEED = 11
CLEARS = """
import arena

class Clears:
    def __index__(self):
        inner.clear()
        raise TypeError

inner = {"a": Clears(), "b": 1}
try:
    arena.game("bidding").start(deal={"prizes": inner})
except TypeError as wrong:
    print(wrong)
"""


class Stepping(unittest.TestCase):
    def test_what_is_legal_is_taken_and_every_seat_that_is_due_can_be_asked(self):
        for name in arena.games():
            game = arena.game(name)
            for seats in (game.least_seats, min(game.most_seats, 4)):
                state = game.start(SEED, seats=seats)
                rng = arena.Rng(SEED)
                while not state.over:
                    for seat in state.actors:
                        moves = state.legal(seat) if game.lists_moves else [state.random_move(rng, seat)]
                        self.assertEqual(len(set(moves)), len(moves))
                        if game.lists_moves:
                            self.assertEqual(state.view(seat).legal(), moves)
                        for move in moves:
                            state.clone().apply(move, seat)
                        state.apply(rng.choice(moves), seat)

    def test_moves_are_numbers_where_their_text_is_one(self):
        self.assertEqual(arena.game("bidding").start().legal(), list(range(1, 14)))
        self.assertEqual(arena.game("streams").start().legal(), list(range(20)))
        self.assertTrue(all(isinstance(move, str) for move in arena.game("lost_cities").start().legal()))

    def test_a_number_and_its_text_are_the_same_move(self):
        one, other = (arena.game("bidding").start(SEED) for _ in range(2))
        one.apply(7)
        other.apply("7")
        self.assertEqual(one.view(0), other.view(0))
        self.assertEqual(one.__reduce__()[1], other.__reduce__()[1])

    def test_an_illegal_move_raises_in_the_games_words_and_changes_nothing(self):
        state = arena.game("bidding").start(SEED)
        before = pickle.dumps(state)
        for move, reason in ((14, "Invalid bid."), ("x", "Invalid bid."), (-1, "Invalid bid."), ("", "Invalid bid.")):
            with self.assertRaises(arena.IllegalMove) as raised:
                state.apply(move)
            self.assertEqual((raised.exception.reason, raised.exception.move, raised.exception.seat), (reason, move, 0))
            self.assertIn(repr(move), str(raised.exception))
        self.assertEqual(pickle.dumps(state), before)
        state.apply(5, 0)
        state.apply(5, 1)
        with self.assertRaisesRegex(arena.IllegalMove, "Card already used."):
            state.apply(5)

    def test_a_move_that_no_utf8_can_hold_is_illegal_like_any_other(self):
        for move in ("\ud800", "1\udfff"):
            with self.assertRaisesRegex(arena.IllegalMove, "Invalid bid.") as raised:
                arena.game("bidding").start(SEED).apply(move)
            self.assertEqual(raised.exception.move, move)

    def test_every_argument_can_be_given_by_its_name(self):
        state = arena.game("bidding").start(SEED, events=True)
        state.apply(move=3)
        state.apply(seat=1, move="4")
        self.assertEqual(state.legal(seat=1), state.legal(1))
        self.assertEqual(state.view(seat=1), state.view(1))
        self.assertEqual(state.events(seat=1, since=1), state.events(1, 1))
        self.assertEqual(state.random_move(seat=1, rng=5), state.random_move(5, 1))
        self.assertEqual(state.playout(rng=5), state.playout(5))
        self.assertEqual(state.redeal(seat=1, rng=5).deal, state.redeal(5, 1).deal)
        state.forfeit(seat=0)
        self.assertEqual(state.gone, (0,))
        state = arena.game("streams").start()
        self.assertEqual(state.fallback(seat=0), state.fallback(0))
        for call, words in ((lambda: state.apply(1, move=2), "move is given twice"),
                            (lambda: state.apply(seat=0), "move is missing"),
                            (lambda: state.playout(), "rng is missing"),
                            (lambda: state.playout(seed=1), "unexpected keyword argument 'seed'"),
                            (lambda: state.legal(0, 0), "at most 1 argument, not 2")):
            with self.assertRaisesRegex(TypeError, words):
                call()

    def test_what_can_be_no_move_is_a_type_error(self):
        state = arena.game("streams").start()
        for move in (None, 3.5, [1], True, b"1"):
            with self.assertRaises(TypeError):
                state.apply(move)
        with self.assertRaises(ValueError):
            state.apply(10**30)

    def test_seats_that_owe_nothing_are_refused(self):
        state = arena.game("bidding").start()
        state.apply(1)
        self.assertEqual(state.actors, (1,))
        for wrong in (0, 2, -1):
            with self.assertRaises(ValueError):
                state.legal(wrong)
            with self.assertRaises(ValueError):
                state.apply(1, seat=wrong)
        with self.assertRaises(ValueError):
            state.outcome()
        for arguments in ((), (1, 2, 3)):
            with self.assertRaises(TypeError):
                state.apply(*arguments)
        with self.assertRaises(TypeError):
            state.apply(1, place=1)

    def test_arguments_that_play_on_the_same_state_are_converted_first(self):
        class PlaysOn:
            def __init__(self, state, value):
                self.state, self.value = state, value

            def __index__(self):
                random_match(self.state, 1)
                return self.value

            def __bool__(self):
                random_match(self.state, 1)
                return True

        for name in arena.games():
            for call in (lambda state: state.apply(PlaysOn(state, 0)), lambda state: state.apply(1, PlaysOn(state, 0)),
                         lambda state: state.forfeit(PlaysOn(state, 0)), lambda state: state.forfeit(0, PlaysOn(state, 1)),
                         lambda state: state.forfeit(state.actors[0], PlaysOn(state, 1)),
                         lambda state: state.legal(PlaysOn(state, 0)), lambda state: state.fallback(PlaysOn(state, 0)),
                         lambda state: state.random_move(1, PlaysOn(state, 0))):
                state = arena.game(name).start(SEED)
                expected = state.clone()
                random_match(expected, 1)
                with self.subTest(name), self.assertRaisesRegex(ValueError, "the game is over"):
                    call(state)
                self.assertEqual((state, state.gone), (expected, ()))
        state = arena.game("bidding").start(cards=3, steps_chance=True)

        class Draws:
            def __index__(self):
                return state.draw()["prize"]

        with self.assertRaisesRegex(ValueError, "chance is not next"):
            state.put({"prize": Draws()})

    def test_a_match_that_is_over_takes_nothing_more(self):
        for name in arena.games():
            state = arena.game(name).start()
            random_match(state, 1)
            for call in (state.legal, state.view, lambda: state.apply(1), lambda: state.forfeit(0)):
                with self.assertRaisesRegex(ValueError, "over"):
                    call()
            for seat in range(state.seats):
                self.assertEqual(type(state.view(seat)), arena.View)

    def test_options_seats_and_deals_are_checked(self):
        game = arena.game("bidding")
        for wrong in ({"cards": 1}, {"cards": "x"}, {"nothing": 1}, {"ties": "maybe"}, {"seats": 5}, {"seed": -1},
                      {"seed": 2**64}, {"seed": "1"}, {"deal": {"prizes": [1, 1]}}, {"deal": {"cards": []}}):
            with self.subTest(wrong), self.assertRaises(arena.Error) as raised:
                game.start(**wrong)
            self.assertTrue(str(raised.exception))
        with self.assertRaisesRegex(arena.Error, "given twice"):
            game.start(options={"cards": 5}, cards=6)
        with self.assertRaisesRegex(arena.Error, "bidding, .*streams"):
            arena.game("chess")
        state = game.start(options={"cards": 3}, ties="carry", deal={"prizes": [3, 1, 2]})
        self.assertEqual((state.view(0).prize, state.deal), (3, {"prizes": [3, 1, 2]}))

    def test_what_is_of_the_wrong_kind_is_named_too(self):
        game = arena.game("bidding")
        for call, words in ((lambda: game.start(seats="2"), "seats is a whole number from 2 to 4, not '2'"),
                            (lambda: game.start(seats=2**40), "seats .*1099511627776"),
                            (lambda: game.start(seats=True), "seats .*True"),
                            (lambda: game.start(number=-1), "number is .*-1"),
                            (lambda: game.start(number="x"), "number is .*'x'"),
                            (lambda: game.start(cards=2**70), "option cards must be a whole number in range"),
                            (lambda: game.start(nope={"\ud800": 1}), "unknown option \"nope\""),
                            (lambda: game.start(ties="\ud800"), "option ties"),
                            (lambda: game.start(options=5), "options is a dictionary, not 5"),
                            (lambda: game.start(options={1: 2}), "key of options is a str, not 1"),
                            (lambda: game.start(deal=[1]), "deal is a dictionary, not"),
                            (lambda: game.start(max_refusals="x"), "option max_refusals must be .*x"),
                            (lambda: game.start(max_refusals=-1), "option max_refusals must be .*-1"),
                            (lambda: game.builtin("planner", max_refusals="x"), "option max_refusals must be .*x"),
                            (lambda: game.start(0.5), "a seed is .*0.5"),
                            (lambda: game.builtin(5), "built-in bot is a str, not 5"),
                            (lambda: game.builtin("\ud800"), "unknown built-in bot"),
                            (lambda: game.builtin("planner", seat=2), "seat is a whole number from 0 to 1, not 2"),
                            (lambda: game.builtin("planner", seat="x"), "seat is .*'x'"),
                            (lambda: arena.playouts("bidding", -1), "n is a whole number from 0 .*, not -1"),
                            (lambda: arena.playouts("bidding", 2.5), "n is .*2.5"),
                            (lambda: arena.derive_seed(-1, "x"), "seed of a run is .*-1"),
                            (lambda: arena.derive_seed(2**128, "x"), "seed of a run is .*2\\*\\*128 - 1, not"),
                            (lambda: arena.mix_seed(-1, "x"), "a seed is .*-1"),
                            (lambda: arena.derive_seed(1, 5), "a str, not 5"),
                            (lambda: arena.derive_seed(1, "x", -1), "index is .*-1"),
                            (lambda: arena.game(["bidding"]), "unknown game")):
            with self.subTest(words), self.assertRaisesRegex(arena.Error, words):
                call()
        with self.assertRaisesRegex(TypeError, "option cards cannot be a set"):
            game.start(cards={1})

    def test_values_that_contain_themselves_or_very_many_levels_are_refused(self):
        game, itself, keyed, deep = arena.game("bidding"), [], {}, {}
        itself.append(itself)
        keyed["key"] = keyed
        for _ in range(100_000):
            deep = {"a": deep}
        state = game.start(cards=3, steps_chance=True)
        for value in (itself, keyed, deep):
            for call, words in ((lambda: game.start(options={"cards": value}), "option cards"),
                                (lambda: game.builtin("random", options={"cards": value}), "option cards"),
                                (lambda: arena.run("bidding", ["random"], n=1, options={"cards": value}), "option cards"),
                                (lambda: game.start(deal={"prizes": value}), "deal prizes"),
                                (lambda: state.put({"prize": value}), "outcome prize")):
                with self.subTest(words), self.assertRaisesRegex(arena.Error, f"^{words}.* has more than 16 levels") as raised:
                    call()
                self.assertLess(len(str(raised.exception)), 200)

    def test_a_number_may_change_the_dictionary_that_contains_it(self):
        # The sanitizer sees Python's objects only if they come from malloc.
        ended = subprocess.run([sys.executable, "-c", CLEARS], env={**os.environ, "PYTHONMALLOC": "malloc"},
                               capture_output=True, text=True, check=False)
        self.assertEqual(ended.stdout, "deal prizes a cannot be a Clears\n", ended.stderr)

    def test_a_forfeit_ends_the_bidding_game_of_two_and_not_of_three_nor_streams(self):
        state = arena.game("bidding").start()
        state.forfeit(1)
        self.assertEqual((state.over, state.gone, state.outcome().places, state.outcome().end),
                         (True, (1,), (1, 2), "forfeit"))
        for name, seats, scores, places in (("streams", 2, (0, None), (2, 1)), ("bidding", 3, (0, 0, 0), (3, 1, 1))):
            state = arena.game(name).start(seats=seats)
            state.forfeit(0)
            while not state.over:
                for seat in state.actors:
                    state.apply(state.fallback(seat) if seat in state.gone else state.legal(seat)[0], seat)
            self.assertEqual((state.outcome().scores[0], state.outcome().places), (scores[0], places))


class Hidden(unittest.TestCase):
    def test_views_do_not_change_when_the_match_goes_on(self):
        state = arena.game("lost_cities").start(SEED)
        view, seen = state.view(0), repr(state.view(0))
        random_match(state, 1)
        self.assertEqual(repr(view), seen)

    def test_nothing_of_the_state_can_be_reached_from_a_view(self):
        view = arena.game("bidding").start(SEED).view(0)
        self.assertEqual([name for name in dir(view._source) if not name.startswith("_")], ["key", "legal"])


class Chance(unittest.TestCase):
    def test_a_redeal_leaves_what_the_seat_sees_and_draws_the_rest_anew(self):
        for name in arena.games():
            state, rng = arena.game(name).start(SEED), arena.Rng(SEED)
            for _ in range(6):
                state.apply(state.random_move(rng))
            before, seat = pickle.dumps(state), state.actors[0]
            others = [state.redeal(rng) for _ in range(5)] + [state.redeal(rng, seat=seat)]
            self.assertEqual(pickle.dumps(state), before)
            self.assertEqual({repr(other.view(seat)) for other in others}, {repr(state.view(seat))})
            self.assertEqual(len(set(others)), 6)
            self.assertTrue(all(other.playout(rng).scores for other in others))

    def test_a_redealt_copy_goes_on_with_the_events_that_its_seat_knows(self):
        for name in arena.games():
            state = arena.game(name).start(SEED, events=True)
            for seed in range(6):
                state.apply(state.random_move(seed))
            world, kept = state.redeal(1), state.event_count
            seat = state.actors[0]
            self.assertGreater(kept, 0)
            self.assertEqual((world.event_count, world.events(seat)), (kept, state.events(seat)))
            while not world.over and world.event_count == kept:
                world.apply(world.random_move(1))
            self.assertGreater(len(world.events(seat)), len(state.events(seat)))
            self.assertEqual(state.event_count, kept)

    def test_the_tree_of_chance_can_be_walked(self):
        # docs/python.md, 6: with 3, 2, 1 against 1, 2, 3 seat 0 wins the first prize and no other.
        def expected(state):
            if state.over:
                return state.outcome().scores[0]
            if state.awaits_chance:
                total = 0
                for outcome, probability in state.outcomes():
                    world = state.clone()
                    world.put(outcome)
                    total += probability * expected(world)
                return total
            state = state.clone()
            state.apply(state.legal(0)[-1], 0)
            state.apply(state.legal(1)[0], 1)
            return expected(state)

        self.assertAlmostEqual(expected(arena.game("bidding").start(cards=3, steps_chance=True)), 2)

    def test_chance_that_is_stepped_comes_as_it_does_by_itself(self):
        for name in arena.games():
            by_itself, stepped = (arena.game(name).start(SEED, steps_chance=steps) for steps in (False, True))
            rng, same, draws = arena.Rng(SEED), arena.Rng(SEED), 0
            while not stepped.over:
                while stepped.awaits_chance:
                    self.assertEqual((stepped.actors, repr(stepped)), ((), f"<State of {name}, chance is next>"))
                    with self.assertRaisesRegex(ValueError, "chance is next"):
                        stepped.random_move(1)
                    other = pickle.loads(pickle.dumps(stepped))
                    other.put(stepped.draw())
                    self.assertEqual(other, stepped)
                    draws += 1
                self.assertFalse(by_itself.awaits_chance)
                by_itself.apply(by_itself.random_move(rng))
                stepped.apply(stepped.random_move(same))
            self.assertGreater(draws, 0)
            self.assertEqual((stepped.outcome(), stepped.deal), (by_itself.outcome(), by_itself.deal))

    def test_what_cannot_come_by_chance_is_refused_and_changes_nothing(self):
        state = arena.game("bidding").start(SEED, cards=4, steps_chance=True)
        with self.assertRaisesRegex(arena.Error, "this prize cannot come up now: 5"):
            state.put({"prize": 5})
        with self.assertRaises(arena.Error):
            state.put({"card": 3})
        self.assertEqual([(outcome["prize"], chance) for outcome, chance in state.outcomes()],
                         [(prize, 0.25) for prize in (1, 2, 3, 4)])
        state.put({"prize": 2})
        self.assertEqual((state.view(0).prize, state.deal["prizes"][0], sorted(state.deal["prizes"])),
                         (2, 2, [1, 2, 3, 4]))
        with self.assertRaisesRegex(ValueError, "chance is not next"):
            state.draw()
        state = arena.game("lost_cities").start(SEED, steps_chance=True)
        with self.assertRaises(arena.NotListed) as raised:
            state.outcomes()
        self.assertEqual(str(raised.exception), "lost_cities has too many outcomes of chance to list: State.draw() draws one")
        self.assertEqual(raised.exception.game, "lost_cities")
        self.assertEqual(str(pickle.loads(pickle.dumps(raised.exception))), str(raised.exception))

    def test_the_generator_gives_the_documented_numbers(self):
        # docs/records.md: xoshiro256++ seeded by SplitMix64.
        mask, words, seed = 2**64 - 1, [], 42
        for _ in range(4):
            seed = (seed + 0x9e3779b97f4a7c15) & mask
            z = seed
            z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & mask
            z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & mask
            words.append(z ^ (z >> 31))
        total = (words[0] + words[3]) & mask
        expected = (((total << 23) | (total >> 41)) + words[0]) & mask
        self.assertEqual(arena.Rng(42).next(), expected)

    def test_a_copy_of_a_generator_goes_on_alike(self):
        rng = arena.Rng(1)
        self.assertEqual([copy.copy(rng).below(100), copy.copy(rng).choice(range(100))], [rng.below(100)] * 2)
        items = list(range(50))
        rng.shuffle(items)
        self.assertNotEqual(items, sorted(items))
        self.assertEqual(sorted(items), list(range(50)))
        for wrong in (0, -1, 2**32):
            with self.assertRaises((ValueError, OverflowError)):
                rng.below(wrong)
        with self.assertRaises(IndexError):
            rng.choice([])

    def test_a_playout_depends_on_the_seed_alone_and_changes_nothing(self):
        state = arena.game("lost_cities").start(SEED)
        before = pickle.dumps(state)
        self.assertEqual(state.playout(4), state.playout(arena.Rng(4)))
        self.assertGreater(len({state.playout(seed).scores for seed in range(20)}), 10)
        self.assertEqual(pickle.dumps(state), before)

    def test_playouts_equal_whole_random_matches_stepped_here(self):
        for name, games in (("bidding", 2500), ("lost_cities", 30)):
            game, rng, moves, score_sum = arena.game(name), arena.Rng(arena.mix_seed(SEED, "moves")), 0, 0
            for number in range(games):
                state = game.start(arena.mix_seed(SEED, "deal", number), number=number)
                while not state.over:
                    for seat in state.actors:
                        state.apply(state.random_move(rng, seat), seat)
                        moves += 1
                score_sum += sum(state.outcome().scores)
            played = arena.playouts(name, games, SEED)
            self.assertEqual((played.games, played.moves, played.score_sum), (games, moves, score_sum))


class Builtins(unittest.TestCase):
    def test_a_bot_of_another_game_or_no_view_is_refused(self):
        bot = arena.game("bidding").builtin("planner")
        with self.assertRaises(arena.Error):
            bot(arena.game("streams").start().view())
        for wrong in (None, 3, arena.Fields({})):
            with self.assertRaises(TypeError):
                bot.move(wrong)
        with self.assertRaisesRegex(arena.Error, "unknown built-in bot \"nobody\""):
            arena.game("bidding").builtin("nobody")

    def test_settings_follow_the_name_of_a_bot(self):
        game = arena.game("lost_cities")
        state = game.start(SEED, events=True)
        moves = [game.builtin(f"search iterations={iterations}", 1)(state.view()) for iterations in (50, 50, 51)]
        self.assertEqual(moves[0], moves[1])
        self.assertIn(moves[2], state.legal())
        self.assertIn(game.builtin("search iterations=5", seat=1 - state.actors[0])(state.view()), state.legal())
        for name, words in (("search ", 'unknown built-in bot "search "'), ("search iterations=no", 'iterations must be a whole number from 1 to 100000, not "no"'),
                            ("greedy iterations=5", "it has no settings, and got iterations=5"),
                            ("level=10", 'level must be a whole number from 1 to 9, not "10"'),
                            ("greedy random=5", 'random must be from 0% to 100%, not "5"')):
            with self.subTest(name), self.assertRaisesRegex(arena.Error, words):
                game.builtin(name)

    def test_levels_are_built_in_bots(self):
        game = arena.game("lost_cities")
        self.assertEqual((len(game.levels), game.levels[4]), (9, game.default_builtin))
        view = game.start(SEED).view()
        self.assertEqual(game.builtin("level=5")(view), game.builtin("greedy")(view))

    def test_a_seat_that_owes_no_move_is_refused(self):
        for name in arena.games():
            game, options = arena.game(name), {"cards": 6} if name == "bidding" else {}  # so few that they can be solved
            state = game.start(SEED, steps_chance=True)
            for seat in range(state.seats):
                with self.subTest(name), self.assertRaisesRegex(arena.Error, f"seat {seat} owes no move"):
                    game.builtin("random", seat=seat)(state.view(seat))
            state = game.start(SEED, options=options)
            random_match(state, 1)
            for builtin, seat in itertools.product(game.builtins, range(state.seats)):
                with self.subTest(name, bot=builtin), self.assertRaisesRegex(arena.Error, f"seat {seat} owes no move"):
                    game.builtin(builtin, seat=seat, options=options)(state.view(seat))

    def test_a_game_of_other_seats_or_options_than_the_bots_is_refused(self):
        game = arena.game("bidding")
        for name, options in (("round_solver", {}), ("planner", {"cards": 6}), ("optimal", {"cards": 6})):
            bot = game.builtin(name, 1, options=options)
            with self.assertRaisesRegex(arena.Error, "The bidding game is made for 2 seats, not 4"):
                bot(game.start(1, seats=4, options=options).view(0))
        bot = game.builtin("optimal", cards=4)
        for options, words in (({"cards": 5}, "made for cards=4, not 5"),
                               ({"cards": 4, "ties": "carry"}, "made for ties=discard, not carry"),
                               ({"cards": 4, "unique": True}, "made for unique=false, not true")):
            with self.assertRaisesRegex(arena.Error, words):
                bot(game.start(1, options=options).view(0))
        view = game.start(1, cards=5).view(0)
        for other in (copy.copy(view), pickle.loads(pickle.dumps(view))):
            with self.assertRaisesRegex(arena.Error, "cards=4, not 5"):
                bot(other)


if __name__ == "__main__":
    main()
