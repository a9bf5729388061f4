"""Rows 9 to 20: bots that are silent, or that write too much, too early, too late, or something that is no answer."""
import json
import os
import re
import sys

from burning import burn
from catalogue import RowTest
from judging import ACTING, GRACE, LIMIT, milliseconds
from support import BAD_BOT, MEASURES, WHOLE

LONGEST_LINE = 64 * 1024
MOST_OUTPUT = 1024 * 1024

# The kernel counts a process's pages for each processor apart, and a peak leaves out what is not yet added up: up to
# 32 pages or two a processor (percpu_counter_batch), of files and of its own memory.
PROCESSORS = os.cpu_count()
PEAK_IS_OFF_BY = 2 * PROCESSORS * max(32, 2 * PROCESSORS) * os.sysconf("SC_PAGE_SIZE")

# Control characters, but for the ends of lines.
CONTROLS = "[\0-\x09\x0b-\x1f\x7f-\x9f\udc80-\udcff]"

# Answers each question with the answer to the question before, and then with its own, as a slow bot might.
OLD_ANSWERS = r"""
import json, sys
last = None
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        if last:
            print(last, flush=True)
        last = json.dumps({"move": turn["legal"][0], "id": turn["id"]})
        print(last, flush=True)
"""


# Before its second answer it sends answers to its first question, of which many are no answer at all: without end, as
# much as the pipe holds, or one every 10 ms, until after the given time.
OLD_ANSWERS_WITHOUT_END = r"""
import json, os, sys, time
how, seconds = sys.argv[1], float(sys.argv[2])
turns = 0
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] != "turn": continue
    turns += 1
    if turns == 2:
        child = os.fork()
        while child == 0:
            os.write(1, b'{"id":1}\n' * (400 if how == "flood" else 1))
            if how != "flood": time.sleep(0.01)
        time.sleep(seconds)
        os.kill(child, 9); os.waitpid(child, 0)
    os.write(1, (json.dumps({"move": turn["legal"][0], "id": turn["id"]}) + "\n").encode())
"""


class Silence(RowTest):
    def test_row_09_never_answers(self):
        self.late("hang", answers=0)

    def test_row_09_falls_silent_in_mid_game(self):
        self.late("hang_after 7", answers=7, limit=ACTING)

    def test_row_10_drips(self):
        for rest in (20, 200):
            self.late(f"drip {rest}", "no answer within 3s; it sent", "without a newline: is the line ended and flushed?", limit=ACTING)

    def test_row_10_does_not_end_its_line(self):
        self.late("partial", 'no answer within 3s; it sent "5D" without a newline: is the line ended and flushed?', limit=ACTING)


class Babble(RowTest):
    def test_row_11_chatters_as_fast_as_it_can(self):
        self.forfeits("chatter", "limit", f"too much output: more than {MOST_OUTPUT} bytes that answer nothing",
                      most=LIMIT, answers=0)

    def test_row_11_chatters_slowly(self):
        self.late("chatter_slowly 300", "no answer within", "what was left of the question's time after", limit=ACTING)

    def test_row_12_floods(self):
        self.forfeits("flood", "limit", f"sent {LONGEST_LINE + 1} bytes without a newline", answers=0)

    def test_row_12_a_line_one_byte_too_long(self):
        self.forfeits(f"long_line {LONGEST_LINE + 1}", "limit", f"sent {LONGEST_LINE + 1} bytes without a newline", answers=0)
        # One byte less, and it is an answer, though refused; the game goes on.
        self.plays_on(f"long_line {LONGEST_LINE}")
        refused, = [move for move in self.records()[0]["moves"] if "rejected" in move]
        self.assertEqual((set(refused["move"]), refused["rejected"]), ({"x"}, "Invalid play."))

    def test_row_12_takes_no_memory(self):
        self.witness()
        usual = self.peak_after("exit_at_start", "3")
        for mode in ("long_line 100000000", "flood", "chatter"):
            # A cap twice, and so much more or less of arena's own files may be in memory; daily, far less than it sends.
            more = 2 * MOST_OUTPUT + PEAK_IS_OFF_BY if WHOLE else 32 * MOST_OUTPUT
            self.assertLess(self.peak_after(*mode.split()), usual + more, mode)
            self.assertEqual(self.records()[-1]["forfeits"][0]["reason"], "limit")
        self.assert_replays(len(self.records()))

    def test_row_13_a_last_line_without_its_end_counts(self):
        self.forfeits("no_newline_at_end", "exit", "exited with status 0 before the end of the game", answers=1)
        self.plays_on("play")
        answers = [move["seat"] for move in self.records()[0]["moves"]].count(0)
        self.plays_on(f"no_newline_at_end {answers - 1}")


