"""The compiled part of the package. arena's other modules show which parts are public."""
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

from numpy.typing import NDArray

from ._games import Game
from .bot import Fields, View

__version__: str
__commit__: str

_T = TypeVar("_T")
_Move = Union[int, str]
_Chance = Union[Rng, int]

class Error(ValueError):
    """The arguments are wrong. The message names the wrong word."""

class IllegalMove(ValueError):
    """The rules refuse a move."""

    seat: int
    move: _Move
    reason: str
    """The reason in the game's words."""

class BotError(RuntimeError):
    """A bot raised an exception, which is the cause of this one."""

    bot: str
    """The bot's name."""

class Outcome(NamedTuple):
    """How a game ended, by seat. Places count from 1; equal scores share a place."""

    scores: Tuple[int, ...]
    places: Tuple[int, ...]
    end: str
    """Why the game ended: "played out", "forfeit", or a reason of the game's own."""

class History(NamedTuple):
    """All that a seat was told, and its own moves."""

    events: List[Fields]
    """As in the JSON protocol."""
    moves: List[_Move]

class Rng:
    """Arena's random numbers: a seed from 0 to 2**64 - 1 gives the same numbers on every machine."""

    def __init__(self, seed: int) -> None: ...
    def next(self) -> int:
        """64 random bits."""
    def below(self, bound: int, /) -> int:
        """A uniform whole number in 0 .. bound - 1. Raises ValueError unless 1 <= bound < 2**32."""
    def choice(self, items: Sequence[_T], /) -> _T:
        """One item; all are equally likely. Raises IndexError if there is none."""
    def shuffle(self, items: List[Any], /) -> None:
        """Shuffles a list uniformly, in place."""
    def __copy__(self) -> Rng: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __setstate__(self, state: Tuple[int, int, int, int]) -> None: ...

