"""People who play in the browser at the tables of `arena serve`."""
import json
import re
import sqlite3
import time

from contest_server import CONTEST, GOOD_BOT, PASSWORD, Description, PageCheck, ServeTest, WebSocket
from support import PATIENCE, main

LOBBY = "/c/cards/play"
TABLES = "/api/v1/contests/cards/tables"


class TablesTest(ServeTest):
    def open_table(self, browser, bots=("mimic",)):
        answer = browser.post(LOBBY, LOBBY, {f"bot{seat}": bot for seat, bot in enumerate(bots, 2)})
        self.assertEqual(answer.status, 303, answer)
        return answer.headers["Location"].rpartition("/")[2]

    def sit_down(self, browser, table):
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return WebSocket(self.port, f"/api/v1/play/cards/{table}", Origin=f"http://127.0.0.1:{self.port}", Cookie=cookies)

    def two_people(self):
        ann, bob = self.author("ann"), self.author("bob")
        table = self.open_table(ann, ("",))
        self.assertEqual(bob.post(f"{LOBBY}/{table}/join", LOBBY, {}).status, 303)
        return ann, bob, table, [self.sit_down(one, table) for one in (ann, bob)]

    def read_until(self, client, is_last):
        """All messages up to the one that is wanted."""
        messages = []
        while not messages or not is_last(messages[-1]):
            line = client.receive()
            self.assertIsNotNone(line, messages[-3:])
            messages.append(json.loads(line))
        return messages

    def next_turn(self, client):
        return self.read_until(client, lambda message: message["type"] == "turn")[-1]

    def read_to_the_end(self, client):
        return self.read_until(client, lambda message: message["type"] == "table" and message["state"] == "over")

    def read_all(self, client):
        """All messages up to the end of the connection."""
        messages = []
        while (line := client.receive()) is not None:
            messages.append(json.loads(line))
        client.close()
        return messages

    def tables_of_lobby(self):
        return {table["id"]: table for table in self.browser().get(TABLES).json()["tables"]}


class Authors(TablesTest):
    def test_a_bot_plays_against_people_only_while_its_author_plays_in_no_phase(self):
        self.serve(text=CONTEST.replace('games_per_day', 'from = 2100-01-01T00:00:00Z\ngames_per_day'))
        boss, ann = self.api_token(self.admin()), self.author()
        answer = ann.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("bot.py", GOOD_BOT))
        self.wait_for_version(ann, answer.headers["Location"])
        self.assertEqual(ann.post("/c/cards/bots/anns/open", "/account", {}).status, 303)
        guest = self.browser()
        self.assertIn("anns", guest.get(LOBBY).text)
        running, waiting = (self.sit_down(guest, self.open_table(guest, ["anns"])), self.open_table(ann, ["anns"]))
        self.next_turn(running)
        self.administrate(boss, "begin", "cards", "ladder")
        self.read_until(running, lambda message: message["type"] == "table" and message["state"] == "failed")
        self.wait_for("the end of the other table", lambda: waiting not in self.tables_of_lobby())
        self.assertNotIn("anns", guest.get(LOBBY).text)
        refused = guest.post(LOBBY, LOBBY, {"bot2": "anns"})
        self.assertEqual(refused.status, 400)
        self.assertIn("People cannot play against this bot", refused.text)
        self.stop()


