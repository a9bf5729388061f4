"""Tournaments: arena.tournament."""
from __future__ import annotations

import json
import os
import shutil
import tempfile
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from . import _arena
from ._arena import Error
from ._games import Game, Playable, game
from ._given import fields, path_of, root_seed_of, string, whole
from ._series import SPANS, Player, Playing, in_order, with_own_names
from ._store import Store, temporary_store
from .records import Path

_MOST_DEALS = 10_000_000
_FORMATS = ("round_robin", "gauntlet", "swiss", "knockout", "double_knockout", "league")
_KNOCKOUTS = ("knockout", "double_knockout")
_FORMATS_OF = {"rounds": ("swiss",), "max_blocks": _KNOCKOUTS, "seeding": _KNOCKOUTS, "stop_when": ("league",)}


def tournament(game_or_file: Union[Playable, os.PathLike[str]], players: Iterable[Playing] = (), *,
               format: Optional[str] = None, deals: Union[int, str, None] = None,  # pylint: disable=redefined-builtin
               rounds: Optional[int] = None, max_blocks: Optional[int] = None, seeding: Optional[str] = None,
               stop_when: Optional[str] = None, seats: Optional[int] = None, seed: Optional[int] = None,
               jobs: Optional[int] = None, store: Optional[Path] = None,
               options: Optional[Mapping[str, Any]] = None, limits: Optional[Mapping[str, Any]] = None,
               on_error: str = "raise", progress: Optional[Callable[[int, int], object]] = None,
               **more_options: Any) -> Store:
    """Plays a tournament into its store, or continues it, as `arena tournament` does, and returns the store.

    game_or_file: a game, or a tournament's file, which ends in .toml. With a file, only `players` that it names as
        called, jobs, store, on_error and progress may be given.
    players: the entrants, as in `arena.run`: names of built-in bots, `process`, `module`, functions, objects, classes.
    format: "round_robin" (the default), "gauntlet" (the first player against all others), "swiss", "knockout",
        "double_knockout" or "league".
    deals: of a pairing; knockouts: of a block of a tie; league: of an entrant in a batch. 100 by default. Or a file whose
        deals each pairing plays, in games that read such files.
    rounds: Swiss. max_blocks, seeding ("order" or "lot"): knockouts. stop_when: league, such as "order known at 95%".
    seats: at a table; by default the fewest, but at least two. seed: random by default.
    jobs: parallel games; by default depends on the cores, and 1 if a player is called. It changes no result.
    store: the file; for a tournament's file its name with .db by default. Without one, a temporary file, which is deleted
        when the Store is closed or no longer used.
    limits: of all players, as the table [limits] of a tournament's file: {"move_time": "2s", "sandbox": True}.
    on_error: if a called player raises, "raise" BotError, or "forfeit" the game.
    progress: called now and then with the number of stored games, and of all that are known to be played.

    Every game is stored when it ends. Ctrl-C, BotError and exceptions of `progress` end the tournament; the same call
    with the same `store` continues it, and ends with the same results as if it had not been stopped. Arena recognises
    called players by their names alone: it cannot know whether their code has changed. Raises Error for wrong arguments,
    before anything starts, and if the store holds another tournament or another process plays it.
    """
    if on_error not in ("raise", "forfeit"):
        raise Error(f'on_error is "raise" or "forfeit", not {on_error!r}')
    if progress is not None and not callable(progress):
        raise Error(f"progress is a function, not {progress!r}")
    settings = {"format": format, "deals": deals, "rounds": rounds, "max_blocks": max_blocks, "seeding": seeding,
                "stop_when": stop_when, "seats": seats, "seed": seed}
    seated = with_own_names(in_order(players))
    file = _file(game_or_file)
    if file is None:
        chosen = game(game_or_file)
        text = _text(chosen, seated, settings, chosen.merged(options, more_options), fields(limits, "limits"))
    else:
        text = ""
        _refuse_what_the_file_says(seated, {**settings, "options": options, "limits": limits, **more_options})
    called = {player.name: player.what for player in seated if player.kind == "called"}
    wanted = {
        "file": file, "text": text, "called": called, "on_error": on_error, "progress": progress,
        "store": None if store is None else path_of(store),
        "jobs": whole(jobs, "jobs", 1, 1024) if jobs is not None else 1 if called else None,
    }
    if store is not None or file is not None:
        return Store(_arena.tournament(wanted))
    folder = tempfile.mkdtemp(prefix="arena-")
    path = os.path.join(folder, "tournament.db")
    try:
        _arena.tournament({**wanted, "store": path_of(path)})
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return temporary_store(path, folder)


