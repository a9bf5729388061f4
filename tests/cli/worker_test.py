"""`arena worker`: what another program asks for is played, and everything ends with that program."""
import json
import signal
import subprocess
import sys

from rows_sandbox import PYTHON, SandboxTest
from support import ARENA, BAD_BOT, ROOT, WHOLE, ArenaTest, bytes_of, main, processes_with, wait_until

# Starts arena's worker, gives it the plan, and waits.
PARENT = """\
import subprocess, sys, time
worker = subprocess.Popen([sys.argv[1], "worker"], stdin=subprocess.PIPE)
worker.stdin.write(open(sys.argv[2], "rb").read())
worker.stdin.flush()
print(worker.pid, flush=True)
time.sleep(1000)
"""


def program(*words, module=False):
    words = [str(word) for word in words]
    return {"process": {"program": words, "words": words, "declared": [], "module": module}}


def entrant(name, kind, **more):
    return {"name": name, "kind": kind, "time": {"move_ms": 60_000}, "protocol": "", "lifetime": "match", "max_refusals": 20, **more}


def match(number, player_at, seed):
    return {"number": number, "deal": {"seed": seed, "number": number}, "player_at": player_at, "bot_seeds": [7] * len(player_at)}


def plan(entrants, matches=1, game="lost_cities", live=False, sandbox=None, **settings):
    return {"plan": {
        "game": game, "settings": settings, "sandbox": sandbox, "entrants": entrants, "live": live,
        "matches": [match(number, list(range(len(entrants))), 1000 + number) for number in range(matches)]}}


GREEDY = entrant("greedy", {"builtin": "greedy"})


class Worker:
    """A running `arena worker`, for one test."""

    def __init__(self, test):
        self.running = test.start("worker", stdin=subprocess.PIPE)
        test.addCleanup(self.running.process.stdin.close)

    def send(self, message):
        self.running.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.running.process.stdin.flush()

    def read(self):
        """The next message, except for those that only say that a match goes on."""
        while "alive" in (message := json.loads(self.running.line())):
            pass
        return message

    def read_to(self, last):
        messages = [self.read()]
        while last not in messages[-1]:
            messages.append(self.read())
        return messages

    def end(self):
        return self.running.finish("").status


class PlayTest(ArenaTest):
    def test_plans_are_played_one_after_the_other(self):
        worker = Worker(self)
        records = []
        for matches in (3, 1):
            worker.send(plan([GREEDY, entrant("bot", program(BAD_BOT, "play"))], matches))
            messages = worker.read_to("done")
            self.assertEqual([message["played"]["number"] for message in messages[:-1]], list(range(matches)))
            self.assertGreater(sum(count for _, count in messages[-1]["done"]["host"]["overhead"]["counts"]), 0)
            records += [json.dumps(message["played"]["record"]) + "\n" for message in messages[:-1]]
        self.assertEqual(worker.end(), 0)
        self.assert_nothing_left()
        self.assertEqual(records.pop(), records[0])  # the same match again
        self.succeed("replay", self.file("games.jsonl", "".join(records)))

    def test_moves_are_shown_while_they_are_played(self):
        worker = Worker(self)
        noise = entrant("noise", program(BAD_BOT, "noise", 5))
        worker.send(plan([GREEDY, noise], live=True))
        messages = worker.read_to("played")
        self.assertEqual(messages[0], {"begun": {"match": 0}})
        record = messages[-1]["played"]["record"]
        self.assertEqual([message["move"] for message in messages if "move" in message], [{"match": 0, "move": move} for move in record["moves"]])
        self.assertEqual([message["forfeit"] for message in messages if "forfeit" in message],
                         [{"match": 0, "forfeit": forfeit} for forfeit in record["forfeits"]])
        self.assertTrue(any("rejected" in move for move in record["moves"]))

    def test_moves_are_shown_only_if_the_plan_wants_them(self):
        worker = Worker(self)
        for begun in ([], [0, 1, 2], []):
            worker.send(plan([GREEDY, GREEDY], 3, live=bool(begun)))
            messages = worker.read_to("done")
            self.assertEqual([message["begun"]["match"] for message in messages if "begun" in message], begun)
            self.assertEqual({message["move"]["match"] for message in messages if "move" in message}, set(begun))

    def test_neutral_names_are_by_seat_and_equal_for_partners(self):
        worker = Worker(self)
        remote = [entrant(name, {"remote": True}, protocol="json") for name in ("eve", "bob")]
        bridge = plan(remote, game="bridge", neutral_names=True)
        bridge["plan"]["matches"] = [match(0, [1, 0, 1, 0], seed=1)]
        worker.send(bridge)
        starts = {}
        while len(starts) < 4:
            line = json.loads(worker.read()["line"]["text"])
            if line["type"] == "start":
                starts[line["seat"]] = line["names"]
        self.assertEqual(starts, {seat: ["player 1", "player 2"] * 2 for seat in range(4)})
        for seat in range(4):
            worker.send({"gone": {"match": 0, "seat": seat}})
        record = worker.read_to("played")[-1]["played"]["record"]
        self.assertEqual([player["name"] for player in record["players"]], ["bob", "eve", "bob", "eve"])

    def test_a_remote_seat_plays_by_lines(self):
        worker = Worker(self)
        worker.send(plan([entrant("eve", {"remote": True}, protocol="json"), GREEDY]))
        for message in iter(worker.read, None):
            if "played" in message:
                break
            line = json.loads(message["line"]["text"])
            self.assertEqual((message["line"]["match"], message["line"]["seat"]), (0, 0))
            if line["type"] == "turn":
                answer = json.dumps({"id": line["id"], "move": line["legal"][0]})
                worker.send({"line": {"text": answer, "match": 0, "seat": 0}})
        self.assertNotIn("forfeits", message["played"]["record"])

    def test_a_module_plays_by_the_clock_of_the_processor(self):
        bot = self.file("bot.py", "def move(state):\n    return state.legal()[0]\n")
        worker = Worker(self)
        module = entrant("module", program(PYTHON, "-B", ROOT / "python/arena/bot.py", bot, module=True), protocol="json",
                         lifetime="series", time={"move_ms": 60_000, "clock": "cpu"})
        worker.send(plan([module, GREEDY], 2, pause=True))
        messages = worker.read_to("done")
        for message in messages[:-1]:
            self.assertNotIn("forfeits", message["played"]["record"])
            self.assertGreater(message["played"]["reports"][0]["pace"]["thought"], 0)