class Playing(TablesTest):
    def test_a_person_plays_a_whole_game(self):
        self.serve()
        browser = self.browser()
        table = self.open_table(browser)
        path = f"/api/v1/play/cards/{table}"
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        origin = f"http://127.0.0.1:{self.port}"
        for headers, whose in (({"Origin": origin}, "another client"), ({"Origin": "https://evil.example", "Cookie": cookies}, "another site")):
            other = WebSocket(self.port, path, **headers)
            self.assertEqual(other.status, 403, whose)
            other.close()
        client = self.sit_down(browser, table)
        seen, view = [], {}
        while not seen or seen[-1]["type"] != "end":
            seen.append(json.loads(client.receive()))
            if seen[-1]["type"] == "view":
                view.update(seen[-1]["view"])
            if seen[-1]["type"] == "turn":
                self.assertEqual({**seen[-1]["view"], "possible": None}, {**view, "possible": None}, "what a bot would see, and no more")
                client.send(json.dumps({"move": seen[-1]["legal"][-1]}))
        types = [message["type"] for message in seen]
        self.assertGreater(types.count("view"), types.count("turn"), "also after the moves of others")
        self.assertEqual(seen[-1]["end"], "played out")
        over = self.read_to_the_end(client)[-1]
        self.assertEqual((over["result"], over["kept"]), ({name: seen[-1][name] for name in ("scores", "places", "end")}, True))
        client.close()
        self.stop()

    def test_a_game_can_be_shown_to_others_for_good(self):
        self.serve()
        ann = self.author()
        table = self.open_table(ann)
        client = self.sit_down(ann, table)
        message = self.next_turn(client)  # the table is no longer one that waits
        page, api = f"{LOBBY}/{table}", f"/api/v1/play/cards/{table}"
        other = self.browser().get(page)
        self.assertEqual((other.status, PageCheck(other.text).wrong), (200, []))
        self.assertIn("Others play here.", other.text)
        self.assertEqual(other.headers["Refresh"], "10", "it will show the game")
        self.assertNotIn('id="play"', other.text)
        for part in ("/steps", "/record"):
            self.assertEqual(self.browser().get(api + part).status, 404, "it is not over")
        while message["type"] != "end":
            if message["type"] == "turn":
                client.send(json.dumps({"move": message["legal"][-1]}))
            message = json.loads(client.receive())
        self.read_to_the_end(client)
        client.close()
        late = self.sit_down(ann, table)
        self.assertEqual(self.read_all(late), [], "the page has the game now")
        for _ in range(2):
            for browser in (ann, self.browser()):
                shown = browser.get(page)
                self.assertEqual((shown.status, PageCheck(shown.text).wrong), (200, []))
                self.assertIn('data-steps="' + api, shown.text)
                self.assertIn("/play?bot2=mimic", shown.text)
                steps = browser.get(api + "/steps").json()
                self.assertEqual(([player["name"] for player in steps["players"]], steps["broken"]), (["ann", "mimic"], ""))
            record = self.browser().get(api + "/record")
            schema = Description(self.browser().get("/api/v1/openapi.json").json())
            self.assertEqual(schema.problems(record.json(), schema.schema_of("GET", "/api/v1/play/{contest}/{table}/record")), [])
            self.file("game.jsonl", record.text)
            self.assertNotIn("command", record.text, "paths of the server")
            account = ann.get("/account").text
            self.assertRegex(account, f'href="{page}"><span class="(won)?">ann -?[0-9]+</span> – <span class="(won)?">mimic')
            self.stop()
            self.succeed("replay", "game.jsonl")
            self.serve()  # all is there after a restart
            ann = self.browser()
            self.assertEqual(ann.post("/login", "/login", {"name": "ann", "password": PASSWORD}).status, 303)
        self.assertIn("You have not played in the browser yet.", self.author("bob").get("/account").text)
        self.assertEqual(self.browser().get(f"{LOBBY}/none").status, 404)
        self.stop()

    def test_whoever_runs_out_of_time_is_out_and_sees_the_end(self):
        self.serve(text=CONTEST.replace("jobs = 1", 'jobs = 1\ntable_move_time = "1s"').replace('game = "bidding"', 'game = "bidding"\nseats = 3'))
        ann = self.author()
        table = self.open_table(ann, ("mimic", "random"))
        client = self.sit_down(ann, table)
        messages = self.read_to_the_end(client)
        forfeit, = (message for message in messages if message["type"] == "forfeit")
        self.assertEqual((forfeit["seat"], forfeit["forfeit"]), (0, "time"))
        self.assertTrue([message for message in messages[messages.index(forfeit):] if message["type"] == "view"], "the game goes on")
        self.assertEqual((messages[-1]["result"]["places"][0], messages[-1]["kept"]), (3, True))
        client.close()
        self.assertIn("/steps", ann.get(f"{LOBBY}/{table}").text)
        self.assertIn(table, ann.get("/account").text)
        self.stop()

    def test_whoever_comes_back_has_the_time_that_is_left(self):
        self.serve()
        browser = self.browser()
        table = self.open_table(browser)
        first = self.sit_down(browser, table)
        asked = self.next_turn(first)
        since = time.monotonic()
        for _ in range(3):
            browser.get(LOBBY)
        passed = int((time.monotonic() - since) * 1000)
        again = self.sit_down(browser, table)
        self.assertLessEqual(self.next_turn(again)["ms"], asked["ms"] - passed)
        self.assertEqual(self.read_all(first)[-1], {"type": "elsewhere"}, "one window at a time")
        again.close()
        self.stop()

    def test_an_answer_is_not_asked_for_twice(self):
        self.serve()
        ann, _, table, clients = self.two_people()
        turn = self.next_turn(clients[0])
        answer = {"move": turn["legal"][0], "id": turn["id"]}
        clients[0].send(json.dumps({"move": "none"}))
        refused = self.read_until(clients[0], lambda message: message["type"] in ("error", "forfeit", "end"))[-1]
        self.assertEqual(refused["type"], "error", "a person may try again")
        clients.append(self.sit_down(ann, table))
        self.read_until(clients[-1], lambda message: message["type"] == "error")
        clients[-1].send(json.dumps(answer))
        self.wait_for("the server to have read it", lambda: self.is_answered(ann, table, clients))
        self.next_turn(clients[1])
        clients[1].send(json.dumps({"move": answer["move"]}))
        self.assertNotEqual(self.next_turn(clients[-1])["id"], turn["id"], "the next question is open")
        for client in clients:
            client.close()
        self.stop()

    def is_answered(self, browser, table, clients):
        """Whether a window that comes now is sent no question that is open."""
        clients.append(self.sit_down(browser, table))
        self.read_until(clients[-1], lambda message: message["type"] == "error")
        clients[-1].socket.settimeout(1)
        try:
            return json.loads(clients[-1].receive()) == {"type": "answered"}
        except TimeoutError:
            return False
        finally:
            clients[-1].socket.settimeout(PATIENCE)


