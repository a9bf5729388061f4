"""Games as environments of PettingZoo and for OpenSpiel's algorithms: what these call works.

Their packages are used where they are installed. Else tests/python/stand_ins has what is needed of them, and loops of our own
make the calls that PettingZoo's tests of its interface and OpenSpiel's CFR and ISMCTS make.
"""
import importlib.util
import math
import random
import sys
import unittest
from collections import defaultdict

import numpy

import arena
from batch_test import ENCODED
from support import ROOT, main

if any(importlib.util.find_spec(name) is None for name in ("gymnasium", "pettingzoo", "pyspiel")):
    sys.path.append(str(ROOT / "tests/python/stand_ins"))
import pyspiel  # noqa: E402  # pylint: disable=wrong-import-position

SEED = 4
SHORT = {"lost_cities": {"max_turns": 12}, "yard_bridge": {"deals": 1}}


def some_action(observation, rng):
    return rng.choice(numpy.flatnonzero(observation["action_mask"]))


def played(env, rng, steps=10**6):
    """Plays an AECEnv as PettingZoo's test of its interface does, checks what it checks, and returns what each agent got."""
    owed, alive, total = dict.fromkeys(env.agents, 0.0), list(env.agents), defaultdict(float)
    for agent in env.agent_iter(steps):
        observation, reward, over, cut, info = env.last()
        assert env.observation_space(agent).contains(observation), (agent, observation)
        assert (reward, over, cut, info) == (owed[agent], env.terminations[agent], env.truncations[agent], env.infos[agent])
        total[agent] += reward
        assert not over or not observation["action_mask"].any()
        assert env.step(None if over else some_action(observation, rng)) is None
        owed[agent] = 0.0
        for other, more in env.rewards.items():
            owed[other] += more
        if over:
            alive.remove(agent)
        assert env.agents == alive and env.num_agents == len(alive)
        for known in (env.rewards, env.terminations, env.truncations, env.infos):
            assert list(known) == alive
    return dict(total)


class PettingZoo(unittest.TestCase):
    def test_agents_act_one_after_the_other(self):
        for name in ENCODED:
            env = arena.aec_env(name, seed=SEED, **SHORT.get(name, {}))
            for number in range(2):
                env.reset()
                rng = random.Random(number)
                state = env._table.state  # the game that is played
                self.assertFalse(any(env.terminations.values()))
                self.assertIsNone(env.last(observe=False)[0])
                got = played(env, rng)
                self.assertEqual(env.agents, [])
                self.assertEqual(got, dict(zip(env.possible_agents, env._table.state.returns)), name)
                self.assertNotEqual(state, env._table.state)

    def test_the_same_seed_begins_the_same_games(self):
        env, other = arena.aec_env("lost_cities"), arena.aec_env("lost_cities", seed=SEED)
        env.reset(seed=SEED)
        seen = []
        for one in (env, other):
            observations = [one.last()[0]["observation"]]
            one.reset()
            seen.append(observations + [one.last()[0]["observation"]])
        for first, second in zip(*seen):
            numpy.testing.assert_array_equal(first, second)
        self.assertTrue((seen[0][0] != seen[0][1]).any())

    def test_agents_act_all_at_once(self):
        for name in ENCODED:
            for reward in ("margin", "score", "win"):
                env, rng = arena.parallel_env(name, seed=SEED, reward=reward, **SHORT.get(name, {})), random.Random(1)
                for _ in range(2):
                    observations, infos = env.reset()
                    self.assertEqual((list(observations), infos), (env.agents, {agent: {} for agent in env.agents}))
                    while env.agents:
                        agents = env.agents
                        actions = {agent: some_action(seen, rng) if seen["action_mask"].any() else 0
                                   for agent, seen in observations.items()}
                        observations, rewards, over, cut, infos = env.step(actions)
                        for known in (observations, rewards, over, cut, infos):
                            self.assertEqual(list(known), agents)
                        self.assertTrue(all(env.observation_space(agent).contains(seen)
                                            for agent, seen in observations.items()))
                        self.assertEqual(any(over.values()), not env.agents)
                    state = env._table.state
                    sign = 1 if state.game.more_is_better else -1
                    expected = {"margin": state.returns, "score": tuple(sign * one for one in state.outcome().scores),
                                "win": tuple(numpy.sign(state.returns))}[reward]
                    self.assertEqual(tuple(rewards.values()), expected, name)

    def test_in_a_simultaneous_round_all_bids_are_made_in_one_step(self):
        env, steps = arena.parallel_env("bidding", cards=4), 0
        observations, _ = env.reset()
        while env.agents:
            observations, *_ = env.step({agent: some_action(seen, random) for agent, seen in observations.items()})
            steps += 1
        self.assertEqual(steps, 4)

    def test_what_the_rules_refuse_changes_nothing(self):
        env = arena.parallel_env("bidding", cards=3)
        before, _ = env.reset()
        for message, actions in (("seat_1 is a whole number from 0 to 2, not 3", {"seat_0": 0, "seat_1": 3}),
                                 ("seat_1 is a whole number from 0 to 2, not None", {"seat_0": 0}),
                                 ("seat_0 is a whole number from 0 to 2, not 0.5", {"seat_0": 0.5, "seat_1": 1})):
            with self.assertRaisesRegex(arena.Error, message):
                env.step(actions)
            numpy.testing.assert_array_equal(env._observations()["seat_0"]["action_mask"], before["seat_0"]["action_mask"])
        env.step({"seat_0": numpy.int32(0), "seat_1": 0})
        with self.assertRaises(arena.IllegalMove):
            env.step({"seat_0": 1, "seat_1": 0})
        one = arena.aec_env("bidding", cards=3)
        with self.assertRaisesRegex(arena.Error, "seat_0 is a whole number from 0 to 2, not None"):
            one.step(None)
        one.step(1)
        self.assertEqual(one.agent_selection, "seat_1")

    def test_they_show_the_table(self):
        for make in (arena.aec_env, arena.parallel_env):
            env = make("bidding", render_mode="ansi")
            env.reset()
            self.assertIn("prize", env.render().lower())
            self.assertIsNone(make("bidding").render())
            env.close()
            self.assertEqual(env.metadata["name"], "arena_bidding_v1")
            for message, wrong in (("reward is", {"reward": "x"}), ("render_mode is", {"render_mode": "human"}),
                                   ("unknown option", {"boards": 1}), ("seats is", {"seats": 9})):
                with self.assertRaisesRegex(arena.Error, message):
                    make("bidding", **wrong)


