"""Scripted clients of the Table Manager protocol, of several temperaments, in threads.

A client knows only what the server sends it: it keeps the auction and the tricks by itself, and so checks that calls
and cards come in the right order, to the right seats.
"""
import random
import re
import socket
import threading

from support import PATIENCE

SEATS = ["North", "East", "South", "West"]
STRAINS = ["C", "D", "H", "S", "NT"]
RANKS = "23456789TJQKA"
LINES = {  # what a table manager may send, exactly
    "seated": r'(North|East|South|West) \("[^"]*"\) seated',
    "teams": r'Teams : N/S : "[^"]*" E/W : "[^"]*"',
    "start": r"Start of board",
    "board": r"Board number \d+\. Dealer (North|East|South|West)\. (Neither|N/S|E/W|Both) vulnerable\.",
    "cards": r"(North|East|South|West|Dummy)'s cards : S( [AKQJT2-9])*( -)?\. H( [AKQJT2-9])*( -)?\. D( [AKQJT2-9])*( -)?\. C( [AKQJT2-9])*( -)?\.",
    "call": r"(North|East|South|West) (passes|doubles|redoubles|bids [1-7](NT|[CDHS]))( Alert\. .+)?",
    "lead": r"(North|East|South|West|Dummy) to lead",
    "card": r"(North|East|South|West) plays [AKQJT2-9][SHDC]",
    "timing": r"Timing - N/S : this board  \d\d:\d\d,  total  \d:\d\d:\d\d\.  E/W : this board  \d\d:\d\d,  total  \d:\d\d:\d\d\.",
    "end": r"End of session",
    "illegal": r"Illegal (bid|card)",
}


class Closed(Exception):
    """The server closed the connection."""


class BoardRestarts(Exception):
    """The server began a board where something else was due."""


def cards_of(line):
    suits = re.findall(r"([SHDC]) ([AKQJT2-9 -]+)\.", line.partition(":")[2])
    return {rank + suit for suit, ranks in suits for rank in ranks.split() if rank != "-"}