class Spelling(RowTest):
    def test_row_14_blanks_and_crlf_are_no_part_of_an_answer(self):
        for mode in ("crlf", "tabs"):
            result = self.plays_on(mode)
            self.assertFalse(any(move["move"] != move["move"].strip() for move in self.records()[0]["moves"]))
            self.assertNotIn("dropped", result.err)

    def test_row_14_a_byte_order_mark_is_no_part_of_an_answer(self):
        for mode in ("bom", "early_bom"):
            result = self.plays_on(mode)
            self.assertEqual([move["move"] for move in self.records()[0]["moves"] if "rejected" in move], [])
            self.assertNotIn("dropped", result.err)

    def test_row_14_an_empty_line_is_an_answer(self):
        self.plays_on("empty_line_after", "such lines are dropped.")
        self.forfeits("empty_line_first", "refused", 'the last was "": Invalid play.')

    def test_row_15_much_of_it_does_not_fill_the_disk(self):
        self.forfeits("noise 60000", "refused", most=LIMIT, answers=21, more=("--log-dir", "logs"))
        dialogue = (self.folder / "logs/000001-0-bad.dialogue").read_text()
        self.assertTrue(2**20 < len(dialogue) < 5 * 2**20, len(dialogue))
        self.assertIn("\n... the rest of the bot's lines is left out\n", dialogue)

    def test_row_15_garbage_is_refused_and_nowhere_raw(self):
        for mode in ("garbage", "noise 4096"):
            result = self.forfeits(mode, "refused", "\\x1b", "\\x00", answers=21, more=("--log-dir", "logs"))
            text = (self.folder / "logs/000001-0-bad.dialogue").read_bytes().decode("utf-8")
            self.assertEqual(re.findall(CONTROLS, result.err + result.out + text), [])
            self.assertEqual(re.findall("[\0-\x09\x0b-\x1f]", (self.folder / "games.jsonl").read_bytes().decode("utf-8")), [])
            result = self.run_bot(*mode.split(), more=("--json",))
            self.assertEqual(json.loads(result.out)["players"][1]["forfeits"], {"refused": 1})


class Order(RowTest):
    def test_row_16_a_greeting_is_dropped_and_told(self):
        self.plays_on("hello", "Game 1: bad wrote 1 line before the question was sent; such lines are dropped.")
        self.assertNotIn("hello", str(self.records()[0]["moves"]))

    def test_row_16_a_greeting_without_its_end_takes_the_answer_along(self):
        self.late("half_hello", "no answer within 3s; 1 line that came before the question answered nothing", answers=0, limit=ACTING)

    def test_row_16_an_answer_before_the_question_answers_nothing(self):
        result = self.streams("early_answers", "3", games=50)
        self.assertIn("Game 1: bad wrote 3 lines before the question was sent; such lines are dropped.", result.err)
        self.assertEqual(self.assert_own_answers_only(50), [])

    def test_row_17_a_second_answer_is_dropped_and_told(self):
        result = self.plays_on("two_answers", "such lines are dropped.")
        self.assertNotIn("again", str(self.records()[0]["moves"]))
        answers = len([move for move in self.records()[0]["moves"] if move["seat"] == 0])
        self.assertRegex(result.err, rf"bad wrote ({answers - 1}|{answers}) lines")

    def test_row_17_a_second_answer_that_would_be_legal_does_not_answer_the_next_question(self):
        self.streams("two_legal_answers", games=50)
        self.assertEqual(self.assert_own_answers_only(50), [])

    def test_row_18_late_answers_answer_nothing(self):
        # Every twentieth answer takes about as long as there is time, so that many a game ends by it.
        games = 1000 if WHOLE else 200
        self.streams("about", "6", games=games, limit=0.006, more=("-j", "2"))
        forfeits = self.assert_own_answers_only(games)
        self.assertEqual({forfeit["reason"] for forfeit in forfeits}, {"time"})
        self.assertGreater(len(forfeits), games / 20)
        self.assertTrue(any(move["seat"] == 0 for game in self.records() for move in game["moves"]))

    def test_row_18_an_answer_that_names_its_question_is_dropped_when_that_is_over(self):
        self.file("old.py", OLD_ANSWERS)
        self.arena("run", "streams", "-p", "name=bad", "protocol=json", sys.executable, "old.py", *self.opponent, "-n", "20",
                   "--seed", "1", "--record", "games.jsonl")
        self.assertEqual(self.assert_own_answers_only(20), [])


    def test_row_18_old_answers_buy_no_time(self):
        bot = self.file("old.py", OLD_ANSWERS_WITHOUT_END)
        for how, clock in (("flood", "wall"), ("flood", "cpu"), ("drip", "cpu")):
            with self.subTest(how, clock=clock):
                words = ("run", "lost_cities", "-p", "name=bad", "protocol=json", sys.executable, bot, how, 10, "--seed", "1",
                         "--move-time", "300ms", "--clock", clock, "--record", "games.jsonl")
                result = self.in_time(8, lambda: self.arena(*words))  # it goes on for 10 seconds
                game, = self.records()
                self.assertEqual([(one["seat"], one["reason"]) for one in game.get("forfeits", [])], [(0, "time")], result)


