"""The referee of Most in positions made by hand: the rules that are easily read wrongly."""
import unittest

import most
from common import Broken, Illegal, options_of


def position(hands, bridge, stock="KD", melds=(), shuffles=(), **options):
    """Seat 1 is to move. `melds`: (seat, words); who laid one has melded in this deal."""
    given = {"deck": most.PACK, "dealer": 0, "shuffles": shuffles}
    deal = most.Deal(len(hands), options_of(options, most.OPTIONS), given)
    deal.hands = [hand.split() for hand in hands]
    deal.bridge, deal.stock = bridge.split(), stock.split()
    deal.melds = [most.Meld(seat, words.split()) for seat, words in melds]
    deal.has_melded = {seat for seat, _words in melds}
    return deal


class MostTest(unittest.TestCase):
    def play(self, deal, *answers):
        for answer in answers:
            deal.play(answer)

    def refuses(self, deal, *answers):
        for answer in answers:
            with self.assertRaises(Illegal, msg=answer):
                deal.play(answer)

    def tables(self, deal):
        return [" ".join(meld.words()) for meld in deal.melds]


class Turns(MostTest):
    def test_the_deal(self):
        deal = most.Deal(3, options_of({}, most.OPTIONS), {"deck": most.PACK, "dealer": 1, "shuffles": []})
        self.assertEqual(deal.hands[2], "2S 5S 8S JS AS 4C".split())
        self.assertEqual(deal.hands[1], "4S 7S 10S KS 3C 6C".split())
        self.assertEqual((deal.bridge, deal.stock[0], len(deal.stock), deal.turn), (["7C"], "8C", 35, 2))

    def test_get_a_card_then_play_then_discard(self):
        deal = position(["2S 3C", "5S 6S 7S 9C"], "QD", "KD AD")
        self.refuses(deal, "meld 5S 6S 7S", "discard 9C", "take QD", "take QD =")
        self.play(deal, "draw")
        self.refuses(deal, "draw", "take QD = QD 5S 6S")
        self.play(deal, "Meld 5s 6s 7s", " discard 9c ")
        self.assertEqual((deal.turn, deal.bridge, deal.hands[1]), (0, ["QD", "9C"], ["KD"]))
        self.refuses(deal, "discard 2S")

    def test_a_card_must_be_kept_to_discard(self):
        deal = position(["2S 3C", "5S 6S"], "QD", "7S")
        self.play(deal, "draw")
        self.refuses(deal, "meld 5S 6S 7S")
        deal = position(["2S 3C", "5S 6S"], "7S")
        self.refuses(deal, "take 7S = 5S 6S 7S")
        deal = position(["2S 3C", "8S"], "QD", "9S", melds=[(1, "5S 6S 7S")])
        self.play(deal, "draw", "lay 1 8S")
        self.refuses(deal, "lay 1 9S")
        self.play(deal, "discard 9S")
        self.assertTrue(deal.over)

    def test_an_empty_stock_is_made_of_the_bridge_when_someone_draws(self):
        deal = position(["2S 3C", "5S 9C"], "QD * 4C", "KD", shuffles=[["4C", "*", "QD"], ["9C"]])
        self.play(deal, "draw", "discard KD")
        self.assertEqual((deal.stock, deal.bridge), ([], "QD * 4C KD".split()))
        self.play(deal, "draw")
        self.assertEqual((deal.hands[0], deal.stock, deal.bridge), ("2S 3C 4C".split(), ["*", "QD"], ["KD"]))

    def test_a_shuffle_must_be_of_the_bridge_without_its_last_card(self):
        for shuffles in ([], [["QD", "KD"]], [["QD"]]):
            deal = position(["2S 3C", "5S 9C"], "QD 4C KD", "", shuffles=shuffles)
            with self.assertRaises(Broken):
                self.play(deal, "draw")

    def test_where_nothing_is_left_draw_gives_nothing(self):
        deal = position(["2S 3C", "5S 9C"], "QD", "")
        self.play(deal, "draw", "discard 5S")
        self.assertEqual(deal.hands[1], ["9C"])

    def test_a_deal_ends_after_so_many_discards_of_all_together(self):
        deal = position(["2S 3C", "5S 9C"], "QD", "KD AD 4H", max_turns=3)
        self.play(deal, "draw", "discard KD", "draw", "discard AD", "draw")
        self.assertFalse(deal.over)
        self.play(deal, "discard 4H")
        self.assertTrue(deal.over)


