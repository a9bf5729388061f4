"""The referee on whole records made by hand: a match to its end, what is carried over, refusals and forfeits."""
import copy
import random
import unittest

import most
import mutations
import yard_bridge
from check_records import check_record
from common import Broken


def dealt(pack, first_cards, dealer):
    """A deal whose deck begins with these cards."""
    named = first_cards.split()
    return {"deck": named + [card for card in pack if card not in named], "dealer": dealer, "shuffles": []}


def moves(*texts):
    """From `0 put 6S`."""
    return [{"seat": int(text[0]), "move": text[2:]} for text in texts]


def by_arbiter(*texts):
    return [{**move, "by": "arbiter"} for move in moves(*texts)]


def refused(seat, text, times=1):
    return [{"seat": seat, "move": text, "rejected": "No."}] * times


def forfeit(seat, reason, after):
    return {"seat": seat, "reason": reason, "detail": "", "after": after}


def record(game, options, deals, entries, scores, places):
    return {"arena": 1, "game": game, "options": options, "deals": deals,
            "players": [{"name": "a"}, {"name": "b"}], "moves": entries, "scores": scores, "places": places,
            "end": "played out"}


def short_match():
    """Three deals with two cards each. After the first, seat 1 has exactly the target."""
    deals = [dealt(yard_bridge.PACK, "QS KS AH 9S", 0), dealt(yard_bridge.PACK, "AS 10S JH 9S", 1),
             dealt(yard_bridge.PACK, "AD KS JC 9S", 0)]
    first = moves("0 done", "1 put QS", "1 done", "0 put KS", "0 done")
    second = moves("1 done", "0 put AS", "0 done", "0 put JH H", "0 done")
    third = moves("0 done", "1 put JC S", "1 done", "0 put KS", "0 done")
    return record("yard_bridge", {"hand": 2, "target": 15}, deals, first + second + third, [0, 25], [1, 2])


class RecordTest(unittest.TestCase):
    def confirm(self, game):
        check_record(game)

    def refuse(self, game, move=None):
        with self.assertRaises(Broken) as caught:
            check_record(game)
        if move is not None:
            self.assertEqual(caught.exception.move, move, caught.exception)


class Matches(RecordTest):
    def test_a_total_of_exactly_the_target_is_nothing_and_above_it_the_match_ends(self):
        self.confirm(short_match())

    def test_what_is_left_out_is_not_judged(self):
        game = short_match()
        for key in ("scores", "places", "end"):
            del game[key]
        self.confirm(game)

    def test_wrong_results(self):
        for key, value in (("scores", [0, 20]), ("scores", [0, 40]), ("places", [2, 1]), ("places", [1, 1]),
                           ("end", "forfeit"), ("arena", 2), ("game", "streams")):
            self.refuse({**short_match(), key: value})

    def test_wrong_deals(self):
        for spoil in (lambda deals: deals[0]["deck"].__setitem__(0, "KS"), lambda deals: deals.pop(),
                      lambda deals: deals.append(deals[0]), lambda deals: deals[1].update(dealer=0),
                      lambda deals: deals[0].update(dealer=2), lambda deals: deals[0]["shuffles"].append(["9S"])):
            game = copy.deepcopy(short_match())
            spoil(game["deals"])
            self.refuse(game)

    def test_wrong_moves(self):
        game = short_match()
        game["moves"][1], game["moves"][2] = game["moves"][2], game["moves"][1]
        self.refuse(game, 2)
        game = short_match()
        game["moves"][3]["seat"] = 1
        self.refuse(game, 4)
        game = short_match()
        self.refuse({**game, "moves": game["moves"][:-1]})
        self.refuse({**game, "moves": game["moves"] + moves("1 done")}, 16)

    def test_wrong_options(self):
        for options in ({"hand": 1}, {"hand": 19}, {"seats": 2}, {"hand": 2, "target": 16}, {"hand": 2, "target": 15, "deals": 2},
                        {**short_match()["options"], "max_actions": 10**9 + 1}):
            self.refuse({**short_match(), "options": options})

    def test_whatever_must_be_refused_is(self):
        made = [(mutate, mutations.mutated(short_match(), mutate, random.Random(seed)))
                for mutate in mutations.must(yard_bridge) for seed in range(10)]
        for mutate, game in made:
            if game is not None:
                with self.subTest(mutate.__name__):
                    self.refuse(game)
        self.assertGreaterEqual(sum(game is not None for _mutate, game in made), 100)

    def test_a_match_of_most(self):
        deal = dealt(most.CARDS, " ".join(most.CARDS[:13]), 0)
        deal["deck"] += ["*", "*"]
        entries = moves("1 draw", "1 discard 2S")
        # Seat 1 is left with 4S 6S 8S 10S QS and the 2C that it drew.
        game = record("most", {"deals": 1, "max_turns": 1}, [deal], entries, [-40, -40], [1, 1])
        self.confirm(game)
        self.refuse({**game, "scores": [-40, -45]})


