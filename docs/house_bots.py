"""Plays the tournaments of docs/house_bots.md again, as the page says them, and writes their tables into it.

`./dev house-bots [GAME...]`: of these games, or of all.
"""
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).with_suffix(".md")
HEAD = "| ranks | bot | rating | points % | won | drawn | lost |\n|---|---|---|---|---|---|---|\n"
# A command, and the rows of the table that follows it.
SECTION = re.compile(r"```sh\n(arena tournament [^`]*)```\n\n" + re.escape(HEAD) + r"((?:\|.*\n)*)")


def arena(*words):
    return json.loads(subprocess.run(["arena", *words], check=True, stdout=subprocess.PIPE).stdout)


def bot(name, levels):
    level = re.fullmatch(r"level=(\d)", name)
    return f"`{name}`: `{levels[int(level[1]) - 1]}`" if level else f"`{name}`"


def row(entrant, levels):
    best, worst = entrant["best_rank"], entrant["worst_rank"]
    cells = [str(best) if best == worst else f"{best} to {worst}", bot(entrant["name"], levels),
             f"{entrant['rating']:+.0f} ± {(entrant['rating_high'] - entrant['rating_low']) / 2:.0f}",
             f"{100 * entrant['share']:.1f}",
             *(f"{entrant[key]:,}" for key in ("wins", "draws", "losses"))]
    return f"| {' | '.join(cells)} |\n"


def played(command, levels):
    with tempfile.TemporaryDirectory() as folder:
        standings = arena(*command[1:], "--json", "--store", f"{folder}/tournament.db")
    return "".join(row(entrant, levels[command[2]]) for entrant in standings["entrants"])


def main(wanted):
    levels = {game["name"]: game["levels"] for game in arena("games", "--json")}
    for game in wanted:
        if game not in levels:
            sys.exit(f"house-bots: there is no game {game}; known: {', '.join(levels)}")
    for text, _ in SECTION.findall(PAGE.read_text()):
        command = shlex.split(text.replace("\\\n", ""))
        if wanted and command[2] not in wanted:
            continue
        print(text, file=sys.stderr)
        rows = played(command, levels)  # it may take an hour, so each is kept at once, in the page as it is then
        PAGE.write_text(SECTION.sub(lambda section: section[0].removesuffix(section[2]) + rows
                                    if section[1] == text else section[0], PAGE.read_text()))


if __name__ == "__main__":
    main(sys.argv[1:])
