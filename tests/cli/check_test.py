"""`arena check`: what it says of good bots and bad ones, in the game's own protocol, in JSON, and as modules."""
import json
import re
import sys

from parallel import main
from support import BAD_BOT, ROOT, WHOLE, ArenaTest

PYTHON = sys.executable
RANDOM_BOT = ROOT / "examples/json/random_bot.py"
NATIVE_BOT = ROOT / "examples/python/lost_cities_bot.py"

# A JSON bot. `{hook}` runs at every message that is not a question, `{answer}` writes the answer `a`.
BOT = """\
import json, random, sys, time
games = turns = 0
for line in sys.stdin:
    m = json.loads(line)
    games += m["type"] == "start"
    if m["type"] != "turn":
        {hook}
        continue
    turns += 1
    a = {{"move": random.choice(m["legal"]), "id": m["id"]}}
    {answer}
{last}
"""
PRINT = "print(json.dumps(a), flush=True)"

# The rows of the report, in their order.
CHECKS = ["start", "flush", "games", "protocol", "answers", "early", "twice", "line_ends", "speed", "repeats", "refusal",
          "end", "memory", "processes"]

NOT_SHUT_IN = "Bots run with your permissions. Use --sandbox for bots you do not trust.\n"

MODULE = """\
def move(state):
    if hasattr(state, "stream"):
        return state.stream.index(None)
    return state.hand[0]
"""


def is_slow(text):
    """On a busy machine any bot may need more than the second that arena gives it to end."""
    return not WHOLE and text.startswith(("was still there a second after", "not seen: it did not exit by itself"))


class CheckTest(ArenaTest):
    def check_bot(self, game, *words, status=0, unbuffered=""):
        result = self.arena("check", game, "--python", PYTHON, "--seed", "1", *words,
                            extra={"PYTHONUNBUFFERED": unbuffered}, status=status)
        self.assertEqual(result.err, NOT_SHUT_IN)
        last = result.out.splitlines()[-1]
        failed = sum(verdict == "failed" for verdict, _ in self.rows(result.out).values())
        self.assertRegex(last, "is ready to play" if status == 0 else rf"^{failed} problems? to fix\.$")
        return result.out

    def rows(self, out):
        """Each check's verdict and sentence."""
        found = re.findall(r"(?m)^  (ok|note|failed) +(\w+)  +(.*)$", out)
        self.assertEqual([name for _, name, _ in found], CHECKS, out)
        return {name: (verdict, text) for verdict, name, text in found}

    def assert_row(self, out, name, verdict, saying):
        self.assertEqual(self.rows(out)[name][0], verdict, out)
        self.assertIn(saying, self.rows(out)[name][1])

    def assert_only(self, out, *names):
        """All other checks are fine."""
        rows = self.rows(out)
        self.assertEqual([name for name in CHECKS if rows[name][0] != "ok" and (name in names or not is_slow(rows[name][1]))],
                         list(names), out)

    def check_bad(self, mode, *words, game="lost_cities", status=0):
        return self.check_bot(game, *words, f"{BAD_BOT} {mode}", status=status)

    def check_json(self, answer=PRINT, hook="pass", last="", status=0, words=(), time=("--move-time", "1m")):
        bot = self.file("bot.py", BOT.format(answer=answer, hook=hook, last=last))
        return self.check_bot("streams", *time, *words, "-p", "protocol=json", PYTHON, bot, status=status)


