"""A server of contests as authors and admins use it: accounts, handing in, administration."""
import contextlib
import json
import re
import shutil
import socket
import sqlite3
import sys
import urllib.parse

from contest_server import BAD_BOT_CODE, CONTEST, GOOD_BOT, PASSWORD, PageCheck, ServeTest
from support import PATIENCE, ROOT, main


class Accounts(ServeTest):
    def test_sign_up_log_out_and_in(self):
        self.serve()
        browser = self.author()
        self.assertIn("ann", browser.get("/").text)
        first = browser.cookies["session"]
        self.assertEqual(browser.post("/logout", "/account", {}).status, 303)
        self.assertEqual(browser.get("/account").status, 303)
        browser.cookies["session"] = first
        self.assertEqual(browser.get("/account").status, 303, "the session has ended on the server too")
        wrong = browser.post("/login", "/login", {"name": "ann", "password": "wrong password"})
        self.assertEqual(wrong.status, 401)
        right = browser.post("/login", "/login?next=/c/cards", {"name": "ann", "password": PASSWORD, "next": "/c/cards"})
        self.assertEqual((right.status, right.headers["Location"]), (303, "/c/cards"))
        cookie = right.headers["Set-Cookie"]
        for word in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(word, cookie)
        self.stop()

    def test_a_log_in_gives_a_new_session(self):
        self.serve()
        self.author()
        browser = self.browser()
        eve = self.author("eve")
        planted = eve.cookies["session"]
        browser.cookies["session"] = planted
        browser.cookies["visitor"] = eve.cookies.get("visitor", "")
        browser.post("/login", "/", {"name": "ann", "password": PASSWORD})
        self.assertNotEqual(browser.cookies["session"], planted)
        self.assertIn("ann", browser.get("/account").text)
        self.assertNotIn("ann", eve.get("/account").text)
        self.stop()

    def test_signing_up_leads_back_to_the_page_that_asked(self):
        self.serve()
        browser = self.browser()
        form = browser.get(browser.get("/c/cards/hand-in").headers["Location"]).text
        for path in re.findall(r'href="(/signup[^"]*)"', form):
            self.assertEqual(path, "/signup?next=%2Fc%2Fcards%2Fhand-in")
        self.assertIn('name="next" value="/c/cards/hand-in"', browser.get(path).text)
        answer = browser.post("/signup", path, {"name": "ann", "password": PASSWORD, "next": "/c/cards/hand-in"})
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/c/cards/hand-in"))
        self.assertIn('href="/login?next=%2Fc%2Fcards"', self.browser().get("/c/cards").text)
        self.stop()

    def test_no_redirect_leads_to_another_site(self):
        self.serve()
        self.author()
        for path in ("https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example"):
            answer = self.browser().post("/login", "/login", {"name": "ann", "password": PASSWORD, "next": path})
            self.assertEqual(answer.headers["Location"], "/", path)
        for path in ("//evil.example/x", "/%2f/evil.example", "//evil.example/?lang=ru"):
            page = self.browser().get(path)
            self.assertNotIn('"//evil', page.text, path)
            self.assertFalse(page.headers.get("Location", "/").startswith("//"), path)
        self.stop()

    def test_tokens_work_until_they_are_revoked(self):
        self.serve()
        browser = self.author()
        token = self.api_token(browser)
        script = self.browser(Authorization=f"Bearer {token}")
        self.assertEqual(script.get("/api/v1/account").json()["name"], "ann")
        self.assertEqual(script.get("/account").status, 303, "a token is for the API only")
        number = re.search(r"/account/tokens/(\d+)/revoke", browser.get("/account").text)[1]
        browser.post(f"/account/tokens/{number}/revoke", "/account", {})
        self.assertEqual(script.get("/api/v1/account").status, 401)
        script = self.browser(Authorization=f"Bearer {self.api_token(browser)}")
        self.assertIn("ends your other sessions and all your API tokens", browser.get("/account").text)
        browser.post("/account/password", "/account", {"old": PASSWORD, "password": "another " + PASSWORD})
        self.assertEqual(script.get("/api/v1/account").status, 401, "whoever knew the old password may have made it")
        self.assertEqual(browser.get("/account").status, 200)
        self.assertEqual(self.browser(Authorization="Bearer nonsense").get("/api/v1/account").status, 401)
        self.assertEqual(self.browser().get("/api/v1/account").status, 401)
        self.stop()


