"""The compiled part of the package; arena's other modules say what is for use."""
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

from ._games import Game
from .bot import Fields, View

__version__: str

_T = TypeVar("_T")
_Move = Union[int, str]
_Chance = Union[Rng, int]

class Error(ValueError):
    """What was asked for cannot be; the message names the word."""

class IllegalMove(ValueError):
    """The rules refuse a move."""

    seat: int
    move: _Move
    reason: str
    """In the game's words."""

class BotError(RuntimeError):
    """A bot raised an exception, which is the cause of this one."""

    bot: str
    """Its name."""

class Outcome(NamedTuple):
    """How a game ended, by seat. Places count from 1; equal scores share one."""

    scores: Tuple[int, ...]
    places: Tuple[int, ...]
    end: str
    """Why it was over: "played out", "forfeit", or a reason of the game's own."""

class Rng:
    """Arena's own random numbers: a seed, from 0 to 2**64 - 1, gives the same ones on every machine."""

    def __init__(self, seed: int) -> None: ...
    def next(self) -> int:
        """64 random bits."""
    def below(self, bound: int, /) -> int:
        """A whole number, uniform in 0 .. bound - 1. Raises ValueError unless 1 <= bound < 2**32."""
    def choice(self, items: Sequence[_T], /) -> _T:
        """One item, each as likely as any other. Raises IndexError if there is none."""
    def shuffle(self, items: List[Any], /) -> None:
        """Puts a list into uniformly random order, in place."""
    def __copy__(self) -> Rng: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __setstate__(self, state: Tuple[int, int, int, int]) -> None: ...

class State:
    """One game, stepped from outside: `Game.start` makes it.

    A value: states are equal if they have the same game, options and position, with all that is hidden; what happened on
    the way there (`events`) does not count. `apply` changes value and hash: keep clones in sets and dictionaries.

    A seat that is left out is the first of those that owe a move. Where a seat has to owe a move and does not,
    ValueError is raised.
    """

    @property
    def over(self) -> bool:
        """Whether nobody owes a move any more."""
    @property
    def awaits_chance(self) -> bool:
        """Whether chance is next: only of a game that was started with steps_chance=True."""
    @property
    def actors(self) -> Tuple[int, ...]:
        """The seats that owe a move, ascending."""
    @property
    def gone(self) -> Tuple[int, ...]:
        """The seats that forfeited."""
    @property
    def seats(self) -> int:
        """How many seats the game has."""
    @property
    def game(self) -> Game: ...
    @property
    def deal(self) -> Dict[str, Any]:
        """All chance of the game, as records have it."""
    @property
    def event_count(self) -> int:
        """How many facts are kept for `events`."""
    def legal(self, seat: Optional[int] = None) -> List[Any]:
        """All legal moves, without duplicates, each an int or a str. Raises NotListed if the game has too many to list:
        see Game.lists_moves, and random_move."""
    def apply(self, move: _Move, seat: Optional[int] = None) -> None:
        """Makes a move. Raises IllegalMove, and changes nothing, if the rules refuse it; TypeError for what is neither
        an int nor a str."""
    def forfeit(self, seat: int, ends: bool = False) -> None:
        """A seat that owes a move gives up. In some games that ends it; in others the seat goes on owing moves,
        and `fallback` says which ones arena makes for it. `ends`: it ends the match, as in old records of the bidding
        game."""
    def fallback(self, seat: int) -> Optional[_Move]:
        """The move that arena makes for a seat that has forfeited; None in games that always end with it."""
    def view(self, seat: Optional[int] = None) -> View:
        """What a seat sees: all, and only, what it may know. It does not change when the game goes on."""
    def random_move(self, rng: _Chance, seat: Optional[int] = None) -> _Move:
        """A legal move at random, also in games that do not list them. `rng`: an Rng, or a seed."""
    def playout(self, rng: _Chance) -> Outcome:
        """The Outcome of random moves from here to the end; the state stays as it is. `rng`: an Rng, or a seed. What
        chance has in store is what this state has: see `redeal`."""
    def redeal(self, rng: _Chance, seat: Optional[int] = None) -> State:
        """A copy in which all that the seat's view does not tell is drawn anew: cards to come, others' hands. A search
        that plays on from such copies looks into no hidden cards; so the copy keeps no events. Raises Error for a game
        that has no such way. `rng`: an Rng, or a seed."""
    def outcomes(self) -> List[Tuple[Dict[str, Any], float]]:
        """All that chance may bring now, each with its probability. Raises NotListed where it is too much to list, as the
        orders of a deck are. Here and in the next two: ValueError if chance is not next."""
    def draw(self) -> Dict[str, Any]:
        """Lets chance bring what is given or what the seed gives, and returns it."""
    def put(self, outcome: Mapping[str, Any]) -> None:
        """Lets chance bring this outcome. Raises Error, and changes nothing, if it cannot come now."""
    def outcome(self) -> Outcome:
        """How the game ended. Raises ValueError if it is not over."""
    def clone(self) -> State:
        """A copy that goes its own way."""
    def events(self, seat: int, since: int = 0) -> List[Fields]:
        """What a seat may know of what happened, as the JSON protocol tells it, from fact number `since` on. Empty
        unless the game was started with events=True."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __str__(self) -> str:
        """The position as a spectator sees it, with the hands of all seats: what `arena replay --step` shows."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class SeatView:
    """What stands behind a View: the view in the game's own form."""

    def legal(self) -> List[Any]: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

class BuiltinBot:
    """A built-in bot: `Game.builtin` makes it."""

    def move(self, view: View) -> Any:
        """Its move for a view, as `State.view` gives it: an int or a str."""
    def __call__(self, view: View) -> Any: ...
    def watch(self, state: State) -> None:
        """Shows it what has happened since the last time, as its seat may see it: for bots that remember events. The
        game must have been started with events=True."""
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def _recall(self, seen: int, memory: bytes) -> None: ...

class GameCore:
    """What arena.Game is made of."""

    name: str
    title: str
    least_seats: int
    sides: int
    most_seats: int
    more_is_better: bool
    rank_by: str
    lists_moves: bool
    protocols: List[str]
    usual_games: int
    options: Dict[str, Any]
    builtins: Dict[str, str]
    default_builtin: str
    rules: str
    def start(self, game: Game, options: Dict[str, Any], seats: int, seed: int, number: int, deal: Dict[str, Any],
              events: bool, steps_chance: bool) -> State: ...
    def restore(self, game: Game, data: bytes) -> State: ...
    def restore_view(self, data: bytes) -> SeatView: ...
    def builtin(self, game: Game, name: str, seed: int, options: Dict[str, Any], seats: int,
                seat: int) -> BuiltinBot: ...
    def playouts(self, n: int, seed: int) -> Tuple[int, int, int]: ...

class RecordLines:
    """The records of a file, one line at a time."""

    def __init__(self, path: bytes) -> None: ...
    def __iter__(self) -> RecordLines: ...
    def __next__(self) -> str: ...

def games() -> List[GameCore]: ...
def mix_seed(root: int, name: str, index: int) -> int: ...

class SeedKey:
    def __init__(self, root: str) -> None: ...
    def derive(self, name: str, index: int) -> int: ...

def bot_name(words: Sequence[str]) -> str: ...
def run(core: GameCore, wanted: Mapping[str, Any]) -> Tuple[Dict[str, Any], str, List[str], List[Tuple[Any, ...]]]: ...
def read_record(line: str) -> str: ...
def write_records(path: bytes, lines: List[str]) -> None: ...
def check_record(core: GameCore, line: str) -> Optional[Tuple[int, str]]: ...
