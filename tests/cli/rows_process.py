"""Rows 21 to 38: bots that close or flood pipes, stop, leave children, or look at what is not theirs."""
import os
import subprocess
import tempfile

from catalogue import RowTest
from judging import ACTING, LEAVING, LIMIT
from support import ARENA, BAD_BOT, PATIENCE, WHOLE, process_files, processes_with, wait_until

FILED = 1024 * 1024  # bytes of a bot's stderr that are kept in a file


class Pipes(RowTest):
    def test_row_21_closes_its_input(self):
        # Whether the next question was written before that or after is the system's choice.
        for mode in ("close_stdin", "close_stdin_at_start"):
            result = self.timed(LIMIT + LEAVING, mode, limit=LIMIT)
            forfeit, = self.records()[0]["forfeits"]
            self.assertIn(forfeit["reason"], ("exit", "time"))
            self.assertIn("closed its input" if forfeit["reason"] == "exit" else "no answer within 300ms", result.err)
            self.assertEqual(forfeit["seat"], 0)
            self.assert_replays(1)
            (self.folder / "games.jsonl").unlink()

    def test_row_21_arena_lives_on(self):
        result = self.run_bot("close_stdin_at_start", games=6, more=("-j", "2"))
        self.assertIn("\nbad forfeited 6 games (6 exit).", result.out)
        self.assertNotIn("good forfeited", result.out)
        self.assert_replays(6)

    def test_row_22_closes_its_output(self):
        self.forfeits("close_stdout", "exit", "closed its output", answers=0, most=LEAVING)


class Stderr(RowTest):
    def assert_drained(self, *mode):
        self.witness()
        usual = self.peak_after("play")
        (self.folder / "games.jsonl").unlink()
        peak = self.peak_after(*mode, more=("--log-dir", "logs", "--start-time", "1m"))
        self.assertLess(peak, usual + (FILED if WHOLE else 32 * FILED))
        game, = self.records()
        self.assertEqual((game["end"], game.get("forfeits")), ("played out", None))
        self.assert_replays(1)
        log = (self.folder / "logs/000001-0-bad.stderr").read_bytes()
        self.assertEqual(len(log), FILED + len(b"\n... truncated\n"))
        self.assertTrue(log.endswith(b"x\n\n... truncated\n"), log[-40:])

    def test_row_23_before_it_reads_its_question(self):
        self.assert_drained("stderr_flood", "1024" if WHOLE else "128")

    def test_row_23_with_each_answer(self):
        self.assert_drained("stderr_in_between", "25")  # of 44

    def test_row_24_closed(self):
        self.plays_on("stderr_closed")

    def test_row_24_merged_with_the_answers(self):
        self.assertNotIn("dropped", self.plays_on("stderr_is_stdout").err)
        # What it writes there is an answer as any other, refused or dropped.
        self.file("bot.sh", f"#!/bin/sh\nexec '{BAD_BOT}' stderr 2>&1\n", executable=True)
        result = self.timed(LIMIT, bot=["./bot.sh"], limit=LIMIT)
        game, = self.records()
        self.assertLessEqual({forfeit["seat"] for forfeit in game.get("forfeits", [])}, {0})
        self.assertEqual([move for move in game["moves"] if "note" in move["move"] and "forfeits" not in game], [])
        self.assertNotIn("Its stderr", result.err)
        self.assert_replays(1)

    def test_row_24_tabs_of_stderr_are_tabs(self):
        bot = self.file("tabs.sh", "#!/bin/sh\nprintf 'a\\tb\\033[1m\\n\\tc\\n' >&2\nexit 1\n", executable=True)
        result = self.run_bot(bot=(bot,))
        self.assertIn("\n  Its stderr ends with:\n  | a\tb\\x1b[1m\n  | \tc\n", result.err)

    def test_row_24_not_utf_8(self):
        # A zero byte is shown as well; what is no UTF-8 becomes the replacement character.
        self.forfeits("stderr_bytes", "exit", "  | \ufffd\ufffd\\x1b[31m \\x00 \u00e4\n", "exited with status 1.", answers=0)


