"""`arena compare`: it stops when it is known who is better, at the same deal with any number of jobs."""
import json
import signal
import sys

from support import BAD_BOT, ArenaTest, main, wait_until

BETTER = """\
Lost Cities: {games} games ({deals} deals, each in 2 seatings), seed 0x0000000000000007

"""


class Compare(ArenaTest):
    def compare(self, *words):
        """Two built-in bots of Lost Cities, the stronger one first."""
        return self.arena("compare", "lost_cities", "-b", "greedy", "-b", "random", "--seed", "7", *words)

    def decided(self, *words):
        result = self.compare("--json", "-q", *words)
        self.assertEqual(result.status, 0, result)
        return json.loads(result.out)

    def test_the_stronger_bot_is_found_and_told_in_words(self):
        result = self.compare("-q")
        self.assertEqual(result.status, 0, result)
        self.assertEqual(result.err, "")
        told = self.decided()
        deals = told["deals"]
        self.assertTrue(result.out.startswith(BETTER.format(games=2 * deals, deals=deals)), result)
        self.assertIn("greedy against random: ", result.out)
        self.assertRegex(result.out, r"Win share of greedy: [\d.]+ % \(95 % confidence sequence: [\d.]+ to [\d.]+ %\)\.")
        self.assertIn("greedy is better than random by wins.\nNo forfeits.\n", result.out)
        self.assertEqual(told["text"], result.out)

    def test_the_weaker_bot_may_come_first(self):
        result = self.succeed("compare", "lost_cities", "-b", "random", "-b", "greedy", "--seed", "7", "--json")
        told = json.loads(result.out)
        self.assertEqual(told["decision"], "second better")
        self.assertLess(told["sequence"][1], 0.5)
        self.assertIn("greedy is better than random", told["text"])

    def test_json_has_the_figures(self):
        told = self.decided()
        first, second = told["players"]
        self.assertEqual((told["decision"], told["by"], told["confidence"], told["margin"], told["more_deals"]),
                         ("first better", "wins", 0.95, 0, 0))
        self.assertEqual((first["name"], second["name"]), ("greedy", "random"))
        self.assertEqual((first["wins"], first["draws"]), (second["losses"], second["draws"]))
        self.assertEqual(first["wins"] + first["draws"] + first["losses"], told["matches"])
        self.assertEqual(told["matches"], 2 * told["deals"])
        self.assertGreater(told["sequence"][0], 0.5)
        self.assertAlmostEqual(told["value"], (first["wins"] + first["draws"] / 2) / told["matches"])

    def test_the_result_and_the_records_are_the_same_with_any_number_of_jobs(self):
        results = []
        for jobs in (1, 3):
            result = self.compare("-q", "-j", str(jobs), "--record", f"{jobs}.jsonl")
            self.assertEqual(result.status, 0, result)
            results.append((result.out, (self.folder / f"{jobs}.jsonl").read_text()))
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0][1].count("\n"), self.decided()["matches"])

    def test_more_certainty_takes_more_deals(self):
        self.assertLess(self.decided("--until", "80%")["deals"], self.decided("--until", "99.9%")["deals"])

    def test_the_most_deals_end_it_undecided(self):
        result = self.arena("compare", "lost_cities", "-b", "random", "-b", "random", "--seed", "7", "--max-deals", "12")
        self.assertEqual(result.status, 1, result)
        self.assertIn("(12 deals, each in 2 seatings)", result.out)
        self.assertIn("Not decided. ", result.out)

    def test_equal_bots_are_close_within_a_margin(self):
        result = self.succeed("compare", "lost_cities", "-b", "random", "-b", "random", "--seed", "7", "--margin", "25%", "--json")
        told = json.loads(result.out)
        self.assertEqual((told["decision"], told["margin"]), ("close", 0.25))
        self.assertIn("random and random-2 are close by wins: their win shares are within 25 % of 50 %.", told["text"])

    def test_by_score_the_lead_counts(self):
        result = self.succeed("compare", "streams", "-b", "spread", "-b", "random", "--seed", "7", "--json")
        told = json.loads(result.out)
        self.assertEqual((told["by"], told["decision"]), ("score", "first better"))
        self.assertGreater(told["value"], told["sequence"][0])
        self.assertIn("Lead of spread: +", told["text"])
        by_wins = self.succeed("compare", "streams", "-b", "spread", "-b", "random", "--rank-by", "wins", "--seed", "7")
        self.assertIn("Win share of spread: ", by_wins.out)

    def test_alike_seats_are_not_exchanged_and_bots_stay(self):
        bot = self.file("bot.py", "import os\nwith open('starts', 'a') as file: file.write('x')\n"
                                  "while True: print(input().split(':')[0].split().index('-1'), flush=True)\n")
        result = self.arena("compare", "streams", "-p", sys.executable, bot, "-b", "first_slot", "-j", "1", "--max-deals", "12")
        self.assertIn("Streams: 12 games (12 deals), seed", result.out)
        self.assertEqual((self.folder / "starts").read_text(), "x")

    def test_by_score_there_is_a_hint_when_it_takes_long(self):
        words = ("compare", "streams", "-b", "random", "-b", "random", "--seed", "7", "--max-deals")
        hint = "By wins it may take fewer: --rank-by wins."
        self.assertIn(hint, self.arena(*words, "100").out)
        self.assertNotIn(hint, self.arena(*words, "99").out)
        self.assertNotIn(hint, self.arena(*words, "100", "--rank-by", "wins").out)

    def test_sprt_accepts_one_of_two_elo_differences(self):
        told = self.decided("--sprt", "0", "100")
        self.assertEqual(told["decision"], "elo1")
        self.assertGreaterEqual(told["sprt"]["log_ratio"], told["sprt"]["bounds"][1])
        self.assertIn("The test accepts 100 Elo for greedy, and rejects 0.", told["text"])

    def test_elo_differences_may_be_negative(self):
        told = self.decided("--sprt", "-200", "-100")
        self.assertEqual((told["decision"], told["sprt"]["elo0"]), ("elo1", -200))

    def test_a_bot_that_crashes_in_every_game_was_not_measured(self):
        result = self.arena("compare", "lost_cities", "-p", BAD_BOT, "exit", "-b", "random", "--seed", "7")
        self.assertEqual(result.status, 1, result)
        self.assertRegex(result.out, r"bad_bot made no move, and forfeited (\d+) of \1 games\. This does not measure strength\.")
        self.assertRegex(result.out, r"bad_bot forfeited \d+ games \(")

    def test_ctrl_c_shows_what_is_known_so_far(self):
        running = self.start("compare", "lost_cities", "-b", "random", "-b", "random", "--until", "99.9999%", "--max-deals", 10**7,
                             "--record", "games.jsonl")
        wait_until(lambda: (self.folder / "games.jsonl").exists() and len(self.records_so_far()) > 4, "games are recorded")
        running.signal(signal.SIGINT)
        result = running.finish()
        self.assertEqual(result.status, 130, result)
        self.assertIn("Not decided. ", result.out)
        self.assert_nothing_left()

    def records_so_far(self):
        return (self.folder / "games.jsonl").read_text().splitlines()

    def test_what_cannot_be_meant_is_refused(self):
        pair = ("-b", "random", "-b", "greedy")
        for words, saying in (
                ((*pair, "--margin", "2"), "2%"),
                ((*pair, "--margin", "50%"), "below 50%"),
                ((*pair, "--margin", "5000", "--rank-by", "score"), "1180"),
                ((*pair, "--margin", "2%", "--rank-by", "score"), "or compare by wins: --rank-by wins --margin 2%"),
                ((*pair, "--until", "100%"), "100%"),
                ((*pair, "--until", "0.95"), "--until"),
                ((*pair, "--sprt", "5", "5"), "lower one first"),
                ((*pair, "--sprt", "0", "5", "--margin", "2%"), "leave out --margin"),
                ((*pair, "--sprt", "0", "5", "--rank-by", "score"), "--rank-by wins"),
                ((*pair, "-b", "random"), "two players, not 3"),
                (("-b", "random", "--human"), "arena play")):
            result = self.arena("compare", "lost_cities", *words)
            self.assertEqual(result.status, 2, result)
            self.assertIn(saying, result.err)


if __name__ == "__main__":
    main()
