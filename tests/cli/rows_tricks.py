"""Rows 43, 44, 54, 66 and 71 of the catalogue: bots that void games, know deals, think for free, fill records, or fool
terminals."""
import json
import re
import sys

from catalogue import RowTest
from support import BAD_BOT, MEASURES, wait_until

PYTHON = sys.executable

# A JSON bot. `turns` counts the questions of its process, `games` its games.
FRAME = """
import fcntl, json, os, sys, termios, time
def spin(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end: pass
turns = games = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "start": games += 1
    if m["type"] == "end" and "children" in globals():
        for child in children: os.kill(child, 9); os.waitpid(child, 0)
        children = []
    if m["type"] == "turn":
        turns += 1
        answer = {"move": m["legal"][0], "id": m["id"]}
        %s
        print(json.dumps(answer), flush=True)
"""

# From its ninth question on it has three busy children, which are on its own core.
BURNING = """
        if turns == 9:
            children = []
            for _ in range(3):
                child = os.fork()
                if child == 0: spin(2); os._exit(0)
                children.append(child)
        if turns >= 9: spin(0.012)
        else: time.sleep(0.0025)"""


class Tricks(RowTest):
    def bot(self, body, name="bot.py"):
        return self.file(name, FRAME % body)

    def test_row_43_a_bots_own_load_voids_no_game(self):
        bot = self.bot(BURNING)
        words = ("run", "lost_cities", "-p", "protocol=json", PYTHON, bot, "-b", "random", "--seed", "1", "--void-overloaded",
                 "--option", "max_turns=40", "--move-time", "1m", "--json", "-q")
        host = json.loads(self.succeed(*words).out)["host"]
        self.note_unmeasured("whether the host was overloaded")
        if MEASURES:
            self.assertEqual((host["void"], host["overloaded"]), (0, []))

    def deals_by_process(self, *words):
        """The seeds of the deals that each process of a bot has played, by the records of a run."""
        bot = self.bot("""
        if games != globals().get("noted"):
            noted = games
            with open("played", "a") as file: print(os.getpid(), file=file)""")
        for name in ("played", "games.jsonl"):
            (self.folder / name).unlink(missing_ok=True)
        self.may_stay.add("played")
        result = self.arena("run", *words, "--seed", "3", "-j", "1", "-p", "protocol=json", PYTHON, bot, "--record", "games.jsonl")
        self.assertEqual(result.status, 0, result)
        deals = {}
        for process, record in zip((self.folder / "played").read_text().split(), self.records(), strict=True):
            deals.setdefault(process, []).append(record["seed"])
        return list(deals.values())

    def test_row_44_no_process_plays_a_deal_twice(self):
        one, = self.deals_by_process("streams", "-n", "6", "-b", "random")
        self.assertEqual(len(one), 6)  # without --duplicate one process plays the whole series
        for game in ("streams", "lost_cities"):
            deals = self.deals_by_process(game, "-n", "6", "--duplicate", "-b", "random")
            self.assertEqual(len(sum(deals, [])), 12)
            self.assertTrue(all(len(set(own)) == len(own) for own in deals), deals)
            self.assertEqual(len(deals), 2)  # one process for each seating: both stay for all deals

    PEEKING = """
import fcntl, os, sys, termios, time
def waiting():
    return int.from_bytes(fcntl.ioctl(0, termios.FIONREAD, b"\\0" * 4), "little")
while waiting() == 0: time.sleep(0.001)
time.sleep(0.1)
offered = waiting()
with open("offered", "w") as file: file.write(str(offered))
taken = os.read(0, max(1, offered - 1))
time.sleep(3)
text = taken.decode()
while not text.endswith("\\n"): text += os.read(0, 4096).decode()
print(int(text.split()[-1]), flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "Competition": print(int(words[-1]), flush=True)
"""

    def test_row_54_who_looks_at_a_question_without_reading_it_learns_nothing_and_pays(self):
        self.may_stay.add("offered")
        bot = self.file("peeking.py", self.PEEKING.replace("\\\\", "\\"))
        self.succeed("run", "bidding", "-p", PYTHON, bot, "-b", "ordered", "--seed", "1", "--record", "games.jsonl",
                     "--record-times", "--start-time", "1m", "--move-time", "1m")
        self.assertEqual(int((self.folder / "offered").read_text()), 1)
        game, = self.records()
        self.assertNotIn("forfeits", game)
        first = next(move for move in game["moves"] if move["seat"] == 0)
        self.assertGreaterEqual(first["ms"], 1000, first)

    # The second of a game whose cards come as news: thinks before it reads its first question.
    THINKING_AHEAD = """
import array, fcntl, os, sys, termios, time
def unread():
    size = array.array("i", [0])
    fcntl.ioctl(0, termios.FIONREAD, size)
    return size[0]
time.sleep(0.2)
with open("told", "w") as file: file.write(str(unread()))
text = os.read(0, unread()) if unread() > 1 else b""
while unread() == 0: pass
end = time.monotonic() + 0.4
while time.monotonic() < end: pass
sys.stdin = os.fdopen(0, "rb", buffering=0)
for line in sys.stdin:
    if line.startswith(b"turn:"): print(line.decode().strip().split(":")[-1].split(",")[0], flush=True)
"""

    def test_row_54_cards_are_told_with_the_first_question(self):
        self.may_stay.add("told")
        bot = self.file("ahead.py", self.THINKING_AHEAD)
        slow = self.file("slow.py", "import sys, time\nwait = 0.5\nfor line in sys.stdin:\n    if line.startswith('turn:'):\n        time.sleep(wait)"
                         "\n        wait = 0\n        print(line.strip().split(':')[-1].split(',')[0], flush=True)\n")
        result = self.arena("run", "yard_bridge", "-p", PYTHON, slow, "-p", PYTHON, bot, "--seed", "1", "--option", "target=1",
                            "--start-time", "1m", "--move-time", "1m")
        self.assertEqual(result.status, 0, result)
        self.assertLessEqual(int((self.folder / "told").read_text()), 1)

    def test_row_66_refused_answers_do_not_fill_the_record(self):
        bot = self.bot("""
        for _ in range(19):
            print(json.dumps({"move": "\\u0001" * 200, "id": m["id"]}), flush=True)
            sys.stdin.readline()""")
        self.arena("run", "lost_cities", "-p", "protocol=json", "name=bad", PYTHON, bot, "-b", "random", "--seed", "1",
                   "--option", "max_turns=2000", "--record", "games.jsonl", "-q")
        game, = self.records()
        self.assertEqual(game["forfeits"][0]["reason"], "limit")
        self.assertIn("KiB of refused answers", game["forfeits"][0]["detail"])
        self.assertLess((self.folder / "games.jsonl").stat().st_size, 4 * 2**20)
        self.assert_replays(1)

    def test_row_66_nor_do_the_reasons_why_they_are_refused(self):
        bot = self.bot("""
        for _ in range(19):
            print(json.dumps({"move": {"x" * 30000: 1}, "id": m["id"]}), flush=True)
            sys.stdin.readline()""")
        self.arena("run", "lost_cities", "-p", "protocol=json", "name=bad", PYTHON, bot, "-b", "random", "--seed", "1", "--record",
                   "games.jsonl", "-q")
        game, = self.records()
        self.assertIn("KiB of refused answers", game["forfeits"][0]["detail"])
        self.assertLess((self.folder / "games.jsonl").stat().st_size, 2**20)
        self.assert_replays(1)

    def test_row_66_nor_do_blanks_in_legal_answers(self):
        bot = self.file("wide.py", """
import sys
for line in sys.stdin:
    if line.startswith(" Hand: "): card = line.split()[1]
    if line.endswith("Your play?\\n"): print("d" + " " * 60000 + card.replace("Inv", "i"), flush=True)
    if line.endswith("Draw from?\\n"): print("n", flush=True)
""")
        self.arena("run", "lost_cities", "-p", "name=wide", PYTHON, bot, "-b", "random", "--seed", "1", "--record", "games.jsonl", "-q")
        game, = self.records()
        self.assertNotIn("forfeits", game)
        self.assertLess((self.folder / "games.jsonl").stat().st_size, 2**16)
        self.assert_replays(1)

    def test_row_66_notes_do_not_fill_the_record_and_it_says_so(self):
        bot = self.bot("""answer["note"] = "x" * 1024""")
        self.arena("run", "lost_cities", "-p", "protocol=json", "name=talker", PYTHON, bot, "-b", "random", "--seed", "1",
                   "--option", "max_turns=400", "--record", "games.jsonl", "-q")
        game, = self.records()
        kept = sum("note" in move for move in game["moves"])
        own = sum(move["seat"] == 0 for move in game["moves"])
        self.assertTrue(0 < kept <= 128, kept)
        self.assertEqual(game["notes_left_out"], own - kept)
        self.assertNotIn("forfeits", game)
        self.assert_replays(1)

    def test_row_71_text_that_turns_around_or_hides_reaches_no_terminal(self):
        tricks = "a\u202eb\u200bc\u2066d\x9be\x1b[31mf"
        bot = self.file("bot.py", f"import sys\nsys.stderr.write({ascii(tricks)}); sys.exit(3)\n")
        result = self.arena("run", "lost_cities", "-p", f"name={tricks}", PYTHON, bot, "--seed", "1",
                            extra={"PYTHONIOENCODING": "utf-8"})
        for text in (result.out, result.err):
            self.assertNotRegex(text, "[\u202e\u200b\u2066\x9b\x1b]")
        self.assertIn("a\ufffdb\ufffdc\ufffdd\ufffde", result.err)

    def test_row_71_a_strangers_file_reaches_no_terminal_raw(self):
        tricks = "a\x1b[31m\u202eb"
        self.may_stay.add(f"{tricks}.jsonl")
        self.arena("run", "streams", "-p", "protocol=json", f"name={tricks}", PYTHON, self.bot("pass"), "-n", "1", "--seed", "1",
                   "--record", f"{tricks}.jsonl")
        whole = (self.folder / f"{tricks}.jsonl").read_text()
        (self.folder / f"{tricks}.jsonl").write_text(whole.replace('"moves":[', '"moves":[{"seat":9,"move":""},', 1) + "x\n")
        for words in (("replay", f"{tricks}.jsonl"), ("replay", f"{tricks}.jsonl", "--step"), ("replay", f"{tricks}.json")):
            result = self.arena(*words, text="q\n")
            self.assertNotRegex(result.out + result.err, "[\x1b\u202e]")
            self.assertIn("a\\x1b[31m\ufffdb.json", result.out + result.err)

    def test_row_71_the_line_that_resumes_a_run_is_safe_and_means_the_same(self):
        name = "x\x1b]0;owned\x07\u202ey"
        running = self.start("run", "lost_cities", "-p", f"name={name}", BAD_BOT, "hang", "--move-time", "10m", "--log-dir", "logs")
        wait_until(lambda: list(self.folder.glob("logs/*.dialogue")), "the game's log")
        running.signal()
        result = running.finish()
        line = re.search(r"To play the rest:\n  (arena .*)\n", result.err)[1]
        self.assertNotRegex(line, "[\x1b\x07\u202e]")
        words = self.start("-c", f"printf '%s\\n' {line}", program="bash").finish().out
        self.assertIn(f"name={name}\n", words)
