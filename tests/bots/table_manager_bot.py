"""A bridge bot of the Table Manager protocol on stdin and stdout: it passes, and plays its first card that follows suit.

It takes the seat that arena gives it, and knows the rest from the lines: no library, no rules but those of following.
"""
import re
import sys

SEATS = ["North", "East", "South", "West"]
RANKS = "23456789TJQKA"


def say(line):
    print(line, flush=True)


def hear():
    line = sys.stdin.readline()
    if not line or line.startswith("End of session"):
        sys.exit(0)
    return line.strip()


def cards(line):
    suits = re.findall(r"([SHDC]) ([AKQJT2-9 -]+)\.", line.partition(":")[2])
    return [rank + suit for suit, ranks in suits for rank in ranks.split() if rank != "-"]


def declarer(calls):
    """The first of the last bidder's side that named the strain, and the strain."""
    bids = [(seat, call.split()[1][1:]) for seat, call in calls if "bids" in call]
    if not bids:
        return None, None
    last, strain = bids[-1]
    return next(seat for seat, named in bids if named == strain and (seat - last) % 2 == 0), strain


def board(me):
    say(f"{me} ready for deal")
    turn = SEATS.index(re.search(r"Dealer (\w+)", hear())[1])
    say(f"{me} ready for cards")
    own = cards(hear())
    calls = []
    while len(calls) < 4 or any("passes" not in call for _, call in calls[-3:]):
        if SEATS[turn] == me:
            calls.append((turn, "passes"))
            say(f"{me} passes")
        else:
            say(f"{me} ready for {SEATS[turn]}'s bid")
            calls.append((turn, hear().split(" ", 1)[1]))
        turn = (turn + 1) % 4
    play(me, own, *declarer(calls))
    hear()  # the times


def play(me, own, declarer, trump):
    if declarer is None:
        return
    dummy, leader, table = (declarer + 2) % 4, (declarer + 1) % 4, []
    for trick in range(1, 14):
        played = []
        for hand in [(leader + i) % 4 for i in range(4)]:
            mine = SEATS[declarer if hand == dummy else hand] == me
            if mine:
                if not played:
                    hear()  # who leads
                holding = table if hand == dummy else own
                follow = [card for card in holding if played and card[1] == played[0][1][1]]
                card = (follow or holding)[0]
                holding.remove(card)
                say(f"{SEATS[hand]} plays {card}")
            else:
                owner = "dummy" if hand == dummy else SEATS[hand]
                say(f"{me} ready for {owner}'s card to trick {trick}")
                card = hear().split()[2]
            played.append((hand, card))
            if trick == 1 and len(played) == 1 and SEATS[dummy] != me:
                say(f"{me} ready for dummy")
                table = cards(hear())
        leader = max(played, key=lambda p: (p[1][1] == trump, p[1][1] == played[0][1][1], RANKS.index(p[1][0])))[0]


say('Connecting "Python" as ANYPL using protocol version 18')
me = hear().split()[0]
say(f"{me} ready for teams")
hear()
say(f"{me} ready to start")
while True:
    hear()  # Start of board
    board(me)
