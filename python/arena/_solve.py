"""Exact values of small games: arena.solve, arena.best_response, arena.exploitability."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Union

from . import _arena
from ._arena import Error, State
from ._games import Game, Playable, game as game_of
from ._given import whole
from .bot import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

Move = Union[int, str]
Probabilities = Union[Mapping[Move, float], "NDArray[Any]"]
Policy = Callable[[State, int], Probabilities]

OBJECTIVES = ("difference", "win")
MOST_POSITIONS = 2**63 - 1


class SolvedMove(NamedTuple):
    """A legal move of a solved game."""

    move: Move
    probability: float
    """With which a best player makes it."""
    value: float
    """What its seat can expect of the game after it, if the others play their best: the Q value."""


class Solution:
    """A solved game, which `solve` returns: the value, a best policy and Q of each position."""

    def __init__(self, game: Game, core: _arena.SolutionCore, options: Dict[str, Any], objective: str):
        self._core = core
        self.game = game
        self.options = options
        self.objective = objective

    def value(self, state: State, seat: int = 0) -> float:
        """What a seat can expect of the whole game if all play their best from the beginning of this round on: bids that
        wait for those of others do not count. Before chance comes, it is the mean over its outcomes."""
        self._check(state)
        whole(seat, "seat", 0, state.seats - 1)
        if state.over:
            lead = state.returns[seat]
            return lead if self.objective == "difference" else float((lead > 0) - (lead < 0))
        return self._core.value(state, seat)

    def moves(self, state: Union[State, View], seat: Optional[int] = None) -> List[SolvedMove]:
        """The legal moves of a seat that owes one, by default the first, or of the view that a player in `run` gets."""
        if isinstance(state, State):
            self._check(state)
        return [SolvedMove(*move) for move in self._core.moves(state, seat)]

    def _check(self, state: State) -> None:
        self._core.check(state)
        if state.gone:
            raise Error("a position after a forfeit has no value")

    def policy(self, state: Union[State, View], seat: Optional[int] = None) -> Dict[Move, float]:
        """The probabilities of its moves, as `best_response` and `exploitability` take them."""
        return {move.move: move.probability for move in self.moves(state, seat)}

    def __repr__(self) -> str:
        return f"<arena.Solution of {self.game.name}: {self.options}, objective={self.objective!r}>"


class BestResponse(NamedTuple):
    """The best answer to a policy."""

    value: float
    """What it expects of a game."""
    moves: Dict[bytes, Move]
    """What it does, by its `State.key`, where it has more than one legal move."""


def solve(game: Playable, *, objective: str = "difference", options: Optional[Mapping[str, Any]] = None,
          **more_options: Any) -> Solution:
    """Solves a game exactly: solve("bidding", cards=8). Raises Error if it cannot be solved, or is too large.

    objective: what players maximise, "difference" (own points minus the other's) or "win" (the probability of winning
        minus that of losing). Solutions are kept on disk, so that each takes its seconds once.
    """
    known = game_of(game)
    given = known.merged(options, more_options)
    core = _arena.SolutionCore(known._core, given, _own(objective))
    return Solution(known, core, given, objective)


def best_response(game: Playable, policy: Policy, seat: int = 0, *, objective: str = "difference",
                  seats: Optional[int] = None, most_positions: int = 10_000_000,
                  options: Optional[Mapping[str, Any]] = None, **more_options: Any) -> BestResponse:
    """The best that a seat can do who knows how all others play, by a walk over every course of the game.

    policy(state, seat): the probabilities of the legal moves of another seat, as a dictionary by move, or as an array by
        number as in `Encoder.actions`. It is called with states that keep their events, and may depend on what its seat was
        told and did (`state.key(seat)`, `state.view(seat)`, an encoder's observation), and on nothing else. It is not asked
        where there is no choice.
    most_positions: if there are more, Error is raised. Against mixtures the bidding game has 68 thousand with 4 cards,
        8.5 million with 5.

    Raises Error if the game does not list its moves and its chance, or if probabilities do not add up to 1.
    """
    known = game_of(game)
    given = known.merged(options, more_options)
    if not callable(policy):
        raise Error(f"a policy is a function of a state and a seat, not {policy!r:.80}; exploitability takes built-in bots")
    start = known.start(seats=seats, options=given, events=True, steps_chance=True)
    numbers: Dict[Move, int] = {}

    def probabilities(state: State, asked: int, legal: List[Move]) -> List[float]:
        mixture: Any = policy(state, asked)
        if not hasattr(mixture, "__len__"):
            raise Error(f"a policy gives probabilities as a dictionary or an array, not {mixture!r:.80}")
        if isinstance(mixture, Mapping):
            if not mixture.keys() <= set(legal):
                raise Error(f"a policy gives {next(iter(mixture.keys() - set(legal)))!r:.80}, which is not legal, a probability")
            return [float(mixture.get(move, 0.0)) for move in legal]
        if not numbers:
            numbers.update({move: number for number, move in enumerate(known.encoder(seats, options=given).actions)})
        if len(mixture) != len(numbers):
            raise Error(f"a policy gives each of {len(numbers)} moves a probability, not {len(mixture)}")
        return [float(mixture[numbers[move]]) for move in legal]

    value, moves = _arena.best_answer(known._core, start, whole(seat, "seat", 0, start.seats - 1), probabilities,
                                      _own(objective)["objective"] == "win",
                                      whole(most_positions, "most_positions", 1, MOST_POSITIONS))
    return BestResponse(value, dict(moves))


def exploitability(game: Playable, player: Union[str, Policy], *, objective: str = "difference",
                   most_positions: int = 10_000_000, options: Optional[Mapping[str, Any]] = None,
                   **more_options: Any) -> float:
    """How much the best answer wins on average from a player of a game for two: 0 if nothing can beat it.

    player: a policy, as for `best_response`: the mean over both seats. Or the name of a built-in bot, whose positions
        `arena analyse` knows: that is fast, and goes to more cards. Raises Error if it cannot be computed.
    """
    known = game_of(game)
    given = known.merged(options, more_options)
    if isinstance(player, str):
        found = _arena.exploitability(known._core, given, _own(objective), player)
        if found is None:
            raise Error(f"the exploitability of {player!r:.80} cannot be computed with these options")
        return found
    if known.least_seats != 2:
        raise Error(f"an exploitability needs a game for two, and {known.title} is not one")
    return sum(best_response(known, player, seat, objective=objective, seats=2, most_positions=most_positions,
                             options=given).value for seat in range(2)) / 2


def _own(objective: str) -> Dict[str, Any]:
    if objective not in OBJECTIVES:
        raise Error(f"objective is {' or '.join(OBJECTIVES)}, not {objective!r:.80}")
    return {"objective": objective}
