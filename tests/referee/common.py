"""Shared by the referees of both games: cards as texts, a table of options, and two exceptions.

Nothing here is taken from arena, and nothing may be: these referees are a second reading of the rules.
"""
import re


class Illegal(Exception):
    """A move that the rules do not allow, or a text that is no move."""


class Broken(Exception):
    """A record that cannot be; `move` is the number of the entry where it shows, or None."""

    def __init__(self, reason, move=None):
        super().__init__(reason)
        self.move = move


def rule(kept, otherwise):
    if not kept:
        raise Illegal(otherwise)


def demand(kept, otherwise):
    if not kept:
        raise Broken(otherwise)


def rank(card):
    return card[:-1]


def suit(card):
    return card[-1]


def words_of(text):
    """The words of an answer: letter case does not matter, and any white space may stand between them."""
    rule(text.isascii(), "that is no answer")
    return [word.upper() for word in re.split(r"[ \t\n\v\f\r]+", text) if word] or [""]


def next_seat(seat, seats):
    return (seat + 1) % seats


def without(cards, gone):
    """The cards that are left when `gone` are taken out, or None if one of those is not there."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return left


def deal_cards(deck, seats, dealer, each):
    """Hands of `each` cards, dealt one at a time from the seat left of the dealer, and the rest of the deck."""
    hands = [[] for _ in range(seats)]
    seat = dealer
    for card in deck[:each * seats]:
        seat = next_seat(seat, seats)
        hands[seat].append(card)
    return hands, deck[each * seats:]


class Shuffles:
    """The reshuffles of one deal as the record tells them, first one first."""

    def __init__(self, given):
        self.given = list(given)

    def next(self, cards):
        """The new stock; it must be the same cards in some order."""
        demand(self.given, "the cards are shuffled, but the record does not say how")
        stock = self.given.pop(0)
        demand(sorted(stock) == sorted(cards), "a shuffle holds other cards than were there")
        return list(stock)


def options_of(given, known):
    """All options: `given` ones over the defaults. `known`: name -> (default, least, most)."""
    options = {name: default for name, (default, _least, _most) in known.items()}
    for name, value in given.items():
        demand(name in known, f"there is no option {name}")
        _default, least, most = known[name]
        demand(type(value) is int and least <= value <= most,
               f"the option {name} cannot be {value}")
        options[name] = value
    return options


def number_of(word):
    """A meld's ID as it is written in an answer: noughts may come before it."""
    rule(re.fullmatch(r"0*[1-9][0-9]{0,8}", word), "that is no number")
    return int(word)


def places_of(scores, more_is_better, forfeited):
    """1 + the number of seats that did strictly better; those who forfeited share the place after all others."""
    def better(one, other):
        if one in forfeited or other in forfeited:
            return other in forfeited and one not in forfeited
        return scores[one] > scores[other] if more_is_better else scores[one] < scores[other]

    seats = range(len(scores))
    return [1 + sum(better(other, seat) for other in seats) for seat in seats]