class SandboxedWorkerTest(SandboxTest):
    def test_bots_play_in_the_sandbox(self):
        worker = Worker(self)
        bot = self.file("bot.sh", "#!/bin/sh\nls /home /root >&2; exit 3\n", executable=True)
        limits = {"memory": 256 << 20, "processes": 32, "scratch": 64 << 20, "files": 256, "timers": 64}
        for _ in range(2):
            worker.send(plan([entrant("bot", program(bot)), GREEDY], sandbox=limits))
            played = worker.read_to("done")[0]["played"]
            self.assertIn("exited with status 3", played["record"]["forfeits"][0]["detail"])
        self.assertEqual(worker.end(), 0)


class EndTest(ArenaTest):
    def hanging_plan(self):
        return plan([entrant("hangs", program(BAD_BOT, "hang"), time={"move_ms": 3_600_000}), GREEDY])

    def bots(self):
        return [pid for pid, command in processes_with(self.mark).items() if "bad_bot" in command]

    def test_it_ends_at_once_with_its_bots_when_its_input_ends(self):
        worker = Worker(self)
        worker.send(self.hanging_plan())
        wait_until(self.bots, "the bot")
        result = worker.running.finish("")  # the bot's own time is longer than this waits
        self.assertEqual(result.status, 0, result)
        if WHOLE:
            self.assertLess(result.seconds, 5)
        self.assert_nothing_left()

    def test_nothing_is_left_when_its_parent_is_killed(self):
        file = self.file("plan.json", json.dumps(self.hanging_plan()) + "\n")
        parent = self.start(self.file("parent.py", PARENT), ARENA, file, program=sys.executable)
        worker = int(parent.line())
        wait_until(self.bots, "the bot")
        parent.signal(signal.SIGKILL)
        wait_until(lambda: not processes_with(self.mark), "the end of worker and bot")
        self.assertEqual(bytes_of(f"/proc/{worker}/cmdline"), b"")
        parent.finish()

    def test_nothing_is_left_when_the_worker_is_killed(self):
        worker = Worker(self)
        worker.send(self.hanging_plan())
        wait_until(self.bots, "the bot")
        worker.running.signal(signal.SIGKILL)
        wait_until(lambda: not processes_with(self.mark), "the end of the bot")
        worker.running.finish()


class RefusalTest(ArenaTest):
    def refusal(self, message):
        worker = Worker(self)
        worker.send(message)
        answer = worker.read()
        self.assertEqual(worker.end(), 1)
        return answer

    def test_a_plan_that_cannot_be_played_is_refused(self):
        self.assertEqual(self.refusal({"plan": {}}), {"error": {"what": "plan: game must be a text, not null"}})
        self.assertEqual(self.refusal(plan([GREEDY, entrant("x", {"builtin": "x"})]))["error"]["what"].partition(";")[0],
                         'unknown built-in bot "x" of lost_cities')
        answer = self.refusal(plan([GREEDY, GREEDY], matches=1, game="chess"))
        self.assertIn('unknown game "chess"', answer["error"]["what"])

    def test_other_input_is_refused(self):
        worker = Worker(self)
        worker.send("nonsense")
        self.assertEqual(worker.read(), {"failed": {"what": "the message is not JSON: syntax error"}})
        self.assertEqual(worker.end(), 1)

    def test_it_takes_no_arguments(self):
        self.refuse("worker", "lost_cities", saying="one word too many")


if __name__ == "__main__":
    main()