class Refusals(RecordTest):
    def with_refused(self, entries, **more):
        game = short_match()
        game["moves"][1:1] = entries
        return {**game, **more}

    def test_what_is_refused_must_not_be_legal(self):
        self.confirm(self.with_refused(refused(1, "done") + refused(1, "put AH") + refused(1, "hello")))
        self.refuse(self.with_refused(refused(1, "done") + refused(1, "take")), 3)
        self.refuse(self.with_refused(refused(0, "hello")), 2)

    def test_a_text_that_may_have_been_cut_is_not_judged(self):
        self.confirm(self.with_refused(refused(1, "take" + " " * 196)))

    def test_more_in_a_row_than_are_allowed(self):
        self.confirm(self.with_refused(refused(1, "hello", 20)))
        self.refuse(self.with_refused(refused(1, "hello", 21)), 23)
        self.confirm(self.with_refused(refused(1, "hello", 3), options={"hand": 2, "target": 15, "max_refusals": 3}))
        self.refuse(self.with_refused(refused(1, "hello", 4), options={"hand": 2, "target": 15, "max_refusals": 3}), 6)


class Forfeits(RecordTest):
    """Seat 1 goes; in its place the arbiter takes the six of spades and puts it."""

    def game(self, reason="exit", refusals=0):
        entries = moves("0 done") + refused(1, "hello", refusals) + by_arbiter("1 take", "1 put 6S")
        deals = [dealt(yard_bridge.PACK, "QS KS AH 9S", 0)]
        game = record("yard_bridge", {"hand": 2, "deals": 1, "max_actions": 3}, deals, entries, [10, 25], [1, 2])
        return {**game, "forfeits": [forfeit(1, reason, 1 + refusals)]}

    def test_the_arbiter_plays_on(self):
        self.confirm(self.game())
        self.confirm(self.game("refused", 21))
        self.confirm(self.game("time", 5))

    def test_what_a_forfeit_counts_with(self):
        for options, score in (({"deals": 1}, 260), ({"target": 20}, 280)):
            game = {**self.game(), "counted": [{"seat": 1, "score": score, "margin": -score}]}
            game["options"] = {"hand": 2, "max_actions": 3, **options}
            self.confirm(game)
            for counted in ([], [{"seat": 1, "score": score - 5, "margin": -score}],
                            [{"seat": 1, "score": score, "margin": 5 - score}]):
                self.refuse({**game, "counted": counted})

    def test_the_number_of_refusals(self):
        for refusals in (0, 20, 22):
            self.refuse(self.game("refused", refusals))
        self.refuse(self.game("exit", 21))
        self.refuse(self.game("boredom"))

    def test_the_place_of_a_forfeit(self):
        for after in (0, 2, 3, 4):
            self.refuse({**self.game(), "forfeits": [forfeit(1, "exit", after)]})
        self.refuse({**self.game(), "forfeits": [forfeit(0, "exit", 1)]})
        self.refuse({**self.game(), "forfeits": []}, 2)

    def test_only_the_fall_back_and_only_for_who_is_gone(self):
        for text in ("1 put QS", "1 done"):
            game = self.game()
            game["moves"][1:] = by_arbiter(text)
            self.refuse(game, 2)
        game = self.game()
        del game["moves"][1]["by"]
        self.refuse(game, 2)
        game = self.game()
        game["moves"][0]["by"] = "arbiter"
        self.refuse(game, 1)

    def test_who_forfeits_is_last_whatever_the_points(self):
        game = self.game()
        game["deals"] = [dealt(yard_bridge.PACK, "7S AS 8H 9S", 0)]
        game["moves"] = moves("0 done") + by_arbiter("1 take", "1 put 6S")
        self.confirm({**game, "scores": [15, 0]})
        self.refuse({**game, "scores": [15, 0], "places": [2, 1]})

    def test_where_everyone_has_gone_the_match_ends_at_once(self):
        game = self.game()
        game["options"] = {"hand": 2}
        game["moves"] = moves("0 done") + by_arbiter("1 take", "1 put 6S", "1 put QS", "1 done")
        game["forfeits"] = [forfeit(1, "exit", 1), forfeit(0, "time", 5)]
        game.update(scores=[0, 0], places=[1, 1], end="forfeit")
        self.confirm(game)
        self.refuse({**game, "end": "played out"})
        self.refuse({**game, "moves": game["moves"] + by_arbiter("0 take")}, 6)


if __name__ == "__main__":
    unittest.main()
