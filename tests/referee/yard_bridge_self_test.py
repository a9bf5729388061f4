"""The referee of yard bridge on deals made by hand: the rules that are easily read wrongly."""
import unittest

import yard_bridge
from common import Broken, Illegal, next_seat, options_of


def deck_of(hands, opening, stock, dealer=0):
    """A pack that deals these hands; the dealer's is one card shorter. What is not named follows the stock."""
    seats = len(hands)
    hands = [list(hand) for hand in hands]
    hands[dealer].append(opening)
    order = [next_seat(dealer + turn, seats) for turn in range(seats)]
    dealt = [hands[seat][turn] for turn in range(len(hands[dealer])) for seat in order]
    named = dealt + stock
    assert len(set(named)) == len(named) == sum(map(len, hands)) + len(stock), "these hands cannot be dealt"
    return named + [card for card in yard_bridge.PACK if card not in named]


def deal_of(hands, opening, stock="", dealer=0, shuffles=(), **options):
    hands = [hand.split() for hand in hands]
    given = {"deck": deck_of(hands, opening, stock.split(), dealer), "dealer": dealer, "shuffles": list(shuffles)}
    options["hand"] = len(hands[dealer]) + 1
    return yard_bridge.Deal(len(hands), options_of(options, yard_bridge.OPTIONS), given)


class YardBridgeTest(unittest.TestCase):
    def play(self, deal, *answers):
        for answer in answers:
            deal.play(answer)

    def refuses(self, deal, *answers):
        for answer in answers:
            with self.assertRaises(Illegal, msg=answer):
                deal.play(answer)


class Putting(YardBridgeTest):
    def test_the_opening_card_is_the_dealers_and_he_may_be_done(self):
        deal = deal_of(["9H 10S", "QS 7D AC"], "9S")
        self.assertEqual(deal.turn, 0)
        self.refuses(deal, "take", "put 10S", "put QS")
        self.play(deal, "put 9H", "done")
        self.assertEqual(deal.turn, 1)

    def test_the_dealer_is_dealt_to_last(self):
        deal = deal_of(["9H 10S", "QS 7D AC", "6C 7C 8C"], "9S")
        self.assertEqual(deal.hands, [["9H", "10S"], ["QS", "7D", "AC"], ["6C", "7C", "8C"]])
        self.assertEqual(deal.pile, ["9S"])

    def test_rank_or_suit_first_and_then_the_rank_alone(self):
        deal = deal_of(["9H 10S KC", "QS QD 10H KS"], "9S")
        self.play(deal, "done")
        self.refuses(deal, "done", "put 10H", "put QD", "put QS S", "put", "hello", "", "put QS S S", "putQS", "put\u00a0QS")
        self.play(deal, " Put \t qs ")
        self.refuses(deal, "put KS", "put 10H", "take")
        self.play(deal, "put QD", "done")
        self.assertEqual(deal.suit_in_force, "D")

    def test_a_jack_goes_on_all_and_orders_any_suit(self):
        deal = deal_of(["10H KD", "JC JD 7S"], "9S")
        self.play(deal, "done")
        self.refuses(deal, "put JC", "put JC X", "put JC 7")
        self.play(deal, "put JC C", "put JD h", "done")
        self.refuses(deal, "put KD")
        self.play(deal, "put 10H")

    def test_an_opening_jack_orders_its_own_suit(self):
        deal = deal_of(["10H 9C", "8D QC 7H"], "JC")
        self.refuses(deal, "put 9C")
        self.play(deal, "done")
        self.refuses(deal, "put 8D")
        self.play(deal, "put QC")

    def test_one_card_may_be_taken_before_any_is_put(self):
        deal = deal_of(["10H 9C", "8D QC 7S"], "9S", "8S KD")
        self.play(deal, "done", "take")
        self.refuses(deal, "take")
        self.play(deal, "put 8S", "put 8D")
        self.refuses(deal, "take")
        self.play(deal, "done")
        self.assertEqual(deal.turn, 1)

    def test_done_after_a_card_that_does_not_go_there(self):
        deal = deal_of(["10H 9C", "8D QC 7H"], "9S", "KD")
        self.play(deal, "done", "take", "done")
        self.assertEqual(deal.turn, 0)