class Client(threading.Thread):
    """Plays at random, by the rules. Subclasses have other manners."""

    LINES = LINES

    def __init__(self, port, seat, team="Us", seed=0, wanted=None):
        super().__init__(daemon=True)
        self.port, self.name_of_seat, self.team = port, seat, team
        self.wanted = wanted or seat
        self.random = random.Random(f"{seed} {seat}")
        self.lines = []  # ("C" or "T", line)
        self.boards = []  # (number, calls, declarer, tricks of the declarer)
        self.starts = 0
        self.failure = None
        self.ended = False
        self.pending = None

    # How it writes.
    def write(self, line):
        return line

    def ask_dummy_first(self):
        return False

    def call(self):
        """A legal call of a wild bidder."""
        last = max((self.bid_rank(call) for _, call in self.calls if call.startswith("bids")), default=-1)
        if last < 14 and self.random.random() < 0.4:
            rank = last + self.random.randint(1, 5)
            return f"bids {rank // 5 + 1}{STRAINS[rank % 5]}"
        double = self.double()
        return double if double and self.random.random() < 0.5 else "passes"

    def double(self):
        """A double or redouble, if it is legal."""
        said = [(seat, call) for seat, call in self.calls if not call.startswith("passes")]
        if not said or said[-1][0] % 2 == SEATS.index(self.name_of_seat) % 2:
            return None
        return {"bids": "doubles", "doubles": "redoubles"}.get(said[-1][1].split()[0])

    @staticmethod
    def bid_rank(call):
        level, strain = re.match(r"bids (\d)(NT|[CDHS])", call).groups()
        return (int(level) - 1) * 5 + STRAINS.index(strain)

    def run(self):
        try:
            self.connect()
            self.session()
        except Exception as error:  # the test looks at it
            self.failure = f"{self.name_of_seat}: {error!r} after {self.lines[-6:]}"
        finally:
            self.socket.close()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.heard = b""
        self.say(f'Connecting "{self.team}" as {self.wanted} using protocol version 18')
        self.expect("seated")
        if self.wanted != self.name_of_seat:
            self.name_of_seat = re.match(r"\w+", self.lines[-1][1])[0]
        self.say(f"{self.name_of_seat} ready for teams")
        self.expect("teams")
        self.say(f"{self.name_of_seat} ready to start")

    def say(self, line):
        self.lines.append(("C", line))
        self.socket.sendall(self.write(line).encode() + b"\r\n")

    def hear(self):
        if self.pending is not None:
            line, self.pending = self.pending, None
            return line
        while b"\r\n" not in self.heard:
            more = self.socket.recv(65536)
            if not more:
                raise Closed
            self.heard += more
        line, _, self.heard = self.heard.partition(b"\r\n")
        self.lines.append(("T", line.decode()))
        return line.decode()

    def expect(self, kind):
        line = self.hear()
        if line == "Start of board" and kind != "start":
            self.pending = line
            raise BoardRestarts
        if not re.fullmatch(self.LINES[kind], line):
            raise AssertionError(f"expected {kind}, not {line!r}")
        return line

    def session(self):
        while True:
            line = self.hear()
            if line == "End of session":
                self.ended = True
                return
            if line != "Start of board":
                raise AssertionError(f"expected a board, not {line!r}")
            self.starts += 1
            try:
                self.board()
            except BoardRestarts:
                pass

    def board(self):
        me = self.name_of_seat
        self.say(f"{me} ready for deal")
        words = self.expect("board").replace(".", "").split()
        self.number, turn = int(words[2]), SEATS.index(words[4])
        self.say(f"{me} ready for cards")
        line = self.expect("cards")
        self.hand = cards_of(line)
        assert line.startswith(me) and len(self.hand) == 13, line
        self.calls = []
        while not self.auction_is_over():
            self.at_call(turn)
            self.calls.append((turn, self.bid() if SEATS[turn] == me else self.ask_call(SEATS[turn])))
            turn = (turn + 1) % 4
        declarer = self.declarer()
        won = self.play(declarer) if declarer is not None else None
        self.boards.append((self.number, [call for _, call in self.calls], declarer, won))
        if self.times():
            self.expect("timing")

    def times(self):
        return True

    def at_call(self, turn):
        """Something may happen before a call or card."""

    def at_card(self, trick, hand):
        pass

    def bid(self):
        call = self.call()
        self.say(f"{self.name_of_seat} {call}")
        return call

    def ask_call(self, seat):
        self.say(f"{self.name_of_seat} ready for {seat}'s bid")
        line = self.expect("call")
        assert line.startswith(seat), (seat, line)
        return line.split(" ", 1)[1]

    def auction_is_over(self):
        calls = [call for _, call in self.calls]
        return len(calls) > 3 and all(call.startswith("passes") for call in calls[-3:])

    def declarer(self):
        bids = [(seat, call.split()[1]) for seat, call in self.calls if call.startswith("bids")]
        if not bids:
            return None
        side, strain = bids[-1][0] % 2, bids[-1][1][1:]
        self.trump = strain
        return next(seat for seat, bid in bids if seat % 2 == side and bid[1:] == strain)

    def play(self, declarer):
        self.dummy = (declarer + 2) % 4
        leader, won = (declarer + 1) % 4, 0
        self.early_dummy = None
        table = None
        for trick in range(1, 14):
            cards = []
            for place in range(4):
                hand = (leader + place) % 4
                if place == 0:
                    self.led = None
                opens = trick == 1 and place == 0
                if opens and self.ask_dummy_first() and SEATS[hand] != self.name_of_seat and not self.is_dummy():
                    self.say(f"{self.name_of_seat} ready for dummy")
                    asked = True
                else:
                    asked = False
                self.at_card(trick, hand)
                if hand == self.dummy and SEATS[declarer] == self.name_of_seat:
                    card = self.play_card(hand, table, place == 0)
                elif SEATS[hand] == self.name_of_seat and hand != self.dummy:
                    card = self.play_card(hand, self.hand, place == 0)
                else:
                    card = self.ask_card(hand, trick)
                    if SEATS[hand] == self.name_of_seat:
                        self.hand.remove(card)
                self.led = self.led or card[1]
                cards.append((self.strength(card), hand))
                if opens and not self.is_dummy():
                    if not asked:
                        self.say(f"{self.name_of_seat} ready for dummy")
                    line = self.early_dummy or self.expect("cards")
                    assert line.startswith("Dummy"), line
                    table = cards_of(line)
            leader = max(cards)[1]
            won += leader % 2 == declarer % 2
        return won

    def is_dummy(self):
        return SEATS[self.dummy] == self.name_of_seat

    def strength(self, card):
        return (card[1] == self.trump, card[1] == self.led, RANKS.index(card[0]))

    def play_card(self, hand, cards, leads):
        if leads:
            line = self.expect("lead")
            assert line == ("Dummy" if hand == self.dummy else SEATS[hand]) + " to lead", line
        following = [card for card in sorted(cards) if card[1] == self.led]
        card = self.random.choice(following or sorted(cards))
        self.say(f"{SEATS[hand]} plays {self.card_text(card)}")
        cards.remove(card)
        return card

    def card_text(self, card):
        return card

    def owner(self, hand):
        return "dummy" if hand == self.dummy else SEATS[hand]

    def ask_card(self, hand, trick):
        self.say(f"{self.name_of_seat} ready for {self.owner(hand)}'s card to trick {trick}")
        line = self.hear()
        if line.startswith("Dummy's") and trick == 1:  # who asked for dummy first may get it first
            self.early_dummy, line = line, self.hear()
        self.pending = line
        line = self.expect("card")
        assert line.startswith(SEATS[hand]), (SEATS[hand], line)
        return line.split()[2]


