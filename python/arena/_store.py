"""Stores of tournaments: arena.Store."""
from __future__ import annotations

import os
import shutil
import weakref
from typing import Any, Callable, Dict, List, Optional

from . import _arena
from ._given import path_of, string, whole
from .records import Path, Record, of_line

_MOST_MATCHES = 2**31 - 1
_MOST_SHOWN = 10  # names


class Store:
    """Reads the store of a tournament, also while it is played. Never writes.

    All tables are lists of dictionaries, one for each row, and `pandas.DataFrame` takes them as they are. Each call
    reads the file as it is at that moment. Raises Error if the file is no store, or one of a newer arena.

        with arena.Store("cup.db") as store:
            table = pandas.DataFrame(store.matches())
    """

    def __init__(self, path: Path) -> None:
        self._remove: Callable[[], object] = lambda: None
        self._path = os.fsdecode(path)
        self._file: Optional[_arena.StoreFile] = _arena.StoreFile(path_of(path))

    @property
    def path(self) -> str:
        """The file."""
        return self._path

    def tournament(self) -> Dict[str, Any]:
        """The tournament as a whole.

        game, options, seats, format; text: the tournament's file, or the command; commitment: SHA-256, in hexadecimal
        digits; version: of arena; rules_version: of the game's rules, None in old stores; games: how many are stored;
        planned_games: in all, None if that is not known; over: whether the tournament has ended; seed: an int, None
        until the end.
        """
        row = self._open().tournament()
        return {**row, "seed": None if row["seed"] is None else int(row["seed"], 0)}

    def standings(self, anchor: Optional[str] = None) -> List[Dict[str, Any]]:
        """A row for each entrant, the highest rating first, as in `arena standings --json`.

        `anchor`: the entrant whose rating is given: its name, or "name=1500". Without it, the mean of all ratings is 0.

        id: as in `entrants`; name; active: False if it has left; rating: Elo; rating_error: its standard error;
        best_rank, worst_rank: the ranks that it may have, which hold for all entrants together at 95 %; group:
        ratings of different groups cannot be compared, because these entrants have not met, not even through others;
        superiority: the probability that it is stronger than the next one of the list; measured: False if it
        forfeited all its games, so that its rating does not show how strong it is; more_deals: about how many
        more deals of both would show which of the two is stronger, 0 if that is known at 95 %, None if they look
        equal or cannot be compared; deals; games; wins, draws, losses, forfeits: games; share: of all points, 1 for a
        win, 1/n for a first place that n share; mean_score, mean_margin: of a game, without the deals that it or all its
        opponents forfeited, None if nothing is left. Only complete deals count.

        rating_low, rating_high, share_low, share_high, mean_score_low, mean_score_high, mean_margin_low,
        mean_margin_high: 95 % intervals, with deals as the unit; those of means are None without two different deals.
        """
        return self._open().standings(_anchor(anchor))

    def ratings(self, anchor: Optional[str] = None) -> List[Dict[str, Any]]:
        """The columns of `standings` up to `deals`."""
        return self._open().ratings(_anchor(anchor))

    def pairs(self) -> List[Dict[str, Any]]:
        """A row for each entrant and opponent that have met, so two rows a pair: the cross table.

        entrant_id, entrant, opponent_id, opponent: ids and names; deals, games, wins, draws, losses; share: of the
        points; mean_margin: of a game, without the deals that one of the two forfeited; share_low, share_high,
        mean_margin_low, mean_margin_high: 95 % intervals.
        Cross table: `pandas.DataFrame(store.pairs()).pivot(index="entrant", columns="opponent", values="share")`.
        """
        return self._open().pairs()

    def superiority(self) -> List[Dict[str, Any]]:
        """A row for each two entrants whose ratings can be compared, in both orders.

        entrant_id, entrant, opponent_id, opponent: ids and names; probability: that the entrant is stronger than the
        opponent (LOS, the likelihood of superiority).
        """
        return self._open().superiority()

    def result(self) -> Optional[Dict[str, List[Dict[str, Any]]]]:
        """What the format says of a Swiss tournament or a knockout, as far as it is played; None of other formats.

        places: rows of place, name, score (Swiss: points), tie_breaks (a dictionary) and in_the_running (False if it
        has left). ties: rows of tie, winner, loser, decided_by ("score", "margin", "seeding" or "walkover") and
        blocks.
        """
        return self._open().result()

    def entrants(self) -> List[Dict[str, Any]]:
        """A row for each entrant, in the order in which they entered.

        id; name; active; kind: "process", "module", "builtin" or "called"; command: how it is started; builtins: a
        dictionary with `builtin` and `version` of its built-in bots, by their names in records; files_hash:
        SHA-256 over its files, empty if arena knows none; challenger: of a gauntlet; seed_rating: for the seeding of a
        knockout.
        """
        return self._open().entrants()

    def matches(self, first: int = 0) -> List[Dict[str, Any]]:
        """A row for each seat of each match, in the order of their numbers, from match number `first` on.

        match: its number, from 0; pairing: of those who meet, from 0; deal: in its pairing, from 0; seed: of the
        deal, for `Game.start`; table: which of the deal's matches, from 0; seat; entrant: the name; entrant_id: as in
        `entrants`; score: as the record and its replay have it; counted_score: the one that counts, which is another
        one only after a forfeit: the worst that the seat could still get; place: from 1; margin: own score that counts
        less the best other one, negated where less is better; fault: why the entrant forfeited,
        empty if it did not; detail: of the fault, and the end of its stderr; questions: how many it was asked;
        thinking, slowest: seconds for all of them and for one.
        """
        return self._open().matches(whole(first, "first", 0, _MOST_MATCHES))

    def record(self, match: int) -> Record:
        """The record of a match, by its number as in `matches`. Raises Error if there is no such match."""
        return of_line(self._open().record(whole(match, "match", 0, _MOST_MATCHES)))

    def close(self) -> None:
        """Deletes the file if `arena.tournament` made it without `store`. Later calls raise ValueError."""
        self._file = None
        self._remove()

    def _open(self) -> _arena.StoreFile:
        if self._file is None:
            raise ValueError("the store is closed")
        return self._file

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"arena.Store({self._path!r})"

    def __str__(self) -> str:
        if self._file is None:
            return f"{self._path}: closed"
        row = self._file.tournament()
        names = [entrant["name"] for entrant in self._file.entrants()]
        shown = ", ".join(names[:_MOST_SHOWN]) + (", ..." if len(names) > _MOST_SHOWN else "")
        planned = "" if row["planned_games"] in (None, row["games"]) else f" of {row['planned_games']}"
        games = f"games: {row['games']}{planned}{'' if row['over'] else ' (not over)'}"
        return f"{self._path}: {row['game']}, {row['format']}, {games}, entrants: {len(names)} ({shown})"


def _anchor(given: Optional[str]) -> bytes:
    return b"" if given is None else string(given, "anchor").encode(errors="replace")


def temporary_store(path: str, folder: str) -> Store:
    """A store whose folder is deleted with it."""
    store = Store(path)
    store._remove = weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    return store
