"""The games: arena.games, arena.game, arena.playouts, and the class Game."""
from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, NamedTuple, Optional, Tuple, Type, Union

from . import _arena
from ._arena import BuiltinBot, Error, GameCore, State
from ._given import MOST_NUMBER, MOST_SEED, fields, merged, root_seed_of, seed_of, string, whole

if TYPE_CHECKING:
    from ._batch import Encoder

MOST_PLAYOUTS = 2**63 - 1


class Playouts(NamedTuple):
    """The result of random play: games, moves, and a sum that depends on all of it."""

    games: int
    moves: int
    score_sum: int


@functools.lru_cache(maxsize=16)
def _key_of(root: str) -> _arena.SeedKey:
    return _arena.SeedKey(root)


def derive_seed(root: int, name: str, index: int = 0) -> int:
    """Derives the seed of a stream of random numbers, by its name and number, from a run's 128-bit root seed.

    One-way: derived seeds, such as those in records, reveal nothing about the root. A new root takes some hundredths of
    a second, so that guessing is slow.
    """
    key = _key_of(root_seed_of(root))
    return key.derive(string(name, "the name of a stream"), whole(index, "index", 0, MOST_SEED))


def mix_seed(root: int, name: str, index: int = 0) -> int:
    """The same for seeds that are not secret: fast, but not one-way. `playouts` uses it."""
    return _arena.mix_seed(seed_of(root), string(name, "the name of a stream"), whole(index, "index", 0, MOST_SEED))


