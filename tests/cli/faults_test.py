"""Bad bots through the whole program: the verdict, the message, the time it takes, and nothing left behind.

How long a verdict takes is measured from arena's start to its end. Allowed are the limit, 50 ms, and SLACK times what
a game of a well-behaved bot takes just then, since starting and ending arena is in that too. The machine may be busy
with something else: what took too long may try again, up to TRIES times.
"""
import re
import statistics

from support import BAD_BOT, ArenaTest, main, processes_with, wait_until

LIMIT = 0.300
GRACE = 0.050
LEAVING = 1.0  # how long a bot may stay after its last line
SLACK = 3
TRIES = 5


class FaultTest(ArenaTest):
    def run_bot(self, *mode, games=1, more=()):
        return self.arena("run", "lost_cities", "-p", "name=bad", BAD_BOT, *mode, "-n", games, "--seed", "1",
                          "--move-time", f"{LIMIT * 1000:.0f}ms", "--record", "games.jsonl", *more)

    def usual(self):
        """What a game of a well-behaved bot takes now."""
        return statistics.median(self.run_bot("play").seconds for _ in range(3))

    def timed(self, most, *mode, **more):
        """A run of one game that may take `most`, and the slack; the record file holds it alone."""
        for _ in range(TRIES):
            allowed = most + GRACE + SLACK * self.usual()
            (self.folder / "games.jsonl").unlink()
            result = self.run_bot(*mode, **more)
            self.assertEqual(result.status, 0, result)
            if result.seconds <= allowed:
                return result
        self.fail(f"{mode} took {result.seconds:.3f} s, allowed are {allowed:.3f} s\n{result}")

    def forfeits(self, mode, reason, *texts, most=0.0, answers=None):
        """The bot forfeits for this reason; the message names it, and holds the texts."""
        result = self.timed(most, *mode.split())
        game, = self.records()
        forfeit, = game["forfeits"]
        self.assertEqual((forfeit["seat"], forfeit["reason"]), (0, reason), result)
        self.assertEqual((game["end"], game["places"]), ("forfeit", [2, 1]))
        head = re.search(r"(?m)^Game 1 of Lost Cities: bad \(seat 0\) forfeits \((\w+)\) after (\d+) answers?: (.*[.?])$",
                         result.err)
        self.assertIsNotNone(head, result.err)
        detail = re.sub(r"[\0-\x1f]", lambda control: f"\\x{ord(control[0]):02x}", forfeit["detail"])
        self.assertEqual((head[1], head[3].rstrip(".")), (reason, detail.rstrip(".")))
        if answers is not None:
            self.assertEqual(int(head[2]), answers)
        for text in texts:
            self.assertIn(text, result.err)
        self.assertIn(f"bad forfeited 1 game (1 {reason}).", result.out)
        self.assertEqual(self.succeed("replay", "games.jsonl").out, "1 game checked: all keep the rules\n")
        return result

    def plays_on(self, mode, *texts, most=0.0):
        """The bot's game is played to its end."""
        result = self.timed(most, *mode.split())
        game, = self.records()
        self.assertNotIn("forfeits", game, result)
        self.assertEqual(game["end"], "played out")
        self.assertIn("No forfeits.", result.out)
        for text in texts:
            self.assertIn(text, result.err)
        return result


