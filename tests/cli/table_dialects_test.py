"""Table managers and clients that speak the Table Manager protocol in another spelling: OpenSpiel's controller of bridge
programs, table managers that compare letter by letter, and clients with habits of their own."""
import random
import re
import socket
import threading

from parallel import main
from support import PATIENCE
from table_clients import RANKS, SEATS, STRAINS, Client, Late, Twice, Wordy
from table_session import TEAMS, TableTest

NAMES = [seat.upper() for seat in SEATS]


class Board:
    """A board of OpenSpiel's game: North deals, and neither side is vulnerable. Actions are texts as in the protocol."""

    def __init__(self, chance):
        pack = [rank.lower() + suit for suit in "cdhs" for rank in RANKS]
        chance.shuffle(pack)
        self.hands = [set(pack[seat::4]) for seat in range(4)]
        self.calls, self.cards, self.trick = [], 0, []
        self.turn, self.dummy = 0, None

    def is_over(self):
        return self.cards == 52 or len(self.calls) == 4 and self.highest() is None

    def highest(self):
        """Who bid last, and the number of the bid."""
        bids = [(seat, self.number(call)) for seat, call in self.calls if call.startswith("bids")]
        return bids[-1] if bids else None

    @staticmethod
    def number(call):
        return 5 * int(call[5]) + STRAINS.index(call[6:])

    def decider(self):
        return (self.dummy + 2) % 4 if self.turn == self.dummy else self.turn

    def legal(self):
        if self.dummy is None:
            least = self.highest()[1] + 1 if self.highest() else 5
            return ["PASSES", *self.double(), *(f"bids {bid // 5}{STRAINS[bid % 5]}" for bid in range(least, 40))]
        hand = self.hands[self.turn]
        followed = [card for card in hand if self.trick and card[1] == self.trick[0][1][1]]
        return [f"plays {card}" for card in sorted(followed or hand)]

    def double(self):
        said = [(seat, call.split()[0]) for seat, call in self.calls if call != "PASSES"]
        if not said or said[-1][0] % 2 == self.turn % 2:
            return []
        return {"bids": ["DOUBLES"], "DOUBLES": ["REDOUBLES"]}.get(said[-1][1], [])

    def apply(self, action):
        if self.dummy is None:
            self.calls.append((self.turn, action))
            self.turn = (self.turn + 1) % 4
            if len(self.calls) > 3 and self.highest() and all(call == "PASSES" for _, call in self.calls[-3:]):
                self.begin_play()
            return
        card = action[6:]
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.cards += 1
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            led = self.trick[0][1][1]
            self.turn = max(self.trick, key=lambda one: (one[1][1] == self.trump, one[1][1] == led,
                                                         RANKS.lower().index(one[1][0])))[0]
            self.trick = []

    def begin_play(self):
        seat, bid = self.highest()
        strain = STRAINS[bid % 5]
        declarer = next(who for who, call in self.calls if who % 2 == seat % 2 and call.startswith("bids")
                        and call[6:] == strain)
        self.trump = strain.lower()
        self.turn, self.dummy = (declarer + 1) % 4, (declarer + 2) % 4


