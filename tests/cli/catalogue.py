"""The catalogue of bad bots: its rows, the helpers of their tests, and a summary with one line for each row.

A row passes if all of its tests do, and there is one: their names begin with `test_row_NN_`.
"""
import os
import sys
import unittest
from pathlib import Path

from judging import FaultTest, milliseconds
from parallel import run_tests, tests_of
from support import BAD_BOT, WHOLE

ROWS = {
    1: "command missing, empty or unbalanced",
    2: "not executable, directory, link in a circle",
    3: "no interpreter, no program, other machine",
    4: "paths that a shell would take apart",
    5: "exits at once",
    6: "exits with status 0 before the end",
    7: "dies by a signal",
    8: "answers and exits in the same instant",
    9: "never answers",
    10: "drips bytes without a newline",
    11: "never stops chattering",
    12: "floods, lines that are too long",
    13: "last line without a newline",
    14: "CRLF, blanks, tabs, empty lines, byte order mark",
    15: "NUL, escapes, bytes that are no UTF-8",
    16: "writes before it is asked",
    17: "two answers to one question",
    18: "late answers while the next question is open",
    19: "answers at the limit on a busy machine",
    20: "never reads, 1 MB for it to read",
    21: "closes its stdin",
    22: "closes its stdout",
    23: "1 GB on stderr",
    24: "stderr closed, merged, not UTF-8",
    25: "ignores signals and the end of its input",
    26: "stops itself",
    27: "child holds the pipes, parent exits",
    28: "daemons, bots beside bots, wrappers",
    29: "fork bomb",
    30: "zombies and descriptors over many bots",
    31: "memory bomb",
    32: "fills the disk",
    33: "thinks on the opponent's time",
    34: "workers that restart the CPU limit",
    35: "kills, stops or traces arena",
    36: "open descriptors",
    37: "reads what /proc tells of others",
    38: "environment",
    39: "network and side channels",
    40: "malicious archives",
    41: "a stop while a bot of the series has forfeited",
    42: "idle connections, more than descriptors",
    43: "makes the host look overloaded",
    44: "plays a deal twice",
    45: "page cache as memory",
    46: "times of the host's files",
    47: "buffers of a network of its own",
    48: "quotas of the user and the host",
    49: "timers that fire in a pause",
    50: "two arenas in containers, one tree of groups",
    51: "a number that a killed arena had",
    52: "derives the run's seed from a record",
    53: "guesses the run's seed",
    54: "thinks before its time runs",
    55: "leaves so that a friend wins",
    56: "leaves so that it loses less",
    57: "counters of the host",
    58: "pipes and sockets in a bot's folder",
    59: "arena works below /usr",
    60: "a home by a link, or without HOME",
    61: "a bubblewrap that leaves walls out",
    62: "calls that no bot needs",
    63: "one client forfeits a server's games",
    64: "idle connections start processes",
    65: "connects, says a byte and leaves",
    66: "fills the record",
    67: "files that may not grow",
    68: "arena is killed",
    69: "arena is stopped (SIGSTOP)",
    70: "logs on a full disk, a record pipe without a reader",
    71: "text that fools a terminal",
    72: "ends arena's process, no /proc, no working folder",
    73: "talks by the pages of files",
    74: "talks by futexes on files",
    75: "leaves messages in the memory of files",
    76: "plays a deal while another process remembers it",
    77: "serves a contest from a home that is closed to others",
}


class RowTest(FaultTest):
    """A test in which the opponent is a process, too. It names all files that may stay in its folder."""

    opponent = ("-p", "name=good", "move-time=1m", BAD_BOT, "play")

    def setUp(self):
        super().setUp()
        self.may_stay = {"games.jsonl", "logs", "cache"}

    def arena(self, *words, **more):
        before = set(os.listdir(self.folder))
        result = super().arena(*words, **more)
        self.assertEqual(set(os.listdir(self.folder)) - before - self.may_stay, set(), "files that were left behind")
        return result

    def streams(self, *mode, games=1, limit=60, more=()):
        """Games of Streams, in which an answer shows its question: the first free slot is the number of the question."""
        return self.arena("run", "streams", "-p", "name=bad", BAD_BOT, *mode, *self.opponent, "-n", games, "--seed", "1",
                          "--move-time", milliseconds(limit), "--record", "games.jsonl", *more)

    def assert_own_answers_only(self, games):
        """Every recorded answer belongs to its question, and the opponent plays all games. Returns the bad bot's forfeits."""
        records = self.records()
        self.assertEqual(len(records), games)
        forfeits = []
        for game in records:
            moves = {0: [], 1: []}
            for move in game["moves"]:
                moves[move["seat"]].append(move["move"])
            self.assertEqual(moves[0], [str(turn) for turn in range(len(moves[0]))])
            self.assertEqual(moves[1], [str(turn) for turn in range(20)])
            forfeits += game.get("forfeits", [])
        self.assertTrue(all(forfeit["seat"] == 0 for forfeit in forfeits))
        self.assert_replays(games)
        return forfeits

    def witness(self):
        """Makes the opponent write arena's peak memory to a file at the end of its game."""
        self.free_at_once()
        self.file("witness.sh", f"#!/bin/sh\n'{BAD_BOT}' play\ngrep VmHWM /proc/$PPID/status > peak\n", executable=True)
        self.may_stay.add("peak")
        self.opponent = ("-p", "name=good", "move-time=1m", "./witness.sh")

    def peak_after(self, *mode, **how):
        """Arena's peak memory in bytes after a game of the bot."""
        self.assertEqual(self.run_bot(*mode, **how).status, 0)
        return int((self.folder / "peak").read_text().split()[1]) * 1024


def verdict(outcomes):
    """The verdict on a row, from the outcomes of its tests."""
    for word in ("FAILED", "skipped", "passed"):
        texts = dict.fromkeys(outcome.text for outcome in outcomes if outcome.verdict == word and outcome.text)
        if any(outcome.verdict == word for outcome in outcomes):
            return f"{word}: {'; '.join(texts)}" if texts else word
    return "FAILED: it has no test"


def row_of(test):
    """The number of the row in the name of a test."""
    return int(test.removeprefix("test_row_")[:2])


def main(modules, rows):
    """Runs the tests of these rows, or of all rows."""
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromModule(module) for module in modules)
    chosen = [test for test in tests_of(suite) if not rows or row_of(test._testMethodName) in rows]
    outcomes = run_tests(chosen, 1 if WHOLE else os.cpu_count())
    verdicts = {row: verdict([outcome for outcome in outcomes if row_of(outcome.test) == row]) for row in sorted(rows or ROWS)}
    text = "".join(f"row {row:2} {ROWS[row]}: {said}\n" for row, said in verdicts.items())
    print(text, end="", flush=True)
    if "ARENA_CATALOGUE" in os.environ:
        Path(os.environ["ARENA_CATALOGUE"]).write_text(text)
    sys.exit(1 if ": FAILED" in text else 0)
