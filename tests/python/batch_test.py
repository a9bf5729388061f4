"""Batches and encoders: the same as single games, no more than a seat was told, and all of it where they say so."""
import copy
import pickle
import unittest
import zlib
from collections import defaultdict

import numpy

import arena
from support import main

SEED = 5
PLACES = 6
STEPS = 150
# Seats, options and opponents by game.
KINDS = [
    ("bidding", 2, {"cards": 4, "ties": "carry"}, {}),
    ("bidding", 3, {"cards": 5, "unique": True}, {1: "learner", 2: "scatter random=30%"}),
    ("streams", 2, {}, {}),
    ("streams", 1, {"deck": "published"}, {}),
    ("lost_cities", 2, {"max_turns": 9}, {}),
    ("lost_cities", 2, {}, {0: "greedy"}),
    ("bridge", 4, {}, {}),
    ("bridge", 4, {"scoring": "chicago"}, {0: "random", 2: "random"}),
    ("yard_bridge", 2, {"target": 30}, {1: "loader"}),
    ("yard_bridge", 2, {"hand": 2, "deals": 1}, {0: "random"}),  # games may end before the learner moves
    ("yard_bridge", 4, {"deals": 1}, {}),
]
# By game and version of its encoder: a sum over the observations and masks of some games.
NUMBERS = {("bidding", 1): 1749558287, ("bridge", 1): 3375665460, ("lost_cities", 1): 676343110,
           ("streams", 1): 3257265436, ("yard_bridge", 1): 208305217}
ENCODED = sorted({name for name, *_ in KINDS})


class Place:
    """One place of a batch, played with a single state at a time."""

    def __init__(self, at, batch, opponents):
        self.number, self.batch, self.opponents = at, batch, opponents
        self.begin()

    def begin(self):
        game, seats, options = self.batch.game, self.batch.encoder.seats, self.batch.encoder.options
        self.state = game.start(arena.mix_seed(SEED, "deal", self.number), seats=seats, options=options,
                                number=self.number, events=True)
        self.bots = {seat: game.builtin(name, arena.mix_seed(SEED, "bot", self.number * seats + seat), seat=seat,
                                        seats=seats, options=options) for seat, name in self.opponents.items()}
        self.let_bots_play()
        if self.state.over:
            self.skip()

    def let_bots_play(self):
        while not self.state.over and self.state.actors[0] in self.bots:
            seat = self.state.actors[0]
            self.bots[seat].watch(self.state)
            self.state.apply(self.bots[seat](self.state.view(seat)), seat)

    def step(self, action):
        """Whether the game is over, and its returns."""
        self.state.apply(self.batch.actions[action])
        self.let_bots_play()
        over, returns = self.state.over, self.state.returns
        if over:
            self.scores = self.state.outcome().scores
            self.skip()
        return over, returns

    def skip(self):
        """To the next game in which the learner moves."""
        self.number += self.batch.n
        self.begin()


def random_actions(batch, rng):
    return (rng.random(batch.mask.shape) * batch.mask).argmax(axis=1)


def rows(batch):
    return [array.copy() for array in (batch.observation, batch.mask, batch.seat, batch.rewards, batch.over, batch.number)]


