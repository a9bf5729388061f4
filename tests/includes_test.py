#!/usr/bin/env python3
"""Includes go one way only, from each room to those that it stands on (docs/architecture.md draws them).

arena/ names no game, games/ and protocols/ do no I/O, only arena/cli reads words of a command line, and no task is
detached, so that none fails unnoticed. Run with the project's root as argument.
"""
import pathlib
import re
import sys

# What each room includes directly; what those include is below it too.
ROOMS = {
    "arena/util": (),
    "arena/http": ("arena/util",),
    "arena/core": ("arena/util",),
    "arena/config": ("arena/core",),
    "arena/rating": ("arena/core",),
    "arena/search": ("arena/core",),
    "games": ("arena/search",),
    "protocols": ("games",),
    "arena/record": ("arena/core",),
    "arena/store": ("arena/config", "arena/record"),
    "arena/peer": ("arena/core",),
    "arena/process": ("arena/peer",),
    "arena/players": ("arena/peer",),
    "arena/match": ("arena/players", "arena/record"),
    "arena/game": ("arena/match", "arena/search"),
    "arena/series": ("arena/config", "arena/game", "arena/process", "arena/rating"),
    "arena/review": ("arena/series",),
    "arena/session": ("arena/series",),
    "arena/worker": ("arena/series",),
    "arena/tournament": ("arena/series", "arena/store"),
    "arena/results": ("arena/tournament",),
    "arena/report": ("arena/results", "arena/review"),
    "arena/check": ("arena/series",),
    "arena/pages": ("arena/util",),
    "arena/archive": ("arena/util",),
    "arena/contest": ("arena/archive", "arena/check", "arena/tournament", "arena/worker"),
    "arena/site": ("arena/contest", "arena/http", "arena/pages", "arena/results", "arena/review", "arena/worker"),
    "arena/cli": ("arena/check", "arena/report", "arena/review", "arena/session", "arena/site", "protocols"),
    "python": ("arena/check", "arena/results", "arena/review", "protocols"),
}
NO_IO = ("arena/util", "arena/core", "arena/search", "arena/config", "arena/rating", "arena/record", "arena/store", "games", "protocols")
INCLUDE = re.compile(r'^\s*#include\s+[<"]([^>"]+)[>"]', re.MULTILINE)


def room_of(path):
    return next((room for room in ROOMS if path.startswith(room + "/")), None)


def below(room):
    """The room itself, and all that it stands on."""
    return {room}.union(*(below(lower) for lower in ROOMS[room]))


def findings(root):
    files = [f for f in sorted(root.rglob("*")) if f.suffix in (".hpp", ".cpp")]
    seen = 0
    for file in files:
        name = file.relative_to(root).as_posix()
        room = room_of(name)
        if room is None:
            continue
        seen += 1
        for include in INCLUDE.findall(file.read_text(encoding="utf-8")):
            target = room_of(include)
            if target and target not in below(room):
                yield f"{name}: includes {include}, which {room} does not stand on"
            if room in NO_IO and include.startswith("boost/asio"):
                yield f"{name}: includes {include}, but {room} does no I/O"
            if include.startswith("CLI/") and room != "arena/cli":
                yield f"{name}: includes {include}, but words become values in arena/cli alone"
            if include == "boost/asio/detached.hpp":
                yield f"{name}: includes {include}: whoever starts a task takes its exception"
    if seen < 40:
        yield f"only {seen} source files found under {root}: is that the project?"


def main():
    found = list(findings(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "all includes go the right way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
