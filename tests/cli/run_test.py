"""`arena run`: what it prints, what it records, and that the same seed plays the same games."""
import json
import os
import re
import subprocess
import sys

from support import BAD_BOT, PATIENCE, ArenaTest, main, wait_until


def without_time(text):
    """The last line of a standing says how long it took."""
    return re.sub(r"(moves?) in \d+\.\d\d s: [\d,]+ a second\.", r"\1 in TIME", text)


class Standing(ArenaTest):
    def test_baselines_give_adjusted_means_beside_the_raw_ones(self):
        words = ("run", "streams", "-b", "table", "-n", "200", "--seed", "1", "--baseline")
        result = self.succeed(*words, "-j", "1")
        self.assertIn("Adjusted for the luck of the deals by baseline 1 of Streams: what spread and balance score "
                      "on nearby orders.", result.out)
        self.assertRegex(result.out, r"(?m)^1\.  table +\d+\.\d+ ± \d\.\d+  \d+\.\d+ ± \d\.\d+ +\d\.\d\d$")
        self.assertIn("comes from 800 other deals", result.out)
        self.assertEqual(without_time(self.succeed(*words, "-j", "2").out), without_time(result.out))
        player = json.loads(self.succeed(*words, "--json").out)["adjusted"]["players"][0]
        self.assertEqual(player["name"], "table")
        low, high = player["score"]["adjusted_95"]
        self.assertTrue(low < player["score"]["adjusted"] < high)
        self.assertTrue(0.9 < player["score"]["saving"] < 2)
        self.refuse("run", "bidding", "-b", "mimic", "--baseline", saying="--baseline: The bidding game has no")

    def test_without_a_seed_one_is_drawn_and_told_and_plays_the_same_again(self):
        drawn = self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "3")
        seed = re.fullmatch(r"Seed (0x[0-9a-f]{32})\n", drawn.err)[1]
        again = self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "3", "--seed", seed)
        self.assertEqual(without_time(again.out), without_time(drawn.out))
        other = self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "3", "-q")
        self.assertNotIn(seed, other.out)
        self.assertEqual(other.err, "")

    def test_json_is_one_object_and_nothing_else_is_on_stdout(self):
        result = self.succeed("run", "lost_cities", "-b", "dumb", "-n", "3", "--duplicate", "--seed", "7", "--json",
                              "--option", "max_turns=60")
        standing = json.loads(result.out)
        self.assertEqual(result.out.count("\n"), 1)
        self.assertIn("Seat 1 is free", result.err)
        self.assertGreater(standing.pop("seconds"), 0)
        self.assertGreater(standing.pop("moves_per_second"), 0)
        self.assertGreater(standing.pop("moves"), 100)
        players = standing.pop("players")
        verdict = standing.pop("verdict")
        self.assertEqual(standing, {"game": "lost_cities", "rules_version": 1, "options": {"max_turns": 60},
                                    "builtins": {name: {"builtin": name, "version": 1} for name in ("greedy", "dumb")},
                                    "seed": "0x0000000000000007", "games": 6, "forfeited_games": 0, "deals": 3,
                                    "complete": True, "interrupted": False,
                                    "games_of_run": 6, "games_from_record": 0, "rank_by": "wins"})
        self.assertEqual((verdict["kind"], verdict["by"], verdict["leader"], verdict["second"], verdict["not_measured"]),
                         ("undecided", "wins", "greedy", "dumb", []))
        self.assertGreater(verdict["more_deals"], 0)
        self.assertLess(verdict["lead_95"][0], 0.5)
        self.assertEqual(sorted(player["name"] for player in players), ["dumb", "greedy"])
        for player in players:
            self.assertEqual(player["wins"] + player["draws"] + player["losses"], 6)
            self.assertEqual(player["forfeits"], {})
            for figure in ("win_share", "score", "margin"):
                low, high = player[figure + "_95"]
                self.assertTrue(low <= player[figure] <= high, player)
        self.assertAlmostEqual(players[0]["margin"], -players[1]["margin"])

    def test_json_of_one_deal_has_no_intervals(self):
        standing = json.loads(self.succeed("run", "lost_cities", "-b", "greedy", "--seed", "7", "--json", "-q").out)
        self.assertEqual(standing["games"], 1)
        self.assertIsNone(standing["players"][0]["win_share_95"])


