"""arena.tournament and arena.Store: the same tournaments as the command line's, stopped and continued, and read."""
import contextlib
import gc
import io
import json
import os
import re
import signal
import statistics
import sys
import textwrap
import threading
import unittest

import arena
from stores import StoreTest
from support import ROOT, main, wait_until

MODULE = "def move(state):\n    return state.legal()[0]\n"
BOT = "import sys\nfor line in sys.stdin:\n    if line.startswith('Comp'):\n        print(line.split()[-1], flush=True)\n"
FORMATS = {"round_robin": {}, "gauntlet": {}, "swiss": {"rounds": 2}, "knockout": {"max_blocks": 2, "seeding": "lot"},
           "double_knockout": {}, "league": {"stop_when": "order known at 60%"}}


DEAL = "S:A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976 53.92.K42.KT5432 QT2.KT876.AQ986."


def mimic(view):
    return view.prize


def highest(view):
    return view.hand[-1]


class TournamentTest(StoreTest):
    def play(self, name, players=("planner", "random", "ordered"), **more):
        return arena.tournament("bidding", players, **{"deals": 5, "seed": 7, "store": self.folder / name, **more})


class Plays(TournamentTest):
    def test_every_format_is_the_tournament_of_its_file_on_the_command_line(self):
        module = self.file("first.py", MODULE)
        bot = self.file("bot.py", BOT)
        players = ["planner", arena.module(module, max_refusals=2), arena.builtin("random", name="luck"),
                   arena.process([sys.executable, str(bot)], name="a \"strange\" name=x", move_time=65.5)]
        for form, settings in FORMATS.items():
            with self.subTest(form):
                ours = self.folder / f"{form}.db"
                field = players[:3:2] if form == "league" else players  # two whose better one is soon known
                store = self.play(ours, field, format=form, deals=2, options={"cards": 6}, limits={"start_time": "70s"}, **settings)
                self.assertTrue(store.tournament()["over"])
                (self.folder / f"{form}.toml").write_text(store.tournament()["text"])
                self.succeed("tournament", f"{form}.toml", "--store", "theirs.db", "-q")
                self.assertEqual(self.rows(ours), self.rows(self.folder / "theirs.db"))
                self.assertEqual(store.result(), self.standings("theirs.db")["result"])
                (self.folder / "theirs.db").unlink()
        again = arena.tournament(self.folder / "swiss.toml", store=self.folder / "again.db")
        self.assertEqual(self.rows(self.folder / "swiss.db"), self.rows(again.path))

    def test_deals_of_a_file(self):
        boards = self.file("boards.pbn", f'[Board "7"]\n[Deal "{DEAL}"]\n\n[Board "8"]\n[Deal "N:AK"]\n')
        with self.assertWarnsRegex(RuntimeWarning, r"boards\.pbn:5: Deal: the hand of North has 1 suit, not 4"):
            store = arena.tournament("bridge", ["pass", "random"], deals=str(boards), store=self.folder / "boards.db")
        self.assertEqual([store.record(match).deal["hands"] for match in range(2)], [[DEAL]] * 2)
        with self.assertRaisesRegex(arena.Error, "The bidding game reads no files of deals"):
            self.play("none.db", deals=str(boards))

    def test_the_command_line_verifies_and_shows_it(self):
        store = self.play("a.db", [mimic, "planner", "random"])
        self.assertIn("15 games checked: all agree.\n", self.succeed("verify", "a.db").out)
        self.assertEqual(json.loads(self.succeed("standings", "a.db", "--json").out)["entrants"], store.standings())

    def test_any_number_of_jobs_gives_the_same_store(self):
        for players in (["planner", "random", "ordered"], [mimic, highest, "random"]):
            rows = [self.rows(self.play(f"{len(players[0:1])}{callable(players[0])}{jobs}.db", players, jobs=jobs).path)
                    for jobs in (1, 4)]
            self.assertEqual(*rows)

    def test_a_class_an_object_and_a_function_play_alike(self):
        class Mimic:
            def move(self, view):
                return view.prize

        records = []
        for number, player in enumerate((mimic, Mimic, Mimic())):
            store = self.play(f"{number}.db", [arena.called(player, name="x"), "random"])
            records.append([store.record(match).moves for match in range(5)])
        self.assertEqual(records[0], records[1])
        self.assertEqual(records[0], records[2])

    def test_players_of_the_same_name_are_told_apart(self):
        store = self.play("a.db", ["random", "random", mimic, mimic])
        self.assertEqual([row["name"] for row in store.entrants()], ["random", "random-2", "mimic", "mimic-2"])

    def test_without_a_file_the_store_is_temporary(self):
        with arena.tournament("bidding", ["planner", "random"], deals=2) as store:
            self.assertEqual(store.tournament()["games"], 2)
            self.assertTrue(os.path.exists(store.path))
        self.assertFalse(os.path.exists(store.path))
        with self.assertRaisesRegex(ValueError, "closed"):
            store.standings()
        path = arena.tournament("bidding", ["planner", "random"], deals=2).path
        gc.collect()
        self.assertFalse(os.path.exists(path))

    def test_four_seats(self):
        store = self.play("a.db", ["planner", "random", "ordered", "mimic", "planner"], seats=4, deals=2)
        self.assertEqual(len(store.matches()), 4 * store.tournament()["games"])
        self.assertEqual(sum(row["games"] for row in store.standings()), 4 * store.tournament()["games"])


