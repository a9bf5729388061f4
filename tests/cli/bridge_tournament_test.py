"""Tournaments of bridge: teams of two bots."""
import json
import signal
import sys

from bridge_files_test import TOURNAMENT
from stores import StoreTest
from support import main, wait_until

# A bot that plays the first legal move, and adds its process to a file beside it.
PIDS = """
import json, os, sys
with open(__file__.replace(".py", ".pids"), "a") as pids:
    pids.write(f"{os.getpid()}\\n")
for line in sys.stdin:
    message = json.loads(line)
    if message.get("type") == "turn":
        print(json.dumps({"id": message["id"], "move": message["legal"][0]}), flush=True)
"""


class TeamsOfTwo(StoreTest):
    def field(self, bots='{ builtin = "natural" }, { builtin = "random" }', deals=4):
        text = TOURNAMENT.replace("deals = 6", f"deals = {deals}")
        self.file("cup.toml", text + f'[[entrant]]\nname = "pair"\nbots = [{bots}]\n')

    def test_partners_are_one_entrant(self):
        self.field()
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db", "--report", "pages")
        self.assert_agrees("cup.db")
        standings = self.standings("cup.db")
        self.assertEqual({entrant["name"]: entrant["deals"] for entrant in standings["entrants"]},
                         dict.fromkeys(("natural", "pass", "random", "pair"), 12))
        self.succeed("export", "cup.db", "--records", "games.jsonl")
        seen = set()
        for record in self.records():
            names = [player["name"] for player in record["players"]]
            for seat, name in enumerate(names):
                partner = {"pair (natural)": "pair (random)", "pair (random)": "pair (natural)"}.get(name, name)
                self.assertEqual(names[(seat + 2) % 4], partner)
                seen.add(name)
        self.assertEqual(seen, {"natural", "pass", "random", "pair (natural)", "pair (random)"})
        self.assertIn("-b name=natural natural -b name=random random", self.succeed("entrants", "cup.db").out)
        by_deal = self.succeed("standings", "cup.db", "--by-deal", "pair", "pass", "--json").out
        self.assertEqual(len(json.loads(by_deal)), 4)

    def test_partners_on_the_command_line_share_no_process(self):
        bot = self.file("one.py", PIDS)
        other = self.file("other.py", PIDS)
        self.succeed("tournament", "bridge", "-p", "team=pair", sys.executable, bot, "-p", "team=pair", "protocol=json",
                     sys.executable, other, "-b", "pass", "--deals", "1", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        pids = [path.read_text().split() for path in (self.folder / "one.pids", self.folder / "other.pids")]
        self.assertEqual([len(own) for own in pids], [2, 2])  # a process at each of the two tables
        self.assertEqual(len(set(pids[0] + pids[1])), 4)
        (self.folder / "other.py").write_text(PIDS + "# changed\n")
        self.assertIn("the files of pair have changed", self.arena("verify", "cup.db").out)

    def test_a_forfeit_is_the_entrants(self):
        dead = self.file("dead.py", "raise SystemExit(1)\n")
        self.field(f'{{ builtin = "natural" }}, {{ name = "dead", command = ["{sys.executable}", "{dead}"] }}', deals=1)
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        forfeits = {entrant["name"]: entrant["forfeits"] for entrant in self.standings("cup.db")["entrants"]}
        self.assertEqual(forfeits, {"natural": 0, "pass": 0, "random": 0, "pair": 6})

    def test_a_killed_tournament_goes_on(self):
        self.field(deals=40)
        words = ("tournament", "cup.toml", "-q", "--store")
        self.succeed(*words, "whole.db")
        running = self.start(*words, "part.db")
        wait_until(lambda: self.stored_games("part.db") > 0, "the first game")
        running.signal(signal.SIGKILL)
        running.finish()
        self.succeed(*words, "part.db")
        self.assert_same(("cup.toml",), "part.db", "whole.db")

    def test_partners_come_and_are_replaced(self):
        self.file("cup.toml", TOURNAMENT)
        self.succeed("tournament", "cup.toml", "--commit", "-q", "--store", "cup.db")
        self.succeed("entrants", "cup.db", "add", "pair", "-b", "natural", "-b", "pass")
        self.succeed("entrants", "cup.db", "replace", "pass", "-b", "name=x", "random", "-b", "random")
        self.refuse("entrants", "cup.db", "add", "three", *3 * ("-b", "random"),
                    saying="three has 3 bots, but a side of Contract bridge has 2 seats")
        self.succeed("tournament", "cup.toml", "--seed-from", "text", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        entrants = self.standings("cup.db")["entrants"]
        self.assertEqual({entrant["deals"] for entrant in entrants if entrant["active"]}, {18})

    def test_what_is_refused(self):
        for bots, saying in (('{ builtin = "random" }',
                              "entrant 4: pair has 1 bot, but a side of Contract bridge has 2 seats"),
                             ('{ builtin = "nobody" }, { builtin = "random" }', 'unknown built-in bot "nobody"'),
                             ('{ name = "x" }, { builtin = "random" }', "cup.toml:17:"),
                             ("", "each [[bots]]")):
            self.field(bots)
            self.refuse("tournament", "cup.toml", saying=saying)
        self.file("cup.toml", 'game = "streams"\nformat = "round_robin"\n[[entrant]]\nname = "a"\nbuiltin = "random"\n'
                  '[[entrant]]\nname = "pair"\nbots = [{ builtin = "random" }, { builtin = "random" }]\n')
        self.refuse("tournament", "cup.toml", saying="Streams has no partners: pair must be one bot")
        self.refuse("run", "bridge", "-b", "team=x", "random", "-b", "random", saying="team= is for arena tournament")
        self.refuse("tournament", "bridge", "-b", "team=", "random", "-b", "random",
                    saying="team= of a player is empty")


if __name__ == "__main__":
    main()
