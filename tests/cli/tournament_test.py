"""`arena tournament`: plays, is stopped and killed and goes on, and shows how it stands."""
import json
import random
import re
import shutil
import signal
import sys
import time

from parallel import main
from stores import FIELD, LEAGUE, StoreTest
from support import BAD_BOT, WHOLE, processes_with, wait_until


class Plays(StoreTest):
    def test_a_bot_that_crashes_in_every_game_never_stops_a_tournament(self):
        words = ("tournament", "lost_cities", *FIELD, "--deals", "10", "--seed", "7", "--store", "a.db")
        shown = self.succeed(*words, "-j", "2")
        standings = self.standings("a.db")
        self.assertEqual(standings["games"], 3 * 10 * 2)
        names = [entrant["name"] for entrant in standings["entrants"]]
        self.assertEqual(names[-1], "crash")
        last = standings["entrants"][-1]
        self.assertEqual((last["forfeits"], last["wins"], last["deals"]), (40, 0, 20))
        # Reported once, counted always.
        self.assertEqual(shown.err.count("crash (seat"), 1)
        self.assertIn("Seed 0x0000000000000007", shown.err)
        # A tournament that is over is only shown again.
        self.assertEqual(self.succeed(*words).out, shown.out)

    def test_any_number_of_jobs_gives_the_same_store(self):
        words = ("tournament", "streams", "-b", "spread", "-b", "random", "--deals", "30", "--seed", "1", "-q")
        self.succeed(*words, "--store", "one.db", "-j", "1")
        self.succeed(*words, "--store", "four.db", "-j", "4")
        self.assertEqual(self.rows("one.db"), self.rows("four.db"))

    def test_a_second_process_is_told_who_plays(self):
        words = ("tournament", "lost_cities", "-b", "greedy", "-p", BAD_BOT, "hang", "--move-time", "10m",
                 "--store", "a.db")
        first = self.start(*words)
        wait_until(lambda: f"{BAD_BOT} hang " in processes_with(self.mark).values(), "a game of the first process")
        second = self.start(*words).finish()
        self.assertEqual(second.status, 2)
        self.assertRegex(second.err, r"\"a.db\" is in use: process \d+ on .* since .* plays it")
        first.signal(signal.SIGINT)
        self.assertEqual(first.finish().status, 130)

    def test_another_tournament_is_not_mixed_into_a_store(self):
        words = ("tournament", "streams", "-b", "spread", "-b", "random", "--store", "a.db", "-q", "--deals")
        self.succeed(*words, "5")
        other = self.arena(*words, "6")
        self.assertEqual(other.status, 2)
        self.assertIn("holds another tournament", other.err)

    def test_what_is_no_tournament_leaves_no_store(self):
        for words, saying in ((("streams", "-b", "spread"), "needs at least 2 entrants, not 1"),
                              (("lost_cities", "-b", "nobody", "-b", "greedy"), 'unknown built-in bot "nobody"'),
                              (("lost_cities", "-b", "greedy", "-b", "greedy"), 'two entrants are named "greedy"'),
                              (("most", "-b", "random", "-b", "greedy", "-b", "sampler", "--seats", "3", "--format", "knockout"),
                               "knockout")):
            with self.subTest(words):
                result = self.arena("tournament", *words, "--store", "a.db")
                self.assertEqual(result.status, 2, result)
                self.assertIn(saying, result.err)
                self.assertFalse((self.folder / "a.db").exists())

    def test_options_of_the_formats(self):
        pair = ("streams", "-b", "spread", "-b", "random", "--store", "a.db", "--deals", "1")
        for words, saying in ((("--rounds", "2"), "--rounds has no effect: the format is round_robin"),
                              (("--format", "league", "--max-blocks", "2"), "--max-blocks has no effect"),
                              (("--format", "league", "--stop-when", "soon"), '--stop-when must be "order known at 95%"'),
                              (("--format", "knockout", "--seeding", "ratings"), "needs --ratings-from STORE"),
                              (("--format", "knockout", "--ratings-from", "b.db", "--seeding", "lot"), "needs --seeding ratings"),
                              (("--format", "gauntlet", "--challengers", "2"), "leaves no opponents: there are 2 entrants")):
            with self.subTest(words):
                self.assert_refused(saying, "tournament", *pair, *words)
        self.file("cup.toml", LEAGUE)
        self.assert_refused("write --deals into the tournament's file", "tournament", "cup.toml", "--deals", "3")
        shown = self.succeed("tournament", *pair, "-b", "halves", "--format", "gauntlet", "--challengers", "2", "-q")
        self.assertEqual({tuple(sorted(pair)) for pair in self.meetings("a.db")}, {("halves", "random"), ("halves", "spread")}, shown)
        shown = self.succeed("tournament", "streams", "-b", "spread", "-b", "random", "--format", "league", "--deals", "20", "-q",
                             "--stop-when", "order known at 90%", "--store", "b.db")
        self.assertRegex(shown.out, "spread")

    def meetings(self, store):
        names = dict(self.query(store, "SELECT id, name FROM entrant"))
        pairings = {}
        for pairing, entrant in self.query(store, "SELECT pairing, entrant FROM pairing_entrant ORDER BY pairing, player"):
            pairings.setdefault(pairing, []).append(names[entrant])
        return list(pairings.values())

    def test_each_of_five_has_one_bye_in_five_rounds(self):
        bots = [word for name, bot in zip("abcde", ("random", "random", "mimic", "random", "mimic")) for word in ("-b", f"name={name}", bot)]
        self.succeed("tournament", "bidding", *bots, "--format", "swiss", "--rounds", "5", "--deals", "1", "--seed", "7",
                     "--option", "cards=5", "--store", "a.db", "-q")
        seated = [name for pairing in self.meetings("a.db") for name in pairing]
        self.assertEqual({name: seated.count(name) for name in "abcde"}, dict.fromkeys("abcde", 4))

    def test_a_league_seeds_a_knockout(self):
        bots = [word for bot in ("random", "ends", "spread", "halves") for word in ("-b", bot)]
        self.succeed("tournament", "streams", *bots[:6], "--deals", "40", "--seed", "1", "--store", "league.db", "-q")
        order = [entrant["name"] for entrant in self.standings("league.db")["entrants"]]
        cup = ("streams", *bots, "--format", "knockout", "--deals", "1", "-q")
        self.succeed("tournament", *cup, "--ratings-from", "league.db", "--store", "cup.db")
        ratings = dict(self.query("cup.db", "SELECT name, seed_rating FROM entrant"))
        self.assertEqual(ratings["halves"], 0)  # not in the league
        self.assertEqual(sorted(order, key=ratings.get, reverse=True), order)
        seeds = sorted(ratings, key=ratings.get, reverse=True)
        self.assertEqual(self.meetings("cup.db")[:2], [[seeds[0], seeds[3]], [seeds[1], seeds[2]]])
        self.assert_agrees("cup.db")
        knockout = '[knockout]\nratings_from = "league.db"\n[[entrant]]'
        self.file("cup.toml", LEAGUE.replace('"league"', '"knockout"').replace("[[entrant]]", knockout, 1))
        self.assert_refused('the ratings in "league.db" are of streams, not of lost_cities', "tournament", "cup.toml", "--store", "new.db")

    def test_how_even_tables_of_three_are(self):
        bots = [word for name in "abcdefg" for word in ("-b", f"name={name}", "spread")]
        shown = self.succeed("tournament", "streams", *bots, "--seats", "3", "--deals", "1", "--store", "a.db")
        self.assertIn("Round robin of 3 at a table: 7 tables, each entrant at 3, each two meet at 1.\n", shown.err)

    def test_what_is_a_bot_says_its_content(self):
        """As on a Windows share, every file is executable."""
        share = self.folder / "share"
        (share / "fay").mkdir(parents=True)
        for name, text in (("README.md", "# Read me\n"), ("data.csv", "a,b\n"), ("ann.py", "def move(state):\n    return state.legal()[0]\n"),
                           ("bob.py", "import sys\nfor line in sys.stdin:\n    print('p 1', flush=True)\n"),
                           ("cem", f"#!/bin/sh\nexec {BAD_BOT}\n")):
            self.file(f"share/{name}", text, executable=True)
        shutil.copy(BAD_BOT, share / "dan")
        self.file("share/eve", f"#!/bin/sh\nexec {BAD_BOT}\n")
        self.file("share/fay/bot", "no program", executable=True)
        shown = self.succeed("tournament", "lost_cities", "share", "--deals", "1", "--store", "a.db", "--move-time", "10m")
        self.assertEqual({entrant["name"] for entrant in self.standings("a.db")["entrants"]}, {"ann", "bob", "cem", "dan"})
        self.assertEqual(re.findall("Left out: (.*)", shown.err),
                         ["share/README.md is neither a program nor a known script.", "share/data.csv is neither a program nor a known script.",
                          "share/eve is not executable: chmod +x.", 'share/fay has no executable program "bot".'])

    def test_a_folder_of_bots(self):
        students = self.folder / "students"
        (students / "no_bot").mkdir(parents=True)
        for name in ("ann", "bob"):  # the bots of `arena new` speak JSON
            self.succeed("new", "lost_cities", "--lang", "python", f"students/{name}")
        self.file("students/carol.py", "def move(state):\n    return state.legal()[0]\n")
        self.file("students/notes.txt", "no bot")
        result = self.succeed("tournament", "lost_cities", "students", "--deals", "1", "--store", "a.db")
        self.assertIn('no_bot has no executable program "bot"', result.err)
        self.assertIn("notes.txt is neither a program nor a known script", result.err)
        entrants = self.standings("a.db")["entrants"]
        self.assertEqual({entrant["name"] for entrant in entrants}, {"ann", "bob", "carol"})
        self.assertEqual(sum(entrant["forfeits"] for entrant in entrants), 0, result)


