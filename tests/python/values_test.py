"""States, views, generators and bots as values: copied, pickled, sent to other processes, compared, kept in sets."""
import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import unittest

import arena
from random_play import random_match
from support import main

SEED = 11
OPTIONS = {"bidding": {"cards": 6}}  # so few that they can be solved
TWO_ALIKE = [15, 15, *range(1, 15), *range(16, 20)]  # cards of Streams
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
SOLVERS = ("double_dummy", "sampler")  # bots of bridge that solve deals, which takes up to a second for each card


def bots_of(game):
    """Its built-in bots; a short search moves like a long one."""
    bots = ["search iterations=5" if name == "search" else name for name in game.builtins]
    return [*bots, "random random=50%"]


def started(name, seed=SEED, moves=9, events=True):
    """A game that has gone on for some moves, in simultaneous games to the midst of a round."""
    game = arena.game(name)
    state = game.start(seed, seats=max(game.least_seats, 2), options=OPTIONS.get(name), events=events)
    rng = arena.Rng(seed)
    for _ in range(moves):
        state.apply(state.random_move(rng))
    return state


def ways(value):
    """All ways to get another one like it."""
    yield copy.copy(value)
    yield copy.deepcopy(value)
    for protocol in PROTOCOLS:
        yield pickle.loads(pickle.dumps(value, protocol))


def all_events(state):
    return [state.events(seat) for seat in range(state.seats)]


def answer(bot, view):
    try:
        return bot(view)
    except arena.Error as error:  # a bot that has no move here, such as mimic
        return str(error)


def all_views(state):
    return [state.view(seat) for seat in range(state.seats)]


def played_on(state, rng, bots):
    """What another process tells of a game that it is sent."""
    bots[0].watch(state)
    view = state.view()
    return bots[0](view), view.legal(), random_match(state, rng), all_events(state), rng.next()