def _file(given: Any) -> Optional[bytes]:
    """The path of a tournament's file. None for a game."""
    is_file = isinstance(given, os.PathLike) or isinstance(given, str) and given.endswith(".toml")
    return path_of(given) if is_file else None


def _refuse_what_the_file_says(players: Iterable[Player], settings: Mapping[str, Any]) -> None:
    for name, value in settings.items():
        if value is not None:
            raise Error(f"{name} is given, but the tournament's file says it")
    for player in players:
        if player.kind != "called":
            raise Error(f"{player.name} is given, but the tournament's file names its entrants: only called ones are missing")


def _text(chosen: Game, players: List[Player], settings: Mapping[str, Any], options: Mapping[str, Any],
          limits: Mapping[str, Any]) -> str:
    """The tournament as a file. It is stored, so that the same call is known to be the same."""
    form = settings["format"] or "round_robin"
    if form not in _FORMATS:
        raise Error(f"format is one of {', '.join(_FORMATS)}, not {form!r}")
    if len(players) < 2:
        raise Error(f"a tournament needs two players or more, not {len(players)}")
    head: Dict[str, Any] = {"game": chosen.name, "format": form}
    deals = 100 if settings["deals"] is None else settings["deals"]
    head["deals"] = deals if isinstance(deals, str) else whole(deals, "deals", 1, _MOST_DEALS)
    if settings["seats"] is None and chosen.name == "python" and chosen.least_seats > 2:
        head["seats"] = chosen.least_seats
    if settings["seats"] is not None:
        head["seats"] = whole(settings["seats"], "seats", chosen.least_seats, chosen.most_seats)
    if settings["seed"] is not None:
        head["seed"] = root_seed_of(settings["seed"])
    tables = [_table("[options]", options), _table("[limits]", _limits(limits, players)),
              _table(f"[{form}]", _own_settings(form, settings))]
    entrants = [_table("[[entrant]]", dict(_entrant(player))) for player in players]
    return "\n".join(table for table in [_table("", head), *tables, *entrants] if table)


def _own_settings(form: str, settings: Mapping[str, Any]) -> Dict[str, Any]:
    """The settings of the format alone."""
    own: Dict[str, Any] = {}
    for name, formats in _FORMATS_OF.items():
        value = settings[name]
        if value is None:
            continue
        if form not in formats:
            raise Error(f"{name} is for {' and '.join(formats)}, not for {form}")
        own[name] = whole(value, name, 1, 1000) if name in ("rounds", "max_blocks") else string(value, name)
    return own


def _limits(limits: Mapping[str, Any], players: Iterable[Player]) -> Dict[str, Any]:
    pythons = {player.python for player in players if player.kind == "module"}
    if len(pythons) > 1:
        raise Error(f"the modules of a tournament have one Python, not {' and '.join(sorted(pythons))}")
    return {**dict.fromkeys(("python",) * len(pythons), "".join(pythons)), **limits}


def _entrant(player: Player) -> Iterable[Tuple[str, Any]]:
    yield "name", player.name
    if player.kind == "called":
        yield "called", True
    elif player.kind == "process":
        yield "command", list(player.what)
    else:
        yield player.kind, player.what if player.kind == "builtin" else player.what[0]
    if player.protocol is not None and player.kind == "process":
        yield "protocol", player.protocol
    for limit in SPANS:
        if getattr(player, limit) is not None:
            yield limit, f"{float(getattr(player, limit))!r}s"
    if player.max_refusals is not None:
        yield "max_refusals", player.max_refusals


def _table(title: str, values: Mapping[str, Any]) -> str:
    """A table of a TOML file; empty if it has no values."""
    lines = [f"{_word(key)} = {_value(value, key)}" for key, value in values.items()]
    return "\n".join([title] * bool(title) + lines) + "\n" if lines else ""


def _word(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else _value(key, key)


def _value(value: Any, key: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Error(f"{key} has a character that cannot be stored: {value!r:.80}") from None
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(item, key) for item in value)}]"
    try:
        return str(whole(value, key, -2**63, 2**63 - 1))
    except Error:
        raise Error(f"{key} is a str, a number, a bool or a list of them, not {value!r:.80}") from None
