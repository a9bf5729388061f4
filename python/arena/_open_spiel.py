"""Games for the Python algorithms of OpenSpiel, for arena.open_spiel_game. They need pyspiel, which OpenSpiel installs."""
from __future__ import annotations

import itertools
from typing import Any, Dict, List, Optional, Tuple

from ._arena import Error, State
from ._games import Game, mix_seed
from .bot import NotListed

try:
    import pyspiel
except ImportError as missing:
    raise Error(f"games for OpenSpiel need pyspiel, which OpenSpiel installs: {missing}") from missing

SEEDS = 2**53


class OpenSpielGame:
    """A game with the functions of pyspiel.Game; `open_spiel_game` makes it."""

    def __init__(self, game: Game, seats: Optional[int], seed: int, options: Dict[str, Any]):
        self.encoder = game.encoder(seats, options=options)
        self._seed, self._numbers = seed, itertools.count()
        self._outcomes: Optional[int] = None
        """How many outcomes chance has at first; None if they cannot be listed, and so come by themselves."""
        state = self._start(0, steps_chance=True)
        try:
            self._outcomes = len(state.outcomes()) if state.awaits_chance else 0
        except NotListed:
            pass

    def _start(self, number: int, steps_chance: bool) -> State:
        return self.encoder.game.start(mix_seed(self._seed, "deal", number), seats=self.encoder.seats, number=number,
                                       options=self.encoder.options, events=True, steps_chance=steps_chance)

    def new_initial_state(self) -> OpenSpielState:
        """Before the first chance. If chance cannot be listed, it has come, each time with another deal of the seed."""
        if self._outcomes is not None:
            return OpenSpielState(self, self._start(0, steps_chance=True), [])
        return OpenSpielState(self, self._start(next(self._numbers), steps_chance=False), [])

    def get_type(self) -> Any:
        kind, seats = pyspiel.GameType, self.encoder.seats
        return kind(
            short_name=f"arena_{self.encoder.game.name}", long_name=self.encoder.game.title,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if self._outcomes else kind.ChanceMode.SAMPLED_STOCHASTIC,
            information=kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if (self.encoder.game.sides or seats) == 2 else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL, max_num_players=seats, min_num_players=seats,
            provides_information_state_string=True, provides_information_state_tensor=self.encoder.perfect_recall,
            provides_observation_string=True, provides_observation_tensor=True,
            provides_factored_observation_string=False)

    def num_players(self) -> int:
        return self.encoder.seats

    def num_distinct_actions(self) -> int:
        return len(self.encoder.actions)

    def policy_tensor_shape(self) -> List[int]:
        return [len(self.encoder.actions)]

    def max_chance_outcomes(self) -> int:
        return self._outcomes or 0

    def observation_tensor_shape(self) -> List[int]:
        return [self.encoder.size]

    information_state_tensor_shape = observation_tensor_shape

    def observation_tensor_size(self) -> int:
        return self.encoder.size

    information_state_tensor_size = observation_tensor_size

    def get_parameters(self) -> Dict[str, Any]:
        return dict(self.encoder.options)

    def __str__(self) -> str:
        given = ",".join(f"{name}={value}" for name, value in self.encoder.options.items())
        return f"arena_{self.encoder.game.name}({given})"


class OpenSpielState:
    """A state with the functions of pyspiel.State. Seats that move at the same time do so one after the other."""

    def __init__(self, game: OpenSpielGame, state: State, history: List[int]):
        self._game, self._state, self._history = game, state, history

    @property
    def state(self) -> State:
        """The state of arena behind it."""
        return self._state

    def get_game(self) -> OpenSpielGame:
        return self._game

    def clone(self) -> OpenSpielState:
        return OpenSpielState(self._game, self._state.clone(), list(self._history))

    def child(self, action: int) -> OpenSpielState:
        child = self.clone()
        child.apply_action(action)
        return child

    def current_player(self) -> int:
        if self._state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._state.awaits_chance else self._state.actors[0]

    def is_terminal(self) -> bool:
        return self._state.over

    def is_chance_node(self) -> bool:
        return self._state.awaits_chance

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return bool(self._state.actors)

    def num_players(self) -> int:
        return self._state.seats

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        return [(number, odds) for number, (_, odds) in enumerate(self._state.outcomes())]

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        if self._state.awaits_chance:
            return [number for number, _ in self.chance_outcomes()]
        seat = self.current_player() if player is None else player
        if seat not in self._state.actors[:1]:  # the others of a simultaneous round come later
            return []
        return sorted(map(self._game.encoder.number, self._state.legal(seat)))

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        legal = set(self.legal_actions(player))
        count = self._game.max_chance_outcomes() if self._state.awaits_chance else self.num_distinct_actions()
        return [int(action in legal) for action in range(count)]

    def apply_action(self, action: int) -> None:
        if action not in self.legal_actions():
            raise Error(f"{action!r:.80} is not one of the legal actions {self.legal_actions()}")
        if self._state.awaits_chance:
            self._state.put(self._state.outcomes()[action][0])
        else:
            self._state.apply(self._game.encoder.actions[action])
        self._history.append(int(action))

    def action_to_string(self, *player_and_action: int) -> str:
        """Of the current player, or of the player that comes first."""
        action = player_and_action[-1]
        if self._state.awaits_chance:
            return str(self._state.outcomes()[action][0])
        return str(self._game.encoder.actions[action])

    def returns(self) -> List[float]:
        return list(self._state.returns)

    rewards = returns

    def player_return(self, player: int) -> float:
        return self._state.returns[player]

    player_reward = player_return

    def history(self) -> List[int]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """`State.key` of the player, by default of the current one, as hexadecimal digits."""
        return self._state.key(self.current_player() if player is None else player).hex()

    def information_state_tensor(self, player: Optional[int] = None) -> List[float]:
        if not self._game.encoder.perfect_recall:
            raise Error(f"an observation of {self._game.encoder.game.title} does not have all that the seat was told")
        return self.observation_tensor(player)

    def observation_string(self, player: Optional[int] = None) -> str:
        return repr(self._state.view(self.current_player() if player is None else player))

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        return self._game.encoder.observation(self._state, self.current_player() if player is None else player).tolist()

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> OpenSpielState:
        """The world that `State.redeal` makes for the player. The sampler returns numbers from 0 to 1."""
        world = self._state.redeal(int(probability_sampler() * SEEDS), player)
        return OpenSpielState(self._game, world, list(self._history))

    def __str__(self) -> str:
        return str(self._state)