class Stubborn(RowTest):
    def test_row_25_ignores_signals(self):
        self.plays_on("ignore_term", most=LEAVING)
        self.late("deaf", answers=0)

    def test_row_25_ignores_the_end_of_its_input(self):
        result = self.plays_on("stay", most=LEAVING)
        self.assertGreaterEqual(result.seconds, LEAVING)

    def test_row_26_stops_itself(self):
        self.late("stop_self", answers=0)
        self.late("stop_group", answers=0)


class Families(RowTest):
    """Every run also proves that no process is left."""

    def test_row_27_a_child_outlives_its_parent(self):
        self.forfeits("child_outlives", "exit", "exited with status 0 before the end of the game", answers=0)

    def test_row_28_a_daemon(self):
        # The daemon has 64 MB that the kernel has to free, and so has the bot that it is compared with.
        self.plays_on("daemon", usual="large")

    def test_row_28_a_daemon_is_gone_before_the_next_game(self):
        self.may_stay |= {"first", "second"}
        self.file("two.sh", f"""#!/bin/sh
[ -e first ] || {{ true > first; exec '{BAD_BOT}' daemon; }}
true > second
exec '{BAD_BOT}' hang
""", executable=True)
        running = self.start("run", "lost_cities", "-p", "./two.sh", "-n", "2", "-j", "1", "--seed", "1", "--move-time", "10m")
        wait_until((self.folder / "second").exists, "the second game")
        # A process that becomes another program has no environment for a moment.
        alive = wait_until(lambda: len(found := processes_with(self.mark)) > 1 and found, "the second game's bot")
        self.interrupt(running)
        self.assertEqual(len(alive), 2, alive)  # arena and the second game's bot
        self.assert_nothing_left()

    def test_row_28_bots_beside_bots(self):
        for script in (f"'{BAD_BOT}' & '{BAD_BOT}'", f"sleep 1000 & (sleep 1000 & sleep 1000) & exec '{BAD_BOT}'",
                       f"'{BAD_BOT}' never_reads & '{BAD_BOT}'; exit 3"):
            self.plays_on("", bot=["/bin/sh", "-c", script])

    def test_row_28_wrappers(self):
        self.file("one.sh", "#!/bin/sh\n./two.sh \"$@\"\ntrue\n", executable=True)
        self.file("two.sh", f"#!/bin/sh\n'{BAD_BOT}' \"$@\"\ntrue\n", executable=True)
        exec_chain = ["env", "A=1", "nice", "-n", "1", "/bin/sh", "-c", 'exec env B=2 "$0" "$@"', BAD_BOT]
        for chain in (exec_chain, ["./one.sh"]):
            self.plays_on("play", bot=chain)
            self.late("hang_after 5", answers=5, bot=chain, limit=ACTING)