class Good(CheckTest):
    def test_at_a_larger_table(self):
        out = self.check_bot("yard_bridge", "--seats", "4", "-p", "protocol=json", sys.executable, RANDOM_BOT)
        self.assertIn("against loader, loader-2 and loader-3, seed", out)
        self.assertIn("plays whole games: 3 of 3", out)

    def assert_spotless(self, out, *notes):
        self.assert_only(out, *notes)
        for text in (", and answers its first question ", "plays whole games: 3 of 3", "are legal moves", "slowest answer"):
            self.assertIn(text, out)
        for name, text in (("end", "leaves by itself"), ("processes", "leaves none behind")):
            found = self.rows(out)[name][1]
            self.assertTrue(found.startswith(text) or is_slow(found), out)

    def test_other_ways_to_name_the_protocol(self):
        for words in (["--protocol", "json"], ["protocol=json"]):
            with self.subTest(words):
                self.assert_spotless(self.check_bot("streams", *words, PYTHON, RANDOM_BOT), "repeats")

    def test_a_bot_in_the_protocol_of_its_game(self):
        out = self.check_bot("lost_cities", PYTHON, NATIVE_BOT)
        end = self.rows(out)["end"][1]
        self.assertTrue(end.startswith("leaves by itself when the game is over") or is_slow(end), out)
        self.assertNotIn("failed", out)
        self.assert_row(out, "refusal", "ok", "after a refused first answer it answers again: ")

    def test_a_module(self):
        self.file("my_module.py", MODULE)
        for game in ("streams", "bidding"):
            for module in ("my_module", "my_module.py"):
                with self.subTest(game=game, module=module):
                    out = self.check_bot(game, "-m", module)
                    self.assert_spotless(out)
                    self.assertIn("Checking my_module for", out)

    def test_keys_and_the_number_of_games(self):
        out = self.check_bot("streams", "name=mine", "protocol=json", PYTHON, RANDOM_BOT, "-n", "5")
        self.assertIn("Checking mine for Streams: 5 games against", out)
        self.assertIn("plays whole games: 5 of 5", out)

    def test_a_bot_that_ends_after_each_game_has_done_nothing_wrong(self):
        out = self.check_json(hook='if m["type"] == "end": break')
        self.assert_row(out, "end", "note", "was started 3 times for 3 games")
        self.assertNotIn("failed", out)

    def test_a_bot_that_stays_is_told_but_not_blamed(self):
        out = self.check_json(last="time.sleep(99)")
        self.assert_row(out, "end", "note", "was still there a second after its input had ended")
        self.assertNotIn("failed", out)


class Bad(CheckTest):
    def test_a_bot_that_does_not_go_on_after_its_first_game(self):
        # This clock counts idle time, but no wait for a processor: the answers of the first game are in time.
        out = self.check_json(f"if games == 1: {PRINT}", status=1, time=("--move-time", "1", "--clock", "cpu"))
        self.assertIn("game 2, after 0 answers: forfeits (time)", out)
        self.assertIn("one process plays all games: when one is over, go on reading", out)
        self.assertNotIn("flushed", out)

    def test_an_answer_that_is_refused(self):
        for change, reason in (('a["id"] = 99', "Unknown id 99: the question is 1."),
                               ('a["move"] = None', '"move" must be a string or a number, not null.'),
                               ('del a["move"]', 'No "move" in the object.')):
            with self.subTest(reason):
                out = self.check_json(f"{change}; {PRINT}", status=1)
                self.assertIn("failed  games      game 1, after 1 answer: forfeits (refused): ", out)
                self.assertIn(reason, out)
                self.assertNotIn("costs nothing", out)

    def test_refusals_that_are_allowed_are_told_and_not_blamed(self):
        out = self.check_json("legal = m['legal']; print('x', flush=True)", words=("--max-refusals", "1"),
                              hook="if m['type'] == 'error': print(legal[0], flush=True)")
        self.assert_row(out, "answers", "note", "60 of 120 answers were refused (up to 1 in a row is allowed); "
                        'the last was "x": Invalid slot.')

    def test_the_same_crash_in_every_game_is_shown_once(self):
        out = self.check_json(f"assert turns < 5, 'oh no'; {PRINT}", status=1)
        self.assertEqual(out.count("AssertionError: oh no"), 1)
        self.assertIn("failed  games      game 1, after 4 answers: forfeits (exit): exited with status 1", out)
        self.assertIn("game 3, after 4 answers: the same", out)
        self.assertIn("1 problem to fix.", out)

    def test_the_wrong_protocol_is_suggested(self):
        out = self.check_bot("streams", PYTHON, RANDOM_BOT, status=1)
        self.assertIn("it may speak the JSON protocol instead: protocol=json", out)
        out = self.check_bot("lost_cities", "--move-time", "1", "protocol=json", PYTHON, NATIVE_BOT, status=1)
        self.assertIn("it may speak the game's own instead: protocol=native", out)

    def test_modules(self):
        for name, text, limit, saying in (
                ("raises", "def move(state): raise ValueError('no idea')\n", "1m", "ValueError: no idea"),
                ("nothing", "def move(state): pass\n", "1m", "move() returned None"),
                ("loops", "import time\ndef move(state):\n    while True: time.sleep(1)\n", "200ms",
                 "no answer within 200ms")):
            with self.subTest(name):
                self.file(f"{name}.py", text)
                out = self.check_bot("streams", "--move-time", limit, "-m", name, status=1)
                self.assertIn(saying, out)
                self.assertNotIn("protocol=json", out)