class State:
    """One game that you step; `Game.start` makes it.

    States are values: two are equal if they have the same game, options and position, including what is hidden. Their
    `events` do not count. `apply` changes value and hash, so keep clones in sets and dictionaries.

    By default, `seat` is the first seat that owes a move. If a seat must owe a move and does not, ValueError is raised.
    """

    @property
    def over(self) -> bool:
        """Whether no seat owes a move any more."""
    @property
    def awaits_chance(self) -> bool:
        """Whether chance is next. Only with steps_chance=True."""
    @property
    def actors(self) -> Tuple[int, ...]:
        """The seats that owe a move, in ascending order."""
    @property
    def gone(self) -> Tuple[int, ...]:
        """The seats that forfeited."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def game(self) -> Game: ...
    @property
    def deal(self) -> Dict[str, Any]:
        """All chance of the game, as in records."""
    @property
    def returns(self) -> Tuple[float, ...]:
        """By seat, the points by which its side leads the best other one, if the game is over (its points if it is alone;
        where fewer points are better, they count as negative). Else 0."""
    @property
    def event_count(self) -> int:
        """The number of events kept for `events`."""
    def legal(self, seat: Optional[int] = None) -> List[Any]:
        """All legal moves without duplicates, each an int or a str. Raises NotListed if there are too many to list: see
        Game.lists_moves and random_move."""
    def apply(self, move: _Move, seat: Optional[int] = None) -> None:
        """Makes a move. Raises IllegalMove, and changes nothing, if the rules refuse the move. Raises TypeError unless
        it is an int or a str."""
    def forfeit(self, seat: int, ends: bool = False) -> None:
        """A seat that owes a move gives up. In some games this ends the match; in others the seat still owes moves, and
        arena makes the ones that `fallback` returns. `ends`: it ends the match, as in old records of the bidding game.
        """
    def fallback(self, seat: int) -> Optional[_Move]:
        """The move that arena makes for a seat that has forfeited; None if a forfeit ends the match."""
    def view(self, seat: Optional[int] = None) -> View:
        """What a seat sees now. It does not have all that the seat was told before: see `key`. It does not change when
        the game continues."""
    def random_move(self, rng: _Chance, seat: Optional[int] = None) -> _Move:
        """A random legal move, also in games that do not list them. `rng`: an Rng or a seed."""
    def playout(self, rng: _Chance) -> Outcome:
        """Plays random moves to the end and returns the Outcome. The state does not change. `rng`: an Rng or a seed.
        Future chance is the chance of this state: see `redeal`."""
    def redeal(self, rng: _Chance, seat: Optional[int] = None) -> State:
        """A copy with everything hidden from the seat resampled: future cards, other hands. So a search that plays on
        from such copies does not look at hidden cards. The copy has the events as the seat knows them, and the seat's
        `key` stays equal. Raises Error if the game cannot resample. `rng`: an Rng or a seed."""
    def outcomes(self) -> List[Tuple[Dict[str, Any], float]]:
        """All possible outcomes of the next chance, each with its probability. Raises NotListed if there are too many,
        as for a shuffled deck. Like `draw` and `put`, raises ValueError if chance is not next."""
    def draw(self) -> Dict[str, Any]:
        """Draws the next chance from the deal or the seed, and returns it."""
    def put(self, outcome: Mapping[str, Any]) -> None:
        """Sets the next chance to this outcome. Raises Error, and changes nothing, if it is not possible."""
    def outcome(self) -> Outcome:
        """How the game ended. Raises ValueError if it is not over."""
    def clone(self) -> State:
        """An independent copy."""
    def events(self, seat: int, since: int = 0) -> List[Fields]:
        """What a seat may know about what happened, as in the JSON protocol, from event number `since` on. Empty
        without events=True at the start."""
    def key(self, seat: Optional[int] = None) -> bytes:
        """All that a seat was told and did. The keys of two states of a game with equal options are equal if and only
        if the seat cannot know in which of them it is: what tables of strategies are keyed by. Raises Error without
        events=True at the start."""
    def history(self, seat: Optional[int] = None) -> History:
        """What the seat's key is made of: the events that it was told, and the moves that it made. Raises Error without
        events=True at the start, and for other seats in a copy that `redeal` made."""
    def playouts(self, n: int, seed: int = 0, *, bots: Union[str, Sequence[str]] = "random", stop: Optional[str] = None,
                 seat: Optional[int] = None, first: Optional[_Move] = None, threads: int = 1) -> NDArray[Any]:
        """The returns of n play-outs from here, a numpy array by play-out and seat. The state does not change.

        bots: the built-in bot of all seats, or one for each; they know the events of a state that keeps them.
        stop: "deal" ends them with this deal, and counts the points so far.
        seat: each play-out begins in a world of its own, as `redeal` makes for this seat; else with the cards as they are.
        first: the move with which each play-out begins, of `seat` or else of the first seat that owes one.
        threads: how many play. The result does not depend on it. Releases Python's lock; Ctrl-C ends it.
        """
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __str__(self) -> str:
        """The position as a spectator sees it, with all hands, as `arena replay --step` shows it."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class SeatView:
    """The data of a View, in the game's own form."""

    def legal(self) -> List[Any]: ...
    def key(self) -> bytes: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

class BuiltinBot:
    """A built-in bot; `Game.builtin` makes it."""

    def move(self, view: View) -> Any:
        """Its move for a view from `State.view`: an int or a str."""
    def __call__(self, view: View) -> Any: ...
    def watch(self, state: State) -> None:
        """Shows it what has happened since the last call, as its seat may see it, for bots that remember events. The
        game must have been started with events=True."""
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def _recall(self, seen: int, memory: bytes) -> None: ...

class GameCore:
    """The implementation of arena.Game."""

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
    rules_version: int
    builtins: Dict[str, str]
    builtin_versions: Dict[str, int]
    default_builtin: str
    rules: str
    def start(self, game: Game, options: Dict[str, Any], seats: int, seed: int, number: int, deal: Dict[str, Any],
              events: bool, steps_chance: bool) -> State: ...
    def restore(self, game: Game, data: bytes) -> State: ...
    def restore_view(self, data: bytes) -> SeatView: ...
    def builtin(self, game: Game, name: str, seed: int, options: Dict[str, Any], seats: int,
                seat: int) -> BuiltinBot: ...
    def playouts(self, options: Dict[str, Any], seats: int, n: int, seed: int) -> Tuple[int, int, int]: ...

