"""Series of games: arena.run, its players, and its results."""
from __future__ import annotations

import dataclasses
import os
import secrets
import sys
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _arena, bot
from ._arena import Error
from ._games import Game, Playable, game, games
from ._given import path_of, root_seed_of, seconds, string, whole
from .records import Path, Record, of_line

Move = Union[int, str]

_KINDS = ("builtin", "called", "module", "process")
_PROTOCOLS = tuple(dict.fromkeys(name for known in games() for name in game(known).protocols))
_MOST_REFUSALS = 1_000_000
SPANS = ("move_time", "game_time", "increment", "start_time")  # limits of a Player in seconds


@dataclasses.dataclass(frozen=True)
class Player:
    """A player in a series: `builtin`, `process`, `module` and `called` make it.

    what: a name, words, or what is called. python: of a module; None means this one. protocol: a name; None means the
    game's own. Limits are in seconds, as in the options of `arena run`, and exact to a millisecond; None means the
    default. A called player has no limits, because arena cannot end the call. Raises Error, which names the wrong word,
    for wrong values.
    """

    kind: str
    what: Any
    name: str
    protocol: Optional[str] = None
    move_time: Optional[float] = None
    game_time: Optional[float] = None
    increment: Optional[float] = None
    start_time: Optional[float] = None
    max_refusals: Optional[int] = None
    python: Optional[str] = None

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise Error(f'unknown kind "{self.kind}" of a player; known: {", ".join(_KINDS)}')
        if self.protocol not in (None, *_PROTOCOLS):
            raise Error(f'unknown protocol "{self.protocol}"; known: {", ".join(_PROTOCOLS)}')
        if not string(self.name, "name").strip():
            raise Error("the name of a player is empty")
        if self.kind == "builtin":
            string(self.what, "the name of a built-in bot")
        if self.kind in ("module", "process") and not (self.what and isinstance(self.what, (list, tuple))):
            raise Error(f"the command of a player is a list of words, not {self.what!r}")
        if self.kind == "called" and not callable(self.what) and not callable(getattr(self.what, "move", None)):
            raise Error(f"{self.what!r} is no player: neither a function nor has it a function move(view)")
        if self.kind == "module" and self.python is None:
            object.__setattr__(self, "python", sys.executable)
        if self.python is not None:
            string(self.python, "python")
        for limit in SPANS:
            if getattr(self, limit) is not None:
                seconds(getattr(self, limit), limit)
        if self.max_refusals is not None:
            whole(self.max_refusals, "max_refusals", 0, _MOST_REFUSALS)


def builtin(bot_name: str, /, **limits: Any) -> Player:
    """A built-in bot; `Game.builtins` lists them. limits: name, which renames it."""
    return _made("builtin", bot_name, {"name": bot_name}, limits)


def process(command: Union[Path, Sequence[Path]], /, *, protocol: Optional[str] = None, **limits: Any) -> Player:
    """A bot process: a program and its arguments, or one string, which is split as after `-p`.

    protocol: one of `Game.protocols`, such as "json"; by default the game's own. limits: name, move_time, game_time,
    increment, start_time, max_refusals.
    """
    given = [command] if isinstance(command, (str, os.PathLike)) else command
    words = [os.fsdecode(word) for word in given]
    return _made("process", words, {"name": _arena.bot_name(words), "protocol": protocol}, limits)


def module(module_name: Path, /, *, python: Optional[Path] = None, **limits: Any) -> Player:
    """A Python module with move(game_state), by name or file, in its own process, as after `-m`.

    python: the interpreter, by default this one. limits: as for `process`.
    """
    file = os.fsdecode(module_name)
    if (file.endswith(".py") or os.sep in file) and not os.path.isfile(file):
        raise Error(f'there is no Python module "{file}"')
    stem = os.path.splitext(os.path.basename(file))[0]
    interpreter = os.fsdecode(python or sys.executable)
    return _made("module", [file], {"name": stem, "python": interpreter, "protocol": "json"}, limits)


def called(player: Any, /, **limits: Any) -> Player:
    """A player in this process: a function move(view), or an object or module with such a function.

    A class makes a new object for every game. start(info), event(event) and end(result) are called if they exist.
    limits: name, max_refusals.
    """
    name = getattr(player, "__name__", None)
    if not isinstance(name, str):
        name = type(player).__name__
    return _made("called", player, {"name": name.rpartition(".")[2]}, limits)


def _made(kind: str, what: Any, defaults: Dict[str, Any], limits: Dict[str, Any]) -> Player:
    return Player(kind, what, **{**defaults, **limits})


Playing = Union[Player, str, Callable[[bot.View], Move], Any]


