"""A class, from nothing to the results of a contest, as docs/contests.md tells a teacher."""
import datetime
import io
import re
import shutil
import zipfile

from contest_server import ServeTest
from parallel import main
from support import PATIENCE, WHOLE

AUTHORS = 30 if WHOLE else 6
CLASS_PATIENCE = 4 * PATIENCE

CONTEST = """
[server]
folder = "state"
port = 0
accounts = "list"
class_list = "class.txt"
jobs = 2

[[contest]]
id = "streams"
game = "streams"
title = "Streams"

[contest.limits]
move_time = "MOVE_TIME"
start_time = "1m"
sandbox = SANDBOX

[[contest.house]]
name = "ends"
builtin = "ends"

[[contest.phase]]
name = "one"
format = "gauntlet"
deals = 1
opponents = "house"
until = ONE

[[contest.phase]]
name = "two"
format = "gauntlet"
deals = 1
opponents = "best 2 of one"
from = ONE
until = TWO

[[contest.phase]]
name = "final"
format = "swiss"
deals = 1
final = true
from = TWO
"""

# It speaks the JSON protocol; the number says how it chooses.
BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        legal = message["legal"]
        print(json.dumps({"move": legal[NUMBER % len(legal)], "id": message["id"]}), flush=True)
"""

# What beginners hand in, and what the page must say about it.
BAD = {
    "a syntax error": ("for line in\n", "SyntaxError"),
    "an exception": (BOT.replace("NUMBER", "None"), "TypeError"),
    "another protocol": ("import sys\nfor line in sys.stdin:\n    print('hello', flush=True)\n", "hello"),
    "a wrong key": (BOT.replace('"move"', '"play"').replace("NUMBER", "0"), "move"),
    "it ends at once": ("print('ready')\n", "exited"),
    "it moves where nothing is free": (BOT.replace("legal[NUMBER % len(legal)]", '"99"'), "99"),
    "no flush": (BOT.replace(", flush=True", "").replace("NUMBER", "0"), "flush"),
    "it never answers": ("import sys\nfor line in sys.stdin: pass\n", "time"),
}
SILENT = ("no flush", "it never answers")  # the last ones of BAD


def zipped(folder):
    """An archive of a folder, as Windows makes it: without permissions."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for path in folder.iterdir():
            entry = zipfile.ZipInfo(f"{folder.name}/{path.name}")
            entry.create_system, entry.external_attr = 0, 0
            archive.writestr(entry, path.read_bytes())
    return memory.getvalue().decode("utf-8", "surrogateescape")


def day(days):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


class School(ServeTest):
    """The teacher's computer, and the browsers of the class."""

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)  # bots in the sandbox are another user

    def invite(self):
        """What the teacher does first: a list, a file, a server, and an address for each name."""
        self.file("class.txt", "# the class\n" + "".join(f"student{number}\n" for number in range(AUTHORS)))
        self.serve(text=self.write(1, 2))
        printed = self.administrate(self.api_token(self.admin()), "invite-class").out
        self.invitations = dict(re.findall(rf"(?m)^(\S+) +http://127\.0\.0\.1:{self.port}/signup\?invitation=(\S+)$", printed))
        self.assertEqual(len(self.invitations), AUTHORS, printed)

    def write(self, one, two, move_time="1m"):
        """The file with these ends of the stages, in days from now."""
        sandbox = "true" if shutil.which("bwrap") and shutil.which("bindfs") else "false"
        text = CONTEST.replace("SANDBOX", sandbox).replace("MOVE_TIME", move_time)
        return text.replace("ONE", day(one)).replace("TWO", day(two))

    def restart(self, one, two, move_time="1m"):
        """The teacher moves the dates."""
        self.stop()
        self.serve(text=self.write(one, two, move_time))
        for browser in self.class_:
            browser.port = self.port

    def standings(self, phase):
        return self.browser().get(f"/api/v1/contests/streams/phases/{phase}/standings").json()

    def hand_in(self, number, bot, file=None, **fields):
        """Through the page; returns the version's page."""
        answer = self.class_[number].upload("/c/streams/hand-in", "/c/streams/hand-in", {"bot": bot, "language": "", **fields}, file)
        self.assertEqual(answer.status, 303, answer)
        return answer.headers["Location"]

    def test_a_class(self):
        self.succeed("new", "streams", "--lang", "python", "starter")
        self.invite()
        self.class_ = [self.browser() for _ in range(AUTHORS)]
        for (name, code), browser in zip(self.invitations.items(), self.class_):
            self.assertEqual(browser.sign_up(name, code).status, 303, name)

        # Some paste code, some choose a file or send a starter, and the last third uses `arena submit`.
        pages = {}
        for number in range(AUTHORS * 2 // 3):
            code = BOT.replace("NUMBER", str(number))
            if number % 3 == 0:
                pages[number] = self.hand_in(number, f"bot{number}", code=code, language="python")
            else:
                file = ("bot.py", code) if number % 3 == 1 else ("bot.zip", zipped(self.folder / "starter"))
                pages[number] = self.hand_in(number, f"bot{number}", file)
        for number in range(AUTHORS * 2 // 3, AUTHORS):
            self.file(f"mine{number}.py", BOT.replace("NUMBER", str(number)))
            token = self.api_token(self.class_[number])
            handed = self.start("submit", f"http://127.0.0.1:{self.port}/c/streams", f"bot{number}", f"mine{number}.py", "--no-wait",
                                extra={"ARENA_TOKEN": token}).finish()
            self.assertEqual(handed.status, 0, handed)
        for number, page in pages.items():
            self.assertIn("accepted", self.wait_for_version(self.class_[number], page, CLASS_PATIENCE).text)

        self.wait_for("stage one", lambda: self.standings("one")["matches"] >= AUTHORS, CLASS_PATIENCE)
        self.restart(-1, 2)
        self.wait_for("stage two", lambda: self.standings("two")["matches"] >= 2 * AUTHORS, CLASS_PATIENCE)
        self.restart(-2, -1)
        final = self.wait_for("the final", lambda: (now := self.standings("final"))["state"] == "over" and now, CLASS_PATIENCE)
        self.assertEqual({row["bot"] for row in final["standings"]}, {f"bot{number}" for number in range(AUTHORS)})
        self.assertEqual(len({row["matches"] for row in final["standings"]}), 1, "all play as often")
        self.assertIsNotNone(final["seed"])
        self.assertTrue(all(row["forfeits"] == 0 for row in final["standings"]))
        self.stop()
        for phase in ("one", "two", "final"):
            self.succeed("verify", f"state/phases/streams/{phase}.db")

    def test_what_a_beginner_reads(self):
        self.invite()
        self.class_ = [self.browser()]
        self.class_[0].sign_up("student0", self.invitations["student0"])
        for kind, (code, word) in BAD.items():
            if kind == SILENT[0]:  # only these wait until their time is over
                self.restart(1, 2, "1s")
            with self.subTest(kind):
                page = self.wait_for_version(self.class_[0], self.hand_in(0, "bad", code=code, language="python")).text
                main_part = re.sub(r"<[^>]+>", " ", page.partition("<main")[2].partition("</main")[0])
                self.assertIn("refused", page)
                self.assertIn(word, main_part)
                self.assertNotRegex(main_part, r"\s--?[a-z]", "authors have no command line")
                self.assertNotIn(str(self.folder), page, "authors need not know the server's folders")
        self.stop()


if __name__ == "__main__":
    main()
