"""Rows 33 and 34: bots that think during the opponent's time, or in other processes."""
import statistics

from catalogue import RowTest
from judging import LIMIT
from support import BAD_BOT, MEASURES, WHOLE

THINKING = 20  # milliseconds of processor time that the opponent takes for each answer
SHORT = () if WHOLE else ("--option", "max_turns=20")


class Time(RowTest):
    def opponents_time(self, *mode, more=()):
        """The median time of an opponent that thinks, and how long the bot's child has thought, in milliseconds."""
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        self.opponent = ("-p", "name=good", "move-time=1m", BAD_BOT, "think_and_play", THINKING)
        self.may_stay.add("pondered")
        result = self.run_bot(*mode, limit=60, more=("--record-times", *SHORT, *more))
        self.assertIn("No forfeits.", result.out, result)
        times = [move["ms"] for move in self.records()[0]["moves"] if move["seat"] == 1]
        return statistics.median(times), sum(times)

    def pondered(self):
        return int((self.folder / "pondered").read_text())

    def test_row_33_nobody_thinks_on_the_opponents_time(self):
        for confinement in ((), ("--sandbox",)):
            with self.subTest(confinement):
                if not MEASURES:
                    self.opponents_time("ponder", more=("--pause", *confinement))
                    continue
                usual, _total = self.opponents_time("play", more=("--pause", *confinement))
                disturbed, total = self.opponents_time("ponder", more=("--pause", *confinement))
                self.assertLessEqual(abs(disturbed - usual), 0.2 * usual)
                if not confinement:
                    rested = self.pondered()
                    self.opponents_time("ponder")
                    self.remarks.append(f"while the opponent thought for {total} ms, a child of the bot ran for {rested} ms, "
                                        f"without --pause for {self.pondered()} ms")
                    # It may run until the first answer, and at the end.
                    self.assertLess(rested, total / 4)
                    self.assertGreater(self.pondered(), total / 4)
        self.note_unmeasured("the opponent's times")

    def test_row_33_nobody_goes_on_by_itself(self):
        self.needs("pauses")
        _median, total = self.opponents_time("ponder_on", more=("--pause",))
        self.note_unmeasured("the opponent's times")
        if MEASURES:
            self.assertLess(self.pondered(), total / 4)

    def test_row_33_who_waits_in_a_way_that_looks_busy_is_late(self):
        result = self.run_bot("vfork", limit=0.05, more=("--clock", "cpu"))
        self.assertIn("bad (seat 0) forfeits (time) after 0 answers: no answer within 50ms of processor time", result.err)

    def test_row_34_children_that_have_ended_count(self):
        # By the wall it takes as long as the machine needs to give it so much.
        result = self.forfeits("workers 2000", "time", "no answer within 300ms of processor time", most=4 * LIMIT, limit=LIMIT,
                               more=("--clock", "cpu"))
        self.assertGreaterEqual(result.seconds, LIMIT)
        self.plays_on("workers 20", most=3, limit=LIMIT, more=("--clock", "cpu"))
