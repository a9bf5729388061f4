"""Environments of PettingZoo, for arena.aec_env and arena.parallel_env. They need pettingzoo, and with it gymnasium."""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Union

from ._arena import Error
from ._batch import REWARDS, Encoder
from ._games import Game, mix_seed
from ._given import seed_of, whole

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise Error(f"environments of PettingZoo need pettingzoo and gymnasium: {missing}") from missing


class Table:
    """One game after another, as numbers, for both kinds of environments."""

    def __init__(self, game: Game, seed: int, seats: Optional[int], reward: str,
                 options: Mapping[str, Any], render_mode: Optional[str]):
        if reward not in REWARDS:
            raise Error(f"reward is {', '.join(REWARDS)}, not {reward!r:.80}")
        if render_mode not in (None, "ansi"):
            raise Error(f'render_mode is "ansi" or None, not {render_mode!r:.80}')
        self.encoder: Encoder = game.encoder(seats, options=options)
        self.game, self.reward, self.seed, self.number = self.encoder.game, reward, seed_of(seed), -1
        self.agents = [f"seat_{seat}" for seat in range(self.encoder.seats)]
        self.start(None)

    def start(self, seed: Optional[int]) -> None:
        """The first game of this seed, or the next one."""
        if seed is not None:
            self.seed, self.number = seed_of(seed), -1
        self.number += 1
        self.state = self.game.start(mix_seed(self.seed, "deal", self.number), seats=self.encoder.seats,
                                     options=self.encoder.options, number=self.number, events=True)

    def observation_space(self) -> Any:
        return spaces.Dict({"observation": spaces.Box(-1, 1, (self.encoder.size,), numpy.float32),
                            "action_mask": spaces.Box(0, 1, (len(self.encoder.actions),), numpy.int8)})

    def observe(self, agent: str) -> Dict[str, Any]:
        seat = self.agents.index(agent)
        return {"observation": self.encoder.observation(self.state, seat),
                "action_mask": self.encoder.mask(self.state, seat).astype(numpy.int8)}

    def act(self, actions: Mapping[str, Any]) -> None:
        """All of them or none. Raises Error for a number that is no move, and IllegalMove for what the rules refuse."""
        state = self.state.clone()
        for agent, action in actions.items():
            number = whole(action, f"the move of {agent}", 0, len(self.encoder.actions) - 1)
            state.apply(self.encoder.actions[number], self.agents.index(agent))
        self.state = state

    def rewards(self) -> Dict[str, float]:
        return dict(zip(self.agents, _rewards(self.state, self.reward)))


def _rewards(state: Any, reward: str) -> Tuple[float, ...]:
    """By seat, as arena.Batch pays them."""
    if reward == "margin" or not state.over:
        return state.returns
    if reward == "win":
        return tuple(float((lead > 0) - (lead < 0)) for lead in state.returns)
    sign = 1.0 if state.game.more_is_better else -1.0
    return tuple(sign * score for score in state.outcome().scores)


class AecEnv(AECEnv):
    """A game in which one agent after the other acts; `aec_env` makes it."""

    def __init__(self, table: Table, render_mode: Optional[str]):
        super().__init__()
        self._table = table
        self.metadata = {"name": f"arena_{table.game.name}_v{table.encoder.version}", "render_modes": ["ansi"],
                         "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = list(table.agents)
        self.observation_spaces = {agent: table.observation_space() for agent in table.agents}
        self.action_spaces = {agent: spaces.Discrete(len(table.encoder.actions)) for agent in table.agents}
        self._begin()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None) -> None:
        self._table.start(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.state.actors[0]]

    def observe(self, agent: str) -> Dict[str, Any]:
        return self._table.observe(agent)

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.act({agent: action})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._table.rewards()
        if self._table.state.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._table.state.actors[0]]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        return str(self._table.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class SimultaneousEnv(ParallelEnv):
    """A game in which all agents answer in each step; `parallel_env` makes it."""

    def __init__(self, table: Table, render_mode: Optional[str]):
        self._table = table
        self.metadata = {"name": f"arena_{table.game.name}_v{table.encoder.version}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = list(table.agents)
        self.agents = list(table.agents)
        self.observation_spaces = {agent: table.observation_space() for agent in table.agents}
        self.action_spaces = {agent: spaces.Discrete(len(table.encoder.actions)) for agent in table.agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None) -> Tuple[Dict[str, Any], Any]:
        self._table.start(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> Dict[str, Any]:
        return {agent: self._table.observe(agent) for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Tuple[Dict[str, Any], ...]:
        due = [self.possible_agents[seat] for seat in self._table.state.actors] if self.agents else []
        self._table.act({agent: actions.get(agent) for agent in due})
        agents, over = self.agents, self._table.state.over
        observations, rewards = self._observations(), {agent: self._table.rewards()[agent] for agent in agents}
        self.agents = [] if over else agents
        return (observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False),
                {agent: {} for agent in agents})

    def render(self) -> Optional[str]:
        return str(self._table.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