class Melds(MostTest):
    HAND = "QH KH AH 2H 3H 7S 7H 7C 7D * *"

    def melds(self, *words):
        """Which of these are melds for a player with that hand and a card more."""
        return [word for word in words if self.is_meld(word)]

    def is_meld(self, words):
        deal = position(["2S 3C", self.HAND], "QD", "KD")
        self.play(deal, "draw")
        try:
            self.play(deal, "meld " + words)
        except Illegal:
            return False
        return True

    def test_runs_go_on_over_the_ace(self):
        good = ["QH KH AH", "KH AH 2H", "AH 2H 3H", "QH KH AH 2H 3H", "KH AH 2H 3H *4H *5H", "*10H *JH QH"]
        self.assertEqual(self.melds(*good), good)

    def test_what_is_no_run(self):
        self.assertEqual(self.melds("QH KH", "AH KH QH", "QH AH KH", "QH KH 2H", "*JS QH KH", "QH KH *AS", "QH KH *"), [])

    def test_sets(self):
        good = ["7S 7H 7C", "7S  7H\t7C", "7D 7C 7H 7S", "7S 7H *7C", "*7S 7H *7C"]
        self.assertEqual(self.melds(*good), good)
        self.assertEqual(self.melds("7S 7H", "7S 7H 2H", "7S 7H 7C *7S", "7S 7S 7H", "*7S *7H *7C"), [])

    def test_a_full_run_of_thirteen_and_no_more(self):
        low = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"
        deal = position(["2D 3C", "KS AS * 4D"], "QD", melds=[(1, low)])
        self.play(deal, "draw", "lay 1 AS")
        self.assertEqual(self.tables(deal), ["AS " + low])
        self.play(deal, "lay 1 KS")
        self.assertEqual(self.tables(deal), ["AS " + low + " KS"])
        self.refuses(deal, "lay 1 *AS", "lay 1 *2S", "lay 1 *KS")

    def test_thirteen_at_once(self):
        run = "7S 8S 9S 10S JS QS KS AS 2S 3S 4S 5S 6S"
        deal = position(["2D 3C", run + " 4D *"], "QD")
        self.play(deal, "draw")
        self.refuses(deal, f"meld {run} *7S")
        self.play(deal, f"meld {run}")


class Bridge(MostTest):
    def test_the_chosen_card_and_all_after_it_and_a_meld_of_it(self):
        deal = position(["2S 3C", "5S 9C"], "QD 6S 4H 7S JD")
        self.refuses(deal, "take 8S = 5S 6S 7S", "take 7S = 5S 6S 7S", "take 4H = 5S 6S 7S", "take 6S = 6S 7S *8S")
        self.play(deal, "take 6S = 5S 6S 7S")
        self.assertEqual((deal.bridge, deal.hands[1]), (["QD"], "9C 4H JD".split()))
        self.refuses(deal, "draw")
        self.play(deal, "discard JD")

    def test_a_joker_is_no_chosen_card(self):
        deal = position(["2S 3C", "5S 6S * 9C"], "7S JD")
        self.refuses(deal, "take 7S = 5S 6S *7S", "take 7S = *4S 5S 6S")

    def test_the_first_joker_of_the_row(self):
        deal = position(["2S 3C", "5S 6S 9C"], "QD * 4H * JD")
        self.refuses(deal, "take *7S = 5S 6S *7S", "take * = 5S 6S *", "take * = 9C 4H JD")
        self.play(deal, "take * = 5S 6S *7S")
        self.assertEqual((deal.bridge, deal.hands[1]), (["QD"], "9C 4H * JD".split()))

    def test_the_whole_row_may_go(self):
        deal = position(["2S 3C", "5S 6S 9C"], "7S")
        self.play(deal, "take 7S = 5S 6S 7S", "discard 9C")
        self.assertEqual(deal.bridge, ["9C"])