class Players(ArenaTest):
    def players_of(self, *words, names=("a", "greedy")):
        self.succeed("run", "lost_cities", *words, "--seed", "1", "--record", "games.jsonl", "--option", "max_turns=2")
        players = self.records()[-1]["players"]
        self.assertEqual([player["name"] for player in players], list(names))
        return players

    def words_bot(self, name="words.sh"):
        """A bot that writes its arguments, one a line, to the file `words`, then plays."""
        return self.file(name, f"#!/bin/sh\nfor word in \"$@\"; do echo \"[$word]\"; done > words\nexec '{BAD_BOT}'\n",
                         executable=True)

    def words(self):
        return (self.folder / "words").read_text().splitlines()

    def test_words_up_to_the_next_option(self):
        self.words_bot()
        players = self.players_of("-p", "./words.sh", "one", "two", "-q", names=("words", "greedy"))
        self.assertEqual(players[0], {"name": "words", "command": ["./words.sh", "one", "two"]})
        self.assertEqual(self.words(), ["[one]", "[two]"])

    def test_one_word_is_split_as_a_shell_would_but_never_reaches_one(self):
        self.words_bot()
        self.players_of("-p", r"""./words.sh 'a b' "c \"d\"" e\ f '' $HOME `id` ; * > out""", "-q",
                        names=("words", "greedy"))
        self.assertEqual(self.words(), ["[a b]", '[c "d"]', "[e f]", "[]", "[$HOME]", "[`id`]", "[;]", "[*]", "[>]",
                                        "[out]"])

    def test_words_between_two_dashes_are_taken_as_they_are(self):
        self.words_bot()
        self.players_of("-p", "name=x", "--", "./words.sh", "-n", "5", "-p", "a b", "--", "-b", "random", "-q",
                        names=("x", "random"))
        self.assertEqual(self.words(), ["[-n]", "[5]", "[-p]", "[a b]"])

    def test_words_after_two_dashes_to_the_end(self):
        self.words_bot()
        self.succeed("run", "lost_cities", "--option", "max_turns=2", "-q", "-p", "--", "./words.sh", "-b", "-q")
        self.assertEqual(self.words(), ["[-b]", "[-q]"])

    def test_a_file_with_blanks_in_its_name_is_the_program(self):
        self.words_bot("my bot; touch hacked")
        self.players_of("-p", "./my bot; touch hacked", "-q", names=("my bot; touch hacked", "greedy"))
        self.players_of("-p", "my bot; touch hacked", "-q", names=("my bot; touch hacked", "greedy"))
        self.assertFalse((self.folder / "hacked").exists())

    def test_an_option_with_its_value_attached_ends_the_words(self):
        self.words_bot()
        self.succeed("run", "lost_cities", "--option", "max_turns=2", "-p", "./words.sh", "-n2", "--seed=1", "-q",
                     "--record=games.jsonl")
        self.assertEqual(len(self.records()), 2)

    def test_keys_hold_for_one_player(self):
        players = self.players_of("-p", "name=a", "max-refusals=3", BAD_BOT, "-b", "name=b", "dumb", names=("a", "b"))
        self.assertEqual(players, [{"name": "a", "command": [BAD_BOT], "max_refusals": 3},
                                   {"name": "b", "builtin": "dumb", "version": 1}])
        result = self.succeed("run", "lost_cities", "-p", "name=slow", "move-time=100ms", BAD_BOT, "hang",
                              "-p", "name=late", "move-time=1m", BAD_BOT, "late", "200", "-n", "2", "-q")
        self.assertIn("slow forfeited 2 games (2 time).", result.out)
        self.assertNotIn("late forfeited", result.out)

    def test_keys_may_stand_after_the_name_of_a_module_or_built_in_bot(self):
        self.file("ann.py", "def move(state):\n    return state.legal()[0]\n")
        result = self.succeed("run", "lost_cities", "-m", "ann", "name=cem", "move-time=10m", "-b", "greedy", "name=dan", "--seed", "1", "--json")
        self.assertEqual({player["name"] for player in json.loads(result.out)["players"]}, {"cem", "dan"})

    def test_names_come_from_the_script_and_are_told_apart(self):
        self.words_bot()
        self.file("script.txt", f"exec '{BAD_BOT}'\n")
        self.players_of("-p", "sh", "script.txt", "-p", "/bin/sh script.txt", "-q", names=("script", "script-2"))
        self.players_of("-b", "random", "-b", "name=random", "dumb", "-q", names=("random", "random-2"))


