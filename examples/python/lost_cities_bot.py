#!/usr/bin/env python3
"""A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.

Run it:  arena run lost_cities -p ./lost_cities_bot.py
It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
Put your own ideas into choose_play and choose_draw. Print to sys.stderr to look inside.
"""
import sys

GOOD_ENOUGH = 30  # begin an expedition if its numbers and the turns left come to this
PLAY_COST = 4     # to play now costs a chance to wait for a better card

# The table as last shown. A card is a pair such as (10, "J"); an investment has the value 0.
# The values that lie in a land, oldest first: mine["J"] == [0, 2, 5]; also theirs and discards.
hand, deck, mine, theirs, discards = [], 0, {}, {}, {}
rows = {"You:": mine, "Opponent:": theirs, "Discards:": discards}


def text(card):
    return f"{card[0] or 'i'}{card[1]}"


def fits(card, row):  # numbers rise, investments lie below them
    top = max(row, default=0)
    return card[0] > top or card[0] == top == 0


def strength(land):  # the numbers in my expedition, and those in hand that fit
    return sum(mine[land]) + sum(c[0] for c in hand if c[1] == land and fits(c, mine[land]))


def skipped(card):  # how many numbers that may yet come it shuts out
    value, land = card
    gone = theirs[land] + discards[land]
    return sum(n not in gone for n in range(max(mine[land] + [1]) + 1, value))


def discard_cost(card):  # what I lose with it, and what the opponent may gain
    value, land = card
    loss = 10 if mine[land] else strength(land) // 2
    gift = value if theirs[land] and fits(card, theirs[land]) else 0
    return gift + (loss if fits(card, mine[land]) else 0)


def choose_play():  # the card to play, such as "5J" or "iD" (Inv), or to discard: "d5J"
    turns = (deck + 1) // 2
    sure = [c for c in hand if c[0] > 0 and mine[c[1]] and fits(c, mine[c[1]])]
    hurry = sure and len(sure) >= turns - 2
    if hurry:  # only the highest, as many as there are turns
        plays = [c for c in sure if sum(other[0] > c[0] for other in sure) < turns]
    else:  # also begin expeditions and invest, where that promises to pay
        plays = [c for c in hand if fits(c, mine[c[1]])
                 and (c in sure or strength(c[1]) + turns >= GOOD_ENOUGH)]
    card = min(plays, key=lambda c: (skipped(c), c[0]), default=None)
    spare = min(hand, key=discard_cost)
    play_it = card and (hurry or PLAY_COST + skipped(card) <= discard_cost(spare))
    return text(card) if play_it else "d" + text(spare)


def choose_draw(play):  # the land whose last discard I take, or "n", a new card from the deck
    choice, best = "n", 1
    for land, row in discards.items():
        card = (row[-1] if row else 0, land)
        gain = card[0] - skipped(card)
        if mine[land] and fits(card, mine[land]) and gain > best and play != "d" + text(card):
            choice, best = land, gain
    return choice


land = question = play = ""
for line in sys.stdin:
    label, *words = line.split() or [""]
    if label in ("Deserts:", "Oceans:", "Mountains:", "Jungles:", "Volcanoes:"):
        land = label[0]
    elif label in rows:
        rows[label][land] = [int(w.replace("Inv", "0")) for w in words if w[0] != "("]
    elif label == "Deck:":
        deck = line.count("#")
    elif label == "Hand:":
        hand = [(int(w[:-1].replace("Inv", "0")), w[-1]) for w in words]
    elif line.rstrip().endswith("play?"):
        question, play = "play", choose_play()
        print(play, flush=True)
    elif line.rstrip().endswith("from?"):
        question = "draw"
        print(choose_draw(play), flush=True)
    elif label == "Error:":  # should not happen, but these answers are always taken
        print("n" if question == "draw" else "d" + text(hand[0]), flush=True)
    elif label in ("Congratulations,", "The", "I'm"):  # the last line of a game
        break
