"""Rows about the user who runs arena: what a server of contests needs of the computer, with and without root."""
import os

from contest_server import CONTEST, GOOD_BOT, ServeTest
from rows_sandbox import WHY_NOT

SANDBOXED = CONTEST.replace("sandbox = false", 'sandbox = "shared"')


class ClosedHome(ServeTest):
    def test_row_77_a_contest_in_a_home_that_is_closed(self):
        """Only root's bots are another user, who could not enter it. Debian makes homes so that no one else can."""
        if WHY_NOT:
            self.leave_out(WHY_NOT)
        home = self.folder / "home"
        home.mkdir(mode=0o700)
        if os.geteuid() == 0:
            self.folder.chmod(0o755)
            self.file("contest.toml", SANDBOXED)
            result = self.arena("serve", "contest.toml", "--folder", home / "state", "--port", 0)
            self.assertEqual((result.status, result.out), (2, ""), result)
            self.assertIn(f'bots in the sandbox are another user, who cannot enter "{home}"', result.err)
            return
        self.serve("--folder", home / "state", text=SANDBOXED)
        browser = self.author()
        answer = browser.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "good", "language": ""}, ("bot.py", GOOD_BOT))
        self.assertEqual(answer.status, 303, answer)
        page = self.wait_for_version(browser, answer.headers["Location"])
        self.assertIn("accepted", page.text)
        self.stop()