class Batches(unittest.TestCase):
    def test_a_batch_is_the_same_as_single_games_step_by_step(self):
        for name, seats, options, opponents in KINDS:
            batch = arena.Batch(name, PLACES, SEED, seats=seats, options=options, opponents=opponents)
            places = [Place(at, batch, opponents) for at in range(PLACES)]
            rng, ended = numpy.random.default_rng(SEED), 0
            for _ in range(STEPS):
                for at, place in enumerate(places):
                    seat = place.state.actors[0]
                    self.assertEqual((batch.seat[at], batch.number[at]), (seat, place.number), name)
                    numpy.testing.assert_array_equal(batch.observation[at], batch.encoder.observation(place.state), name)
                    numpy.testing.assert_array_equal(batch.mask[at], batch.encoder.mask(place.state, seat), name)
                    legal = [move for move, may in zip(batch.actions, batch.mask[at]) if may]
                    self.assertEqual(sorted(map(str, legal)), sorted(map(str, place.state.legal())), name)
                actions = random_actions(batch, rng)
                batch.step(actions)
                for at, place in enumerate(places):
                    over, returns = place.step(actions[at])
                    self.assertEqual((batch.over[at], tuple(batch.rewards[at])), (over, returns), name)
                    ended += over
            self.assertGreater(ended, 0, name)

    def test_rewards_are_the_margin_the_score_or_who_won(self):
        for name in ENCODED:
            batches = {reward: arena.Batch(name, 4, SEED, reward=reward) for reward in ("margin", "score", "win")}
            places = [Place(at, batches["margin"], {}) for at in range(4)]
            rng, sign, seen = numpy.random.default_rng(SEED), 1 if arena.game(name).more_is_better else -1, 0
            while seen < 3:
                actions = random_actions(batches["margin"], rng)
                for batch in batches.values():
                    batch.step(actions)
                margin, score, win = (batches[reward].rewards for reward in ("margin", "score", "win"))
                numpy.testing.assert_array_equal(win, numpy.sign(margin))
                for at, place in enumerate(places):
                    over, returns = place.step(actions[at])
                    seen += over
                    self.assertEqual(tuple(margin[at]), returns)
                    self.assertEqual(tuple(score[at]), tuple(sign * points for points in place.scores) if over else (0,) * len(returns))

    def test_the_number_of_threads_changes_nothing(self):
        for name, seats, options, opponents in KINDS:
            batches = [arena.Batch(name, 7, SEED, seats=seats, options=options, opponents=opponents, threads=threads)
                       for threads in (1, 2, 9)]
            rng = numpy.random.default_rng(SEED)
            for _ in range(40):
                actions = random_actions(batches[0], rng)
                for batch in batches:
                    batch.step(actions)
                first, *others = map(rows, batches)
                for other in others:
                    for one, same in zip(first, other):
                        numpy.testing.assert_array_equal(one, same, name)

    def test_another_seed_gives_other_games(self):
        for name in ENCODED:
            one, same, other = (arena.Batch(name, 8, seed) for seed in (1, 1, 2))
            numpy.testing.assert_array_equal(one.observation, same.observation)
            self.assertTrue((one.observation != other.observation).any(), name)

    def test_a_wrong_step_is_refused_and_changes_nothing(self):
        batch = arena.Batch("lost_cities", 3, SEED, threads=2)
        right = batch.mask.argmax(axis=1)
        wrong = right.copy()
        wrong[2] = len(batch.actions) - 1
        before = rows(batch)
        for actions, message in (
                (wrong, "place 2 of the batch: move 105 \\(n\\) of seat"),
                (right + 1000, "place . of the batch: a move is a number from 0 to 105, not 10"),
                (-right - 1, "place . of the batch: a move is a number from 0 to 105, not -"),
                (right[:2], r"actions are 3 whole numbers, not int64 of shape \(2,\)"),
                (right * 1.0, r"actions are 3 whole numbers, not float64 of shape \(3,\)"),
                (right[None], r"actions are 3 whole numbers, not int64 of shape \(1, 3\)"),
                (["a"] * 3, "actions are 3 whole numbers, not <U1"), (None, "actions are 3 whole numbers")):
            with self.assertRaisesRegex(arena.Error, message):
                batch.step(actions)
            for one, same in zip(before, rows(batch)):
                numpy.testing.assert_array_equal(one, same)
        batch.step(right.astype(numpy.int8))
        batch.step(list(batch.mask.argmax(axis=1)))

    def test_what_is_written_into_the_arrays_changes_no_game(self):
        batch, same = (arena.Batch("bidding", 4, SEED, opponents={1: "scatter"}) for _ in range(2))
        for _ in range(40):
            actions = same.mask.argmax(axis=1)
            for array in (batch.observation, batch.mask, batch.seat, batch.rewards, batch.over, batch.number):
                array[:] = 1
            batch.step(actions)
            same.step(actions)
            for one, other in zip(rows(batch), rows(same)):
                numpy.testing.assert_array_equal(one, other)

    def test_games_in_which_the_learner_never_moves_are_refused(self):
        for name, how in (("lost_cities", {"max_turns": 1}), ("yard_bridge", {"max_actions": 1, "deals": 1})):
            with self.assertRaisesRegex(arena.Error, "no seat of the learner ever moves"):
                for n in (2, 3):  # whoever begins
                    arena.Batch(name, n, 1, opponents={0: "random"}, **how)

    def test_encoders_can_be_pickled_and_batches_not(self):
        batch = arena.Batch("bidding", 2, SEED, cards=4)
        copied = pickle.loads(pickle.dumps(batch.encoder))
        self.assertEqual((copied.actions, copied.parts, copied.options), (batch.actions, batch.encoder.parts, {"cards": 4}))
        for way in (copy.copy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "a batch cannot be copied"):
                way(batch)

    def test_a_wrong_batch_is_refused(self):
        for message, wrong in (
                ("n is a whole number from 1", {"n": 0}), ("threads is", {"threads": 0}), ("reward is margin", {"reward": "x"}),
                ("a seed is", {"seed": -1}), ('unknown built-in bot "x"', {"opponents": {1: "x"}}),
                ("a seat of opponents", {"opponents": {2: "random"}}), ("opponents are bots by seat", {"opponents": "random"}),
                ("the name of an opponent", {"opponents": [1]}), ("needs a seat", {"opponents": ["random", "random"]}),
                ("seats is 2|seats is a", {"seats": 9}), ("unknown option", {"boards": 1}), ("cards must be", {"cards": 99})):
            with self.assertRaisesRegex(arena.Error, message):
                arena.Batch(**{"game": "bidding", "n": 2, **wrong})
        with self.assertRaisesRegex(arena.NotListed, "most has too many legal moves to list"):
            arena.Batch("most", 1)

    def test_arrays_outlive_their_batch(self):
        observation = arena.Batch("bidding", 2, SEED).observation
        self.assertEqual(observation.sum(), arena.Batch("bidding", 2, SEED).observation.sum())