class Results(StoreTest):
    """What a format itself says, beside the ratings: in the text, in JSON, and in the report."""
    EQUAL = ("-b", "name=ann", "spread", "-b", "name=bob", "spread", "-b", "name=cem", "random")  # ann and bob always draw

    def result(self, form, *more):
        shown = self.succeed("tournament", "streams", *self.EQUAL, *more, "--format", form, "--seed", "4", "-q",
                             "--store", "a.db", "--report", "pages")
        page = (self.folder / "pages/index.html").read_text()
        return self.standings("a.db")["result"], shown.out, re.sub("<[^>]*>", "", page)

    def test_a_swiss_tournament(self):
        result, text, page = self.result("swiss", "--rounds", "3", "--deals", "6")
        places = result["places"]
        # Of three, one has a bye in each round, which gives a point.
        self.assertEqual(sum(row["score"] for row in places), 2 * 3)
        self.assertEqual([row["name"] for row in places][2], "cem")
        self.assertEqual([row["score"] for row in places], [2.5, 2.5, 1])
        self.assertEqual([row["tie_breaks"]["direct meeting"] for row in places[:2]], [0.5, 0.5])
        self.assertEqual(result["ties"], [])
        self.assertRegex(text, r"place  entrant  points  Buchholz cut 1  direct meeting  margin\n    1  (ann|bob) +2\.50 ")
        self.assertIn("Buchholz cut 1", page)

    def test_a_knockout(self):
        result, text, page = self.result("knockout", "--max-blocks", "2")
        self.assertEqual([(row["place"], row["name"]) for row in result["places"]], [(1, "ann"), (2, "bob"), (3, "cem")])
        semi_final, final = result["ties"]
        self.assertEqual((semi_final["winner"], semi_final["loser"]), ("bob", "cem"))
        self.assertEqual(final, {"tie": "final", "winner": "ann", "loser": "bob", "decided_by": "seeding", "blocks": 2})
        for shown in (text, page):
            self.assertIn("final: ann beat bob by the better seed, after 2 blocks\n", shown)

    def test_other_formats_have_none(self):
        result, text, page = self.result("round_robin", "--deals", "2")
        self.assertIsNone(result)
        self.assertNotIn("place", text)
        self.assertNotIn("Result", page)


