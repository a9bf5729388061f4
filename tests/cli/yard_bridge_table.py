"""A yard bridge table for one adapter: says arena's lines to it, by hand, and reads its answers."""
import select
import shutil
import subprocess
import sys
import unittest

from support import PATIENCE, ROOT, ArenaTest

FOLDER = ROOT / "examples/javascript"
ADAPTER = FOLDER / "yard_bridge_ai.js"
MOOTOOLS = FOLDER / "node_modules/mootools"

NOT_TRIED = 77

# An AI with this body of its movement(), and with other members before it.
AI = """\
window.addEvent("domready", function () {{
  Bridge.AI = new Class({{
    Extends: Bridge.AIUtils,
    {members}
    movement: function (first) {{
      {body}
    }}
  }});
}});
"""


def why_not():
    """Why the adapter cannot be run here, or None."""
    if not shutil.which("node"):
        return "node is not installed"
    if not MOOTOOLS.is_dir():
        return f"MooTools is not installed: npm ci in {FOLDER}"
    return None


def printed_ai(test):
    """The AI that is printed at the end of the contest's text, unchanged, as a file of the test."""
    texts = sorted((ROOT.parent / "shared/seeds").glob("004*.txt"))
    if not texts:
        test.leave_out("the text of the contest (../shared/seeds/004*.txt beside the project) is not here")
    text = texts[0].read_text()
    begin = text.find("window . addEvent")
    test.assertNotEqual(begin, -1, f"{texts[0]} holds no AI")
    return test.file("printed_ai.js", text[text.rindex("/*", 0, begin):])


def documented_ai(test):
    """The whole AI of docs/yard_bridge_ai.md."""
    page = (ROOT / "docs/yard_bridge_ai.md").read_text()
    return test.file("documented_ai.js", page.split("```js\n")[1].split("```")[0])


class Table:
    """One running adapter at seat 0."""

    def __init__(self, test, *words, folder=FOLDER):
        self.test = test
        self.running = test.start(folder / "yard_bridge_ai.js", *words, program="node", stdin=subprocess.PIPE)

    def say(self, *lines):
        try:
            self.running.process.stdin.write("".join(line + "\n" for line in lines))
            self.running.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended already; how, is what the test looks at

    def answer(self):
        """Its next answer. It writes one line a question, so nothing of a second one is lost in a buffer."""
        out = self.running.process.stdout
        if not select.select([out], [], [], PATIENCE)[0]:
            raise AssertionError("no answer comes")
        return out.readline().rstrip("\n")

    def begin(self, players=2, dealer=1, hand="6S 9S 7H AC JD", opening="8H", totals=None):
        self.say(f"start:{players}:0:125")
        self.deal(1, dealer, hand, opening, totals or " ".join(["0"] * players))

    def deal(self, number=2, dealer=1, hand="6S 9S 7H AC JD", opening="8H", totals="0 0"):
        self.say(f"deal:{number}:{dealer}:{totals}:{hand}:{opening}")

    def turn(self, hand="6S 9S 7H AC JD", top="8H", suit=None, counts=None, stock=26, totals="0 0",
             legal="put 7H,put JD,take"):
        counts = counts or f"{len(hand.split())} 4"
        self.say(f"turn:0:{hand}:{top}:{suit or top[-1]}:{counts}:{stock}:{totals}:{legal}")

    def asked(self, **turn):
        self.turn(**turn)
        return self.answer()

    def wait(self):
        """Waits until it ends by itself, while its input is open."""
        self.running.process.wait(PATIENCE)

    def finish(self):
        """Ends its input, and waits for its end."""
        result = self.running.finish("")
        self.test.assertEqual(result.out, "", "answers without a question")
        return result


class TableTest(ArenaTest):
    """Tests of one adapter at a table."""

    def ai(self, body="", members=""):
        return self.file("ai.js", AI.format(body=body, members=members))

    def table(self, body="", members="", words=()):
        return Table(self, *words, self.ai(body, members))

    def said(self, body, members="", words=(), **turn):
        """What an AI says in its first turn, in which it has two cards to put, and may take, line by line."""
        table = self.table(body + "; this.getCard();", members, words)
        table.begin()
        self.assertEqual(table.asked(**turn), "take")
        return self.quiet_end(table)

    def quiet_end(self, table):
        result = table.finish()
        self.assertEqual(result.status, 0, result)
        return result.err.splitlines()

    def ends_with(self, table, *texts, status=1):
        """The AI has lost: the adapter ends by itself, and tells all of that."""
        table.wait()
        result = table.finish()
        self.assertEqual(result.status, status, result)
        for text in texts:
            self.assertIn(text, result.err)
        for word in ("yard_bridge/page", "mootools-core", "node:"):
            self.assertNotIn(word, result.err)
        return result


def main():
    reason = why_not()
    if reason:
        print(f"NOT TRIED: the adapter for the yard bridge contest's AIs: {reason}", flush=True)
        sys.exit(NOT_TRIED)
    unittest.main(verbosity=2)
