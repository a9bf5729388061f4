"""One measurement of a contest's server for arena_bench: web_rows.py ARENA WHAT TIMES prints figures in a line.

    spectators TIMES   so many spectators watch games, each for 16 seconds, while another contest plays as fast as it can:
                       ms after the first spectator until 99 % of them have a game, games a second with the spectators,
                       and without them
    storm TIMES        a league of so many bots, in which an author without a quota makes two versions active in turn, ten
                       times a second: games a second meanwhile, and without it
    standings TIMES    a phase with so many games, read by wrk: ms in which 99 % of the answers come, answers a second
"""
import base64
import contextlib
import http.client
import json
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

CONTEST = """
[[contest]]
id = "{id}"
game = "bidding"

[contest.limits]
sandbox = false
move_time = "5s"
{house}
[[contest.phase]]
name = "ladder"
format = "league"
deals = 10
opponents = "house"
"""
HOUSE = """
[[contest.house]]
name = "{name}"
{player}
"""
# Its games take a few seconds, and are shown for 16, the next one after each.
SLOW_BOT = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        time.sleep(0.2)
        print(json.dumps({"move": message["legal"][0]}), flush=True)
"""


def house(**players):
    return "".join(HOUSE.format(name=name, player=player) for name, player in players.items())


FEW_CARDS = "\n[contest.options]\ncards = 5\n"
FAST = house(random='builtin = "random"', mimic='builtin = "mimic"')


@contextlib.contextmanager
def served(arena, folder):
    """The port of a server with the contests of this folder."""
    # As behind a proxy: each client has an address of its own, and the limits of one address do not count.
    command = [arena, "serve", os.path.join(folder, "contest.toml"), "--port", "0", "--proxy", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield int(next(found[1] for line in server.stdout if (found := re.match(r"Serving http://[^:]+:(\d+) ", line))))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    body = connection.getresponse().read()
    connection.close()
    return json.loads(body)


def games_played(port, contest):
    # Not the same query again within a second: so long answers are kept.
    count = 1 + time.monotonic_ns() // 1_000_000 % 450
    matches = get(port, f"/api/v1/contests/{contest}/phases/ladder/matches?count={count}")["matches"]
    return matches[0]["number"] if matches else 0


def speed(port, seconds, while_waiting):
    """Games of the fast contest in a second."""
    before, begin = games_played(port, "fast"), time.monotonic()
    while_waiting(begin + seconds)
    return (games_played(port, "fast") - before) / (time.monotonic() - begin)


def sleep_until(end):
    time.sleep(max(0.0, end - time.monotonic()))


def spectator(port, number):
    one = socket.create_connection(("127.0.0.1", port), timeout=30)
    key = base64.b64encode(os.urandom(16)).decode()
    one.sendall(f"GET /api/v1/live/slow/ladder HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                f"X-Forwarded-For: 10.1.{number // 250}.{number % 250}\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += one.recv(1)
    return one


def frame_of(buffer):
    """The first whole frame of a WebSocket in the buffer, which it leaves; None without one."""
    if len(buffer) < 2:
        return None
    size, head = buffer[1], 2
    if size >= 126:
        head = 4 if size == 126 else 10
        size = int.from_bytes(buffer[2:head], "big")
    if len(buffer) < head + size:
        return None
    frame = bytes(buffer[head:head + size])
    del buffer[:head + size]
    return frame


def watch(sockets, delays, end):
    """Reads what comes, and adds to `delays` how many ms after the first spectator each one had a game."""
    poll = select.epoll()
    first = {}
    for one, _ in sockets.values():
        poll.register(one, select.EPOLLIN)
    while (left := end - time.monotonic()) > 0:
        for number, _ in poll.poll(left):
            one, buffer = sockets[number]
            text = one.recv(65_536)
            now = time.monotonic()
            if not text:
                raise RuntimeError("a spectator's connection has ended")
            buffer += text
            while (frame := frame_of(buffer)) is not None:
                match = re.search(rb'"match":(\d+)', frame)[1]
                delays.append(1000 * (now - first.setdefault(match, now)))
    poll.close()


def spectators(arena, count):
    seconds = 20
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "slow.py"), "w", encoding="utf-8") as bot:
            bot.write(SLOW_BOT)
        slow = f'command = "{sys.executable} slow.py"'
        with open(os.path.join(folder, "contest.toml"), "w", encoding="utf-8") as file:
            file.write('[server]\njobs = 4\n' + CONTEST.format(id="slow", house=FEW_CARDS + house(a=slow, b=slow)))
            file.write(CONTEST.format(id="fast", house=FAST))
        with served(arena, folder) as port:
            time.sleep(3)
            without, beside, delays = [speed(port, seconds, sleep_until)], [], []
            for _ in range(3):  # in turns, as the speed changes: each between two without spectators
                sockets = {one.fileno(): (one, bytearray()) for one in (spectator(port, number) for number in range(count))}
                watch(sockets, [], time.monotonic() + 2)
                beside.append(speed(port, seconds, lambda end: watch(sockets, delays, end)))
                for one, _ in sockets.values():
                    one.close()
                without.append(speed(port, seconds, sleep_until))
    delays.sort()
    print(f"games of spectators {len(delays)}, ms: median {delays[len(delays) // 2]:.1f}, worst {delays[-1]:.1f}; "
          f"games a second {beside} beside {without}", file=sys.stderr)
    around = [(before + after) / 2 for before, after in zip(without, without[1:])]
    return delays[len(delays) * 99 // 100], sum(beside) / 3, sum(around) / 3


class Author:
    """An account that may send what the API takes."""

    def __init__(self, port):
        self.port, self.cookies, self.secret = port, {}, None
        self.post("/signup", "/signup", name="author", password="correct horse")
        page = self.post("/account/tokens", "/account", name="bench")
        self.secret = re.search(r"arena_[A-Za-z0-9_-]+", page)[0]

    def ask(self, method, path, body=None, **headers):
        if self.secret:
            headers["Authorization"] = "Bearer " + self.secret
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        self.cookies.update(cookie.split(";")[0].split("=", 1) for cookie in answer.headers.get_all("Set-Cookie", []))
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text}")
        return text

    def post(self, path, form_page, **fields):
        fields["token"] = re.search(r'name="token" value="([^"]+)"', self.ask("GET", form_page))[1]
        return self.ask("POST", path, urllib.parse.urlencode(fields), **{"Content-Type": "application/x-www-form-urlencoded"})


RANDOM_BOT = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": random.choice(message["legal"])}), flush=True)
"""


