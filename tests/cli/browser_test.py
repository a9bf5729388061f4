"""`arena run --open` and `arena play --browser`: the pages of a contest, at home and without an account."""
import http.client
import json
import re
import time

from contest_server import WebSocket
from support import PATIENCE, ArenaTest, main, processes_with, wait_until

BIDDING = ("bidding", "--option", "cards=4", "--seed", "1")


class BrowserTest(ArenaTest):
    """The browser is a script that writes down what it is to open."""

    has_scripts = None  # found out once

    def setUp(self):
        super().setUp()
        self.open_with("")
        if BrowserTest.has_scripts is None:
            tried = self.start("run", *BIDDING, "-b", "mimic", "-n", 1, "--open", extra=self.chosen).finish()
            BrowserTest.has_scripts = "built without the scripts" not in tried.err
            if BrowserTest.has_scripts:
                self.wait_for_browser()
            self.opened().unlink(missing_ok=True)
        if not BrowserTest.has_scripts:
            self.leave_out("this arena was built without npm")

    def open_with(self, more):
        script = self.file("browser", f'#!/bin/sh\ncd "{self.folder}" && echo "$1" > opening && mv opening opened\n{more}\n', executable=True)
        self.chosen = {"BROWSER": str(script)}

    def opened(self):
        return self.folder / "opened"

    def wait_for_browser(self):
        """Until it has opened the address, and has ended: arena does not wait for a slow one."""
        wait_until(self.opened().exists, "the browser")
        wait_until(lambda: not processes_with(self.mark), "the end of the browser")


