"""A server of contests as browsers, scripts and attackers use it: pages, log in, hand in, the API, live games, play."""
import json
import re
import shutil
import socket
import sys
import urllib.parse

from contest_server import BAD_BOT_CODE, CONTEST, GOOD_BOT, PASSWORD, SLOW_BOT, Description, PageCheck, ServeTest, WebSocket
from support import PATIENCE, ROOT, main


class Pages(ServeTest):
    def test_every_page_is_whole_and_safe(self):
        self.serve()
        number = self.wait_for_matches()[0]["number"]
        author = self.author()
        paths = ["/", "/c/cards", "/c/cards/phases/ladder", "/c/cards/rules", "/c/cards/matches", "/c/cards/matches?bot=mimic&forfeits=1",
                 f"/c/cards/matches/ladder/{number}", "/c/cards/bots/mimic", "/c/cards/live", "/c/cards/play", "/login", "/signup", "/none"]
        for browser, more in ((self.browser(), []), (self.browser(Accept_Language="ru"), []), (author, ["/account", "/c/cards/hand-in"])):
            for path in paths + more:
                with self.subTest(path=path):
                    page = browser.get(path)
                    self.assertEqual(page.status, 404 if path == "/none" else 200, page)
                    check = PageCheck(page.text)
                    self.assertEqual(check.wrong, [])
                    self.assertTrue({"main", "header", "h1", "html"} <= check.landmarks)
                    self.assertNotIn("<b>Cards", page.text)
                    self.assertNotIn("<script>alert", page.text)
                    self.assert_safe(page)
        russian = self.browser(Accept_Language="ru").get("/c/cards").text
        self.assertIn("Таблица", russian)
        self.assertIn('<html lang="ru">', russian)
        self.stop()

    def assert_safe(self, page):
        policy = page.headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(page.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(page.headers["Referrer-Policy"], "same-origin")
        self.assertEqual(page.headers["Cross-Origin-Resource-Policy"], "same-origin")

    def test_a_replay_is_there_without_scripts(self):
        self.serve()
        number = self.wait_for_matches()[0]["number"]
        page = self.browser().get(f"/c/cards/matches/ladder/{number}")
        self.assertGreater(page.text.count("<pre"), 10)
        steps = self.browser().get(f"/api/v1/contests/cards/phases/ladder/matches/{number}/steps").json()
        self.assertEqual(steps["game"], "bidding")
        self.assertGreater(len(steps["steps"]), 10)
        record = self.browser().get(f"/api/v1/contests/cards/phases/ladder/matches/{number}/record").text
        self.stop()
        self.file("game.jsonl", record)
        self.succeed("replay", "game.jsonl")

    def test_answers_are_packed_and_kept(self):
        self.serve()
        browser = self.browser()
        rules = browser.get("/c/cards/rules", Accept_Encoding="gzip")
        self.assertEqual(rules.headers["Content-Encoding"], "gzip")
        again = browser.get("/c/cards/rules", If_None_Match=rules.headers["ETag"])
        self.assertEqual((again.status, again.bytes), (304, b""))
        style = re.search(r'href="(/assets/style-[^"]+)"', browser.get("/").text)[1]
        self.assertIn("immutable", browser.get(style).headers["Cache-Control"])
        self.assertEqual(self.author().get("/").headers["Cache-Control"], "no-store")
        self.assertEqual(browser.send("HEAD", "/").bytes, b"")
        self.stop()

    def test_the_language_can_be_chosen(self):
        self.serve()
        browser = self.browser(Accept_Language="ru")
        answer = browser.get("/c/cards/rules?lang=en")
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/c/cards/rules"))
        self.assertIn('<html lang="en">', browser.get("/c/cards/rules").text)
        # What else the address asks for stays, and stays one query.
        answer = browser.get("/c/cards/matches?bot=a%26b%0D%0Ac&lang=ru&forfeits=1")
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/c/cards/matches?bot=a%26b%0D%0Ac&forfeits=1"))
        page = browser.get("/c/cards/matches?bot=%22%3E%3Cb%3E&forfeits=1").text
        self.assertIn('href="/c/cards/matches?bot=%22%3E%3Cb%3E&amp;forfeits=1&amp;lang=en"', page)
        self.stop()

    def test_the_demo_needs_no_file(self):
        server = self.start("serve", "--demo", "--port", 0, "--folder", "demo")
        self.assertIn("demo", server.line())
        server.line()
        self.port = int(re.search(r"Serving http://127\.0\.0\.1:(\d+)", server.line())[1])
        games = {contest["game"] for contest in self.browser().get("/api/v1/contests").json()["contests"]}
        server.signal()
        self.assertEqual(server.finish().status, 0)
        self.assertEqual(games, {game["name"] for game in self.games()})


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
        self.assertEqual(self.browser(Authorization="Bearer nonsense").get("/api/v1/account").status, 401)
        self.assertEqual(self.browser().get("/api/v1/account").status, 401)
        self.stop()


class OtherSites(ServeTest):
    def test_requests_that_other_sites_make_are_refused(self):
        self.serve()
        browser = self.author()
        fields = {"name": "stolen"}
        form = "application/x-www-form-urlencoded"
        for problem, answer in {
            "no token": browser.send("POST", "/account/tokens", "name=stolen", Content_Type=form),
            "a wrong token": browser.send("POST", "/account/tokens", "name=stolen&token=" + "0" * 128, Content_Type=form),
            "another browser's token": browser.send(
                "POST", "/account/tokens", f"name=stolen&token={self.browser().token('/login')}", Content_Type=form),
            "another origin": browser.post("/account/tokens", "/account", fields, Origin="https://evil.example"),
            "no origin": browser.post("/account/tokens", "/account", fields, Origin="null"),
            "cross-site": browser.post("/account/tokens", "/account", fields, Sec_Fetch_Site="cross-site"),
            "the API with a cookie": browser.send("POST", "/api/v1/contests/cards/bots/mine/versions", "print()"),
        }.items():
            with self.subTest(problem):
                self.assertEqual(answer.status, 403, answer)
        own = browser.post("/account/tokens", "/account", fields, Origin=f"http://127.0.0.1:{self.port}", Sec_Fetch_Site="same-origin")
        self.assertEqual(own.status, 200)
        self.stop()

    def test_other_hosts_are_refused(self):
        self.serve()
        for host in ("evil.example", "evil.example:80", f"localhost.evil.example:{self.port}"):
            self.assertEqual(self.browser().get("/", Host=host).status, 421, host)
        self.assertEqual(self.browser().get("/", Host="localhost").status, 200)
        self.stop()

    def test_websockets_of_other_sites_are_refused(self):
        self.serve()
        for origin, status in (("https://evil.example", 403), ("null", 403), (f"http://127.0.0.1:{self.port}", 101)):
            client = WebSocket(self.port, "/api/v1/live/cards/ladder", Origin=origin)
            self.assertEqual(client.status, status, origin)
            client.close()
        self.stop()

    def test_https_is_strict(self):
        self.serve(text=CONTEST.replace("[server]", '[server]\nurl = "https://contest.example"'))
        browser = self.browser(Host="contest.example")
        page = browser.get("/login")
        self.assertIn("max-age", page.headers["Strict-Transport-Security"])
        self.assertTrue(page.headers["Set-Cookie"].startswith("__Host-visitor="))
        self.assertIn("; Secure", page.headers["Set-Cookie"])
        self.assertEqual(self.browser(Host="192.168.1.5").get("/").status, 421)
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


class SignUpForm(ServeTest):
    def test_a_refused_form_keeps_the_invitation(self):
        self.serve()
        page = self.browser().post("/signup", "/signup", {"name": "ann", "password": "short", "invitation": "its-code"})
        self.assertEqual(page.status, 400)
        self.assertIn('value="its-code"', page.text)
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
    def test_pages_in_russian_name_games_checks_and_roles(self):
        self.serve()
        ann, boss = self.author(), self.admin()
        path = "/c/cards/hand-in"
        version = ann.upload(path, path, {"bot": "anns", "code": GOOD_BOT, "language": "python"}).headers["Location"]
        self.wait_for_version(ann, version)
        for browser in (ann, boss):
            browser.headers["Accept-Language"] = "ru"
        for page, word in (("/", "Торги"), ("/c/cards", "Торги"), ("/c/cards/rules", "Торги"), (version, "концы строк")):
            self.assertIn(word, ann.get(page).text, page)
        rules = ann.get("/c/cards/rules").text
        self.assertEqual(PageCheck(rules).wrong, [])
        for fact in ("протокол JSON (<code>json</code>)", "<dd>60 с</dd>", "1024 МиБ, диск 256 МиБ", '<div lang="ru"><h2>Торги</h2>', "<h3>1 Правила</h3>"):
            self.assertTrue(fact in rules, fact)
            rules = rules.partition(fact)[2]  # in this order
        self.assertFalse("statistics.md" in rules, "a link that leads nowhere")
        self.assertIn('<div lang="en"><h2>The bidding game</h2>', self.browser().get("/c/cards/rules").text)
        found = ann.get(version).text
        for sentence in ("партий сыграно до конца: 3 из 3", "вопросы задавались по этому протоколу: протокол JSON", "строки кончаются на LF"):
            self.assertIn(sentence, found)
        refused = ann.upload(path, path, {"bot": "anns", "code": "raise SystemExit(3)", "language": "python"}).headers["Location"]
        self.wait_for("the check", lambda: "отклонена" in ann.get(refused).text)
        why = "партии: партия 1, ответов до этого: 0; поражение за нарушение (exit): завершился с кодом 3"
        for page in (refused, "/c/cards/bots/anns"):
            self.assertIn(why, ann.get(page).text)
        for word in ("администратор", "автор"):
            self.assertIn(f">{word}<", boss.get("/admin").text)
        self.assertIn("Ваш бот", ann.get("/c/cards/bots/anns").text)
        self.assertIn("Бот другого автора", boss.get("/c/cards/bots/anns").text)
        self.assertNotIn("hand-in?bot=anns", boss.get("/c/cards/bots/anns").text)
        self.stop()

    def test_nobody_is_first_without_a_game(self):
        self.serve(text=CONTEST.replace('builtin = "mimic"', 'command = ["sleep", "3600"]').replace('start_time = "1m"', 'start_time = "1h"'))
        browser = self.browser()
        self.wait_for("the standings", lambda: ">random<" in browser.get("/c/cards").text)
        self.assertNotIn("First place", browser.get("/").text)
        self.stop()

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
        password = re.match(r"password: (\S{16})$", self.administrate(token, "reset", "ann").out)[1]
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


class Api(ServeTest):
    def test_the_description_fits_the_server(self):
        self.serve()
        self.wait_for_matches(1)
        description = self.browser().get("/api/v1/openapi.json").json()
        values = {"contest": "cards", "phase": "ladder", "number": "0", "bot": "mimic", "version": "1", "table": "x", "account": "ann"}
        self.assertGreater(len(description["paths"]), 12)
        for pattern, methods in description["paths"].items():
            path = re.sub(r"\{(\w+)\}", lambda found: values[found[1]], pattern)
            for method, operation in methods.items():
                with self.subTest(f"{method} {pattern}"):
                    names = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
                    self.assertEqual(names, set(re.findall(r"\{(\w+)\}", pattern)))
                    if "101" in operation["responses"]:
                        continue
                    status = self.browser().send(method.upper(), path).status
                    if "security" in operation:
                        self.assertEqual(status, 401)
                    else:
                        self.assertIn(status, (200, 404))
                    other = "DELETE" if method == "get" else "PUT"
                    self.assertEqual(self.browser().send(other, path).status, 405)
        self.assertEqual(self.browser().get("/api/v1/none").json()["error"] != "", True)
        self.stop()

    def test_answers_are_as_described(self):
        """Each route of the API answers at least once, and each answer is as its schema says."""
        two = '[[contest.phase]]\nname = "cup"\nformat = "swiss"\ndeals = 1\nopponents = "house"\n'
        self.serve(text=CONTEST + two + CONTEST[CONTEST.index("[[contest]]"):CONTEST.index("[[contest.house]]")].replace('"cards"', '"list"')
                   + '[[contest.phase]]\nname = "one"\nformat = "league"\nfrom = 2099-01-01T00:00:00Z\n')
        ann, boss = (self.browser(Authorization=f"Bearer {self.api_token(one)}") for one in (self.author(), self.admin()))
        description = Description(self.browser().get("/api/v1/openapi.json").json())
        seen = set()

        def ask(method, pattern, who=ann, query="", body=None, **values):
            path = "/api/v1" + re.sub(r"\{(\w+)\}", lambda found: values[found[1]], pattern) + query
            answer = who.send(method, path, body)
            self.assertIn(answer.status, (200, 201), f"{path}: {answer}")
            schema = description.schema_of(method, "/api/v1" + pattern)
            if schema.get("format") != "binary":
                self.assertEqual(description.problems(answer.json(), schema), [], path)
                self.assertNotRegex(answer.text, r"[:,\[]-?\d[\d.]*E", path)  # 2, not 2E0
            seen.add((method.lower(), "/api/v1" + pattern))
            return answer

        bot, phase = "/contests/{contest}/bots/{bot}", "/contests/{contest}/phases/{phase}"
        mine = {"contest": "cards", "bot": "mine"}
        ask("POST", bot + "/versions", query="?file_name=bot.py", body=BAD_BOT_CODE, **mine)
        ask("POST", bot + "/versions", query="?file_name=bot.py", body=GOOD_BOT, **mine)
        self.wait_for("the checks", lambda: ask("GET", "/admin/status", boss).json()["waiting"] == 0)
        for version in "12":
            ask("GET", bot + "/versions/{version}", version=version, **mine)
        ask("POST", bot + "/versions/{version}/activate", version="2", **mine)
        ask("GET", bot, **mine)
        ask("GET", bot, self.browser(), **mine)
        ladder = {"contest": "cards", "phase": "ladder"}
        number = str(self.wait_for("a match", lambda: ask("GET", phase + "/matches", query="?bot=mine", **ladder).json()["matches"])[0]["number"])
        for pattern in ("", "/record", "/steps"):
            ask("GET", phase + "/matches/{number}" + pattern, number=number, **ladder)
        self.wait_for("ratings", lambda: ask("GET", phase + "/history", **ladder).json()["history"])
        for pattern in ("/contests", "/contests/{contest}", "/contests/{contest}/bots", "/contests/{contest}/tables", phase + "/results", "/account"):
            ask("GET", pattern, **ladder)
        self.assertEqual(self.browser().post("/c/cards/play", "/c/cards/play", {"bot2": "mimic"}).status, 303)
        self.assertTrue(self.browser().get("/api/v1/contests/cards/tables").json()["tables"])
        ask("GET", "/contests/{contest}/tables", **ladder)
        ask("POST", "/admin/begin/{contest}/{phase}", boss, contest="list", phase="one")
        ask("POST", "/admin/end/{contest}/{phase}", boss, **ladder)
        for name, values in (("ladder", ladder), ("cup", {"contest": "cards", "phase": "cup"})):
            self.wait_for(name, lambda values=values: ask("GET", phase + "/standings", **values).json()["store"])
            ask("GET", phase + "/store", **values)
        ask("GET", phase + "/standings", contest="list", phase="one")
        ask("POST", "/admin/replay/{contest}/{phase}", boss, **ladder)
        ask("POST", "/admin/invite", boss)
        ask("POST", "/admin/back-up", boss, query="?folder=monday")
        for action in ("disable", "enable", "reset", "promote"):
            ask("POST", "/admin/accounts/{account}/" + action, boss, account="ann")
        for action in ("read-only", "read-write"):
            ask("POST", "/admin/" + action, boss)
        ask("GET", "/admin/accounts", boss)
        ask("GET", "/admin/log", boss)
        ask("POST", bot + "/versions/{version}/disqualify", boss, query="?reason=x", version="2", **mine)
        routes = {(method, pattern) for pattern, methods in description.paths.items() for method, operation in methods.items()
                  if "101" not in operation["responses"]}
        # Tests of class lists and of play have these.
        table = "/api/v1/play/{contest}/{table}/"
        self.assertEqual(routes - seen, {("post", "/api/v1/admin/invite-class"), ("get", table + "steps"), ("get", table + "record")})
        self.stop()

    def test_the_feed_has_every_match_once(self):
        self.serve()
        self.wait_for_matches(5)
        numbers, first = [], 0
        while len(numbers) < 5:
            feed = self.browser().get(f"/api/v1/contests/cards/phases/ladder/results?from={first}&count=2").json()
            numbers += [match["number"] for match in feed["matches"]]
            first = feed["next"]
        self.assertEqual(numbers, list(range(len(numbers))))
        self.stop()

    def test_standings_name_everybody(self):
        self.serve()
        self.wait_for_matches(5)
        path = "/api/v1/contests/cards/phases/ladder/standings"
        rows = self.wait_for("standings", lambda: self.browser().get(path).json()["standings"])
        self.assertEqual({row["bot"] for row in rows}, {"random", "mimic"})
        self.stop()


class Sockets(ServeTest):
    def test_spectators_see_games(self):
        self.serve()
        self.wait_for_matches(1)
        first, second = (WebSocket(self.port, "/api/v1/live/cards/ladder") for _ in range(2))
        games = [json.loads(client.receive()) for client in (first, second)]
        self.assertEqual(games[0]["type"], "game")
        self.assertEqual(games[0]["game"]["game"], "bidding")
        first.close()
        second.close()
        self.stop()

    def live(self):
        client = WebSocket(self.port, "/api/v1/live/cards/ladder")
        self.addCleanup(client.close)
        return client

    def test_spectators_see_each_move_when_it_is_played(self):
        slow = f'[[contest.house]]\nname = "slow{{0}}"\ncommand = ["{sys.executable}", "-u", "BOT"]\n\n'
        # Until there is a file `go`, each move takes 3 s, so that no match is over before its first moves are seen.
        go = self.folder / "go"
        wait = f"    late = time.monotonic() + 3\n    while message['type'] == 'turn' and not os.path.exists({str(go)!r}) and "
        wait += "time.monotonic() < late: time.sleep(0.01)\n    if message"
        bot = str(self.file("slow.py", SLOW_BOT.replace("import json", "import os, json").replace("    if message", wait)))
        house = CONTEST[CONTEST.index("[[contest.house]]"):CONTEST.index("[[contest.phase]]")]
        self.serve(text=CONTEST.replace(house, "".join(slow.format(i) for i in "ab").replace("BOT", bot)))
        first = self.live()
        message = json.loads(first.receive())
        self.assertEqual((message["type"], message["game"]["result"]), ("game", None))
        game = message["game"]

        def watch(client, game, until):
            """Adds to the game what comes, until this is true of it."""
            while not until(game):
                answer = json.loads(client.receive())
                self.assertIn(answer["type"], ("step", "result"))
                game["steps"] += [answer["step"]] if answer["type"] == "step" else []
                game["result"] = answer.get("result")

        watch(first, game, lambda game: any("text" in step for step in game["steps"]))
        joined = len(game["steps"])
        late = self.live()
        again = json.loads(late.receive())
        self.assertGreaterEqual(len(again["game"]["steps"]), joined, "whoever comes later gets what was played")
        self.assertIsNone(again["game"]["result"])
        go.touch()
        for client, seen in ((first, game), (late, again["game"])):
            watch(client, seen, lambda game: game["result"] is not None)
        self.assertEqual(again, {**message, "game": game})
        path = f"/api/v1/contests/cards/phases/ladder/matches/{message['match']}/steps"
        stored = self.wait_for("the match", lambda: (answer := self.browser().get(path)).status == 200 and answer.json())
        self.assertEqual(game, stored, "with the time of each move")
        self.assertTrue(any(step.get("ms", 0) >= 200 for step in stored["steps"]))
        self.stop()


if __name__ == "__main__":
    main()
