"""`arena analyse` and the built-in `optimal`: what a player loses, and the file of values."""
import json
import sys

from support import ARENA, ArenaTest, main, wait_until

# Bids the prize, with 5 cards.
MIMIC = """\
import re, sys
for line in sys.stdin:
    if line.startswith("Competition"):
        print(re.search(r"\\d+", line)[0], flush=True)
"""


class AnalyseTest(ArenaTest):
    def analyse(self, *words, **more):
        return self.succeed("analyse", "bidding", *words, **more)

    def tables(self, folder="cache"):
        return sorted((self.folder / folder).iterdir())


class Options(AnalyseTest):
    def test_options_by_their_names_are_those_of_the_game(self):
        named = self.analyse("--cards=4", "--ties=carry", "--prizes", "descending").out
        given = self.analyse("--option", "cards=4", "--option", "ties=carry", "--option", "prizes=descending").out
        self.assertEqual(named, given)
        self.assertRegex(named, r"(?m)^    4 ")
        self.assertNotRegex(named, r"(?m)^    1 ")

    def test_json(self):
        found = json.loads(self.analyse("--cards", "4", "--json", "-b", "ordered").out)
        self.assertEqual(found["options"], {"cards": 4})
        self.assertEqual((found["game"], found["value"], found["unit"]), ("bidding", 0, "points"))
        self.assertEqual(sorted(found["first_bids"]), ["1", "2", "3", "4"])
        for bids in found["first_bids"].values():
            self.assertAlmostEqual(sum(bids), 1)
        self.assertEqual(found["player"]["method"], "best response")
        self.assertGreater(found["player"]["exploitability"], 1)
        self.assertNotIn("loss", found["player"])


class Defaults(AnalyseTest):
    def test_without_options_fewer_cards_are_analysed_and_that_is_said(self):
        for words, cards in (([], 8), (["--ties", "carry"], 6), (["--objective", "win"], 6),
                             (["--option", "ties=carry", "--objective=win", "--prizes", "ascending"], 4)):
            with self.subTest(words):
                result = self.analyse(*words)
                self.assertEqual(result.err, f"Analysing with cards={cards}, which takes a second; --cards chooses "
                                             "another value.\n")
                self.assertTrue(result.out.startswith(f"The bidding game with {cards} cards: "), result.out)
                self.assertEqual(result.out, self.analyse(*words, "--cards", cards).out)

    def test_every_built_in_bot_is_analysed_exactly(self):
        for name in ("copycat", "counter", "highest", "learner", "level=5", "match_plus_one", "mimic", "optimal", "ordered",
                     "planner", "random", "round_solver", "scatter"):
            few = () if name == "mimic" else ("--cards", "6")  # some take seconds with the default
            result = self.analyse("-b", name, "-q", *few)
            self.assertEqual(result.err, "")
            self.assertIn("Exact: worked out over all positions.", result.out)

    def test_a_level_is_the_bot_that_it_stands_for_and_random_moves_make_it_another(self):
        def figure(*words):
            player = json.loads(self.analyse("--cards", "5", "--json", "-n", "4", "-b", *words).out)["player"]
            return player["method"], player.get("exploitability")
        self.assertEqual(figure("level=5"), figure("scatter"))
        self.assertEqual(figure("level=4"), ("play", None))
        self.assertEqual(figure("scatter", "random=25%"), ("play", None))

    def test_help_has_the_default_of_the_analysis(self):
        self.assertRegex(self.succeed("analyse", "--help").out, r"--cards\b[^-]* default: 8\n")


