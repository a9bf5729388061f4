"""Many games of the programs that play foul, by chance among bad and well-behaved bots: `foul_soak_test.py [SCALE]`.

With SCALE 1 it is 10,000 games, as `./dev proof` has it; `./dev test` plays a fraction. The programs are those of
../shared/foul_play beside the project: where that folder is not, nothing is played, and the script says so. What each
of them achieves by itself is tested by foul_play_test.py.
"""
import json
import sys
import unittest

import foul_play
from rows_sandbox import SandboxTest
from soak_test import ATTACKS, MODES, SoakTest, Watch
from support import BAD_BOT

SCALE = 0.01

GOOD = ("-p", "name=good", "move-time=1s", BAD_BOT, "play")
WALLS = ("--sandbox", "--memory", "64M", "--processes", "60")
BAD = [f"bad_bot one_of {' '.join(MODES)}"]
WORSE = [f"bad_bot one_of {' '.join(MODES + 5 * ATTACKS)}"]


def friends(bots):
    """Two at a table of three; the third may help them, or not."""
    return ("-p", "name=friend", "protocol=json", "move-time=2s", bots / "king/k.py", "friend",
            "-p", "name=good", "protocol=json", "move-time=2s", bots / "play/p.py")


class Table:
    """Of one game: which bots are drawn from for the seat `foul`, and who sits there beside it."""

    def __init__(self, game, games, *words, draws, protocol="native", others=GOOD):
        self.game, self.games, self.words, self.draws, self.protocol, self.others = game, games, words, draws, protocol, others


def tables(silent, bad):
    """For 10,000 games. Who is silent costs half a second each, so there are few of them."""
    return [
        Table("lost_cities", 1500, draws=6 * bad + 3 * foul_play.LOST_CITIES + silent),
        Table("lost_cities", 2000, protocol="json", draws=2 * foul_play.JSON + silent),
        Table("streams", 1000, "--duplicate", draws=6 * bad + 8 * foul_play.STREAMS + silent),
        Table("bidding", 500, protocol="json", draws=2 * foul_play.SERIES_OF_THREE + silent[:4], others=friends),
    ]


class Soak(foul_play.FoulTest):
    """Mixed into a test: plays the tables, and looks after each at what is left."""

    more = ()

    def play_all(self, all_tables):
        for number, table in enumerate(all_tables):
            # A bot that plays a whole series is drawn once for each.
            series = max(1, round(table.games * SCALE / 100)) if table.protocol == "json" else 1
            for one in range(series):
                with self.subTest(table=f"{table.game} {table.protocol}", series=one):
                    self.play(f"{number}_{one}", table, table.games * SCALE / series)

    def play(self, number, table, wanted):
        others = table.others(self.programs.others) if callable(table.others) else table.others
        games = max(4, round(wanted) // 2 * 2)
        rounds = games // 2 if "--duplicate" in table.words else games
        records = self.folder / "games.jsonl"
        records.unlink(missing_ok=True)
        running = self.start("run", table.game, *table.words, "-p", "name=foul", f"protocol={table.protocol}", "move-time=50ms",
                             "start-time=600ms", *self.programs.any_of(f"table{number}", table.draws), *others,
                             "-n", rounds, "-j", "2", "--seed", "1", "--record", records, *self.more)
        watch = Watch(running, records)
        result = running.finish()
        self.assertEqual(result.status, 0, result)
        self.assert_over()
        forfeits = self.forfeits_of("foul", games, result)
        if games >= 100 and table.protocol == "native":
            self.assertTrue(0 < forfeits < games, forfeits)
        self.assert_stays_small(watch, games)
        print(f"{table.game} ({table.protocol}{', in the sandbox' if self.more else ''}): {games:,} games, {forfeits:,} forfeited, "
              f"{result.seconds:.0f} s", file=sys.stderr)

    def assert_stays_small(self, watch, games):
        """Neither descriptors nor memory of arena grow with thousands of games. Bots, which have four descriptors each, may be seen late."""
        if games >= 1000:
            (before, descriptors), (small, size) = watch.descriptors(), watch.sizes()
            self.assertLessEqual(descriptors - before, 4 * 4)
            self.assertLess(size - small, 2**20)


class Free(Soak, SoakTest):
    def test_without_walls(self):
        self.play_all(tables(foul_play.SILENT, BAD))


class ShutIn(Soak, SoakTest, SandboxTest):
    def test_in_the_sandbox(self):
        self.more = WALLS
        doctor = self.arena("doctor", "--json")
        checks = json.loads(doctor.out)["checks"] if doctor.status == 0 else []
        if not any(check["name"] == "shares" and check["result"] == "ok" for check in checks):
            self.more += ("--pause",)  # as arena advises where no group shares a core
        self.play_all(tables(foul_play.SILENT + foul_play.GREEDY, WORSE))


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1][0].isdigit():
        SCALE = float(sys.argv.pop(1))
    if not foul_play.is_here():
        print(f"foul_soak_test is left out: the programs that play foul ({foul_play.SOURCE}) are not here", flush=True)
        sys.exit(77)
    unittest.main(verbosity=2)
