"""The adapter for the yard bridge contest's AIs: how an AI loses by itself, and what debug() opens.

Ends with status 77 where Node.js or MooTools is not installed: then nothing of it was tried.
"""
import json
import shutil

from yard_bridge_table import FOLDER, Table, TableTest, main


class Ends(TableTest):
    """An AI that fails ends with status 1, and a text that says why: arena makes that a forfeit."""

    def fails(self, body, *texts, members="", answers=()):
        """It fails in its first turn, after these answers."""
        table = self.table(body, members)
        table.begin()
        table.turn()
        for answer in answers:
            self.assertEqual(table.answer(), answer)
            table.turn()
        return self.ends_with(table, *texts)

    def test_it_throws(self):
        result = self.fails("this.nothing();", "ai.js: the AI threw in movement(): TypeError: this.nothing is not a function",
                            "ai.js:6:12)")
        self.assertEqual(len(result.err.splitlines()), 2, result)

    def test_it_throws_something_else(self):
        self.fails("throw 'a \\u001b word'", r"the AI threw in movement(): a \u001b word")
        self.fails("throw null", "the AI threw in movement(): null")
        self.fails("throw {toString: function () { throw 1; }}", "something that cannot be shown")
        self.fails("var error = new Error('x'); Object.defineProperty(error, 'stack', {get: function () { throw 1; }}); "
                   "throw error", "Error: x")

    def test_it_throws_while_it_is_made(self):
        self.fails("", "the AI threw in initialize(): Error: no", members="initialize: function () { throw new Error('no'); },")

    def test_it_throws_in_a_callback(self):
        self.fails("this.getCard(function () { throw new Error('late'); })",
                   "the AI threw in the callback of getCard(): Error: late", "ai.js:6:", answers=["take"])

    def test_it_throws_in_a_timer_and_in_a_promise(self):
        self.fails("setTimeout(function () { throw new Error('late'); }, 1)",
                   "the AI threw in a function that setTimeout called: Error: late")
        self.fails("Promise.reject(new Error('broken'))", "the AI threw in a promise: Error: broken")

    def test_it_puts_what_cannot_be_put(self):
        self.fails("this.putCard(this.player.cards[0])",
                   "the AI threw in movement(): Error: putCard: Шестёрка пик cannot be put now", "ai.js:6:")

    def test_it_puts_the_next_card_too_soon(self):
        self.fails("this.putCard(this.player.cards[2]); this.putCard(this.player.cards[4])",
                   "Error: putCard: the card put or taken before is still on its way", answers=["put 7H"])

    def test_it_moves_when_its_turn_is_over(self):
        table = self.table("this.finishMove(); this.getCard.delay(1, this)")
        table.begin()
        self.assertEqual(table.asked(legal="done"), "done")
        self.ends_with(table, "Error: getCard: it is not this AI's turn")

    def test_it_never_finishes(self):
        unfinished = "the AI has not finished its move: no finishMove(), and no putCard(), getCard() or timer is under way"
        self.fails("", unfinished)
        self.fails("this.getCard()", unfinished, answers=["take"])
        self.fails("this.getCard(function () {})", unfinished, answers=["take"])
        self.fails("setTimeout(function () {}, 1)", unfinished)

    def test_it_has_no_movement(self):
        table = Table(self, self.file("ai.js", "Bridge.AI = new Class({Extends: Bridge.AIUtils});"))
        table.begin()
        table.turn()
        self.ends_with(table, "Error: this AI has no movement()")

    def test_its_text_is_wrong(self):
        for text, *said in (("Bridge.AI = ;", "the AI cannot be read: Unexpected token ';'", "ai.js:1"),
                            ("Bridge.AI = {", "the AI cannot be read: Unexpected end of input"),
                            ("boom();", "the AI threw in its text: ReferenceError: boom is not defined", "ai.js:1:1"),
                            ("window.addEvent('domready', function () { boom(); })",
                             'the AI threw in the handler of "domready": ReferenceError'),
                            ("", "the AI defines no class Bridge.AI")):
            with self.subTest(text):
                self.ends_with(Table(self, self.file("ai.js", text)), *said)


