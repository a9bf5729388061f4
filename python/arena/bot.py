"""Plays a Python module as a bot of arena: `python3 -m arena.bot MODULE`.

MODULE is the name of a module on the path, or a file. It has a function

    move(game_state)   what to do: a move's text, or a number where moves are numbers

and may have `start(info)`, `event(event)` and `end(result)`, which are given what the JSON protocol says at
these points. Objects have attributes: `game_state.hand`, `info.names`; what is a dictionary by nature, such
as `game_state.expeditions`, is one.

Arena speaks with this program over standard input and output. The module may print as it likes: what it
prints goes to standard error.
"""
import importlib
import importlib.util
import json
import os
import sys
import traceback


class State:
    """What the bot sees, as attributes."""

    def __init__(self, fields):
        self.__dict__.update(fields)

    def __repr__(self):
        return "State(" + ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items()) + ")"


class Broken(Exception):
    """The module is at fault; the message says how."""


def load(name):
    """The module of that name or file. It finds its neighbours, and those of the current folder."""
    if name.endswith(".py") or os.sep in name:
        path = os.path.abspath(name)
        if not os.path.isfile(path):
            raise Broken(f"there is no file {name}")
        sys.path.insert(0, os.path.dirname(path))
        module_name = os.path.splitext(os.path.basename(path))[0]
        spec = importlib.util.spec_from_file_location(module_name, path)
        if spec is None:
            raise Broken(f"{name} is no Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, os.getcwd())
        module = importlib.import_module(name)
    if not callable(getattr(module, "move", None)):
        raise Broken(f"module {name} has no function move(game_state)")
    return module


def as_move(value, legal):
    """The move as the JSON protocol has it. Raises Broken for what can be none."""
    example = f"; expected a move such as {legal[0]!r}" if legal else ""
    if isinstance(value, bool) or value is None:
        raise Broken(f"move() returned {value!r}{example}")
    if isinstance(value, str):
        return value
    try:
        return str(value.__index__())  # whole numbers, those of numpy too
    except AttributeError:
        raise Broken(f"move() returned {value!r} of type {type(value).__name__}{example}") from None


class Player:
    """Answers arena's messages with what the module says."""

    def __init__(self, module, answers):
        self.module = module
        self.answers = answers

    def take(self, message):
        kind = message.pop("type")
        if kind == "turn":
            self.turn(message)
        elif kind == "error":
            print(f"arena.bot: the move was refused: {message['message']}", file=sys.stderr)
            self.turn(self.last)
        elif kind in ("start", "event", "end"):
            hook = getattr(self.module, kind, None)
            if hook is not None:
                hook(State(message))

    def turn(self, message):
        self.last = message
        value = self.module.move(State(message["view"]))
        answer = {"move": as_move(value, message["legal"]), "id": message["id"]}
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()


def private_streams():
    """Arena's own input and output, put where the module's printing and reading do not reach them."""
    questions = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False, buffering=1)
    return questions, answers


def play(name):
    questions, answers = private_streams()
    player = Player(load(name), answers)
    for line in questions:
        player.take(json.loads(line))


def main(arguments):
    if len(arguments) != 1:
        print("usage: python3 -m arena.bot MODULE", file=sys.stderr)
        return 2
    # Started as a file, Python would look for modules beside this one first.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != here]
    try:
        play(arguments[0])
    except Broken as broken:
        print(f"arena.bot: {broken}", file=sys.stderr)
        return 1
    except SystemExit as left:
        print(f"arena.bot: the module called sys.exit({'' if left.code is None else left.code!r})", file=sys.stderr)
        return 1
    except Exception:  # pylint: disable=broad-except  # whatever the module raises, whole
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # threads that the module left running do not keep it alive