class Crashes(FaultTest):
    def test_exit_at_the_start(self):
        self.forfeits("exit_at_start 3", "exit", "exited with status 3", "Its stderr ends with:\n  | Traceback: \\x1b[31mno",
                      answers=0)

    def test_exit_without_a_fault_at_the_start_is_no_win(self):
        self.forfeits("exit_at_start 0", "exit", "exited with status 0 before the end of the game")

    def test_exit_in_mid_game(self):
        self.forfeits("exit_after 5", "exit", "exited with status 0 before the end of the game", answers=5)

    def test_killed_by_a_signal(self):
        self.forfeits("abort", "exit", "was killed by signal 6 (SIGABRT)")
        self.forfeits("segv", "exit", "SIGSEGV")

    def test_the_last_answer_counts_although_the_bot_has_gone(self):
        self.forfeits("last_answer_then_exit 4", "exit", "before the end of the game", answers=4)

    def test_an_answer_without_a_newline_at_the_end_counts(self):
        self.forfeits("no_newline_at_end", "exit", "before the end of the game", answers=1)

    def test_where_all_of_stderr_is(self):
        result = self.run_bot("exit_at_start", "3", more=("--log-dir", "logs"))
        self.assertIn("All of its stderr: logs/000001-0-bad.stderr", result.err)
        self.assertEqual((self.folder / "logs/000001-0-bad.stderr").read_bytes(), b"Traceback: \x1b[31mno\n")

    def test_a_program_that_is_gone_before_its_second_game(self):
        bot = self.file("once.sh", f"#!/bin/sh\nrm once.sh\nexec '{BAD_BOT}'\n", executable=True)
        result = self.arena("run", "lost_cities", "-p", bot, "-n", "3", "-j", "1", "--seed", "1", "--record", "games.jsonl")
        self.assertEqual(result.status, 0)
        self.assertEqual([game["end"] for game in self.records()], ["played out", "forfeit", "forfeit"])
        self.assertIn("once forfeited 2 games (2 exit).", result.out)
        self.assertRegex(result.err, r'once .*could not be started: ".*/once\.sh" does not exist')

    def test_a_script_that_is_none(self):
        self.file("data", "hello\n", executable=True)
        result = self.arena("run", "lost_cities", "-p", "./data")
        self.assertIn("neither a program nor a script", result.err)
        self.file("dos.sh", "#!/bin/sh\r\necho\r\n", executable=True)
        result = self.arena("run", "lost_cities", "-p", "./dos.sh")
        self.assertIn('the interpreter "/bin/sh\\r"', result.err)


class Silence(FaultTest):
    def late(self, mode, *texts, **more):
        result = self.forfeits(mode, "time", "no answer within 300ms", *texts, most=LIMIT, **more)
        self.assertGreaterEqual(result.seconds, LIMIT)

    def test_a_bot_that_reads_and_never_answers(self):
        self.late("hang", answers=0)

    def test_a_bot_that_falls_silent_in_mid_game(self):
        self.late("hang_after 7", answers=7)

    def test_a_bot_that_never_reads(self):
        self.late("never_reads", "has not read the question")

    def test_a_bot_that_stops_itself(self):
        self.late("stop_self")

    def test_a_bot_that_drips(self):
        self.late("drip 20", "without a newline")

    def test_a_line_that_is_not_ended(self):
        self.late("partial", 'it sent "5D" without a newline: is the line ended and flushed?')


class Babble(FaultTest):
    def test_a_flood_without_a_newline(self):
        self.forfeits("flood", "limit", "without a newline", most=LIMIT)

    def test_chatter_for_ever(self):
        self.forfeits("chatter", "limit", "too much output", most=LIMIT)

    def test_any_amount_on_stderr_is_no_fault(self):
        self.plays_on("stderr_flood 16", most=LIMIT)

    def test_answers_that_end_in_crlf_are_fine(self):
        result = self.plays_on("crlf")
        self.assertFalse(any(move["move"] != move["move"].strip() for move in self.records()[0]["moves"]))
        self.assertNotIn("dropped", result.err)

    def test_a_greeting_is_dropped_and_told(self):
        self.plays_on("hello", "Game 1: bad wrote 1 line before the question was sent; such lines are dropped.")
        self.assertNotIn("hello", str(self.records()[0]["moves"]))

    def test_the_second_of_two_answers_is_dropped_and_told(self):
        result = self.plays_on("two_answers", "such lines are dropped.")
        self.assertNotIn("again", str(self.records()[0]["moves"]))
        answers = len([move for move in self.records()[0]["moves"] if move["seat"] == 0])
        self.assertRegex(result.err, rf"bad wrote ({answers - 1}|{answers}) lines")

    def test_garbage_is_a_refused_answer_that_leaves_the_record_readable(self):
        result = self.forfeits("garbage", "refused", answers=21)
        self.assertNotIn("\x1b", result.err + result.out)
        self.assertIn("\\x1b", result.err)
        text = (self.folder / "games.jsonl").read_bytes()
        self.assertNotIn(b"\x1b", text)
        text.decode("utf-8")