class Touches(TableTest):
    """What a player may not see ends the match, even if the AI would catch what is thrown."""

    THEIR_CARDS = {
        "cards[0]": "getPlayers()[1].cards[0]",
        "cards.getLast()": "getPlayers()[1].cards[3]",
        "cards.each(function (card) { card.rank; })": "getPlayers()[1].cards[0]",
        "cards.forEach(function (card) { card.rank; })": "getPlayers()[1].cards[0]",
        "for (var card of cards) this.message(card.rank)": "getPlayers()[1].cards[0]",
        "[].concat(cards)": "getPlayers()[1].cards[0]",
        "cards.slice(0)": "getPlayers()[1].cards[0]",
        "cards.contains(this.lastCard())": "getPlayers()[1].cards[0]",
        "cards.map(String)": "getPlayers()[1].cards[0]",
        "'0' in cards && cards['0']": "getPlayers()[1].cards[0]",
        "Object.getOwnPropertyDescriptor(cards, 0)": "getPlayers()[1].cards[0]",
        "cards.empty()": "getPlayers()[1].cards.length",
        "cards.push(this.lastCard())": "getPlayers()[1].cards[4]",
        "players[1].sumCards()": "getPlayers()[1].sumCards()",
        "players[1].hasPuttable()": "getPlayers()[1].hasPuttable()",
        "new players[1].constructor(1).cards[0]": "getPlayers()[1].cards[0]",
    }
    THE_DECK = {
        "this.deck[0]": "the deck[0]",
        "Bridge.deck.getLast()": "the deck[25]",
        "this.deck.cards": "the deck.cards",
        "this.deck.shift()": "the deck[0]",
    }

    def test_they_end_it(self):
        for touch, name in {**self.THEIR_CARDS, **self.THE_DECK}.items():
            with self.subTest(touch):
                table = self.table("var players = this.getPlayers(), cards = players[1].cards; "
                                   f"try {{ {touch}; }} catch (error) {{}} this.getCard()")
                table.begin()
                table.turn()
                result = self.ends_with(table, f"ai.js: the AI touched {name}, which it may not see", "ai.js:6:")
                self.assertEqual(result.out, "")

    def test_to_count_or_to_show_them_is_no_touch(self):
        said = self.said("this.message(this.deck.length); this.message(this.getPlayers()[1].cards); "
                         "this.message(String(Bridge.deck)); this.message(this.getPlayers()[1])")
        self.assertEqual(said, ["26", '"[4 hidden cards]"', "[26 hidden cards]", "{}"])

    def test_an_ai_may_have_a_deck_of_its_own(self):
        self.assertEqual(self.said("this.deck.push(2); this.message(this.deck)", "deck: [1],"), ["[1,2]"])