class Open(BrowserTest):
    def run_open(self, games=1, **more):
        result = self.start("run", *BIDDING, "-b", "mimic", "-b", "random", "-n", games, "--open", "--record", "games.jsonl",
                            **{"extra": self.chosen, **more}).finish()
        self.assertEqual(result.status, 0, result)
        if not more:
            self.wait_for_browser()
        return result

    def steps(self, page):
        found, = re.findall(r'<script type="application/json" id="steps">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
        return json.loads(found)

    def test_one_game_is_a_page(self):
        result = self.run_open()
        path = self.opened().read_text().strip()
        self.assertIn(f"1 game: {path}\n", result.err)
        record, = self.records()
        self.assertEqual(self.steps(self.folder / path)["result"]["scores"], record["scores"])

    def test_several_games_have_a_list(self):
        self.run_open(3)
        index = self.folder / self.opened().read_text().strip()
        links = re.findall(r'<li><a href="([^"]+)">([^<]+)</a>', index.read_text("utf-8"))
        self.assertEqual(len(links), 3)
        for (link, text), record in zip(links, self.records()):
            self.assertEqual(self.steps(index.parent / link)["result"]["scores"], record["scores"])
            names = [player["name"] for player in record["players"]]
            self.assertEqual(text, ", ".join(f"{name} {score}" for name, score in zip(names, record["scores"])))

    def test_of_many_games_the_first_are_shown(self):
        result = self.run_open(51)
        index = self.folder / self.opened().read_text().strip()
        self.assertIn(f"The first 50 of 51 games: {index}\n", result.err)
        self.assertEqual(len(list(index.parent.glob("game-*.html"))), 50)

    def test_without_a_browser_the_page_is_there(self):
        for browser, why in (("no-such-browser", "no-such-browser"), ("false", "it failed")):
            with self.subTest(browser):
                err = self.run_open(extra={"BROWSER": browser}).err
                self.assertRegex(err, f"No browser could be opened .*{why}.*: open this address yourself")
                self.assertTrue((self.folder / re.search(r"1 game: (\S+)", err)[1]).exists())
                (self.folder / "games.jsonl").unlink()

    def test_the_browser_outlives_arena(self):
        self.open_with("exec sleep 1000")
        running = self.start("run", *BIDDING, "-b", "mimic", "-b", "random", "--open", extra=self.chosen)
        self.assertEqual(running.finish().status, 0)
        wait_until(lambda: list(processes_with(self.mark).values()) == ["sleep 1000 "], "the browser alone")


class Play(BrowserTest):
    def play(self, *words):
        running = self.start("play", *BIDDING, "--browser", "-b", "mimic", "--record", "games.jsonl", *words, extra=self.chosen)
        for line in running.process.stderr:
            if found := re.match(r"You play at (http://127\.0\.0\.1:(\d+)/([0-9a-f]{64})/)\n", line):
                break
        self.port, self.secret = int(found[2]), found[3]
        wait_until(self.opened().exists, "the browser")
        self.assertEqual(self.opened().read_text().strip(), found[1])
        return running

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        response = connection.getresponse()
        answer = response.status, response.headers, response.read().decode()
        connection.close()
        return answer

    def table(self):
        client = WebSocket(self.port, f"/{self.secret}/table")
        self.addCleanup(client.close)
        self.assertEqual(client.status, 101)
        return client

    def messages(self, client, until="end"):
        """Plays the first legal move each time; all messages."""
        received = []
        while not received or received[-1]["type"] != until:
            received.append(json.loads(client.receive()))
            if received[-1]["type"] == "turn":
                client.send(json.dumps({"move": received[-1]["legal"][0], "id": received[-1]["id"]}))
        return received

    def steps(self):
        return json.loads(self.get(f"/{self.secret}/table/steps")[2])

    def test_a_game(self):
        running = self.play()
        status, headers, page = self.get(f"/{self.secret}/")
        self.assertEqual(status, 200)
        self.assertIn("script-src 'self'", headers["Content-Security-Policy"])
        for asset in re.findall(rf'(?:src|href)="(/{self.secret}/assets/[^"]+)"', page):
            self.assertEqual(self.get(asset)[0], 200, asset)
        end = self.messages(self.table())[-1]
        steps = self.steps()
        result = running.finish()
        record, = self.records()
        self.assertEqual(record["scores"], end["scores"])
        self.assertEqual(record["scores"], steps["result"]["scores"])
        self.assertEqual([player["name"] for player in record["players"]], ["you", "mimic"])
        self.assertEqual(result.status, 0)
        self.assertRegex(result.out, r"The bidding game: 1 game")
        self.assert_nothing_left()

    def test_the_address_has_a_secret(self):
        running = self.play()
        wrong = "0" * 64
        for path in ("/", f"/{wrong}/", f"/{wrong}/table/steps", "/table", f"/{self.secret}x/", f"/{self.secret}"):
            self.assertEqual(self.get(path)[0], 404, path)
        other = WebSocket(self.port, f"/{wrong}/table")
        self.assertEqual(other.status, 404)
        other.close()
        self.interrupt(running)

    def test_a_page_that_is_loaded_again_shows_the_same_match(self):
        running = self.play()
        first = self.table()
        before = self.messages(first, until="turn")
        first.close()
        again = self.messages(self.table())
        lines, lines_again = ([message for message in messages if message["type"] != "table"] for messages in (before, again))
        self.assertEqual(lines_again[:len(lines)], lines)
        self.steps()
        self.assertEqual(running.finish().status, 0)

    def test_the_next_game_waits_for_the_person(self):
        running = self.play("-n", 2)
        client = self.table()
        first = self.messages(client)
        self.assertIs(next(message for message in first if message["type"] == "table")["next"], True)
        self.assertEqual(self.steps()["result"]["scores"], first[-1]["scores"])
        client.send(json.dumps({"next": True}, separators=(",", ":")))
        second = self.messages(client)
        kinds = [message["type"] for message in second]
        self.assertEqual(kinds.count("start"), 1)
        self.assertIs(next(message for message in second if message["type"] == "table" and message["state"] == "running")["next"], False)
        self.steps()
        self.assertEqual(running.finish().status, 0)
        self.assertEqual([record["scores"] for record in self.records()], [first[-1]["scores"], second[-1]["scores"]])

    def test_whoever_closes_the_page_has_left(self):
        running = self.play("-n", 2)
        client = self.table()
        self.messages(client, until="turn")
        began = time.monotonic()
        client.close()
        result = running.finish()
        self.assertGreater(time.monotonic() - began, 5)
        self.assertIn("You left. Game 1 of The bidding game counts as forfeited.\n", result.err)
        self.assertEqual(self.ends(), ["disconnect"])
        self.assertEqual(result.status, 0)


if __name__ == "__main__":
    main()
