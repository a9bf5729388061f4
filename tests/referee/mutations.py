"""Records made wrong: each function changes a copy of a record of its own, and returns False where it finds nothing to change.

MUST: no reading of the rules lets these pass; beside each stands why. MAY: what comes out may be another
match that keeps the rules, so all that can be asked is that two readers agree.
"""
import json

from common import next_seat
from referee import Match


def mutated(record, mutate, rng):
    """A changed copy, or None. Without its seed, from which arena could draw shuffles and deals that are missing."""
    changed = json.loads(json.dumps(record))
    changed.pop("seed", None)
    return changed if mutate(changed, rng) else None


def line_of(record):
    return json.dumps(record, separators=(",", ":"))


def match_before(game, record, count):
    """The match after the first `count` entries."""
    match = Match(game, record)
    for entry in record["moves"][:count]:
        if "rejected" not in entry:
            match.play(entry["move"])
    return match


def accepted(record, wanted=lambda entry: True):
    """The indices of the accepted entries that are as wanted."""
    return [index for index, entry in enumerate(record["moves"])
            if "rejected" not in entry and "by" not in entry and wanted(entry)]


def deal_with_shuffles(record):
    return next((deal for deal in record["deals"] if deal["shuffles"]), None)


# A card changed

def a_card_stands_twice_in_a_deck(record, rng):
    """That is no pack."""
    deck = rng.choice(record["deals"])["deck"]
    other = rng.randrange(1, len(deck))
    deck[0] = next(card for card in deck[other:] + deck[:other] if card not in (deck[0], "*"))
    return True


def first_card_laid_down(record):
    """The first card of the match that is put or discarded, and no joker."""
    for entry in record["moves"]:
        words = entry["move"].upper().split()
        if "rejected" not in entry and words[0] in ("PUT", "DISCARD") and words[1] != "*":
            return words[1]
    return None


def opening_card(record):
    """Its index in the first deck: the last of the dealer's hand in yard bridge, the first after the hands in Most."""
    seats = len(record["players"])
    if record["game"] == "most":
        return 6 * seats
    return record["options"].get("hand", 5) * seats - 1


def the_first_card_laid_down_is_the_opening_card(record, _rng):
    """It lies on the table then and cannot be laid down by whoever did it."""
    card, deck = first_card_laid_down(record), record["deals"][0]["deck"]
    opening = opening_card(record)
    if card is None or deck[opening] in (card, "*"):
        return False
    first = deck.index(card)
    deck[first], deck[opening] = deck[opening], deck[first]
    return True


def a_card_is_laid_down_that_is_not_in_hand(game, record, rng):
    indices = accepted(record, lambda entry: entry["move"].upper().split()[0] in ("PUT", "DISCARD"))
    if not indices:
        return False
    index = rng.choice(indices)
    entry = record["moves"][index]
    hand = match_before(game, record, index).deal.hands[entry["seat"]]
    verb = entry["move"].split()[0].lower()
    card = rng.choice([card for card in game.PACK if card not in hand])
    entry["move"] = f"{verb} {card} S" if verb == "put" and card[:-1] == "J" else f"{verb} {card}"
    return True


# Moves swapped

def neighbours_of_two_seats(record, rng):
    """The wrong seat moves."""
    moves = record["moves"]
    indices = [index for index in range(len(moves) - 1) if moves[index]["seat"] != moves[index + 1]["seat"]]
    if not indices:
        return False
    index = rng.choice(indices)
    moves[index], moves[index + 1] = moves[index + 1], moves[index]
    return True


# The result

def a_score_is_off_by_five(record, rng):
    seat = rng.randrange(len(record["scores"]))
    record["scores"][seat] += rng.choice([-5, 5])
    return True


def a_forfeit_counts_less(record, rng):
    if "counted" not in record:
        return False
    rng.choice(record["counted"])[rng.choice(["score", "margin"])] += rng.choice([-5, 5])
    return True


def a_place_is_another(record, rng):
    seat = rng.randrange(len(record["places"]))
    record["places"][seat] = next_seat(record["places"][seat] - 1, len(record["places"])) + 1
    return True


def the_end_is_another(record, _rng):
    record["end"] = "played out" if record["end"] == "forfeit" else "forfeit"
    return True


# Entries and shuffles

def the_last_move_is_missing(record, _rng):
    """Every match ends by a move, or by a forfeit that comes right after one."""
    return bool(record["moves"]) and bool(record["moves"].pop())