class Interval(NamedTuple):
    """Contains the true value in 95 of 100 such series."""

    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class PlayerStanding:
    """The results of one player. The intervals are None for a single deal.

    win_share counts a draw as a partial win; score and margin (own points minus the best opponent's) are means, without
    the deals that it or all its opponents forfeited, None if nothing is left. Where points count, score is over all
    deals, and a forfeit is the worst result that was still possible. quartiles, worst and best are for single scores of
    a player that plays alone.
    """

    name: str
    wins: int
    draws: int
    losses: int
    win_share: float
    win_share_95: Optional[Interval]
    score: Optional[float]
    score_95: Optional[Interval]
    margin: Optional[float]
    margin_95: Optional[Interval]
    forfeits: Mapping[str, int]
    score_standard_error: Optional[float] = None
    quartiles: Optional[Tuple[float, float, float]] = None
    worst: Optional[float] = None
    best: Optional[float] = None


class Verdict(NamedTuple):
    """Who is better, by wins or by score.

    kind: "stronger", "undecided" (the lead may be luck), "level", "one deal", or "not compared" if fewer than two
    players were measured. by: "wins" or "score". lead: of first over second place. By wins, it is 1/2 plus half the
    difference of their win shares: with two players, the leader's own share. By score, it is in points per game.
    lead_95: its 95 % interval, widened for three or more players; None without a spread. more_deals: for "undecided",
    about how many more deals decide it if the lead stays the same. not_measured: the players whose games do not
    measure strength, because they forfeited every game or made no move.
    """

    kind: str
    by: str
    not_measured: Tuple[str, ...]
    text: str
    leader: Optional[str] = None
    second: Optional[str] = None
    lead: Optional[float] = None
    lead_95: Optional[Interval] = None
    more_deals: Optional[int] = None


class BuiltinIdentity(NamedTuple):
    """What fixes the moves of a built-in bot, together with its seed.

    builtin: its text, such as "search iterations=700", also where "level=7" was wanted; version: of the bot of that name.
    """

    builtin: str
    version: int


class Fault(NamedTuple):
    """A game that a bot forfeited. `game` counts from 1. `traceback`: the end of its stderr, or its exception."""

    game: int
    bot: str
    seat: int
    reason: str
    detail: str
    traceback: str