class Pipes(FaultTest):
    def test_a_bot_that_closes_its_input(self):
        # Whether the next question was written before that or after is the system's choice.
        for mode in ("close_stdin", "close_stdin_at_start"):
            result = self.timed(LIMIT, *mode.split())
            forfeit, = self.records()[0]["forfeits"]
            self.assertIn(forfeit["reason"], ("exit", "time"))
            self.assertIn("closed its input" if forfeit["reason"] == "exit" else "no answer within 300ms", result.err)

    def test_a_bot_that_closes_its_output(self):
        self.forfeits("close_stdout", "exit", "closed its output", answers=0)


class Families(FaultTest):
    """Every run also proves that no process is left."""

    def test_a_child_that_outlives_its_parent(self):
        self.forfeits("child_outlives", "exit", "exited with status 0 before the end of the game", answers=0)

    def test_a_daemon(self):
        self.plays_on("daemon")

    def test_a_daemon_is_gone_before_the_next_game(self):
        self.file("two.sh", f"""#!/bin/sh
[ -e first ] || {{ true > first; exec '{BAD_BOT}' daemon; }}
true > second
exec '{BAD_BOT}' hang
""", executable=True)
        running = self.start("run", "lost_cities", "-p", "./two.sh", "-n", "2", "-j", "1", "--seed", "1", "--move-time", "10m")
        wait_until((self.folder / "second").exists, "the second game")
        alive = processes_with(self.mark)
        running.signal()
        self.assertEqual(running.finish().status, 130)
        self.assertEqual(len(alive), 2, alive)  # arena and the second game's bot
        self.assert_nothing_left()

    def test_a_bot_that_ignores_signals(self):
        self.plays_on("ignore_term", most=LEAVING)

    def test_a_bot_that_stays_after_its_game(self):
        result = self.plays_on("stay", most=LEAVING)
        self.assertGreaterEqual(result.seconds, LEAVING)

    def test_a_bot_behind_a_shell_and_its_children(self):
        self.file("family.sh", f"#!/bin/sh\nsleep 1000 &\n(sleep 1000 & sleep 1000) &\n'{BAD_BOT}'\n", executable=True)
        result = self.succeed("run", "lost_cities", "-p", "./family.sh", "-n", "2", "--seed", "1")
        self.assertIn("No forfeits.", result.out)


class Series(FaultTest):
    def test_the_other_games_of_a_series_go_on(self):
        # The fourth process that is started hangs, the eighth crashes.
        self.file("moody.sh", f"""#!/bin/sh
set -C
for slot in 1 2 3 hang 5 6 7 abort 9 10 11 12; do
  {{ true > slot.$slot; }} 2>/dev/null || continue
  case $slot in [0-9]*) slot=play;; esac
  exec '{BAD_BOT}' $slot
done
""", executable=True)
        result = self.succeed("run", "lost_cities", "-p", "./moody.sh", "-n", "12", "-j", "4", "--seed", "1",
                              "--move-time", "1", "--record", "games.jsonl")
        games = self.records()
        self.assertEqual(len(games), 12)
        reasons = sorted(forfeit["reason"] for game in games for forfeit in game.get("forfeits", []))
        self.assertEqual(reasons, ["exit", "time"])
        self.assertEqual([game["end"] for game in games].count("played out"), 10)
        self.assertIn("moody forfeited 2 games (1 exit, 1 time).", result.out)
        self.assertIn("12 games", result.out)
        self.succeed("replay", "games.jsonl")

    def test_of_many_like_reports_only_the_first_are_shown(self):
        result = self.run_bot("exit_at_start", "3", games=50)
        self.assertEqual(result.err.count("forfeits (exit)"), 3)
        self.assertIn("47 more reports of these kinds are not shown.", result.err)
        self.assertIn("bad forfeited 50 games (50 exit).", result.out)

    def test_both_bots_may_fail_in_one_run(self):
        result = self.arena("run", "lost_cities", "-p", "name=a", BAD_BOT, "exit_after", "2", "-p", "name=b", BAD_BOT,
                            "exit_after", "2", "-n", "4", "-j", "2", "--seed", "1", "--record", "games.jsonl", "--strict")
        self.assertEqual(result.status, 1)
        self.assertEqual([game["forfeits"][0]["seat"] for game in self.records()], [0, 1, 0, 1])
        self.assertIn("a forfeited 2 games (2 exit).", result.out)
        self.assertIn("b forfeited 2 games (2 exit).", result.out)


if __name__ == "__main__":
    main()
