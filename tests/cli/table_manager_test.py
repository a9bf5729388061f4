"""Bridge programs at arena's table: sessions of the Table Manager protocol with scripted clients of several temperaments,
bots of arena at both ends of a connection, and process bots that speak it on stdin and stdout."""
import json
import re
import shutil
import socket
import subprocess
import sys
import time

from bridge_series import imps
from parallel import main
from support import PATIENCE, ROOT, wait_until
from table_clients import (SEATS, Alerting, Client, Closed, Eager, LikeBen, LikeBridgeEnv, LikeRoboBridge, LikeWBridge5, Loud,
                           OutOfTurn, Revoking, Sloppy)
from table_session import TEAMS, TableTest

NODE_CHECK = ROOT / "arena/site/frontend/test/table_lines.mjs"


def contract_of(calls):
    text = "pass"
    for call in calls:
        word = call.split(" Alert.")[0]
        if word.startswith("bids"):
            text = word[5:]
        elif word == "doubles":
            text += "X"
        elif word == "redoubles":
            text += "X"
    return text


class Leaving(Client):
    """Closes its connection once, at a moment of the second board, and comes back."""

    left = False

    def leave(self):
        if not self.left and self.number == 2:
            self.left = True
            self.socket.close()
            raise Closed

    def session(self):
        try:
            super().session()
        except (Closed, BrokenPipeError, ConnectionResetError):
            if not self.left or self.ended:
                raise
            self.come_back()

    def come_back(self):
        self.connect()
        super().session()


class LeavingInTheAuction(Leaving):
    def at_call(self, turn):
        if len(self.calls) >= 2:
            self.leave()


class LeavingInThePlay(Leaving):
    def at_card(self, trick, hand):
        if trick == 3:
            self.leave()


class LeavingBetweenBoards(Leaving):
    def board(self):
        super().board()
        self.leave()


class LeavingAgainAndAgain(LeavingInTheAuction):
    """Does not like the second board."""

    def leave(self):
        if self.number == 2:
            self.left = True
            self.socket.close()
            raise Closed

    def come_back(self):
        self.connect()
        self.session()


class Vanishing(LeavingInTheAuction):
    def come_back(self):
        pass


class TeamMatches(TableTest):
    def test_eight_clients_at_two_tables(self):
        tables = []
        for name, seats in (("open", "NS"), ("closed", "EW")):
            server, port = self.listening("bridge", "-n", 4, "--seed", 5, "--record", f"{name}.jsonl")
            kinds = (Client, Loud, Sloppy, Eager)
            clients = [kind(port, seat, "Us" if seat[0] in seats else "Them", seed=name)
                       for kind, seat in zip(kinds, SEATS)]
            for client in clients:
                client.start()
            tables.append((server, clients))
        for server, clients in tables:
            self.finish(server, clients)
        there, here = self.records("open.jsonl"), self.records("closed.jsonl")
        self.assertEqual([record["deal"] for record in there], [record["deal"] for record in here])
        self.assertNotEqual([record["moves"] for record in there], [record["moves"] for record in here])
        won = [imps(one["scores"][0] - other["scores"][0]) for one, other in zip(there, here)]
        text = self.succeed("replay", "open.jsonl", "--other-table", "closed.jsonl").out
        self.assertIn("Us is N-S at the first table and E-W at the second", " ".join(text.split()))
        rows = [line.split() for line in text.splitlines() if re.match(r" *\d+ ", line)]
        self.assertEqual([int(row[0]) for row in rows], [1, 2, 3, 4])
        self.assertEqual([int(row[-2]) for row in rows], won)
        self.assertEqual([int(row[-1]) for row in rows], [sum(won[:count]) for count in (1, 2, 3, 4)])
        other = self.succeed("replay", "closed.jsonl", "--other-table", "open.jsonl").out
        self.assertIn("Them is N-S at the first table", " ".join(other.split()))
        self.check_refusals()

    def check_refusals(self):
        lines = (self.folder / "closed.jsonl").read_text().splitlines(keepends=True)
        (self.folder / "part.jsonl").write_text("".join(lines[:3]))
        part = self.succeed("replay", "open.jsonl", "--other-table", "part.jsonl")
        self.assertIn("Left out: 1 deal that only one table played.", part.err)
        self.succeed("run", "bridge", "-b", "name=Them", "pass", "-b", "name=Us", "pass", "-n", "1", "-q",
                     "--record", "two.jsonl")
        (self.folder / "boards.jsonl").write_text((self.folder / "two.jsonl").read_text().splitlines(keepends=True)[0])
        self.succeed("run", "bridge", "-b", "pass", "-b", "pass", "-n", "1", "-q", "--option", "scoring=total",
                     "--record", "total.jsonl")
        (self.folder / "twice.jsonl").write_text(lines[0] * 2)
        (self.folder / "wrong.jsonl").write_text(re.sub(r'"scores":\[-?\d+', '"scores":[7', lines[0]))
        for first, second, saying in (("open", "open", "the sides are Us and THEM, but must be THEM and Us"),
                                      ("open", "twice", "the file has this deal twice"),
                                      ("open", "total", "another game than at first, or with other options"),
                                      ("total", "total", "does not compare two tables"),
                                      ("open", "boards", "the files have no deal in common"),
                                      ("open", "missing", "missing.jsonl")):
            self.refuse("replay", f"{first}.jsonl", "--other-table", f"{second}.jsonl", saying=saying)
        self.arena("replay", "open.jsonl", "--other-table", "wrong.jsonl", status=1)