class BusyMachine(RowTest):
    """Beside two processes that only use the processor."""

    LIMIT = 0.250

    def setUp(self):
        super().setUp()
        burn(self)

    def answers(self, *mode, games):
        """The number of answers that counted, the time of the slowest, and the number of late answers."""
        self.streams(*mode, games=games, limit=self.LIMIT, more=("--record-times",))
        forfeits = self.assert_own_answers_only(games)
        self.assertLessEqual({forfeit["reason"] for forfeit in forfeits}, {"time"})
        times = [move["ms"] for game in self.records() for move in game["moves"] if move["seat"] == 0]
        (self.folder / "games.jsonl").unlink()
        return len(times), max(times, default=0) / 1000, len(forfeits)

    def test_row_19_an_answer_after_the_limit_is_late(self):
        self.assertEqual(self.answers("late", str(2 * round(self.LIMIT * 1000) + 10), games=3), (0, 0, 3))

    def test_row_19_answers_at_the_limit(self):
        self.note_unmeasured("answers before the limit")  # others keep the bot from answering in time
        if not MEASURES:
            return
        counted, slowest, late = self.answers("play", games=500)
        self.remarks.append(f"{counted:,} answers at once, {late} called late, the slowest after {slowest * 1000:.0f} ms")
        self.assertEqual((counted, late), (20 * 500, 0))
        limit = round(self.LIMIT * 1000)
        counted, slowest, late = self.answers("late", str(limit - 20), games=3)
        self.remarks.append(f"at {limit - 20} of {limit} ms {counted} counted, {late} late")
        self.assertLessEqual(slowest, self.LIMIT + GRACE)
        self.assertGreater(counted, 0)
        self.assertEqual(self.answers("late", str(limit + 2 * round(GRACE * 1000)), games=3), (0, 0, 3))


class Unread(RowTest):
    NAMES = 10  # of other players, each of 110 KB: a bot that speaks JSON receives them at the start

    def test_row_20_never_reads(self):
        self.late("never_reads", "no answer within 300ms; it has not read the question, and does nothing", answers=0)

    def test_row_20_1_mb_for_it_to_read(self):
        others = [word for i in range(self.NAMES) for word in ("-b", f"name={'x' * 110_000}{i}", "spread")]

        def run(*mode):
            return self.arena("run", "streams", "-p", "name=bad", "protocol=json", BAD_BOT, *mode, *others, "-n", "1", "--seed",
                              "1", "--move-time", milliseconds(ACTING), "--record", "games.jsonl")

        for mode, why in ((["never_reads"], "; it has not read the question, and does nothing"),
                          (["reads_some", "500"], "; it has not read the question"),
                          (["hang"], "")):
            result = self.in_time(ACTING, lambda: run(*mode), lambda: run("close_stdin_at_start").seconds)
            self.assertGreaterEqual(result.seconds, ACTING)
            self.assertIn(f"bad (seat 0) forfeits (time) after 0 answers: no answer within 3s{why}.\n", result.err)
            game, = self.records()
            self.assertEqual([forfeit["seat"] for forfeit in game["forfeits"]], [0])
            self.assertEqual(game["end"], "played out")
            self.assert_replays(1)