class LayOffs(MostTest):
    def test_only_who_has_melded_may_lay(self):
        deal = position(["2S 3C", "8S 4H 5H 6H 9C"], "QD", melds=[(0, "5S 6S 7S")])
        self.play(deal, "draw")
        self.refuses(deal, "lay 1 8S")
        self.play(deal, "meld 4H 5H 6H", "lay 1 8S")
        self.assertEqual(self.tables(deal), ["5S 6S 7S 8S", "4H 5H 6H"])

    def test_at_either_end_or_the_missing_suit(self):
        deal = position(["2S 3C", "4S 8S 8H 9C *"], "QD", melds=[(1, "5S 6S 7S"), (0, "9S 9H 9D")])
        self.play(deal, "draw")
        self.refuses(deal, "lay 1 8H", "lay 2 8S", "lay 3 8S", "lay 0 8S", "lay 00 8S", "lay -1 8S", "lay +1 8S", "lay 1. 8S", "lay 1 8S 4S", "lay 1 *", "lay 1 *9S")
        self.play(deal, "lay  01\t8S", "lay 1 4S", "lay 2 9C")
        self.refuses(deal, "lay 2 *9C")
        self.play(deal, "lay 1 *3S")
        self.assertEqual(self.tables(deal), ["*3S 4S 5S 6S 7S 8S", "9S 9H 9D 9C"])

    def test_a_card_counts_for_him_who_laid_it(self):
        deal = position(["2S", "8S KH"], "QD", "AD", melds=[(1, "2H 3H 4H"), (0, "5S 6S 7S")])
        self.play(deal, "draw", "lay 2 8S")
        self.assertEqual(deal.points(), [15 - 5, 15 + 5 - 10 - 15])


class Jokers(MostTest):
    def test_none_stands_for_a_card_that_lies_in_the_melds_or_the_bridge(self):
        deal = position(["2S 3C", "5S 6S * 9C JH QH"], "7S", melds=[(0, "KH KS KD")])
        self.play(deal, "draw")
        self.refuses(deal, "meld 5S 6S *7S", "meld JH QH *KH")
        self.play(deal, "meld *4S 5S 6S")

    def test_it_may_be_named_as_a_card_just_taken_from_the_bridge(self):
        deal = position(["2S 3C", "5S 6S * * QD"], "4H 9S 7S")
        self.refuses(deal, "take 7S = 7S *8S *9S")
        deal = position(["2S 3C", "9C 9H * QD"], "4H 9S 9D")
        self.play(deal, "take 9S = 9S 9C *9D")
        self.assertEqual(deal.hands[1], "9H QD 9D".split())
        self.refuses(deal, "discard 9D")
        self.play(deal, "swap 1 9D", "discard *")

    def test_no_two_stand_for_the_same_card(self):
        deal = position(["2S 3C", "5S 6S 7H 7D * *"], "QD")
        self.play(deal, "draw", "meld 5S 6S *7S")
        self.refuses(deal, "meld 7H 7D *7S")
        self.play(deal, "meld 7H 7D *7C")

    def test_a_card_for_which_one_stands_is_not_laid_melded_or_discarded(self):
        deal = position(["2S 3C", "7S 7H 7D 7C 8S"], "QD", melds=[(1, "5S 6S *7S"), (0, "4H 5H 6H")])
        self.play(deal, "draw")
        self.refuses(deal, "discard 7S", "meld 7S 7H 7D", "lay 1 7S")
        self.play(deal, "meld 7H 7D 7C")
        self.refuses(deal, "lay 3 7S")
        self.play(deal, "swap 1 7S", "lay 1 8S", "discard *")

    def test_one_in_the_bridge_stands_for_nothing(self):
        deal = position(["2S 3C", "5S 6S * 7S"], "QD")
        self.refuses(deal, "discard *")
        self.play(deal, "draw")
        self.refuses(deal, "discard *QD")
        self.play(deal, "discard *")
        self.assertEqual(deal.bridge, ["QD", "*"])

    def test_a_swap_in_anothers_meld_without_one_of_ones_own(self):
        deal = position(["2S 3C", "9C QH KS"], "QD", "KD", melds=[(0, "8C *9C 10C"), (0, "JH JS JD")])
        self.refuses(deal, "swap 1 9C")
        self.play(deal, "draw")
        self.refuses(deal, "swap 2 9C", "swap 1 QH", "swap 1 8C", "swap 3 9C", "swap 1 *9C", "swap 1 *", "lay 1 *JC")
        self.play(deal, "swap 1 9C")
        self.assertEqual((self.tables(deal)[0], deal.hands[1]), ("8C 9C 10C", "QH KS KD *".split()))
        self.refuses(deal, "lay 1 *JC")

    def test_the_card_counts_for_the_one_who_laid_the_joker(self):
        deal = position(["2S 3C", "AC 4H"], "QD", "5H", melds=[(0, "QC KC *AC")])
        before = deal.points()[0]
        self.play(deal, "draw", "swap 1 AC")
        self.assertEqual(deal.points(), [before + 15, -100 - 5 - 5])

    def test_two_in_one_meld_are_told_apart(self):
        deal = position(["2S 3C", "9C 10C 4H"], "QD", melds=[(0, "8C *9C *10C JC")])
        self.play(deal, "draw", "swap 1 10C")
        self.assertEqual(self.tables(deal), ["8C *9C 10C JC"])

    def test_in_hand_at_the_end(self):
        deal = position(["2S *", "AH"], "QD", "KD", max_turns=1, melds=[(1, "5S 6S *7S")])
        self.play(deal, "draw", "discard KD")
        self.assertTrue(deal.over)
        self.assertEqual(deal.points(), [-105, 10 - 15])