class Rows(CheckTest):
    """Bots in which one check finds something and the others find nothing."""

    def test_a_plain_bot(self):
        out = self.check_bad("play")
        self.assert_only(out)
        self.assert_row(out, "repeats", "ok", "plays the same deal in the same way a second time, in a new process: 48 answers")
        self.assert_row(out, "memory", "ok", "seen in 3 processes: a new one plays each game")
        self.assertIn(", seed 0x0000000000000001\n", out)

    def test_a_slow_first_answer(self):
        # By processor time, which is the same on a busy machine.
        bot = self.file("bot.py", BOT.format(answer="while turns == 1 and time.process_time() < 1: pass\n"
                                                    "    a['move'] = m['legal'][0]; " + PRINT, hook="pass", last=""))
        out = self.check_bot("streams", "--clock", "cpu", "--move-time", "1500ms", "-n", "1", "protocol=json", PYTHON, bot)
        self.assert_only(out, "speed")
        self.assertRegex(self.rows(out)["speed"][1], r"; slowest answer \S+ \(limit 1500ms\): on a slower machine that may be too late$")

    def test_a_start_that_is_too_slow_is_not_taken_for_missing_flushes(self):
        out = self.check_bad("slow_start 600", "--start-time", "300ms", "-n", "1", game="streams", status=1)
        self.assert_row(out, "games", "failed", "did not read its first question within")
        self.assert_row(out, "flush", "note", "not seen: it gives no answer")

    def test_chance_is_told_and_no_fault(self):
        out = self.check_json()
        self.assert_only(out, "repeats")
        self.assertRegex(self.rows(out)["repeats"][1],
                         r'^plays the same deal differently a second time: answer \d+ is "\d+", then "\d+"; chance is allowed')

    def test_a_forfeit_in_the_second_game_of_the_same_deal(self):
        out = self.check_json("a['move'] = m['legal'][0]; assert turns < 3 or not (games == 1 and second), 'oh no'; " + PRINT,
                              hook="import os; second = os.path.exists('ran') if games == 1 and turns == 0 and "
                                   "m['type'] == 'start' else second; open('ran', 'w').close()", status=1)
        self.assert_only(out, "repeats")
        self.assert_row(out, "repeats", "failed", "plays a deal to its end, but forfeits (exit) when the same is played a second "
                                                  "time, after 2 answers: exited with status 1")
        self.assertIn("AssertionError: oh no", out)

    def test_a_refusal_in_json(self):
        hook = "if m['type'] == 'error': print(json.dumps({'move': legal[0], 'id': m['id']}), flush=True)"
        answer = "legal = m['legal']; a['move'] = legal[0]; " + PRINT
        out = self.check_json(answer, hook=hook, words=("--max-refusals", "1"))
        self.assert_only(out)
        self.assert_row(out, "refusal", "ok", 'it answers again: "0", and plays on')
        out = self.check_json(answer, words=("--max-refusals", "1"))  # does not write any more
        self.assert_only(out, "refusal")
        self.assert_row(out, "refusal", "note", "it forfeits (time) after 1 answer")

    def test_a_bot_is_tried_under_the_clock_of_a_match(self):
        self.assert_only(self.check_bad("late 700", "--clock", "cpu", "--move-time", "500ms", "-n", "1",
                                        "--option", "max_turns=2"))

    def test_a_bot_that_stays(self):
        out = self.check_bad("stay", "-n", "2")
        self.assert_only(out, "end", "processes")
        self.assert_row(out, "end", "note", "was still there a second after the end of 2 games, and was killed")

    def test_a_status_at_the_end(self):
        out = self.check_json(last="sys.exit('no')", status=1)
        self.assert_row(out, "end", "failed", "exited with status 1 after its last game: end with status 0 when the input ends")
        self.assertIn("its stderr ends with:\n                     | no\n", out)

    def test_memory_that_grows(self):
        out = self.check_bad("leak 20", "-n", "25", game="streams")  # 20 questions a game
        self.assert_only(out, "memory")
        growth, games = re.match(r"grows by (\S+) KiB a game: .* after game 1 and .* after (\d+) games in one process$",
                                 self.rows(out)["memory"][1]).groups()
        self.assertAlmostEqual(float(growth), 400, delta=40)
        self.assertEqual(games, "25")

    def test_memory_that_does_not_grow(self):
        out = self.check_bad("large", "-n", "25", game="streams")
        self.assert_only(out)
        self.assertRegex(self.rows(out)["memory"][1], r"^does not grow: (\d\d\.\d) MiB after game 1 and \1 MiB after 25 games")

    def test_what_is_not_flushed_is_told_in_the_bots_language(self):
        answer = "print(json.dumps(a))"
        text = BOT.format(answer=answer, hook="pass", last="")
        self.file("bot", f"#!/usr/bin/env -S {PYTHON} -B\n" + text, executable=True)
        self.file("reader.rb", text)
        for words, remedy, others in ((["./bot"], "Python: print(answer, flush=True)", "fflush"),
                                      ([f"{PYTHON} reader.rb"], "Ruby: $stdout.sync = true", "Python:")):
            with self.subTest(words):
                out = self.check_bot("streams", "--move-time", "500ms", "-p", "protocol=json", *words, status=1)
                self.assert_row(out, "flush", "failed", "answers only when its input has ended")
                self.assertIn("its output is not flushed after each answer", out)
                self.assertIn(remedy, out)
                for text in (others, "instead: protocol="):
                    self.assertNotIn(text, out)

    def test_what_is_not_flushed_in_a_language_that_is_not_known(self):
        out = self.check_bad("unflushed", "--move-time", "300ms", game="streams", status=1)
        self.assert_row(out, "flush", "failed", "its output is not flushed")
        for remedy in ("Python: print(answer, flush=True)", "Java: ", "C: fflush(stdout); after each answer, or setvbuf("):
            self.assertIn(remedy, out)

    def silent(self, text, *words):
        """The report about a bot in Python that gives no answer in time."""
        self.file("silent.py", "import sys, time\n" + text)
        return self.check_bot("streams", "--move-time", "200ms", *words, f"{PYTHON} silent.py", status=1)

    def test_a_bot_that_never_writes_is_not_told_to_flush(self):
        silent = self.file("silent.sh", "#!/bin/sh\nwhile read -r line; do :; done\n", executable=True)
        for game in ("lost_cities", "yard_bridge", "most") if WHOLE else ("most",):
            out = self.check_bot(game, "--move-time", "300ms", silent, status=1)
            self.assert_row(out, "flush", "note", "not seen: nothing came when its input ended, either")

    def test_a_silent_bot_that_flushes_is_not_told_to(self):
        for text, saying in (
                ("print('hello', flush=True)\nsys.stdin.read()\n", "nothing came when its input ended, either"),
                ("print(19, flush=True)\nsys.stdin.read()\n", "nothing came when its input ended, either"),
                # The second time, when it is asked for its last words, it answers before its input ends.
                ("import os\nlate = not os.path.exists('begun')\nopen('begun', 'w')\nsys.stdin.readline()\n"
                 "late and time.sleep(99)\nprint(0, flush=True)\nsys.stdin.read()\n", "nothing came when"),
                ("sys.stdin.read()\nprint('bye')\n", 'when its input ended it wrote "bye", which is no legal answer')):
            with self.subTest(text):
                self.assert_row(self.silent(text), "flush", "note", "not seen: " + saying)
        self.assert_row(self.check_bad("half_hello", "--move-time", "200ms", game="streams", status=1), "flush", "note",
                        "not seen: ")

    def test_what_is_not_flushed_is_seen_behind_other_words_and_after_a_slow_start(self):
        loop = "for line in sys.stdin:\n    print(0)\n"
        # The second time, when it is asked for its last words, it starts for longer than it may think.
        slow = "import os\nslow = os.path.exists('begun')\nopen('begun', 'w')\n"
        slow += "while slow and time.process_time() < 2.1: pass\n"
        for text in ("print('hello')\n" + loop, slow + loop,
                     "sys.stderr.write('x' * 300_000)\n" + loop + "sys.stderr.write('x' * 300_000)\nprint('bye')\n"):
            with self.subTest(text):
                self.assert_row(self.silent(text, "--start-time", "1m"), "flush", "failed", "answers only when its input has ended")

    def test_many_forfeits_are_counted(self):
        out = self.check_bad("exit_after 2", "-n", "40", status=1)
        self.assertIn("game 10, after 2 answers: the same\n", out)
        self.assertNotIn("game 11", out)
        self.assertIn(" ... 40 forfeits in 40 games\n", out)

    def test_of_a_bot_without_an_answer_little_is_said(self):
        out = self.check_bad("exit_at_start 3", status=1)
        rows = self.rows(out)
        self.assertEqual([name for name in CHECKS if rows[name][0] == "ok"], ["early"])
        self.assertEqual([name for name in CHECKS if rows[name][0] == "failed"], ["games"])
        for name in ("start", "flush", "answers", "twice", "line_ends", "speed"):
            self.assert_row(out, name, "note", "not seen: it gives no answer to its first question")
        self.assert_row(self.check_bad("hang", "--move-time", "200ms", status=1), "flush", "note",
                        "not seen: nothing came when its input ended, either")


