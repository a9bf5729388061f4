"""A store may come from anyone: whatever is in it, each command ends with a result, or an error that names the file."""
import os
import random
import sqlite3

from stores import StoreTest
from support import ARENA, WHOLE, main, wait_until

PLAYERS = ("-b", "greedy", "-b", "random", "-b", "name=r2", "random")
PART = ("tournament", "lost_cities", *PLAYERS, "--deals", "6", "--seed", "5", "--store", "part.db", "-q", "-j", "1")

CHANGES = [
    "UPDATE tournament SET seats = -1",
    "UPDATE tournament SET seats = 1000000000",
    "UPDATE tournament SET options = ''",
    "UPDATE tournament SET settings = '[]'",
    "UPDATE tournament SET game = 'chess'",
    "UPDATE tournament SET format = 'no such'",
    "UPDATE tournament SET settings = '{\"deals\": -1}'",
    "UPDATE tournament SET file = '" + "a." * 5000 + "a=1'",
    "DELETE FROM tournament",
    "DELETE FROM entrant",
    "UPDATE entrant SET id = 99 WHERE id = 3",
    "UPDATE entrant SET player = '5' WHERE id = 2",
    "UPDATE entrant SET player = '{}' WHERE id = 2",
    "UPDATE entrant SET player = '{\"kind\": \"team\", \"keys\": {}, \"words\": [], \"bots\": []}' WHERE id = 2",
    "UPDATE entrant SET player = '{\"kind\": \"process\", \"keys\": {}, \"words\": [\"sh\", \"/proc/kmsg\", \"/usr\"]}', "
    "files_hash = 'x' WHERE id = 2",
    "UPDATE entrant SET player = '{}', files_hash = 'x' WHERE id = 2",
    "UPDATE entrant SET player = '{\"kind\": \"team\", \"keys\": {}, \"bots\": [{\"kind\": \"process\"}]}', files_hash = 'x' WHERE id = 2",
    "UPDATE stay SET since = 2147483647",
    "DELETE FROM stay WHERE entrant = 2",
    "INSERT INTO stay SELECT entrant, 2, 3 FROM stay",
    "UPDATE entrant SET name = '' WHERE id = 2",
    "UPDATE entrant SET name = char(27) || '[31m' WHERE id = 2",
    "UPDATE pairing SET number = -1 WHERE number = 1",
    "UPDATE pairing SET batch = 2147483647",
    "UPDATE pairing SET deals = 2147483647",
    "UPDATE pairing SET deals = -5",
    "DELETE FROM pairing_entrant WHERE player = 1",
    "UPDATE pairing_entrant SET entrant = 99 WHERE player = 1",
    "UPDATE deal SET pairing = 99 WHERE id = 2",
    "UPDATE deal SET number = -7 WHERE id = 2",
    "UPDATE deal SET seed = 'none'",
    "UPDATE match SET number = 2147483647 WHERE number = 9",
    "UPDATE match SET at_table = 1000000 WHERE number = 3",
    "DELETE FROM match WHERE number = 4",
    "DELETE FROM result",
    "DELETE FROM result WHERE match = 3 AND seat = 1",
    "UPDATE result SET seat = 7 WHERE match = 3 AND seat = 1",
    "UPDATE result SET entrant = 99 WHERE match = 3",
    "UPDATE result SET entrant = 3 WHERE match = 0",
    "UPDATE result SET place = 0",
    "UPDATE result SET margin = 9e999",
    "DELETE FROM timing",
    "UPDATE record SET data = x'00' WHERE match = 2",
    "UPDATE record SET dictionary = NULL, data = zeroblob(1000)",
    "UPDATE sums SET deals = 0",
    "UPDATE sums SET points = 9e999",
    "UPDATE sums SET entrant = 99 WHERE entrant = 1",
    "UPDATE sums SET matches = -3",
    "DELETE FROM sums",
    "DELETE FROM secret",
    "DROP TABLE match; CREATE VIEW match AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS number, 1 AS deal, 0 AS at_table, '' AS stored_at FROM n",
    "DROP TABLE sums",
    "CREATE TRIGGER more AFTER INSERT ON match BEGIN DELETE FROM entrant; END",
    "DROP INDEX result_fault; ALTER TABLE result DROP COLUMN fault",
]


def make_part(test):
    """A tournament that was stopped in the middle, in rollback mode, so that it is one file."""
    test.succeed(*PART)
    test.change("part.db", "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE;"
                           "UPDATE tournament SET seed = NULL; INSERT INTO secret VALUES (1, '0x0000000000000005');"
                           "DELETE FROM record WHERE match >= 10; DELETE FROM timing WHERE match >= 10;"
                           "DELETE FROM result WHERE match >= 10; DELETE FROM match WHERE number >= 10;"
                           "DELETE FROM deal WHERE id > 5")
    return (test.folder / "part.db").read_bytes()