def storm(arena, count):
    seconds = 60
    quotas = "\n[contest.quotas]\nversions_per_day = 100_000\n"
    bots = house(**{f"b{number}": 'builtin = "random"' for number in range(count - 1)})
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "contest.toml"), "w", encoding="utf-8") as file:
            file.write(CONTEST.format(id="fast", house=quotas + bots))
        with served(arena, folder) as port:
            author = Author(port)
            versions = "/api/v1/contests/fast/bots/luck"
            for end in ("", "#"):
                author.ask("POST", versions + "/versions?file_name=bot.py", RANDOM_BOT + end)
            while any(one["state"] in ("waiting", "checking") for one in json.loads(author.ask("GET", versions))["versions"]):
                time.sleep(0.2)
            times = 0

            def activate(end):
                nonlocal times
                while time.monotonic() < end:
                    begin = time.monotonic()
                    times += 1
                    author.ask("POST", f"{versions}/versions/{1 + times % 2}/activate")
                    sleep_until(begin + 0.1)

            without, beside = [speed(port, seconds, sleep_until)], []
            for _ in range(2):
                beside.append(speed(port, seconds, activate))
                without.append(speed(port, seconds, sleep_until))
    print(f"made active {times} times; games a second {beside} beside {without}", file=sys.stderr)
    around = [(before + after) / 2 for before, after in zip(without, without[1:])]
    return sum(beside) / len(beside), sum(around) / len(around)


# 5,000 readers.
READERS = """
request = function()
  local number = math.random(0, 4999)
  return wrk.format(nil, nil, {["X-Forwarded-For"] = "10.1." .. math.floor(number / 250) .. "." .. number % 250})
end
"""
SUMS = ("deals", "matches", "wins", "draws", "losses", "points", "points_squares", "score", "score_squares",
        "margin", "margin_squares", "opponent_margin", "opponent_margin_squares")


def multiply_games(store, wanted):
    """The games that a store has, again and again: playing so many would take minutes."""
    with contextlib.closing(sqlite3.connect(store)) as db, db:
        games = db.execute("SELECT count(*) FROM match").fetchone()[0]
        factor = -(-wanted // games)
        deals, matches = (db.execute(f"SELECT max({key}) + 1 FROM {table}").fetchone()[0]
                          for key, table in (("id", "deal"), ("number", "match")))
        copies = "(WITH RECURSIVE c(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM c WHERE k + 1 < ?) SELECT k FROM c)"
        for table, columns in {
            "deal": f"id + k * {deals}, pairing, number + k * {deals}, seed",
            "match": f"number + k * {matches}, deal + k * {deals}, at_table, stored_at",
            "result": f"match + k * {matches}, seat, entrant, score, place, margin, fault, detail",
            "timing": f"match + k * {matches}, seat, questions, thinking_us, slowest_us",
        }.items():
            db.execute(f"INSERT INTO {table} SELECT {columns} FROM {table}, {copies}", (factor,))
        db.execute("UPDATE sums SET " + ", ".join(f"{name} = {name} * {factor}" for name in SUMS))
        db.execute(f"UPDATE pairing SET deals = deals * {factor}")


def standings(arena, games):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "contest.toml")
        contest = CONTEST.format(id="full", house=FAST)
        with open(path, "w", encoding="utf-8") as file:
            file.write(contest)
        with served(arena, folder) as port:
            while not games_played(port, "full"):
                time.sleep(0.1)
            time.sleep(5)
        multiply_games(os.path.join(folder, "contest-state", "phases", "full", "ladder.db"), games)
        with open(path, "w", encoding="utf-8") as file:
            # That phase is over; another contest goes on.
            file.write("[server]\njobs = 1\n" + contest + "until = 2026-01-01T00:00:00Z\n" + CONTEST.format(id="fast", house=FAST))
        with served(arena, folder) as port:
            api = "/api/v1/contests/full/phases/ladder/standings"
            while not get(port, api)["matches"] >= games:
                time.sleep(0.1)
            script = os.path.join(folder, "readers.lua")
            with open(script, "w", encoding="utf-8") as file:
                file.write(READERS)
            told = subprocess.run(["wrk", "-s", script, "-t1", "-c16", "-d10s", "--latency", f"http://127.0.0.1:{port}/c/full"],
                                  check=True, stdout=subprocess.PIPE, text=True).stdout
    if "Non-2xx" in told or "Socket errors" in told:
        raise RuntimeError(told)
    slowest = re.search(r"99%\s+([0-9.]+)(us|ms|s)", told)
    return float(slowest[1]) * {"us": 0.001, "ms": 1, "s": 1000}[slowest[2]], float(re.search(r"Requests/sec:\s+([0-9.]+)", told)[1])


def main():
    arena, what, times = sys.argv[1:]
    print(*{"spectators": spectators, "standings": standings, "storm": storm}[what](arena, int(times)))


if __name__ == "__main__":
    main()