# Bots in which one check finds something and the others find nothing: the mode of bad_bot, words of `arena check`, the
# game, the check, its verdict, and what the report says.
FINDINGS = {
    "a_greeting": ("hello", (), "lost_cities", "early", "failed", r'3 lines before its first question.*"hello"'),
    "a_second_answer": ("two_answers", (), "lost_cities", "twice", "failed", r'\d+ lines that answered nothing.*"again"'),
    "line_ends_of_another_system": ("crlf", (), "lost_cities", "line_ends", "note", "142 lines with CR LF"),
    # By processor time, which is the same on a busy machine.
    "slow_answers": ("think_and_play 300", ("--clock", "cpu", "--move-time", "500ms", "-n", "1", "--option", "max_turns=2"),
                     "lost_cities", "speed", "note", r"\(p50\).*\(p90\).*\(p99\); slowest answer \S+ \(limit 500ms\)"),
    "a_slow_start": ("sleepy_start 6000", ("--start-time", "11", "-n", "1"), "streams", "start", "note",
                     r"slowest start \S+ \S+ of the 11s"),
    "an_end_at_a_refusal": ("refusal_ends 5", (), "lost_cities", "refusal", "note", r"forfeits \(exit\) after 1 answer.*status 5; harmless"),
    "a_child_that_stays": ("child_stays", ("-n", "1"), "lost_cities", "processes", "failed", r"left 1 process.* \d+ \(bad_bot\)"),
    "a_daemon": ("daemon", ("-n", "1"), "lost_cities", "processes", "failed", r"left 1 process.* \d+ \(bad_bot\)"),
}