class Cfr:
    """Counterfactual regret minimization (Zinkevich and others 2007), with the calls that OpenSpiel's makes."""

    def __init__(self, game):
        assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        self.root, self.players = game.new_initial_state(), game.num_players()
        self.regrets, self.sums = defaultdict(lambda: defaultdict(float)), defaultdict(lambda: defaultdict(float))

    def mixture(self, table, key, legal):
        positive = [max(table[key][action], 0) for action in legal]
        return [one / sum(positive) if sum(positive) else 1 / len(legal) for one in positive]

    def iterate(self):
        self.walk(self.root, numpy.ones(self.players + 1))

    def walk(self, state, reach):
        if state.is_terminal():
            return numpy.asarray(state.returns())
        if state.is_chance_node():
            value = 0
            for action, odds in state.chance_outcomes():
                later = reach.copy()
                later[-1] *= odds
                value += odds * self.walk(state.child(action), later)
            return value
        player = state.current_player()
        key, legal = state.information_state_string(player), state.legal_actions(player)
        mixture, values = self.mixture(self.regrets, key, legal), []
        for action, odds in zip(legal, mixture):
            later = reach.copy()
            later[player] *= odds
            values.append(self.walk(state.child(action), later))
        value = sum(odds * one for odds, one in zip(mixture, values))
        others = numpy.prod(reach) / reach[player] if reach[player] else numpy.prod(numpy.delete(reach, player))
        for action, odds, one in zip(legal, mixture, values):
            self.regrets[key][action] += others * (one[player] - value[player])
            self.sums[key][action] += reach[player] * odds
        return value


class Ismcts:
    """Information-set tree search (Cowling and others 2012) for a single tree, with the calls that OpenSpiel's makes."""

    def __init__(self, game):
        assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.visits, self.sums = defaultdict(lambda: defaultdict(int)), defaultdict(lambda: defaultdict(float))
        self.random, self.sampler = random.Random(SEED), pyspiel.UniformProbabilitySampler(0., 1.)

    def best(self, state, simulations):
        key = self.key(state)
        for _ in range(simulations):
            world = state.resample_from_infostate(state.current_player(), self.sampler)
            assert self.key(world) == key
            self.simulate(world)
        return max(state.legal_actions(), key=self.visits[key].__getitem__)

    @staticmethod
    def key(state):
        return state.current_player(), state.information_state_string()

    def simulate(self, state):
        path, grown = [], False
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes())
                state.apply_action(self.random.choices(actions, odds)[0])
                continue
            legal, key = state.legal_actions(), self.key(state)
            action = self.random.choice(legal)
            if not grown:
                untried = [one for one in legal if not self.visits[key][one]]
                grown = bool(untried)
                action = self.random.choice(untried) if untried else max(legal, key=lambda one: self.worth(key, one))
                path.append((key, action))
            state.apply_action(action)
        for (player, *key), action in path:
            self.visits[player, *key][action] += 1
            self.sums[player, *key][action] += state.returns()[player]

    def worth(self, key, action):
        visits = self.visits[key]
        return self.sums[key][action] / visits[action] + 10 * math.sqrt(math.log(sum(visits.values())) / visits[action])


