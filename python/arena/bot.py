"""Plays a Python module as a bot of arena: `python3 -m arena.bot MODULE`.

MODULE is the name of a module on the path, or a file. It has a function

    move(game_state)   returns the move: its text, or a number if moves are numbers

and may have `start(info)`, `event(event)` and `end(result)`, which get the JSON protocol's messages of these
kinds. Their data are attributes: `game_state.hand`, `info.names`; maps, such as `game_state.expeditions`, are
dictionaries. `game_state.legal()` lists the legal moves.

This program talks with arena over standard input and output. The module may print: its output goes to standard
error.

Pure Python, 3.8 or later, without imports from its own package: any Python that a module needs can start it as
a file.
"""
import importlib
import importlib.util
import json
import os
import sys
import traceback
from typing import IO, TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

Move = Union[int, str]


class Fields:
    """Data from arena, as attributes."""

    def __init__(self, fields: Dict[str, Any]):
        self.__dict__.update(fields)

    if TYPE_CHECKING:  # the attributes depend on the game
        def __getattr__(self, name: str) -> Any: ...

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fields):
            return NotImplemented
        return self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


class View(Fields):
    """What a seat sees: the `game_state` of move(). The page of each game lists its attributes."""

    __slots__ = ("_source",)

    def __init__(self, fields: Dict[str, Any], source: Any):
        self.__dict__ = fields
        self._source = source

    def legal(self) -> List[Any]:
        """All legal moves, each an int or a str; empty if the seat owes no move. Raises NotListed if there are too many
        to list."""
        moves: List[Any] = self._source.legal()
        return moves

    def key(self) -> bytes:
        """All that the seat was told and did, as State.key, for players that are called in arena's process. Raises an
        Error for a view that does not know it, and in a process of its own."""
        key: bytes = self._source.key()
        return key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.__dict__ == other.__dict__ and bool(self._source == other._source)

    def __hash__(self) -> int:
        return hash(frozen(self.__dict__))


def frozen(value: Any) -> Any:
    """Makes nested lists and dictionaries hashable."""
    if isinstance(value, dict):
        return frozenset((key, frozen(item)) for key, item in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list) else value


class NotListed(ValueError):
    """There are too many to list: legal moves of a game, or outcomes of its next chance. `game` is its name."""

    def __init__(self, game: str, what: str = "legal moves"):
        super().__init__(game, what)
        self.game = game
        self.what = what

    def __str__(self) -> str:
        way = "State.draw() draws one"
        if self.what == "legal moves":
            way = f"State.random_move(rng) gives one, and `arena rules {self.game}` says which of them a view names"
        return f"{self.game} has too many {self.what} to list: {way}"


class Listed:
    """The data of a view in the worker: the list of moves from the question, or None."""

    def __init__(self, moves: Optional[Sequence[str]], game: str):
        self.moves = moves
        self.game = game

    def legal(self) -> List[Move]:
        if self.moves is None:
            raise NotListed(self.game)
        return [natural(move) for move in self.moves]

    def key(self) -> bytes:
        raise NotImplementedError("a module in a process of its own gets no keys: event() tells it what it was told")

    def __eq__(self, other: object) -> bool:
        return listing(self) == listing(other)  # also equals a view in arena's own form

    __hash__ = None  # type: ignore[assignment]


def listing(source: Any) -> Optional[List[Move]]:
    """All legal moves; None if there are too many."""
    try:
        moves: List[Move] = source.legal()
    except NotListed:
        return None
    return moves


class Broken(Exception):
    """The module has an error. The message explains it."""


def natural(move: str) -> Move:
    """A move in Python's form: an int if its text is a number, else the text."""
    digits = move.isascii() and move.isdigit() and len(move) <= 9 and (move == "0" or move[0] != "0")
    return int(move) if digits else move


