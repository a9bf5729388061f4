"""Keys: equal exactly if a seat was told and did the same, in true games and in redealt ones."""
import copy
import pickle
import unittest
from collections import defaultdict

import arena
from support import main
from values_test import ways

SEED = 7
OPTIONS = {"bidding": {"cards": 4}, "lost_cities": {"max_turns": 6}}
MOVES = 14


def started(name, deal=None):
    game = arena.game(name)
    return game.start(SEED, seats=max(game.least_seats, 2), options=OPTIONS.get(name), deal=deal, events=True)


def choose(state, rng):
    """One of few moves, so that random games often go the same way."""
    return rng.choice(state.legal()[:3]) if state.game.lists_moves else state.random_move(arena.Rng(rng.below(3)))


def exchanged(name, deal, rng):
    """The deal with two cards exchanged; in bridge, two hands other than North's."""
    deal = copy.deepcopy(deal)
    if name == "bridge":
        north, *others = deal["hands"][0].split()
        rng.shuffle(others)
        deal["hands"][0] = " ".join([north, *others])
        return deal
    cards = next(iter((deal["deals"][0] if "deals" in deal else deal).values()))
    one, other = rng.below(len(cards)), rng.below(len(cards))
    cards[one], cards[other] = cards[other], cards[one]
    return deal


def deals_alike(name, count):
    """Deals that seat 0 cannot tell from each other when they begin."""
    rng, view, deal = arena.Rng(SEED), started(name).view(0), started(name).deal
    deals = {repr(deal): deal}
    while len(deals) < count:
        other = exchanged(name, deal, rng)
        if started(name, other).view(0) == view:
            deals[repr(other)] = deal = other
    return list(deals.values())


class Player:
    """What a bot at a seat hears and does, kept as it happens."""

    def __init__(self, seat):
        self.seat, self.seen, self.past = seat, 0, []

    def look(self, state):
        self.past += state.events(self.seat, self.seen)
        self.seen = state.event_count

    def knows(self, state):
        return repr((self.past, self.seat in state.actors))


def played(state, rng, each, players=None, moves=MOVES):
    """Plays on at random, calls `each(player, state)` for the players at each position, and returns them."""
    players = players or [Player(seat) for seat in range(state.seats)]
    for _ in range(moves):
        for player in players:
            player.look(state)
            each(player, state)
        if state.over:
            break
        seat, move = state.actors[0], choose(state, rng)
        state.apply(move, seat)
        for player in players:
            if player.seat == seat:
                player.past.append(("did", move))
    return players