class Records(ArenaTest):
    def run_games(self, *words):
        return self.succeed("run", "lost_cities", "-q", *words)

    def test_duplicate_plays_each_deal_in_both_seatings(self):
        self.run_games("-b", "greedy", "-b", "random", "-n", "3", "--duplicate", "--seed", "1", "--record", "games.jsonl")
        games = self.records()
        self.assertEqual(len(games), 6)
        for deal, (one, other) in enumerate(zip(games[::2], games[1::2])):
            self.assertEqual(one["deal"], other["deal"])
            self.assertEqual(one["deal"]["first"], deal % 2)
            self.assertEqual([player["name"] for player in one["players"]], ["greedy", "random"])
            self.assertEqual([player["name"] for player in other["players"]], ["random", "greedy"])
        self.assertEqual(len({game["seed"] for game in games}), 3)

    def test_options_that_differ_from_the_default_stand_in_the_record(self):
        self.run_games("--seed", "1", "--option", "max_turns=7", "--max-refusals", "3", "--record", "games.jsonl")
        self.run_games("--seed", "1", "--option", "max_turns=400", "--max-refusals", "20", "--record", "games.jsonl")
        first, third = self.records()
        self.run_games("--seed", "1", "--option", "max_turns=7", "--option", "max_refusals=3", "--record", "again.jsonl")
        second, = self.records("again.jsonl")
        self.assertEqual(first["options"], {"max_turns": 7, "max_refusals": 3})
        self.assertEqual(first, second)
        self.assertEqual(first["end"], "turn limit")
        self.assertEqual(len([move for move in first["moves"] if "rejected" not in move]), 14)
        self.assertEqual((third["options"], third["end"]), ({}, "played out"))

    def test_a_plain_and_a_compressed_file_hold_the_same_and_are_added_to(self):
        for name in ("games.jsonl", "games.jsonl.zst"):
            result = self.run_games("-n", "2", "--seed", "1", "--record", name)
            self.assertEqual(result.err, "")
            added = self.succeed("run", "lost_cities", "-b", "greedy", "-n", "3", "--seed", "2", "--record", name)
            self.assertIn(f"Adding to the games that are in {name} already.", added.err)
            checked = self.succeed("replay", name)
            self.assertEqual(checked.out, "5 games checked: all keep the rules\n")
        self.assertEqual(len(self.records()), 5)
        transcripts = [self.succeed("replay", name, "--transcript", "1").out for name in ("games.jsonl", "games.jsonl.zst")]
        self.assertEqual(*transcripts)
        self.assertLess((self.folder / "games.jsonl.zst").stat().st_size, (self.folder / "games.jsonl").stat().st_size / 2)

    def test_times_are_recorded_only_where_asked_for(self):
        bot = ("-p", BAD_BOT, "late", "3")
        self.run_games(*bot, "--seed", "1", "--record", "games.jsonl")
        self.run_games(*bot, "--seed", "1", "--record", "timed.jsonl", "--record-times")
        (plain,), (timed,) = self.records(), self.records("timed.jsonl")
        self.assertFalse(any("ms" in move for move in plain["moves"]))
        for move in timed["moves"]:
            if "rejected" not in move:
                self.assertGreaterEqual(move.pop("ms"), 3 if move["seat"] == 0 else 0)
        self.assertEqual(plain, timed)

    def test_answers_are_held_for_a_quantum(self):
        result = self.succeed("run", "bridge", "-b", "pass", "-b", "pass", "-n", 1, "--option", "scoring=total", "--quantum", 300)
        self.assertGreaterEqual(result.seconds, 4 * 0.3)

    def test_only_some_games_of_a_run(self):
        self.run_games("-n", "9", "--seed", "1", "--record", "all.jsonl")
        self.run_games("-n", "9", "--seed", "1", "--record", "some.jsonl", "--play", "3,7-9", "-j", "2")
        every = (self.folder / "all.jsonl").read_text().splitlines()
        some = (self.folder / "some.jsonl").read_text().splitlines()
        self.assertEqual(some, [every[2], *every[6:]])

    def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(self):
        files = []
        for jobs in (1, 8, 1, 8):
            name = f"{len(files)}.jsonl"
            self.run_games("-p", BAD_BOT, "-b", "random", "-n", "12", "--duplicate", "--seed", "42", "-j", jobs,
                           "--record", name)
            files.append((self.folder / name).read_bytes())
        self.assertEqual(files[0].count(b"\n"), 24)
        for other in files[1:]:
            self.assertEqual(other, files[0])
        self.assertEqual(self.succeed("replay", "0.jsonl").out, "24 games checked: all keep the rules\n")