class School(StoreTest):
    """A class of twelve, or daily of six, four of them with a bad bot: from the folder to the report in one command."""
    BAD = {"syntax": "def move(state):\n    return (\n",
           "hangs": "import time\ninput()\ntime.sleep(600)\n",
           "nonsense": "while input():\n    print('hello', flush=True)\n",
           "leaves": "input()\n"}

    def make_class(self):
        for lang in ("python", "ruby", "javascript", "bash") if WHOLE else ("python",):
            tool = {"python": "python3", "javascript": "node"}.get(lang, lang)
            for number in (1, 2):
                if shutil.which(tool):
                    self.succeed("new", "streams", "--lang", lang, f"class/{lang}{number}")
        for name, text in self.BAD.items():
            self.file(f"class/{name}.py", text)
        return {entry.stem for entry in (self.folder / "class").iterdir()}

    def test_a_class(self):
        names = self.make_class()
        shown = self.succeed("tournament", "streams", "class", "--deals", "1", "-j", "4", "--move-time", "10s", "--start-time", "1m",
                             "--report", "pages")
        self.assertIn("pages/index.html", shown.err)
        entrants = {entrant["name"]: entrant for entrant in self.standings("streams-tournament.db")["entrants"]}
        self.assertEqual(set(entrants), names)
        for name, entrant in entrants.items():
            # Two bad bots cannot both forfeit: the other one wins before it is asked again.
            least = len(names) - len(self.BAD)
            self.assertTrue(entrant["forfeits"] >= least if name in self.BAD else entrant["forfeits"] == 0, entrant)
        reports = re.findall(r"(\w+) \(seat \d\) forfeits \((\w+)\)", shown.err)
        self.assertEqual(len(reports), len(set(reports)), shown.err)  # each kind of failure of a bot is reported once
        self.assertEqual({name for name, _ in reports}, set(self.BAD), shown.err)
        last = sorted(entrants, key=lambda name: entrants[name]["rating"])[:len(self.BAD)]
        self.assertEqual(set(last), set(self.BAD))
        page = (self.folder / "pages" / "index.html").read_text()
        for name in names:
            self.assertIn(name, page)

    def test_broken_bots_are_named_before_the_tournament(self):
        self.file("broken.py", "import broken(\n")
        waiting = self.file("waiting.py", "for line in iter(input, ''): print(line.split(':')[0].split().index('-1'), flush=True)\n")
        words = ("tournament", "streams", "-p", sys.executable, "broken.py", "-p", sys.executable, waiting, "--deals", "2")
        shown = self.succeed(*words)
        self.assertRegex(shown.err, r"(?s)Warning: this bot will forfeit: before its first question broken exited with status 1\n"
                                    r".*SyntaxError.*broken \(seat")
        self.assertEqual(shown.err.count("Warning"), 1, shown)

    def test_names_are_those_of_the_folder(self):
        bots = ("ann.py", "ann/bot", "bea.py", "bob-1.0/bot", "bob-1.1/bot", "cid.js", "cid.py")
        others = ("__pycache__/ann.pyc", ".git/config", "notes.txt")
        for name in (*bots, *others):
            (self.folder / "class" / name).parent.mkdir(parents=True, exist_ok=True)
            self.file(f"class/{name}", "notes" if name == "notes.txt" else "#!/bin/sh\n", executable=name.endswith("/bot"))
        shown = self.succeed("tournament", "streams", "class", "--deals", "1", "--commit")
        self.assertEqual(re.findall("Left out: (.*)", shown.err), ["class/notes.txt is neither a program nor a known script."])
        entrants = json.loads(self.succeed("entrants", "streams-tournament.db", "--json").out)
        self.assertEqual([entrant["name"] for entrant in entrants],
                         ["ann", "ann.py", "bea", "bob-1.0", "bob-1.1", "cid.js", "cid.py"])