class Copies(unittest.TestCase):
    def test_a_state_keeps_its_events_and_goes_on_keeping_them(self):
        for name in arena.games():
            state = started(name)
            self.assertGreater(state.event_count, 5)
            for number, other in enumerate(ways(state)):
                with self.subTest(name, way=number):
                    self.assertEqual((other.event_count, all_events(other)), (state.event_count, all_events(state)))
                    original = state.clone()
                    self.assertEqual(random_match(other, arena.Rng(5)), random_match(original, arena.Rng(5)))
                    self.assertEqual(all_events(other), all_events(original))
                    self.assertGreater(other.event_count, state.event_count)

    def test_a_state_without_events_gets_none(self):
        for name in arena.games():
            for other in ways(started(name, events=False)):
                random_match(other, 1)
                self.assertEqual(all_events(other), [[]] * other.seats)

    def test_who_has_forfeited_is_kept(self):
        state = started("yard_bridge")
        state.forfeit(state.actors[0])
        for other in ways(state):
            self.assertEqual((other.gone, all_events(other)), (state.gone, all_events(state)))

    def test_a_generator_goes_on_where_it_was(self):
        rng = arena.Rng(SEED)
        rng.next()
        others = list(ways(rng))
        expected = [rng.next() for _ in range(5)]
        for other in others:
            self.assertEqual([other.next() for _ in range(5)], expected)
        for wrong in ((1, 2, 3), (0, 0, 0, 0), (1, 2, 3, -1), (1, 2, 3, 2**64), ("1", 2, 3, 4)):
            with self.assertRaises((ValueError, TypeError, OverflowError)):
                arena.Rng(1).__setstate__(wrong)
        with self.assertRaises(TypeError):
            arena.Rng(1).__setstate__(5)

    def test_a_view_goes_on_answering(self):
        for name in arena.games():
            state = started(name)
            for seat in range(state.seats):
                view = state.view(seat)
                for other in ways(view):
                    self.assertIsNot(other, view)
                    self.assertEqual((other, repr(other), type(other)), (view, repr(view), arena.View))
                    if state.game.lists_moves:
                        self.assertEqual(other.legal(), view.legal())
            seat = state.actors[0]
            for builtin in bots_of(state.game):
                make = lambda: state.game.builtin(builtin, 1, seat=seat, seats=state.seats, options=OPTIONS.get(name))
                expected = answer(make(), state.view(seat))
                for other in list(ways(state.view(seat)))[-1 if builtin in SOLVERS else 0:]:
                    self.assertEqual(answer(make(), other), expected)

    def test_a_pickled_view_holds_nothing_that_the_seat_may_not_know(self):
        # Two states that seat 0 cannot tell apart: byte for byte the same pickle of what it sees.
        for name in arena.games():
            state = started(name, moves=3)
            others = [state.redeal(seed, 0) for seed in range(10)]
            self.assertGreater(len(set(others)), 5)
            for other in others:
                self.assertEqual(pickle.dumps(other.view(0)), pickle.dumps(state.view(0)))

    def test_every_builtin_bot_goes_on_as_it_would_have(self):
        for name in arena.games():
            for builtin in bots_of(arena.game(name)):
                for way in [-1] if builtin in SOLVERS else range(2 + len(PROTOCOLS)):
                    with self.subTest(name, bot=builtin, way=way):
                        self.check_bot(name, builtin, way, *((12, 2) if builtin in SOLVERS else (40, 6)))

    def check_bot(self, name, builtin, way, most, ahead):
        game = arena.game(name)
        state = started(name, moves=0)
        bots = [game.builtin(builtin, seat, seat=seat, seats=state.seats, options=OPTIONS.get(name))
                for seat in range(state.seats)]
        for number in range(most):
            if state.over:
                break
            for seat in state.actors:
                if number % 3 == 2:  # another takes the bot's place from here on, in a copy of the game
                    twin, its_state = list(ways(bots[seat]))[way], state.clone()
                    self.assertEqual(self.moves(twin, its_state, seat, ahead), self.moves(bots[seat], state.clone(), seat, ahead))
                    bots[seat] = twin
                self.move(bots[seat], state, seat)

    @staticmethod
    def move(bot, state, seat):
        bot.watch(state)
        state.apply(bot(state.view(seat)), seat)

    def moves(self, bot, state, seat, most):
        """The next moves of a bot; the copies that play them are of no use afterwards. Others take the first."""
        bot, made = copy.copy(bot), []
        while not state.over and len(made) < most:
            if seat in state.actors:
                bot.watch(state)
                made.append(bot(state.view(seat)))
                state.apply(made[-1], seat)
            else:
                state.apply(state.random_move(1))
        return made

    def test_a_bot_that_was_copied_has_seen_what_the_first_one_saw(self):
        state = started("yard_bridge")
        bot = state.game.builtin("loader")
        bot.watch(state)
        twin = pickle.loads(pickle.dumps(bot))
        self.assertEqual(twin.__reduce__()[1], bot.__reduce__()[1])
        twin.watch(state)  # nothing is new
        self.assertEqual(twin.__reduce__()[1], bot.__reduce__()[1])

    def test_bytes_of_something_else_are_refused(self):
        state, bot = started("bidding"), arena.game("bidding").builtin("planner")
        restore, (data,) = state.__reduce__()
        for wrong in (b"short", data[:-1], data + b"x", b""):
            with self.assertRaisesRegex(arena.Error, "not a state of The bidding game"):
                restore(wrong)
        rebuild, (name, data) = state.view(0)._source.__reduce__()
        for wrong in (b"short", data[:-1], data + b"x", b""):
            with self.assertRaisesRegex(arena.Error, "not a view of The bidding game"):
                rebuild(name, wrong)
        rebuild, (setup, _, _) = bot.__reduce__()
        for wrong in (b"", b"short"):
            with self.assertRaisesRegex(arena.Error, 'built-in bot "planner" of bidding'):
                rebuild(setup, 0, wrong)

    def test_another_process_goes_on_alike(self):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            for name in arena.games():
                state, rng = started(name, moves=10), arena.Rng(3)
                if not state.game.lists_moves:
                    continue
                bots = [state.game.builtin("random", 1, seat=state.actors[0], seats=state.seats,
                                           options=OPTIONS.get(name))]
                told = pool.apply(played_on, (state, rng, bots))
                self.assertEqual(told, played_on(state, rng, bots))