class Strictness(ArenaTest):
    def test_strict_turns_a_forfeit_into_status_1(self):
        words = ("run", "lost_cities", "-p", BAD_BOT, "exit_after", "3", "--seed", "1", "-q")
        self.assertEqual(self.arena(*words).status, 0)
        self.assertEqual(self.arena(*words, "--strict").status, 1)
        self.assertEqual(self.arena("run", "lost_cities", "--strict", "-q").status, 0)

    def test_too_many_refusals_in_a_row_forfeit(self):
        bot = self.file("stubborn.sh", "#!/bin/sh\nwhile read -r line; do case $line in *\\?|Error:*) echo 11x;; esac; done\n",
                        executable=True)
        result = self.succeed("run", "lost_cities", "-p", bot, "--max-refusals", "2", "--seed", "1", "--record", "games.jsonl")
        game = self.records()[0]
        self.assertEqual(game["moves"], [{"seat": 0, "move": "11x", "rejected": "Invalid play."}] * 3)
        self.assertEqual([forfeit["reason"] for forfeit in game["forfeits"]], ["refused"])
        self.assertEqual((game["forfeits"][0]["after"], game["places"], game["end"]), (3, [2, 1], "forfeit"))
        self.assertIn("stubborn (seat 0) forfeits (refused) after 3 answers", result.err)
        self.assertIn("Invalid play.", result.err)
        self.assertIn('"11x"', result.err)
        self.succeed("replay", "games.jsonl")


class FailFast(ArenaTest):
    # Leaves where the second card of a game is 30.
    BOT = """
import sys
for line in sys.stdin:
    stream, _, card = (part.split() for part in line.split(":"))
    if card == ["30"] and stream.count("-1") == 19: sys.exit(7)
    print(stream.index("-1"), flush=True)
"""

    def run_streams(self, *words, games=100, status=0):
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        bot = self.file("bot.py", self.BOT)
        result = self.arena("run", "streams", "-p", sys.executable, bot, "-n", games, "--seed", "1", "--record", "games.jsonl", *words)
        self.assertEqual(result.status, status, result)
        return result

    def test_the_run_ends_with_the_first_forfeit_with_any_number_of_jobs(self):
        self.run_streams("-j", "1")
        games = self.records()
        first = next(number for number, game in enumerate(games, start=1) if "forfeits" in game)
        self.assertIn(first, range(5, 90))
        for jobs in (1, 8):
            with self.subTest(jobs=jobs):
                result = self.run_streams("-j", jobs, "--fail-fast", status=1)
                self.assertEqual(self.records(), games[:first])
                self.assertTrue(result.out.startswith(f"Streams: {first} games, seed 0x0000000000000001, incomplete\n"), result)
                self.assertIn("bot forfeited 1 game (1 exit).", result.out)
                self.assertRegex(result.err, rf"(?m)^Game {first} of Streams: bot \(seat 0\) forfeits .* exited with status 7\.$")
                self.assertEqual(result.err.count("forfeits"), 1)
                self.assertIn("Ended at the first forfeit", result.err)
                self.assertNotIn("To play the rest", result.err)
        result = self.run_streams("--fail-fast", games=first, status=1)  # the last game is the first forfeit
        self.assertNotIn("incomplete", result.out)

    def test_without_a_forfeit_all_games_are_played(self):
        self.run_streams("--fail-fast", games=4)
        self.assertEqual(len(self.records()), 4)