class Keys(unittest.TestCase):
    def check(self, name, games):
        """`games(each)` plays games that begin alike. Returns how often a seat could not know in which of several states
        it was."""
        keys, known, states = defaultdict(set), defaultdict(set), defaultdict(set)

        def each(player, state):
            key, knows = (player.seat, state.key(player.seat)), (player.seat, player.knows(state))
            keys[knows].add(key)
            known[key].add(knows)
            states[key].add(state.clone())

        games(each)
        self.assertEqual(({len(same) for same in keys.values()}, {len(same) for same in known.values()}), ({1}, {1}), name)
        self.assertGreater(len(keys), 100, name)
        return sum(len(same) > 1 for same in states.values())

    def test_a_key_is_equal_exactly_if_the_seat_was_told_and_did_the_same(self):
        for name in arena.games():
            unsure = self.check(name, lambda each: [played(started(name, deal), arena.Rng(seed), each)
                                                    for deal in deals_alike(name, 6) for seed in range(20)])
            self.assertGreater(unsure, 10, name)

    def test_so_it_is_in_games_that_go_on_from_a_redealt_copy(self):
        def games(each):
            for moves in (0, 3, 6, MOVES):
                for seed in range(20):
                    state, rng = started(name), arena.Rng(seed)
                    players = played(state, rng, each, moves=moves)
                    played(state.redeal(rng, 0), rng, each, players[:1])

        for name in arena.games():
            self.check(name, games)

    def test_what_a_view_forgets_a_key_remembers(self):
        bids = [arena.game("bidding").start(1, events=True) for _ in range(2)]
        for state, order in zip(bids, ((5, 6), (6, 5))):
            for bid in order:
                state.apply(bid, 0)
                state.apply(bid, 1)
        takes = []
        for order in (("2D", "3D"), ("3D", "2D")):  # the opponent takes two cards, in one order or the other
            rest = [f"{number}{land}" for land in "DOMJV" for number in range(2, 11) if f"{number}{land}" not in order]
            rest += [f"Inv{land}" for land in "DOMJV"] * 3
            state = arena.game("lost_cities").start(deal={"deck": ["2D", rest[0], "3D", *rest[1:]], "first": 0}, events=True)
            theirs = [card for card in state.view(1).hand if not card.endswith("D")]
            for card, their_card in zip(order, theirs):
                for move in (f"d{card}", "n", f"d{their_card}", "d"):
                    state.apply(move)
            takes.append(state)
        for one, other in (bids, takes):
            self.assertEqual(one.view(0), other.view(0))
            self.assertNotEqual(one.key(0), other.key(0))

    def test_a_seat_that_waits_knows_its_own_move_and_no_other(self):
        for name in ("bidding", "streams"):
            one, other = started(name), started(name)
            before = one.key(1)
            one.apply(one.legal(0)[0], 0)
            other.apply(other.legal(0)[1], 0)
            self.assertNotEqual(one.key(0), other.key(0))
            self.assertEqual({one.key(1), other.key(1)}, {before})

    def test_a_redeal_keeps_what_its_seat_was_told(self):
        for name in arena.games():
            state, rng, worlds = started(name), arena.Rng(SEED), 0
            while not state.over and worlds < 30:
                for seat in range(state.seats):
                    world = state.redeal(rng, seat)
                    worlds += 1
                    again = world.redeal(rng, seat)
                    for copied in (world, again, *ways(world)):
                        self.assertEqual((copied.key(seat), copied.events(seat)), (state.key(seat), state.events(seat)))
                        self.assertEqual((copied.event_count, copied.view(seat)), (state.event_count, state.view(seat)))
                state.apply(choose(state, rng))

    def test_others_know_what_they_see_in_a_redealt_copy_and_are_told_there(self):
        def games(each):
            state = started(name)
            for _ in range(3):
                state.apply(choose(state, arena.Rng(SEED)))
            seat = state.actors[0]
            other = Player((seat + 1) % state.seats)
            for seed in range(60):
                world = state.redeal(seed, seat)
                other.past, other.seen = [world.view(other.seat)], world.event_count
                played(world, arena.Rng(seed), each, [other])

        for name in arena.games():
            self.check(name, games)

    def test_others_remember_what_they_saw_in_a_redealt_copy(self):
        # All pass, and the next deal is the same in all copies: what differs is the hand that East had before.
        state = arena.game("bridge").start(1, scoring="chicago", events=True, steps_chance=True)
        dealt, hands = state.draw(), defaultdict(set)
        for seed in range(8):
            world = state.redeal(seed, 0)
            hand = tuple(world.view(1).hand)
            for _ in range(4):
                world.apply("pass")
            world.put(dealt)
            hands[world.key(1)].add(hand)
        self.assertEqual({len(same) for same in hands.values()}, {1})
        self.assertEqual(len(hands), 8)

    def test_a_redealt_copy_has_nothing_that_its_seat_did_not_see(self):
        for name in arena.games():
            told = set()
            for deal in deals_alike(name, 6):
                world = started(name, deal).redeal(1, 0)
                told.add(repr([world.events(seat) for seat in range(world.seats)]))
            self.assertEqual(len(told), 1, name)

    def test_a_bot_that_watched_the_true_game_goes_on_watching_a_copy(self):
        state, rng = arena.game("yard_bridge").start(SEED, events=True), arena.Rng(SEED)
        for _ in range(8):
            state.apply(state.random_move(rng))
        bot = state.game.builtin("loader")
        bot.watch(state)
        world, moves = state.redeal(1, 0), 0
        while not world.over and moves < 30:
            world.apply(world.random_move(rng))
            moves += 1
        bot.watch(world)
        late = state.game.builtin("loader")
        late.watch(world)
        self.assertEqual(pickle.dumps(bot), pickle.dumps(late))
        self.assertNotEqual(pickle.dumps(bot), pickle.dumps(state.game.builtin("loader")))

    def test_without_events_there_is_no_key(self):
        state = arena.game("bidding").start(1)
        for without in (state, state.redeal(1, 0), pickle.loads(pickle.dumps(state))):
            with self.assertRaisesRegex(arena.Error, "a key needs the events, and this state or view does not keep them"):
                without.key(0)
        with self.assertRaisesRegex(ValueError, "there is no seat 2"):
            started("bidding").key(2)
        with self.assertRaisesRegex(ValueError, "there is no seat -1"):
            started("bidding").key(-1)


if __name__ == "__main__":
    main()
