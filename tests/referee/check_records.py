#!/usr/bin/env python3
"""Checks records of yard bridge and Most by this reading of their rules: `check_records.py FILE.jsonl...`.

One line for each broken record: file, line, move, reason. Exit status 1 if there is one, 2 if no record was found.
"""
import json
import sys

import most
import yard_bridge
from common import Broken
from referee import Referee

GAMES = {"yard_bridge": yard_bridge, "most": most}


def check_record(record):
    """Raises Broken."""
    if record["arena"] != 1 or record["game"] not in GAMES:
        raise Broken("that is no record of yard bridge or Most")
    Referee(GAMES[record["game"]], record).confirm()


def reason_against(line):
    """Why the record in this line is refused, or None."""
    try:
        check_record(json.loads(line))
    except Broken as broken:
        return f"move {broken.move}: {broken}" if broken.move else str(broken)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return f"that is no record: {error!r}"
    return None


def reasons_by_line(path):
    """(line number, reason or None) for each record of the file."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, reason_against(line)


def main(paths):
    checked = broken = 0
    for path in paths:
        for number, reason in reasons_by_line(path):
            checked += 1
            if reason:
                broken += 1
                print(f"{path}:{number}: {reason}")
    print(f"{checked} records checked, {broken} broken", file=sys.stderr)
    return 2 if checked == 0 else 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
