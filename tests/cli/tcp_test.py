"""Games over TCP, both ways: `arena listen` with the quiz's own kind of client, `arena connect` at its kind of server."""
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import unittest

from support import ARENA, BAD_BOT, PATIENCE, ROOT, ArenaTest, dumb_player, main

CLIENT = ROOT / "tests/peers/quiz_client.rb"
SERVER = ROOT / "tests/peers/quiz_server.rb"
LAST_LINES = {"Congratulations, you win.": 1, "The game is a draw.": 0, "I'm sorry, you lose.": -1}

needs_ruby = unittest.skipUnless(shutil.which("ruby"), "ruby is not installed")


class Client:
    """A client by hand: a socket, and what it has been sent so far."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.heard = b""

    def read_until(self, text):
        while text not in self.heard:
            more = self.socket.recv(65536)
            if not more:
                raise AssertionError(f"closed before {text}: {self.heard[-200:]}")
            self.heard += more

    def read_to_the_end(self):
        while more := self.socket.recv(65536):
            self.heard += more
        return self.heard.decode().splitlines()

    def say(self, text):
        self.socket.sendall(text)

    def close(self):
        self.socket.close()


class TcpTest(ArenaTest):
    def listen(self, *words):
        return self.listening("lost_cities", "--record", "games.jsonl", *words)

    def client(self, port):
        client = Client(port)
        self.addCleanup(client.close)
        return client

    def finish(self, running, status=0):
        result = running.finish()
        self.assertEqual(result.status, status, result)
        self.assert_nothing_left()
        return result


class Listen(TcpTest):
    @needs_ruby
    def test_the_client_of_the_quiz_plays_to_the_end(self):
        player = dumb_player(self)
        server, port = self.listen("-n", "2", "--seed", "5")
        clients = [self.start(CLIENT, "127.0.0.1", port, player, program="ruby") for _ in range(4)]
        ends = [client.finish() for client in clients]
        result = self.finish(server)
        self.assertEqual([end.status for end in ends], [0] * 4, [str(end) for end in ends])
        self.assertEqual(sum(LAST_LINES[end.out.strip()] for end in ends), 0)
        self.assertTrue(result.out.endswith("\n2 games played\n"), result)
        self.assertEqual(len(re.findall(r"(?m)^Game [12]: ", result.out)), 2)
        games = self.records()
        self.assertEqual(sorted(game["deal"]["first"] for game in games), [0, 1])
        for game in games:
            self.assertEqual(game["end"], "played out")
        self.assertTrue(any("rejected" in move for game in games for move in game["moves"]))
        self.succeed("replay", "games.jsonl")

    def test_the_clock_of_each_seat_is_announced_and_recorded_as_it_is(self):
        bot = self.file("tell.sh", "#!/bin/sh\nread start\necho \"$start\" >resident\n", executable=True)
        server, port = self.listen("--protocol", "json", "--clock", "cpu", "-p", bot, "-n", "1")
        lines = self.client(port).socket.makefile("rw", newline="\n")
        visitor = json.loads(lines.readline())
        for line in lines:  # until the resident, which has gone, is asked
            if json.loads(line)["type"] == "turn":
                lines.write(json.loads(line)["legal"][0] + "\n")
                lines.flush()
        err = self.finish(server).err
        self.assertIn("Connections are timed by the wall clock: --clock cpu is for bots that arena starts.\n", err)
        resident = json.loads((self.folder / "resident").read_text())
        game, = self.records()
        self.assertEqual([start["time"]["clock"] for start in (visitor, resident)], ["wall", "cpu"])
        self.assertEqual([player["time"]["clock"] for player in game["players"]], ["wall", "cpu"])

    def test_a_connection_is_sent_what_the_record_says(self):
        server, port = self.listen("-b", "dumb", "-n", "1", "--seed", "5", "--option", "max_turns=1", "--log-dir", "logs")
        client = self.client(port)
        client.read_until(b"Your play?\n")
        client.say(b"x\r\n")
        client.read_until(b"Error:  Invalid play.\n")
        hand = re.search(r" Hand:  (\S+)", client.heard.decode())[1]
        client.say(f"d {hand.replace('Inv', 'I').lower()}\n".encode())
        client.read_until(b"Draw from?\n")
        client.say(b"n")
        client.socket.shutdown(socket.SHUT_WR)  # a last line without a newline counts
        lines = client.read_to_the_end()
        self.finish(server)
        self.assertEqual(lines[-3], "Game over.")
        transcript = self.succeed("replay", "games.jsonl", "--transcript", "0").out
        self.assertEqual(client.heard.decode(), transcript)
        log, = (self.folder / "logs").glob("000001-0-*.dialogue")
        self.assertEqual([line[2:] for line in log.read_text().splitlines() if line.startswith("> ")], lines)

    def test_a_client_that_leaves_in_mid_game_forfeits(self):
        server, port = self.listen("-n", "1", "--seed", "5")
        one = self.client(port)
        two = self.client(port)
        one.read_until(b"Your play?\n")
        one.close()
        self.assertEqual(two.read_to_the_end()[-1], "Congratulations, you win.")
        result = self.finish(server)
        self.assertRegex(result.err, r"Game 1 of Lost Cities: guest-1 \(seat 0\) forfeits \(disconnect\) after \d+ answers?: ")
        game, = self.records()
        self.assertEqual([(forfeit["seat"], forfeit["reason"]) for forfeit in game["forfeits"]], [(0, "disconnect")])
        self.succeed("replay", "games.jsonl")

    def test_further_clients_wait_for_the_next_game(self):
        server, port = self.listen("-n", "2", "--seed", "5")
        clients = [self.client(port) for _ in range(3)]
        clients[0].read_until(b"Your play?\n")
        clients[0].close()
        clients[1].read_to_the_end()
        clients[2].socket.setblocking(False)
        with self.assertRaises(BlockingIOError):  # nothing sent, nothing closed
            clients[2].socket.recv(1)
        clients[2].socket.settimeout(PATIENCE)
        clients.append(self.client(port))
        clients[3].read_until(b"Your play?\n")  # in the second game, the second seat begins
        clients[3].close()
        self.assertEqual(clients[2].read_to_the_end()[-1], "Congratulations, you win.")
        self.finish(server)
        self.assertEqual([[forfeit["seat"] for forfeit in game["forfeits"]] for game in self.records()], [[0], [1]])

    def test_bots_of_the_command_line_are_gone_with_the_server(self):
        server, port = self.listen("-p", BAD_BOT, "stay", "-n", "1", "--seed", "5")
        client = self.client(port)
        client.read_until(b"Your play?\n")
        client.close()
        self.finish(server)

    def test_ctrl_c_ends_the_games_in_hand(self):
        server, port = self.listen("-p", BAD_BOT, "--seed", "5")
        client = self.client(port)
        client.read_until(b"Your play?\n")
        server.signal(signal.SIGINT)
        result = self.finish(server, status=130)
        self.assertIn("0 games played", result.out)
        self.assertEqual(self.records(), [])

    def test_a_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            result = self.arena("listen", "lost_cities", "--port", port)
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertEqual(result.err, f"arena: cannot listen on 127.0.0.1:{port}: Address already in use\n")

    def test_an_address_that_is_not_ours(self):
        self.refuse("listen", "lost_cities", "--port", "0", "--host", "192.0.2.1", saying="192.0.2.1")


class Connect(TcpTest):
    def serve(self, seed):
        """The quiz's kind of server; its port."""
        running = self.start(SERVER, "0", seed, program="ruby")
        return running, int(running.line().split()[1])

    def play(self, *commands, seed=3):
        """Two bots, connected one after the other, play one game there; their scores."""
        server, port = self.serve(seed)
        guests = []
        for command in commands:
            guests.append(self.start("connect", "127.0.0.1", port, *command))
        ends = [guest.finish() for guest in guests]
        self.assertEqual([end.status for end in ends], [0, 0], "\n".join(map(str, ends)))
        result = self.finish(server)
        scores = [int(score) for score in re.fullmatch(r"scores (-?\d+) (-?\d+)\n", result.out).groups()]
        finals = []
        for end in ends:
            self.assertEqual(end.err, "")
            over, final, verdict = end.out.splitlines()
            self.assertEqual(over, "Game over.")
            own, other = map(int, re.fullmatch(r"Final Score:  (-?\d+) \(You\) vs\. (-?\d+) \(Opponent\)\.", final).groups())
            self.assertEqual(LAST_LINES[verdict], (own > other) - (own < other))
            finals.append([own, other])
        self.assertEqual(finals[0], finals[1][::-1])
        self.assertEqual(sorted(finals[0]), sorted(scores))

    @needs_ruby
    def test_bots_play_at_a_server_of_the_quiz(self):
        python = ROOT / "examples/python/lost_cities_bot.py"
        ruby = ROOT / "examples/ruby/lost_cities_bot.rb"
        self.play(["-p", sys.executable, python], ["ruby", ruby])

    @needs_ruby
    def test_players_of_the_quiz_play_there_too(self):
        player = dumb_player(self)
        words = ["-p", "ruby", ROOT / "examples/ruby/quiz_player.rb", player]
        self.play(words, ["-p", BAD_BOT])

    def test_a_bot_of_arena_plays_at_arena(self):
        server, port = self.listen("-b", "dumb", "-n", "3", "--seed", "5")
        result = self.start("connect", "localhost", port, "-n", "3", "-p", BAD_BOT).finish()
        self.assertEqual(result.status, 0, result)
        self.assertEqual(result.out.count("Game over.\n"), 3)
        self.finish(server)
        self.assertEqual([game["end"] for game in self.records()], ["played out"] * 3)

    def test_a_closed_port_is_named(self):
        with socket.socket() as bound:
            bound.bind(("127.0.0.1", 0))  # bound, but no one listens
            port = bound.getsockname()[1]
            result = self.arena("connect", "127.0.0.1", port, "-p", BAD_BOT)
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn(f"127.0.0.1:{port}", result.err)
        self.assertIn("refused", result.err)

    def test_a_server_that_says_not_a_byte_is_no_game(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE)
            running = self.start("connect", "127.0.0.1", listener.getsockname()[1], "-p", BAD_BOT)
            listener.accept()[0].close()
        result = running.finish()
        self.assertEqual((result.status, result.out), (1, ""), result)
        self.assertEqual(result.err, "The connection ended before the server sent anything.\n")

    def test_a_server_does_not_write_to_the_terminal_what_it_obeys(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE)
            out, own = pty.openpty()
            self.addCleanup(os.close, out)
            person = subprocess.Popen([ARENA, "connect", "127.0.0.1", str(listener.getsockname()[1]), "-p"],
                                      stdin=subprocess.DEVNULL, stdout=own, stderr=own)
            os.close(own)
            connection, _ = listener.accept()
            connection.sendall("Your \x1b[2Jplay\x9b?\u202e\r\nA ".encode() + b"\xe2\x99")
            shown = b""
            while b"\n" not in shown:
                shown += os.read(out, 1000)
            connection.sendall(b"\xa0\n")
            connection.close()
            while shown.count(b"\n") < 2:
                shown += os.read(out, 1000)
            person.wait(PATIENCE)
        self.assertEqual(shown.decode(), "Your \\x1b[2Jplay\ufffd?\ufffd\r\nA \u2660\r\n")

    def test_a_server_that_hangs_up_ends_the_bot(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(PATIENCE)
            running = self.start("connect", "127.0.0.1", listener.getsockname()[1], "-p", BAD_BOT, "stay")
            connection, _ = listener.accept()
            connection.sendall(b"Your play?\n")
            self.assertEqual(connection.recv(100), b"d2D\n")
            connection.close()
        result = running.finish()
        self.assertNotEqual(result.status, 3, result)
        self.assert_nothing_left()


if __name__ == "__main__":
    main()
