"""Stores of an earlier arena (tests/earlier): they are shown, verified, given entrants and continued as that arena did.

All six games and formats, described by commands and by files, each begun and over; `--make` writes them, and what that
arena said of them, with the arena of ARENA_PROGRAM. Made by arena 0.2.0 of November 2026, whose stores keep the words of
commands.
"""
import contextlib
import io
import json
import sqlite3
import sys
import tarfile
import time
from pathlib import Path

from support import ROOT, ArenaTest, main

ARCHIVE = ROOT / "tests/earlier/stores.tar.xz"

MODULE = """
def move(state):
    return state.legal()[0]
"""
PROGRAM = """
import json, os, sys
assert os.environ["ONE"] == "1"
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][0]}), flush=True)
"""
SWISS = """
game = "bidding"
format = "swiss"
deals = 2
seed = 7
[options]
cards = 5
[limits]
move_time = 20
start_time = "20s"
[swiss]
rounds = 3
""" + "".join(f'[[entrant]]\nname = "{name}"\nbuiltin = "{name}"\n' for name in ("highest", "ordered", "random", "scatter")) + """
[[entrant]]
name = "first"
module = "first"
max_refusals = 3
"""
TEAMS = """
game = "bridge"
format = "double_knockout"
deals = 2
seed = "0x7"
[double_knockout]
max_blocks = 1
[options]
scoring = "total"
""" + "".join(f'[[entrant]]\nname = "team {name}"\nbots = [{{ name = "x", builtin = "{name}" }}, {{ builtin = "pass", move_time = "9s" }}]\n'
              for name in ("natural", "pass", "random"))

PROG = ("-p", "name=prog", "protocol=json", "max-refusals=3", "env=ONE=1", "start-time=20s", "python3", "second.py")
# What is asked for, by the name of the store.
CASES = {
    "round_robin": ("lost_cities", "-b", "greedy", "-b", "name=x y", "random", "-m", "move-time=20s", "first.py", "--deals", "2"),
    "gauntlet": ("streams", *PROG, "-b", "spread", "-b", "table", "--format", "gauntlet", "--deals", "3", "--max-refusals", "2"),
    "swiss": ("swiss.toml",),
    "league": ("most", "-b", "melder", "-b", "random", "--format=league", "--option", "deals=1", "--option=max_turns=30", "--deals", "5",
               "--stop-when", "order known at 60%", "--quantum", "1"),
    "knockout": ("yard_bridge", "-b", "shed", "-b", "name=second", "shed", "-b", "random", *PROG, "--format", "knockout", "--deals", "2",
                 "--seeding", "lot", "--option", "deals=1", "--start-time", "20s"),
    "double_knockout": ("teams.toml",),
}

RUN = ("run", "bidding", "-b", "move-time=2", "max-refusals=3", "random", *PROG, "-n", "4", "-q", "--store", "it.db")


def command(name):
    words = CASES[name]
    seed = () if words[0].endswith(".toml") else ("--seed", "7")
    return ("tournament", *words, *seed, "-j", "1", "-q", "--store", "it.db")


def write_inputs(folder):
    for name, text in {"first.py": MODULE, "second.py": PROGRAM, "swiss.toml": SWISS, "teams.toml": TEAMS}.items():
        (folder / name).write_text(text)


def without_times(value):
    """Without what depends on the machine."""
    if isinstance(value, list):
        return [without_times(one) for one in value]
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if "thinking" not in key and "slowest" not in key}
    return value


# In bridge, the built-in bot `natural` bids another system since.
PLAYED_OTHERWISE = ("double_knockout", "over")
NOT_CHECKED = ["Not checked: the moves of team natural (x) in 2 games, which built-in bot natural makes otherwise here: "
               "the store does not say which version of it played."]