class OpenSpiel(unittest.TestCase):
    def test_cfr_comes_near_to_the_best_play(self):
        game = arena.open_spiel_game("bidding", cards=3)
        solver, encoder = Cfr(game), arena.game("bidding").encoder(cards=3)
        for _ in range(30):
            solver.iterate()

        def learned(state, seat):
            legal = sorted(map(encoder.number, state.legal(seat)))
            mixture = solver.mixture(solver.sums, state.key(seat).hex(), legal)
            return {encoder.actions[number]: odds for number, odds in zip(legal, mixture)}

        self.assertLess(arena.exploitability("bidding", learned, cards=3), 0.1)
        self.assertGreater(arena.exploitability("bidding", "random", cards=3), 1)

    def test_a_tree_search_over_keys_plays_every_game(self):
        for name in ENCODED:
            game = arena.open_spiel_game(name, **{"bidding": {"cards": 4}, **SHORT}.get(name, {}))
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
            self.assertIn(Ismcts(game).best(state, 30), state.legal_actions())

    def test_a_tree_search_finds_what_can_be_counted_out(self):
        state = arena.open_spiel_game("bidding", cards=2).new_initial_state()
        state.apply_action(1)  # the prize is 2
        self.assertEqual(Ismcts(state.get_game()).best(state, 200), 1)

    def test_states_are_trees_of_numbers(self):
        for name in ENCODED:
            game, rng = arena.open_spiel_game(name, **SHORT.get(name, {})), random.Random(SEED)
            state, moves = game.new_initial_state(), 0
            self.assertEqual(state.num_players(), game.num_players())
            while not state.is_terminal():
                self.assertEqual(state.returns(), [0.0] * state.num_players())
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(set(legal)))
                mask = state.legal_actions_mask()
                self.assertEqual([action for action, may in enumerate(mask) if may], legal)
                if state.is_chance_node():
                    self.assertEqual(state.current_player(), pyspiel.PlayerId.CHANCE)
                    self.assertAlmostEqual(sum(odds for _, odds in state.chance_outcomes()), 1)
                    self.assertLessEqual(len(mask), game.max_chance_outcomes())
                else:
                    player = state.current_player()
                    self.assertEqual(len(mask), game.num_distinct_actions())
                    self.assertEqual(len(state.observation_tensor(player)), game.observation_tensor_size())
                    self.assertEqual(state.information_state_string(), state.state.key(player).hex())
                action = rng.choice(legal)
                self.assertTrue(state.action_to_string(state.current_player(), action))
                before, child = str(state), state.child(action)
                self.assertEqual((str(state), state.history()), (before, child.history()[:-1]))
                self.assertEqual(child.history()[-1], action)
                state.apply_action(action)
                self.assertEqual((child.state, child.move_number()), (state.state, moves + 1))
                moves += 1
            self.assertEqual(state.current_player(), pyspiel.PlayerId.TERMINAL)
            self.assertEqual(tuple(state.returns()), state.state.returns)

    def test_their_type_says_what_they_are(self):
        kind = pyspiel.GameType
        for name, chance, utility, recall in (
                ("bidding", "EXPLICIT_STOCHASTIC", "ZERO_SUM", True), ("lost_cities", "SAMPLED_STOCHASTIC", "ZERO_SUM", False),
                ("bridge", "SAMPLED_STOCHASTIC", "ZERO_SUM", True), ("streams", "EXPLICIT_STOCHASTIC", "GENERAL_SUM", True)):
            told = arena.open_spiel_game(name).get_type()
            self.assertEqual(told.chance_mode, kind.ChanceMode[chance])
            self.assertEqual(told.utility, kind.Utility[utility])
            self.assertEqual(told.provides_information_state_tensor, recall)
        self.assertEqual(str(arena.open_spiel_game("bidding", cards=4)), "arena_bidding(cards=4)")

    def test_where_chance_cannot_be_listed_each_game_has_another_deal(self):
        game = arena.open_spiel_game("lost_cities", seed=SEED)
        one, other = game.new_initial_state(), game.new_initial_state()
        self.assertNotEqual(one.state, other.state)
        self.assertFalse(one.is_chance_node())

    def test_wrong_ones_are_refused(self):
        state = arena.open_spiel_game("lost_cities").new_initial_state()
        with self.assertRaisesRegex(arena.Error, "105 is not one of the legal actions"):
            state.apply_action(105)
        with self.assertRaisesRegex(arena.Error, "does not have all that the seat was told"):
            state.information_state_tensor()
        with self.assertRaises(arena.NotListed):
            arena.open_spiel_game("most")


if __name__ == "__main__":
    main()
