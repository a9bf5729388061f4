#!/usr/bin/env python3
"""Includes go one way only: core < games < protocols, and core < players < match < tournament < cli.

arena/ names no game, games/ and protocols/ do no I/O, and no task is detached, so that none fails unnoticed. Run with the project's root as argument.
"""
import pathlib
import re
import sys

ALLOWED = {
    "arena/core": {"arena/core"},
    "games": {"arena/core", "games"},
    "protocols": {"arena/core", "games", "protocols"},
    "arena/players": {"arena/core", "arena/players"},
    "arena/match": {"arena/core", "arena/players", "arena/match"},
    "arena/tournament": {"arena/core", "arena/players", "arena/match", "arena/tournament"},
    "arena/contest": {"arena/core", "arena/players", "arena/contest"},
    "arena/cli": {"arena/core", "arena/players", "arena/match", "arena/tournament", "arena/cli"},
    "python": {"arena/core", "arena/players", "arena/match", "arena/tournament", "python"},
}
NO_IO = ("arena/core", "games", "protocols")
INCLUDE = re.compile(r'^\s*#include\s+[<"]([^>"]+)[>"]', re.MULTILINE)


def layer_of(path):
    return next((layer for layer in ALLOWED if path.startswith(layer + "/")), None)


def findings(root):
    files = [f for f in sorted(root.rglob("*")) if f.suffix in (".hpp", ".cpp")]
    seen = 0
    for file in files:
        name = file.relative_to(root).as_posix()
        layer = layer_of(name)
        if layer is None:
            continue
        seen += 1
        for include in INCLUDE.findall(file.read_text(encoding="utf-8")):
            target = layer_of(include)
            if target and target not in ALLOWED[layer]:
                yield f"{name}: includes {include}, which is not to its left"
            if layer in NO_IO and include.startswith("boost/asio"):
                yield f"{name}: includes {include}, but {layer} does no I/O"
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