def a_move_after_the_end(record, _rng):
    record["moves"].append(dict(record["moves"][-1]))
    return True


def a_legal_move_is_said_to_be_refused(record, rng):
    indices = accepted(record)
    if not indices:
        return False
    index = rng.choice(indices)
    record["moves"].insert(index, {**record["moves"][index], "rejected": "No."})
    return True


def a_shuffle_is_missing(record, _rng):
    deal = deal_with_shuffles(record)
    return deal is not None and bool(deal["shuffles"].pop())


def a_shuffle_holds_another_card(record, rng):
    """One of its cards is there twice."""
    deal = deal_with_shuffles(record)
    if deal is None:
        return False
    shuffle = deal["shuffles"][0]
    before = rng.choice(shuffle)
    others = [card for card in shuffle if card not in (before, "*")]
    if others:
        shuffle[shuffle.index(before)] = others[0]
    return bool(others)


# What may be harmless

def two_cards_of_a_deck_are_swapped(record, rng):
    deck = rng.choice(record["deals"])["deck"]
    first, second = rng.sample(range(len(deck)), 2)
    deck[first], deck[second] = deck[second], deck[first]
    return deck[first] != deck[second]


def two_cards_of_a_shuffle_are_swapped(record, rng):
    deal = deal_with_shuffles(record)
    if deal is None or len(deal["shuffles"][0]) < 2:
        return False
    shuffle = deal["shuffles"][0]
    first, second = rng.sample(range(len(shuffle)), 2)
    shuffle[first], shuffle[second] = shuffle[second], shuffle[first]
    return True


def texts_of_two_moves_are_swapped(record, rng):
    indices = accepted(record)
    if len(indices) < 2:
        return False
    at = rng.randrange(len(indices) - 1)
    first, second = (record["moves"][index] for index in indices[at:at + 2])
    first["move"], second["move"] = second["move"], first["move"]
    return first["move"] != second["move"]


def a_move_is_another_of_the_match(record, rng):
    indices = accepted(record)
    if len(indices) < 2:
        return False
    first, second = (record["moves"][index] for index in rng.sample(indices, 2))
    changed = first["move"] != second["move"]
    first["move"] = second["move"]
    return changed


def a_refusal_is_a_move(record, rng):
    indices = [index for index, entry in enumerate(record["moves"]) if "rejected" in entry]
    if not indices:
        return False
    del record["moves"][rng.choice(indices)]["rejected"]
    return True


def a_forfeit_comes_elsewhere(record, rng):
    forfeits = record.get("forfeits")
    if not forfeits:
        return False
    forfeit = rng.choice(forfeits)
    forfeit["after"] = max(0, forfeit["after"] + rng.choice([-2, -1, 1, 2]))
    return True


def a_forfeit_is_missing(record, rng):
    forfeits = record.get("forfeits")
    return bool(forfeits) and bool(forfeits.pop(rng.randrange(len(forfeits))))


def a_move_of_the_arbiter_is_the_players(record, rng):
    entries = [entry for entry in record["moves"] if "by" in entry]
    return bool(entries) and bool(rng.choice(entries).pop("by"))


def a_dealer_is_another(record, rng):
    deal = rng.choice(record["deals"])
    deal["dealer"] = next_seat(deal["dealer"], len(record["players"]))
    return True


def an_option_is_another(record, rng):
    if not record["options"]:
        return False
    record["options"][rng.choice(list(record["options"]))] += 1
    return True


def must(game):
    """The mutations that have to be refused, for a game whose module this is."""
    def not_in_hand(record, rng):
        return a_card_is_laid_down_that_is_not_in_hand(game, record, rng)

    return [a_card_stands_twice_in_a_deck, the_first_card_laid_down_is_the_opening_card, not_in_hand,
            neighbours_of_two_seats, a_score_is_off_by_five, a_forfeit_counts_less, a_place_is_another, the_end_is_another,
            the_last_move_is_missing, a_move_after_the_end, a_legal_move_is_said_to_be_refused, a_shuffle_is_missing,
            a_shuffle_holds_another_card, a_refusal_is_a_move]


MAY = [two_cards_of_a_deck_are_swapped, two_cards_of_a_shuffle_are_swapped, texts_of_two_moves_are_swapped,
       a_move_is_another_of_the_match, a_forfeit_comes_elsewhere, a_forfeit_is_missing,
       a_move_of_the_arbiter_is_the_players, a_dealer_is_another, an_option_is_another]
