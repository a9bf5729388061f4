"""The server of a contest is killed, stopped and copied while authors hand in and bots play: nothing that it confirmed is lost.

`ARENA_KILLS=50 serve_kill_test.py`, by ./dev proof: so many kills.
"""
import contextlib
import http.client
import os
import random
import shutil
import signal
import sqlite3
import threading
import time

from contest_server import CONTEST, GOOD_BOT, PASSWORD, Browser, ServeTest
from support import PATIENCE, WHOLE, main, processes_with, wait_until

KILLS = int(os.environ.get("ARENA_KILLS", "2"))
GONE = (OSError, http.client.HTTPException)  # the server was killed before it answered

# Seats are alike in this game: a league has a game a deal, without an end. It plays all the time, so that each kill hits it.
TEXT = CONTEST.replace("[contest.limits]", "[contest.quotas]\nversions_per_day = 10000\nbots = 100\ncheck_time_per_day = \"10h\"\n\n[contest.limits]").replace(
    "games_per_day = 400_000\n", "")


class Author(threading.Thread):
    """Hands in versions without a pause, and notes what the server confirmed: (bot, version): source."""

    def __init__(self, name, token, port, storm):
        super().__init__()
        self.bot, self.token, self.port, self.storm = f"{name}-bot", token, port, storm
        self.sent, self.confirmed, self.unexpected, self.ends = [], {}, [], False

    def run(self):
        while not self.ends:
            code = f"# {self.bot} {self.storm} {len(self.sent)}\n{GOOD_BOT}"
            self.sent.append(code)
            script = Browser(self.port, Authorization=f"Bearer {self.token}")
            try:
                answer = script.send("POST", f"/api/v1/contests/cards/bots/{self.bot}/versions?file_name=bot.py", code)
            except GONE:
                return
            if answer.status == 201:
                self.confirmed[answer.json()["number"]] = code
            elif "read-only" in answer.text:
                return
            elif answer.status != 429:
                self.unexpected.append(str(answer))
            time.sleep(0.05)


class Newcomers(threading.Thread):
    """People sign up without a pause; `confirmed` has the names that the server confirmed."""

    def __init__(self, port, storm):
        super().__init__()
        self.port, self.storm, self.sent, self.confirmed, self.ends = port, storm, 0, [], False

    def run(self):
        while not self.ends:
            self.sent += 1
            name = f"new-{self.storm}-{self.sent}"
            try:
                if Browser(self.port).sign_up(name).status == 303:
                    self.confirmed.append(name)
            except GONE:
                return
            time.sleep(0.3)


class KillTest(ServeTest):
    def setUp(self):
        super().setUp()
        self.confirmed, self.accounts, self.games, self.sent, self.storms = {}, {"ann", "bob", "boss"}, {}, set(), 0

    def begin(self):
        self.serve(text=TEXT)
        self.boss = self.admin()
        self.tokens = {name: self.api_token(self.author(name)) for name in ("ann", "bob")}

    def storm(self, versions, end):
        """People do what they do until so many versions are confirmed and a game is seen; then `end` ends the server."""
        self.authors = [Author(name, token, self.port, self.storms) for name, token in self.tokens.items()]
        self.newcomers = Newcomers(self.port, self.storms)
        self.storms += 1
        threads = (*self.authors, self.newcomers)
        for thread in threads:
            thread.start()

        def is_enough():
            self.games.update({row["number"]: row for row in self.results()})
            return self.games and sum(len(author.confirmed) for author in self.authors) >= versions
        wait_until(is_enough, "versions and games")
        end()
        for thread in threads:
            thread.ends = True
            thread.join()
        for author in self.authors:
            self.assertEqual(author.unexpected, [])
            self.sent.update(author.sent)
        self.note_confirmed()

    def note_confirmed(self):
        for author in self.authors:
            self.confirmed.update({(author.bot, number): code for number, code in dict(author.confirmed).items()})
        self.accounts.update(list(self.newcomers.confirmed))

    def results(self):
        return self.browser().get("/api/v1/contests/cards/phases/ladder/matches").json()["matches"]

    def again(self):
        self.serve(text=TEXT)

    def query(self, *words):
        database = sqlite3.connect(f"file:{self.folder}/state/host.db?mode=ro", uri=True, timeout=PATIENCE)
        try:
            return database.execute(*words).fetchall()
        finally:
            database.close()

    def assert_nothing_is_lost(self):
        """Once as the server's database says it, once as people see it."""
        versions = self.query("""SELECT bot.name, version.number, file.bytes FROM version JOIN bot ON bot.id = version.bot
                                 JOIN file ON file.hash = version.file""")
        stored = {(bot, number): bytes(code).decode() for bot, number, code in versions}
        self.assertEqual(len(stored), len(versions), "a version's number is there twice")
        self.assertEqual({key: stored.get(key) for key in self.confirmed}, self.confirmed)
        self.assertLessEqual(set(stored.values()), self.sent, "this was not handed in")
        self.assertEqual(len(set(stored.values())), len(stored), "a hand-in is there twice")
        names = [name for name, in self.query("SELECT name FROM account")]
        self.assertEqual(len(set(names)), len(names))
        self.assertLessEqual(self.accounts, set(names))
        stored = {game["number"]: game for game in self.all_games()}
        self.assertEqual({number: stored.get(number) for number in self.games}, self.games)

    def all_games(self):
        path, games, first = "/api/v1/contests/cards/phases/ladder/results", [], 0
        while rows := self.browser().get(f"{path}?from={first}&count=500").json()["matches"]:
            games += rows
            first = rows[-1]["number"] + 1
        return games

    def assert_whole(self, folder="state"):
        """REQUIRES: no server runs."""
        for name, doubled in (("host.db", "SELECT name FROM account GROUP BY lower(name) HAVING count(*) > 1"),
                              ("phases/cards/ladder.db", "SELECT seed FROM deal GROUP BY pairing, seed HAVING count(*) > 1")):
            with contextlib.closing(sqlite3.connect(self.folder / folder / name, timeout=PATIENCE)) as database:
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
                self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
                self.assertEqual(database.execute(doubled).fetchall(), [])
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def wait_for_life(self):
        """The server checks, plays and answers as before."""
        before = max(self.games, default=0)
        self.wait_for("games", lambda: any(row["number"] > before for row in self.results()))
        answer = Browser(self.port).post("/login", "/login", {"name": "ann", "password": PASSWORD})
        self.assertEqual(answer.status, 303, answer)