class Counting(RowTest):
    """By hand, the whole of 10,000 bots: ./dev arena run lost_cities -p build/release/bin/bad_bot zombies 5 -n 10000"""

    GAMES = 300 if WHOLE else 100
    BESIDE = 400 if WHOLE else 30  # games with other games beside them

    def test_row_30_descriptors_and_zombies_stay_as_few(self):
        self.free_at_once()
        running = self.start("run", "lost_cities", "-p", "name=bad", BAD_BOT, "zombies", "5", *self.opponent, "-n", self.GAMES,
                             "-j", "2", "--seed", "1", "--record", "games.jsonl")
        seen = []  # descriptors, zombies of arena's, pages of memory
        while running.process.poll() is None:
            seen.append(self.look(running.process.pid))
            try:
                running.process.wait(0.005)
            except subprocess.TimeoutExpired:
                pass
        result = running.finish()
        self.assertEqual(result.status, 0, result)
        self.assertIn("No forfeits.", result.out)
        self.assert_replays(self.GAMES)
        descriptors, zombies, pages = zip(*filter(None, seen))
        self.assertLess(max(descriptors), self.GAMES)  # two bots a game
        self.assertLess(max(zombies), 2 * 2 * 5 + 20)
        if WHOLE:
            for counts, more in ((descriptors, 8), (pages, 256)):
                half, rest = counts[:len(counts) // 2], counts[len(counts) // 2:]
                self.assertLessEqual(max(rest), max(half) + more)

    def look(self, pid):
        """What arena has open now, or None if it has ended."""
        try:
            descriptors = len(os.listdir(f"/proc/{pid}/fd"))
            with open(f"/proc/{pid}/statm") as file:
                pages = int(file.read().split()[1])
        except OSError:
            return None
        states = [stat.rpartition(b")")[2].split()[:2] for stat in process_files("stat").values()]
        zombies = states.count([b"Z", str(pid).encode()])
        return descriptors, zombies, pages

    def test_row_36_nothing_but_0_1_and_2_is_open(self):
        self.plays_on("descriptors_or_exit", more=("--log-dir", "logs"))
        self.file("open.sh", f"#!/bin/sh\nexec 5<open.sh\nexec '{BAD_BOT}' descriptors_or_exit\n", executable=True)
        self.forfeits("", "exit", "  | descriptor 5 is open\n", bot=["./open.sh"])  # it would tell
        (self.folder / "games.jsonl").unlink()
        # Beside each other, and with files that arena itself was given.
        with tempfile.TemporaryFile() as given:
            os.set_inheritable(given.fileno(), True)
            os.dup2(given.fileno(), 100)
            self.addCleanup(os.close, 100)
            result = self.run_inheriting((given.fileno(), 100))
        self.assertEqual(result.returncode, 0, result)
        self.assertIn("No forfeits.", result.stdout)
        self.assert_nothing_left()
        self.assert_replays(self.BESIDE)

    def run_inheriting(self, descriptors):
        return subprocess.run(
            [ARENA, "run", "lost_cities", "-p", "name=bad", BAD_BOT, "descriptors_or_exit", "-p", "name=good", BAD_BOT,
             "descriptors_or_exit", "-n", str(self.BESIDE), "-j", "8", "--seed", "1", "--record", "games.jsonl", "--log-dir", "logs"],
            cwd=self.folder, env={**os.environ, "TMPDIR": self.mark}, pass_fds=descriptors, capture_output=True, text=True,
            timeout=PATIENCE)

    def test_row_38_what_it_was_not_given_is_not_in_its_environment(self):
        self.may_stay.add("environment")
        secret = {"TOKEN": "secret", "SSH_AUTH_SOCK": "/tmp/agent", "LD_LIBRARY_PATH": "/nowhere", "LANG": "C.UTF-8",
                  "HOME": "/nowhere", "HANDED": "on", "ARENA_BOT": "no"}
        self.succeed("run", "lost_cities", "-p", "name=bad", "env=OWN=2=3", "env=LANG=de", BAD_BOT, "environment",
                     "-p", "name=good", "env=HERS=3", BAD_BOT, "--env", "GIVEN=1", "--env", "HANDED", "--seed", "1",
                     "--record", "games.jsonl", extra=secret)
        lines = (self.folder / "environment").read_text().splitlines()
        variables = dict(line.split("=", 1) for line in lines)
        self.assertEqual(len(lines), len(variables))
        self.assertRegex(variables.pop("ARENA_BOT"), r"^[0-9a-f]{9}\.[0-9a-f]{16}$")
        self.assertEqual(variables, {"PATH": os.environ["PATH"], "LANG": "de", "HOME": "/nowhere", "TMPDIR": self.mark,
                                     "GIVEN": "1", "HANDED": "on", "OWN": "2=3"})
        self.assert_replays(1)