class Loud(Client):
    """Upper case, and cards in lower case."""

    def write(self, line):
        head, verb, card = line.partition(" plays ")
        return head.upper() + (verb.upper() + card.lower() if verb else "")


class Sloppy(Client):
    """Double spaces, periods, suits before ranks, and dummy before the lead."""

    def write(self, line):
        return line.replace(" for ", "  for  ") + "."

    def card_text(self, card):
        return card[1] + card[0].replace("T", "10")

    def ask_dummy_first(self):
        return True


class Eager(Client):
    """Says that it is ready to start at each board, and more without being asked."""

    def times(self):
        self.say(f"{self.name_of_seat} ready to start")
        self.say(f"{self.name_of_seat} received dummy")
        return True


class Alerting(Client):
    """Alerts each bid, and gives a text for every second one."""

    def bid(self):
        call = self.call()
        alert = self.random.choice([" Alert.", " Alert. shows something"]) if call.startswith("bids") else ""
        self.say(f"{self.name_of_seat} {call}{alert}")
        return call


class Twice(Client):
    """Sends each request twice."""

    def write(self, line):
        return f"{line}\r\n{line}" if " ready for " in line else line


class Late(Client):
    """Sends each request again when it has the answer."""

    again = None

    def write(self, line):
        self.again = line if " ready for " in line else None
        return line

    def hear(self):
        line = super().hear()
        if self.again:
            self.socket.sendall(f"{self.again}\r\n".encode())
            self.again = None
        return line


class Wordy(Client):
    """Bids passes and doubles, separates what belongs together, writes suits as symbols, and leaves out 's."""

    SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}

    def write(self, line):
        line = line.replace(" passes", " bids pass").replace(" redoubles", " bids XX").replace(" doubles", " bids X")
        line = re.sub(r"(bids \d)([CDHS])", lambda bid: bid[1] + self.SYMBOLS[bid[2]], line).replace("NT", " NT")
        return re.sub(r"'s (bid|card)", r" \1", re.sub(r"(plays .)(.)", r"\1 \2", line))


# Clients that write as programs of other people do, as far as that is known.

class LikeBen(Client):
    """Adds remarks to its first line and its cards, and says that it is ready to start where it expects another line."""

    def write(self, line):
        if line.startswith("Connecting"):
            return line + " BEN v0.8.8.6"
        return line + ". Candidates: 3" if " plays " in line else line

    def times(self):
        self.say(f"{self.name_of_seat} ready to start")
        return True


class LikeWBridge5(Client):
    """Upper case but for cards, two spaces, alerts without a text, and real names for dummy's cards."""

    def write(self, line):
        head, verb, card = line.partition(" plays ")
        if verb:
            return head.upper() + verb + card.lower()
        team = re.match(r'Connecting "(.*)" as', line)
        text = line.upper().replace(" READY FOR ", " ready for  ").replace("'S BID", "'s bid").replace(" BIDS ", " bids ")
        text = text.replace(" ALERT.", " Alert.")
        return text.replace(team[1].upper(), team[1]) if team else text

    def owner(self, hand):
        return "Dummy" if self.is_dummy() and hand == self.dummy else SEATS[hand]

    def bid(self):
        call = self.call()
        self.say(f"{self.name_of_seat} {call}" + (" Alert." if call.startswith("bids") else ""))
        return call


class LikeRoboBridge(Client):
    """Version 19, with remarks on calls and cards."""

    def write(self, line):
        if line.startswith("Connecting"):
            return line.replace("version 18", "version 19. RoboBridge")
        return line + ". Infos. none" if " plays " in line or " bids " in line else line


class LikeBridgeEnv(Client):
    """The team's name for the seat's, and requests that end early."""

    def write(self, line):
        if line.endswith("ready for teams"):
            return f"{self.team} ready for teams"
        return line.removesuffix("'s bid")


class Breaking(Client):
    """Breaks a rule once, at a moment that a subclass chooses; then it plays on."""

    broken = 0

    def wrong(self, line):
        if self.broken < 2:
            self.broken += 1
            self.say(line)
            answer = self.hear()
            assert re.fullmatch(LINES["illegal"], answer), answer


class Revoking(Breaking):
    def play_card(self, hand, cards, leads):
        following = [card for card in cards if card[1] == self.led]
        others = sorted(set(cards) - set(following))
        if following and others:
            self.wrong(f"{SEATS[hand]} plays {others[0]}")
        return super().play_card(hand, cards, leads)


class OutOfTurn(Breaking):
    def at_call(self, turn):
        if SEATS[turn] == self.name_of_seat and self.calls:
            self.wrong(f"{self.name_of_seat} bids 0C")
