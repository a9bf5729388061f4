"""The adapter for the yard bridge contest's AIs: every method of the interface, and the turns.

Ends with status 77 where Node.js or MooTools is not installed: then nothing of it was tried.
"""
import json

from yard_bridge_table import TableTest, main


class Interface(TableTest):
    def test_players_their_cards_and_scores(self):
        said = self.said("""
            var players = this.getPlayers(), me = this.player;
            this.message(players.length);
            this.message(players.map(function (player) { return player.cards.length; }));
            this.message(players.map(function (player) { return player.score; }));
            this.message(players.indexOf(me));
            this.message(me.cards.map(function (card) { return card.rank + card.suit; }));
            this.message(me.sumCards());
            players.empty(); this.message(this.getPlayers().length)""", totals="10 35")
        self.assertEqual(said, ["2", "[5,4]", "[10,35]", "0", '["6s","9s","7h","ac","jd"]', "35", "2"])

    def test_the_number_of_players_is_that_of_the_seats(self):
        table = self.table("this.message(this.getPlayers().length); this.finishMove()")
        table.begin(players=6)
        self.assertEqual(table.asked(counts="5 1 2 3 4 5", totals="0 0 0 0 0 0", legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["6"])

    def test_what_the_others_hold_is_counted_between_the_turns_too(self):
        table = self.table("this.finishMove()", """
            initialize: function (player) { this.parent(player); this.look.periodical(1, this); },
            look: function () {
              var now = this.getPlayers().map(function (player) { return player.cards.length; }) + " " +
                this.deck.length + " " + (this.lastCard() ? this.lastCard().getName() : "");
              if (now != this.last) this.message(this.last = now);
            },""")
        steps = (["start:2:0:125"], "0,0 0 "), (["deal:1:1:0 0:6S 7S:8H"], "2,1 32 Восьмёрка червей"), \
            (["put:1:9H"], "2,0 32 Девятка червей"), (["take:0:1:KD"], "3,0 31 Девятка червей"), \
            (["take:1:30"], "3,30 1 Девятка червей"), (["shuffle:12", "take:1:2"], "3,32 11 Девятка червей")
        for lines, seen in steps:
            table.say(*lines)
            self.assertEqual(table.running.process.stderr.readline().rstrip("\n"), seen)
        self.assertEqual(self.quiet_end(table), [])

    def test_the_old_names_of_mootools(self):
        said = self.said("""
            var hash = new Hash({a: 1, b: 2}), seen = [];
            hash.set('c', 3).erase('a').each(function (value, key) { seen.push(key + value); });
            $each([4, 5], function (value, index) { seen.push(value + '@' + index); });
            $each({d: 6}, function (value, key) { seen.push(key + value); });
            this.message(seen.join(' '));
            this.message([hash.getKeys(), hash.getLength(), hash.get('a'), hash.keyOf(3), $type(hash)].join(' '));
            this.message(JSON.encode(hash.map(function (value) { return value * 2; })) + Hash.getValues({x: 7}));
            this.message([$type([]), $type(null), $type(1), $random(3, 3), $pick(null, 5), $splat(8).length].join(' '));
            this.message([$A([1, 2]).length, $merge({x: 1}, {y: 2}).y, $chk(''), $chk(0), $defined(0)].join(' '));
            this.message([$try(function () { throw 1; }, function () { return 7; }), [1].extend([2]).length].join(' '));
            this.message([Array.from(new Set([1, 2])).length, [...new Set([1, 2])].length].join(' '));
            var named = function () { return this.name + ':' + [].slice.call(arguments).join(); }, it = {name: 'n'};
            this.message([named.bind(it)(9), named.bind(it, [1, 2])(9), named.bind(it, 1)(9), named.bind(it, 1, 2)(9)].join(' '));
            this.message([named.run([4, 5], it), named.bindWithEvent(it, [1])('e'), named.create({bind: it, arguments: 7})()].join(' '));
            $each(null, function () { seen.push('none'); });
            this.message([$unlink(5), $unlink('ab'), $unlink({a: [1]}).a[0], $A(5), $A(null).length, Hash.extend({a: 1}, {b: 2}).b,
              hash.indexOf(3), hash.contains(2), hash.toQueryString(), Hash({x: 1}).x, Object.keys(hash)].join(' '))""")
        self.assertEqual(said, ["b2 c3 4@0 5@1 d6", "b,c 2  c hash", '{"b":4,"c":6}7', "array false number 3 5 1",
                                "2 2 false true true", "7 2", "1 2", "n:9 n:1,2 n:1,9 n:1,2,9", "n:4,5 n:e,1 n:7",
                                "5 ab 1 5 0 2 c true b=2&c=3 1 b,c"])

    def test_ranks_and_suits(self):
        said = self.said("[this, Bridge, window].each(function (owner) {"
                         "console.log(owner.allRanks.join(), owner.allSuits.join()); })")
        self.assertEqual(said, ["a,k,q,j,10,9,8,7,6 s,c,h,d"] * 3)

    def test_values_and_russian_names(self):
        hand = "6S 7S 8S 9S 10S JC QC KH AD"
        said = self.said("this.player.cards.each(function (card) { console.log(card.getValue(), card.getName()); })",
                         hand=hand, legal="take")
        self.assertEqual(said, ["0 Шестёрка пик", "0 Семёрка пик", "0 Восьмёрка пик", "0 Девятка пик", "10 Десятка пик",
                                "20 Валет треф", "10 Дама треф", "10 Король червей", "15 Туз бубен"])

    def test_the_last_card_and_what_a_jack_orders(self):
        table = self.table("var card = this.lastCard(); this.message(card.rank + card.suit + card.requireSuit); "
                           "this.getCard(this.finishMove.bind(this))")
        table.begin(opening="JS")
        for top, suit in (("JS", "S"), ("JS", "H"), ("9H", "H")):
            self.assertEqual(table.asked(top=top, suit=suit, legal="take"), "take")
            self.assertEqual(table.asked(top=top, suit=suit, legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["jss", "jsh", "9hnull"])

    def test_what_can_be_done_is_what_arena_lists(self):
        said = self.said("""
            this.message(this.player.cards.map(this.canPutCard, this));
            this.message([this.canGetCard(), this.canhGetCard(), this.canFinishMove()]);
            this.message([null, undefined, {}, "6s", this.lastCard()].map(this.canPutCard, this))""")
        self.assertEqual(said, ["[false,false,true,false,true]", "[true,true,false]", "[false,false,false,false,false]"])

    def test_one_of_the_puttable_cards(self):
        said = self.said("for (var i = 0, seen = {}; i < 100; ++i) seen[this.player.hasPuttable().getName()] = 1;"
                         "this.message(Object.keys(seen).sort())", words=("--seed", "1"))
        self.assertEqual(said, ['["Валет бубен","Семёрка червей"]'])

    def test_null_where_none_is_puttable(self):
        self.assertEqual(self.said("this.message(this.player.hasPuttable())", legal="take"), ["null"])

    def test_a_message_is_shown_on_stderr_and_moves_no_cursor(self):
        said = self.said(r'this.message("ход \u001b[2J\n за мной").message("два"); alert("три"); console.log("4", [5])')
        self.assertEqual(said, [r"ход \u001b[2J\n за мной", "два", "три", "4 [5]"])

    def test_the_first_turn_of_who_has_dealt(self):
        table = self.table("this.message(first); this.getCard(this.finishMove.bind(this))")
        table.begin(dealer=0, hand="6S 9S 7H AC")
        for number, dealer in ((1, None), (2, None), (3, 1), (4, 0)):
            if dealer is not None:
                table.deal(number, dealer)
            self.assertEqual(table.asked(), "take")
            self.assertEqual(table.asked(legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["true", "false", "false", "true"])

    def test_mootools_and_the_page(self):
        said = self.said("""
            this.message(MooTools.version); this.message($("canvas")); this.message(document.id("x"));
            this.message([3, 1].contains(1)); this.message(typeOf(this.getPlayers()[1].cards));
            this.message([typeof process, typeof require, typeof module, typeof global, typeof Buffer]);
            this.message(window.constructor.constructor("return typeof process")())""")
        self.assertEqual(said, ["1.5.2", "null", "null", "true", "array", json.dumps(["undefined"] * 5, separators=(",", ":")),
                                "undefined"])

    def test_with_a_seed_its_chance_comes_again(self):
        lines = [self.said("this.message([this.allRanks.getRandom(), Math.random()])", words=("--seed", seed))
                 for seed in ("7", "7", "0x8")]
        self.assertEqual(lines[0], lines[1])
        self.assertNotEqual(lines[0], lines[2])


class Turns(TableTest):
    def test_the_callback_of_a_put_comes_when_the_card_has_landed(self):
        table = self.table("""
            this.putCard(this.player.cards[2], function () {
              this.message(arguments.length + " " + this.lastCard().getName() + " " + this.player.cards.length);
              this.finishMove();
            });
            this.message([this.canPutCard(this.player.cards[4]), this.canGetCard(), this.canFinishMove()]);
            ["getCard", "finishMove"].each(function (name) {
              try { this[name](); } catch (error) { this.message(error.message); }
            }, this);
            try { this.putCard(this.player.cards[4]); } catch (error) { this.message(error.message); }""")
        table.begin()
        self.assertEqual(table.asked(), "put 7H")
        table.say("put:0:7H")
        self.assertEqual(table.asked(hand="6S 9S AC JD", top="7H", legal="done"), "done")
        flying = ": the card put or taken before is still on its way; wait for its callback"
        self.assertEqual(self.quiet_end(table), ["[false,false,false]", "getCard" + flying, "finishMove" + flying,
                                                 "putCard" + flying, "0 Семёрка червей 4"])

    def test_the_callback_of_a_get_is_given_the_card(self):
        table = self.table("this.getCard(function (card) { this.message(card.getName()); this.putCard(card, "
                           "this.finishMove.bind(this)); }.bind(this))")
        table.begin()
        self.assertEqual(table.asked(), "take")
        table.say("take:0:1:10H")
        self.assertEqual(table.asked(hand="6S 9S 7H 10H AC JD", legal="put 10H,done"), "put 10H")
        table.say("put:0:10H")
        self.assertEqual(table.asked(top="10H", legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["Десятка червей"])

    def test_where_no_card_is_to_be_had_the_callback_gets_null_and_nothing_is_sent(self):
        table = self.table("""
            this.getCard(function (card) {
              this.message(card); this.message(this.canPutCard(card)); this.finishMove();
            });
            this.message("later");""")
        table.begin()
        self.assertEqual(table.asked(stock=0, legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["later", "null", "false"])

    def test_finish_move_ends_the_turn(self):
        table = self.table("""
            this.finishMove();
            this.message([this.canPutCard(this.player.cards[0]), this.canGetCard(), this.canFinishMove(),
                          this.player.hasPuttable()]);
            [this.finishMove, this.getCard, this.putCard].each(function (method) {
              try { method.call(this, this.player.cards[0]); } catch (error) { this.message(error.message); }
            }, this);""")
        table.begin()
        self.assertEqual(table.asked(legal="put 7H,done"), "done")
        self.assertEqual(self.quiet_end(table), ["[false,false,false,null]"] + [
            name + ": it is not this AI's turn" for name in ("finishMove", "getCard", "putCard")])

    def test_finish_move_throws_where_it_is_not_allowed(self):
        self.assertEqual(self.said("try { this.finishMove(); } catch (error) { this.message(error.message); }"),
                         ["finishMove: the move cannot be finished now"])

    def test_a_card_that_cannot_be_put_throws(self):
        said = self.said("""
            [this.player.cards[0], this.lastCard(), null, {rank: "7", suit: "h"}].each(function (card) {
              try { this.putCard(card); } catch (error) { this.message(error.message); }
            }, this)""")
        self.assertEqual(said, ["putCard: Шестёрка пик cannot be put now", "putCard: Восьмёрка червей cannot be put now",
                                "putCard: null is no card", "putCard: [object Object] is no card"])

    def test_a_six_is_covered_before_the_end(self):
        table = self.table("""
            var step = function () {
              if (this.canFinishMove()) return this.finishMove();
              var card = this.player.hasPuttable();
              card ? this.putCard(card, step) : this.getCard(step);
            }.bind(this);
            step();""")
        table.begin()
        self.assertEqual(table.asked(top="8S", legal="put 6S"), "put 6S")
        table.say("put:0:6S")
        self.assertEqual(table.asked(hand="7H", top="6S", legal="take"), "take")
        table.say("take:0:1:8D")
        self.assertEqual(table.asked(hand="7H 8D", top="6S", legal="take"), "take")
        table.say("take:0:1:9S")
        self.assertEqual(table.asked(hand="9S 7H 8D", top="6S", legal="put 9S"), "put 9S")
        table.say("put:0:9S")
        self.assertEqual(table.asked(hand="7H 8D", top="9S", legal="done"), "done")
        self.assertEqual(self.quiet_end(table), [])

    def test_jacks(self):
        jack = "this.player.cards.getLast()"
        for order, answer in (("", "put JD D"), (f"{jack}.setRequireSuit('h');", "put JD H"),
                              (f"{jack}.setRequireSuit('s').setRequireSuit('d');", "put JD D"),
                              ("this.player.cards[0].setRequireSuit('h');", "put JD D")):
            with self.subTest(order):
                table = self.table(f"{order} this.putCard({jack})")
                table.begin()
                self.assertEqual(table.asked(), answer)
                self.quiet_end(table)

    def test_a_suit_that_there_is_not_cannot_be_ordered(self):
        said = self.said("try { this.player.cards[4].setRequireSuit('H'); } catch (error) { this.message(error.message); }")
        self.assertEqual(said, ['setRequireSuit: "H" is not one of s, c, h, d'])

    def test_an_order_is_forgotten_when_the_cards_are_dealt_anew(self):
        table = self.table("var jack = this.player.cards.getLast(); this.message(jack.requireSuit); "
                           "jack.setRequireSuit('s'); this.getCard(this.finishMove.bind(this))")
        table.begin()
        for number in (2, 3):
            self.assertEqual(table.asked(), "take")
            self.assertEqual(table.asked(legal="done"), "done")
            table.deal(number)
        self.assertEqual(self.quiet_end(table), ["null", "null"])

    def test_an_order_is_forgotten_when_the_jack_has_been_away(self):
        table = self.table("this.message(this.player.cards.getLast().requireSuit); "
                           "this.player.cards.getLast().setRequireSuit('s'); this.putCard(this.player.cards.getLast(), "
                           "this.finishMove.bind(this))")
        table.begin()
        for _ in range(2):
            self.assertEqual(table.asked(), "put JD S")
            table.say("put:0:JD:S")
            self.assertEqual(table.asked(hand="6S", top="JD", suit="S", legal="done"), "done")
            table.say("put:1:9S", "shuffle:30", "take:0:1:JD")
        self.assertEqual(self.quiet_end(table), ["null", "null"])

    def test_a_callback_may_come_late(self):
        for later in ("setTimeout(function () { self.finishMove(); }, 20)", "this.finishMove.delay(20, this)",
                      "setTimeout('late()', 5); window.late = function () { self.finishMove(); }",
                      "var timer = setInterval(function () { if (++count == 3) { clearInterval(timer); "
                      "self.finishMove(); } }, 5), count = 0",
                      "Promise.resolve().then(function () { self.finishMove(); })"):
            with self.subTest(later):
                table = self.table(f"var self = this; this.putCard(this.player.cards[2], function () {{ {later} }})")
                table.begin()
                self.assertEqual(table.asked(), "put 7H")
                self.assertEqual(table.asked(hand="6S", top="7H", legal="done"), "done")
                self.assertEqual(self.quiet_end(table), [])

    def test_a_turn_may_follow_upon_a_turn(self):
        table = self.table("this.message(++this.turns); this.finishMove()", "turns: 0,")
        table.begin()
        for _ in range(3):
            self.assertEqual(table.asked(legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["1", "2", "3"])

    def test_a_deal_that_ends_in_the_middle_of_a_turn_is_no_fault(self):
        table = self.table("""
            if (!window.ticks) {
              window.ticks = 1;
              setInterval(function () { ++window.ticks; }, 1);
              return this.putCard(this.player.cards[2], function () { this.message("landed"); });
            }
            var before = window.ticks;
            setTimeout(function () { this.message(window.ticks - before); this.finishMove(); }.bind(this), 20);""")
        table.begin()
        self.assertEqual(table.asked(), "put 7H")
        table.say("put:0:7H", "result:35 10:35 10")
        table.deal(2, hand="6S", totals="35 10")
        self.assertEqual(table.asked(hand="6S", legal="done"), "done")
        self.assertEqual(self.quiet_end(table), ["0"])

    def test_an_answer_that_arena_refuses_is_sent_again(self):
        table = self.table("this.getCard(function (card) { this.message(card.getName()); this.finishMove(); })")
        table.begin()
        self.assertEqual(table.asked(), "take")
        for _ in range(2):
            table.say("error:There is: no reason.")
            self.assertEqual(table.asked(), "take")
        table.say("take:0:1:KD")
        self.assertEqual(table.asked(hand="6S 9S 7H AC JD KD", legal="done"), "done")
        again = f'{self.folder / "ai.js"}: arena refused "take": There is: no reason. It is sent again.'
        self.assertEqual(self.quiet_end(table), [again, again, "Король бубен"])

    def test_a_second_match_begins_anew(self):
        table = self.table("this.message(first + ' ' + this.turns++ + ' ' + this.getPlayers()[1].score); this.finishMove()",
                           "turns: 0, initialize: function (player) { this.parent(player); this.message('begin'); "
                           "setInterval(function () { this.getPlayers(); }.bind(this), 1); },")
        for dealer in (1, 0):
            table.begin(dealer=dealer)
            self.assertEqual(table.asked(legal="done"), "done")
            table.say("result:0 130:0 130", "over:1 2")
        self.assertEqual(self.quiet_end(table), ["begin", "false 0 0", "begin", "true 0 0"])

    def test_it_ends_with_its_input_whatever_the_ai_still_wants(self):
        table = self.table("this.getCard.delay(1e6, this)", "initialize: function () { setInterval(Math.random, 1); },")
        table.begin()
        table.turn()
        self.assertEqual(self.quiet_end(table), [])


if __name__ == "__main__":
    main()