class Leaving(TablesTest):
    def test_the_refusal_of_a_fifth_table_offers_to_leave_one(self):
        self.serve()
        ann = self.author()
        tables = [self.open_table(ann, bots) for bots in (("mimic",), ("mimic",), ("",), ("",))]
        client = self.sit_down(ann, tables[0])
        self.next_turn(client)
        refused = ann.post(LOBBY, LOBBY, {"bot2": "random"})
        self.assertEqual((refused.status, PageCheck(refused.text).wrong), (400, []))
        self.assertIn("Too many tables are open: you, or all guests at your network address, may have 4 at a time", refused.text)
        self.assertIn('value="random" selected', refused.text)
        for table in tables:
            self.assertIn(f'action="{LOBBY}/{table}/leave"', refused.text)
            self.assertIn(f'href="{LOBBY}/{table}"', refused.text)
        self.assertNotIn("/leave", self.browser().get(LOBBY).text, "only whoever sits there can")

        self.assertEqual(self.browser().post(f"{LOBBY}/{tables[0]}/leave", LOBBY, {}).status, 303)
        self.assertEqual(ann.post(LOBBY, LOBBY, {"bot2": "random"}).status, 400, "others leave nothing")
        self.assertEqual(ann.post(f"{LOBBY}/{tables[0]}/leave", LOBBY, {}).status, 303)
        self.read_all(client)  # its window is closed
        self.wait_for("the game", lambda: 'id="viewer"' in ann.get(f"{LOBBY}/{tables[0]}").text)
        self.open_table(ann)
        steps = self.browser().get(f"/api/v1/play/cards/{tables[0]}/steps").json()["steps"]
        self.assertEqual([step["forfeit"] for step in steps if "forfeit" in step], ["disconnect"])
        for table in tables[1:]:
            self.assertEqual(ann.post(f"{LOBBY}/{table}/leave", LOBBY, {}).status, 303)
            self.assertEqual(ann.get(f"{LOBBY}/{table}").status, 404, "nothing was played")
            self.wait_for("another lobby", lambda table=table: table not in self.tables_of_lobby())
        self.stop()

    def test_a_seat_that_is_left_is_free_for_another(self):
        self.serve()
        ann, bob, cat = (self.author(name) for name in ("ann", "bob", "cat"))
        table = self.open_table(ann, ("",))
        self.assertEqual(ann.post(f"{LOBBY}/{table}/leave", LOBBY, {}).status, 303)
        self.assertEqual(self.browser().post(f"{LOBBY}/{table}/join", LOBBY, {}).status, 400, "the table is closed")
        table = self.open_table(ann, ("",))
        old = self.sit_down(ann, table)
        self.assertEqual(bob.post(f"{LOBBY}/{table}/join", LOBBY, {}).status, 303)
        self.assertEqual(ann.post(f"{LOBBY}/{table}/leave", LOBBY, {}).status, 303)
        self.read_all(old)  # its window is closed
        self.wait_for("the free seat", lambda: self.tables_of_lobby()[table]["seats"] == ["", "bob"])
        self.assertIn("This table waits for players.", ann.get(f"{LOBBY}/{table}").text)
        self.assertEqual(cat.post(f"{LOBBY}/{table}/join", LOBBY, {}).status, 303)
        refused = self.sit_down(ann, table)
        self.assertEqual(refused.status, 403)
        clients = [self.sit_down(one, table) for one in (cat, bob)]
        self.assertEqual([self.next_turn(client)["view"]["seat"] for client in clients], [0, 1])
        for client in (*clients, refused):
            client.close()
        self.stop()

    def test_whoever_leaves_a_match_forfeits_it(self):
        self.serve()
        ann, bob, table, clients = self.two_people()
        for client in clients:
            self.next_turn(client)
        self.assertEqual(ann.post(f"{LOBBY}/{table}/leave", LOBBY, {}).status, 303)
        clients[1].send(json.dumps({"move": "1"}))
        messages = self.read_to_the_end(clients[1])
        self.assertEqual([message for message in messages if message["type"] == "forfeit"],
                         [{"type": "forfeit", "seat": 0, "forfeit": "disconnect", "detail": ""}])
        self.assertEqual(messages[-1]["result"]["places"], [2, 1])
        for browser in (ann, bob):
            self.assertIn(table, browser.get("/account").text)
        for client in clients:
            client.close()
        self.stop()

    def test_the_account_has_all_games(self):
        self.serve()
        ann = self.author()
        table = self.open_table(ann)
        client = self.sit_down(ann, table)
        self.next_turn(client)
        self.assertEqual(ann.post(f"{LOBBY}/{table}/leave", LOBBY, {}).status, 303)
        client.close()
        self.wait_for("the game", lambda: table in ann.get("/account").text)
        self.stop()
        database = sqlite3.connect(self.folder / "state/host.db")
        for number in range(2, 23):
            database.execute("INSERT INTO table_game SELECT ?, contest, ?, record, played_at, 0 FROM table_game WHERE number = 1", (number, f"more{number}"))
            database.execute("INSERT INTO table_player SELECT account, ? FROM table_player WHERE game = 1", (number,))
        database.commit()
        self.serve()
        ann = self.browser()
        self.assertEqual(ann.post("/login", "/login", {"name": "ann", "password": PASSWORD}).status, 303)
        shown = []
        path = "/account"
        while path:
            page = ann.get(path).text
            shown += re.findall(rf'href="{LOBBY}/(\w+)"', page)
            older = re.search(r'rel="next" href="([^"]+)"', page)
            path = older and "/account" + older[1]
        self.assertEqual(shown, [f"more{number}" for number in range(22, 1, -1)] + [table])
        database.execute("DELETE FROM table_player WHERE game > 20")
        database.commit()
        database.close()
        self.assertNotIn('rel="next"', ann.get("/account").text, "a page of twenty is the last one")
        self.stop()

    def test_one_address_cannot_take_all_tables(self):
        self.serve("--proxy", "127.0.0.1")

        def opens(browser):
            return browser.post(LOBBY, LOBBY, {"bot2": "mimic"}).status == 303

        guests = [opens(self.browser(X_Forwarded_For="1.2.3.4")) for _ in range(6)]
        self.assertEqual(guests, 4 * [True] + 2 * [False], "browsers without an account")
        self.assertTrue(opens(self.browser(X_Forwarded_For="5.6.7.8")))
        names = ("ann", "bob", "cat")
        own = []
        for name in names:
            author = self.browser(X_Forwarded_For="1.2.3.4")
            self.assertEqual(author.sign_up(name).status, 303)
            own.append([opens(author) for _ in range(5)])
        self.assertEqual(own, 2 * [4 * [True] + [False]] + [5 * [False]], "four for each account, twelve for their address")
        self.stop()


if __name__ == "__main__":
    main()