class Hostile(StoreTest):
    turn = 0

    def check_commands(self, what):
        """Each command ends by itself, and does not print internals of the program. Daily every fourth one of them, in
        turn."""
        self.turn += 1
        commands = [("standings", "part.db"), ("standings", "part.db", "--json", "--at", "2999-01-01"),
                    ("verify", "part.db"), ("entrants", "part.db"), ("report", "part.db", "pages"),
                    ("export", "part.db", "--csv", "tables", "--records", "all.jsonl"),
                    ("entrants", "part.db", "add", "late", "-b", "random"), PART]
        for command in commands if WHOLE else commands[self.turn % 4::4]:
            for name in ("pages", "tables", "all.jsonl"):
                self.remove(name)
            with self.subTest(what, command=command[0]):
                result = self.start(*command).finish()
                self.assertIn(result.status, (0, 1, 2, 3), result)
                for word in ("vector", "::", "terminate", "boost", "basic_", "bad_alloc", "what()"):
                    self.assertNotIn(word, result.err)
                self.assertNotIn("\x1b", result.out + result.err)
                if result.status != 0:
                    self.assertTrue(result.err or command[0] == "verify", result)

    def remove(self, name):
        path = self.folder / name
        if path.is_dir():
            for file in sorted(path.rglob("*"), reverse=True):
                file.rmdir() if file.is_dir() else file.unlink()
            path.rmdir()
        elif path.exists():
            path.unlink()

    def test_rows_that_arena_does_not_write(self):
        whole = make_part(self)
        self.check_commands("unchanged")
        for change in CHANGES:
            for path in self.folder.glob("part.db*"):
                path.unlink()
            (self.folder / "part.db").write_bytes(whole)
            database = sqlite3.connect(self.folder / "part.db")
            database.executescript("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;" + change)
            database.close()
            self.check_commands(change)

    def test_bytes_that_arena_does_not_write(self):
        whole = make_part(self)
        chance = random.Random(11)
        for attempt in range(10):
            garbled = bytearray(whole)
            for _ in range(chance.choice((1, 10, 100))):
                garbled[chance.randrange(100, len(garbled))] = chance.randrange(256)
            for path in self.folder.glob("part.db*"):
                path.unlink()
            (self.folder / "part.db").write_bytes(garbled)
            self.check_commands(f"attempt {attempt}")


class Files(StoreTest):
    def test_a_change_while_it_is_played_neither_stops_it_nor_keeps_its_log_growing(self):
        running = self.start("tournament", "lost_cities", *PLAYERS, "--deals", "100000", "--seed", "5", "-q", "--store", "a.db")
        # More games than it takes to make a dictionary of records.
        wait_until(lambda: self.stored_games("a.db") > 1200, "the games of a tournament")
        self.beside("entrants", "a.db", "add", "late", "-b", "random")
        salt, games = self.log_salt(), self.stored_games("a.db")
        wait_until(lambda: self.log_salt() not in (b"", salt), "the log to begin again")
        wait_until(lambda: self.stored_games("a.db") > games, "more games")
        self.interrupt(running)

    def log_salt(self):
        """What SQLite changes in the head of the write-ahead log each time that it begins the log again."""
        with open(self.folder / "a.db-wal", "rb") as log:
            return log.read(24)[16:]

    def test_what_a_deleted_store_left_is_not_taken_for_the_new_one(self):
        self.succeed(*PART)
        (self.folder / "b.db-wal").write_bytes((self.folder / "part.db").read_bytes())
        (self.folder / "b.db-shm").write_bytes(b"x" * 32768)
        self.succeed("tournament", "lost_cities", *PLAYERS[:4], "--deals", "2", "--store", "b.db", "-q")
        self.assertEqual(self.standings("b.db")["games"], 4)
        self.assert_agrees("b.db")

    def test_a_lock_that_is_another_file_is_left_alone(self):
        (self.folder / "precious").write_text("precious")
        (self.folder / "part.db.lock").symlink_to("precious")
        self.assert_refused("part.db.lock", *PART)
        (self.folder / "part.db.lock").unlink()
        (self.folder / "part.db.lock").write_text("precious")
        self.assert_refused("part.db.lock", *PART)
        for name in ("precious", "part.db.lock"):
            self.assertEqual((self.folder / name).read_text(), "precious")
        self.assertFalse((self.folder / "part.db").exists())

    def test_a_store_that_is_deleted_while_it_is_played_ends_the_tournament(self):
        running = self.start("tournament", "lost_cities", *PLAYERS, "--deals", "100000", "-q", "--store", "a.db")
        wait_until(lambda: self.stored_games("a.db") > 5, "the first games")
        (self.folder / "a.db").unlink()
        result = running.finish()
        self.assertEqual(result.status, 2, result)
        self.assertIn('"a.db" was deleted or moved', result.err)

    def test_words_that_are_no_utf_8_are_refused(self):
        make_part(self)
        bad = os.fsdecode(b"bot\xff")
        self.assert_refused("UTF-8", "entrants", "part.db", "add", "x", "-p", "sh", bad)
        self.assertEqual(len(self.standings("part.db")["entrants"]), 3)

    def test_a_store_is_read_in_a_folder_that_cannot_be_written(self):
        if os.geteuid() != 0:
            self.leave_out("only root can become another user")
        self.succeed(*PART)
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        (self.folder / "part.db").chmod(0o644)
        reader = ("--reuid=65534", "--regid=65534", "--clear-groups", "--")
        if self.start(*reader, "test", "-x", ARENA, program="setpriv").finish().status != 0:
            self.leave_out("other users cannot reach arena here")
        result = self.start(*reader, ARENA, "standings", self.folder / "part.db", program="setpriv").finish()
        self.assertEqual((result.status, result.err), (0, ""), result)
        self.assertIn("36 games", result.out)

    def test_what_is_no_file_is_refused(self):
        os.mkfifo(self.folder / "pipe")
        os.mkfifo(self.folder / "pipe.toml")
        (self.folder / "folder").mkdir()
        for name in ("pipe", "folder"):
            self.assert_refused("is no file", "standings", name)
        self.assert_refused("is no file", "tournament", "pipe.toml")


if __name__ == "__main__":
    main()