class Controller:
    """OpenSpiel's side of a connection, for one seat: each line in its place, and compared exactly."""

    def __init__(self, connection, seat):
        self.connection, self.seat, self.name = connection, seat, NAMES[seat]
        self.lines = connection.makefile("r", encoding="ascii", newline="\n")

    def close(self):
        self.lines.close()
        self.connection.close()

    def say(self, line):
        self.connection.sendall(f"{line}\r\n".encode("ascii"))

    def read(self):
        return re.sub(r"\s+", " ", self.lines.readline()).strip()

    def expect(self, wanted):
        line = self.read()
        if line != wanted:
            raise AssertionError(f"expected {wanted!r}, not {line!r}")

    def matching(self, pattern):
        line = self.read()
        found = re.match(pattern, line)
        if not found:
            raise AssertionError(f"expected {pattern}, not {line!r}")
        return found

    def begin(self):
        team = self.matching(r'Connecting "(.*)" as ANYPL using protocol version 18')[1]
        self.say(f'{self.name} ("{team}") seated')
        self.expect(f"{self.name} ready for teams")
        self.say('Teams: N/S "north-south" E/W "east-west"')
        self.expect(f"{self.name} ready to start")

    def deal(self, number, board):
        self.say("start of board")
        self.expect(f"{self.name} ready for deal")
        self.say(f"Board number {number}. Dealer NORTH. Neither vulnerable.")
        self.expect(f"{self.name} ready for cards")
        self.say(f"{self.name}'s cards: {self.hand_text(board.hands[self.seat])}")

    @staticmethod
    def hand_text(hand):
        def suit(letter):
            ranks = [rank for rank in reversed(RANKS) if rank.lower() + letter in hand]
            return f"{letter.upper()} {' '.join(ranks) or '-'}."
        return " ".join(suit(letter) for letter in "cdhs")

    def tell(self, board, action):
        """An action of another player. It goes under the name by which the client asked for it."""
        asked = self.matching(rf"{self.name} ready for ([^']*)'s (bid$|card to trick \d+$)")
        self.say(f"{NAMES[board.dummy] if asked[1] == 'Dummy' else asked[1]} {action}")

    def show_dummy(self, board):
        self.expect(f"{self.name} ready for dummy")
        self.say(f"Dummy's cards: {self.hand_text(board.hands[board.dummy])}")

    def ask(self, board):
        if board.dummy is not None and not board.trick:
            self.say(f"{self.name} to lead")
        said = self.matching(r"(NORTH|EAST|SOUTH|WEST) (PASSES|DOUBLES|REDOUBLES|bids [1-7](?:NT|[CDHS])|"
                             r"plays [2-9tjqka][cdhs])( Alert\.|$)")
        assert said[1] == NAMES[board.turn], said[0]
        assert said[2] in board.legal(), said[0]
        return said[2]

    def end(self):
        self.say("Timing - N/S : this board  [1:15],  total  [0:11:23].  E/W : this board  [1:18],  total  [0:10:23]")


class OpenSpiel(TableTest):
    BOARDS = 8

    def test_a_bot_of_arena_is_a_bridge_program_for_openspiel(self):
        roles = set()
        for seat in range(4):
            roles |= self.play(seat)
        self.assertEqual(roles, {"declarer", "dummy", "defender", "passed out"})

    def play(self, seat):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        server.settimeout(PATIENCE)
        guest = self.start("connect", "127.0.0.1", server.getsockname()[1], "--seat", "any", "--line-delay-ms", 0,
                           "-b", "natural")
        connection, _ = server.accept()
        connection.settimeout(PATIENCE)
        controller = Controller(connection, seat)
        self.addCleanup(controller.close)
        controller.begin()
        chance = random.Random(seat)
        roles = {self.play_board(controller, number, chance) for number in range(1, self.BOARDS + 1)}
        controller.say("End of session")
        result = guest.finish()
        self.assertEqual(result.status, 0, result)
        self.assertEqual(result.out.count("north-south"), 2 * self.BOARDS, result)
        return roles

    def play_board(self, controller, number, chance):
        board = Board(chance)
        controller.deal(number, board)
        while not board.is_over():
            if board.decider() == controller.seat:
                action = controller.ask(board)
            else:
                mostly_passes = board.dummy is None and chance.random() < 0.8
                action = board.legal()[0] if mostly_passes else chance.choice(board.legal()[:4])
                controller.tell(board, action)
            board.apply(action)
            if board.cards == 1 and controller.seat != board.dummy and action.startswith("plays"):
                controller.show_dummy(board)
        controller.end()
        if board.dummy is None:
            return "passed out"
        return {0: "declarer", 2: "dummy"}.get((controller.seat - board.dummy + 2) % 4, "defender")


def as_wbridge5(line):
    line = re.sub("|".join(SEATS), lambda seat: seat[0].upper(), line)
    line = re.sub(r" (passes|doubles|redoubles)\b", lambda call: call[0].upper(), line)
    return re.sub(r"plays ..", lambda card: card[0].lower(), line)