class Findings(CheckTest):
    """A test for each row of FINDINGS."""


def test_of(mode, words, game, check, verdict, saying):
    def test(self):
        out = self.check_bad(mode, *words, game=game, status=1 if verdict == "failed" else 0)
        self.assert_only(out, check)
        found, text = self.rows(out)[check]
        self.assertEqual(found, verdict)
        self.assertRegex(text, saying)
    return test


for name, finding in FINDINGS.items():
    setattr(Findings, f"test_{name}", test_of(*finding))


class Json(CheckTest):
    def report(self, *words, status):
        result = self.arena("check", "lost_cities", "--json", "--seed", "1", *words)
        self.assertEqual((result.status, result.err), (status, NOT_SHUT_IN), result)
        report = json.loads(result.out)
        self.assertEqual([check["name"] for check in report["checks"]], CHECKS)
        return report, {check["name"]: check for check in report["checks"]}

    def test_of_a_good_bot(self):
        report, checks = self.report(f"{BAD_BOT} play", status=0)
        del report["checks"]
        slow = [name for name, check in checks.items() if is_slow(check["text"])]
        self.assertEqual(report, {"bot": "bad_bot", "game": "lost_cities", "protocol": "native", "games": 3,
                                  "seed": "0x0000000000000001", "ready": True, "failed": 0, "notes": len(slow)})
        self.assertEqual({check["result"] for name, check in checks.items() if name not in slow}, {"ok"})
        speed = checks["speed"]["values"]
        self.assertEqual(speed["answers"], 139)
        self.assertLessEqual(speed["p50_ms"], speed["p90_ms"])
        self.assertLessEqual(speed["p90_ms"], speed["p99_ms"])
        self.assertLessEqual(speed["p99_ms"], speed["max_ms"])
        self.assertGreater(checks["memory"]["values"]["peak_bytes"], 100_000)

    def test_of_a_bad_bot(self):
        report, checks = self.report(f"{BAD_BOT} exit_after 2", status=1)
        self.assertEqual((report["ready"], report["failed"], report["notes"]), (False, 1, 5))
        self.assertEqual(checks["games"]["result"], "failed")
        self.assertEqual(checks["games"]["values"], {"games": 3, "forfeits": 3, "left_out": 0})
        self.assertIn("game 3, after 2 answers: the same", checks["games"]["details"])

    def test_games_that_are_left_out_are_not_counted(self):
        _, checks = self.report(f"{BAD_BOT} hang", "--move-time", "200ms", "--start-time", "1", status=1)
        self.assertEqual(checks["games"]["values"], {"games": 1, "forfeits": 1, "left_out": 2})
        self.assertIn("2 games left out: it would only be late again", checks["games"]["details"])

    def test_quiet(self):
        self.assertEqual(self.arena("check", "streams", "-q", BAD_BOT, "play").err, "")


if __name__ == "__main__":
    main()
