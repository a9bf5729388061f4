"""Reviews of recorded games: arena.review."""
from __future__ import annotations

import dataclasses
import os
from typing import Any, Dict, Iterable, Iterator, NamedTuple, Optional, Tuple, Union

from . import _arena
from ._arena import Error
from ._games import game
from ._given import string, whole
from ._store import Store
from .records import Path, Record, read

_MOST = 100_000_000


class ReviewedMove(NamedTuple):
    """A decision: move number `move` (from 1) of game number `game` (from 1), and what it lost against `better`, which is
    empty if the move was the best one. error: half a 95 % interval of the loss, 0 if it is exact. value: the result that
    the player could expect with the best move. kind: what the move is, in the words of the game."""

    game: int
    move: int
    seat: int
    played: str
    kind: str
    better: str
    better_kind: str
    loss: float
    error: float
    exact: bool
    value: float


class Habit(NamedTuple):
    """What a player did where another kind of move, or another move of this kind, was better. loss: on average, each time;
    error: of the measurement. share: of all that the player lost."""

    kind: str
    better_kind: str
    times: int
    loss: float
    error: float
    share: float


class LuckOfDeals(NamedTuple):
    """Of the games without a forfeit, a game: the result of a player (its score in games that rank by score, else its
    margin), and what the deals were worth to it by the baseline of the game. Errors are half 95 % intervals."""

    games: int
    result: float
    result_error: float
    deals: float
    deals_error: float


@dataclasses.dataclass(frozen=True)
class PlayerReview:
    """What a player lost. loss: a decision; error: half its 95 % interval, by the spread of the games. best: decisions for a
    best move. forfeits: games that it forfeited. habits and worst: what loses most comes first. luck: None if the
    deals of the game favour no seat."""

    player: str
    games: int
    forfeits: int
    decisions: int
    best: int
    loss: float
    error: float
    habits: Tuple[Habit, ...]
    worst: Tuple[ReviewedMove, ...]
    luck: Optional[LuckOfDeals]


@dataclasses.dataclass(frozen=True)
class Review:
    """What the moves of games lost. `print` shows it as `arena review` does.

    unit: of all losses. method: what moves are compared with. play_outs: to find the best moves. baseline: what luck is measured
    by. players: the one that lost least comes first. moves: all decisions.
    """

    game: str
    unit: str
    method: str
    play_outs: int
    baseline: str
    players: Tuple[PlayerReview, ...]
    moves: Tuple[ReviewedMove, ...]
    text: str = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def _of_store(store: Store) -> Iterator[Record]:
    return (store.record(number) for number in range(len(store.matches())))


def _records(games: Union[Path, Store, Iterable[Record]]) -> Iterator[Record]:
    if isinstance(games, Store):
        return _of_store(games)
    if not isinstance(games, (str, bytes, os.PathLike)):
        return iter(games)
    with open(games, "rb") as file:
        is_store = file.read(16) == b"SQLite format 3\0"
    return _of_store(Store(games)) if is_store else read(games)


def _player_of(found: Dict[str, Any]) -> PlayerReview:
    habits = tuple(Habit(**habit) for habit in found["habits"])
    worst = tuple(ReviewedMove(**move) for move in found["worst"])
    luck = found["luck"] and LuckOfDeals(**found["luck"])
    return PlayerReview(**{**found, "habits": habits, "worst": worst, "luck": luck})


def review(games: Union[Path, Store, Iterable[Record]], player: Optional[str] = None, *, limit: int = 100,
           play_outs: int = 1000, jobs: int = 0) -> Review:
    """What the moves of recorded games lost against the best ones: exactly in the bidding game, by double-dummy analysis in
    bridge, by play-outs elsewhere. docs/review.md explains it.

    games: a file of records, a tournament's store, or records, all of one game. player: its name; None: all players.
    limit: at most so many games of the player, the first ones. play_outs: to find the best move of a decision; half as many
    measure its loss. jobs: games at a time; 0: as many as there are cores.

        review = arena.review("games.jsonl", "mybot")
        print(review.players[0].habits[0])

    Raises Error if there is no game of the player, or if the games are of several kinds. Warns of records that break the
    rules, which count as far as they keep them, and of matches that are there twice, which count once.
    """
    wanted = {"player": "" if player is None else string(player, "player"), "games": whole(limit, "limit", 1, _MOST),
              "play_outs": whole(play_outs, "play_outs", 10, 1_000_000), "jobs": whole(jobs, "jobs", 0, 1024)}
    lines, names, taken = [], {}, 0
    for record in _records(games):
        if not isinstance(record, Record):
            raise Error(f"a game is a Record, not {record!r:.80}")
        names[record.game] = None
        lines.append(str(record))
        taken += player is None or player in [seated["name"] for seated in record.players]
        if taken > limit:
            break
    if len(names) != 1:
        raise Error("there is no game to review" if not names else f"the games are of several kinds: {', '.join(names)}")
    found, text = _arena.review(game(next(iter(names)))._core, lines, wanted)
    players = tuple(_player_of(one) for one in found["players"])
    moves = tuple(ReviewedMove(**move) for move in found["moves"])
    return Review(**{**found, "players": players, "moves": moves, "text": text})