class Sessions(TableTest):
    def test_four_plain_clients_play_a_session(self):
        server = self.table(20)
        clients = self.seat(dict.fromkeys(SEATS, Client))
        result = self.finish(server, clients)
        self.assertTrue(result.out.endswith("\n20 games played\n"), result)
        self.assertRegex(result.out, r"(?m)^1\. +(Us \+ Us-2|Them \+ Them-2) +\d")
        for seat in SEATS:
            self.assertIn(f'is seated: "{TEAMS[seat]}" at {seat}\n', result.err)
        self.assertTrue(all(client.ended for client in clients))
        self.assert_same_boards(clients, 20)
        said = {call for _, calls, *_ in clients[0].boards for call in calls}
        self.assertLessEqual({"passes", "doubles", "redoubles"}, said)
        self.check_with_node(clients)

    def check_with_node(self, clients):
        if shutil.which("node") is None or not (ROOT / "arena/site/frontend/node_modules/table-master-parser").is_dir():
            self.leave_out("the packages of arena/site/frontend are not installed: no second opinion on the lines")
        auctions = []
        for number, calls, declarer, _ in clients[0].boards:
            words = {"passes": "pass", "doubles": "X", "redoubles": "XX"}
            auctions.append({
                "dealer": SEATS[(number - 1) % 4].lower(),
                "calls": [words.get(call, call.removeprefix("bids ")) for call in calls],
                "declarer": None if declarer is None else SEATS[declarer].lower(), "contract": contract_of(calls)})
        lines = [line for client in clients for _, line in client.lines]
        checked = subprocess.run(["node", str(NODE_CHECK)], input=json.dumps({"lines": lines, "auctions": auctions}),
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(checked.returncode, 0, checked.stdout[:2000] + checked.stderr[-2000:])
        self.assertGreater(json.loads(checked.stdout)["lines"], 5000)

    def test_clients_of_all_temperaments_play_with_each_other(self):
        server = self.table(8)
        kinds = [Loud, Sloppy, Eager, Alerting]
        clients = self.seat(dict(zip(SEATS, kinds)))
        self.finish(server, clients)
        self.assert_same_boards(clients, 8)

    def test_clients_that_write_as_known_programs_do(self):
        server = self.table(8)
        kinds = [LikeBen, LikeWBridge5, LikeRoboBridge, LikeBridgeEnv]
        clients = self.seat(dict(zip(SEATS, kinds)))
        result = self.finish(server, clients)
        self.assert_same_boards(clients, 8)
        self.assertFalse(any("rejected" in move for record in self.records() for move in record["moves"]), result)

    def test_any_seat_is_the_one_beside_the_partner(self):
        server = self.table(1)
        first = Client(self.port, "East", "Them")
        first.start()
        self.wait_for_seat(first)
        clients = [first]
        for seat, team in (("West", "Them"), ("North", "Us"), ("South", "Us")):
            clients.append(Loud(self.port, seat, team, wanted="ANYPL"))
            clients[-1].start()
            self.wait_for_seat(clients[-1])
        self.finish(server, clients)
        self.assertEqual([client.name_of_seat for client in clients], ["East", "West", "North", "South"])

    def wait_for_seat(self, client):
        wait_until(lambda: len(client.lines) > 1, "a seat")

    def test_who_breaks_a_rule_may_try_again(self):
        server = self.table(4)
        clients = self.seat({"North": Revoking, "East": OutOfTurn, "South": Client, "West": Client})
        self.finish(server, clients)
        self.assert_same_boards(clients, 4)
        self.assertTrue(any(client.broken for client in clients[:2]))

    def test_who_breaks_rules_all_the_time_forfeits_the_board(self):
        server = self.table(2, "--wait", "0.2", "-b", "pass", "-b", "pass", "-b", "pass")
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.addCleanup(client.close)
        client.sendall(b'Connecting "X" as North using protocol version 18\r\nNorth ready for teams\r\n'
                       b"North ready to start\r\nNorth ready for deal\r\nNorth ready for cards\r\n")
        heard = b""
        for count in range(1, 5):
            client.sendall(b"North bids 0C\r\n")
            while heard.count(b"Illegal bid\r\n") < count:
                heard += client.recv(4096)
        # The next board begins at the next request.
        client.sendall(b"North ready for East's bid\r\n")
        while heard.count(b"Start of board\r\n") < 2:
            heard += client.recv(4096)
        client.close()
        self.finish_with(server, 2)
        self.assertEqual(self.ends(), ["refused", "disconnect"])

    def finish_with(self, server, games):
        result = server.finish()
        self.assertEqual(result.status, 0, result)
        self.assertEqual(len(self.records()), games)
        self.assert_nothing_left()

    def test_times_are_left_out_on_request_and_lines_can_be_paced(self):
        class Untimed(Client):
            def times(self):
                return False
        server = self.table(2, "--no-timing", "--line-delay-ms", 1)
        clients = self.seat(dict.fromkeys(SEATS, Untimed))
        self.finish(server, clients)
        self.assert_same_boards(clients, 2)

    def test_calls_are_passed_on_at_multiples_of_the_quantum(self):
        class Passing(Client):
            def call(self):
                return "passes"
        server = self.table(1, "--quantum", 300)
        began = time.monotonic()
        self.finish(server, self.seat(dict.fromkeys(SEATS, Passing)))
        self.assertGreaterEqual(time.monotonic() - began, 4 * 0.3)


class ComingBack(TableTest):
    def play(self, kind, seat):
        server = self.table(4, "--wait", "600")
        clients = self.seat({name: kind if name == seat else Client for name in SEATS})
        result = self.finish(server, clients)
        self.assertIn("is back", result.err)
        leaver = next(client for client in clients if client.name_of_seat == seat)
        self.assertTrue(leaver.left and leaver.ended)
        others = [client for client in clients if client is not leaver]
        self.assert_same_boards(others, 4)
        return others

    def test_in_the_auction(self):
        others = self.play(LeavingInTheAuction, "South")
        self.assertTrue(any(client.starts > 4 for client in others))

    def test_in_the_play(self):
        self.play(LeavingInThePlay, "East")

    def test_between_boards(self):
        self.play(LeavingBetweenBoards, "West")

    def test_a_board_restarts_three_times_at_most(self):
        server = self.table(3, "--wait", "600")
        clients = self.seat({name: LeavingAgainAndAgain if name == "South" else Client for name in SEATS})
        self.finish(server, clients)
        self.assertEqual(self.ends(), ["played out", "disconnect", "played out"])

    def test_a_client_that_vanishes_ends_the_session(self):
        server = self.table(4, "--wait", "0.2")
        clients = self.seat({name: Vanishing if name == "South" else Client for name in SEATS})
        for client in clients:
            client.join(PATIENCE)
        result = server.finish()
        self.assertEqual(result.status, 1, result)
        self.assertIn("The session ends after 2 of 4 games: a client did not come back.", result.err)
        # The session ends for the others, too, in the middle of the board.
        for client in clients:
            if client.name_of_seat != "South":
                self.assertIn(("T", "End of session"), client.lines)
        self.assertEqual(self.ends(), ["played out", "disconnect"])


class Refusals(TableTest):
    def first_line(self, line):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.addCleanup(client.close)
        client.sendall(line)
        heard = b""
        while b"\n" not in heard:
            more = client.recv(4096)
            if not more:
                break
            heard += more
        return client, heard.decode()

    def test_who_cannot_sit_down_is_told_why(self):
        server = self.table(1)
        _, line = self.first_line(b'Connecting "Us" as North using protocol version 18\r\n')
        self.assertEqual(line, 'North ("Us") seated\r\n')
        for words, why in ((b'"Us" as North using protocol version 18', "ERROR: This seat is taken"),
                           (b'"Others" as South using protocol version 18', 'ERROR: The team of this side is "Us"'),
                           (b'"Us" as South using protocol version 17', "ERROR: Protocol version 18 is needed"),
                           (b'"Us" as Middle using protocol version 18',
                            "ERROR: Unknown seat. Known: North, East, South, West, ANYPL")):
            client, line = self.first_line(b"Connecting " + words + b"\r\n")
            self.assertEqual(line, why + "\r\n")
            self.assertEqual(client.recv(100), b"")
        _, line = self.first_line(b"GET / HTTP/1.1\r\n")
        self.assertTrue(line.startswith("ERROR: Expected: Connecting"), line)
        self.interrupt(server)

    def test_a_megabyte_and_strange_bytes_cost_only_their_connection(self):
        server = self.table(1)
        for nonsense in (b"x" * 1_000_000, bytes(range(256)) * 100 + b"\r\n", b"\0" * 5000 + b"\n"):
            client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
            try:
                client.sendall(nonsense)
                while client.recv(65536):
                    pass
            except OSError:
                pass
            client.close()
        clients = self.seat(dict.fromkeys(SEATS, Client))
        result = self.finish(server, clients)
        self.assertIn("was refused: ERROR: The first line is missing: sent 65537 bytes without a newline\n", result.err)

    def test_a_first_line_that_is_too_long_is_answered(self):
        server = self.table(1)
        client, line = self.first_line(b"x" * 70_000)
        self.assertEqual(line, "ERROR: The first line is missing: sent 65537 bytes without a newline\r\n")
        self.assertEqual(client.recv(100), b"")
        self.interrupt(server)

    def test_too_many_that_do_not_say_who_they_are(self):
        server = self.table(1, "--connections-per-address", 2)
        silent = [socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) for _ in range(2)]
        for client in silent:
            self.addCleanup(client.close)
        why = "ERROR: 2 connections have not yet said who they are, the maximum (--connections-per-address)"
        for _ in range(2):
            client, line = self.first_line(b"")
            self.assertEqual(line, why + "\r\n")
            self.assertEqual(client.recv(100), b"")
        silent[0].sendall(b'Connecting "Us" as North using protocol version 18\r\n')
        self.assertEqual(silent[0].recv(100), b'North ("Us") seated\r\n')
        _, line = self.first_line(b'Connecting "Them" as East using protocol version 18\r\n')
        self.assertEqual(line, 'East ("Them") seated\r\n')
        self.assertEqual(self.interrupt(server).err.count(why), 1)

    def test_a_seated_client_that_floods_loses_its_seat(self):
        server = self.table(2, "--wait", "0.2", "-b", "pass", "-b", "pass", "-b", "pass")
        client, line = self.first_line(b'Connecting "X" as ANYPL using protocol version 18\r\n')
        self.assertEqual(line, 'North ("X") seated\r\n')
        try:
            client.sendall(b"North says hello\r\n" * 100_000)
        except OSError:
            pass
        result = server.finish()
        self.assertEqual(result.status, 1, result)
        self.assertNotIn("before the question", result.err)
        self.assertEqual(self.ends(), ["limit"])