class Game:
    """A game that arena knows. `arena.game(name)` returns it, `start` starts one game of it."""

    def __init__(self, core: GameCore):
        self._core = core
        self.name: str = core.name
        """As on the command line and in records."""
        self.title: str = core.title
        """The name for people."""
        self.least_seats: int = core.least_seats
        self.most_seats: int = core.most_seats
        self.sides: int = core.sides
        """With partners: the number of sides; seat s belongs to side s % sides. Otherwise 0."""
        self.more_is_better: bool = core.more_is_better
        """Whether the higher score wins."""
        self.rank_by: str = core.rank_by
        self.lists_moves: bool = core.lists_moves
        """Whether `legal()` lists the moves. If not, it raises NotListed; State.random_move returns one move."""
        self.usual_games: int = core.usual_games
        """The default number of games of `run`."""
        self.protocols: Tuple[str, ...] = tuple(core.protocols)
        """The protocols by name, the game's own first."""
        self.options: Mapping[str, Any] = MappingProxyType(core.options)
        """The options by name, with their defaults."""
        self.rules_version: int = core.rules_version
        """Of the rules: it gets higher when the same moves can end otherwise."""
        self.builtins: Mapping[str, str] = MappingProxyType(core.builtins)
        """The built-in bots by name, each with a short description."""
        self.builtin_versions: Mapping[str, int] = MappingProxyType(core.builtin_versions)
        """The versions of the built-in bots by name: they get higher when a bot can move otherwise with the same seed."""
        self.levels: Tuple[str, ...] = tuple(core.levels)
        """The built-in bots from a beginner to the best: "level=1" stands for the first. Empty if it has no levels."""
        self.default_builtin: str = core.default_builtin
        """The built-in bot for empty seats."""

    @property
    def rules(self) -> str:
        """Rules and protocol, as `arena rules` prints them."""
        return self._core.rules

    def start(self, seed: int = 0, *, seats: Optional[int] = None, options: Optional[Mapping[str, Any]] = None,
              deal: Optional[Mapping[str, Any]] = None, number: int = 0, events: bool = False,
              steps_chance: bool = False, **more_options: Any) -> State:
        """Starts a game.

        seed: for all chance. The same seed gives the same game.
        seats: their number; by default the least number that the game allows.
        options: the game's options as a dictionary, by keyword, or both: `start(cards=7)`.
        deal: chance as in a record, instead of drawn from the seed: {"prizes": [3, 1, 2]};
            for yard bridge and Most {"deals": [...]}.
        number: the number of the deal in a series, from 0. It decides what rotates, such as the dealer.
        events: keep the events for `State.events`.
        steps_chance: chance waits for `State.draw` or `State.put`.

        Deal k of `arena run --seed S` is start(derive_seed(S, "deal", k), number=k).
        Raises Error, which names the wrong word, if options, seats or deal are wrong.
        """
        return self._core.start(self, self.merged(options, more_options), self._seats(seats), seed_of(seed),
                                whole(number, "number", 0, MOST_NUMBER), fields(deal, "deal"), bool(events),
                                bool(steps_chance))

    def builtin(self, name: str, seed: int = 0, *, seat: int = 0, seats: Optional[int] = None,
                options: Optional[Mapping[str, Any]] = None, **more_options: Any) -> BuiltinBot:
        """A built-in bot for one game and one seat; call it with views: `bot(state.view(seat))`.

        Some bots remember what they have seen, so make one for each game and seat. Raises Error for an unknown name. The
        call raises Error if the view's game has other options or another number of seats, or if its seat owes no move.
        """
        places = self._seats(seats)
        return self._core.builtin(self, string(name, "the name of a built-in bot"), seed_of(seed),
                                  self.merged(options, more_options), places, whole(seat, "seat", 0, places - 1))

    def playouts(self, n: int, seed: int = 0) -> Playouts:
        """Plays n whole games with uniformly random moves. Releases Python's lock.

        Deal k starts from mix_seed(seed, "deal", k).
        """
        return Playouts(*self._core.playouts(self.merged(None, {}), self.least_seats, whole(n, "n", 0, MOST_PLAYOUTS), seed_of(seed)))

    def encoder(self, seats: Optional[int] = None, *, options: Optional[Mapping[str, Any]] = None,
                **more_options: Any) -> Encoder:
        """What seats know, and their moves, as numbers: for learners, see `Batch`. Needs numpy.

        Raises NotListed if the game has too many moves to number them, and Error as `start` does.
        """
        from ._batch import Encoder

        return Encoder(self, self._seats(seats), self.merged(options, more_options))

    @property
    def actions(self) -> Tuple[Union[int, str], ...]:
        """All moves by number, with the default options. Raises NotListed if there are too many."""
        return tuple(_arena.EncoderCore(self._core, self.merged(None, {}), self.least_seats).moves)

    def merged(self, options: Optional[Mapping[str, Any]], more: Mapping[str, Any]) -> dict[str, Any]:
        """Options given as a dictionary and as keywords, as the compiled part takes them. Raises Error for wrong ones."""
        return merged(options, more)

    def _seats(self, seats: Optional[int]) -> int:
        return self.least_seats if seats is None else whole(seats, "seats", self.least_seats, self.most_seats)

    def _restore(self, data: bytes) -> State:
        return self._core.restore(self, data)

    def _restore_builtin(self, setup: Tuple[Any, ...], seen: int, memory: bytes) -> BuiltinBot:
        bot = self._core.builtin(self, *setup)
        bot._recall(seen, memory)
        return bot

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game, (self.name,)

    def __repr__(self) -> str:
        return f"arena.game({self.name!r})"


Playable = Union[str, Game, Type[Any]]
"""A game: its name, what `game` returned, or a class in Python."""

_games = {core.name: Game(core) for core in _arena.games()}


def games() -> List[str]:
    """The names of all games, sorted."""
    return [name for name in _games if name != "python"]


def game(name: Playable) -> Game:
    """The game with this name, or the one that a class in Python defines (docs/python_games.md).

    Raises Error, which lists the games, for other names, and for a class that is no game.
    """
    if isinstance(name, Game):
        return name
    if isinstance(name, type):
        from ._python_game import PythonGame

        return PythonGame(name)
    if not isinstance(name, str) or name not in _games:
        raise Error(f'unknown game "{name}"; known: {", ".join(games())}')
    return _games[name]


def view_source(name: str, data: bytes) -> _arena.SeatView:
    """The data of a pickled view."""
    return game(name)._core.restore_view(data)


def playouts(name: Playable, n: int, seed: int = 0) -> Playouts:
    """`game(name).playouts(n, seed)`."""
    return game(name).playouts(n, seed)