class Debug(TableTest):
    PEEK = """
        this.debug();
        this.message(this.getPlayers()[1].cards.map(function (card) { return card.rank + card.suit; }).join());
        this.message(this.deck.length + " " + this.deck[0].getName() + " " + this.getPlayers()[1].sumCards());
        this.getCard(this.finishMove.bind(this))"""

    def record(self, *changed, shuffles=()):
        """A record of a deal of two cards each, in which seat 1 deals; the dealer's second card opens."""
        deck = "6S 9S 7H 8H KD AD QD".split()
        deal = {"deck": deck, "dealer": 1, "shuffles": [list(cards) for cards in shuffles], **dict(changed)}
        return self.file("games.jsonl", json.dumps({"arena": 1, "game": "yard_bridge", "deals": [deal]}) + "\n")

    def peek(self, record):
        table = self.table(self.PEEK, words=("--debug", record))
        table.begin(hand="6S 7H")
        return table

    def test_without_leave_it_throws(self):
        said = self.said("try { this.debug(); } catch (error) { this.message(error.message); }")
        self.assertEqual(said, ["debug: this needs the option --debug of yard_bridge_ai.js"])

    def test_with_the_record_of_the_same_deal_all_cards_are_open(self):
        table = self.peek(self.record(shuffles=(["9S", "8H"],)))
        self.assertEqual(table.asked(hand="6S 7H", counts="2 1", stock=3, legal="take"), "take")
        table.say("take:0:1:KD")
        self.assertEqual(table.asked(hand="6S 7H KD", counts="3 1", stock=2, legal="done"), "done")
        table.say("take:1:1", "put:1:AD", "take:1:1", "put:1:QD", "put:1:9S", "put:0:7H", "shuffle:4")
        result = table.finish()
        self.assertEqual(result.err.splitlines(), ["9s", "3 Король бубен 0"])

    def test_what_the_others_take_is_seen_too_and_shuffles_are_those_of_the_record(self):
        table = self.peek(self.record(shuffles=(["8H", "AD"],)))
        table.say("take:1:3", "put:1:AD", "put:1:QD", "shuffle:2", "take:1:1")
        self.assertEqual(table.asked(hand="6S 7H", top="QD", counts="2 3", stock=1, legal="take"), "take")
        self.assertEqual(self.quiet_end(table), ["9s,8h,kd", "1 Туз бубен 10"])

    def test_what_was_left_of_the_old_stock_is_drawn_first(self):
        table = self.peek(self.record(shuffles=(["8H", "AD"],)))
        table.say("take:1:2", "put:1:AD", "put:1:KD", "shuffle:2", "take:1:2")
        self.assertEqual(table.asked(hand="6S 7H", top="KD", counts="2 3", stock=1, legal="take"), "take")
        self.assertEqual(self.quiet_end(table), ["9s,8h,qd", "1 Туз бубен 10"])

    def test_after_another_shuffle_what_is_drawn_is_hidden(self):
        table = self.peek(self.record(shuffles=(["8H", "KD"],)))
        table.say("take:1:3", "put:1:AD", "put:1:QD", "shuffle:2", "take:1:1")
        table.turn(hand="6S 7H", top="QD", counts="2 3", stock=1, legal="take")
        self.ends_with(table, "the AI touched getPlayers()[1].cards[0]")

    def test_a_record_of_other_cards_opens_none(self):
        for change in (("dealer", 0), ("deck", "6S 9S 8H 7H KD AD QD".split()), ("deck", "6S 9S JH 8H KD".split())):
            with self.subTest(change):
                table = self.peek(self.record(change))
                table.turn(hand="6S 7H", counts="2 1", stock=3, legal="take")
                self.ends_with(table, "the AI touched getPlayers()[1].cards[0]")


class CommandLine(TableTest):
    def refused(self, *words, says):
        self.ends_with(Table(self, *words), says, status=2)

    def test_words_that_it_does_not_understand(self):
        ai = self.ai()
        self.refused(says="give one AI file, not 0")
        self.refused(ai, ai, says="give one AI file, not 2")
        self.refused("--depth", "3", ai, says="--depth")
        self.refused("--seed", "x", ai, says='--seed needs a number, not "x"')
        self.refused("nothing.js", says="nothing.js")
        self.refused("--debug", "nothing.jsonl", ai, says="--debug nothing.jsonl: ENOENT")
        self.refused("--debug", ai, ai, says=f"--debug {ai}: ")

    def test_without_mootools_it_says_what_to_do(self):
        shutil.copytree(FOLDER, self.folder / "js", ignore=shutil.ignore_patterns("node_modules"))
        table = Table(self, self.ai(), folder=self.folder / "js")
        self.ends_with(table, f'MooTools is not installed: run "npm ci" in {self.folder / "js"} first', status=2)


if __name__ == "__main__":
    main()