class Guests(TableTest):
    def test_bots_of_arena_sit_at_arenas_table(self):
        server = self.table(20)
        guests = [self.start("connect", "127.0.0.1", self.port, "--seat", seat.lower(), "--team", TEAMS[seat],
                             "--line-delay-ms", 0, "-b", "natural") for seat in SEATS]
        ends = [guest.finish() for guest in guests]
        result = server.finish()
        self.assertEqual([end.status for end in ends], [0] * 4, [str(end) for end in ends])
        self.assertEqual(result.status, 0, result)
        records = self.records()
        self.assertEqual([record["end"] for record in records], ["played out"] * 20)
        self.assertFalse(any("rejected" in move for record in records for move in record["moves"]))
        # The guests counted the same scores.
        scores = [", ".join(str(score) for score in record["scores"]) for record in records]
        for end in ends:
            shown = [", ".join(re.findall(r"(-?\d+)(?:,|$)", line.partition(": ")[2]))
                     for line in end.out.splitlines() if line.startswith("Game ")]
            self.assertEqual(shown, scores)
        # What a guest plays is what the same bots play without a connection.
        self.succeed("replay", "games.jsonl")

    def test_process_bots_and_modules_are_guests_too(self):
        lines = self.file("lines.py", STDIO_BOT)
        module = self.file("first.py", "def move(state):\n    return state.legal()[0]\n")
        bot = self.file("json_bot.py", JSON_BOT)
        server = self.table(2)
        players = {"North": ("-p", "protocol=tm", sys.executable, lines), "East": ("-m", module),
                   "South": ("-p", sys.executable, bot), "West": ("-b", "random")}
        guests = [self.start("connect", "127.0.0.1", self.port, "--seat", seat, "--team", TEAMS[seat], *player)
                  for seat, player in players.items()]
        ends = [guest.finish() for guest in guests]
        self.assertEqual([end.status for end in ends], [0] * 4, [str(end) for end in ends])
        self.assertEqual(server.finish().status, 0)
        self.assertEqual(self.ends(), ["played out"] * 2)

    def test_a_bot_of_the_table_that_fails_after_the_last_board_is_named(self):
        module = self.file("sore.py", "def move(state):\n    return state.legal()[0]\n"
                                      "def end(result):\n    raise KeyError('lost')\n")
        server = self.table(1, "-m", module, "-b", "pass", "-b", "pass")
        guest = self.start("connect", "127.0.0.1", self.port, "--seat", "west", "-b", "pass").finish()
        self.assertEqual(guest.status, 0, guest)
        self.assertIn("sore exited with status 1 after the end of game 1, which still counts.", server.finish().err)

    def test_a_guest_that_is_not_welcome_says_why(self):
        server = self.table(1)
        kept = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.addCleanup(kept.close)
        kept.sendall(b'Connecting "Us" as North using protocol version 18\r\n')
        kept.recv(100)
        for words, why in ((("--seat", "north"), "This seat is taken"), (("--seat", "up"), 'no seat "up"'),
                           (("--team", "X"), "--team needs --seat SEAT")):
            result = self.start("connect", "127.0.0.1", self.port, *words, "-b", "pass").finish()
            self.assertEqual(result.status, 2, result)
            self.assertIn(why, result.err)
        self.interrupt(server)


