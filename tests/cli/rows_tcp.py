"""Rows 42, 63, 64 and 65 of the catalogue: clients that take connections, games, processes or seats from others."""
import json
import re
import socket
import sys
import threading
import time

from catalogue import RowTest
from support import ARENA, PATIENCE, processes_with, settled, wait_until

JSON_BOT = f"""#!{sys.executable}
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({{"move": message["legal"][0], "id": message["id"]}}), flush=True)
"""


class TcpRow(RowTest):
    def listen(self, *words, game="bidding", files=None):
        """A server, under a limit of open files, and its port."""
        limit = f"ulimit -n {files}; " if files else ""
        server = self.start("-c", f'{limit}exec "$0" listen "$@" --port 0 --seed 1 --record games.jsonl', ARENA, game, *words,
                            program="/bin/sh")
        return server, int(re.match(r"Listening on 127\.0\.0\.1:(\d+) ", server.line())[1])

    def connect(self, port):
        client = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.addCleanup(client.close)
        return client

    def assert_closed(self, client):
        try:
            self.assertEqual(client.recv(1), b"")
        except ConnectionResetError:  # it was never accepted
            pass

    @staticmethod
    def play(client, games=None):
        """Plays so many games, or until the server closes. Returns the number of games."""
        lines = client.makefile("rw")
        played = 0
        for line in lines:
            message = json.loads(line)
            if message["type"] == "turn":
                lines.write(json.dumps({"move": message["legal"][0]}) + "\n")
                lines.flush()
            played += message["type"] == "end"
            if played == games:
                break
        return played

    def end(self, server):
        return self.interrupt(server)

    def json_bot(self):
        return "-p", "protocol=json", self.file("bot.py", JSON_BOT, executable=True)


class Connections(TcpRow):
    def assert_lives(self, *words, files, many):
        server, port = self.listen(*words, "--protocol", "json", "--move-time", "1m", files=files)
        crowd = [self.connect(port) for _ in range(many)]
        wait_until(lambda: any(self.is_closed(one) for one in crowd), "a refusal")
        self.assertIsNone(server.process.poll())
        for one in crowd:
            one.close()
        # In the end a client of the same address gets its game, whatever the others did before.
        wait_until(lambda: self.play(self.connect(port), games=1), "a game")
        self.end(server)

    @staticmethod
    def is_closed(client):
        client.setblocking(False)
        try:
            return client.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except ConnectionResetError:
            return True
        finally:
            client.settimeout(PATIENCE)

    def test_row_42_more_connections_than_descriptors(self):
        self.assert_lives("-b", "random", files=60, many=100)

    def test_row_42_more_connections_than_descriptors_beside_processes(self):
        self.assert_lives(*self.json_bot(), files=80, many=100)

    def test_row_42_bounds(self):
        for option, words in (("--connections", "3 connections are open, the maximum (--connections)"),
                              ("--connections-per-address",
                               "127.0.0.1 has 3 connections, the maximum (--connections-per-address)")):
            server, port = self.listen("--seats", 3, option, 3, "-b", "random", "-j", 1, game="streams")
            waiting = [self.connect(port) for _ in range(3)]
            refused = [self.connect(port) for _ in range(3)]
            for client in refused:
                self.assert_closed(client)
            waiting[2].close()  # the others have their seats
            another = self.connect(port)
            self.assert_closed(self.connect(port))  # so the other one has been let in
            result = self.end(server)
            self.assert_closed(another)
            self.assertEqual(result.err.count(words), 2, result)
            self.assertEqual(result.err.count(" connected\n"), 4, result)

    def test_row_42_a_bound_that_leaves_no_room_for_a_game(self):
        self.refuse("listen", "bidding", "--port", 0, "--connections", 1,
                    saying="--connections 1 is too few: a game has 2 connections")

    def test_row_42_too_few_descriptors_to_begin_with(self):
        result = self.start("-c", 'ulimit -n 40; exec "$0" listen bidding -p ./bot --port 0 -j 9', ARENA, program="/bin/sh")
        self.file("bot", JSON_BOT, executable=True)
        result = result.finish()
        self.assertEqual(result.status, 2, result)
        self.assertIn("40 open files are too few for 9 games at a time", result.err)