class SignUpForm(ServeTest):
    def test_a_refused_form_keeps_the_invitation(self):
        self.serve()
        page = self.browser().post("/signup", "/signup", {"name": "ann", "password": "short", "invitation": "its-code"})
        self.assertEqual(page.status, 400)
        self.assertIn('value="its-code"', page.text)
        self.stop()


class HandIn(ServeTest):
    def test_a_good_bot_plays_and_a_bad_one_is_explained(self):
        self.serve()
        ann, bob = self.author(), self.author("bob")
        answer = ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("<i>bot.py", GOOD_BOT))
        self.assertEqual(answer.status, 303, answer)
        version = answer.headers["Location"]
        page = self.wait_for_version(ann, version)
        self.assertIn("accepted", page.text)
        self.assertIn("20 games in one process", page.text)
        self.assertNotRegex(page.text.partition("<main")[2], r"\s--?[a-z]", "authors have no command line")
        self.assertEqual(PageCheck(page.text).wrong, [])
        self.assertNotIn("<i>bot", page.text)
        self.wait_for("a match", lambda: "anns" in self.browser().get("/c/cards/matches?bot=anns").text.partition("<tbody>")[2])
        bad = ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": "python", "code": BAD_BOT_CODE})
        page = self.wait_for_version(ann, bad.headers["Location"])
        self.assertIn("refused", page.text)
        self.assertNotIn("<script>alert", page.text)
        for path in (version, version + "/source", bad.headers["Location"]):
            self.assertEqual(bob.get(path).status, 404, "another author's version")
            self.assertEqual(self.browser().get(path).status, 303)
        self.assertEqual(ann.get(version + "/source").text, GOOD_BOT)
        number = self.browser().get("/api/v1/contests/cards/phases/ladder/matches?bot=anns").json()["matches"][0]["number"]
        replay = self.browser().get(f"/c/cards/matches/ladder/{number}").text
        self.assertNotIn("<img", replay)
        own = ann.get("/c/cards/bots/anns").text
        self.assertEqual(PageCheck(own).wrong, [])
        self.assertIn("v2", own)
        self.assertNotIn("versions/1", bob.get("/c/cards/bots/anns").text)
        self.assertEqual(bob.post("/c/cards/bots/anns/open", "/account", {}).status, 400)
        self.stop()

    def test_submit_hands_in(self):
        self.serve()
        token = self.api_token(self.author())
        self.file("bot.py", GOOD_BOT)
        self.file("bad.py", BAD_BOT_CODE)
        address = f"http://127.0.0.1:{self.port}/c/cards"

        def submit(file, with_token=token):
            return self.start("submit", address, "mine", file, extra={"ARENA_TOKEN": with_token}).finish()

        good = submit("bot.py")
        self.assertEqual(good.status, 0, good)
        self.assertIn("Accepted.", good.out)
        shutil.copytree(ROOT / "examples/starters/python", self.folder / "starter")
        folder = submit("starter/")
        self.assertEqual(folder.status, 0, folder)
        self.assertEqual(*(re.findall(r"[Vv]ersion \d+", again.out)[:1] for again in (folder, submit("starter/"))))
        (self.folder / "nothing").mkdir()
        self.assertIn("no files", submit("nothing").err)
        bad = submit("bad.py")
        self.assertEqual(bad.status, 1, bad)
        self.assertIn("Refused:", bad.out)
        self.assertEqual(submit("bot.py", "nonsense").status, 2)
        self.stop()

    def test_large_bodies_are_refused(self):
        self.serve()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            client.sendall(b"POST /c/cards/hand-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
            self.assertIn(b" 413 ", client.recv(4096))
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            client.sendall(b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
            self.assertIn(b" 413 ", client.recv(4096))
        self.stop()

    def test_a_bot_of_the_house_without_its_script_is_named(self):
        missing = '[[contest.house]]\nname = "ghost"\ncommand = ["' + sys.executable + '", "ghost.py"]\n\n[[contest.phase]]'
        self.file("contest.toml", CONTEST.replace("[[contest.phase]]", missing))
        self.refuse("serve", "contest.toml", "--port", 0, saying=["contest cards", "ghost exited with status 2", "ghost.py"])

    def test_sql_and_paths_are_only_words(self):
        self.serve()
        browser = self.author()
        words = ["' OR 1=1 --", "'; DROP TABLE account; --", "../../etc/passwd", "%2e%2e%2f", "a\0b", "\u202e"]
        for word in words:
            quoted = urllib.parse.quote(word, safe="")
            for path in (f"/c/{quoted}", f"/c/cards/bots/{quoted}", f"/c/cards/matches?bot={quoted}", f"/c/cards/matches/ladder/{quoted}",
                         f"/assets/{quoted}", f"/api/v1/contests/cards/bots/{quoted}", f"/c/cards/play/{quoted}"):
                self.assertIn(browser.get(path).status, (200, 404), path)
            self.assertIn(browser.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": word, "code": "x", "language": "python"}).status, (400, 429))
        self.assertEqual(browser.get("/account").status, 200)
        self.stop()


class HandInForm(ServeTest):
    def test_a_refused_form_comes_back_filled(self):
        self.serve()
        ann = self.author()
        path = "/c/cards/hand-in"
        self.assertIn("<li>Size, at most: 5 MB</li>", ann.get(path).text)
        code = "\nprint('</textarea><b>')\n"
        page = ann.upload(path, path, {"bot": "mimic", "code": code, "language": "python"})
        self.assertEqual(page.status, 400)
        self.assertEqual(PageCheck(page.text).wrong, [])
        self.assertIn("&quot;mimic&quot; is a bot of the house: choose another name.", page.text)
        self.assertIn('spellcheck="false">\n\nprint(&#39;&lt;/textarea&gt;&lt;b&gt;&#39;)\n</textarea>'.replace("&#39;", "'"), page.text.replace("&#39;", "'"))
        self.assertIn('<option value="python" selected>', page.text)
        self.assertIn('value="mimic"', page.text)
        self.assertNotIn("Choose the file again", page.text)
        page = ann.upload(path, path, {"bot": "mimic", "language": ""}, ("bot.py", GOOD_BOT))
        self.assertIn("Choose the file again", page.text)
        ann.headers["Accept-Language"] = "ru"
        page = ann.upload(path, path, {"bot": "mimic", "code": code, "language": "python"})
        self.assertIn("«mimic» — бот самого конкурса: выберите другое имя.", page.text)
        self.stop()

    def test_a_text_needs_a_language_before_it_is_a_version(self):
        self.serve()
        ann = self.author()
        path = "/c/cards/hand-in"
        for more in ({}, {"try": "1"}):
            page = ann.upload(path, path, {"bot": "anns", "code": GOOD_BOT, "language": "", **more})
            self.assertEqual(page.status, 400)
            self.assertIn("Choose the language of the text, or begin it with a line such as #!/bin/bash.", page.text)
            self.assertIn("for line in sys.stdin", page.text)
        refused = self.browser(Authorization=f"Bearer {self.api_token(ann)}").send("POST", "/api/v1/contests/cards/bots/anns/versions?file_name=bot.txt", GOOD_BOT)
        self.assertEqual(refused.status, 400)
        self.assertIn("the language of \"bot.txt\" is not known", refused.json()["error"])
        self.assertEqual(ann.get("/c/cards/bots/anns").status, 404)
        page = ann.upload(path, path, {"bot": "anns", "code": "#!/usr/bin/python3\n" + GOOD_BOT, "language": ""})
        self.assertIn("accepted", self.wait_for_version(ann, page.headers["Location"]).text)
        self.stop()


class Administration(ServeTest):
    def test_the_page_asks_before_what_cannot_be_undone(self):
        self.serve()
        ann, boss = self.author(), self.admin()
        for path in ("/admin/replay/cards/ladder", "/admin/end/cards/ladder", "/admin/accounts/ann/reset", "/admin/accounts/ann/promote"):
            page = boss.post(path, "/admin", {})
            self.assertEqual(page.status, 200, path)
            self.assertEqual(PageCheck(page.text).wrong, [])
            self.assertIn("Are you sure?", page.text)
            self.assertIn(f'action="{path}"', page.text)
            self.assertIn('<input type="hidden" name="sure" value="yes">', page.text)
        self.assertEqual(ann.get("/admin").status, 403)
        self.assertNotIn("All phases of this contest are over", ann.get("/c/cards/hand-in").text)
        self.assertEqual(boss.post("/admin/end/cards/ladder", "/admin", {"sure": "yes"}).status, 303)
        self.wait_for("the end", lambda: "All phases of this contest are over" in ann.get("/c/cards/hand-in").text)
        page = ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("bot.py", GOOD_BOT)).headers["Location"]
        self.assertIn("accepted", self.wait_for_version(ann, page).text)
        answer = boss.post(page + "/disqualify", page, {"reason": "a <b>"})
        self.assertIn('<input type="hidden" name="reason" value="a &lt;b&gt;">', answer.text)
        self.assertNotIn("disqualified", ann.get(page).text)
        self.assertEqual(boss.post(page + "/disqualify", page, {"reason": "a <b>", "sure": "yes"}).status, 303)
        self.assertIn("disqualified", ann.get(page).text)
        self.stop()

    def test_a_phase_that_ends_before_all_its_games_says_so(self):
        self.serve(text=CONTEST.replace('format = "league"', 'format = "round_robin"\ndeals = 100000'))
        boss = self.admin()
        self.wait_for_matches()
        self.assertNotIn("ended before", self.browser().get("/c/cards").text)
        self.assertEqual(boss.post("/admin/end/cards/ladder", "/admin", {"sure": "yes"}).status, 303)
        standings = "/api/v1/contests/cards/phases/ladder/standings"
        shown = self.wait_for("the end", lambda: (now := self.browser().get(standings).json())["seed"] and now)
        bots = len(shown["standings"])
        self.assertEqual((shown["planned"], shown["all_played"]), (bots * (bots - 1) // 2 * 100000, False))  # a deal is one match
        for path in ("/", "/c/cards", "/c/cards/phases/ladder"):
            self.assertIn("ended before all games were played", self.browser().get(path).text, path)
        self.assertIn("завершён до того, как сыграны все игры", self.browser(Accept_Language="ru").get("/c/cards").text)
        store = self.wait_for("the file", lambda: self.browser().get(standings).json()["store"])
        (self.folder / "ladder.db").write_bytes(self.browser().get(store).bytes)
        self.stop()
        saying = f"The tournament ended early: {shown['matches']} of {shown['planned']} games were played."
        self.assertIn(saying, self.succeed("standings", "ladder.db").out)
        self.assertIn(saying, self.succeed("verify", "ladder.db").out)

    def test_only_admins_administrate(self):
        self.serve()
        ann, boss = self.author(), self.admin()
        self.assertEqual(ann.get("/admin").status, 403)
        self.assertEqual(ann.post("/admin/read-only", "/account", {}).status, 403)
        self.assertEqual(PageCheck(boss.get("/admin").text).wrong, [])
        self.assertEqual(boss.post("/admin/read-only", "/admin", {}).status, 303)
        self.assertNotEqual(ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "b", "code": "x", "language": "python"}).status, 303)
        self.assertNotEqual(self.browser().sign_up("late").status, 303)
        self.assertEqual(boss.post("/admin/read-write", "/admin", {}).status, 303)
        self.assertEqual(boss.post("/admin/back-up", "/admin", {"folder": "monday"}).status, 303)
        self.assertTrue((self.folder / "state/back-ups/monday/host.db").exists())
        self.assertEqual(boss.post("/admin/back-up", "/admin", {"folder": "../../out"}).status, 400)
        page = boss.post("/admin/invite", "/admin", {"name": ""})
        code = re.search(r"invitation=([^<\s]+)", page.text)[1]
        self.assertEqual(self.browser().sign_up("guest", code).status, 303)
        self.assertIn("read-only", boss.get("/admin").text)
        self.stop()

    def test_commands_do_what_the_page_does(self):
        self.serve()
        ann, boss = self.author(), self.admin()
        token = self.api_token(boss)
        self.assertIn("admin", self.administrate(self.api_token(ann), "status", status=2).err)
        shown = r"(?m)^read_only: false$[^~]*^contest +phase +state +matches +problem\ncards +ladder +running +\d+$"
        self.wait_for("the phase", lambda: re.search(shown, self.administrate(token, "status").out))
        page = ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("bot.py", GOOD_BOT)).headers["Location"]
        self.assertIn("accepted", self.wait_for_version(ann, page).text)
        self.administrate(token, "disqualify", "cards", "anns", "1", "a copy of <b>")
        self.assertIn("a copy of &lt;b&gt;", ann.get(page).text)
        self.assertIn("already", self.administrate(token, "disqualify", "cards", "anns", "1", "again", status=2).err)
        self.assertIn('("2")', self.administrate(token, "disqualify", "cards", "anns", "2", "no such version", status=2).err)
        self.wait_for_matches(1)
        self.administrate(token, "replay", "cards", "ladder")
        self.wait_for("the new store", (self.folder / "state/phases/cards/ladder.db").exists)
        self.assertIn("begun already", self.administrate(token, "begin", "cards", "ladder", status=2).err)
        self.administrate(token, "end", "cards", "ladder")
        self.wait_for("the end", lambda: re.search("cards +ladder +over", self.administrate(token, "status").out))
        self.assertTrue((self.folder / "state/phases/cards/ladder.db.1").exists())
        code = re.search(r"invitation=(\S+)", self.administrate(token, "invite", "guest").out)[1]
        self.assertNotEqual(self.browser().sign_up("another", code).status, 303)
        self.assertEqual(self.browser().sign_up("guest", code).status, 303)
        self.administrate(token, "read-only")
        self.assertNotEqual(self.browser().sign_up("late").status, 303)
        self.administrate(token, "read-write")
        self.administrate(token, "disable", "ann")
        self.assertEqual(ann.get("/account").status, 303)
        self.assertRegex(self.administrate(token, "accounts").out, "ann +author +true")
        self.administrate(token, "enable", "ann")
        stays = self.browser()
        stays.post("/login", "/login", {"name": "ann", "password": PASSWORD})
        script = self.browser(Authorization=f"Bearer {self.api_token(stays)}")
        password = re.match(r"password: (\S{16})$", self.administrate(token, "reset", "ann").out)[1]
        self.assertEqual(script.get("/api/v1/account").status, 401)
        ann = self.browser()
        self.assertEqual(ann.post("/login", "/login", {"name": "ann", "password": PASSWORD}).status, 401)
        self.assertEqual(ann.post("/login", "/login", {"name": "ann", "password": password}).status, 303)
        self.administrate(token, "promote", "ann")
        self.assertEqual(ann.get("/admin").status, 200)
        self.administrate(token, "back-up", "monday")
        self.administrate(token, "back-up", "../monday", status=2)
        for line in ("boss +disqualify +cards/anns version 1 +a copy of <b>", "boss +replay +cards/ladder", "boss +disable +ann", "boss +back-up"):
            self.assertRegex(self.administrate(token, "log").out, line)
        self.assertIn("replay, ", self.administrate(token, "reply", status=2).err)
        self.assertIn("replay SERVER CONTEST PHASE", self.administrate(token, "replay", "cards", status=2).err)
        self.stop()
        self.serve("--folder", "state/back-ups/monday")
        self.assertRegex(self.administrate(token, "accounts").out, "guest +author +false")
        self.stop()

    def test_a_problem_of_a_phase_is_shown(self):
        self.serve()
        ann, boss = self.author(), self.admin()
        token = self.api_token(boss)
        page = ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("bot.py", GOOD_BOT)).headers["Location"]
        self.assertIn("accepted", self.wait_for_version(ann, page).text)
        standings = "/api/v1/contests/cards/phases/ladder/standings"
        self.wait_for("the bot's games", lambda: any(row["bot"] == "anns" and row["matches"]
                                                     for row in self.browser().get(standings).json()["standings"]))
        self.stop()

        def set_files(before, after):
            with contextlib.closing(sqlite3.connect(self.folder / "state/host.db", isolation_level=None)) as database:
                built = database.execute("SELECT built FROM version").fetchone()[0]
                database.execute("UPDATE file SET hash = ? WHERE hash = ?", [text.replace("BUILT", built) for text in (after, before)])
            return built

        shutil.rmtree(self.folder / "state/versions" / set_files("BUILT", "lost"))
        self.serve()
        boss.port = self.port
        problem = "anns cannot play: the server has removed the files of this version"
        self.wait_for("the problem", lambda: self.browser().get(standings).json()["problem"] == problem)
        self.assertRegex(self.administrate(token, "status").out, f"cards +ladder +running +\\d+ +{problem}")
        for answer in (boss.get("/admin"), self.browser().get("/c/cards")):
            self.assertIn(f'<p class="trouble">{problem}</p>', answer.text)
            self.assertEqual(PageCheck(answer.text).wrong, [])
        set_files("lost", "BUILT")
        self.wait_for("its end", lambda: self.browser().get(standings).json()["problem"] == "")
        self.server.signal()
        result = self.server.finish()
        self.assertEqual((result.status, result.err.count(problem)), (0, 1), "it is said once")

    def test_admins_see_equal_uploads(self):
        self.serve()
        boss = self.admin()
        token = self.api_token(boss)
        self.assertIn("No two bots have the same code.", boss.get("/admin").text)
        bots = [(self.author(name), bot, code) for name, bot, code in
                (("ann", "first", GOOD_BOT), ("bob", "second", GOOD_BOT), ("cat", "third", "# " + GOOD_BOT))]
        for author, bot, code in bots:
            self.assertEqual(author.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": bot, "language": ""}, ("bot.py", code)).status, 303)
        page = boss.get("/admin").text
        self.assertRegex(page, r'>first</a> v1 <span class="note">ann</span> = <a [^>]*>second</a> v1 <span class="note">bob</span></li>')
        self.assertNotIn("third", page[page.index("Equal uploads"):page.index("Unused invitations")])
        self.assertRegex(self.administrate(token, "status").out, r"(?m)^ *1 +cards +first +ann +1\n *1 +cards +second +bob +1$")
        self.stop()

    def test_bots_do_not_learn_names(self):
        self.serve()
        reads = '    if message["type"] == "start": assert message["names"] == ["player 1", "player 2"]\n    if message["type"]'
        bot = GOOD_BOT.replace('    if message["type"]', reads)
        author = self.author()
        page = author.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("bot.py", bot)).headers["Location"]
        self.assertIn("accepted", self.wait_for_version(author, page).text)
        matches = "/api/v1/contests/cards/phases/ladder/matches"
        row = self.wait_for("a game of it", lambda: self.browser().get(matches + "?bot=anns").json()["matches"])[-1]
        record = self.browser().get(f"{matches}/{row['number']}/record").text
        game = json.loads(record)
        self.assertNotIn("forfeits", game)
        names = [player["name"] for player in game["players"]]
        self.assertIn("anns", names, "records have the names")
        sent = self.start("replay", self.file("game.json", record), "--transcript", names.index("anns")).finish().out
        self.assertIn('"names":["player 1","player 2"]', sent)
        self.stop()

    def test_admins_see_results_that_do_not_fit_the_ratings(self):
        self.serve()
        boss = self.admin()
        token = self.api_token(boss)
        self.assertIn("No such pair of authors&#39; bots has been found.", boss.get("/admin").text)
        self.assertEqual(boss.send("GET", "/api/v1/admin/status", Authorization=f"Bearer {token}").json()["misfits"], [])
        for name in ("ann", "bob", "cat"):
            bot = {"bot": name + "s", "language": ""}
            self.author(name).upload("/c/cards/hand-in", "/c/cards/hand-in", bot, ("bot.py", f"# {name}{GOOD_BOT}"))
        path = self.folder / "state/phases/cards/ladder.db"

        def pairs_that_met():
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
                return len(set(tuple(sorted(pair)) for pair in store.execute("SELECT entrant, opponent FROM sums WHERE opponent <> 0")))

        self.wait_for("games of all", path.exists)
        self.wait_for("games of all pairs", lambda: pairs_that_met() == 10)
        self.administrate(token, "end", "cards", "ladder")
        self.stop()
        # All have drawn 100 deals with each other, but bob lost 90 of them to ann, and the house as many to itself.
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as store:
            store.execute("UPDATE sums SET deals = iif(opponent = 0, 400, 100)")
            store.execute("UPDATE sums SET matches = 2 * deals, points = deals, points_squares = deals")
            for pair in (("anns", "bobs"), ("random", "mimic")):
                ids = [store.execute("SELECT id FROM entrant WHERE name = ?", [name]).fetchone()[0] for name in pair]
                store.execute("UPDATE sums SET points = iif(entrant = ?, 190, 10), points_squares = iif(entrant = ?, 370, 10) "
                              "WHERE entrant IN (?, ?) AND opponent IN (?, ?)", [ids[0], ids[0], *ids, *ids])
        self.serve()
        boss.port = self.port
        status = lambda: boss.send("GET", "/api/v1/admin/status", Authorization=f"Bearer {token}").json()
        misfits = self.wait_for("the pair", lambda: status()["misfits"])
        surplus = misfits[0].pop("surplus")
        self.assertAlmostEqual(misfits[0].pop("expected"), 0.5, delta=0.1)
        self.assertEqual(misfits, [{"contest": "cards", "phase": "ladder", "bot": "anns", "author": "ann", "opponent": "bobs",
                                    "opponents_author": "bob", "deals": 100, "share": 0.95}])
        self.assertGreater(0.45, surplus)
        self.assertGreater(surplus, 0.05)
        page = boss.get("/admin").text
        self.assertEqual(PageCheck(page).wrong, [])
        self.assertRegex(page, r'>anns</a> <span class="note">ann</span></th><th scope="row"><a [^>]*>bobs</a> <span class="note">bob</span></th>'
                               r'<td class="number">100</td><td class="number">95\.0</td>')
        self.assertRegex(self.administrate(token, "status").out, r"(?m)^cards +ladder +anns +ann +bobs +bob +100 +0\.95 ")
        self.stop()

    def test_metrics_health_and_log(self):
        self.serve("--log", "access.jsonl")
        self.assertEqual(self.browser().get("/healthz").text, "ok\n")
        self.browser().get("/none?secret=1")
        metrics = self.browser().get("/metrics").text
        self.assertIn('arena_requests_total{route="/healthz",status="200"} 1', metrics)
        self.assertIn('arena_matches{contest="cards",phase="ladder"}', metrics)
        for line in metrics.splitlines():
            self.assertRegex(line, r'^(# TYPE [a-z_]+ (gauge|counter|histogram)|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+)$')
        lines = [json.loads(line) for line in (self.folder / "access.jsonl").read_text().splitlines()]
        self.assertEqual([(line["path"], line["status"]) for line in lines[:2]], [("/healthz", 200), ("/none", 404)])
        self.stop()

    def test_one_address_cannot_ask_for_ever(self):
        self.serve("--requests-per-second", 1, "--proxy", "127.0.0.1")
        ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 6.6.6.6, 1.2.3.4\r\n"
        # All at once: however busy the machine is, the server has no pause between them.
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            client.sendall((ask + b"\r\n") * 69 + ask + b"Connection: close\r\n\r\n")
            answers = b"".join(iter(lambda: client.recv(65536), b""))
        statuses = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answers)]
        self.assertEqual(len(statuses), 70)
        self.assertEqual(statuses[0], 200)
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(self.browser(X_Forwarded_For="5.6.7.8").get("/healthz").status, 200)
        self.stop()


if __name__ == "__main__":
    main()
