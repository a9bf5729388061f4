"""What has learned plays in arena.run: the views of called players know what a seat was told, as the states of a loop do."""
import pickle
import unittest

import numpy

import arena
from arena.bot import Listed
from batch_test import ENCODED
from support import main

SEED = 8
SHORT = {"lost_cities": {"max_turns": 20}, "yard_bridge": {"deals": 2}, "most": {"deals": 1, "max_turns": 30}}


def series(name, player):
    """Two games against `random`."""
    return arena.run(name, [player, "random"], 2, seed=SEED, records=True, **SHORT.get(name, {}))


class Views(unittest.TestCase):
    def test_a_view_has_the_key_that_its_state_has(self):
        for name in arena.games():
            heard, rng = [], arena.Rng(SEED)
            encoder = arena.game(name).encoder(seats=max(arena.game(name).least_seats, 2), options=SHORT.get(name)) \
                if name in ENCODED else None

            def play(view):
                numbers = None if encoder is None else (encoder.observation(view), encoder.mask(view))
                heard.append((view.key(), numbers))
                if len(heard) % 7 == 3 and arena.game(name).options["max_refusals"] > 0:
                    return "nonsense"
                return rng.choice(view.legal()) if arena.game(name).lists_moves else view.possible[0]

            standing = series(name, play)
            self.assertGreater(len(heard), 5)
            refused = any("rejected" in move for record in standing.records for move in record.moves)
            self.assertEqual(refused, arena.game(name).options["max_refusals"] > 0)
            for record in standing.records:
                own = [seat for seat, player in enumerate(record.players) if player["name"].startswith("play")]
                for state, asked, *_ in record.decisions(events=True):
                    if asked not in own:
                        continue
                    key, numbers = heard.pop(0)
                    self.assertEqual(key, state.key(asked), name)
                    if encoder is not None:
                        numpy.testing.assert_array_equal(numbers[0], encoder.observation(state, asked))
                        numpy.testing.assert_array_equal(numbers[1], encoder.mask(state, asked))
            self.assertEqual(heard, [])

    def test_a_view_of_a_state_knows_what_the_state_keeps(self):
        state = arena.game("lost_cities").start(SEED, events=True)
        encoder = arena.game("lost_cities").encoder()
        view = state.view(0)
        before = view.key(), encoder.observation(view).tolist()
        state.apply(state.legal()[0])
        self.assertEqual((view.key(), encoder.observation(view).tolist()), before)
        self.assertNotEqual(state.view(0).key(), before[0])
        for blind in (pickle.loads(pickle.dumps(view)), arena.game("lost_cities").start(SEED).view(0)):
            with self.assertRaisesRegex(arena.Error, "a key needs the events, and this state or view does not keep them"):
                blind.key()
            with self.assertRaisesRegex(arena.Error, "an observation needs the events"):
                encoder.observation(blind)
            self.assertEqual(encoder.mask(blind).tolist(), encoder.mask(view).tolist())
        with self.assertRaisesRegex(arena.Error, "a view has its own seat"):
            encoder.observation(view, 1)
        with self.assertRaisesRegex(arena.Error, "made for Lost Cities, not for another game"):
            encoder.observation(arena.game("bidding").start(events=True).view(0))

    def test_a_module_in_a_process_is_told_that_it_gets_no_keys(self):
        with self.assertRaisesRegex(NotImplementedError, "gets no keys"):
            arena.View({}, Listed(["1"], "bidding")).key()


class Policies(unittest.TestCase):
    def seated(self, mixture):
        """A player that draws from the probabilities of a view."""
        rng = arena.Rng(SEED)

        def play(view):
            left = rng.next() / 2**64
            for move, odds in (likely := mixture(view)).items():
                left -= odds
                if left < 0:
                    return move
            return list(likely)[-1]

        return play

    def test_a_solution_plays_and_wins_from_a_bot_with_faults(self):
        solution = arena.solve("bidding", cards=4)
        standing = arena.run("bidding", [self.seated(solution.policy), "scatter"], 2000, seed=SEED, duplicate=True, cards=4)
        self.assertGreater(standing.of("play").margin_95.low, 0)
        with self.assertRaisesRegex(ValueError, "seat 0 owes no move"):
            state = arena.game("bidding").start(SEED, cards=4)
            state.apply(1, 0)
            solution.policy(state.view(0))
        with self.assertRaisesRegex(arena.Error, "made for cards=4, not 5"):
            solution.policy(arena.game("bidding").start(SEED, cards=5).view(0))

    def test_a_best_answer_plays_by_the_keys_of_its_views(self):
        answer = arena.best_response("bidding", lambda state, seat: {state.legal(seat)[0]: 1.0}, cards=4)

        def best(view):
            return answer.moves.get(view.key(), view.legal()[0])

        standing = arena.run("bidding", [best, lambda view: view.hand[0]], 400, seed=SEED, cards=4)
        low, high = standing.of("best").margin_95
        self.assertLess(low, answer.value)
        self.assertGreater(high, answer.value)


if __name__ == "__main__":
    main()