class Sixes(YardBridgeTest):
    def test_a_six_covers_a_six_and_must_be_covered_in_turn(self):
        deal = deal_of(["10H 9C KC", "6S 6H 9H QC"], "9S")
        self.play(deal, "done", "put 6S")
        self.refuses(deal, "done", "take", "put 9H")
        self.play(deal, "put 6H")
        self.refuses(deal, "done", "take")
        self.play(deal, "put 9H", "done")

    def test_cards_are_taken_until_one_covers_it(self):
        deal = deal_of(["10H 9C", "6S KH QC"], "9S", "AH 10D 7S 8C")
        self.play(deal, "done", "put 6S", "take", "take", "take")
        self.refuses(deal, "take", "done", "put AH")
        self.play(deal, "put 7S", "done")
        self.assertEqual(sorted(deal.hands[0]), sorted("10H 9C 8C".split()))

    def test_a_card_taken_before_the_six_does_not_count_against_it(self):
        deal = deal_of(["10H 9C", "8D KH QC"], "9S", "6S AH JD")
        self.play(deal, "done", "take", "put 6S", "take", "take")
        self.refuses(deal, "take")
        self.play(deal, "put JD D", "done")

    def test_a_jack_covers_it(self):
        deal = deal_of(["10H 9C", "6S JH QC"], "9S")
        self.play(deal, "done", "put 6S")
        self.refuses(deal, "take")
        self.play(deal, "put JH H", "done")

    def test_an_opening_six_must_be_covered(self):
        deal = deal_of(["10H 9C", "6S KH QC"], "6D", "AH 8D")
        self.refuses(deal, "done")
        self.play(deal, "take", "take")
        self.refuses(deal, "take")
        self.play(deal, "put 8D", "done")
        self.assertEqual(len(deal.hands[1]), 5)

    def test_a_six_as_the_last_card_must_be_covered(self):
        deal = deal_of(["10H", "6S 6C"], "9S", "KD QC AH")
        self.play(deal, "done", "put 6S", "put 6C", "take", "take")
        self.refuses(deal, "done")
        self.play(deal, "put QC", "done")
        self.assertFalse(deal.over)

    def test_left_uncovered_it_binds_only_its_player(self):
        deal = deal_of(["10H 9C", "6S KH QC"], "9S")
        self.play(deal, "done", "put 6S")
        deal.stock, deal.pile = [], ["6S"]  # as if the other cards were elsewhere: nothing can be drawn
        self.refuses(deal, "take")
        self.play(deal, "done", "done")
        self.assertEqual(deal.turn, 1)