class Logs(ArenaTest):
    def test_stderr_and_dialogue_of_each_game(self):
        self.succeed("run", "lost_cities", "-p", "name=noisy", BAD_BOT, "stderr", "-n", "2", "--seed", "1",
                     "--log-dir", "new/logs", "--record", "games.jsonl", "-q")
        logs = self.folder / "new/logs"
        self.assertEqual(sorted(path.name for path in logs.iterdir()),
                         [f"00000{game}-0-noisy.{kind}" for game in (1, 2) for kind in ("dialogue", "stderr")])
        for game in (1, 2):
            answers = [move["move"] for move in self.records()[game - 1]["moves"] if move["seat"] == 0]
            self.assertEqual((logs / f"00000{game}-0-noisy.stderr").read_text(), "note\n" * len(answers))
            dialogue = (logs / f"00000{game}-0-noisy.dialogue").read_text().splitlines(keepends=True)
            self.assertEqual([line[2:].strip() for line in dialogue if line.startswith("< ")], answers)
            sent = "".join(line[2:] for line in dialogue if line.startswith("> "))
            self.assertEqual(sent, self.succeed("replay", "games.jsonl", "--transcript", "0", "--game", game).out)

    def test_files_of_an_earlier_run_are_added_to(self):
        for _ in range(2):
            self.succeed("run", "lost_cities", "-p", "name=noisy", BAD_BOT, "stderr", "--seed", "1", "--log-dir", "logs",
                         "-q")
        for kind in ("dialogue", "stderr"):
            text = (self.folder / f"logs/000001-0-noisy.{kind}").read_text()
            self.assertEqual(text[:len(text) // 2] * 2, text)

    def test_a_name_is_no_path(self):
        self.succeed("run", "lost_cities", "-p", "name=../x", BAD_BOT, "-p", "name=.._x", BAD_BOT, "--seed", "1",
                     "--log-dir", "logs", "-q")
        self.assertEqual(len(list((self.folder / "logs").iterdir())), 4)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["logs"])


class Resources(ArenaTest):
    def test_a_long_run_takes_no_memory_for_games_to_come(self):
        # A list of the games would take 400 MB.
        running = self.start("run", "lost_cities", "-b", "random", "-b", "random", "-n", "100000000", "--play",
                             "1-100000000", "--seed", "1", "-j", "1", "--record", "games.jsonl", "-q")
        path = self.folder / "games.jsonl"
        wait_until(lambda: path.exists() and path.stat().st_size > 0, "a game")
        with open(f"/proc/{running.process.pid}/status") as status:
            most = re.search(r"VmHWM:\s*(\d+) kB", status.read())[1]
        result = self.interrupt(running)
        self.assertRegex(result.err, r"arena run --play \d+-100000000 lost_cities ")
        self.assertLess(int(most), 100_000)

    def test_descriptors_do_not_grow_with_the_games(self):
        # With 24 descriptors, 100 games can only be played if each gives back what it took.
        words = ["run", "lost_cities", "-p", BAD_BOT, "-n", "100", "-j", "1", "--option", "max_turns=1", "--seed", "1",
                 "--record", "games.jsonl", "--log-dir", "logs", "-q", "--strict"]
        running = self.start("-c", "ulimit -n 24; exec \"$@\"", "sh", os.environ["ARENA_PROGRAM"], *words, program="sh")
        result = running.finish()
        self.assertEqual(result.status, 0, result)
        self.assertEqual(len(self.records()), 100)

    def test_a_closed_stdout_ends_arena_quietly(self):
        running = subprocess.run(["sh", "-c", f"'{os.environ['ARENA_PROGRAM']}' rules lost_cities | head -n 1"],
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((running.returncode, running.stderr), (0, ""))


if __name__ == "__main__":
    main()
