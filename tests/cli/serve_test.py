"""A server of contests as browsers, scripts and other sites use it: pages, the API, live games."""
import json
import re
import sys

from contest_server import BAD_BOT_CODE, CONTEST, GOOD_BOT, Description, PageCheck, ServeTest, WebSocket
from support import main


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
        quick = CONTEST.replace("[contest.limits]", "[contest.options]\ncards = 5\n[contest.limits]")  # to review: the server stops after 5 s
        self.serve(text=quick + two + CONTEST[CONTEST.index("[[contest]]"):CONTEST.index("[[contest.house]]")].replace('"cards"', '"list"')
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
        losses = [step["loss"] for step in ask("POST", phase + "/matches/{number}/review", number=number, **ladder).json()["steps"] if "loss" in step]
        self.assertEqual(len(losses), 8)  # each seat has a choice in four rounds
        self.assertEqual(self.browser().send("POST", f"/api/v1/contests/cards/phases/ladder/matches/{number}/review").status, 401)
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


# It plays the first table of the first deal at once, and waits at the others for the file `go`.
HELD_BOT = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        open("FOLDER/begun", "a").write("1")
        while os.path.getsize("FOLDER/begun") > 2 and not os.path.exists("FOLDER/go"):
            time.sleep(0.01)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][0]}), flush=True)
"""


class Sockets(ServeTest):
    def live(self):
        client = WebSocket(self.port, "/api/v1/live/cards/ladder")
        self.addCleanup(client.close)
        return client

    def test_spectators_see_games(self):
        self.serve()
        self.wait_for_matches(1)
        clients = [self.live() for _ in range(2)]
        first, second = (json.loads(client.receive()) for client in clients)
        self.assertEqual(first["type"], "game")
        self.assertEqual(first["game"]["game"], "bidding")
        path = f"/api/v1/contests/cards/phases/ladder/matches/{first['match']}/steps"
        self.assertEqual(first["game"], self.browser().get(path).json(), "the whole game")
        self.assertEqual(first, second)
        self.stop()

    def test_no_one_sees_a_game_while_its_deal_is_played_elsewhere(self):
        bot = self.file("held.py", HELD_BOT.replace("FOLDER", str(self.folder)))
        held = f'[[contest.house]]\nname = "held{{0}}"\ncommand = ["{sys.executable}", "{bot}"]\n\n'
        house = CONTEST[CONTEST.index("[[contest.house]]"):CONTEST.index("[[contest.phase]]")]
        self.serve(text=CONTEST.replace(house, held.format("a") + held.format("b")).replace('"bidding"', '"lost_cities"'))
        browser, phase = self.browser(), "/api/v1/contests/cards/phases/ladder"
        spectator = self.live()
        self.wait_for("a match", lambda: browser.get(f"{phase}/standings").json()["matches"] == 1)
        for list_of_matches in ("matches", "results?from=0", "matches?bot=helda"):
            self.assertEqual(browser.get(f"{phase}/{list_of_matches}").json()["matches"], [])
        for what in ("", "/record", "/steps"):
            self.assertEqual(browser.get(f"{phase}/matches/0{what}").status, 404)
        self.assertEqual(browser.get("/c/cards/matches/ladder/0").status, 404)
        self.folder.joinpath("go").touch()
        shown = json.loads(spectator.receive())
        self.assertEqual(shown["game"], browser.get(f"{phase}/matches/{shown['match']}/steps").json())
        for number in (0, 1):
            self.assertEqual(browser.get(f"{phase}/matches/{number}/steps").status, 200)
        self.assertEqual(browser.get("/c/cards/matches/ladder/0").status, 200)
        self.stop()


if __name__ == "__main__":
    main()
