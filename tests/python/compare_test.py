"""arena.compare: the comparisons of the command line, with players that are called, and what goes wrong."""
import json
import signal
import sys
import textwrap

import arena
from support import ArenaTest, main


def mimic(view):
    return view.prize


class Results(ArenaTest):
    def same(self, name, *words, **more):
        """Compares random with another bot in both ways."""
        other = {"bidding": "planner", "streams": "spread"}.get(name, "greedy")
        told = json.loads(self.arena("compare", name, "-b", "random", "-b", other, "--seed", "3", "--json", *words).out)
        ours = arena.compare(name, "random", other, seed=3, **more)
        for key in ("game", "options", "deals", "seatings", "by", "confidence", "margin", "decision", "value", "more_deals",
                    "text"):
            self.assertEqual(getattr(ours, key), told[key], key)
        self.assertEqual((list(ours.interval), ours.games, ours.seed), (told["sequence"], told["matches"], 3))
        self.assertEqual([player._asdict() for player in ours.players], told["players"])
        self.assertEqual(str(ours), told["text"])
        return ours

    def test_a_comparison_is_the_same_as_the_command_lines(self):
        best = self.same("lost_cities")
        self.assertEqual((best.decision, best.better, best.more_deals), ("second better", "greedy", 0))
        self.same("lost_cities", "--until", "99%", "-j", "3", until=0.99, jobs=3)
        self.same("lost_cities", "--rank-by", "score", "--margin", "5", rank_by="score", margin=5)
        self.same("bidding", "--option", "cards=5", cards=5)
        self.same("streams", "--max-deals", "1", max_deals=1)
        self.assertIsNone(self.same("streams", "--max-deals", "1", max_deals=1).better)

    def test_sprt(self):
        ours = self.same("lost_cities", "--sprt", "-200", "0", sprt=(-200, 0))
        self.assertEqual((ours.decision, ours.sprt.elo0, ours.sprt.elo1), ("elo0", -200, 0))
        self.assertLessEqual(ours.sprt.log_ratio, ours.sprt.bounds.low)
        self.assertIsNone(ours.better)

    def test_players_that_are_called_and_equal_ones(self):
        ours = arena.compare("bidding", mimic, "mimic", margin=0.1, seed=1, record=self.folder / "games.jsonl")
        self.assertEqual((ours.decision, ours.value, ours.better), ("close", 0.5, None))
        self.assertEqual([player.name for player in ours.players], ["mimic", "mimic-2"])
        self.assertEqual(len(self.records()), ours.games)

    def test_progress_shows_what_is_known_so_far(self):
        seen = []
        ours = arena.compare("bidding", "planner", "mimic", until=0.999999, max_deals=2000, seed=1, progress=seen.append)
        self.assertEqual(seen[-1], ours)
        self.assertEqual([now.games for now in seen], sorted(now.games for now in seen))

        def stop(now):
            raise LookupError(now.deals)

        with self.assertRaises(LookupError):
            arena.compare("bidding", "planner", "mimic", until=0.999999, seed=1, progress=stop)


class Wrong(ArenaTest):
    def test_what_cannot_be_is_told_before_anything_starts(self):
        for more, words in (({"margin": 0}, "margin is more than 0"), ({"margin": "2%"}, 'with rank_by="wins", 0.02 is 2 %'),
                            ({"margin": 0.5, "rank_by": "wins"}, "margin is less than 0.5"), ({"until": 1}, "until is from 0.5"),
                            ({"until": "95%"}, "until is a number"), ({"until": float("nan")}, "until is from"),
                            ({"max_deals": 0}, "max_deals is"), ({"sprt": 3}, "sprt is two"), ({"sprt": (5, 5)}, "lower one first"),
                            ({"sprt": (0, 5), "margin": 0.1}, "leave out margin"),
                            ({"sprt": (0, 5), "rank_by": "score"}, 'rank_by="wins"'), ({"rank_by": "luck"}, "rank_by is"),
                            ({"seats": 3}, "two sides"), ({"seed": "x"}, "seed"), ({"jobs": 0}, "jobs is"), ({"cards": 99}, "cards"),
                            ({"on_error": "x"}, "on_error"), ({"progress": 3}, "progress is"),
                            ({"rank_by": "score", "margin": 1e9}, "points a game, not 1e.09; or compare by wins"), ({"record": "/no/such/place"}, "/no/such/place")):
            with self.subTest(more), self.assertRaisesRegex(arena.Error, words):
                arena.compare("bidding", "random", "planner", **more)
        with self.assertRaisesRegex(arena.Error, "nobody"):
            arena.compare("bidding", "random", "nobody")
        with self.assertRaisesRegex(arena.BotError, "fails raised an exception"):
            def fails(view):
                raise KeyError

            arena.compare("bidding", fails, "random")

    def test_ctrl_c_ends_it(self):
        script = self.file("script.py", textwrap.dedent("""
            import arena
            def slow(view):
                print("asked", flush=True)
                while True: pass
            try:
                arena.compare("bidding", slow, "random")
            except KeyboardInterrupt:
                print("interrupted", flush=True)
        """))
        running = self.start(script, program=sys.executable)
        running.line()
        running.signal(signal.SIGINT)
        result = running.finish()
        self.assertIn("interrupted", result.out)
        self.assertEqual(result.status, 0, result)
        self.assert_nothing_left()


if __name__ == "__main__":
    main()
