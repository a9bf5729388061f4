"""The referees in positions made by hand, which random matches hardly ever reach.

Whatever else the referees read wrongly shows in referee_test.py, where arena and the referee judge the same matches: a
changed rule in yard_bridge.py or most.py makes them disagree there, or fails here.
"""
import unittest

import most
import yard_bridge
from common import Illegal, options_of


def position(hands, bridge, stock="KD", melds=(), **options):
    """Most, in which seat 1 is to move. `melds`: (seat, words); a seat with a meld has melded in this deal."""
    given = {"deck": most.PACK, "dealer": 0, "shuffles": []}
    deal = most.Deal(len(hands), options_of(options, most.OPTIONS), given)
    deal.hands = [hand.split() for hand in hands]
    deal.bridge, deal.stock = bridge.split(), stock.split()
    deal.melds = [most.Meld(seat, words.split()) for seat, words in melds]
    deal.has_melded = {seat for seat, _words in melds}
    return deal


class RareCases(unittest.TestCase):
    def play(self, deal, *answers):
        for answer in answers:
            deal.play(answer)

    def refuses(self, deal, *answers):
        for answer in answers:
            with self.assertRaises(Illegal, msg=answer):
                deal.play(answer)


class YardBridge(RareCases):
    def test_a_six_left_uncovered_binds_only_its_player(self):
        deal = yard_bridge.Deal(2, options_of({}, yard_bridge.OPTIONS), {"deck": yard_bridge.PACK, "dealer": 1, "shuffles": []})
        deal.hands = ["10H 9C".split(), "KH QC".split()]
        deal.stock, deal.pile, deal.put, deal.suit_in_force = [], ["6S"], ["6S"], "S"
        self.refuses(deal, "take")
        self.play(deal, "done", "done")
        self.assertEqual(deal.turn, 1)


class Most(RareCases):
    def test_get_a_card_then_play_then_discard(self):
        deal = position(["2S 3C", "5S 6S 7S 9C"], "QD", "KD AD")
        self.refuses(deal, "meld 5S 6S 7S", "discard 9C", "take QD", "take QD =")
        self.play(deal, "draw")
        self.refuses(deal, "draw", "take QD = QD 5S 6S")
        self.play(deal, "Meld 5s 6s 7s", " discard 9c ")
        self.assertEqual((deal.turn, deal.bridge, deal.hands[1]), (0, ["QD", "9C"], ["KD"]))

    def test_a_card_must_be_kept_to_discard(self):
        deal = position(["2S 3C", "5S 6S"], "QD", "7S")
        self.play(deal, "draw")
        self.refuses(deal, "meld 5S 6S 7S")
        self.refuses(position(["2S 3C", "5S 6S"], "7S"), "take 7S = 5S 6S 7S")

    def test_what_is_no_meld(self):
        deal = position(["2S 3C", "QH KH AH 2H 7S 7H 7C 7D * *"], "QD", "KD")
        self.play(deal, "draw")
        self.refuses(deal, *(f"meld {words}" for words in (
            "QH KH", "AH KH QH", "QH KH 2H", "*JS QH KH", "QH KH *", "7S 7H", "7S 7H 2H", "7S 7H 7C *7S", "7S 7S 7H")))

    def test_a_run_has_thirteen_cards_at_most(self):
        run = "7S 8S 9S 10S JS QS KS AS 2S 3S 4S 5S 6S"
        deal = position(["2D 3C", run + " 4D *"], "QD")
        self.play(deal, "draw")
        self.refuses(deal, f"meld {run} *7S")
        self.play(deal, f"meld {run}")

    def test_a_joker_is_no_chosen_card(self):
        deal = position(["2S 3C", "5S 6S * 9C"], "7S JD")
        self.refuses(deal, "take 7S = 5S 6S *7S", "take 7S = *4S 5S 6S")

    def test_the_first_joker_of_the_row(self):
        deal = position(["2S 3C", "5S 6S 9C"], "QD * 4H * JD")
        self.refuses(deal, "take *7S = 5S 6S *7S", "take * = 5S 6S *", "take * = 9C 4H JD")
        self.play(deal, "take * = 5S 6S *7S")
        self.assertEqual((deal.bridge, deal.hands[1]), (["QD"], "9C 4H * JD".split()))

    def test_lay_offs(self):
        deal = position(["2S 3C", "4S 8S 8H 9C *"], "QD", melds=[(1, "5S 6S 7S"), (0, "9S 9H 9D")])
        self.play(deal, "draw")
        self.refuses(deal, "lay 1 8H", "lay 3 8S", "lay 0 8S", "lay 00 8S", "lay -1 8S", "lay 1. 8S", "lay 1 8S 4S", "lay 1 *")
        self.play(deal, "lay  01\t8S", "lay 1 4S", "lay 2 9C", "lay 1 *3S")
        self.assertEqual(deal.melds[0].words(), "*3S 4S 5S 6S 7S 8S".split())

    def test_no_two_jokers_stand_for_the_same_card(self):
        deal = position(["2S 3C", "5S 6S 7H 7D * *"], "QD")
        self.play(deal, "draw", "meld 5S 6S *7S")
        self.refuses(deal, "meld 7H 7D *7S")

    def test_a_card_for_which_a_joker_stands_is_not_laid_melded_or_discarded(self):
        deal = position(["2S 3C", "7S 7H 7D 7C 8S"], "QD", melds=[(1, "5S 6S *7S"), (0, "4H 5H 6H")])
        self.play(deal, "draw")
        self.refuses(deal, "discard 7S", "meld 7S 7H 7D", "lay 1 7S")
        self.play(deal, "meld 7H 7D 7C")
        self.refuses(deal, "lay 3 7S")
        self.play(deal, "swap 1 7S", "lay 1 8S", "discard *")

    def test_the_fall_back_swaps_if_nothing_else_is_left(self):
        deal = position(["2S 3C", "9C"], "QD", "2C", melds=[(0, "7H 8H 9H"), (0, "8C *9C 10C"), (0, "2S 2H *2C")])
        self.play(deal, "draw")
        self.assertEqual(deal.fallback(), "swap 3 2C")
        self.play(deal, "swap 3 2C")
        self.assertEqual(deal.fallback(), "discard *")

    def test_a_match_to_the_target_ends_after_so_many_deals(self):
        self.assertTrue(most.is_over([510, 510], 100, options_of({}, most.OPTIONS)))
        options = options_of({"max_deals": 3}, most.OPTIONS)
        self.assertEqual([most.is_over([5, -10], deals, options) for deals in (2, 3)], [False, True])


if __name__ == "__main__":
    unittest.main()
