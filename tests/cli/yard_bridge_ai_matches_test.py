"""The AI that is printed with the rules of the yard bridge contest, and whole matches at arena's table.

Ends with status 77 where Node.js or MooTools is not installed: then nothing of it was tried.
"""
import shutil

from yard_bridge_table import ADAPTER, FOLDER, Table, TableTest, documented_ai, main, printed_ai


class Printed(TableTest):
    """The AI that is printed with the contest's rules."""

    def test_it_takes_its_turns(self):
        table = Table(self, printed_ai(self))
        table.begin(dealer=0, hand="6S 9S AC")
        self.assertEqual(table.asked(legal="put 8D,done"), "done")
        self.assertEqual(table.asked(legal="put 7H,take"), "put 7H")
        table.say("put:0:7H")
        self.assertEqual(table.asked(hand="6S", top="7H", legal="done"), "done")
        self.assertEqual(table.asked(hand="6S", top="7H", legal="take"), "take")
        table.say("take:0:1:JC")
        self.assertRegex(table.asked(hand="6S JC", top="7H", legal="put JC,done"), "^put JC [SCHD]$")
        table.say("put:0:JC:S")
        self.assertEqual(table.asked(hand="6S", top="JC", suit="S", legal="done"), "done")
        self.assertEqual(table.asked(hand="6S", top="JC", suit="S", stock=0, legal="done"), "done")
        self.assertEqual(len(self.quiet_end(table)), 1)

    def test_a_six_that_opens_is_covered(self):
        table = Table(self, printed_ai(self))
        table.begin(dealer=0, hand="9S AC", opening="6H")
        self.assertEqual(table.asked(hand="9S AC", top="6H", legal="take"), "take")
        table.say("take:0:1:8H")
        self.assertEqual(table.asked(hand="9S 8H AC", top="6H", legal="put 8H"), "put 8H")
        table.say("put:0:8H")
        self.assertEqual(table.asked(hand="9S AC", top="8H", legal="done"), "done")
        self.quiet_end(table)


class Documented(TableTest):
    def test_the_ai_of_the_page_takes_its_turns(self):
        table = Table(self, documented_ai(self))
        table.begin(dealer=0, hand="6S AC")
        self.assertEqual(table.asked(legal="put 8D,done"), "done")
        self.assertEqual(table.asked(hand="6S AC", legal="put 6S"), "put 6S")
        table.say("put:0:6S")
        self.assertEqual(table.asked(hand="AC", top="6S", legal="take"), "take")
        table.say("take:0:1:9S")
        self.assertEqual(table.asked(hand="9S AC", top="6S", legal="put 9S"), "put 9S")
        self.assertEqual(table.asked(hand="AC", top="9S", legal="done"), "done")
        self.assertEqual(self.quiet_end(table), [])


class WholeMatches(TableTest):
    """At arena's own table."""

    def setUp(self):
        super().setUp()
        if "yard_bridge" not in self.succeed("games").out:
            self.leave_out("this arena has no yard bridge")

    def play(self, *players, more=(), keys=()):
        """The keys are the first player's."""
        words = [word for number, player in enumerate(players)
                 for word in ("-p", *(keys if number == 0 else ()), "--", "node", ADAPTER, *player, "--")]
        return self.arena("run", "yard_bridge", *words, "--seed", "4", "--record", "games.jsonl", *more)

    def forfeit(self, ai, *texts, keys=()):
        result = self.play([self.file("bad.js", ai)], [FOLDER / "yard_bridge/example_ai.js"], keys=keys)
        game, = self.records()
        self.assertEqual([(forfeit["seat"]) for forfeit in game["forfeits"]], [0], result)
        self.assertEqual(game["places"], [2, 1])
        for text in texts:
            self.assertIn(text, result.err)
        return game["forfeits"][0]["reason"]

    def whole_match(self, *players, more=()):
        result = self.play(*players, more=("--strict", *more))
        self.assertEqual(result.status, 0, result)
        game = self.records()[-1]
        self.assertEqual(game["end"], "played out")
        self.assertEqual([move for move in game["moves"] if "rejected" in move], [])
        self.succeed("replay", "games.jsonl")

    def test_the_printed_ai_plays_with_two_three_four_and_six(self):
        ai = printed_ai(self)
        for players in (2, 3, 4, 6):
            with self.subTest(players=players):
                self.whole_match(*[[ai]] * players)

    def test_our_own_ais_meet_each_other(self):
        self.whole_match([documented_ai(self)], [FOLDER / "yard_bridge/example_ai.js"])

    def test_who_throws_touches_or_never_finishes_forfeits(self):
        body = 'Bridge.AI = new Class({{Extends: Bridge.AIUtils, movement: function () {{ {} }}}});'
        for act, reason, text in (("boom();", "exit", "boom is not defined"), ("return;", "exit", "has not finished its move"),
                                  ("this.getPlayers()[1].cards[0];", "exit", "touched getPlayers()[1].cards[0]")):
            with self.subTest(act):
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                self.assertEqual(self.forfeit(body.format(act), text), reason)
        (self.folder / "games.jsonl").unlink()
        self.assertEqual(self.forfeit(body.format("while (true) {}"), keys=["move-time=500ms"]), "time")

    def test_with_its_record_a_match_can_be_played_again_with_open_cards(self):
        example = FOLDER / "yard_bridge/example_ai.js"
        self.whole_match([example], [example])
        shutil.copy(self.folder / "games.jsonl", self.folder / "deals.jsonl")
        opened = self.file("opened.js", example.read_text() + """
            window.addEvent("domready", function () {
              Bridge.AI = new Class({Extends: Bridge.AI, movement: function (first) {
                this.debug();
                [this.deck, this.getPlayers()[1].cards].each(function (cards) {
                  cards.each(function (card) { if (!Bridge.allRanks.contains(card.rank)) throw new Error("closed"); });
                });
                this.parent(first);
              }});
            });""")
        self.whole_match(["--debug", "deals.jsonl", opened], [example])


if __name__ == "__main__":
    main()