class Equality(unittest.TestCase):
    def equal(self, one, other):
        self.assertTrue(one == other)
        self.assertFalse(one != other)
        self.assertEqual(hash(one), hash(other))
        self.assertEqual(len({one, other}), 1)

    def unequal(self, one, other):
        self.assertFalse(one == other)
        self.assertTrue(one != other)
        self.assertEqual(len({one, other}), 2)

    def test_states_are_equal_by_value(self):
        for name in arena.games():
            one, other = started(name), started(name)
            self.equal(one, other)
            for way in ways(one):
                self.equal(way, one)
            self.unequal(started(name, moves=8), one)
            self.unequal(started(name, seed=SEED + 1), one)
            other.forfeit(other.actors[0])
            self.unequal(one, other)
            before = hash(one)
            one.apply(one.random_move(1))
            self.assertNotEqual(hash(one), before)

    def test_what_is_hidden_counts(self):
        for name in arena.games():
            state = started(name, moves=3)
            others = [state.redeal(seed, 0) for seed in range(20)]
            self.assertEqual({other.view(0) for other in others}, {state.view(0)})
            self.assertGreater(len(set(others)), 10)
            for other in others:
                same = (other.deal, all_views(other)) == (state.deal, all_views(state))
                (self.equal if same else self.unequal)(state, other)
        one, other = (arena.game("bidding").start(1) for _ in range(2))
        one.apply(3)
        other.apply(4)
        self.unequal(one, other)
        self.assertEqual(one.view(1), other.view(1))

    def test_events_do_not_count(self):
        for name in arena.games():
            self.equal(started(name, events=True), started(name, events=False))

    def test_options_games_and_seats_count(self):
        bidding, streams = arena.game("bidding"), arena.game("streams")
        self.unequal(bidding.start(1, ties="carry"), bidding.start(1))
        self.unequal(bidding.start(1, seats=3), bidding.start(1))
        self.unequal(bidding.start(1, cards=6), bidding.start(1))
        self.unequal(bidding.start(1), streams.start(1))
        self.unequal(arena.game("lost_cities").start(1, max_turns=10), arena.game("lost_cities").start(1))
        self.unequal(arena.game("yard_bridge").start(1, target=10), arena.game("yard_bridge").start(1))

    def test_how_a_position_was_reached_does_not_count(self):
        self.equal(*self.piles_of_another_order())
        self.equal(*self.equal_cards_in_another_order())
        self.equal(*self.bids_in_another_order())

    def test_random_games_that_look_the_same_are_the_same(self):
        # Short games of one deal, in all orders: what has the same attributes is one value.
        for name, options, deal in (("bidding", {"cards": 4}, {}), ("lost_cities", {"max_turns": 4}, {}),
                                    ("streams", {}, {"cards": TWO_ALIKE})):
            seen = {}
            for seed in range(600):
                state = arena.game(name).start(1, seats=2, options=options, deal=deal)
                rng = arena.Rng(seed)
                for _ in range(8):
                    state.apply(rng.choice(state.legal()[:3]))
                    if name != "lost_cities" and len(state.actors) == 1:
                        continue  # the other seat's move is not seen yet
                    looks = repr([*all_views(state), state.actors, state.deal])
                    self.equal(seen.setdefault(looks, state.clone()), state)
                    if state.over:
                        break
            self.assertGreater(len(seen), 50)
            self.assertEqual(len(set(seen.values())), len(seen))

    def piles_of_another_order(self):
        """Cards are discarded in another order, and each is taken by the opponent."""
        game = arena.game("lost_cities")
        numbers = [f"{number}{land}" for land in "DOMJV" for number in range(2, 11)]
        rest = [card for card in numbers + [f"Inv{land}" for land in "DOMJV"] * 3 if card not in ("2D", "3D")]
        deck = ["2D", rest[0], "3D", *rest[1:]]
        for order in (("2D", "3D"), ("3D", "2D")):
            state = game.start(deal={"deck": deck, "first": 0})
            theirs = [card for card in state.view(1).hand if not card.endswith("D")]
            for card, their_card in zip(order, theirs):
                for move in (f"d{card}", "n", f"d{their_card}", "d"):
                    state.apply(move)
            yield state

    def equal_cards_in_another_order(self):
        """Two cards of the same number are put into the same two slots."""
        for slots in ((3, 7), (7, 3)):
            state = arena.game("streams").start(deal={"cards": TWO_ALIKE})
            for slot in slots:
                state.apply(slot)
            yield state

    def bids_in_another_order(self):
        for order in ((5, 6), (6, 5)):
            state = arena.game("bidding").start(1)
            for bid, lower in zip(order, (1, 2)):
                state.apply(bid, 0)
                state.apply(lower, 1)
            yield state

    def test_chance_that_is_given_counts_as_far_as_it_lies_ahead(self):
        for name in ("yard_bridge", "most"):
            game = arena.game(name)
            deals = [list(self.deals_of(name, seed)) for seed in (1, 2)]
            given = lambda *chosen, seed=1: game.start(seed, options={"deals": 2}, deal={"deals": list(chosen)})
            seeded = game.start(1, options={"deals": 2})
            self.equal(given(*deals[0]), seeded)  # that is what the seed draws anyhow
            self.equal(given(deals[0][0]), seeded)
            self.equal(given(*deals[1]), given(*deals[1]))
            self.unequal(given(*deals[1]), seeded)
            self.unequal(given(deals[1][0]), given(*deals[1]))  # the second deal comes from the seed
            self.unequal(given(deals[1][0]), given(deals[1][0], seed=3))
            for way in ways(given(*deals[1])):
                self.equal(way, given(*deals[1]))
                self.assertEqual(random_match(way, 4), random_match(given(*deals[1]), 4))

    def deals_of(self, name, seed):
        state = arena.game(name).start(seed, options={"deals": 2})
        random_match(state, 1)
        for number, deal in enumerate(state.deal["deals"]):
            yield {"deck": deal["deck"], "dealer": number, "shuffles": []}

    def test_a_replayed_record_has_the_states_of_the_game(self):
        for name in arena.games():
            record = arena.run(name, ["random", "random"], n=1, seed=3, options=OPTIONS.get(name), records=True).records[0]
            game = arena.game(name)
            state = game.start(arena.derive_seed(3, "deal", 0), seats=max(game.least_seats, 2), options=OPTIONS.get(name))
            for move, replayed in zip([None, *record.moves], record.replay()):
                if move is not None:
                    state.apply(move["move"], move["seat"])
                self.equal(replayed, state)

    def test_nothing_of_what_was_in_memory_before_counts(self):
        script = """import arena, pickle
for name in arena.games():
    state = arena.game(name).start(3, events=True)
    for seed in range(7):
        state.apply(state.random_move(seed))
    values = [state, state.clone(), state.view(0), state.game.builtin("random", 3)]
    print([pickle.dumps(value).hex() for value in values], hash(state), hash(state.clone()))
"""
        told = {subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.PIPE,
                               env={**os.environ, "MALLOC_PERTURB_": filled}).stdout for filled in ("85", "170")}
        self.assertEqual(len(told), 1)

    def test_states_are_unequal_to_all_else_and_have_no_order(self):
        state = started("bidding")
        for other in (None, 3, "x", state.view(0), state.game):
            self.unequal(state, other)
        with self.assertRaises(TypeError):
            state < state.clone()  # pylint: disable=pointless-statement

    def test_views_are_equal_by_what_the_seat_sees(self):
        for name in arena.games():
            state = started(name)
            for seat in range(state.seats):
                self.equal(state.view(seat), started(name).view(seat))
                for way in ways(state.view(seat)):
                    self.equal(way, state.view(seat))
            self.unequal(state.view(0), state.view(1))
            self.unequal(state.view(0), started(name, moves=5).view(0))
            self.unequal(state.view(0), started("bidding" if name == "streams" else "streams").view(0))
            self.unequal(state.view(0), state)

    def test_views_from_which_other_moves_may_be_made_differ(self):
        state = arena.game("bidding").start(1)
        due = state.view(0)
        state.apply(3, 0)
        self.assertEqual(vars(due), vars(state.view(0)))  # no bid is seen, but this seat has bid
        self.unequal(due, state.view(0))


