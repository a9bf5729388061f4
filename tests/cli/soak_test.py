"""Many matches with bad bots chosen by chance, and many questions on a busy machine: `soak_test.py [SCALE]`.

With SCALE 1 it is 10,000 matches and 100,000 questions, as `./dev proof` has it; `./dev test` plays a fraction.
"""
import json
import os
import statistics
import sys
import time
import unittest

from burning import burn
from support import BAD_BOT, PATIENCE, ArenaTest

SCALE = 0.02

# Of rows 5 to 28, 30, 33 and 34; those that dawdle do so for a short time.
MODES = """play hello bom early_bom early_answers half_hello never_reads slow_start=20 sleepy_start=20 exit_at_start=3
exit_at_start chatter stderr_flood=4 stderr_closed stderr_is_stdout descriptors_or_exit zombies=20 large daemon ignore_term
hang hang_after=7 exit_after=5 last_answer_then_exit=9 no_newline_at_end=4 segv abort signal=8 deaf stop_group stderr_bytes
chatter_slowly=5 stop_self close_stdin close_stdin_at_start close_stdout child_outlives flood long_line=65537
long_line=65536 drip=20 partial crlf two_answers two_legal_answers tabs empty_line_after empty_line_first noise=4096 about=60
echo workers=10 ponder late=1 late=60 think_and_play=1 garbage stderr unflushed leak=64 child_stays end_status=3
refusal_ends=4""".split()

ATTACKS = "fork_bomb memory_bomb fill_disk kill_all burners".split()  # of rows 29, 31, 32, 35 and 34


def resident(pid):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Rss:")) * 1024


class Watch:
    """Samples of arena while it plays: how far it is, its descriptors, and its resident size in bytes."""

    def __init__(self, running, records):
        self.samples = []
        while running.process.poll() is None:
            try:
                games = records.read_bytes().count(b"\n") if records.exists() else 0
                self.samples.append((games, len(os.listdir(f"/proc/{running.process.pid}/fd")), resident(running.process.pid)))
            except (OSError, StopIteration):
                break  # it has just ended
            time.sleep(0.05)

    def early_and_late(self, column, of_many):
        """What was seen of a column, early and late in the games."""
        games = self.samples[-1][0]
        return [of_many([sample[column] for sample in self.samples if first * games <= sample[0] <= last * games])
                for first, last in ((0.05, 0.3), (0.7, 1))]

    def descriptors(self):
        return self.early_and_late(1, min)

    def sizes(self):
        return self.early_and_late(2, statistics.median)


class SoakTest(ArenaTest):
    def forfeits_of(self, guilty, games, result):
        """Each game has a verdict, and no player but this one forfeits; the number of games that it did."""
        count = forfeits = 0
        with open(self.folder / "games.jsonl", encoding="utf-8") as records:
            for line in records:
                game = json.loads(line)
                count += 1
                names = {game["players"][forfeit["seat"]]["name"] for forfeit in game.get("forfeits", [])}
                self.assertLessEqual(names, {guilty}, f"{line}\n{result}")
                self.assertIn(game["end"], ("forfeit", "played out"))
                forfeits += bool(names)
        self.assertEqual(count, games)
        self.assertEqual(self.succeed("replay", "games.jsonl").out, f"{games} games checked: all keep the rules\n")
        return forfeits


class Soak(SoakTest):
    def play(self, games, modes, *more):
        running = self.start("run", "lost_cities", "-p", "name=bad", BAD_BOT, "one_of", *modes, "-p", "name=good",
                             "move-time=1s", BAD_BOT, "play", "-n", games, "-j", "2", "--seed", "1", "--move-time", "50ms",
                             "--record", "games.jsonl", *more)
        watch = Watch(running, self.folder / "games.jsonl")
        result = running.finish()
        self.assertEqual(result.status, 0, result)
        self.assert_nothing_left()
        forfeits = self.forfeits_of("bad", games, result)
        self.assertTrue(games / 4 < forfeits < games * 0.9, forfeits)
        return watch

    def test_ten_thousand_matches_with_bots_of_the_catalogue(self):
        games = round(10_000 * SCALE)
        watch = self.play(games, MODES)
        descriptors = watch.descriptors()
        # In few games there may be no look at a moment without bots, which have four each.
        self.assertLessEqual(descriptors[1] - descriptors[0], 0 if games >= 10_000 else 4 * 2)
        sizes = watch.sizes()
        print(f"{games:,} games; descriptors {descriptors[0]} early, {descriptors[1]} late; resident {sizes[0] / 2**20:.2f} MiB "
              f"early, {sizes[1] / 2**20:.2f} MiB late", file=sys.stderr)
        self.assertLess(sizes[1] - sizes[0], 2**20)

    def test_hostile_ones_in_the_sandbox(self):
        doctor = self.arena("doctor", "--json")
        if doctor.status != 0:
            self.leave_out("there is no sandbox here: `arena doctor` says why")
        shares = any(check["name"] == "shares" and check["result"] == "ok" for check in json.loads(doctor.out)["checks"])
        self.folder.chmod(0o755)
        self.play(round(1_000 * SCALE), MODES + 5 * ATTACKS, "--sandbox", "--memory", "64M", "--processes", "60",
                  *([] if shares else ["--pause"]))  # as arena advises where no group shares a core

    def test_a_hundred_thousand_questions_on_a_busy_machine(self):
        burn(self)
        games = round(100_000 * SCALE / 85)
        running = self.start("run", "lost_cities", "-p", "name=a", BAD_BOT, "play", "-p", "name=b", BAD_BOT, "think_and_play",
                             "1", "-n", games, "-j", os.cpu_count(), "--move-time", "10ms", "--clock", "cpu", "--seed", "1",
                             "--json")
        result = running.finish(patience=PATIENCE + 1200 * SCALE)
        self.assertEqual(result.status, 0, result)
        played = json.loads(result.out)
        self.assertEqual(played["games"], games)
        self.assertEqual([player["forfeits"] for player in played["players"]], [{}, {}], result.err)
        self.assertGreaterEqual(played["moves"], 100_000 * SCALE)
        print(f"{played['moves']:,} questions at 10 ms beside two burning processes: no forfeit", file=sys.stderr)


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1][0].isdigit():
        SCALE = float(sys.argv.pop(1))
    unittest.main(verbosity=2)
