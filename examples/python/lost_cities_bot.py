#!/usr/bin/env python3
"""A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.

Run it:  arena run lost_cities -p ./lost_cities_bot.py
It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
Put your own ideas into choose_play and choose_draw. Print to sys.stderr to debug.
"""
import sys

GOOD_ENOUGH = 30  # begin an expedition if its numbers plus the turns left reach this
PLAY_COST = 4  # playing now gives up the chance to wait for a better card

# The board as last shown: the values in each land, oldest first, such as mine["J"] == [0, 2, 5].
# A card is a pair such as (10, "J"); an investment has the value 0.
hand, deck, mine, theirs, discards = [], 0, {}, {}, {}
sides = {"You:": mine, "Opponent:": theirs, "Discards:": discards}


def text(card):
    return f"{card[0] or 'i'}{card[1]}"


def fits(card, side):  # numbers rise, investments lie below them
    top = max(side[card[1]], default=0)
    return card[0] > top or card[0] == top == 0


def sure(card):  # a number that fits on an expedition that I have begun
    return card[0] > 0 and mine[card[1]] and fits(card, mine)


def strength(land):  # the numbers on my expedition and those in hand that fit
    return sum(mine[land]) + sum(c[0] for c in hand if c[1] == land and fits(c, mine))


def jump(card):  # how many numbers it skips, which are then lost
    return card[0] - 1 - max(mine[card[1]] + [1])


def discard_cost(card):  # what a discard costs me, plus what it may give the opponent
    value, land = card
    loss = 10 if mine[land] else strength(land) // 2
    gift = value if theirs[land] and fits(card, theirs) else 0
    return gift + (loss if fits(card, mine) else 0)


def choose_play():  # a card to play, such as "5J" or "iD" (Inv), or to discard, such as "d5J"
    turns = (deck + 1) // 2
    plays = [c for c in hand if sure(c)]
    hurry = plays and len(plays) >= turns - 2
    if hurry:  # play only the highest cards, as many as there are turns
        plays = [c for c in plays if sum(other[0] > c[0] for other in plays) < turns]
    else:  # also begin expeditions and invest, if that is likely to pay
        plays = [c for c in hand
                 if sure(c) or fits(c, mine) and strength(c[1]) + turns >= GOOD_ENOUGH]
    card = min(plays, key=jump, default=None)
    spare = min(hand, key=discard_cost)
    if card and (hurry or PLAY_COST + jump(card) <= discard_cost(spare)):
        return text(card)
    return "d" + text(spare)


def choose_draw(play):  # the land whose last discard I take, or "n" for a card from the deck
    tops = [(row[-1], land) for land, row in discards.items() if row]
    useful = [c for c in tops if sure(c) and play != "d" + text(c) and c[0] - jump(c) > 1]
    return max(useful, key=lambda c: c[0] - jump(c))[1] if useful else "n"


land = play = fallback = ""
for line in sys.stdin:
    label, *words = line.split() or [""]
    if label in ("Deserts:", "Oceans:", "Mountains:", "Jungles:", "Volcanoes:"):
        land = label[0]
    elif label in sides:
        sides[label][land] = [int(w.replace("Inv", "0")) for w in words if w[0] != "("]
    elif label == "Deck:":
        deck = line.count("#")
    elif label == "Hand:":
        hand = [(int(w[:-1].replace("Inv", "0")), w[-1]) for w in words]
    elif "Your play?" in line:
        fallback, play = "d" + text(hand[0]), choose_play()
        print(play, flush=True)
    elif "Draw from?" in line:
        fallback = "n"
        print(choose_draw(play), flush=True)
    elif label == "Error:":  # should not happen, but the fallback is always legal
        print(fallback, flush=True)
    elif label in ("Congratulations,", "The", "I'm"):  # the last line of a game
        break