class Forfeits(TcpRow):
    def test_row_63_a_client_that_forfeits_game_after_game(self):
        server, port = self.listen("-b", "random", "--protocol", "json", "-n", 100)
        rogue = self.connect(port)
        rogue.sendall(b"x\n" * 50)
        good = self.connect(port)
        done = []
        player = threading.Thread(target=lambda: done.append(self.play(good)))
        stop = threading.Event()
        noise = threading.Thread(target=lambda: self.disturb(rogue, stop))
        noise.start()
        player.start()
        player.join()
        stop.set()
        noise.join()
        result = server.finish()
        self.assertEqual(result.status, 0, result)
        forfeits = sum("forfeits" in game for game in self.records())
        self.assertIn(forfeits, range(1, 11))
        self.assertEqual(done, [100 - forfeits])

    @staticmethod
    def disturb(client, stop):
        try:
            while not stop.is_set():
                client.sendall(b"x\n" * 50)
        except OSError:
            pass

    def test_row_63_a_client_that_comes_again_and_again(self):
        server, port = self.listen("-b", "random", "-n", 100, game="lost_cities")
        begin = time.monotonic()
        for _ in range(4):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as rogue:
                rogue.recv(1)
        self.assertGreaterEqual(time.monotonic() - begin, 3)  # a pause of a second for each but the first
        self.end(server)

    def test_row_63_a_client_that_has_forfeited_too_many_games(self):
        server, port = self.listen("-b", "random", "--forfeits", 2, game="lost_cities")
        for _ in range(2):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as rogue:
                rogue.recv(1)
        wait_until(lambda: len(self.records()) == 2, "both forfeits")
        self.assertEqual(self.connect(port).recv(1), b"")
        result = self.end(server)
        self.assertIn("127.0.0.1 has forfeited 2 games, the maximum (--forfeits)", result.err)


class Tables(TcpRow):
    def bots(self):
        return [pid for pid, command in processes_with(self.mark).items() if command.startswith(sys.executable)]

    def test_row_64_games_at_a_time(self):
        server, port = self.listen(*self.json_bot(), "-j", 2, "--move-time", "1m", "--protocol", "json")
        clients = [self.connect(port) for _ in range(6)]
        wait_until(lambda: len(self.bots()) == 2, "two games")
        for client in clients:  # in the order in which they came
            self.assertLessEqual(len(self.bots()), 2)
            self.assertEqual(self.play(client, games=1), 1)
            client.shutdown(socket.SHUT_RDWR)
        self.end(server)

    def test_row_64_a_crowd_of_idle_connections_starts_few_processes(self):
        server, port = self.listen(*self.json_bot(), "--move-time", "1m", "--protocol", "json")
        crowd = [self.connect(port) for _ in range(60)]
        for _ in crowd:
            self.assertRegex(server.process.stderr.readline(), "connected|guest|Seed|Bots|seed")
        self.assertLess(settled(lambda: len(self.bots()), "the first bots"), 40)
        self.end(server)


class Ghosts(TcpRow):
    def test_row_65_a_client_that_has_left_gets_no_seat(self):
        server, port = self.listen("--protocol", "json", "--move-time", "1m", "-n", 1)
        for said in (b"x", b"", b"x\n" * 1000):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as ghost:
                ghost.sendall(said)
        clients = [self.connect(port) for _ in range(2)]
        players = [threading.Thread(target=self.play, args=[client]) for client in clients]
        for player in players:
            player.start()
        for player in players:
            player.join()
        result = server.finish()
        self.assertEqual(result.status, 0, result)
        game, = self.records()
        self.assertEqual(game["end"], "played out")
        self.assertEqual([player["name"] for player in game["players"]], ["guest-1", "guest-2"])
        for client in clients:
            self.assertIn("%s:%d is guest-" % client.getsockname(), result.err)
