"""Recorded games: read, write, check and replay them. docs/records.md describes the format."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Union

from . import _arena
from ._arena import State
from ._games import game
from ._given import path_of

Path = Union[str, "os.PathLike[str]"]


class Break(NamedTuple):
    """Where a record breaks the rules: the number of the move (from 1; 0 if it is not a move), and why."""

    move: int
    reason: str


class Decision(NamedTuple):
    """A seat's answer to one question. `state` is the state before it, which you may keep and play on.

    move: as recorded. rejected: why it was refused; None if it was accepted. If the seat is in `state.gone`, arena made
    the move.
    """

    state: State
    seat: int
    move: str
    rejected: Optional[str]


class Record:
    """One recorded game. `data` is the JSON object itself; the attributes are its fields.

    options: those that differ from the default. seed: None if only the deal is known. deal: all chance. players: one
    dictionary each, with `name`. moves: one dictionary each, with `seat` and `move`, and `rejected` (the reason) if it
    was refused. scores, places, end: None in a record written by hand. forfeits: one dictionary each. counted: what
    statistics count for each forfeit, a dictionary with `seat`, `score` and `margin`. rules_version: None in a record
    that does not say it; which built-in bot played, `players` say.
    """

    def __init__(self, data: Dict[str, Any]):
        self.data = data
        self.game: str = data["game"]
        self.options: Dict[str, Any] = data.get("options", {})
        self.seed: Optional[int] = _seed(str(data["seed"])) if "seed" in data else None
        self.deal: Dict[str, Any] = {"deals": data["deals"]} if "deals" in data else data.get("deal", {})
        self.players: List[Dict[str, Any]] = data["players"]
        self.moves: List[Dict[str, Any]] = data["moves"]
        self.scores: Optional[List[int]] = data.get("scores")
        self.places: Optional[List[int]] = data.get("places")
        self.end: Optional[str] = data.get("end")
        self.forfeits: List[Dict[str, Any]] = data.get("forfeits", [])
        self.counted: List[Dict[str, int]] = data.get("counted", [])
        self.rules_version: Optional[int] = data.get("rules_version")

    def start(self, events: bool = False) -> State:
        """The state at the start of the game."""
        return game(self.game).start(self.seed or 0, seats=len(self.players), options=self.options, deal=self.deal,
                                     events=events)

    def replay(self, events: bool = False) -> Iterator[State]:
        """The states of the game: one before the first move, and one after each move.

        Raises IllegalMove where the record breaks the rules; `check` is stricter.
        """
        state = self.start(events)
        yield state.clone()
        for number, move in enumerate(self.moves):
            if self._forfeit(state, number) and state.over:
                yield state.clone()
            if self._make(state, move):
                yield state.clone()
        if self._forfeit(state, len(self.moves)) and state.over:
            yield state.clone()

    def decisions(self, events: bool = False) -> Iterator[Decision]:
        """Each of `moves`, refused ones too, as (state, seat, move, rejected), with the state before it.

        Raises IllegalMove where the record breaks the rules, after it has returned that decision.
        """
        state = self.start(events)
        for number, move in enumerate(self.moves):
            self._forfeit(state, number)
            yield Decision(state.clone(), move["seat"], move["move"], move.get("rejected"))
            self._make(state, move)

    @staticmethod
    def _make(state: State, move: Dict[str, Any]) -> bool:
        """Makes a recorded move unless a forfeit ended its round first: such moves are only recorded."""
        if "rejected" in move or move["seat"] not in state.actors:
            return False
        state.apply(move["move"], move["seat"])
        return True

    def _forfeit(self, state: State, number: int) -> bool:
        """Makes the forfeits that came before the move with this number."""
        # Old records: the forfeit ended a game that would continue today, although others still played.
        ends = self.end == "forfeit" and len(self.forfeits) < len(self.players)
        seats = [forfeit["seat"] for forfeit in self.forfeits if forfeit["after"] == number]
        for seat in seats:
            if seat in state.actors:
                state.forfeit(seat, ends)
        return bool(seats)

    def check(self) -> Optional[Break]:
        """Where the record breaks the rules, or None. Raises Error if it is not a game at all."""
        found = _arena.check_record(game(self.game)._core, str(self))
        return None if found is None else Break(*found)

    def __str__(self) -> str:
        """The record as a line of a file, without the line end."""
        return json.dumps(self.data, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.data == other.data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = ", ".join(player["name"] for player in self.players)
        return f"<Record of {self.game}: {names}; scores {self.scores}>"


def _seed(text: str) -> int:
    """Reads decimal digits, or hexadecimal ones after 0x."""
    return int(text, 16 if text[:2] in ("0x", "0X") else 10)


def of_line(line: str) -> Record:
    """The record in a line that arena wrote."""
    return Record(json.loads(line))


def parse(line: str) -> Record:
    """The record in a line. Raises Error, which names what is missing or wrong."""
    if not isinstance(line, str):
        raise TypeError(f"a record's line is a str, not a {type(line).__name__}")
    return of_line(_arena.read_record(line))


def read(path: Path) -> Iterator[Record]:
    """The records of a file, plain or compressed (.zst), read one by one as needed; `list` reads them all.

    Raises Error, which names the file, if it cannot be opened. After the last good record, raises Error, which also
    names the line, if the file is damaged, cut off, or contains something else.
    """
    lines = _arena.RecordLines(path_of(path))
    return (of_line(line) for line in lines)


def write(path: Path, records: Iterable[Record]) -> None:
    """Appends records to a file, compressed if its name ends in .zst. Raises Error, and writes nothing, if one is not a
    record. If the file ends inside a record, repairs it first and warns with a RuntimeWarning."""
    _arena.write_records(path_of(path), [str(record) for record in records])
