"""Games in the forms of other libraries, which need not be installed before one of these functions is called."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

from ._games import Game, Playable, game as game_of
from ._given import seed_of

if TYPE_CHECKING:
    from ._open_spiel import OpenSpielGame
    from ._pettingzoo import AecEnv, SimultaneousEnv


def aec_env(game: Playable, *, seed: int = 0, seats: Optional[int] = None, reward: str = "margin",
            render_mode: Optional[str] = None, options: Optional[Mapping[str, Any]] = None, **more_options: Any) -> AecEnv:
    """A game as PettingZoo's AECEnv: one agent, "seat_0" and so on, acts after the other.

    An observation is a dictionary of "observation" and "action_mask", as those of arena.Encoder. In a simultaneous round
    the agents act one after the other, and none sees what the others have chosen. reward: as for arena.Batch.
    `reset()` begins the next game of the seed, `reset(seed)` the first of another one. Raises Error and IllegalMove.
    """
    from ._pettingzoo import AecEnv, Table

    known = game_of(game)
    return AecEnv(Table(known, seed, seats, reward, known.merged(options, more_options), render_mode), render_mode)


def parallel_env(game: Playable, *, seed: int = 0, seats: Optional[int] = None, reward: str = "margin",
                 render_mode: Optional[str] = None, options: Optional[Mapping[str, Any]] = None,
                 **more_options: Any) -> SimultaneousEnv:
    """The same as PettingZoo's ParallelEnv: all agents answer in each step. The answers of those that owe no move, whose
    "action_mask" is all 0, do not count. It fits games whose rounds are simultaneous, bidding and Streams, best."""
    from ._pettingzoo import SimultaneousEnv, Table

    known = game_of(game)
    return SimultaneousEnv(Table(known, seed, seats, reward, known.merged(options, more_options), render_mode), render_mode)


def open_spiel_game(game: Playable, *, seats: Optional[int] = None, seed: int = 0,
                    options: Optional[Mapping[str, Any]] = None, **more_options: Any) -> OpenSpielGame:
    """A game with the functions of pyspiel.Game, for OpenSpiel's algorithms in Python: CFR, ISMCTS and others.

    Its states are sequential: seats that move at the same time do so one after the other, and none sees what the others
    have chosen. Information states are keyed by `State.key`. Returns are margins, as `State.returns`. Chance is a node of
    the tree if the game lists its outcomes; else it comes by itself, and each initial state has another deal of the seed.
    Algorithms of OpenSpiel in C++ cannot use it.
    """
    from ._open_spiel import OpenSpielGame

    known = game_of(game)
    return OpenSpielGame(known, seats, seed_of(seed), known.merged(options, more_options))