class Legal(unittest.TestCase):
    def test_a_seat_that_is_not_due_has_no_legal_moves(self):
        for name in arena.games():
            state = started(name, moves=0)
            rng, found = arena.Rng(1), 0
            while True:
                for seat in set(range(state.seats)) - set(state.actors):
                    for view in ways(state.view(seat)):
                        self.assertEqual(view.legal(), [])
                    found += 1
                if state.over:
                    break
                state.apply(state.random_move(rng))
            self.assertGreater(found, 5)

    def test_a_game_that_has_too_many_moves_to_list_says_so(self):
        self.assertEqual([name for name in arena.games() if not arena.game(name).lists_moves], ["most"])
        state = arena.game("most").start(1)
        for call in (state.legal, lambda: state.legal(state.actors[0]), state.view().legal):
            with self.assertRaises(arena.NotListed) as raised:
                call()
            self.assertIsInstance(raised.exception, ValueError)
            for word in ("most", "too many", "random_move", "arena rules most"):
                self.assertIn(word, str(raised.exception))
            self.assertEqual(str(pickle.loads(pickle.dumps(raised.exception))), str(raised.exception))
        with self.assertRaisesRegex(ValueError, "owes no move"):
            state.legal(1 - state.actors[0])


if __name__ == "__main__":
    main()