class Hits(YardBridgeTest):
    def test_sevens_give_the_next_player_as_many_cards_and_he_plays(self):
        deal = deal_of(["10H 9C KD", "7S 7H QC AC"], "9S", "AH 8D 9D")
        self.play(deal, "done", "put 7S", "put 7H", "done")
        self.assertEqual(deal.hands[0], "10H 9C KD AH 8D".split())
        self.assertEqual(deal.turn, 0)
        self.refuses(deal, "done")
        self.play(deal, "take", "done")

    def test_an_opening_seven_counts(self):
        deal = deal_of(["7H 9C", "6S 8H QC", "AC AS AD"], "7S", "KH KS KD")
        self.play(deal, "put 7H", "done")
        self.assertEqual([len(hand) for hand in deal.hands], [1, 5, 3])
        self.assertEqual(deal.turn, 1)

    def test_two_eights_of_two_players_hit_the_opponent_twice_in_one_turn(self):
        deal = deal_of(["8H 9C KC", "6S QH QC AC"], "8S", "KH KS KD AH 9H")
        self.play(deal, "put 8H", "done")
        self.assertEqual(deal.hands[1], "6S QH QC AC KH KS KD AH".split())
        self.assertEqual(deal.turn, 0)
        self.refuses(deal, "done")

    def test_three_eights_of_three_players_hit_one_by_one_round_the_opponents(self):
        deal = deal_of(["8H 8C KC", "6S QH QC 6H", "7S 7H 7C 6C"], "8S", "KH KS KD AH 9H 9D 10D")
        self.play(deal, "put 8H", "put 8C", "done")
        self.assertEqual(deal.hands[1], "6S QH QC 6H KH KS 9H 9D".split())
        self.assertEqual(deal.hands[2], "7S 7H 7C 6C KD AH".split())
        self.assertEqual(deal.turn, 2)

    def test_two_eights_of_three_players_come_back_to_the_one_who_put(self):
        deal = deal_of(["8H 9C", "6S QH QC", "7S 7H 7C"], "8S")
        self.play(deal, "put 8H", "done")
        self.assertEqual(deal.turn, 0)

    def test_eights_of_six_players(self):
        hands = ["8H KC", "6S QH QC", "7S 7H 7C", "9S 9H 9C", "6D 7D 9D", "10S 10H 10C"]
        deal = deal_of(hands, "8S")
        self.play(deal, "put 8H", "done")
        self.assertEqual([len(hand) for hand in deal.hands], [1, 5, 5, 3, 3, 3])
        self.assertEqual(deal.turn, 3)

    def test_aces_of_two_and_of_six_players(self):
        deal = deal_of(["AH KC AC", "6S QH QC 6H"], "AS")
        self.play(deal, "put AH", "put AC", "done")
        self.assertEqual(deal.turn, 0)
        hands = ["AH AC KC", "6S QH QC 6H", "7S 7H 7C 6C", "9S 9H 9C 8S", "6D 7D 9D 8D", "10S 10H 10C KS"]
        deal = deal_of(hands, "AS")
        self.play(deal, "put AH", "put AC", "done")
        self.assertEqual(deal.turn, 4)

    def test_a_card_that_lay_there_before_hits_nobody(self):
        deal = deal_of(["10H 9C", "KD QH QC"], "8S", "KH KS 9D AH 9H")
        self.play(deal, "done")
        self.assertEqual((deal.turn, len(deal.hands[1])), (0, 5))
        self.play(deal, "take", "done")
        self.assertEqual((deal.turn, len(deal.hands[1])), (1, 5))

    def test_what_covers_a_six_hits_and_what_lay_under_it_does_not(self):
        deal = deal_of(["10H 9C KC KD", "6S 7S 7H QD QC"], "9S", "KH KS AH")
        self.play(deal, "done", "put 6S", "put 7S", "put 7H", "done")
        self.assertEqual(len(deal.hands[0]), 6)

    def test_the_last_card_still_hits(self):
        deal = deal_of(["8H", "6S QH"], "8S", "KH KS KD AH 9H")
        self.play(deal, "put 8H")
        self.assertFalse(deal.over)
        self.play(deal, "done")
        self.assertTrue(deal.over)
        self.assertEqual(deal.points(), [0, 10 + 10 + 10 + 10 + 15])


class Stock(YardBridgeTest):
    """Seventeen cards each: two are left in the stock."""

    HANDS = ["8H 8C 7H 9H 10H QH KH AH 7D 8D 9D 10D QD KD AD 6D",
             "6S 7C 9S 9C 10C QC KC AC 6C 7S JS 10S QS KS AS JC JD"]

    def test_the_pile_is_shuffled_in_the_middle_of_a_penalty(self):
        deal = deal_of(self.HANDS, "8S", "6H JH", shuffles=[["8H", "8S"]])
        self.play(deal, "put 8H", "put 8C", "done")
        self.assertEqual(deal.hands[1][-4:], ["6H", "JH", "8H", "8S"])
        self.assertEqual((deal.pile, deal.stock, deal.turn), (["8C"], [], 0))

    def test_what_is_not_there_is_not_taken(self):
        deal = deal_of(self.HANDS, "8S", "6H JH", shuffles=[["8S"]])
        self.play(deal, "put 8H", "done")
        self.assertEqual(deal.hands[1][-3:], ["6H", "JH", "8S"])

    def test_a_shuffle_must_be_of_the_pile_without_its_top(self):
        for shuffles in ([], [["8S", "8S"]], [["8S", "8C"]], [["8S"]]):
            deal = deal_of(self.HANDS, "8S", "6H JH", shuffles=shuffles)
            with self.assertRaises(Broken):
                self.play(deal, "put 8H", "put 8C", "done")

    def test_the_pile_is_not_shuffled_before_a_card_must_be_drawn(self):
        deal = deal_of(self.HANDS, "8S", "6H JH")
        self.play(deal, "put 8H")
        deal.draw(1, 2)
        self.assertEqual((deal.stock, deal.pile), ([], ["8S", "8H"]))

    def test_where_nothing_can_be_drawn_done_is_legal_without_any(self):
        deal = deal_of(self.HANDS, "8S", "6H JH")
        self.play(deal, "done")
        self.assertEqual(deal.turn, 0)
        self.refuses(deal, "take")
        self.play(deal, "done")
        self.assertEqual(deal.turn, 1)
        self.assertEqual(deal.fallback(), "put 6S")

    def test_a_six_that_the_hand_can_cover_must_be_covered_even_then(self):
        deal = deal_of(self.HANDS, "8S", "6H JH")
        self.play(deal, "done", "done", "put 6S")
        self.refuses(deal, "done")

    def test_a_take_shuffles_too(self):
        deal = deal_of(self.HANDS, "8S", "6H JH", shuffles=[["10S", "8S"]])
        self.play(deal, "done", "done", "put 10S", "done", "put 10H", "done")
        self.assertEqual((deal.turn, deal.stock), (1, []))
        self.play(deal, "take", "done")
        self.assertEqual((deal.pile, deal.stock, deal.hands[1][-1]), (["10H"], ["8S"], "10S"))


