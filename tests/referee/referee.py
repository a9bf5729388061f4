"""Replays a record by the rules of its game and checks everything in it: moves, refusals, forfeits, result.

`game` is one of the modules yard_bridge and most: a Deal, and what is carried from deal to deal.
"""
from common import Broken, Illegal, demand, next_seat, options_of, places_of

MAX_REFUSALS = 20  # in a row; one more forfeits
LONGEST_REFUSED = 200  # characters that are kept of a refused answer
REASONS = ("refused", "time", "exit", "disconnect", "protocol", "limit")


class Match:
    """Deal after deal, until the match is over."""

    def __init__(self, game, record):
        self.game = game
        self.seats = len(record["players"])
        demand(2 <= self.seats <= 6, "it is for two to six players")
        given = {name: value for name, value in record.get("options", {}).items() if name != "max_refusals"}
        self.options = options_of(given, game.OPTIONS)
        game.check_options(self.options, self.seats)
        self.given = record["deals"]
        self.totals = [0] * self.seats
        self.played = 0
        self.over = False
        self.begin_deal()

    def begin_deal(self):
        demand(self.played < len(self.given), "a deal is missing")
        given = self.given[self.played]
        self.check_given(given)
        self.deal = self.game.Deal(self.seats, self.options, given)

    def check_given(self, given):
        demand(set(given) == {"deck", "dealer", "shuffles"}, "a deal is a deck, a dealer and shuffles")
        lists = [given["deck"], *given["shuffles"]]
        demand(all(type(card) is str for cards in lists for card in cards), "a card is a text")
        demand(sorted(given["deck"]) == sorted(self.game.PACK), "the deck is no whole pack")
        dealer = given["dealer"]
        demand(type(dealer) is int and 0 <= dealer < self.seats, "there is no such dealer")
        if self.played:
            before = self.given[self.played - 1]["dealer"]
            demand(dealer == next_seat(before, self.seats), "the next deal's dealer is the next seat")

    def play(self, text):
        self.deal.play(text)
        if self.deal.over:
            self.end_deal()

    def end_deal(self):
        self.check_chance_used_up()
        self.played += 1
        self.totals = self.game.add_up(self.totals, self.deal.points(), self.options)
        if self.game.is_over(self.totals, self.played, self.options):
            self.over = True
        else:
            self.begin_deal()

    def check_chance_used_up(self):
        """What the record tells of chance must have happened."""
        demand(not self.deal.shuffles.given, "a shuffle of the record never happened")


class Referee:
    """Hears the entries of `moves` one by one."""

    def __init__(self, game, record):
        self.record = record
        self.match = Match(game, record)
        self.forfeits = list(record.get("forfeits", []))
        self.counted = []
        self.gone = set()
        self.refused = 0  # in a row, by the seat that is to move
        self.heard = 0
        self.everyone_left = False

    def confirm(self):
        try:
            self.take_forfeits()
            for entry in self.record["moves"]:
                self.heard += 1
                self.hear(entry)
                self.take_forfeits()
        except (Broken, Illegal) as broken:
            raise Broken(str(broken), max(self.heard, 1)) from None
        self.check_result()

    def is_over(self):
        return self.match.over or self.everyone_left

    def hear(self, entry):
        demand(not self.is_over(), "a move after the end")
        seat, text = entry["seat"], entry["move"]
        demand(seat == self.match.deal.turn, "it is another seat's turn")
        if seat in self.gone:
            demand(entry.get("by") == "arbiter" and "rejected" not in entry, "the arbiter moves for this seat")
            demand(text == self.match.deal.fallback(), "that is not the fall-back move")
            self.match.play(text)
        else:
            demand("by" not in entry, "the arbiter moves for a player who is there")
            demand(self.refused <= self.allowed(seat), "more refusals in a row than are allowed")
            self.hear_player(seat, entry)

    def hear_player(self, seat, entry):
        if "rejected" in entry:
            self.check_refusal(seat, entry["move"])
            self.refused += 1
        else:
            self.match.play(entry["move"])
            self.refused = 0

    def check_refusal(self, seat, text):
        """The move must not be legal. A text that may have been cut, or one within JSON, cannot be judged."""
        speaks_json = self.record["players"][seat].get("protocol") == "json"
        if len(text) >= LONGEST_REFUSED or speaks_json:
            return
        try:
            self.match.play(text)
        except Illegal:
            return
        raise Broken("a legal move is refused")

    def allowed(self, seat):
        of_all = self.record.get("options", {}).get("max_refusals", MAX_REFUSALS)
        return self.record["players"][seat].get("max_refusals", of_all)

    def take_forfeits(self):
        while self.forfeits and self.forfeits[0]["after"] == self.heard:
            self.take_forfeit(self.forfeits.pop(0))

    def take_forfeit(self, forfeit):
        seat = forfeit["seat"]
        demand(not self.is_over(), "a forfeit after the end")
        demand(seat == self.match.deal.turn and seat not in self.gone, "a seat forfeits that was not asked")
        demand(forfeit["reason"] in REASONS, "that is not a reason for a forfeit")
        too_many = self.refused == self.allowed(seat) + 1
        demand(too_many == (forfeit["reason"] == "refused"), "the reason does not fit the number of refusals")
        self.gone.add(seat)
        self.counted.append({"seat": seat, **self.worst_of(seat)})
        self.refused = 0
        self.everyone_left = len(self.gone) == self.match.seats

    def worst_of(self, seat):
        """What the seat counts with, as it forfeits: nothing that it could still have got is worse."""
        totals = self.match.totals
        others = [total for other, total in enumerate(totals) if other != seat]
        score, best_other = self.match.game.worst(totals[seat], others, self.match.played, self.match.options)
        margin = score - best_other if self.match.game.MORE_IS_BETTER else best_other - score
        return {"score": score, "margin": margin}

    def check_result(self):
        """Scores are the totals; where everyone has left, those of the deals that were finished."""
        demand(self.is_over(), "the record ends before the match")
        demand(not self.forfeits, "a forfeit that has no place in this match")
        self.match.check_chance_used_up()
        dealt = self.match.played + (not self.match.over)
        demand(dealt == len(self.match.given), "the record holds more deals than were dealt")
        totals = self.match.totals
        places = places_of(totals, self.match.game.MORE_IS_BETTER, self.gone)
        demand(self.record.get("scores", totals) == totals, f"the scores are {totals}")
        demand(self.record.get("places", places) == places, f"the places are {places}")
        if "counted" in self.record:  # it is not in older ones
            demand(self.record["counted"] == self.counted, f"what counts for the forfeits is {self.counted}")
        end = "forfeit" if self.everyone_left else "played out"
        demand(self.record.get("end", end) == end, f"the end is {end}")