class Servers(TableTest):
    """A guest at table managers that are not arena."""

    OPENING = ('South ("Us") seated', 'Teams : N/S : "Us" E/W : "Them"')
    BOARD = ("Start of board", "Board number 1. Dealer North. Neither vulnerable.",
             "South's cards : S A 9 8 7 6. H A 4 3. D T 5 3. C J 8.")
    PASSES = ("North passes", "East passes", "West passes")  # and so does South

    def visit(self, *lines):
        """What becomes of a guest at South, whose lines these lines answer one by one."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        server.settimeout(PATIENCE)
        guest = self.start("connect", "127.0.0.1", server.getsockname()[1], "--seat", "south", "--team", "Us", "-b", "pass")
        connection, _ = server.accept()
        self.addCleanup(connection.close)
        connection.settimeout(PATIENCE)
        heard = connection.makefile("r", newline="\r\n")
        self.addCleanup(heard.close)
        for line in lines:
            while not re.match(r"Connecting|South ready", heard.readline()):
                pass
            connection.sendall(line.encode() + b"\r\n")
        return guest.finish()

    def fails(self, why, *lines):
        result = self.visit(*lines)
        self.assertEqual(result.status, 2, result)
        self.assertIn(f"arena: the {why}\n", result.err)
        return result

    def test_a_whole_session(self):
        result = self.visit(*self.OPENING, *self.BOARD, *self.PASSES[:2], self.PASSES[2] + "\r\nEnd of session")
        self.assertEqual((result.status, result.out), (0, "Game 1: Us 0, Them 0, Us 0, Them 0\n1 game played\n"), result)

    def test_an_impossible_bid(self):
        self.fails('table manager relayed an impossible bid: "North bids 8C"', *self.OPENING, *self.BOARD, "North bids 8C")
        self.fails('table manager sent an action out of turn: "East bids 1C"', *self.OPENING, *self.BOARD, "East bids 1C")

    def test_a_session_that_is_cut_short(self):
        self.fails("server ended the session in the middle of a game", *self.OPENING, *self.BOARD, "End of session")
        self.fails("server ended the session before its first game", *self.OPENING, "End of session")


JSON_BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][0]}), flush=True)
"""

# The smallest bot that speaks the protocol: it passes, and plays its first card that follows suit.
STDIO_BOT = (ROOT / "tests/bots/table_manager_bot.py").read_text()


class Stdio(TableTest):
    def test_process_bots_speak_it_on_stdin_and_stdout(self):
        bot = self.file("bot.py", STDIO_BOT)
        result = self.succeed("run", "bridge", "-p", "protocol=tm", sys.executable, bot, "-b", "natural", "-n", 6,
                              "--seed", 3, "--record", "games.jsonl")
        self.assertEqual(set(self.ends()), {"played out"}, result)
        self.assertEqual(self.records()[0]["players"][0]["protocol"], "tm")
        self.succeed("replay", "games.jsonl")
        shown = self.succeed("replay", "games.jsonl", "--transcript", "0").out
        self.assertIn("Start of board", shown)

    def test_a_bot_that_says_nothing_loses_its_time(self):
        bot = self.file("mute.sh", "#!/bin/sh\nsleep 1000\n", executable=True)
        self.succeed("run", "bridge", "-p", "protocol=tm", "move-time=0.2", bot, "-b", "pass", "-n", 1, "--record", "games.jsonl")
        self.assertEqual(set(self.ends()), {"time"})


if __name__ == "__main__":
    main()