class Encoders(unittest.TestCase):
    def test_moves_have_numbers(self):
        for name in ENCODED:
            encoder = arena.game(name).encoder()
            self.assertEqual(arena.game(name).actions, encoder.actions)
            self.assertEqual(len(set(encoder.actions)), len(encoder.actions))
            for number, move in enumerate(encoder.actions):
                self.assertEqual(encoder.number(move), number)
        with self.assertRaisesRegex(arena.Error, "Streams has no move 20"):
            arena.game("streams").encoder().number(20)
        self.assertEqual(arena.game("bidding").encoder(cards=4).actions, (1, 2, 3, 4))
        with self.assertRaises(arena.NotListed):
            arena.game("most").actions

    def test_parts_are_all_of_an_observation(self):
        for name, seats, options, _ in KINDS:
            encoder = arena.game(name).encoder(seats, options=options)
            batch = arena.Batch(name, 3, SEED, seats=seats, options=options)
            self.assertEqual([part.start for part in encoder.parts.values()][1:] + [encoder.size],
                             [part.stop for part in encoder.parts.values()])
            self.assertEqual(batch.observation.shape, (3, encoder.size))
            rng = numpy.random.default_rng(SEED)
            for _ in range(STEPS):
                self.assertLessEqual(numpy.abs(batch.observation).max(), 1, name)
                batch.step(random_actions(batch, rng))
            for part in encoder.parts.values():
                self.assertEqual(part.of(batch.observation).shape, (3, *part.shape))
                self.assertEqual(part.of(batch.observation[0]).shape, part.shape)

    def test_an_observation_shows_what_its_parts_say(self):
        state = arena.game("bidding").start(deal={"prizes": [3, 2, 1]}, cards=3, events=True)
        state.apply(1, 0)
        state.apply(2, 1)
        encoder = state.game.encoder(cards=3)
        shown = {name: part.of(encoder.observation(state, 1)).tolist() for name, part in encoder.parts.items()}
        third = float(numpy.float32(1 / 3))
        self.assertEqual(shown["unused"], [[1, 0, 1], [0, 1, 1]])
        self.assertEqual((shown["prize"], shown["prizes_left"]), ([0, 1, 0], [1, 0, 0]))
        self.assertEqual((shown["points"], shown["carried"]), ([0.5, 0], [0]))
        self.assertEqual(shown["rounds"], [[0, 0, 0], [0, 0, 0], [third, float(numpy.float32(2 / 3)), third]])

    def test_an_observation_shows_nothing_that_the_seat_cannot_see(self):
        for name, seats, options, _ in KINDS:
            game, rng = arena.game(name), arena.Rng(SEED)
            encoder = game.encoder(seats, options=options)
            for seed in range(3):
                state, worlds = game.start(seed, seats=seats, options=options, events=True), set()
                for _ in range(25):
                    if state.over:
                        break
                    for seat in state.actors:
                        shown = encoder.observation(state, seat)
                        for _ in range(3):
                            world = state.redeal(rng, seat)
                            worlds.add(world)
                            numpy.testing.assert_array_equal(encoder.observation(world, seat), shown, name)
                            numpy.testing.assert_array_equal(encoder.mask(world, seat), encoder.mask(state, seat), name)
                    state.apply(state.random_move(rng))
                self.assertGreater(len(worlds), 10, name)

    def test_with_perfect_recall_it_differs_exactly_if_the_seat_was_told_different_things(self):
        recalls = set()
        for name, seats, options, _ in KINDS:
            game, keys, shown = arena.game(name), defaultdict(set), defaultdict(set)
            encoder = game.encoder(seats, options=options)
            if not encoder.perfect_recall:
                continue
            recalls.add(name)
            for seed in range(60):
                state, rng = game.start(seed % 3, seats=seats, options=options, events=True), arena.Rng(seed)
                while not state.over:
                    for seat in state.actors:
                        observation = (seat, encoder.observation(state, seat).tobytes())
                        keys[observation].add(state.key(seat))
                        shown[seat, state.key(seat)].add(observation)
                    state.apply(rng.choice(state.legal()[:3]))
            self.assertEqual({len(same) for same in keys.values()}, {1}, name)
            self.assertEqual({len(same) for same in shown.values()}, {1}, name)
            self.assertGreater(len(keys), 200, name)
        self.assertEqual(recalls, {"bidding", "bridge", "streams"})

    def test_a_seat_that_left_is_not_one_that_bid_its_lowest_cards(self):
        encoder, shown = arena.game("bidding").encoder(3, cards=4), []
        for leaves in (True, False):
            state = arena.game("bidding").start(SEED, seats=3, cards=4, events=True)
            if leaves:
                state.forfeit(2)
            for seat, bid in ((0, 2), (1, 3), (2, 1)):
                state.apply(bid, seat)
            shown.append(encoder.observation(state, 0))
        self.assertEqual([encoder.parts["left"].of(one).tolist() for one in shown], [[0, 0, 1], [0, 0, 0]])
        self.assertEqual(sum(shown[0] != shown[1]), 1)

    def test_the_numbers_of_a_version_stay(self):
        # If they change, raise the version of the game's Encoder, and write its new sum here.
        sums = {}
        for name in ENCODED:
            batch, rng, total = arena.Batch(name, 4, SEED), arena.Rng(SEED), 0
            for _ in range(60):
                total = zlib.crc32(batch.observation.tobytes() + batch.mask.tobytes(), total)
                batch.step([rng.choice(numpy.flatnonzero(mask).tolist()) for mask in batch.mask])
            sums[name, batch.encoder.version] = total
        self.assertEqual(sums, NUMBERS)

    def test_known_cards_of_the_opponent_are_those_that_it_took_and_still_has(self):
        encoder, known = arena.game("lost_cities").encoder(), 0
        for seed in range(5):
            state, rng, taken = arena.game("lost_cities").start(seed, events=True), arena.Rng(seed), ([], [])
            while not state.over:
                seat, before = state.actors[0], state.view()
                part = encoder.parts["known"].of(encoder.observation(state))
                held = sorted(round(float(number) * (3 if at == 0 else 1)) for land in part for at, number in enumerate(land))
                self.assertEqual(sum(held), len(taken[1 - seat]))
                known += sum(held) > 0
                move = rng.choice(state.legal())
                state.apply(move)
                if before.phase == "draw" and move != "n":
                    taken[seat].extend(set_difference(state.view(seat).hand, before.hand))
                elif before.phase == "play" and move.lstrip("d") in taken[seat]:
                    taken[seat].remove(move.lstrip("d"))
        self.assertGreater(known, 50)

    def test_a_state_of_another_kind_is_refused(self):
        encoder = arena.game("bidding").encoder(cards=4)
        for message, state in (
                ("this encoder of The bidding game is made for cards=4, not 13", arena.game("bidding").start(events=True)),
                ("made for 2 seats, not 3", arena.game("bidding").start(cards=4, seats=3, events=True)),
                ("this encoder is made for The bidding game, not for another game", arena.game("streams").start(events=True)),
                ("an observation needs the events", arena.game("bidding").start(cards=4))):
            with self.assertRaisesRegex(arena.Error, message):
                encoder.observation(state)
        state = arena.game("bidding").start(cards=4, events=True)
        state.apply(1, 0)
        self.assertFalse(encoder.mask(state, 0).any())  # it waits, and knows what it knew
        numpy.testing.assert_array_equal(encoder.observation(state, 0), encoder.observation(state, 1))
        with self.assertRaisesRegex(ValueError, "there is no seat 2"):
            encoder.observation(state, 2)
        with self.assertRaisesRegex(TypeError, "expected an arena.State"):
            encoder.mask(1)


def set_difference(more, less):
    more = list(more)
    for card in less:
        more.remove(card)
    return more


if __name__ == "__main__":
    main()