class FallBack(MostTest):
    def test_it_draws_and_discards_its_first_card(self):
        deal = position(["2S 3C", "* KD 9C 2H 10H"], "QD", "3D")
        self.assertEqual(deal.fallback(), "draw")
        self.play(deal, "draw")
        self.assertEqual(deal.fallback(), "discard 9C")

    def test_it_passes_over_cards_for_which_jokers_stand(self):
        deal = position(["2S 3C", "9C 10H KC"], "QD", "3D", melds=[(0, "8C *9C 10C")])
        self.play(deal, "draw")
        self.assertEqual(deal.fallback(), "discard KC")

    def test_it_swaps_where_nothing_else_is_left(self):
        deal = position(["2S 3C", "9C"], "QD", "2C", melds=[(0, "7H 8H 9H"), (0, "8C *9C 10C"), (0, "2S 2H *2C")])
        self.play(deal, "draw")
        self.assertEqual(deal.fallback(), "swap 3 2C")
        self.play(deal, "swap 3 2C")
        self.assertEqual(deal.fallback(), "discard *")


class Ends(MostTest):
    def options(self, **given):
        return options_of(given, most.OPTIONS)

    def test_someone_alone_at_the_top_with_the_target_or_more(self):
        for totals, over in (([499, 3], False), ([500, 3], True), ([510, 510, 505], False), ([510, 515, 505], True)):
            self.assertEqual(most.is_over(totals, 7, self.options()), over, totals)

    def test_a_match_to_the_target_ends_after_so_many_deals(self):
        self.assertTrue(most.is_over([510, 510], 100, self.options()))
        self.assertTrue(most.is_over([5, -10], 3, self.options(max_deals=3)))
        self.assertFalse(most.is_over([5, -10], 2, self.options(max_deals=3)))

    def test_with_a_number_of_deals_nothing_else_counts(self):
        options = self.options(deals=4, max_deals=2)
        self.assertEqual([most.is_over([900, 5], deals, options) for deals in (1, 2, 3, 4)], [False, False, False, True])


if __name__ == "__main__":
    unittest.main()
