"""A contest of an earlier arena (tests/earlier): its server's folder is served and continued.

Phases that are over, that are played and that have not begun, with bots of the house and of an author. `--make` writes
it, and what that arena's server said, with the arena of ARENA_PROGRAM. Made by arena 0.2.0 of November 2026.
"""
import json
import sqlite3
import sys
import tarfile
import unittest
from contextlib import closing

from contest_server import GOOD_BOT, PASSWORD, ServeTest
from support import ROOT, main

ARCHIVE = ROOT / "tests/earlier/contest.tar.xz"
API = "/api/v1/contests/cards"
CONTEST = """
[server]
folder = "state"
jobs = 1

[[contest]]
id = "cards"
game = "bidding"

[contest.options]
cards = 5

[contest.limits]
move_time = "1m"
start_time = 60
sandbox = false
env = ["ONE=1"]

[[contest.house]]
name = "mimic"
builtin = "mimic"
max_refusals = 2

[[contest.house]]
name = "scripted"
command = ["python3", "-c", PLAIN]
protocol = "json"
move_time = 50
env = ["TWO=2", "THREE=3"]

[[contest.house]]
name = "plain"
command = ["python3", "-c", PLAIN]

[[contest.phase]]
name = "trial"
format = "round_robin"
opponents = "house"
deals = 2

[[contest.phase]]
name = "ladder"
format = "league"
opponents = "house"
deals = 2
games_per_day = 400_000

[[contest.phase]]
name = "final"
format = "knockout"
opponents = "best 2 of ladder"
from = 2099-01-01T00:00:00Z
""".replace("PLAIN", json.dumps(GOOD_BOT))  # a file's place would be a part of the bot
# What the server says of what does not change any more.
PATHS = ("/phases/trial/standings", "/phases/trial/matches", "/bots/anns", "/phases/final/standings")


class EarlierContest(ServeTest):
    def said(self):
        said = {path: self.browser().get(API + path).json() for path in PATHS}
        for one in said.values():
            one.pop("at", None)  # when it was looked at
        return said

    def begin(self):
        self.serve(text=CONTEST)

    def entrants(self):
        with closing(sqlite3.connect(self.folder / "state/phases/cards/ladder.db")) as database:
            return database.execute("SELECT id, name FROM entrant ORDER BY id").fetchall()

    def wait_for_trial(self):
        self.wait_for("the trial's store", lambda: self.browser().get(f"{API}/phases/trial/standings").json().get("store"))

    def games(self):
        return len(self.browser().get(f"{API}/phases/ladder/matches?bot=anns").json()["matches"])

    def test_its_phases_are_shown_verified_and_continued(self):
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(self.folder)
        before = self.entrants()
        said = json.loads((self.folder / "said.json").read_text())
        self.begin()
        self.wait_for_trial()
        self.assertEqual(self.said(), said["shown"])
        self.wait_for("more games", lambda: self.games() > said["games"])
        ann = self.browser()
        self.assertEqual(ann.post("/login", "/login", {"name": "ann", "password": PASSWORD}).status, 303)
        self.assertIn("anns", ann.get("/account").text)
        self.stop()
        self.assertEqual(self.entrants(), before)
        self.assertIn("all agree", self.succeed("verify", "state/phases/cards/trial.db").out)


def make():
    class Maker(EarlierContest):
        def runTest(self):
            self.begin()
            ann = self.author()
            headers = {"Authorization": "Bearer " + self.api_token(ann)}
            self.assertEqual(self.browser(**headers).send("POST", f"{API}/bots/anns/versions?file_name=bot.py", GOOD_BOT).status, 201)
            self.wait_for("games", lambda: self.games() > 3)
            self.wait_for_trial()
            said = {"shown": self.said(), "games": self.games()}
            self.stop()
            self.file("said.json", json.dumps(said))
            ARCHIVE.parent.mkdir(exist_ok=True)
            with tarfile.open(ARCHIVE, "w:xz") as archive:
                for name in ("state/host.db", "state/phases", "said.json"):
                    archive.add(self.folder / name, name)

    assert unittest.TextTestRunner().run(Maker()).wasSuccessful()


if __name__ == "__main__":
    make() if "--make" in sys.argv else main()
