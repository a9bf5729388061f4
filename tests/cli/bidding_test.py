"""The bidding game at the command line: the quiz's bots unchanged, a process per game, its last line."""
import re
import shutil
import sys
import unittest

from support import ROOT, ArenaTest, main

# The loop of the quiz's bots in Python: it does not read the last line, and exits after 13 bids.
LOOP = """\
import re, sys
def number(): return int(re.search(r"\\d+", sys.stdin.readline())[0])
cards = list(range(1, 14))
for round in range(13):
    prize = number()
    bid = {bid}
    cards.remove(bid)
    print(bid, flush=True)
    {then}
"""


def planner(test):
    """The Planner, cut out of the quiz's summary. Skips the test if the summary is not here."""
    texts = sorted((ROOT.parent / "shared/seeds").glob("002*.txt"))
    if not texts:
        test.leave_out("the summary of the quiz (../shared/seeds/002*.txt beside the project) is not here")
    text = texts[0].read_text()
    begin, end = text.index("class Player\n"), text.index("In this code we begin")
    # The text alternates between program and prose, with "# ..." between them; a "\\$" is a "$" of the program.
    pieces = re.split(r"(?m)^# \.\.\.$", text[begin:end])
    code = "\n".join(pieces[0::2]).replace("\\$", "$")
    # The summary protects a reader but does not define it.
    code = code.replace("protected   :cards_left", "attr_reader :cards_left\nprotected   :cards_left", 1)
    return test.file("planner.rb", code)


class BiddingTest(ArenaTest):
    def bot(self, name, bid, then="sys.stdin.readline()"):
        return self.file(name, LOOP.format(bid=bid, then=then))

    def python(self, bot):
        return ["-p", sys.executable, str(bot)]

    def play(self, *words):
        result = self.succeed("run", "bidding", *words, "--record", "games.jsonl", "--seed", "3")
        self.succeed("replay", "games.jsonl")
        return result


class OldBots(BiddingTest):
    def test_json_takes_the_number_alone(self):
        self.file("floats.py", """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][0] + ".0"}), flush=True)
""")
        self.succeed("run", "bidding", "-p", "protocol=json", "python3", "floats.py", "-b", "random", "--record", "games.jsonl")
        self.assertIn("Invalid bid.", self.records()[0]["forfeits"][0]["detail"])

    @unittest.skipUnless(shutil.which("ruby"), "ruby is not installed")
    def test_the_planner_of_the_quiz_bids_as_the_built_in_one(self):
        self.play("-p", "ruby", planner(self), "-b", "mimic", "-n", "5")
        ruby = [game["moves"] for game in self.records()]
        (self.folder / "games.jsonl").unlink()
        self.play("-b", "planner", "-b", "mimic", "-n", "5")
        self.assertEqual(ruby, [game["moves"] for game in self.records()])

    def test_ordered_mimic_and_random_bots_play_by_the_protocol(self):
        bots = [self.bot("ordered.py", "min(cards)"), self.bot("mimic.py", "prize"),
                self.bot("any.py", "__import__('random').choice(cards)")]
        for first in bots:
            for second in bots:
                self.play(*self.python(first), *self.python(second), "-n", "2")
        self.assertEqual({game["end"] for game in self.records()}, {"played out"})


class Processes(BiddingTest):
    def test_a_bot_is_started_for_every_game(self):
        bot = self.bot("bot.py", "max(cards)")
        bot.write_text("open('started', 'a').write('x')\n" + bot.read_text())
        self.play(*self.python(bot), "-b", "mimic", "-n", "4")
        self.assertEqual((self.folder / "started").read_text(), "xxxx")

    def test_a_bot_may_exit_right_after_its_last_bid(self):
        bot = self.bot("bot.py", "max(cards)", "if round < 12: sys.stdin.readline()")
        self.play(*self.python(bot), *self.python(bot), "-n", "5")
        self.assertEqual([game["end"] for game in self.records()], ["played out"] * 5)

    def test_an_exit_before_the_last_bid_forfeits(self):
        bot = self.bot("bot.py", "max(cards)", "if round == 11: sys.exit()\n    sys.stdin.readline()")
        self.play(*self.python(bot), "-b", "mimic")
        game, = self.records()
        self.assertEqual(game["end"], "forfeit")
        self.assertEqual(game["forfeits"][0]["reason"], "exit")
        self.assertEqual(game["places"], [2, 1])

    def test_a_bid_made_before_forfeits_without_an_error_line(self):
        bot = self.bot("bot.py", "max(cards)", "cards = [max(cards) + 1] if round == 3 else cards; sys.stdin.readline()")
        result = self.play(*self.python(bot), "-b", "ordered", "--log-dir", "logs")
        game, = self.records()
        self.assertEqual(game["forfeits"][0]["reason"], "refused")
        self.assertEqual([move["rejected"] for move in game["moves"] if "rejected" in move], ["Card already used."])
        self.assertIn("Card already used.", result.err)
        sent = [line[2:] for line in (self.folder / "logs/000001-0-bot.dialogue").read_text().splitlines()
                if line.startswith("> ")]
        for line in sent:
            self.assertRegex(line, r"\A(Competition card|Opponent's bid):  \d+\Z")

    def test_three_and_four_players_hear_of_every_opponent(self):
        listener = self.bot("listener.py", "max(cards)", "print(sys.stdin.readline() + sys.stdin.readline(), end='', file=sys.stderr)")
        self.play(*self.python(listener), "-b", "mimic", "-b", "ordered", "--log-dir", "logs")
        heard = (self.folder / "logs/000001-0-listener.stderr").read_text().splitlines()
        self.assertEqual(len(heard), 26)
        game, = self.records()
        bids = [move["move"] for move in game["moves"]]
        self.assertEqual(heard[:2], [f"Opponent's bid:  {bids[1]}", f"Opponent's bid:  {bids[2]}"])


class Options(BiddingTest):
    def test_options_reach_the_game_and_the_record(self):
        self.play("-b", "random", "-b", "random", "--option", "cards=5", "--option", "ties=carry",
                  "--option", "prizes=descending")
        game, = self.records()
        self.assertEqual(game["options"], {"cards": 5, "ties": "carry", "prizes": "descending"})
        self.assertEqual(game["deal"], {"prizes": [5, 4, 3, 2, 1]})

    def test_wrong_options_name_what_is_possible(self):
        for option, words in (("ties=split", ["split", "discard or carry"]), ("cards=1", ["2 to 32", "1"]),
                              ("players=2", ["players", "cards, ties, prizes, unique"])):
            result = self.arena("run", "bidding", "-b", "random", "--option", option, status=2)
            for word in words:
                self.assertIn(word, result.err)

    def test_the_default_opponent_is_the_middle_level(self):
        result = self.play("-b", "mimic")
        self.assertIn("scatter plays there", result.err)


if __name__ == "__main__":
    main()