class Killed(StoreTest):
    """Killed at random moments, a tournament goes on; its store ends as that of one that was not interrupted."""
    KILLS = 1

    def check(self, *words):
        chance = random.Random(5)
        self.remove_stores()
        self.complete(words, "whole.db")
        kills = stores = 0
        while kills < self.KILLS:
            stores += 1
            store = f"{stores}.db"
            while kills < self.KILLS:
                before = self.stored_games(store)
                running = self.start(*words, "-q", "-j", "2", "--store", store)
                wait_until(lambda: self.stored_games(store) > before or running.process.poll() is not None, "another game")
                time.sleep(chance.uniform(0, 0.1))  # the kill comes at any moment of a game
                running.signal(signal.SIGKILL)
                if running.finish().status == 0:
                    break  # it was over before the kill: the next one has a new store
                kills += 1
            self.complete(words, store)
            self.assert_same(words, store, "whole.db")

    def test_every_format(self):
        for form in ("round_robin", "gauntlet", "swiss", "knockout", "double_knockout"):
            with self.subTest(form):
                self.check("tournament", "lost_cities", *FIELD, "-p", "name=plain", BAD_BOT, "--format", form,
                           "--deals", "12" if WHOLE else "4", "--seed", "3")

    def test_a_league(self):
        self.file("league.toml", LEAGUE)
        self.check("tournament", "league.toml")