class Losses(AnalyseTest):
    def player(self, *words):
        return json.loads(self.analyse("--json", *words).out)["player"]

    def test_optimal_loses_nothing_and_others_lose(self):
        for name in ("match_plus_one", "mimic", "ordered", "planner", "random"):
            self.assertGreater(self.player("--cards", "6", "-b", name)["exploitability"], 1)
        self.assertAlmostEqual(self.player("--cards", "6", "-b", "optimal")["exploitability"], 0)
        self.assertAlmostEqual(self.player("--cards", "5", "-b", "optimal_win", "--objective", "win")["exploitability"], 0)

    def test_the_loss_to_one_opponent_has_another_name_than_what_the_best_one_wins(self):
        bot = self.file("mimic.py", MIMIC)
        by_play = self.player("--cards", "5", "-p", sys.executable, str(bot), "-n", "16", "--seed", "3")
        exact = self.player("--cards", "5", "-b", "mimic")
        self.assertEqual(exact["exploitability"], 5)
        self.assertLess(by_play["loss"], 5)
        self.assertNotIn("exploitability", by_play)
        told = self.analyse("--cards", "5", "-b", "mimic").out
        self.assertIn("The exploitability of mimic is 5.0000: what the best answer to it wins a game", told)

    def test_a_process_is_measured_by_play(self):
        bot = self.file("mimic.py", MIMIC)
        words = ["--cards", "5", "-p", sys.executable, str(bot), "-n", "16", "--seed", "3"]
        found = self.player(*words, "-j", "2")
        self.assertEqual((found["method"], found["against"], found["games"]), ("play", "optimal", 16))
        low, high = found["loss_95"]
        self.assertTrue(low < found["loss"] < high)
        self.assertEqual(found, self.player(*words, "-j", "1"))
        text = self.analyse(*words)
        self.assertRegex(text.out, r"(?m)^mimic loses \S+ a game to optimal, counted in points; 95 % interval \S+ to \S+\.$")
        self.assertIn("By play: 16 games, seed 0x0000000000000003.", text.out)

    def test_by_play_the_winner_is_measured_against_the_bot_that_plays_to_win(self):
        bot = self.file("mimic.py", MIMIC)
        found = self.player("--cards", "5", "--objective", "win", "-p", sys.executable, str(bot), "-n", "20",
                          "--seed", "3", "--record", "games.jsonl")
        self.assertEqual(found["against"], "optimal_win")
        scores = [[record["scores"][[player["name"] for player in record["players"]].index(name)]
                   for name in ("mimic", "optimal_win")] for record in self.records()]
        lost = [(own < other) - (own > other) for own, other in scores]
        self.assertGreater(len(set(lost)), 1)
        self.assertAlmostEqual(found["loss"], sum(lost) / len(lost))

    def test_games_that_a_bot_forfeits_are_left_out(self):
        bot = self.file("bad.py", "input()\nprint('x', flush=True)\ninput()")
        result = self.analyse("--cards", "4", "-p", sys.executable, str(bot), "-n", "3")
        self.assertIn("No game of bad was played out", result.out)
        self.assertIn("Left out: 3 games that ended by a forfeit.", result.out)
        self.assertIn("forfeits (refused)", result.err)

    def test_ctrl_c_ends_the_games_and_tells_what_was_found(self):
        bot = self.file("idle.py", "import sys\nopen('begun', 'w').close()\nsys.stdin.read()")
        running = self.start("analyse", "bidding", "--cards", "4", "-p", sys.executable, str(bot))
        wait_until((self.folder / "begun").exists, "the bot's start")
        result = self.interrupt(running)
        self.assertIn("No game of idle was played out", result.out)
        self.assert_nothing_left()

    def test_with_more_cards_than_can_be_searched_a_built_in_bot_is_measured_by_play(self):
        found = self.player("--cards", "9", "-b", "random", "-n", "20")
        self.assertEqual((found["method"], found["games"]), ("play", 20))


class Refused(AnalyseTest):
    def test_each_form_names_the_games_of_both(self):
        for words, trouble in ((["lost_cities"], "lost_cities is not analysed"), (["bridge"], "analyse bridge needs a file"),
                               (["bidding", "games.jsonl"], "analyse bidding reads no files")):
            self.assertEqual(self.arena("analyse", *words, status=2).err,
                             f"arena: {trouble}; `arena analyse GAME` solves these games: bidding; "
                             "`arena analyse GAME FILE` looks at what was played in these: bridge\n")


class Files(AnalyseTest):
    """Arena keeps the values in a file, and a damaged one never stops a run. tests/util/file_cache_test.cpp has the rest."""

    RUN = ("run", "bidding", "-b", "optimal", "-b", "random", "--option", "cards=6", "--seed", "5", "-n", "30", "-q")

    def moves(self, *more, extra=None):
        result = self.succeed(*self.RUN, "--record", "games.jsonl", *more, extra=extra)
        moves = [game["moves"] for game in self.records()]
        (self.folder / "games.jsonl").unlink()
        return moves, result.err

    def test_the_second_start_reads_what_the_first_one_kept(self):
        first, _ = self.moves()
        table, = self.tables()
        inode = table.stat().st_ino
        again, err = self.moves("-j", "2")
        self.assertEqual((first, err), (again, ""))
        self.assertEqual(table.stat().st_ino, inode)

    def test_a_damaged_file_is_solved_anew_and_told(self):
        first, _ = self.moves()
        table, = self.tables()
        whole = table.read_bytes()
        for damaged in (b"", b"hello\n", whole[:-1], whole.replace(b" 1 ", b" 2 ", 1), whole[:-1] + b"?"):
            table.write_bytes(damaged)
            again, err = self.moves()
            self.assertEqual(first, again)
            self.assertRegex(err, rf"\Aarena: {table} is damaged or not a file of arena's: .*\n\Z")
            self.assertEqual(table.read_bytes(), whole)
        self.assertEqual(self.tables(), [table])

    def test_where_the_file_goes_is_told_by_the_environment(self):
        home = str(self.folder / "home")
        for variables, folder in (
                ({"ARENA_CACHE": "", "HOME": home}, None),
                ({"XDG_CACHE_HOME": str(self.folder / "xdg"), "HOME": home}, "xdg/arena"),
                ({"XDG_CACHE_HOME": "relative", "HOME": home}, "home/.cache/arena"),
                ({"XDG_CACHE_HOME": "relative", "HOME": "relative"}, None)):
            with self.subTest(variables):
                # env takes out what the other tests set.
                words = [] if "ARENA_CACHE" in variables else ["-u", "ARENA_CACHE"]
                words += [f"{name}={value}" for name, value in variables.items()]
                before = set(self.folder.rglob("*.table"))
                running = self.start(*words, ARENA, *self.RUN, program="/usr/bin/env")
                result = running.finish()
                self.assertEqual((result.status, result.err), (0, ""), result)
                new = [str(path.parent.relative_to(self.folder)) for path in
                       set(self.folder.rglob("*.table")) - before]
                self.assertEqual(new, [folder] if folder else [])


if __name__ == "__main__":
    main()
