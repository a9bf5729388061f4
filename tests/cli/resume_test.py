"""A run that is killed, interrupted or fills the disk keeps its finished games, and the rest can be played later."""
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import termios

from support import BAD_BOT, PATIENCE, ArenaTest, main, processes_with, wait_until


class Resumable(ArenaTest):
    @staticmethod
    def resume_command(result):
        return re.search(r"To play the rest:\n  (arena .*)\n", result.err)[1]

    def resumed(self, result):
        """Runs the command that plays the rest of a run, and returns its result."""
        path = f"{os.path.dirname(os.environ['ARENA_PROGRAM'])}:{os.environ['PATH']}"
        resumed = self.start("-c", self.resume_command(result), program="sh", extra={"PATH": path}).finish()
        self.assertEqual(resumed.status, 0, resumed)
        return resumed

    def assert_both_are_the_whole_run(self, name, count, *words):
        """The records of both parts are those of a run that was never interrupted."""
        self.assertEqual(self.succeed("replay", name).out, f"{count} games checked: all keep the rules\n")
        self.succeed(*words, "--record", "whole.jsonl", "-q")
        records = [self.arena("replay", file, "--transcript", "0").out.split("Game over.") for file in (name, "whole.jsonl")]
        self.assertEqual(*map(sorted, records))
        (self.folder / "whole.jsonl").unlink()


class Killed(Resumable):
    GAMES, PLAYED = 30, 12

    def test_a_run_that_is_killed_loses_no_finished_game(self):
        bot = self.file("bot.sh", f"""#!/bin/sh
echo >> started
[ -e open ] || [ $(wc -l < started) -le {self.PLAYED} ] && exec '{BAD_BOT}'
exec '{BAD_BOT}' hang
""", executable=True)
        words = ("run", "lost_cities", "-p", bot, "-n", self.GAMES, "--seed", "5", "-j", "1", "--move-time", "10m")
        for name in ("games.jsonl", "games.jsonl.zst"):
            for file in ("started", "open"):
                (self.folder / file).unlink(missing_ok=True)
            running = self.start(*words, "--record", name, "-q")
            wait_until(lambda: f"{BAD_BOT} hang " in processes_with(self.mark).values(), "a bot that hangs")
            running.signal(signal.SIGKILL)
            running.finish()
            self.file("open", "")
            self.assertEqual(self.succeed("replay", name).out, f"{self.PLAYED} games checked: all keep the rules\n")
            added = self.succeed(*words, "--play", f"{self.PLAYED + 1}-{self.GAMES}", "--record", name)
            self.assertNotIn("cut off", added.err)
            self.assert_both_are_the_whole_run(name, self.GAMES, *words)


