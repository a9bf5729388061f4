"""Games that users write in Python: what arena.game makes of a class with the functions of the trait."""
from __future__ import annotations

import ast
import copy
import inspect
import io
import json
import pickle
import re
from types import MappingProxyType
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from ._arena import Error, Rng
from ._games import Game, game
from ._given import merged, whole
from .bot import NotListed

MOST_SEATS = 16
MOST_SCORE = 1_000_000_000
MOST_MOVE = 999_999_999
NEEDED = ("start", "actors", "view", "moves", "apply", "outcome")
"""The functions without which a class is no game."""
RESERVED = ("rules", "max_refusals", "seed", "seats", "options", "deal", "number", "events", "steps_chance", "n", "players",
            "opponents", "reward", "threads", "jobs", "record", "records", "store")
"""What arena's functions take beside options."""

Event = Dict[str, Any]
Changed = Tuple[bytes, List[int], bool, List[Tuple[Event, List[Optional[Event]]]]]
"""A packed state, the seats that owe a move, whether chance is next, and the events, each with what the seats see of it."""

# Like Python's table of modules, these belong to the process: a state or a record only names its rules.
_classes: Dict[str, type] = {}
_known: Dict[str, Rules] = {}


class PythonGame(Game):
    """A game of a class in Python; `arena.game(CLASS)` makes it."""

    def __init__(self, rules_class: type):
        super().__init__(game("python")._core)
        missing = [name for name in NEEDED if not callable(getattr(rules_class, name, None))]
        if missing:
            raise Error(f"{rules_class.__name__} is no game: it has no function {' and no '.join(missing)}")
        self.rules_class = rules_class
        self.title: str = str(getattr(rules_class, "title", rules_class.__name__))
        self.least_seats, self.most_seats = _seats_of(rules_class)
        self._arguments = _arguments_of(rules_class)
        self.options = MappingProxyType({**self._arguments, "max_refusals": self.options["max_refusals"]})
        name = f"{rules_class.__module__}:{rules_class.__qualname__}"
        if not re.fullmatch("[^()]+", name):
            raise Error(f"{name!r:.80} is no name of a class")
        if _classes.get(name) is not rules_class:  # it was written again, as in a notebook
            for made in [known for known in list(_known) if known.split("(")[0] == name]:
                _known.pop(made, None)
            _classes[name] = rules_class
        self._name = name

    @property
    def rules(self) -> str:
        """The documentation of the class."""
        return inspect.getdoc(self.rules_class) or ""

    def merged(self, options: Optional[Mapping[str, Any]], more: Mapping[str, Any]) -> Dict[str, Any]:
        if _classes[self._name] is not self.rules_class:
            raise Error(f"another class {self._name} was given since: give variants arguments, or names of their own")
        given = merged(options, more)
        if set(given) <= {"rules", "max_refusals"} and "rules" in given:
            return given  # they went through here before
        refusals = {name: given.pop(name) for name in ("max_refusals",) if name in given}
        for name, value in given.items():
            if name not in self._arguments:
                raise Error(f'unknown option "{name}"; known: {", ".join(self.options)}')
            if not _is_literal(value):
                raise Error(f"option {name} is made of numbers and texts, not {value!r:.80}")
        words = [f"{name}={given[name]!r}" for name, usual in self._arguments.items()
                 if name in given and (type(given[name]), given[name]) != (type(usual), usual)]
        name = self._name + (f"({', '.join(words)})" if words else "")
        rules(name)
        return {"rules": name, **refusals}

    def __reduce__(self) -> Tuple[Callable[[type], Game], Tuple[type]]:
        return game, (self.rules_class,)  # type: ignore[return-value]

    def __repr__(self) -> str:
        return f"arena.game({self.rules_class.__qualname__})"


def rules(name: str) -> Rules:
    """The rules of this name, "kuhn:Kuhn(cards=4)". Raises Error if arena.game did not get their class before: it imports
    nothing that a record names."""
    known = _known.get(name)
    if known is None:
        match = re.fullmatch(r"([^()]+)(?:\((.*)\))?", name, re.DOTALL)
        if match is None or match[1] not in _classes:
            raise Error(f'the rules "{name}" are not loaded: give their class to arena.game first')
        known = _known[name] = Rules(_made(_classes[match[1]], match[2] or "", name))
    return known


