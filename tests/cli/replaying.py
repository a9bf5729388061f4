"""What the tests of `arena replay --bot` share: recorded games, and a bot that answers as recorded."""
import json
import sys

from support import CONFORMANCE, ROOT, ArenaTest

PYTHON = sys.executable
RANDOM_BOT = ROOT / "examples/json/random_bot.py"

NOT_SHUT_IN = "Bots run with your permissions. Use --sandbox for bots you do not trust.\n"

# A bot that stores all its input in the file `heard` and gives the answers of the file `answers` in turn.
# `python3 actor.py K WHAT` answers question K with WHAT, or exits there if WHAT is `die`.
ACTOR = """\
import json, sys, time
k, what = (int(sys.argv[1]), sys.argv[2]) if len(sys.argv) > 2 else (0, "")
answers = iter(open("answers").read().splitlines())
asked = 0
heard = open("heard", "a")
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    is_json = line.startswith("{")
    if is_json:
        error = json.loads(line)["type"] == "error"
        if json.loads(line)["type"] not in ("turn", "error"):
            continue
    elif not (line.rstrip().endswith("?") or line.startswith(("Error:", "Competition card:"))):
        continue
    asked += 1
    answer = next(answers)
    if asked == k:
        if what == "die":
            sys.exit("oh no")
        if what == "twice":
            print("a greeting")
        elif what == "sleep":
            time.sleep(99)
        else:
            answer = what
    print(answer, flush=True)
"""


class ReplayBotTest(ArenaTest):
    def setUp(self):
        super().setUp()
        self.file("actor.py", ACTOR)

    def play(self, game, *words):
        self.succeed("run", game, *words, "--seed", "7", "--record", "games.jsonl", "-q")
        return self.records()

    def quiz(self):
        """One of the recorded games of the quiz, in which both seats were refused something."""
        games = [json.loads(line) for line in CONFORMANCE.read_text().splitlines()]
        game = next(game for game in games if {0, 1} <= {m["seat"] for m in game["moves"] if "rejected" in m})
        self.file("games.jsonl", json.dumps(game) + "\n")
        return game

    def learn(self, games, seat):
        """Makes the actor answer as recorded, and returns its moves."""
        moves = [move for game in games for move in game["moves"] if move["seat"] == seat]
        self.file("answers", "".join(move["move"] + "\n" for move in moves))
        (self.folder / "heard").unlink(missing_ok=True)
        return moves

    @staticmethod
    def entry(game, wanted):
        """The number of a move in its record."""
        return next(number for number, move in enumerate(game["moves"], 1) if move is wanted)

    def put(self, *words, bot=(PYTHON, "actor.py"), status=0, **more):
        result = self.arena("replay", "games.jsonl", *words, "--bot", *bot, **more)
        self.assertEqual(result.status, status, result)
        self.assertEqual(result.err, "" if "-q" in words else NOT_SHUT_IN)
        return result.out

    def heard(self):
        return (self.folder / "heard").read_text()

    def transcript(self, seat, *words):
        return self.succeed("replay", "games.jsonl", "--transcript", seat, *words).out