class GoesOn(StoreTest):
    """A tournament that was stopped goes on with the bots that entered, and says so if they are no longer there."""
    WORDS = ("tournament", "lost_cities", "-p", "./bot.sh", "-b", "greedy", "--deals", "20", "--seed", "5", "--store", "a.db",
             "--move-time", "10m")
    # While there is a file `held`, it hangs from its seventh game on.
    BOT = f"""#!/bin/sh
if [ -e held ]; then
  echo >>held
  [ $(wc -l <held) -gt 6 ] && exec {BAD_BOT} hang
fi
exec {BAD_BOT}
"""

    def setUp(self):
        super().setUp()
        self.bot = self.file("bot.sh", self.BOT, executable=True)

    def stop_early(self):
        held = self.file("held", "")
        running = self.start(*self.WORDS, "-q")
        wait_until(lambda: self.stored_games("a.db") > 2, "some games")
        running.signal(signal.SIGINT)
        self.assertEqual(running.finish().status, 130)
        held.unlink()
        return self.stored_games("a.db")

    def test_changed_files(self):
        played = self.stop_early()
        self.file("bot.sh", f"#!/bin/sh\nexec {BAD_BOT}\n", executable=True)
        result = self.arena(*self.WORDS)
        self.assertEqual((result.status, self.stored_games("a.db")), (2, played), result)
        command = re.search("the files of bot have changed since it entered: .*: arena (entrants a.db replace bot .*)", result.err)
        self.succeed(*command[1].split())
        shown = self.succeed(*self.WORDS)
        self.assertIn(f"Continuing after {played} games in a.db", shown.err)
        # What was left of the batch is lost for the earlier one: no other entrant plays in its name.
        self.assertEqual(self.query("a.db", "SELECT entrant, min(match), count(*) FROM result WHERE fault <> '' GROUP BY 1"),
                         [(1, played, 40 - played)])
        self.assertEqual(self.query("a.db", "SELECT entrant, deals, forfeits FROM sums WHERE opponent = 0 ORDER BY 1"),
                         [(1, 20, 40 - played), (2, 40, 0), (3, 20, 0)])
        self.assert_agrees("a.db")
        self.bot.unlink()
        self.assertIn("The tournament in a.db is over: 80 games", self.succeed(*self.WORDS).err)

    def test_files_that_are_gone(self):
        self.stop_early()
        self.bot.unlink()
        self.assert_refused("the files of bot are gone (-p bot.sh)", *self.WORDS)
        self.succeed("entrants", "a.db", "withdraw", "bot")
        self.succeed(*self.WORDS, "-q")

    def test_new_bots_of_a_folder(self):
        (self.folder / "class").mkdir()
        for name in ("ann", "bob"):
            shutil.copy(self.bot, self.folder / f"class/{name}.sh")
        self.succeed("tournament", "lost_cities", "class", "--deals", "1", "--store", "a.db", "--commit")
        shutil.copy(self.bot, self.folder / "class/carol.sh")
        shown = self.succeed("tournament", "lost_cities", "class", "--deals", "1", "--store", "a.db", "--seed-from", "x")
        self.assertIn("carol is new, and does not take part yet: arena entrants a.db add carol -p class/carol.sh\n", shown.err)
        self.assertEqual(len(self.standings("a.db")["entrants"]), 2)

    def test_what_differs(self):
        self.succeed(*self.WORDS, "--commit")
        other = [word if word != "20" else "16" for word in self.WORDS]
        self.assert_refused("there: deals 20; here: deals 16", *other)
        self.assert_refused("there: -b greedy; here: -b random", *(word if word != "greedy" else "random" for word in self.WORDS))
        self.assert_refused("there: nothing; here: -b random", *self.WORDS, "-b", "random")
        (self.folder / "more").mkdir()
        self.assert_refused("there: -p ./bot.sh; here: folder more", *self.WORDS[:2], "more", *self.WORDS[2:])
        self.assert_refused("waits for the text that was announced", *self.WORDS)

    def test_a_file_is_the_same_from_any_working_directory(self):
        text = 'game = "lost_cities"\nformat = "round_robin"\nseed = "1"\n'
        text += '[[entrant]]\nname = "bot"\ncommand = "./bot.sh"\n[[entrant]]\nname = "greedy"\nbuiltin = "greedy"\n'
        self.file("cup.toml", text)
        (self.folder / "elsewhere").mkdir()
        self.succeed("tournament", "cup.toml", "--store", "a.db", "-q")
        result = self.start("tournament", "../cup.toml", "-q", folder="elsewhere").finish()
        self.assertEqual(result.status, 0, result)
        self.assertEqual(self.rows("a.db"), self.rows("cup.db"))
        self.assert_agrees("cup.db")
        self.file("cup.toml", text.replace("greedy", "random"))
        self.assert_refused('there: name = "greedy"; here: name = "random"', "tournament", "cup.toml")

    def test_words_of_a_bot_are_its_own(self):
        words = ("tournament", "lost_cities", "-q", "-p", "--", "./bot.sh", "-q", "--json", "-j", "4", "--", "-b", "greedy",
                 "--deals", "1", "--json", "-j4", "--store", "a.db")
        self.succeed(*words)
        self.assertEqual(self.query("a.db", "SELECT file ->> '$.entrants[0].player.words' FROM tournament"),
                         [('["./bot.sh","-q","--json","-j","4"]',)])
        self.assertEqual(self.query("a.db", "SELECT player ->> 'words' FROM entrant WHERE id = 1"),
                         [('["./bot.sh","-q","--json","-j","4"]',)])
        self.assert_refused("holds another tournament", *(word for word in words if word not in ("-q", "--json")))


if __name__ == "__main__":
    if len(sys.argv) > 1:  # `tournament_test.py SCALE`, by ./dev proof: 100 kills in each format, and a class
        Killed.KILLS = round(100 * float(sys.argv.pop()))
        del Plays, Results, GoesOn
    main()