class Stopped(TournamentTest):
    SCRIPT = """
        import arena, time
        def slow(view):
            if {hangs}:
                print("asked", flush=True)
                while True: pass
            time.sleep(0.01)  # all games take longer than it takes to interrupt them
            return view.prize
        try:
            arena.tournament("bidding", [slow, "planner", "random"], deals=100, seed=7, store="a.db", jobs={jobs})
            print("whole", flush=True)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """

    def test_ctrl_c_stops_it_and_the_same_call_continues(self):
        def slow(view):
            return view.prize

        whole = self.rows(self.play("whole.db", [slow, "planner", "random"], deals=100).path)
        for jobs in (1, 3):
            running = self.started(hangs=False, jobs=jobs)
            wait_until(lambda: (self.folder / "a.db").exists() and arena.Store(self.folder / "a.db").matches(), "some games")
            running.signal(signal.SIGINT)
            result = running.finish()
            self.assertIn("interrupted", result.out)
            self.assertEqual(result.status, 0, result)
            self.assert_nothing_left()
            stopped = arena.Store(self.folder / "a.db").tournament()
            self.assertLess(stopped["games"], 300)
            self.assertEqual((stopped["over"], stopped["seed"]), (False, None))
            self.play("a.db", [slow, "planner", "random"], deals=100)
            self.assertEqual(self.rows(self.folder / "a.db"), whole)
            (self.folder / "a.db").unlink()

    def test_ctrl_c_ends_a_bot_that_hangs(self):
        running = self.started(hangs=True, jobs=2)
        running.line()
        running.signal(signal.SIGINT)
        self.assertIn("interrupted", running.finish().out)
        self.assertNotIn("slow", {row["entrant"] for row in arena.Store(self.folder / "a.db").matches()})

    def started(self, **filled):
        script = self.file("script.py", textwrap.dedent(self.SCRIPT).format(**filled))
        return self.start(script, program=sys.executable)

    def test_a_bot_that_raises_ends_it_and_a_better_one_continues(self):
        calls = []

        def flawed(view):
            calls.append(view)
            return None if len(calls) == 100 else view.prize

        with self.assertRaisesRegex(arena.BotError, "x raised an exception") as raised:
            self.play("a.db", [arena.called(flawed, name="x"), "random"], deals=30)
        self.assertEqual(raised.exception.bot, "x")
        store = arena.Store(self.folder / "a.db")
        stored = store.tournament()["games"]
        self.assertIn(stored, range(1, 30))
        self.assertEqual((store.tournament()["over"], store.tournament()["planned_games"]), (False, 30))
        self.assertIn(f"games: {stored} of 30 (not over)", str(store))
        better = [arena.called(mimic, name="x"), "random"]
        self.assertEqual(self.rows(self.play("a.db", better, deals=30).path),
                         self.rows(self.play("whole.db", better, deals=30).path))

    def test_on_request_a_bot_that_raises_forfeits(self):
        store = self.play("a.db", [lambda view: 1 / 0, "random"], on_error="forfeit")
        rows = [row for row in store.matches() if row["fault"]]
        self.assertEqual(len(rows), 5)
        self.assertEqual({(row["entrant"], row["fault"], row["detail"].partition("\n")[0]) for row in rows},
                         {("<lambda>", "exit", "raised ZeroDivisionError: division by zero")})
        self.assertEqual([row["forfeits"] for row in store.standings()], [0, 5])
        self.assertEqual([pair["mean_margin"] for pair in store.pairs()], [None, None])  # no deal without a forfeit
        self.assertEqual([row["score"] for row in store.matches()], [score for match in range(5) for score in store.record(match).scores])

    def test_progress_is_shown_and_may_end_it(self):
        seen = []
        self.play("a.db", progress=lambda played, planned: seen.append((played, planned)))
        self.assertEqual(seen[-1], (15, 15))
        self.assertEqual(seen, sorted(seen))

        def stop(played, planned):
            raise LookupError(played)

        with self.assertRaises(LookupError):
            self.play("b.db", deals=10_000, progress=stop)
        self.assertLess(arena.Store(self.folder / "b.db").tournament()["games"], 30_000)

    def test_it_is_read_while_it_is_played(self):
        lengths = []

        def look(played, planned):
            store = arena.Store(self.folder / "a.db")
            lengths.append(len(store.matches()))
            self.assertGreaterEqual(lengths[-1], 2 * played)
            self.assertEqual(len(store.standings()), 3)

        self.play("a.db", deals=200, progress=look)
        self.assertGreater(len(set(lengths)), 1)

    def test_tournaments_in_several_threads(self):
        stores = [None] * 4

        def play(index):
            stores[index] = self.play(f"{index}.db", [mimic, "random"], deals=20, seed=index % 2)

        threads = [threading.Thread(target=play, args=(index,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rows = [self.rows(store.path) for store in stores]
        self.assertEqual(rows[:2], rows[2:])
        self.assertNotEqual(rows[0], rows[1])


class Reads(TournamentTest):
    def test_the_tables_agree_with_each_other(self):
        store = self.play("a.db", [mimic, "planner", "random", "ordered"], deals=20)
        matches, standings, pairs = store.matches(), store.standings(), store.pairs()
        self.assertEqual(len(matches), 2 * 6 * 20)
        for row in standings:
            own = [seat for seat in matches if seat["entrant"] == row["name"]]
            against = [pair for pair in pairs if pair["entrant"] == row["name"]]
            self.assertEqual(len(own), row["games"])
            self.assertEqual(sum(seat["place"] == 2 for seat in own), row["losses"])
            self.assertAlmostEqual(sum(seat["margin"] for seat in own) / len(own), row["mean_margin"])
            self.assertEqual([sum(pair[key] for pair in against) for key in ("games", "wins", "draws", "losses")],
                             [row[key] for key in ("games", "wins", "draws", "losses")])
            self.assertAlmostEqual(sum(pair["share"] * pair["games"] for pair in against) / row["games"], row["share"])
        for pair in pairs:
            other, = (row for row in pairs if (row["opponent"], row["entrant"]) == (pair["entrant"], pair["opponent"]))
            self.assertAlmostEqual(pair["share"] + other["share"], 1)
            self.assertEqual((pair["wins"], pair["mean_margin"]), (other["losses"], -other["mean_margin"]))
        self.assertEqual(store.matches(first=100), matches[200:])
        self.assertEqual(store.matches(first=120), [])

    def test_ratings(self):
        store = self.play("a.db", deals=50)
        ratings = store.ratings()
        for rating, standing in zip(ratings, store.standings()):
            self.assertEqual({key: rating[key] for key in rating if key in standing},
                             {key: standing[key] for key in standing if key in rating})
            self.assertTrue(rating["rating_low"] < rating["rating"] < rating["rating_high"])
        self.assertAlmostEqual(sum(row["rating"] for row in ratings), 0)
        self.assertEqual([row["rating"] for row in ratings], sorted((row["rating"] for row in ratings), reverse=True))
        self.assertTrue(all(0.5 <= row["superiority"] <= 1 for row in ratings[:-1]))
        self.assertIsNone(ratings[-1]["superiority"])
        anchored = store.ratings(anchor="random=1500")
        self.assertEqual([row["rating"] for row in anchored if row["name"] == "random"], [1500])
        for one, other in zip(ratings, anchored):
            self.assertAlmostEqual(one["rating"] - ratings[0]["rating"], other["rating"] - anchored[0]["rating"])
        with self.assertRaisesRegex(arena.Error, "no entrant is called"):
            store.standings(anchor="nobody")
        with self.assertRaisesRegex(arena.Error, "anchor is a str, not 3"):
            store.standings(anchor=3)

    def test_superiority(self):
        store = self.play("a.db", deals=50)
        ratings, rows = store.ratings(), store.superiority()
        found = {(row["entrant_id"], row["opponent_id"]): row["probability"] for row in rows}
        self.assertEqual(len(found), len(ratings) * (len(ratings) - 1))
        for (entrant, opponent), probability in found.items():
            self.assertAlmostEqual(probability + found[opponent, entrant], 1)
        for one, other in zip(ratings, ratings[1:]):
            self.assertEqual(found[one["id"], other["id"]], one["superiority"])

    def test_intervals_have_deals_as_the_unit(self):
        store = self.play("a.db", ["planner", mimic], deals=30)
        row = next(row for row in store.standings() if row["name"] == "mimic")
        margins = [seat["margin"] for seat in store.matches() if seat["entrant"] == "mimic"]
        reach = 2.0452296421327 * statistics.stdev(margins) / 30 ** 0.5  # Student's t with 29 degrees of freedom
        self.assertAlmostEqual(row["mean_margin_high"] - row["mean_margin"], reach, places=9)
        pair = next(pair for pair in store.pairs() if pair["entrant_id"] == row["id"])
        for key in ("share_low", "share_high", "mean_margin_low", "mean_margin_high"):
            self.assertAlmostEqual(pair[key], row[key])

    def test_records_are_the_matches(self):
        store = self.play("a.db")
        for row in store.matches():
            record = store.record(row["match"])
            self.assertIsNone(record.check())
            self.assertEqual((record.seed, record.players[row["seat"]]["name"], record.scores[row["seat"]]),
                             (row["seed"], row["entrant"], row["score"]))
        with self.assertRaisesRegex(arena.Error, "has 15 games.*no game 15"):
            store.record(15)
        self.assertEqual(store.matches(2**31 - 1), [])

    def test_the_tournament_and_its_entrants(self):
        module = self.file("first.py", MODULE)
        store = self.play("a.db", ["planner", mimic, arena.module(module)], seed=2**70, cards=5)
        head = store.tournament()
        self.assertEqual((head["game"], head["options"]["cards"], head["seats"], head["format"], head["games"], head["seed"]),
                         ("bidding", 5, 2, "round_robin", 15, 2**70))
        self.assertEqual(str(store), f"{store.path}: bidding, round_robin, games: 15, entrants: 3 (planner, mimic, first)")
        self.assertEqual(repr(store), f"arena.Store({store.path!r})")
        self.assertEqual([(row["name"], row["kind"], row["command"], len(row["files_hash"])) for row in store.entrants()],
                         [("planner", "builtin", "planner", 0), ("mimic", "called", "mimic", 0),
                          ("first", "module", "first.py", 64)])

    def test_every_column_is_documented(self):
        store = self.play("a.db")
        page = (ROOT / "docs/python_tournaments.md").read_text()
        for table in ("standings", "ratings", "pairs", "superiority", "entrants", "matches"):
            row = getattr(store, table)()[0]
            text = getattr(arena.Store, table).__doc__ + arena.Store.standings.__doc__
            for column in row:
                self.assertRegex(text, rf"\b{column}\b", table)
                self.assertRegex(page, rf"`{column}`", table)

    def test_pandas_takes_the_tables(self):
        try:
            import pandas  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise unittest.SkipTest("pandas is not installed") from None
        store = self.play("a.db")
        for rows in (store.standings(), store.ratings(), store.pairs(), store.entrants(), store.matches()):
            self.assertEqual(list(pandas.DataFrame(rows).columns), list(rows[0]))

    def test_what_is_no_store_is_refused(self):
        for path, words in ((self.folder / "none.db", "cannot open"), (self.file("text.db", "no store"), "text.db"),
                            (self.folder, "is no file")):
            with self.subTest(path), self.assertRaisesRegex(arena.Error, words):
                arena.Store(path)
        self.assertFalse((self.folder / "none.db").exists())

    def test_a_damaged_store_is_named(self):
        def entrant(player):
            return f"UPDATE entrant SET player = '{player}' WHERE id = 1"

        calls = {"entrants": (arena.Store.entrants, str), "tournament": (arena.Store.tournament, str),
                 "record": (lambda store: store.record(0),)}
        for change, thing in ((entrant('{"kind": "builtin", "keys": 5}'), "entrants"),
                              (entrant('{"kind": "builtin", "words": 5}'), "entrants"),
                              (entrant('{"words": ["x"]}'), "entrants"),
                              ("UPDATE tournament SET seed = '{}'", "tournament"),
                              ("UPDATE tournament SET seed = '0xzz'", "tournament"),
                              ("UPDATE record SET data = x'28b52ffdffffffff' WHERE match = 0", "record")):
            store = self.play("a.db")
            self.change("a.db", change)
            for call in calls[thing]:
                with self.subTest(change), self.assertRaisesRegex(arena.Error, f'a.db" is damaged: .*{thing}'):
                    call(store)
            self.remove_stores()


class Wrong(TournamentTest):
    def test_what_cannot_be_is_told_and_leaves_no_store(self):
        def field(*players, **more):
            return self.play("a.db", players or ("planner", "random"), **more)

        module = self.file("first.py", MODULE)
        for call, words in ((lambda: field("planner"), "two players or more, not 1"), (lambda: field(deals=0), "deals is"),
                            (lambda: field(format="cup"), "round_robin, .*'cup'"), (lambda: field(rounds=3), "rounds is for swiss"),
                            (lambda: field(format="swiss", rounds="3"), "rounds is .*'3'"),
                            (lambda: field(format="knockout", seeding="best"), "seeding.*best"),
                            (lambda: field(format="league", stop_when="soon"), "order known at 95%"),
                            (lambda: field(seats=9), "seats is .* 2 to 4, not 9"), (lambda: field(seats=3), "at least 3 entrants"),
                            (lambda: field(seed=-1), "seed"), (lambda: field(jobs=0), "jobs is"),
                            (lambda: field(cards=99), "cards"), (lambda: field(nothing=1), "nothing"),
                            (lambda: field(cards=None), "cards is .*None"), (lambda: field(limits={"move_tim": 1}), "move_tim"),
                            (lambda: field(limits={"move_time": "x"}), "move-time|move_time"), (lambda: field(limits=3), "limits is"),
                            (lambda: field(on_error="x"), "on_error"), (lambda: field(progress=3), "progress is"),
                            (lambda: field("planner", "nobody"), "entrant 2: .*nobody"), (lambda: field("planner", 3), "no player"),
                            (lambda: field("planner", arena.process(["no_such_program"])), "no_such_program"),
                            (lambda: field(arena.module(module), arena.module(module, python="/bin/other")), "one Python"),
                            (lambda: field("planner", arena.builtin("random", name="a\nb")), "control characters"),
                            (lambda: field("planner", arena.builtin("random", name="\ud800")), "cannot be stored"),
                            (lambda: arena.tournament("chess", ["a", "b"]), "chess"),
                            (lambda: arena.tournament("bidding", "planner"), "players is a list"),
                            (lambda: arena.tournament("none.toml"), "none.toml")):
            with self.subTest(words), self.assertRaisesRegex(arena.Error, words):
                call()
            self.assertFalse((self.folder / "a.db").exists(), words)

    def test_another_tournament_is_not_mixed_into_a_store(self):
        self.play("a.db")
        for more in ({"deals": 6}, {"seed": 8}, {"players": ("planner", "random")}, {"cards": 5}):
            with self.subTest(more), self.assertRaisesRegex(arena.Error, "holds another tournament"):
                self.play("a.db", **more)

    def test_a_second_player_of_a_store_is_told_who_plays(self):
        def look(played, planned):
            with self.assertRaisesRegex(arena.Error, rf"in use: process {os.getpid()} on"):
                self.play("a.db", deals=2000)
            raise KeyError

        with self.assertRaises(KeyError):
            self.play("a.db", deals=2000, progress=look)

    def test_a_file_says_all_but_who_is_called(self):
        text = self.play("a.db", [mimic, "planner"]).tournament()["text"]
        file = self.file("cup.toml", text)
        store = arena.tournament(file, [mimic])
        self.assertEqual(store.path, str(self.folder / "cup.db"))
        self.assertEqual(self.rows(store.path), self.rows(self.folder / "a.db"))
        for more, words in (({"players": ["planner"]}, "planner is given"), ({"deals": 3}, "deals is given"),
                            ({"cards": 3}, "cards is given"), ({"players": []}, 'called player "mimic"')):
            with self.subTest(more), self.assertRaisesRegex(arena.Error, words):
                arena.tournament(file, **{"players": [mimic], "store": self.folder / "b.db", **more})
        result = self.arena("tournament", "cup.toml", "--store", "b.db")
        self.assertEqual(result.status, 2)
        self.assertIn('"mimic" is a function of a Python program', result.err)
        self.assertFalse((self.folder / "b.db").exists())


class Guide(TournamentTest):
    """docs/python_tournaments.md shows nothing that does not work."""

    def test_every_block_runs(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        self.file("ann.py", MODULE)
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python_tournaments.md").read_text(), re.DOTALL)
        self.assertGreater(len(blocks), 3)
        names = {}
        with contextlib.redirect_stdout(io.StringIO()):
            for block in blocks:
                if "pandas" in block:
                    try:
                        import pandas  # pylint: disable=import-outside-toplevel,unused-import
                    except ImportError:
                        continue
                with self.subTest(block):
                    exec(block, names)  # pylint: disable=exec-used


if __name__ == "__main__":
    main()
