"""The rules of Most, read a second time: one deal, and what is carried from deal to deal.

One function a rule, in the words of the rules (docs: `arena rules most`).
A card on the table is a word as players write it: `9C`, or `*9C` for a joker that stands for it.
"""
from common import Illegal, Shuffles, deal_cards, demand, next_seat, number_of, rank, rule, suit, words_of, without

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
SUITS = "S C H D".split()
JOKER = "*"
CARDS = [r + s for s in SUITS for r in RANKS]
PACK = CARDS + [JOKER, JOKER]
HAND = 6

MORE_IS_BETTER = True
OPTIONS = {"target": (500, 1, 10**9), "deals": (0, 0, 2 * 10**6), "max_turns": (200, 1, 10**9),
           "max_deals": (100, 1, 2 * 10**6)}


def check_options(_options, seats):
    demand(HAND * seats < len(PACK), "there are not enough cards for such hands")


def is_joker(word):
    return word.startswith(JOKER)


def named(word):
    """The card that lies there, or for which a joker stands."""
    return word.lstrip(JOKER)


def from_hand(word):
    """What a player gives away for it: the card, or a joker."""
    return JOKER if is_joker(word) else word


def value(card):
    return {"10": 10, "J": 10, "Q": 10, "K": 10, "A": 15}.get(rank(card), 5)


def follows(card, low):
    """In the endless order of a suit: after the ace comes the two."""
    return suit(card) == suit(low) and RANKS.index(rank(card)) == (RANKS.index(rank(low)) + 1) % len(RANKS)


def is_run(cards):
    return len(cards) <= len(RANKS) and all(follows(card, low) for low, card in zip(cards, cards[1:]))


def is_set(cards):
    same_rank = all(rank(card) == rank(cards[0]) for card in cards)
    return same_rank and len({suit(card) for card in cards}) == len(cards)


def check_word(word):
    rule(word in CARDS or (is_joker(word) and word[1:] in CARDS), "that is no card of a meld")


class Meld:
    """Its cards in the order of a run, or in any; beside each, the player who gets its points."""

    def __init__(self, seat, words):
        self.laid = [(word, seat) for word in words]

    def cards(self):
        return [named(word) for word, _seat in self.laid]

    def words(self):
        return [word for word, _seat in self.laid]

    def add(self, seat, word):
        """At the high end of a run, else at its low end, or the missing suit of a set."""
        cards = self.cards()
        goes_high = cards + [named(word)]
        goes_low = [named(word)] + cards
        if is_set(goes_high) or is_run(goes_high):
            self.laid.append((word, seat))
        elif is_run(goes_low):
            self.laid.insert(0, (word, seat))
        else:
            raise Illegal("that card does not fit the meld")

    def swap(self, card):
        """The card counts for the one who laid the joker."""
        joker = JOKER + card
        rule(joker in self.words(), "no joker of the meld stands for that card")
        at = self.words().index(joker)
        self.laid[at] = (card, self.laid[at][1])


