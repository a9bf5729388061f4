"""The rules of yard bridge, read a second time: one deal, and what is carried from deal to deal.

One function a rule, in the words of the rules (docs: `arena rules yard_bridge`).
"""
from common import Illegal, Shuffles, deal_cards, demand, next_seat, rank, rule, suit, words_of

RANKS = "6 7 8 9 10 J Q K A".split()
SUITS = "S C H D".split()
PACK = [r + s for s in SUITS for r in RANKS]
POINTS = {"10": 10, "Q": 10, "K": 10, "A": 15, "J": 20}

MORE_IS_BETTER = False
OPTIONS = {"hand": (5, 2, 18), "target": (125, 1, 10**9), "deals": (0, 0, 8 * 10**6), "max_actions": (1000, 1, 10**9)}


def check_options(options, seats):
    demand(options["hand"] * seats <= len(PACK), "there are not enough cards for such hands")


class Deal:
    def __init__(self, seats, options, given):
        self.seats = seats
        self.max_actions = options["max_actions"]
        self.shuffles = Shuffles(given["shuffles"])
        dealer = given["dealer"]
        self.hands, self.stock = deal_cards(given["deck"], seats, dealer, options["hand"])
        opening = self.hands[dealer].pop()
        self.turn = dealer
        self.taken = 0  # by choice, in this turn
        self.put = [opening]  # in this turn; the opening card is as if the dealer had put it
        self.pile = [opening]
        self.suit_in_force = suit(opening)
        self.actions = 0
        self.over = False

    # What is so

    def hand(self):
        return self.hands[self.turn]

    def top(self):
        return self.pile[-1]

    def matches(self, card):
        """As the first card of a turn, or on an uncovered six."""
        return rank(card) == rank(self.top()) or suit(card) == self.suit_in_force or rank(card) == "J"

    def six_is_uncovered(self):
        """A six binds only the player who put it, in the turn in which he did."""
        return bool(self.put) and rank(self.put[-1]) == "6"

    def can_cover(self):
        return any(self.matches(card) for card in self.hand())

    def something_to_draw(self):
        return bool(self.stock) or len(self.pile) > 1

    # What is allowed

    def may_put(self, card):
        if self.put and not self.six_is_uncovered():
            return rank(card) == rank(self.top())
        return self.matches(card)

    def may_take(self):
        first = not self.put and not self.taken
        to_cover = self.six_is_uncovered() and not self.can_cover()
        return self.something_to_draw() and (first or to_cover)

    def may_finish(self):
        if self.six_is_uncovered():
            return not self.something_to_draw() and not self.can_cover()
        return bool(self.put) or self.taken > 0 or not self.something_to_draw()

    # What a player does

    def play(self, text):
        words = words_of(text)
        if words == ["TAKE"]:
            self.take()
        elif words == ["DONE"]:
            self.finish()
        elif words[0] == "PUT" and len(words) in (2, 3):
            self.put_card(*words[1:])
        else:
            raise Illegal("that is no action")
        self.actions += 1
        if self.actions == self.max_actions:
            self.over = True

    def put_card(self, card, ordered=None):
        rule(card in self.hand(), "that card is not in hand")
        if rank(card) == "J":
            rule(ordered in SUITS, "a jack orders a suit")
        else:
            rule(ordered is None, "only a jack orders a suit")
        rule(self.may_put(card), "that card does not go there")
        self.hand().remove(card)
        self.pile.append(card)
        self.put.append(card)
        self.suit_in_force = ordered or suit(card)

    def take(self):
        rule(self.may_take(), "nothing may be taken now")
        self.draw(self.turn, 1)
        self.taken += 1

    def finish(self):
        rule(self.may_finish(), "the turn cannot end now")
        putter = self.turn
        self.turn = self.hit_others()
        self.taken = 0
        self.put = []
        if not self.hands[putter]:
            self.over = True

    # What follows from it

    def row(self):
        """How many cards of the top's rank were put in this turn, in an unbroken row at its end."""
        count = 0
        for card in reversed(self.put):
            if rank(card) != rank(self.top()):
                break
            count += 1
        return count

    def next_opponents(self, count):
        """Round the opponents, passing over the player who put."""
        seat = self.turn
        while count:
            seat = next_seat(seat, self.seats)
            if seat != self.turn:
                yield seat
                count -= 1

    def hit_others(self):
        """Does what the last cards of the turn do; returns whose turn is next."""
        count = self.row()
        last_hit = self.turn
        if count and rank(self.top()) == "7":
            self.draw(next_seat(self.turn, self.seats), count)
        elif count and rank(self.top()) in ("8", "A"):
            for last_hit in self.next_opponents(count):
                if rank(self.top()) == "8":
                    self.draw(last_hit, 2)
        return next_seat(last_hit, self.seats)

    def draw(self, seat, count):
        """What cannot be taken is not taken."""
        for _ in range(count):
            if not self.stock:
                self.shuffle_pile()
            if self.stock:
                self.hands[seat].append(self.stock.pop(0))

    def shuffle_pile(self):
        """The pile without its top card becomes the stock, if there is any."""
        below = self.pile[:-1]
        if below:
            self.stock = self.shuffles.next(below)
            self.pile = self.pile[-1:]

    # For a seat whose player is gone, and at the end

    def fallback(self):
        if self.may_take():
            return "take"
        for card in sorted(self.hand(), key=PACK.index):
            if self.may_put(card):
                return f"put {card} {suit(card)}" if rank(card) == "J" else f"put {card}"
        return "done"

    def points(self):
        return [sum(POINTS.get(rank(card), 0) for card in hand) for hand in self.hands]


def add_up(totals, points, options):
    sums = [total + more for total, more in zip(totals, points)]
    if options["deals"]:
        return sums
    return [0 if total == options["target"] else total for total in sums]


def is_over(totals, deals_played, options):
    if options["deals"]:
        return deals_played == options["deals"]
    return any(total > options["target"] for total in totals)


def worst(own, others, deals_played, options):
    """The most points that a seat can end with, and the fewest that the best of the others can."""
    whole_pack = sum(POINTS.get(rank(card), 0) for card in PACK)
    if options["deals"]:
        return own + whole_pack * (options["deals"] - deals_played), min(others)
    return options["target"] + whole_pack, 0