@dataclasses.dataclass(frozen=True)
class Standing:
    """The results of a series. `players`: the best one first. `print` shows it as `arena run` does.

    rules_version: of the game's rules; builtins: which built-in bots played, by their names.
    """

    game: str
    rules_version: int
    builtins: Mapping[str, BuiltinIdentity]
    options: Mapping[str, Any]
    seed: int
    games: int
    forfeited_games: int
    deals: int
    rank_by: str
    players: Tuple[PlayerStanding, ...]
    verdict: Verdict
    moves: int
    seconds: float
    records: Tuple[Record, ...]
    faults: Tuple[Fault, ...]
    """The first 100."""
    text: str = dataclasses.field(repr=False)

    def of(self, name: str) -> PlayerStanding:
        """The standing of the player with this name. Raises KeyError if no player has it."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def __str__(self) -> str:
        return self.text


def run(game_name: Playable, players: Iterable[Playing], n: Optional[int] = None, *,
        seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, seats: Optional[int] = None,
        jobs: Optional[int] = None, duplicate: bool = False, record: Optional[Path] = None, records: bool = False,
        rank_by: Optional[str] = None, on_error: str = "raise", fail_fast: bool = False,
        **more_options: Any) -> Standing:
    """Plays a series, as `arena run` does with the same seed, and returns its standing.

    players: in the order of the seats. A str is the name of a built-in bot. A function move(view), an object or
        module with one, or a class of such objects is called in this process; `process` and `module` make bots in
        their own processes. The game's default bot plays on empty seats. In a game with partners, if there are at
        most as many players as sides, each plays all seats of a side.
    n: number of games, or with `duplicate` of deals, each played once per seating; by default `Game.usual_games`.
    duplicate: play each deal once per seating. A game that compares the tables of a deal does so without it.
    seed: for all chance. Random by default; the standing contains it.
    seats: their number, if the game allows several; by default the number of players.
    jobs: parallel games; by default depends on the cores, and 1 if a player is called. With more jobs, several
        threads call the player, but never at the same time.
    record: a file to which finished games are appended; it must have no game of this run. records: keep them in the standing.
    rank_by: "wins" or "score" for the verdict; by default as the game counts.
    on_error: if a called player raises, "raise" BotError, which ends the series, or "forfeit" the game. With
        "forfeit", an exception in `end` is a RuntimeWarning. So is a process that crashed after its last game, always.
    fail_fast: end the series with the first game that a bot forfeits; the standing has the games until then.

    Releases Python's lock while arena works. Ctrl-C ends the series and raises KeyboardInterrupt; what was recorded
    until then is kept. Raises Error for wrong arguments, before anything starts.
    """
    chosen = game(game_name)
    seated = in_order(players)
    wanted = max(len(seated), chosen.least_seats)
    if seats is not None:
        wanted = whole(seats, "seats", chosen.least_seats, chosen.most_seats)
    sides = chosen.sides or wanted
    by_side = sides < wanted and wanted % sides == 0 and len(seated) <= sides
    seated += [builtin(chosen.default_builtin) for _ in range((sides if by_side else wanted) - len(seated))]
    if len(seated) > wanted:
        raise Error(f"{len(seated)} players are given for {wanted} seat{'' if wanted == 1 else 's'}")
    if on_error not in ("raise", "forfeit"):
        raise Error(f'on_error is "raise" or "forfeit", not {on_error!r}')
    if rank_by not in (None, "wins", "score"):
        raise Error(f'rank_by is "wins" or "score", not {rank_by!r}')
    games = whole(chosen.usual_games if n is None else n, "n", 1, 100_000_000)
    at_a_time = jobs_of(jobs, seated)
    answer = _arena.run(chosen._core, {
        "players": with_own_names(seated) * (wanted // len(seated)), "n": games,
        "options": chosen.merged(options, more_options),
        "seed": root_seed_of(secrets.randbits(128) if seed is None else seed), "seed_given": seed is not None,
        "jobs": at_a_time, "duplicate": bool(duplicate),
        "record": None if record is None else path_of(record), "records": bool(records), "rank_by": rank_by,
        "on_error": on_error, "fail_fast": bool(fail_fast),
    })
    return _standing(*answer)


def in_order(players: Iterable[Playing]) -> List[Player]:
    """The players as Player objects."""
    if isinstance(players, str):
        raise Error(f"players is a list, such as [{players!r}], not {players!r}")
    return [_player(player) for player in players]


def _player(player: Playing) -> Player:
    if isinstance(player, Player):
        return player
    return builtin(player) if isinstance(player, str) else called(player)


def with_own_names(players: Iterable[Player]) -> List[Player]:
    """Renames players of the same name to x, x-2, x-3."""
    taken: Dict[str, Player] = {}
    copies: Dict[str, int] = {}
    for player in players:
        name = player.name
        while name in taken:
            copies[player.name] = copies.get(player.name, 1) + 1
            name = f"{player.name}-{copies[player.name]}"
        taken[name] = dataclasses.replace(player, name=name)
    return list(taken.values())


def jobs_of(jobs: Optional[int], players: Sequence[Player]) -> int:
    """How many games are played at a time."""
    return whole(_usual_jobs(players) if jobs is None else jobs, "jobs", 1, 1024)


def _usual_jobs(players: Sequence[Player]) -> int:
    if any(player.kind == "called" for player in players):
        return 1
    return max(1, (os.cpu_count() or 1) // len(players))


def _interval(pair: Optional[Sequence[float]]) -> Optional[Interval]:
    return None if pair is None else Interval(*pair)


def _player_standing(fields: Dict[str, Any]) -> PlayerStanding:
    for name in ("win_share_95", "score_95", "margin_95"):
        fields[name] = _interval(fields[name])
    if "quartiles" in fields:
        fields["quartiles"] = tuple(fields["quartiles"])
    return PlayerStanding(**fields)


def builtin_identities(fields: Mapping[str, Any]) -> Dict[str, BuiltinIdentity]:
    """From `builtins` of a result in JSON."""
    return {name: BuiltinIdentity(**identity) for name, identity in fields.items()}


def _verdict(fields: Dict[str, Any]) -> Verdict:
    more = fields.get("more_deals")
    return Verdict(**{**fields, "not_measured": tuple(fields["not_measured"]),
                      "lead_95": _interval(fields.get("lead_95")), "more_deals": None if more is None else int(more)})


def _standing(fields: Dict[str, Any], text: str, lines: Sequence[str], faults: Sequence[Tuple[Any, ...]]) -> Standing:
    players = tuple(_player_standing(player) for player in fields["players"])
    return Standing(fields["game"], fields["rules_version"], builtin_identities(fields["builtins"]), fields["options"],
                    int(fields["seed"], 0), fields["games"], fields["forfeited_games"], fields["deals"],
                    fields["rank_by"], players, _verdict(fields["verdict"]), fields["moves"], fields["seconds"],
                    tuple(of_line(line) for line in lines),
                    tuple(Fault(*fault) for fault in faults), text)