class EarlierStores(ArenaTest):
    def setUp(self):
        super().setUp()
        write_inputs(self.folder)

    def said(self, *words):
        said = without_times(json.loads(self.succeed(*words, "--json").out))
        for one in said if isinstance(said, list) else [said]:  # they do not say which versions played
            self.assertEqual((one.pop("builtins", {}), one.pop("rules_version", None)), ({}, None))
        for entrant in said if isinstance(said, list) else ():
            entrant["player"] = sorted(entrant["player"].split())  # earlier arenas kept the order of its keys
        return said

    def stores(self):
        """Each store, which is then it.db, and what the earlier arena said of it when it was over."""
        with tarfile.open(ARCHIVE) as archive:
            for name in CASES:
                said = json.loads(archive.extractfile(f"{name}.json").read())
                for state in ("begun", "over"):
                    (self.folder / "it.db").write_bytes(archive.extractfile(f"{name}-{state}.db").read())
                    yield name, state, said

    def test_they_are_continued_verified_and_shown(self):
        for name, state, said in self.stores():
            with self.subTest(store=name, state=state):
                if state == "over":
                    self.assertEqual(self.said("standings", "it.db"), said["standings"])
                self.succeed(*command(name))
                self.assertEqual(self.said("standings", "it.db"), said["standings"])
                self.assertEqual(self.said("entrants", "it.db"), said["entrants"])
                verified = self.succeed("verify", "--bots", "it.db").out
                self.assertIn("all agree", verified)
                self.assertIn("the text that describes it", verified)
                not_checked = [line for line in verified.splitlines() if line.startswith("Not checked: the moves of")]
                otherwise = NOT_CHECKED if (name, state) == PLAYED_OTHERWISE else []
                self.assertEqual(not_checked, otherwise)

    def test_runs_are_added_to(self):
        with tarfile.open(ARCHIVE) as archive:
            (self.folder / "it.db").write_bytes(archive.extractfile("run.db").read())
        self.succeed(*RUN, "--seed", "8")
        self.assertEqual(self.said("standings", "it.db")["games"], 8)
        self.assertIn("all agree", self.succeed("verify", "it.db").out)

    def test_they_take_other_entrants_and_no_other_command(self):
        for name in (name for name, state, _ in self.stores() if state == "begun"):
            with self.subTest(store=name):
                if name in ("round_robin", "gauntlet", "league"):
                    self.succeed("entrants", "it.db", "add", "late", "-b", "random")
                if name == "gauntlet":
                    self.refuse("entrants", "it.db", "replace", "prog", "-p", *PROG[2:], saying="plays with this bot already")
                words = list(command(name))
                if words[1].endswith(".toml"):
                    file = self.folder / words[1]
                    file.write_text(file.read_text().replace("deals = 2", "deals = 4"))
                else:
                    words += ["-b", "random"]
                self.refuse(*words, saying="holds another tournament")


def make():
    class Maker(EarlierStores):
        def runTest(self):
            files = {}
            for name in CASES:
                self.play_some(name)
                files[f"{name}-begun.db"] = (self.folder / "it.db").read_bytes()
                self.succeed(*command(name))
                files[f"{name}-over.db"] = (self.folder / "it.db").read_bytes()
                said = {"standings": self.said("standings", "it.db"), "entrants": self.said("entrants", "it.db")}
                files[f"{name}.json"] = json.dumps(said).encode()
                (self.folder / "it.db").unlink()
            self.succeed(*RUN, "--seed", "7")
            files["run.db"] = (self.folder / "it.db").read_bytes()
            ARCHIVE.parent.mkdir(exist_ok=True)
            with tarfile.open(ARCHIVE, "w:xz") as archive:
                for name, content in files.items():
                    member = tarfile.TarInfo(name)
                    member.size = len(content)
                    archive.addfile(member, io.BytesIO(content))

        def play_some(self, name):
            running = self.start(*command(name))
            store = self.folder / "it.db"
            count = 0
            while count == 0:
                assert running.process.poll() is None, running.finish()
                time.sleep(0.01)
                try:
                    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
                        count = database.execute("SELECT count(*) FROM match").fetchone()[0]
                except sqlite3.Error:
                    pass
            running.signal()
            assert running.finish().status == 130, name
            for end in ("-wal", "-shm"):
                assert not Path(f"{store}{end}").exists()

    import unittest
    assert unittest.TextTestRunner().run(Maker()).wasSuccessful()


if __name__ == "__main__":
    make() if "--make" in sys.argv else main()
