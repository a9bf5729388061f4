"""The catalogue of bad bots: its rows, what a test of a row has at hand, and the summary, a line a row.

A row passes if all of its tests do, and there is one: their names begin with `test_row_NN_`.
"""
import os
import sys
import unittest
from pathlib import Path

from judging import FaultTest, milliseconds
from support import BAD_BOT

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
    11: "chatters for ever",
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
    62: "calls that nobody needs",
    63: "one client forfeits a server's games",
    64: "idle connections start processes",
    65: "connects, says a byte and leaves",
    66: "fills the record",
    67: "files that may not grow",
    68: "arena is killed",
    69: "arena is stopped (SIGSTOP)",
    70: "logs on a full disk, a record pipe that nobody reads",
    71: "text that fools a terminal",
    72: "ends arena's process, no /proc, no working folder",
}


class RowTest(FaultTest):
    """A test in which the opponent is a process too, and all that a bot leaves in its folder is told beforehand."""

    opponent = ("-p", "name=good", "move-time=1m", BAD_BOT, "play")

    def setUp(self):
        super().setUp()
        self.may_stay = {"games.jsonl", "logs", "cache"}
        self.remarks = []  # for the summary

    def arena(self, *words, **more):
        before = set(os.listdir(self.folder))
        result = super().arena(*words, **more)
        self.assertEqual(set(os.listdir(self.folder)) - before - self.may_stay, set(), "files that were left behind")
        return result

    def streams(self, *mode, games=1, limit=60, more=()):
        """Games of Streams, where answers tell which question they are to: the first free slot is its number."""
        return self.arena("run", "streams", "-p", "name=bad", BAD_BOT, *mode, *self.opponent, "-n", games, "--seed", "1",
                          "--move-time", milliseconds(limit), "--record", "games.jsonl", *more)

    def assert_own_answers_only(self, games):
        """No recorded answer is one to another question, and the opponent's games are whole; the bad bot's forfeits."""
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
        """Makes the opponent tell, at the end of its game, the most memory that arena has had."""
        self.free_at_once()
        self.file("witness.sh", f"#!/bin/sh\n'{BAD_BOT}' play\ngrep VmHWM /proc/$PPID/status > peak\n", executable=True)
        self.may_stay.add("peak")
        self.opponent = ("-p", "name=good", "move-time=1m", "./witness.sh")

    def peak_after(self, *mode, **how):
        """That, in bytes, after a game of the bot."""
        self.assertEqual(self.run_bot(*mode, **how).status, 0)
        return int((self.folder / "peak").read_text().split()[1]) * 1024

    def least_peak_after(self, *mode):
        """The least of three such games: what else the machine does can only add to it."""
        return min(self.peak_after(*mode) for _ in range(3))


def first_words(error):
    return str(error).split("\n")[0][:120] or type(error).__name__


class Result(unittest.TextTestResult):
    """Remembers what became of each test: a word, and what there is to say."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.became = {}

    def addSuccess(self, test):
        super().addSuccess(test)
        self.became.setdefault(test._testMethodName, ("passed", "; ".join(getattr(test, "remarks", []))))

    def addError(self, test, error):
        super().addError(test, error)
        self.became[getattr(test, "_testMethodName", str(test))] = ("FAILED", first_words(error[1]))

    addFailure = addError

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.became[test._testMethodName] = ("FAILED", first_words(error[1]))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.became[test._testMethodName] = ("skipped", reason)


def verdict(row, became):
    """What is to be said of a row."""
    own = [end for name, end in became.items() if name.startswith(f"test_row_{row:02}_")]
    for word in ("FAILED", "skipped", "passed"):
        texts = dict.fromkeys(text for end, text in own if end == word and text)
        if any(end == word for end, _ in own):
            return said(word, "; ".join(texts))
    return "FAILED: it has no test"


def said(word, text):
    return f"{word}: {text}" if text else word


def selected(suite, rows):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from selected(test, rows)
        elif not rows or test._testMethodName.startswith(tuple(f"test_row_{row:02}_" for row in rows)):
            yield test


def main(modules, others):
    """Plays the rows that the command line names, or all. `others` are tests beside the rows: their names, and a line."""
    rows = [int(word) for word in sys.argv[1:]]
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromModule(module) for module in modules)
    runner = unittest.TextTestRunner(verbosity=2, resultclass=Result)
    result = runner.run(unittest.TestSuite(selected(suite, rows)))
    lines = [f"row {row:2} {ROWS[row]}: {verdict(row, result.became)}" for row in rows or ROWS]
    for name, line in others.items():
        if name in result.became:
            lines.append(f"{line}: {said(*result.became[name])}")
    text = "\n".join(lines) + "\n"
    print(text, end="", flush=True)
    if "ARENA_CATALOGUE" in os.environ:
        Path(os.environ["ARENA_CATALOGUE"]).write_text(text)
    sys.exit(0 if result.wasSuccessful() and ": FAILED" not in text else 1)