class Kills(KillTest):
    def test_nothing_that_was_confirmed_is_lost(self):
        self.begin()
        chance = random.Random(16)
        for _ in range(KILLS):
            self.storm(chance.randrange(2, 20), self.kill)
            self.server.finish()
            wait_until(lambda: not processes_with(self.mark), "the end of workers and bots")
            self.again()
            self.assert_nothing_is_lost()
        self.assertGreater(len(self.confirmed), KILLS)
        self.assertGreater(len(self.games), 0)
        self.wait_for_life()
        self.stop()
        self.assert_whole()

    def kill(self):
        self.server.signal(signal.SIGKILL)


class Stops(KillTest):
    def test_a_stop_is_quick_and_loses_nothing(self):
        self.begin()
        for number in (signal.SIGTERM, signal.SIGINT):
            self.storm(4, lambda number=number: self.server.signal(number))
            began = time.monotonic()
            result = self.server.finish()
            self.assertEqual((result.status, result.err), (0, ""), result)
            if WHOLE:
                self.assertLess(time.monotonic() - began, 10)
            self.assert_nothing_left()
            self.assert_whole()
            self.again()
            self.assert_nothing_is_lost()
        self.stop()

    def test_a_back_up_of_a_busy_server_is_used_instead(self):
        self.begin()
        self.storm(4, self.back_up)
        self.author("late")
        self.stop()
        self.confirmed, self.accounts = self.before
        (self.folder / "state/back-ups/monday").rename(self.folder / "monday")
        shutil.rmtree(self.folder / "state")
        (self.folder / "monday").rename(self.folder / "state")
        self.again()
        self.assert_nothing_is_lost()
        self.assertNotIn(("late",), self.query("SELECT name FROM account"))
        self.wait_for_life()
        self.stop()
        self.assert_whole()

    def back_up(self):
        """While authors hand in. What was confirmed before it must be in it."""
        self.note_confirmed()
        self.before = dict(self.confirmed), set(self.accounts)
        answer = self.boss.post("/admin/back-up", "/admin", {"folder": "monday"})
        self.assertEqual(answer.status, 303, answer)

    def test_read_only_mode_keeps_what_is_there_and_plays_on(self):
        self.begin()
        self.storm(4, lambda: self.boss.post("/admin/read-only", "/admin", {}))
        before = self.query("SELECT count(*), (SELECT count(*) FROM account) FROM version")
        script = Browser(self.port, Authorization=f"Bearer {self.tokens['ann']}")
        refused = script.send("POST", "/api/v1/contests/cards/bots/ann-bot/versions?file_name=bot.py", GOOD_BOT)
        self.assertIn("read-only", refused.json()["error"])
        self.assertNotEqual(self.browser().sign_up("late").status, 303)
        self.stop()
        self.again()
        self.assertEqual(self.query("SELECT count(*), (SELECT count(*) FROM account) FROM version"), before)
        self.assert_nothing_is_lost()
        self.wait_for_life()
        self.boss.port = self.port
        self.assertEqual(self.boss.post("/admin/read-write", "/admin", {}).status, 303)
        self.assertEqual(self.browser().sign_up("late").status, 303)
        self.stop()


if __name__ == "__main__":
    main()