def _made(rules_class: type, arguments: str, name: str) -> Any:
    try:
        call = ast.parse(f"_({arguments})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError("other words")
        given = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
    except (SyntaxError, ValueError):
        raise Error(f'"{name}" names no rules: its arguments are not like those of a call') from None
    try:
        return rules_class(**given)
    except (TypeError, ValueError) as wrong:
        raise Error(f"{name}: {wrong}") from wrong


def _is_literal(value: Any) -> bool:
    """Whether its text says what it is, in every process."""
    if isinstance(value, (list, tuple)):
        return all(map(_is_literal, value))
    if isinstance(value, dict):
        return all(_is_literal(item) for pair in value.items() for item in pair)
    if isinstance(value, (int, float)):
        return -MOST_SCORE <= value <= MOST_SCORE
    return value is None or isinstance(value, str)


def _arguments_of(rules_class: type) -> Dict[str, Any]:
    """The options, with their defaults."""
    arguments = inspect.signature(rules_class).parameters
    for name, argument in arguments.items():
        if argument.default is inspect.Parameter.empty or argument.kind is inspect.Parameter.POSITIONAL_ONLY:
            raise Error(f"{rules_class.__name__}: each argument is an option and needs a default, and {name} has none")
        if name in RESERVED or not _is_literal(argument.default):
            raise Error(f"{rules_class.__name__}: the option {name} cannot have this name or default")
    return {name: argument.default for name, argument in arguments.items()}


def _seats_of(rules_class: type) -> Tuple[int, int]:
    seats = getattr(rules_class, "seats", 2)
    least, most = seats if isinstance(seats, (tuple, list)) and len(seats) == 2 else (seats, seats)
    what = f"{rules_class.__name__}.seats, their number or (least, most),"
    most = whole(most, what, 1, MOST_SEATS)
    return whole(least, what, 1, most), most


class Rules:
    """A game that a user wrote, for the compiled part of arena: checks what its functions return, and packs its states."""

    def __init__(self, written: Any):
        self._written = written
        self._name = type(written).__name__
        self._seats = _seats_of(type(written))
        self.scores = self._bounds()

    def start(self, seats: int, tells: bool) -> Changed:
        least, most = self._seats
        if not least <= seats <= most:
            raise Error(f"{self._name} has {least if least == most else f'{least} to {most}'} seats, not {seats}")
        told: List[Event] = []
        return self._changed(seats, self._written.start(seats), told, tells)

    def apply(self, packed: bytes, seat: int, move: Any, tells: bool) -> Changed:
        seats, state = pickle.loads(packed)
        told: List[Event] = []
        self._nothing("apply", self._written.apply(state, seat, move, self._listener(told, tells)))
        return self._changed(seats, state, told, tells)

    def apply_chance(self, packed: bytes, outcome: Any, tells: bool) -> Changed:
        seats, state = pickle.loads(packed)
        told: List[Event] = []
        self._nothing("apply_chance", self._function("apply_chance")(state, outcome, self._listener(told, tells)))
        return self._changed(seats, state, told, tells)

    def resample(self, packed: bytes, seat: int, seed: int) -> Changed:
        seats, state = pickle.loads(packed)
        before = self.view(packed, seat)
        self._nothing("resample", self._function("resample")(state, seat, Rng(seed)))
        changed = self._changed(seats, state, [], False)
        if self.view(changed[0], seat) != before:
            raise Error(f"{self._name}.resample changes what seat {seat} sees: {before!r:.200} became "
                        f"{self.view(changed[0], seat)!r:.200}")
        return changed

    def outcomes(self, packed: bytes) -> List[Tuple[Any, float]]:
        if not hasattr(self._written, "outcomes"):
            raise NotListed(self._name, "outcomes")
        given = self._written.outcomes(pickle.loads(packed)[1])
        try:
            likely = [(_plain(outcome), float(probability)) for outcome, probability in given]
        except (TypeError, ValueError):
            raise self._wrong("outcomes", given, "a list of pairs (outcome, probability)") from None
        if not all(probability > 0 for _, probability in likely) or abs(sum(odds for _, odds in likely) - 1) > 1e-9:
            raise self._wrong("outcomes", given, "probabilities that add up to 1")
        return likely

    def possible(self, packed: bytes, outcome: Any) -> bool:
        """Whether chance may come like this. Rules that only draw outcomes do not say."""
        if not hasattr(self._written, "outcomes"):
            return True
        return any(_spelling(outcome) == _spelling(known) for known, _ in self.outcomes(packed))

    def draw(self, packed: bytes, seed: int) -> Any:
        if not hasattr(self._written, "outcomes"):
            return self._function("draw")(pickle.loads(packed)[1], Rng(seed))
        likely = self.outcomes(packed)
        left = Rng(seed).next() / 2**64
        for outcome, probability in likely:
            left -= probability
            if left < 0:
                return outcome
        return likely[-1][0]

    def view(self, packed: bytes, seat: int) -> Dict[str, Any]:
        seen = self._written.view(pickle.loads(packed)[1], seat)
        if not isinstance(seen, dict) or seen.get("seat", seat) != seat or {"legal", "key"} & seen.keys():
            raise self._wrong("view", seen, "a dictionary, with no other `seat` and without `legal` and `key`")
        return {"seat": seat, **seen}

    def moves(self, view: Dict[str, Any]) -> List[str]:
        given = self._written.moves(view)
        moves = self._texts("moves", given)
        if not moves:
            raise self._wrong("moves", given, f"a legal move of seat {view['seat']}, which owes one")
        return moves

    def outcome(self, packed: bytes) -> List[int]:
        seats, state = pickle.loads(packed)
        given = self._written.outcome(state)
        lowest, highest = self.scores
        try:
            scores = [whole(score, "", lowest, highest) for score in given]
        except (TypeError, Error):
            raise self._wrong("outcome", given, f"whole numbers from {lowest} to {highest}, its scores") from None
        if len(scores) != seats:
            raise self._wrong("outcome", given, f"a score for each of {seats} seats")
        return scores

    def all_actions(self) -> List[str]:
        """All moves of the game, for encoders."""
        if not hasattr(self._written, "actions"):
            raise Error(f"{self._name} has no list `actions` of all its moves, which numbers for learners need")
        return self._texts("actions", self._written.actions)

    def parts(self, seats: int) -> Dict[str, int]:
        """The names and sizes of what `observe` gives, in the first position in which a seat owes a move."""
        packed, due, awaits_chance, _ = self.start(seats, False)
        while awaits_chance:
            packed, due, awaits_chance, _ = self.apply_chance(packed, _plain(self.draw(packed, 0)), False)
        if not due:
            raise Error(f"{self._name} is over before the first move, so it has no observations")
        return {name: len(numbers) for name, numbers in self._observed(self.view(packed, due[0])).items()}

    def observation(self, view: Dict[str, Any], sizes: Dict[str, int]) -> List[float]:
        observed = self._observed(view)
        found = {name: len(numbers) for name, numbers in observed.items()}
        if found != sizes:
            raise Error(f"{self._name}.observe gave numbers by part {found}, at first {sizes}")
        return [number for name in sizes for number in observed[name]]

    def _observed(self, view: Dict[str, Any]) -> Dict[str, List[float]]:
        given = self._function("observe")(view)
        try:
            observed = {str(name): [float(number) for number in numbers] for name, numbers in given.items()}
        except (AttributeError, TypeError, ValueError):
            raise self._wrong("observe", given, "a dictionary of lists of numbers") from None
        if not all(-1 <= number <= 1 for numbers in observed.values() for number in numbers):
            raise self._wrong("observe", given, "numbers from -1 to 1")
        return observed

    def _changed(self, seats: int, state: Any, told: Sequence[Event], tells: bool) -> Changed:
        awaits_chance = hasattr(self._written, "awaits_chance") and bool(self._written.awaits_chance(state))
        given = self._written.actors(state)
        try:
            due = sorted({whole(seat, "", 0, seats - 1) for seat in given})
        except (TypeError, Error):
            raise self._wrong("actors", given, f"a list of seats from 0 to {seats - 1}") from None
        if awaits_chance and due:
            raise self._wrong("actors", given, "no seats while chance is next")
        return _pickled((seats, state)), due, awaits_chance, [(event, self._seen(event, seats)) for event in told if tells]

    def _listener(self, told: List[Event], tells: bool) -> Callable[[Event], None]:
        def happened(event: Event) -> None:
            if not _is_event(event):
                raise Error(f"{self._name} reports {event!r:.80}: an event is a dictionary with `seat` and `move`, or with "
                            "its name as `event`")
            if tells:
                told.append(copy.deepcopy(event))
        return happened

    def _seen(self, event: Event, seats: int) -> List[Optional[Event]]:
        """By seat; empty if all see everything."""
        if not hasattr(self._written, "view_event"):
            return []
        seen = [self._written.view_event(copy.deepcopy(event), seat) for seat in range(seats)]
        if not all(one is None or _is_event(one) for one in seen):
            raise self._wrong("view_event", seen, "an event or None for each seat")
        return seen

    def _texts(self, function: str, given: Any) -> List[str]:
        if isinstance(given, (str, dict)) or not hasattr(given, "__iter__"):
            raise self._wrong(function, given, "a list of moves")
        moves = [self._text(function, move) for move in given]
        if len(set(moves)) < len(moves):
            raise self._wrong(function, given, "each move once")
        return moves

    def _text(self, function: str, move: Any) -> str:
        if isinstance(move, str):
            if not move.isprintable() or move != move.strip() or not move or move[0] in '{"':
                raise self._wrong(function, move, "printable texts without blanks at their ends")
            if re.fullmatch("-?[0-9]+", move):
                raise self._wrong(function, move, "a move that is a number as an int")
            return move
        return str(whole(move, f"a move of {self._name}, if it is no str,", 0, MOST_MOVE))

    def _bounds(self) -> Tuple[int, int]:
        given = getattr(self._written, "scores", None)
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise Error(f"{self._name}.scores is (lowest, highest), the bounds of the score of a seat, not {given!r:.80}")
        lowest = whole(given[0], f"{self._name}.scores[0]", -MOST_SCORE, MOST_SCORE)
        return lowest, whole(given[1], f"{self._name}.scores[1]", lowest, MOST_SCORE)

    def _function(self, name: str) -> Callable[..., Any]:
        function = getattr(self._written, name, None)
        if not callable(function):
            raise Error(f"{self._name} has no function {name}, which this needs")
        return function  # type: ignore[no-any-return]

    def _nothing(self, function: str, given: Any) -> None:
        if given is not None:
            raise self._wrong(function, given, "nothing: it changes the state that it gets")

    def _wrong(self, function: str, given: Any, wanted: str) -> Error:
        return Error(f"{self._name}.{function} must give {wanted}, not {given!r:.80}")


def _pickled(value: Any) -> bytes:
    """Equal values give equal bytes, unless dictionaries or sets were filled in another order."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, 5)
    pickler.fast = True  # without notes on which parts are the same object
    try:
        pickler.dump(value)
    except (pickle.PicklingError, AttributeError, RecursionError, TypeError, ValueError) as wrong:
        raise Error(f"a state must be one that pickle takes, without cycles: {wrong}") from wrong
    return file.getvalue()


def _is_event(event: Any) -> bool:
    if not isinstance(event, dict):
        return False
    return isinstance(event["event"], str) if "event" in event else {"seat", "move"} <= event.keys()


def _spelling(value: Any) -> str:
    """Equal for what JSON cannot tell apart."""
    return json.dumps(value, sort_keys=True, default=repr)


def _plain(value: Any) -> Any:
    """As JSON has it, with lists for tuples."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return {name: _plain(item) for name, item in value.items()} if isinstance(value, dict) else value