def as_arena(line):
    """The line of a client as arena writes it, from any spelling."""
    line = re.sub("|".join(SEATS).lower(), lambda seat: seat[0].capitalize(), line.lower())
    return re.sub(r"(?<=bids )\S+|(?<=plays )..", lambda action: action[0].upper(), line)


class ExactServer:
    """A table manager with another spelling that compares exactly: it stands before arena's table."""

    def __init__(self, port, spelling):
        self.port, self.spelling, self.wrong = port, spelling, []
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = self.server.getsockname()[1]
        self.connections = [self.server]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        for _ in SEATS:
            client, _ = self.server.accept()
            table = socket.create_connection(("127.0.0.1", self.port))
            self.connections += [client, table]
            for source, target, change in ((client, table, self.checked), (table, client, self.spelling)):
                threading.Thread(target=self.copy, args=(source, target, change), daemon=True).start()

    def copy(self, source, target, change):
        try:
            with source.makefile("r", encoding="ascii", newline="\r\n") as lines:
                for line in lines:
                    target.sendall(f"{change(line.removesuffix(chr(13) + chr(10)))}\r\n".encode())
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the other direction has ended it

    def checked(self, line):
        if line.startswith("Connecting"):
            return line
        action, alert, text = line.partition(" Alert. ")  # the text is free
        plain = as_arena(action)
        if self.spelling(plain) != action:
            self.wrong.append(line)
        return plain + alert + text

    def close(self):
        for connection in self.connections:
            connection.close()


class ExactServers(TableTest):
    def test_a_session_at_each_of_them(self):
        moves = [self.play(spelling) for spelling in (str.upper, str.lower, as_wbridge5)]
        self.assertEqual(moves[1:], moves[:1] * 2)
        self.assertIn("South bids 3H Alert. weak raise: 4 to 9 points, 4+ hearts", [move["move"] for move in moves[0][0]])

    def play(self, spelling):
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        table = self.table(2)
        server = ExactServer(self.port, spelling)
        self.addCleanup(server.close)
        guests = [self.start("connect", "127.0.0.1", server.address, "--seat", "any", "--team", TEAMS[seat],
                             "--line-delay-ms", 0, "-b", "natural") for seat in SEATS]
        for guest in guests:
            result = guest.finish()
            self.assertEqual(result.status, 0, result)
        self.assertEqual(server.wrong, [])
        self.assertEqual(table.finish().status, 0)
        return [record["moves"] for record in self.records()]


class Habits(TableTest):
    def test_clients_with_habits_of_their_own(self):
        server = self.table(6)
        clients = self.seat(dict(zip(SEATS, (Twice, Wordy, Late, Late))))
        self.finish(server, clients)
        self.assert_same_boards(clients, 6)
        self.assertFalse(any("rejected" in move for record in self.records() for move in record["moves"]))

    def first_line(self, text):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.addCleanup(client.close)
        client.sendall(text)
        with client.makefile("rb") as lines:
            return lines.readline()

    def test_lines_before_the_first_one(self):
        server = self.table(1)
        first = b'Connecting "Us" as North using protocol version 18\r\n'
        self.assertEqual(self.first_line(b"\r\n \t\r\n" + first), b'North ("Us") seated\r\n')
        self.assertEqual(self.first_line(b"\n" * 200), b"ERROR: The first line is missing: sent only blank lines\r\n")
        self.interrupt(server)

    def test_a_seat_without_parentheses(self):
        class Plain(Client):
            LINES = {**Client.LINES, "seated": r'(North|East|South|West) "[^"]*" seated'}
        server = self.table(1, "--plain-seated")
        self.finish(server, self.seat(dict.fromkeys(SEATS, Plain)))

    def test_a_seat_that_is_not_the_wanted_one(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        guest = self.start("connect", "127.0.0.1", server.getsockname()[1], "--seat", "north", "-b", "pass")
        connection, _ = server.accept()
        self.addCleanup(connection.close)
        connection.sendall(b'West ("arena") seated\r\n')
        result = guest.finish()
        self.assertEqual(result.status, 2, result)
        self.assertIn('the table manager gave another seat: "West ("arena") seated"', result.err)


if __name__ == "__main__":
    main()