def load(name: str) -> Any:
    """Loads the module with this name or file again. It can import from its own folder and the current one."""
    if name.endswith(".py") or os.sep in name:
        path = os.path.abspath(name)
        if not os.path.isfile(path):
            raise Broken(f"there is no file {name}")
        sys.path.insert(0, os.path.dirname(path))
        module_name = os.path.splitext(os.path.basename(path))[0]
        spec = importlib.util.spec_from_file_location(module_name, path)
        if spec is None or spec.loader is None:
            raise Broken(f"{name} is no Python file")
    else:
        sys.path.insert(0, os.getcwd())
        module_name, spec = name, importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    if not callable(getattr(module, "move", None)):
        raise Broken(f"module {name} has no function move(game_state)")
    return module


def as_move(value: Any, view: Any) -> str:
    """The move in the JSON protocol's form. Raises Broken, with an example from the view's moves, for other values."""
    if isinstance(value, str):
        return value
    try:
        if not isinstance(value, bool):
            return str(value.__index__())  # any whole number, also numpy's
    except AttributeError:
        pass
    kind = "" if value is None or isinstance(value, bool) else f" of type {type(value).__name__}"
    moves = listing(view)
    example = f"; expected a move such as {str(moves[0])!r}" if moves else ""
    raise Broken(f"move() returned {value!r:.200}{kind}{example}")


def keep_arena_running() -> None:
    """Inside arena, `os._exit` would end arena itself, with any status. This makes it raise Broken there; in a child
    process it still works."""
    leave, arena = os._exit, os.getpid()

    def raise_exit(status: int) -> None:
        if os.getpid() != arena:
            leave(status)
        raise Broken(f"called os._exit({status!r})")

    os._exit = sys.modules["posix"]._exit = raise_exit  # type: ignore


def account(error: BaseException) -> Tuple[str, str]:
    """Explains the error of a bot: in a few words, and in full."""
    if isinstance(error, Broken):
        return str(error), ""
    if isinstance(error, SystemExit):
        return "called sys.exit({})".format("" if error.code is None else repr(error.code)), ""
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return "raised " + traceback.format_exception_only(type(error), error)[-1].strip()[:200], text


class Called:
    """A bot inside arena's process: a module or object with move(), a class of such objects, or a function."""

    def __init__(self, player: Any):
        if isinstance(player, type):
            player = player()
        self.move = getattr(player, "move", player)
        if not callable(self.move):
            raise Broken(f"{player!r} is neither a function nor has it a function move(game_state)")
        self.hooks = {kind: getattr(player, kind) for kind in ("start", "event", "end")
                      if callable(getattr(player, kind, None))}
        self.listens = bool(self.hooks)

    def tell(self, kind: str, message: Dict[str, Any]) -> None:
        if kind in self.hooks:
            self.hooks[kind](Fields(message))


class Player:
    """Answers arena's messages with the module's answers."""

    def __init__(self, module: Any, answers: IO[str]):
        self.called = Called(module)
        self.answers = answers
        self.game = ""

    def take(self, line: str) -> None:
        message = json.loads(line)
        kind = message.pop("type")
        if kind == "turn":
            self.question = line
            self.turn(message)
        elif kind == "error":
            print(f"arena.bot: the move was refused: {message['message']}", file=sys.stderr)
            self.turn(json.loads(self.question))  # parsed again, because the module may have changed its view
        else:
            self.game = message.get("game", self.game)
            self.called.tell(kind, message)

    def turn(self, message: Dict[str, Any]) -> None:
        view = View(message["view"], Listed(message["legal"], self.game))
        answer = {"move": as_move(self.called.move(view), view), "id": message["id"]}
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()


def private_streams() -> Tuple[IO[str], IO[str]]:
    """Duplicates arena's input and output, so that the module's own printing and reading cannot reach them."""
    questions = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False, buffering=1)
    return questions, answers


def play(name: str) -> None:
    questions, answers = private_streams()
    player = Player(load(name), answers)
    for line in questions:
        player.take(line)


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python3 -m arena.bot MODULE", file=sys.stderr)
        return 2
    # Python, started with a file, would first search for modules in the file's folder.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != here]
    try:
        play(arguments[0])
    except (Broken, SystemExit) as left:
        said = account(left)[0]
        print(f"arena.bot: {'the module ' if isinstance(left, SystemExit) else ''}{said}", file=sys.stderr)
        return 1
    except Exception:  # any exception of the module, in full
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # does not wait for the module's threads
