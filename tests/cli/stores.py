"""What the tests of stores share: what a store holds, table by table, and how it stands."""
import json
import signal
import sqlite3

from support import BAD_BOT, PATIENCE, ArenaTest, wait_until

FIELD = ("-b", "greedy", "-b", "random", "-p", "name=crash", BAD_BOT, "segv")
# All that a store holds, but for times: those of the bots, and when a match was stored.
TABLES = {table: "*" for table in ("tournament", "entrant", "pairing", "pairing_entrant", "run", "deal", "result",
                                   "dictionary", "record", "sums")}
TABLES["match"] = "number, deal, at_table"

# A league has no end: two stores of one are compared up to this game.
LEAGUE_GAMES = 120
LEAGUE = f"""
game = "lost_cities"
format = "league"
deals = 2
seed = "7"
[[entrant]]
name = "greedy"
builtin = "greedy"
[[entrant]]
name = "random"
builtin = "random"
[[entrant]]
name = "crash"
command = ["{BAD_BOT}", "segv"]
"""


class StoreTest(ArenaTest):
    def query(self, store, text):
        with sqlite3.connect(self.folder / store, timeout=PATIENCE) as database:
            return database.execute(text).fetchall()

    def change(self, store, statements):
        database = sqlite3.connect(self.folder / store, timeout=PATIENCE)
        database.executescript(statements)
        self.assertGreater(database.total_changes, 0)
        database.commit()
        database.close()

    def remove_stores(self):
        for path in self.folder.glob("*.db*"):
            path.unlink()

    def complete(self, words, store):
        """Plays a tournament to its end; a league, until it has enough games."""
        words = (*words, "-q", "-j", "2", "--store", store)
        if "league.toml" not in words:
            return self.succeed(*words)
        wanted = max(LEAGUE_GAMES, self.stored_games(store) + 1)
        running = self.start(*words)
        wait_until(lambda: self.stored_games(store) >= wanted, "the games of a league")
        running.signal(signal.SIGINT)
        result = running.finish()
        self.assertEqual(result.status, 130, result)
        return result

    def stored_games(self, store):
        return self.query(store, "SELECT count(*) FROM match")[0][0] if (self.folder / store).exists() else 0

    def assert_same(self, words, store, other):
        if "league.toml" not in words:
            self.assertEqual(self.rows(store), self.rows(other))
            return self.assert_agrees(store)
        for what in ("p.*, d.*, m.at_table FROM pairing p JOIN deal d ON d.pairing = p.number JOIN match m ON m.deal = d.id",
                     "r.* FROM result r JOIN match m ON m.number = r.match",
                     "r.match, r.data FROM record r JOIN match m ON m.number = r.match"):
            text = f"SELECT {what} WHERE m.number < {LEAGUE_GAMES} ORDER BY m.number"
            self.assertEqual(self.query(store, text), self.query(other, text))
        self.assertIn("all agree", self.succeed("verify", store).out)

    def rows(self, store):
        return {table: sorted(self.query(store, f"SELECT {columns} FROM {table}"), key=repr)
                for table, columns in TABLES.items()}

    def beside(self, *words, **more):
        """A command that succeeds while others run."""
        result = self.start(*words, **more).finish()
        self.assertEqual(result.status, 0, result)
        return result

    def standings(self, store, *more):
        return json.loads(self.succeed("standings", store, "--json", *more).out)

    def assert_refused(self, saying, *words):
        result = self.arena(*words)
        self.assertEqual(result.status, 2, result)
        self.assertIn(saying, result.err)

    def assert_agrees(self, store):
        self.assertRegex(self.succeed("verify", store).out, r"(?m)^\d+ games? checked: all agree\.$")
