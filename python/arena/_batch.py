"""For learning: arena.Encoder, a game in numbers, and arena.Batch, many games at a time. They need numpy."""
from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence, Tuple, Union

from . import _arena
from ._arena import Error, State
from ._games import Game, Playable, game as game_of
from ._given import MOST_NUMBER, MOST_THREADS, need_numpy, seed_of, string, whole
from .bot import View

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

REWARDS = ("margin", "score", "win")


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of an observation: the numbers from `start` to `stop`, in this shape."""

    name: str
    shape: Tuple[int, ...]
    meaning: str
    start: int
    stop: int

    def of(self, observations: NDArray[Any]) -> NDArray[Any]:
        """This part of one observation, or of an array of them: a view, whose last axes have the shape of the part."""
        return observations[..., self.start:self.stop].reshape(observations.shape[:-1] + self.shape)


class Encoder:
    """What a seat of a game knows, and the moves, as numbers. `Game.encoder` makes it, for given options and seats.

    An observation is a row of float32 from -1 to 1, made of `parts`. It has what the seat sees and nothing
    that it was not told, and seats count from the own one, so one learner can play all seats.

    parts: the parts of an observation by name, in their order, each with what it means.
    size: how many numbers an observation has.
    actions: all moves of the game by number.
    perfect_recall: whether an observation has all that the seat was told (in bridge but for the number of the board and
        alerts). If not, it has what the seat sees and the most important of what it was told; `State.key` has all of it.
    version: changes if the numbers get another meaning. A learned policy fits one version.
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any]):
        need_numpy("arena.Encoder")
        self._core = _arena.EncoderCore(game._core, dict(options), seats)
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self.version: int = self._core.version
        self.perfect_recall: bool = self._core.perfect_recall
        self.actions: Tuple[Union[int, str], ...] = tuple(self._core.moves)
        self.parts: Dict[str, Part] = {}
        start = 0
        for name, shape, meaning in self._core.parts:
            stop = start + math.prod(shape)
            self.parts[name] = Part(name, shape, meaning, start, stop)
            start = stop
        self.size = start
        self._numbers = {move: number for number, move in enumerate(self.actions)}

    def observation(self, state: Union[State, View], seat: Optional[int] = None) -> NDArray[Any]:
        """The observation of a seat, by default the first that owes a move, or of the view that a player in `run` gets.

        In games whose views forget, the state must have been started with events=True. Raises Error for another game, other
        options or seats."""
        return self._core.observation(state, seat)

    def mask(self, state: Union[State, View], seat: Optional[int] = None) -> NDArray[Any]:
        """By number, whether the seat may make a move now: an array of bool."""
        return self._core.mask(state, seat)

    def number(self, move: Union[int, str]) -> int:
        """The number of a move in canonical form, as `State.legal` gives it. Raises Error for other values."""
        try:
            return self._numbers[move]
        except (KeyError, TypeError):
            raise Error(f"{self.game.title} has no move {move!r:.80}") from None

    def __reduce__(self) -> Tuple[Any, ...]:
        return Encoder, (self.game, self.seats, self.options)

    def __repr__(self) -> str:
        return f"<arena.Encoder of {self.game.name}: {self.size} numbers, {len(self.actions)} moves>"


class Batch:
    """Many games at a time, for learners: numpy arrays in, numpy arrays out, no Python object for each game.

        batch = arena.Batch("bidding", 1024, seed=1, opponents={1: "scatter"})
        while learning:
            batch.step(choose(batch.observation, batch.mask))
            learn(batch.rewards, batch.over)

    game, n: the game, and how many of it are played at the same time.
    seed: for all deals and bots. The same seed gives the same games, for any number of threads.
    opponents: built-in bots by seat, or in the order of the seats (None: yours).
    reward: what a seat gets when a game ends: "margin", the points by which its side leads the best other one (its points
        if it is alone); "score", its points; "win": 1, -1, or 0 for a draw. Where fewer points are better, they count as
        negative.
    threads: how many work at a step.
    seats, options: as for `Game.start`.

    In each game one of your seats must move. In a simultaneous round your seats move one after the other, and none sees
    what the others have chosen. A game that is over makes way for the next one in the same step: place i plays games i,
    i + n, i + 2 n and so on, but for those in which none of your seats ever moves. Game k is
    game.start(mix_seed(seed, "deal", k), number=k % 2**31), and the bot of a seat in it is
    game.builtin(name, mix_seed(seed, "bot", k * seats + seat)).

    It has these arrays, which show the same memory at all times, so copy what you keep:
    observation: what the seats that must move know, float32, n x encoder.size; `encoder.parts` says what the numbers mean.
    mask: their legal moves, bool, n x len(actions). `actions` has the moves by number.
    seat: the seat that must move, int32, n.
    rewards: what the last step brought, float32, n x seats: 0 but for games that it ended.
    over: which games the last step ended, bool, n. The other arrays already show the next game there.
    number: the number k of the game in each place, int64, n.

    Raises Error if something is wrong. If a bot fails in a step, the batch can no longer be used.
    """

    def __init__(self, game: Playable, n: int, seed: int = 0, *, seats: Optional[int] = None,
                 opponents: Union[None, Mapping[int, str], Sequence[Optional[str]]] = None, reward: str = "margin",
                 threads: int = 1, options: Optional[Mapping[str, Any]] = None, **more_options: Any):
        self.encoder = game_of(game).encoder(seats, options=options, **more_options)
        self.game = self.encoder.game
        self.n = whole(n, "n", 1, MOST_NUMBER)
        if reward not in REWARDS:
            raise Error(f"reward is {', '.join(REWARDS)}, not {reward!r:.80}")
        self._core = self.encoder._core.batch(self.n, seed_of(seed), _bots(opponents, self.encoder.seats), reward,
                                              whole(threads, "threads", 1, MOST_THREADS))
        observation, mask, seat, rewards, over, number = self._core.arrays()
        self.observation: NDArray[Any] = observation
        self.mask: NDArray[Any] = mask
        self.seat: NDArray[Any] = seat
        self.rewards: NDArray[Any] = rewards
        self.over: NDArray[Any] = over
        self.number: NDArray[Any] = number

    @property
    def actions(self) -> Tuple[Union[int, str], ...]:
        """All moves of the game by number."""
        return self.encoder.actions

    def step(self, actions: ArrayLike) -> None:
        """Makes a move in each game, given by its number: n whole numbers. Raises Error, and changes nothing, if their
        count is wrong or one is not legal. Releases Python's lock."""
        import numpy

        given = numpy.array(actions)  # a copy, which no other thread changes meanwhile
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise Error(f"actions are {self.n} whole numbers, not {given.dtype} of shape {given.shape}")
        self._core.step(given.astype(numpy.int64, copy=False))

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a batch cannot be copied or pickled")

    def __repr__(self) -> str:
        return f"<arena.Batch of {self.n} games of {self.game.name}>"


def _bots(given: Union[None, Mapping[int, str], Sequence[Optional[str]]], seats: int) -> list[str]:
    """By seat: the name of a bot, or an empty one."""
    bots = [""] * seats
    if given is None:
        return bots
    if isinstance(given, str):
        raise Error(f"opponents are bots by seat, not {given!r:.80}")
    named = given.items() if isinstance(given, Mapping) else enumerate(given)
    for seat, name in named:
        if name is not None:
            bots[whole(seat, "a seat of opponents", 0, seats - 1)] = string(name, "the name of an opponent")
    return bots
