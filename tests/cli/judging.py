"""Runs a bad bot and checks the verdict, the message, the record, and that nothing is left behind.

`./dev proof`, which runs one test at a time, also checks how long a verdict takes, from arena's start to its end:
the limit, 50 ms, and what a game of a well-behaved bot takes, since starting and ending arena is in that too.
"""
import re
import shutil

from support import BAD_BOT, MEASURES, ArenaTest

LIMIT = 0.3  # seconds, for a bot that does nothing at all
ACTING = 3.0  # for a bot that has to do something before it is late, on a busy machine too
AMPLE = 60  # where the limit is not the point
GRACE = 0.050
LEAVING = 1.0  # how long a bot may stay after its last line


def milliseconds(seconds):
    return f"{seconds * 1000:.0f}ms"


def duration(seconds):
    """As arena writes it."""
    return f"{seconds:.0f}s" if seconds == round(seconds) else milliseconds(seconds)


class FaultTest(ArenaTest):
    opponent = ()  # words of arena's that name one; by default it is the game's own

    def run_bot(self, *mode, bot=(BAD_BOT,), games=1, limit=AMPLE, more=()):
        """The record file contains only these games."""
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        return self.arena("run", "lost_cities", "-p", "name=bad", "--", *bot, *mode, "--", *self.opponent, "-n", games,
                          "--seed", "1", "--move-time", milliseconds(limit), "--record", "games.jsonl", *more)

    def usual(self):
        """The time that a game of a well-behaved bot takes now."""
        return self.run_bot("play").seconds

    def in_time(self, most, run, usual=None):
        """A result of `run`; in `./dev proof` it took at most `most` and the slack. The record file contains only this game."""
        allowed = most + GRACE + max((usual or self.usual)() for _ in range(3)) if MEASURES else None
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        shutil.rmtree(self.folder / "logs", ignore_errors=True)
        result = run()
        self.assertEqual(result.status, 0, result)
        if MEASURES:
            self.assertLessEqual(result.seconds, allowed)
        return result

    def timed(self, most, *mode, usual=None, **how):
        """One game of the bot, in time. `usual`: the mode of a well-behaved bot of its kind."""
        beside = (lambda: self.run_bot(usual).seconds) if usual else None
        return self.in_time(most, lambda: self.run_bot(*mode, **how), beside)

    def forfeits(self, mode, reason, *texts, most=0.0, answers=None, **how):
        """The bot forfeits for this reason. The message names the reason and contains the texts."""
        result = self.timed(most, *mode.split(), **how)
        game, = self.records()
        forfeit, = game["forfeits"]
        self.assertEqual((forfeit["seat"], forfeit["reason"]), (0, reason), result)
        self.assertEqual((game["end"], game["places"]), ("forfeit", [2, 1]))
        head = re.search(r"(?m)^Game 1 of Lost Cities: bad \(seat 0\) forfeits \((\w+)\) after (\d+) answers?: (.*[.?])$",
                         result.err)
        self.assertIsNotNone(head, result.err)
        detail = re.sub(r"[\0-\x1f\x7f]", self.escaped, forfeit["detail"])
        self.assertEqual((head[1], head[3].rstrip(".")), (reason, detail.rstrip(".")))
        if answers is not None:
            self.assertEqual(int(head[2]), answers)
        for text in texts:
            self.assertIn(text, result.err)
        self.assertIn(f"bad forfeited 1 game (1 {reason}).", result.out)
        self.assert_replays(1)
        return result

    @staticmethod
    def escaped(control):
        return {"\t": "\\t", "\r": "\\r", "\n": "\\n"}.get(control[0], f"\\x{ord(control[0]):02x}")

    def late(self, mode, *texts, limit=LIMIT, **how):
        """The bot forfeits when its time is over, and not before."""
        result = self.forfeits(mode, "time", *(texts or [f"no answer within {duration(limit)}"]), most=limit, limit=limit, **how)
        self.assertGreaterEqual(result.seconds, limit)
        return result

    def plays_on(self, mode, *texts, most=0.0, **how):
        """The bot's game is played to its end."""
        result = self.timed(most, *mode.split(), **how)
        game, = self.records()
        self.assertNotIn("forfeits", game, result)
        self.assertEqual(game["end"], "played out")
        self.assertIn("No forfeits.", result.out)
        for text in texts:
            self.assertIn(text, result.err)
        self.assert_replays(1)
        return result

    def assert_replays(self, games):
        self.assertEqual(self.succeed("replay", "games.jsonl").out,
                         f"{games} game{'s' * (games > 1)} checked: all keep the rules\n")
