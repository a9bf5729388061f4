"""Versions of rules and built-in bots: what records, stores and results say, and what another version is refused."""
import json
import os
import re
import shutil
import subprocess

from support import ROOT, main
from verify_test import VerifyTest

CUP = ("tournament", "streams", "-b", "name=ann", "halves", "-b", "name=bob", "random", "--deals", "20", "--seed", "9", "-q")
OTHER = "UPDATE entrant SET player = replace(player, '\"version\":1', '\"version\":2') WHERE name = 'ann'"


class Versions(VerifyTest):
    def records(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def test_results_say_what_played(self):
        played = {"strong": {"builtin": "search iterations=200", "version": 1}, "weak": {"builtin": "scatter random=50%", "version": 1}}
        bots = ("-b", "name=strong", "level=6", "-b", "name=weak", "scatter", "random=50%")
        run = json.loads(self.succeed("run", "bidding", *bots, "-n", "2", "--json", "--record", "games.jsonl").out)
        compared = json.loads(self.arena("compare", "bidding", *bots, "--max-deals", "2", "--json", status=1).out)
        self.succeed("tournament", "bidding", *bots, "--deals", "2", "-q", "--store", "a.db")
        for said in (run, compared, self.standings("a.db")):
            self.assertEqual((said["rules_version"], said["builtins"]), (1, played))
        listed = json.loads(self.succeed("entrants", "a.db", "--json").out)
        self.assertEqual([one["builtins"] for one in listed], [{name: played[name]} for name in ("strong", "weak")])
        self.succeed("export", "a.db", "--records", "stored.jsonl")
        for record in self.records("games.jsonl") + self.records("stored.jsonl"):
            self.assertEqual(record["rules_version"], 1)
            self.assertEqual({player.pop("name"): player for player in record["players"]}, played)
        game, = (one for one in json.loads(self.succeed("games", "--json").out) if one["name"] == "bidding")
        self.assertEqual((game["rules_version"], game["builtin_versions"]), (1, {name: 1 for name in game["builtins"]}))

    def test_settings_that_were_not_given_are_said_too(self):
        for game, bot, builtin in (("bidding", "search", "search iterations=1000"), ("bridge", "sampler", "sampler samples=16"),
                                   ("bridge", "level=1", "random"), ("lost_cities", "greedy random=3%", "greedy random=3%")):
            self.succeed("run", game, "-b", "name=it", *bot.split(), "-n", "1", "-q", "--store", f"{bot}.db")
            self.assertEqual(self.standings(f"{bot}.db")["builtins"]["it"], {"builtin": builtin, "version": 1})

    def test_partners_have_names_of_their_own(self):
        self.file("cup.toml", 'game = "bridge"\nformat = "round_robin"\ndeals = 1\n' + "".join(
            f'[[entrant]]\nname = "{team}"\nbots = [{{ builtin = "pass" }}, {{ name = "x", builtin = "natural" }}]\n' for team in ("a", "b")))
        self.succeed("tournament", "cup.toml", "-q")
        self.assertEqual(sorted(self.standings("cup.db")["builtins"]), ["a (pass)", "a (x)", "b (pass)", "b (x)"])
        self.assert_agrees("cup.db")

    def test_a_version_that_was_changed_afterwards(self):
        self.succeed(*CUP, "--store", "a.db")
        self.change("a.db", OTHER)
        found = self.arena("verify", "a.db", status=1).out
        self.assertIn("is not what was committed to", found)
        self.assertIn("its record names another player at seat", found)

    def test_a_store_of_another_version_is_not_continued(self):
        self.succeed(*CUP, "--commit", "--store", "a.db")
        self.change("a.db", OTHER)
        refused = self.refuse(*CUP, "--seed-from", "x", "--store", "a.db",
                              saying="ann entered as the built-in bot halves, version 2 (here halves, version 1): use the arena")
        command = re.search(r"arena (entrants a.db replace ann .*)", refused.err)[1]
        self.succeed(*command.replace("'", "").split())
        self.succeed(*CUP, "--seed-from", "x", "--store", "a.db")

    def test_what_verify_says_of_a_store_of_another_version(self):
        """The store that an arena with version 2 of a bot would have made."""
        self.succeed(*CUP, "--store", "a.db")
        self.rewrite_records("a.db", lambda line: line.replace('"halves","version":1', '"halves","version":2'))
        self.forge("a.db", OTHER)
        said = self.succeed("verify", "a.db", "--again", "all").out
        self.assertIn("the moves of built-in bots in 20 of 20 games, played again", said)
        self.assertIn("Not checked: the moves of ann: it entered as halves, version 2 (here halves, version 1).\n", said)

    def test_a_store_that_does_not_say_the_version(self):
        """As earlier arenas made them: what is the same is checked, and what is not is no finding."""
        self.succeed(*CUP, "--store", "a.db")
        self.forge("a.db", "UPDATE entrant SET player = json_remove(player, '$.identity');"
                           "UPDATE tournament SET settings = json_remove(settings, '$.rules_version')")
        said = self.succeed("verify", "a.db").out
        self.assertIn("the moves of built-in bots in 20 of 20 games, played again", said)
        self.forge("a.db", "UPDATE entrant SET player = replace(player, 'halves', 'ends');"
                           "UPDATE tournament SET file = replace(file, 'halves', 'ends')")
        said = self.succeed("verify", "a.db").out
        self.assertRegex(said, "Not checked: the moves of ann in [0-9]+ games, which built-in bot ends makes otherwise here: the "
                               "store does not say which version of it played")

    def test_other_rules_are_refused(self):
        self.succeed(*CUP, "--commit", "--store", "a.db")
        self.change("a.db", "UPDATE tournament SET settings = replace(settings, '\"rules_version\":1', '\"rules_version\":3')")
        text = "the store has games by version 3 of the rules of Streams, and this arena has version 1: use the arena that began it"
        self.assertIn(f"Not checked: the moves of its bots: {text}", self.arena("verify", "a.db", status=1).out)
        self.assertIn(text, self.arena(*CUP, "--seed-from", "x", "--store", "a.db", status=2).err)

    def test_runs_keep_to_a_version(self):
        run = ("run", "streams", "-b", "name=ann", "halves", "-b", "ends", "-n", "3", "-q")
        self.succeed(*run, "--seed", "1", "--store", "a.db", "--record", "games.jsonl")
        self.change("a.db", OTHER)
        self.refuse(*run, "--seed", "2", "--store", "a.db", saying="has games of another ann, whose command, files or version differ")
        self.change("a.db", OTHER.replace("'\"version\":1', ", "'\"version\":2', ").replace(", '\"version\":2')", ", '\"version\":1')"))
        self.succeed(*run, "--seed", "2", "--store", "a.db")
        self.assert_agrees("a.db")
        lines = (self.folder / "games.jsonl").read_text()
        (self.folder / "other.jsonl").write_text(lines.replace('"version":1', '"version":2'))
        self.refuse(*run, "--seed", "1", "--play", "1", "--record", "other.jsonl",
                    saying="ann is the built-in bot halves, version 2, which is not what plays here")
        (self.folder / "rules.jsonl").write_text(lines.replace('"rules_version":1', '"rules_version":2'))
        self.refuse(*run, "--seed", "1", "--play", "1", "--record", "rules.jsonl",
                    saying="has games by version 2 of the rules of Streams, and this arena has version 1: record into another file")

    def test_records_with_versions_that_are_none(self):
        self.succeed("run", "streams", "-b", "halves", "-n", "1", "-q", "--record", "games.jsonl")
        text = (self.folder / "games.jsonl").read_text()
        for old, new, said in (('"builtin":"halves"', '"builtin":5', '"builtin" must be a string'),
                               ('"version":1}', '"version":"q"}', '"version" must be a whole number'),
                               ('"version":1}', '"version":0}', '"version" must be a whole number'),
                               (',"version":1}', '}', '"version" is missing'),
                               ('"rules_version":1', '"rules_version":null', '"rules_version" must be a whole number')):
            with self.subTest(new=new):
                self.assertIn(old, text)
                (self.folder / "bad.jsonl").write_text(text.replace(old, new))
                self.assertIn(said, self.arena("replay", "bad.jsonl", status=2).err)

    def test_a_broken_record_of_other_rules_says_so(self):
        self.succeed("run", "streams", "-b", "halves", "-n", "1", "-q", "--record", "games.jsonl")
        record, = self.records("games.jsonl")
        record["rules_version"] = 2
        (self.folder / "other.jsonl").write_text(json.dumps(record) + "\n")
        self.succeed("replay", "other.jsonl")
        record["scores"][0] += 1
        (self.folder / "other.jsonl").write_text(json.dumps(record) + "\n")
        self.assertIn("(played by version 2 of the rules; this is version 1)", self.arena("replay", "other.jsonl", status=1).err)

    def test_the_commit_is_one_of_this_repository(self):
        if not (ROOT / ".git").exists() or not shutil.which("git"):
            self.skipTest("the sources are no checkout, or git is missing")
        commit = re.search(r"\(([0-9a-f]{12})", self.succeed("--version").out)
        git = ["git", "-c", f"safe.directory={ROOT}", "-C", ROOT]
        subprocess.run([*git, "cat-file", "-e", f"{commit[1]}^{{commit}}"], check=True, env={**os.environ, "HOME": "/"})

    def test_texts_about_the_project_have_its_version(self):
        version = self.succeed("--version").out.split()[1]
        self.assertEqual(re.search(r"(?m)^version: (.*)$", (ROOT / "CITATION.cff").read_text())[1], version)
        self.assertEqual(re.search(r"(?m)^## (\S*)$", (ROOT / "CHANGELOG.md").read_text())[1], version)


if __name__ == "__main__":
    main()