class Deal:
    def __init__(self, seats, options, given):
        self.seats = seats
        self.max_turns = options["max_turns"]
        self.shuffles = Shuffles(given["shuffles"])
        self.hands, rest = deal_cards(given["deck"], seats, given["dealer"], HAND)
        self.bridge = rest[:1]
        self.stock = rest[1:]
        self.melds = []  # meld 1 first
        self.has_melded = set()
        self.turn = next_seat(given["dealer"], seats)
        self.has_card = False  # of this turn: drawn, or taken from the bridge
        self.discards = 0
        self.over = False

    def play(self, text):
        words = words_of(text)
        action, rest = words[0], words[1:]
        if action == "DRAW" and not rest:
            self.draw()
        elif action == "TAKE" and len(rest) > 2 and rest[1] == "=":
            self.take(rest[0], rest[2:])
        elif action == "MELD" and rest:
            self.meld(rest)
        elif action == "LAY" and len(rest) == 2:
            self.lay(number_of(rest[0]), rest[1])
        elif action == "SWAP" and len(rest) == 2:
            self.swap(number_of(rest[0]), rest[1])
        elif action == "DISCARD" and len(rest) == 1:
            self.discard(rest[0])
        else:
            raise Illegal("that is no answer")

    # What several rules speak of

    def hand(self):
        return self.hands[self.turn]

    def on_table(self):
        return [word for meld in self.melds for word in meld.words()]

    def stood_for(self):
        """The cards for which jokers stand."""
        return {named(word) for word in self.on_table() if is_joker(word)}

    def meld_of(self, number):
        rule(number <= len(self.melds), "there is no such meld")
        return self.melds[number - 1]

    def check_jokers(self, new_words, bridge):
        """No joker may stand for a card that lies in the melds or the bridge, or for which another one stands."""
        words = self.on_table() + new_words
        jokers = [named(word) for word in words if is_joker(word)]
        if jokers:
            lying = [word for word in words + bridge if not is_joker(word)]
            rule(len(set(jokers)) == len(jokers), "two jokers stand for the same card")
            rule(not set(jokers) & set(lying), "a joker stands for a card that lies there")

    def hand_without(self, words, hand):
        """The cards left; one must be kept to discard."""
        left = without(hand, [from_hand(word) for word in words])
        rule(left is not None, "that card is not in hand")
        rule(left, "a card must be kept to discard")
        return left

    def check_phase(self, has_card):
        rule(self.has_card == has_card, "a turn is: get a card, melds, discard")

    # Getting a card

    def draw(self):
        self.check_phase(has_card=False)
        if not self.stock:
            self.shuffle_bridge()
        if self.stock:
            self.hand().append(self.stock.pop(0))
        self.has_card = True

    def shuffle_bridge(self):
        """The bridge without its last card becomes the stock, if there is any."""
        rest = self.bridge[:-1]
        if rest:
            self.stock = self.shuffles.next(rest)
            self.bridge = self.bridge[-1:]

    def take(self, chosen, words):
        """The chosen card and all after it, and at once a new meld that contains the chosen one."""
        self.check_phase(has_card=False)
        rule(chosen in self.bridge, "that card is not in the bridge")
        at = self.bridge.index(chosen)
        stays, taken = self.bridge[:at], self.bridge[at:]
        rule(chosen in [from_hand(word) for word in words], "the meld does not contain the chosen card")
        self.lay_meld(words, self.hand() + taken, stays)
        self.bridge = stays
        self.has_card = True

    # Between getting and discarding

    def meld(self, words):
        self.check_phase(has_card=True)
        self.lay_meld(words, self.hand(), self.bridge)

    def lay_meld(self, words, hand, bridge):
        for word in words:
            check_word(word)
        cards = [named(word) for word in words]
        rule(len(cards) >= 3, "a meld has three cards or more")
        rule(is_run(cards) or is_set(cards), "that is neither a run nor a set")
        left = self.hand_without(words, hand)
        self.check_jokers(words, bridge)
        self.hands[self.turn] = left
        self.melds.append(Meld(self.turn, words))
        self.has_melded.add(self.turn)

    def lay(self, number, word):
        self.check_phase(has_card=True)
        check_word(word)
        rule(self.turn in self.has_melded, "he has laid no meld in this deal")
        left = self.hand_without([word], self.hand())
        self.check_jokers([word], self.bridge)
        self.meld_of(number).add(self.turn, word)
        self.hands[self.turn] = left

    def swap(self, number, card):
        """Allowed also to a player who has not laid a meld yet."""
        self.check_phase(has_card=True)
        rule(card in CARDS and card in self.hand(), "that card is not in hand")
        self.meld_of(number).swap(card)
        self.hand().remove(card)
        self.hand().append(JOKER)

    # The end of a turn

    def discard(self, card):
        self.check_phase(has_card=True)
        rule(card in self.hand(), "that card is not in hand")
        rule(card not in self.stood_for(), "a joker stands for that card")
        self.hand().remove(card)
        self.bridge.append(card)
        self.discards += 1
        if not self.hand() or self.discards == self.max_turns:
            self.over = True
        self.turn = next_seat(self.turn, self.seats)
        self.has_card = False

    # For a seat whose player is gone, and at the end

    def fallback(self):
        if not self.has_card:
            return "draw"
        hand = sorted(self.hand(), key=PACK.index)
        for card in hand:
            if card not in self.stood_for():
                return f"discard {card}"
        return f"swap {self.number_of_joker(hand[0])} {hand[0]}"

    def number_of_joker(self, card):
        return next(number for number, meld in enumerate(self.melds, 1) if JOKER + card in meld.words())

    def points(self):
        points = [0] * self.seats
        for meld in self.melds:
            for word, seat in meld.laid:
                points[seat] += 0 if is_joker(word) else value(word)
        for seat, hand in enumerate(self.hands):
            points[seat] -= sum(100 if is_joker(card) else value(card) for card in hand)
        return points


def add_up(totals, points, _options):
    return [total + more for total, more in zip(totals, points)]


def is_over(totals, deals_played, options):
    """To the target: someone is alone at the top with so many, or there were enough deals."""
    if options["deals"]:
        return deals_played == options["deals"]
    best = max(totals)
    return (best >= options["target"] and totals.count(best) == 1) or deals_played == options["max_deals"]


def worst(own, others, deals_played, options):
    """The fewest points that a seat can end with, and the most that the best of the others can."""
    deals = options["deals"] - deals_played if options["deals"] else min(3, options["max_deals"] - deals_played)
    laid = sum(value(card) for card in CARDS)
    return own - deals * (laid + 2 * 100), max(others) + deals * laid