class EncoderCore:
    """The implementation of arena.Encoder."""

    version: int
    perfect_recall: bool
    parts: List[Tuple[str, Tuple[int, ...], str]]
    moves: List[_Move]
    def __init__(self, core: GameCore, options: Dict[str, Any], seats: int) -> None: ...
    def observation(self, state: Union[State, View], seat: Optional[int]) -> NDArray[Any]: ...
    def mask(self, state: Union[State, View], seat: Optional[int]) -> NDArray[Any]: ...
    def batch(self, n: int, seed: int, bots: List[str], reward: str, threads: int) -> BatchCore: ...

class BatchCore:
    """The implementation of arena.Batch."""

    def step(self, moves: NDArray[Any]) -> None: ...
    def arrays(self) -> Tuple[NDArray[Any], ...]: ...

class SolutionCore:
    """The implementation of arena.Solution."""

    def __init__(self, core: GameCore, options: Dict[str, Any], own: Dict[str, Any]) -> None: ...
    def check(self, state: State) -> None: ...
    def value(self, state: State, seat: int) -> float: ...
    def moves(self, state: Union[State, View], seat: Optional[int]) -> List[Tuple[_Move, float, float]]: ...

class RecordLines:
    """The records of a file, one line at a time."""

    def __init__(self, path: bytes) -> None: ...
    def __iter__(self) -> RecordLines: ...
    def __next__(self) -> str: ...

class StoreFile:
    """The implementation of arena.Store."""

    def __init__(self, path: bytes) -> None: ...
    def tournament(self) -> Dict[str, Any]: ...
    def entrants(self) -> List[Dict[str, Any]]: ...
    def matches(self, first: int) -> List[Dict[str, Any]]: ...
    def record(self, match: int) -> str: ...
    def standings(self, anchor: bytes) -> List[Dict[str, Any]]: ...
    def ratings(self, anchor: bytes) -> List[Dict[str, Any]]: ...
    def pairs(self) -> List[Dict[str, Any]]: ...
    def superiority(self) -> List[Dict[str, Any]]: ...
    def result(self) -> Optional[Dict[str, Any]]: ...

def games() -> List[GameCore]: ...
def mix_seed(root: int, name: str, index: int) -> int: ...

class SeedKey:
    def __init__(self, root: str) -> None: ...
    def derive(self, name: str, index: int) -> int: ...

def bot_name(words: Sequence[str]) -> str: ...
def compare(core: GameCore, wanted: Mapping[str, Any]) -> Dict[str, Any]: ...
def play_outs(core: GameCore, state: State, n: int, seed: int, bots: List[str], to_end_of_deal: bool,
              seat: Optional[int], first: str, threads: int) -> NDArray[Any]: ...
def search(core: GameCore, state: State, seat: Optional[int], iterations: int,
           seed: int) -> List[Tuple[_Move, float, int, float]]: ...
def exploitability(core: GameCore, options: Dict[str, Any], own: Dict[str, Any], builtin: str) -> Optional[float]: ...
def best_answer(core: GameCore, start: State, seat: int, policy: Any, by_wins: bool,
                most_positions: int) -> Tuple[float, List[Tuple[bytes, _Move]]]: ...
def review(core: GameCore, records: List[str], wanted: Mapping[str, Any]) -> Tuple[Dict[str, Any], str]: ...
def tournament(wanted: Mapping[str, Any]) -> bytes: ...
def run(core: GameCore, wanted: Mapping[str, Any]) -> Tuple[Dict[str, Any], str, List[str], List[Tuple[Any, ...]]]: ...
def read_record(line: str) -> str: ...
def write_records(path: bytes, lines: List[str]) -> None: ...
def check_record(core: GameCore, line: str) -> Optional[Tuple[int, str]]: ...
