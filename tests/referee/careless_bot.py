"""A bot that goes wrong on purpose: `careless_bot.py GAME WAY [ANSWERS]`.

After so many questions of a match it exits, or speaks nonsense until the end, as WAY says; with the way `careless`
it answers by chance what may or may not be legal, so that refusals are of every kind, and in every spelling.
"""
import random
import sys

YARD_RANKS = "6 7 8 9 10 J Q K A".split()
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
SUITS = "S C H D".split()


def legal_in_yard_bridge(fields):
    answer = random.choice(fields[8].split(","))
    return f"{answer} {random.choice(SUITS)}" if answer.startswith("put J") and len(answer.split()) == 2 else answer


def careless_in_yard_bridge(fields):
    hand = fields[2].split() or ["7S"]
    card = random.choice([random.choice(hand), random.choice(YARD_RANKS) + random.choice(SUITS)])
    return random.choice(["take", "done", f"put {card}", f"put {card} {random.choice(SUITS)}", "put", f"put {card} X"])


def legal_in_most(fields):
    """All but always: a joker may stand for the card."""
    return "draw" if fields[2] == "get" else f"discard {random.choice(fields[3].split())}"


def meld_around(card, near):
    """A run or a set of three with this card; a joker is named for what is not near."""
    rank, suit = (card[:-1], card[-1]) if card != "*" else (random.choice(RANKS), random.choice(SUITS))
    low = RANKS.index(rank) - random.randrange(3)
    run = [RANKS[(low + step) % 13] + suit for step in range(3)]
    meld = random.choice([run, [rank + other for other in random.sample(SUITS, 3)]])
    return " ".join(one if one in near else f"*{one}" for one in meld)


def careless_in_most(fields):
    hand, bridge = fields[3].split(), fields[4].split()
    card, other = random.choice(hand), random.choice(bridge or ["7S"])
    laid = card if card != "*" else f"*{random.choice(RANKS)}{random.choice(SUITS)}"
    number = random.randrange(1, 5)
    return random.choice(["draw", f"take {other} = {meld_around(other, hand + bridge)}", f"meld {meld_around(card, hand)}",
                          f"lay {number} {laid}", f"swap {number} {laid}", f"discard {laid}", "meld", f"discard {card}"])


LEGAL = {"yard_bridge": legal_in_yard_bridge, "most": legal_in_most}
CARELESS = {"yard_bridge": careless_in_yard_bridge, "most": careless_in_most}


def spelled_by_chance(text):
    """The same answer in another spelling: letter case, white space, noughts before a number, the order of a meld."""
    words = text.split()
    ranks = {word.strip("*")[:-1] for word in words[-3:]}
    if len(words) > 3 and words[0] in ("meld", "take") and len(ranks) == 1:  # a set; of a run the order matters
        words[-3:] = random.sample(words[-3:], 3)
    words = [f"{random.choice(['', '0', '00'])}{word}" if word.isdigit() else word for word in words]
    case = random.choice([str, str.lower, str.upper, str.title])
    blanks = random.choice([" ", "  ", "\t", " \t "])
    return random.choice(["", blanks]) + case(blanks.join(words)) + random.choice(["", blanks])


def answer(game, way, left, fields):
    if way == "careless":
        return spelled_by_chance(random.choice([LEGAL, CARELESS, CARELESS])[game](fields))
    if left > 0:
        return LEGAL[game](fields)
    if way == "exit":
        sys.exit(3)
    return "nonsense"


def main(game, way, answers="0"):
    random.seed(7)
    left = int(answers)
    for line in sys.stdin:
        fields = line.rstrip("\n").split(":")
        if fields[0] == "start":
            left = int(answers)
        elif fields[0] == "turn":
            print(answer(game, way, left, fields), flush=True)
            left -= 1


if __name__ == "__main__":
    main(*sys.argv[1:])