class Ends(YardBridgeTest):
    def test_points(self):
        deal = deal_of(["10H QS KC", "6S 7H 8C 9D"], "9S")
        self.assertEqual(deal.points(), [30, 0])
        deal = deal_of(["AH JS KC", "AS JC 8C 9D"], "9S")
        self.assertEqual(deal.points(), [45, 35])

    def test_a_deal_ends_after_so_many_actions_and_the_last_takes_effect(self):
        deal = deal_of(["8H KH QD", "6S 10S QC AS"], "8S", "KS KD 9H 9D", max_actions=2)
        self.play(deal, "put 8H", "done")
        self.assertTrue(deal.over)
        self.assertEqual(deal.points(), [20, 10 + 10 + 15 + 10 + 10])

    def test_totals(self):
        options = options_of({}, yard_bridge.OPTIONS)
        totals = yard_bridge.add_up([100, 120, 0], [25, 0, 125], options)
        self.assertEqual(totals, [0, 120, 0])
        self.assertFalse(yard_bridge.is_over(totals, 200, options))
        self.assertTrue(yard_bridge.is_over([126, 0, 3], 1, options))

    def test_with_a_number_of_deals_the_target_plays_no_part(self):
        options = options_of({"deals": 3}, yard_bridge.OPTIONS)
        self.assertEqual(yard_bridge.add_up([100, 200], [25, 10], options), [125, 210])
        self.assertEqual([yard_bridge.is_over([125, 210], deals, options) for deals in (1, 2, 3)], [False, False, True])


class FallBack(YardBridgeTest):
    def test_it_takes_then_puts_what_it_can_and_is_done(self):
        deal = deal_of(["8H KH QD", "9D 9C QC JS"], "KS", "9S 10D")
        self.play(deal, "done")
        answers = []
        while deal.turn == 1:
            answers.append(deal.fallback())
            self.play(deal, answers[-1])
        self.assertEqual(answers, ["take", "put 9S", "put 9C", "put 9D", "done"])

    def test_a_jack_orders_its_own_suit(self):
        deal = deal_of(["8H KH QD", "9D 10C QC JH"], "KS", "AD")
        self.play(deal, "done", "take")
        self.assertEqual(deal.fallback(), "put JH H")

    def test_a_six_is_covered(self):
        deal = deal_of(["8H KH QD", "9D 10C QC 6S"], "KS", "AD 9H 6H 10H")
        self.play(deal, "done", "take", "put 6S")
        self.assertEqual(deal.fallback(), "take")
        self.play(deal, "take", "take")
        self.assertEqual(deal.fallback(), "put 6H")
        self.play(deal, "put 6H")
        self.assertEqual(deal.fallback(), "put 9H")


if __name__ == "__main__":
    unittest.main()