class FullDisk(Resumable):
    WORDS = ("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "30", "-j", "2")

    def test_the_standing_and_the_command_that_goes_on_are_told(self):
        for name in ("games.jsonl", "games.jsonl.zst"):
            # The blocks of `ulimit -f` have 512 bytes: room for some of the games.
            blocks = 60 if name == "games.jsonl" else 12
            running = self.start("-c", f"ulimit -f {blocks}; exec \"$@\"", "sh",
                                 os.environ["ARENA_PROGRAM"], *self.WORDS, "--record", name, program="sh")
            result = running.finish()
            self.assertEqual(result.status, 3, result)
            played = int(re.search(r"Lost Cities: (\d+) games, seed 0x[0-9a-f]{32}, incomplete\n", result.out)[1])
            self.assertTrue(2 < played < 30, result)
            self.assertIn(f'arena: failed: cannot write the record file "{name}": File too large\n', result.err)
            self.assertIn(f"arena run --play {played + 1}-30 --seed 0x", self.resume_command(result))
            self.assertEqual(self.succeed("replay", name).out, f"{played} games checked: all keep the rules\n")
            self.assertNotIn("cut off", self.resumed(result).err)
            seed = re.search(r"seed (0x[0-9a-f]{32})", result.out)[1]
            self.assert_both_are_the_whole_run(name, 30, *self.WORDS, "--seed", seed)


class Again(Resumable):
    """A match is in a file once."""

    WORDS = ("run", "bidding", "-b", "mimic", "-b", "random", "-n", "200", "-q")

    def test_a_recorded_run_is_not_played_into_the_same_file(self):
        for name in ("games.jsonl", "games.jsonl.zst"):
            words = (*self.WORDS, "--seed", "3", "--record", name)
            self.succeed(*words)
            for part in ((), ("--play", "1-200")):
                refused = self.refuse(*words, *part, saying=f'"{name}" has games 1-200 of this run already')
                self.assertNotIn("lacks", refused.err)
            self.assertEqual(self.succeed("replay", name).out, "200 games checked: all keep the rules\n")

    def test_the_rest_is_named_and_can_be_played(self):
        words = (*self.WORDS, "--seed", "3", "--record", "games.jsonl")
        self.succeed(*words, "--play", "1-60,100")
        refused = self.refuse(*words, "--play", "50-110", saying='"games.jsonl" has games 50-60,100 of this run already')
        self.assertTrue(refused.err.endswith("and lacks 61-99,101-110: record into another file\n"), refused.err)
        self.assertEqual(len(self.records()), 61)
        self.assertIn("200 games, seed 0x0000000000000003, 61 of them from the record",
                      self.succeed(*words, "--play", "61-99,101-200").out)

    def test_what_is_another_match_goes_into_the_same_file(self):
        bots, turned = ("-b", "mimic", "-b", "random"), ("-b", "random", "-b", "mimic")
        for words in (bots, bots, (*bots, "--seed", "3"), (*bots, "--seed", "4"), (*turned, "--seed", "3"),
                      (*bots, "--seed", "3", "--option", "cards=5")):
            self.succeed("run", "bidding", *words, "-n", "2", "-q", "--record", "games.jsonl")
        self.assertEqual(self.succeed("replay", "games.jsonl").out, "12 games checked: all keep the rules\n")

    def test_a_comparison_and_a_person_at_the_table_neither(self):
        compare = ("compare", "bidding", "-b", "mimic", "-b", "random", "--max-deals", "20", "--seed", "3", "-q",
                   "--record", "games.jsonl")
        self.arena(*compare)
        play = ("play", "bidding", "-b", "random", "--option", "cards=2", "--seed", "3", "--record", "games.jsonl")
        self.succeed(*play, text="1\n2\n")
        for words in (compare, play):
            count = len(self.records())
            self.refuse(*words, text="1\n2\n", saying="of this run already")
            self.assertEqual(len(self.records()), count)


class Interrupted(Resumable):
    GAMES = 30
    PLAYED = 12

    def gated_bot(self):
        """A bot of which PLAYED processes play, and the fifth and the last hang, after a file `held.*`.

        So one game hangs while later ones are played. If there is a file `open`, all play.
        """
        slots = " ".join(["1 2 3 4 hang", *map(str, range(5, self.PLAYED + 1))])
        return self.file("gated.sh", f"""#!/bin/sh
set -C
[ -e open ] && exec '{BAD_BOT}'
for slot in {slots}; do
  {{ true > slot.$slot; }} 2>/dev/null || continue
  [ $slot = hang ] && break
  exec '{BAD_BOT}'
done
true > held.$$
exec '{BAD_BOT}' hang
""", executable=True)

    def words(self, record):
        return ["run", "lost_cities", "-p", "name=a b", "./gated.sh", "-b", "random", "-n", self.GAMES, "--seed", "9",
                "-j", "2", "--move-time", "10m", "--record", record]

    def start_and_hang(self):
        self.gated_bot()
        running = self.start(*self.words("games.jsonl"))
        wait_until(lambda: len(list(self.folder.glob("held.*"))) == 2, "two games that hang")
        return running

    def test_the_finished_games_are_kept_and_the_rest_can_be_played(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                for path in self.folder.iterdir():
                    path.unlink()
                running = self.start_and_hang()
                result = self.interrupt(running, number)
                self.assertIn(f"Lost Cities: {self.PLAYED} games, seed 0x0000000000000009, interrupted\n", result.out)
                self.assertIn("random", result.out)
                self.assertNotIn("forfeit", result.err)
                self.assertIn("No forfeits.", result.out)
                self.assertEqual(len(self.records()), self.PLAYED)
                self.resume(result)

    @staticmethod
    def table(standing):
        """A standing without its first line and the speed."""
        return re.sub(r"\d+ moves? in .*", "", standing.split("\n", 1)[1])

    def resume(self, result):
        self.file("open", "")
        resumed = self.resumed(result)
        self.assertIn(f"Lost Cities: {self.GAMES} games, seed 0x0000000000000009, {self.PLAYED} of them from the record\n",
                      resumed.out)
        whole_run = self.succeed(*self.words("whole.jsonl"))
        self.assertEqual(self.table(resumed.out), self.table(whole_run.out))
        both, whole = ((self.folder / name).read_text().splitlines() for name in ("games.jsonl", "whole.jsonl"))
        self.assertEqual(sorted(both), sorted(whole))
        self.assertEqual(len(set(both)), self.GAMES)

    def test_the_standing_of_the_rest_covers_the_whole_run(self):
        words = ("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "10", "--duplicate", "--seed", "3", "-q")
        whole = json.loads(self.succeed(*words, "--json").out)
        self.succeed(*words, "--play", "1-7", "--record", "games.jsonl.zst")
        self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "3", "--seed", "4", "-q",
                     "--record", "games.jsonl.zst")  # another series in the same file
        rest = json.loads(self.succeed(*words, "--play", "8-20", "--record", "games.jsonl.zst", "--json").out)
        self.assertEqual(rest.pop("games_from_record"), 7)
        self.assertLess(rest["moves"], whole["moves"])  # of this run
        for standing in (whole, rest):
            for of_this_run in ("games_from_record", "moves", "seconds", "moves_per_second"):
                standing.pop(of_this_run, None)
        self.assertEqual(rest, whole)

    def test_without_a_record_the_standing_says_that_it_is_of_a_part(self):
        result = self.succeed("run", "lost_cities", "-b", "greedy", "-n", "10", "--play", "3,7-9", "--seed", "3", "-q")
        self.assertIn("Lost Cities: 4 games, seed 0x0000000000000003, part of a run of 10\n", result.out)

    def test_forfeits_of_both_parts_are_those_of_the_run(self):
        bot = self.file("bot.sh", f"#!/bin/sh\n[ -e open ] && exec '{BAD_BOT}'\n", executable=True)
        words = ("run", "lost_cities", "-p", bot, "-n", "4", "--seed", "3", "--record", "games.jsonl", "-q", "--strict")
        self.assertEqual(self.arena(*words, "--play", "1-2").status, 1)
        self.file("open", "")
        rest = self.arena(*words, "--play", "3-4", status=1)
        self.assertIn("bot forfeited 2 games (2 exit).", rest.out)

    def test_scores_of_both_parts_are_printed_in_their_order(self):
        words = ("run", "streams", "-b", "random", "-n", "6", "--seed", "3", "-q", "--scores")
        whole = self.succeed(*words).out
        self.succeed(*words, "--play", "2,5", "--record", "games.jsonl")
        self.assertEqual(self.succeed(*words, "--play", "1,3-4,6", "--record", "games.jsonl").out, whole)

    def test_without_a_finished_game_and_without_a_seed_it_can_be_resumed_too(self):
        self.file("open", "")
        running = self.start("run", "lost_cities", "-p", BAD_BOT, "hang", "--move-time", "10m", "--log-dir", "logs")
        wait_until(lambda: list(self.folder.glob("logs/*.dialogue")), "the game's log")
        result = self.interrupt(running)
        self.assertIn("No game was finished.", result.out)
        seed = re.search(r"Seed (0x[0-9a-f]{32})", result.err)[1]
        self.assertIn(f"arena run --play 1 --seed {seed} lost_cities -p {BAD_BOT} hang", result.err)

    def test_the_words_of_a_bot_are_its_own(self):
        self.file("open", "")
        bot = ("-p", "name=a", "--", BAD_BOT, "hang", "--play", "x", "--play=y", "--", f"--process={BAD_BOT}")
        running = self.start("run", "lost_cities", "-n", "9", *bot, "--play=3,7-9", "--seed", "1", "--move-time", "10m",
                             "--log-dir", "logs", "-j", "1")
        wait_until(lambda: list(self.folder.glob("logs/*.dialogue")), "the game's log")
        result = self.interrupt(running)
        self.assertEqual(self.resume_command(result),
                         f"arena run --play 3,7-9 lost_cities -n 9 -p name=a -- {BAD_BOT} hang --play x --play=y -- "
                         f"--process {BAD_BOT} --seed 1 --move-time 10m --log-dir logs -j 1")

    def test_a_game_of_a_person_can_be_played_again(self):
        running = self.start("play", "lost_cities", "--seed", "1", "-n", "3", stdin=subprocess.PIPE)
        wait_until(lambda: "Seat 1 is free" in (running.process.stderr.readline() or "-"), "the game")
        self.assertTrue(running.line())
        running.signal()
        running.process.wait(PATIENCE)  # before its input ends, which would forfeit the game
        result = running.finish()
        self.assertEqual(result.status, 130, result)
        self.assertEqual(self.resume_command(result), "arena play --play 1-3 lost_cities --seed 1 -n 3")
        again = self.succeed("play", "--play", "2", "lost_cities", "--seed", "1", "-n", "3", text="")
        self.assertIn("Game 2 of Lost Cities", again.err)

    def test_a_second_one_ends_at_once(self):
        # The records go to a pipe of one page without a reader, so the run can never end in order.
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        size = fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)
        # A record with the refused moves of `dumb` is longer than a page, so that it fills the pipe.
        running = self.start("run", "lost_cities", "-p", BAD_BOT, "-b", "dumb", "-n", "1000", "-j", "2", "--seed", "1",
                             "--record", "fifo", "-q")

        def unread():
            return struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, b"\0" * 4))[0]

        wait_until(lambda: unread() == size, "a full pipe")
        running.signal()
        wait_until(lambda: not self.pending(running.process.pid), "arena to take the first signal")
        self.assertIsNone(running.process.poll())
        running.signal()
        self.assertEqual(running.finish().status, 130)
        wait_until(lambda: not processes_with(self.mark), "the bots to be gone")

    def test_two_at_once_leave_nothing_of_a_bot_that_has_started_others(self):
        bot = self.file("family.sh", f"#!/bin/sh\nsleep 317 &\nexec '{BAD_BOT}' hang\n", executable=True)
        running = self.start("run", "lost_cities", "-p", bot, "--move-time", "10m")
        wait_until(lambda: {"sleep 317 ", f"{BAD_BOT} hang "} <= set(processes_with(self.mark).values()), "the bot and its child")
        running.signal(signal.SIGINT)
        self.interrupt(running, signal.SIGTERM)
        self.assertEqual(processes_with(self.mark), {})

    @staticmethod
    def pending(pid):
        """Whether SIGINT waits to be taken by the process."""
        with open(f"/proc/{pid}/status") as file:
            pending = re.search(r"ShdPnd:\s*(\w+)", file.read())[1]
        return int(pending, 16) >> (signal.SIGINT - 1) & 1


if __name__ == "__main__":
    main()
