"""A server of contests under attack. serve_test.py and serve_authors_test.py have what browsers alone can try: log-ins,
forms, hosts, redirects.
"""
import io
import json
import os
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import threading
import time
import zipfile

from rows_sandbox import WHY_NOT
from contest_server import CONTEST, GOOD_BOT, PASSWORD, PageCheck, ServeTest, WebSocket
from parallel import main
from support import PATIENCE, WHOLE, process_files, processes_with, wait_until

SECRET = "the-secret-of-ann"
API = "/api/v1/contests/cards"
QUOTAS = """
[contest.quotas]
bots = 20
versions_per_day = 100
check_time_per_day = "10h"
upload = "200K"
build_time = "30s"
build_disk = "16M"
build_memory = "256M"
build_processes = 16
"""
SANDBOXED = CONTEST.replace("sandbox = false", "sandbox = true").replace("[[contest.house]]", QUOTAS + "\n[[contest.house]]", 1)

# It looks where secrets are, writes what it finds to stderr, and fails.
SPY = """
import os, socket, sys
def tries(what, act):
    try:
        found = act()
        print(what, "GOT" if found else "nothing", repr(found)[:300], file=sys.stderr)
    except OSError as error:
        print(what, type(error).__name__, file=sys.stderr)
for path in {paths}:
    tries(path, lambda: open(path, "rb").read(4000))
tries("versions", lambda: os.listdir("{folder}/state/versions"))
tries("users", lambda: open("/etc/passwd").read())
tries("write", lambda: open("/usr/written", "w"))
tries("own folder", lambda: open(os.path.dirname(os.path.abspath(__file__)) + "/written", "w"))
tries("network", lambda: socket.create_connection(("127.0.0.1", {port}), 2))
for number in [one for one in os.listdir("/proc") if one.isdigit()]:
    tries("server", lambda: "contest.toml" in open("/proc/" + number + "/cmdline").read())
sys.exit(3)
"""
JAVA_SPY = """
import java.nio.file.*;
class state {{
  public static void main(String[] words) throws Exception {{
    for (String path : new String[] {{ {paths} }}) {{
      try {{ System.err.println("GOT " + new String(Files.readAllBytes(Paths.get(path)))); }}
      catch (Exception error) {{ System.err.println(error); }}
    }}
    System.exit(3);
  }}
}}
"""


def zipped(files, mode=0o100755):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)
    return out.getvalue()


def tarred(*entries):
    """Of (name, type, where a link leads)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, kind, link in entries:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, link
            archive.addfile(info)
    return out.getvalue()


class SecurityTest(ServeTest):
    def script(self, browser):
        """A script of this author, which uses the API."""
        return self.browser(Authorization=f"Bearer {self.api_token(browser)}")

    def send_raw(self, data):
        """The statuses of all answers to these bytes, until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            client.sendall(data)
            answer = b""
            try:
                while piece := client.recv(65536):
                    answer += piece
            except ConnectionResetError:
                pass
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answer)]

    def hand_in(self, script, bot, file, data, query=""):
        """The version when it is checked."""
        answer = script.send("POST", f"{API}/bots/{bot}/versions?file_name={file}{query}", data)
        self.assertEqual(answer.status, 201, answer)
        path = f"{API}/bots/{bot}/versions/{answer.json()['number']}"
        return self.wait_for("the check", lambda: (version := script.get(path).json())["state"] not in ("waiting", "checking") and version)

    def serve_sandboxed(self):
        if WHY_NOT:
            self.leave_out(WHY_NOT)
        self.folder.chmod(0o711)  # the user of the bots passes through
        self.serve(text=SANDBOXED)


class Requests(SecurityTest):
    def test_no_request_hides_in_another(self):
        self.serve()
        head = b"POST /login HTTP/1.1\r\nHost: localhost\r\n"
        second = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for problem, lines in {
            "two lengths": b"Content-Length: 4\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "a list of lengths": b"Content-Length: 5, 5\r\n\r\n0\r\n\r\n",
            "the same length twice": b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "a length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "chunks and a length": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "an unknown encoding and a length": b"Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "an unknown encoding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "two encodings": b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "two lines of encodings": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
            "a space before the colon": b"Content-Length : 5\r\n\r\n0\r\n\r\n",
            "a signed length": b"Content-Length: +5\r\n\r\n0\r\n\r\n",
            "a length beyond 64 bits": b"Content-Length: 18446744073709551621\r\n\r\n0\r\n\r\n",
            "a signed chunk": b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
            "a chunk beyond 64 bits": b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n\r\n",
            "an end of line without \\r": b"A: b\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "a zero byte": b"A: b\0c\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        }.items():
            with self.subTest(problem):
                self.assertEqual(self.send_raw(head + lines + second), [400])
        old = b"POST /login HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        self.assertEqual(self.send_raw(old + second), [400])
        hidden = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(second) + second
        last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        self.assertEqual(self.send_raw(hidden + last), [200, 200], "a body is no request")
        self.assertEqual(self.send_raw(second * 30 + last), [200] * 31, "requests in one packet")
        self.stop()

    def test_what_is_packed_stays_packed(self):
        self.serve()
        script = self.script(self.author())
        bomb = zipped({"bot.py": b"#" * 30_000_000})
        answer = script.send("POST", f"{API}/bots/mine/versions?file_name=bot.py", bomb, Content_Encoding="deflate")
        self.assertEqual(answer.status, 201, answer)
        path = f"{API}/bots/mine/versions/1"
        version = self.wait_for("the check", lambda: (one := script.get(path).json())["state"] == "refused" and one)
        self.assertIn("the archive is refused", version["reason"])
        self.stop()

    def test_an_address_is_what_the_proxy_says(self):
        self.serve("--proxy", "127.0.0.1", "--log", "access.jsonl")

        def ask(*lines):
            head = b"".join(b"X-Forwarded-For: " + line + b"\r\n" for line in lines)
            self.send_raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + head + b"\r\n")
            return json.loads((self.folder / "access.jsonl").read_text().splitlines()[-1])["address"]

        self.assertEqual(ask(b"6.6.6.6, 1.2.3.4"), "1.2.3.4")
        self.assertEqual(ask(b"6.6.6.6", b"1.2.3.4"), "1.2.3.4", "a proxy that adds a line of its own")
        self.assertEqual(ask(b"6.6.6.6", b"1.2.3.4, 127.0.0.1"), "1.2.3.4")
        self.assertEqual(ask(b"1.2.3.4\", \"account\": \"boss"), "127.0.0.1")
        self.assertEqual(self.browser(X_Forwarded_For="1.2.3.4").send("GET", "/%ff%00").status, 404)
        self.send_raw(b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        for line in (self.folder / "access.jsonl").read_bytes().splitlines():
            self.assertIsInstance(json.loads(line.decode()), dict)
        self.stop()

    def test_thousands_of_idle_connections(self):
        # The first ones end after 20 s: a busy computer cannot have many at once.
        most = 10_000 if WHOLE else 520
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limits[1] != resource.RLIM_INFINITY and limits[1] < most + 2_000:
            self.skipTest(f"only {limits[1]} open files are allowed here (ulimit -Hn)")
        self.serve()
        resource.setrlimit(resource.RLIMIT_NOFILE, (most + 200, limits[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        for number in range(most):
            client = socket.socket()
            self.addCleanup(client.close)
            client.bind((f"127.0.2.{number // 500 + 1}", 0))
            client.connect(("127.0.0.1", self.port))
            # Some send nothing, and some a letter of their headers now and then.
            client.send(b"GET / HTTP/1.1\r\nHost: loc" if number % 2 else b"")
        self.wait_for("all connections", lambda: self.connections() > most)
        # It has 500 of 512 already: those that wait longest give way.
        self.assertTrue(all(self.is_served("127.0.2.1") for _ in range(100 if WHOLE else 40)))
        begun = time.monotonic()
        self.assertEqual(self.browser().get("/c/cards").status, 200)
        if WHOLE:
            self.assertLess(time.monotonic() - begun, 5)
            self.assertGreater(self.connections(), most, "all at once, and the one that asks")
        self.assertLess(self.memory(), 400_000_000)
        self.wait_for("the end of all", lambda: self.connections() == 1)
        self.stop()

    def is_served(self, address):
        """Whether the server answers a new connection from this address, which stays open."""
        client = socket.socket()
        self.addCleanup(client.close)
        client.bind((address, 0))
        client.settimeout(PATIENCE)
        try:
            client.connect(("127.0.0.1", self.port))
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.recv(1) == b"H"
        except (BrokenPipeError, ConnectionResetError):
            return False

    def connections(self):
        return int(re.search(r"^arena_connections (\d+)", self.browser().get("/metrics").text, re.M)[1])

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) * 1000

    def test_bodies_that_never_end_take_little_memory(self):
        self.serve("--proxy", "127.0.0.1", text=CONTEST.replace("[[contest.house]]", "[contest.quotas]\nupload = \"20M\"\n[[contest.house]]", 1))
        before = self.memory()
        clients = []
        for _ in range(40):
            client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
            self.addCleanup(client.close)
            clients.append(client)
            client.sendall(b"POST /c/cards/hand-in HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n"
                           b"Content-Length: 20000000\r\n\r\n")
        unanswered = list(clients)
        while len(unanswered) > 20:
            answered, _, _ = select.select(unanswered, [], [], PATIENCE)
            self.assertTrue(answered, "the later ones need the room of the earlier ones")
            for client in answered:
                self.assertEqual(client.recv(100), b"")
                unanswered.remove(client)
        self.assertLess(self.memory() - before, 300_000_000)
        self.assertEqual(self.browser().get("/c/cards").status, 200)
        another = self.browser(X_Forwarded_For="10.9.0.2")
        self.assertEqual(another.sign_up("ann").status, 303, "others can still send")
        for client in clients:
            client.close()
        self.stop()


class LogIns(SecurityTest):
    def test_stolen_forged_and_ended_sessions(self):
        self.serve()
        ann = self.author()
        stolen = self.browser()
        stolen.cookies = dict(ann.cookies)
        self.assertEqual(stolen.get("/account").status, 200)
        ann.post("/account/password", "/account", {"old": PASSWORD, "password": "another good one"})
        self.assertEqual(stolen.get("/account").status, 303, "a new password ends all sessions")
        stolen.cookies = dict(ann.cookies)
        ann.post("/logout", "/account", {})
        self.assertEqual(stolen.get("/account").status, 303, "a session ends with log out")
        for cookie in ("", "0" * 64, "1; role=admin", "' OR 1=1 --", ann.cookies.get("visitor", "x"), "%00", "x" * 5000):
            forged = self.browser(Cookie=f"session={cookie}")
            self.assertEqual(forged.get("/account").status, 303, cookie)
            self.assertEqual(forged.get("/admin").status, 303, cookie)
        self.stop()

    def test_a_guesser_in_any_letters_locks_nobody_else_out(self):
        self.serve("--proxy", "127.0.0.1")
        self.author()
        guesser = self.browser(X_Forwarded_For="6.6.6.6")
        names = ["ann", "ANN", "Ann", "aNN"]
        statuses = []
        while 429 not in statuses and len(statuses) < 200:  # on a slow machine there is time for more guesses
            name = names[len(statuses) % 4]
            statuses.append(guesser.post("/login", "/login", {"name": name, "password": f"guess {len(statuses)}"}).status)
        self.assertEqual((statuses[:10], statuses[-1]), ([401] * 10, 429))
        own = self.browser(X_Forwarded_For="1.2.3.4").post("/login", "/login", {"name": "ann", "password": PASSWORD})
        self.assertEqual(own.status, 303)
        self.stop()

    def test_unknown_names_take_as_long(self):
        self.serve()
        self.author()
        browser = self.browser()
        spent = {"ann": 0, "nobody": 0}
        for i in range(3):
            for name in spent:
                before = self.processor_time()
                self.assertEqual(browser.post("/login", "/login", {"name": name, "password": f"wrong one {i}"}).status, 401)
                spent[name] += self.processor_time() - before
        # The work is the same. Without it, an unknown name takes hundredths of that.
        self.assertGreater(spent["nobody"], spent["ann"] / 4, spent)
        self.stop()

    def processor_time(self):
        """The time that the server itself has run, which other processes do not change much."""
        with open(f"/proc/{self.server.process.pid}/stat") as stat:
            return sum(map(int, stat.read().rpartition(")")[2].split()[11:13]))

    def test_sql_is_a_word_in_every_field(self):
        self.serve()
        ann, boss = self.author(), self.admin()
        for word in ("' OR '1'='1", "x'; DROP TABLE account; --", "x\" OR 1=1 --", "a\0b", "%' --"):
            for path, at, field, browser in (("/login", "/login", "name", self.browser()), ("/login", "/login", "password", self.browser()),
                                             ("/account/tokens", "/account", "name", ann), ("/admin/invite", "/admin", "name", boss),
                                             ("/admin/back-up", "/admin", "folder", boss), ("/c/cards/play", "/c/cards/play", "bot2", ann)):
                with self.subTest(path=path, field=field, word=word):
                    fields = {"name": "ann", "password": "wrong word", field: word}
                    self.assertIn(browser.post(path, at, fields).status, (400, 401, 429))
            self.assertEqual(self.browser(Authorization=f"Bearer {word}".replace("\0", "")).get("/api/v1/account").status, 401)
        self.assertEqual(ann.get("/account").status, 200)
        self.assertIn("ann", boss.get("/admin").text)
        self.stop()

    def test_forms_of_other_kinds_need_a_token_too(self):
        self.serve()
        ann = self.author()
        multipart = "--x\r\nContent-Disposition: form-data; name=\"{}\"\r\n\r\n{}\r\n--x--\r\n"
        for kind, body in (("multipart/form-data; boundary=x", multipart.format("name", "stolen")), ("text/plain", "name=stolen&token="),
                           ("application/json", '{"name": "stolen"}'), ("", "name=stolen"),
                           ("multipart/form-data; boundary=x", multipart.format("token", "0" * 128))):
            answer = ann.send("POST", "/account/tokens", body, Content_Type=kind)
            self.assertIn(answer.status, (400, 403), kind)
        for path in (f"{API}/bots/mine/versions", f"{API}/bots/mine/versions/1/activate"):
            for more in ({}, {"Content_Type": "text/plain"}, {"X_Form_Token": "0" * 128}):
                self.assertEqual(ann.send("POST", path, GOOD_BOT, **more).status, 403)
        self.assertNotIn("stolen", ann.get("/account").text)
        self.assertEqual(ann.get(f"{API}/bots/mine").status, 404)
        self.stop()


class Privacy(SecurityTest):
    def test_nobody_reads_what_is_anothers(self):
        self.serve()
        ann, bob = self.author(), self.author("bob")
        script, other = self.script(ann), self.script(bob)
        bot = GOOD_BOT.replace("import json, sys", f"import json, sys\nprint('{SECRET}', file=sys.stderr)")
        self.assertEqual(self.hand_in(script, "anns", "bot.py", bot)["state"], "accepted")
        self.hand_in(other, "bobs", "bot.py", GOOD_BOT)
        matches = f"{API}/phases/ladder/matches?bot=anns"
        # Bob may read what his own bot wrote.
        without_bob = lambda: [one for one in script.get(matches).json()["matches"] if all(s["bot"] != "bobs" for s in one["seats"])]
        match = self.wait_for("a match", without_bob)[0]
        seat = next(i for i, one in enumerate(match["seats"]) if one["bot"] == "anns")
        log = f"/c/cards/matches/ladder/{match['number']}/log/{seat}"
        answer = ann.get(log)
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
        self.assertIn(SECRET, answer.text)
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        paths = [f"{API}/bots/anns/versions/{n}" for n in range(4)]
        paths += [f"/c/cards/bots/anns/versions/{n}{end}" for n in range(3) for end in ("", "/source")]
        paths += [f"/c/cards/bots/bobs/versions/1/../../../anns/versions/1/source", "/c/cards/bots/bobs/versions/2/source", log]
        paths += [f"/c/cards/matches/ladder/{match['number']}/log/{n}" for n in range(-1, 4)]
        paths += [f"/c/cards/matches/ladder/{n}/log/0" for n in (2**31 - 1, 2**32 + match["number"], 2**63)]
        for path in paths:
            for reader in (bob, other, self.browser()):
                answer = reader.get(path)
                self.assertIn(answer.status, (303, 400, 401, 404), path)
                self.assertNotIn(SECRET, answer.text)
        for act in ("activate", "disqualify"):
            self.assertIn(bob.post(f"/c/cards/bots/anns/versions/1/{act}", "/account", {"reason": "x"}).status, (400, 403, 404))
        self.assertEqual(other.send("POST", f"{API}/bots/anns/versions/1/activate").status, 404)
        self.assertEqual(other.send("POST", f"{API}/bots/anns/versions?file_name=bot.py", GOOD_BOT).status, 400)
        record = other.get(f"{API}/phases/ladder/matches/{match['number']}/record").text
        for word in (SECRET, str(self.folder), "versions/"):
            self.assertNotIn(word, record)
        self.assertNotIn("versions", other.get(f"{API}/bots/anns").json())
        self.stop()

    def test_a_bot_sees_nothing_of_others(self):
        self.serve_sandboxed()
        ann, bob = self.script(self.author()), self.script(self.author("bob"))
        self.assertEqual(self.hand_in(ann, "anns", "bot.py", f"# {SECRET}\n{GOOD_BOT}")["state"], "accepted")
        state = self.folder / "state"
        paths = [state, state / "host.db", state / "versions", state / "versions/1", state / "versions/1/bot.py",
                 state / "checks", state / "phases/cards/ladder.db", self.folder / "contest.toml", "/etc/shadow", "/root", "/proc/1/root"]
        paths = [str(path) for path in paths]
        spy = SPY.format(paths=paths, folder=self.folder, port=self.port)
        java = JAVA_SPY.format(paths=json.dumps(f"{state}/versions/1/bot.py"))
        build = f"#!/bin/sh\npython3 spy.py\ncat {state}/versions/1/bot.py\nls {state}/host.db\nexit 1\n"
        c = "".join(f'#include "{path}"\n' for path in (f"{state}/versions/1/bot.py", "/etc/shadow", "/etc/passwd", "/proc/self/environ"))
        for kind, file, data in (("a bot", "bot.py", spy), ("a class named as the server's folder", "state.java", java),
                                 ("a build", "bot.zip", zipped({"build": build, "spy.py": spy})), ("a compiler", "bot.c", c)):
            with self.subTest(kind):
                if file == "state.java" and not any(os.access(f"{path}/javac", os.X_OK) for path in ("/usr/bin", "/usr/local/bin")):
                    continue
                version = self.hand_in(bob, "spy", file, data)
                seen = json.dumps(version)
                self.assertEqual(version["state"], "refused", version)
                self.assertNotIn(SECRET, seen)
                # What a build writes in its own folder is only in memory.
                self.assertNotIn("GOT", seen.replace("own folder GOT", "") if kind == "a build" else seen)
                self.assertNotIn("root:", seen)
        self.assertFalse((self.folder / "written").exists())
        self.assertEqual(self.browser().get(f"{API}/phases/ladder/standings").json()["problem"], "")
        self.stop()

    def test_the_file_of_a_phase_has_no_secrets(self):
        helper = self.file("the-house.py", GOOD_BOT)
        house = f'[[contest.house]]\nname = "helper"\ncommand = ["{sys.executable}", "{helper}"]\n\n[[contest.phase]]'
        self.serve(text=CONTEST.replace("[[contest.phase]]", house))
        ann, boss = self.script(self.author()), self.script(self.admin())
        switch = self.folder / "switch"
        fails = f"    if os.path.exists({str(switch)!r}): sys.exit('{SECRET}')\n    if message"
        bot = GOOD_BOT.replace("import json", "import os, json").replace("    if message", fails)
        self.assertEqual(self.hand_in(ann, "anns", "bot.py", bot)["state"], "accepted")
        switch.touch()
        self.wait_for("a forfeit", lambda: ann.get(f"{API}/phases/ladder/matches?bot=anns&forfeits=true").json()["matches"])
        store, standings, page = f"{API}/phases/ladder/store", f"{API}/phases/ladder/standings", "/c/cards/phases/ladder"
        self.assertEqual(boss.get(store).status, 404, "the phase is not over")
        self.assertNotIn(store, self.browser().get(page).text)
        self.assertEqual(boss.send("POST", "/api/v1/admin/end/cards/ladder").status, 200)
        self.wait_for("the file", lambda: self.browser().get(standings).json()["store"] == store)
        self.assertIn(f'href="{store}"', self.wait_for("the link", lambda: store in (found := self.browser().get(page).text) and found))
        answer = self.browser().get(store)
        self.assertEqual(answer.headers["Content-Disposition"], 'attachment; filename="cards-ladder.db"')
        self.assertEqual(self.browser().send("HEAD", store).headers["Content-Length"], str(len(answer.bytes)))
        (self.folder / "ladder.db").write_bytes(answer.bytes)
        # The file may be there a moment before the standings of the end.
        shown = self.wait_for("the standings of the end", lambda: (now := self.browser().get(standings).json())["seed"] and now)
        commitment, head, matches = shown["commitment"], shown["head"], shown["matches"]
        self.assertIn(head, self.browser().get(page).text)
        self.assertEqual(shown["put_aside"], [])
        self.assertEqual(boss.send("POST", "/api/v1/admin/replay/cards/ladder").status, 200)
        self.assertEqual(self.browser().get(store).status, 404, "it is played again")
        put_aside = {"commitment": commitment, "head": head, "matches": matches}
        self.wait_for("what was put aside", lambda: self.browser().get(standings).json()["put_aside"] == [put_aside])
        shown = self.wait_for("the same on the page", lambda: 'put aside' in (found := self.browser().get(page).text) and found)
        for word in (commitment, head):
            self.assertIn(word, shown)
        self.stop()
        checked = self.succeed("verify", "ladder.db", "--commitment", commitment, "--head", head).out
        self.assertRegex(checked, r"[1-9]\d* games checked: all agree")
        self.assertIn(f"the published head, which is that of the first {matches} games", checked)
        self.succeed("export", "ladder.db", "--records", "all.jsonl")
        records = (self.folder / "all.jsonl").read_bytes()
        self.assertIn(b"anns", records)
        for word in (SECRET, str(self.folder), "the-house.py", "versions/", "command"):
            self.assertNotIn(word.encode(), records)
            self.assertNotIn(word.encode(), answer.bytes.replace(b"command TEXT NOT NULL", b""))

    def test_a_final_is_hidden_everywhere(self):
        text = CONTEST.replace('name = "ladder"', 'name = "final"').replace('format = "league"', 'format = "round_robin"\ndeals = 100000\nfinal = true')
        self.serve(text=text)
        boss, ann = self.admin(), self.author()
        phase = f"{API}/phases/final"
        number = self.wait_for("matches", lambda: boss.get(f"{phase}/matches").json()["matches"])[0]["number"]
        self.wait_for("standings", lambda: boss.get(f"{phase}/standings").json()["standings"])
        for reader in (ann, self.browser(), self.script(ann)):
            standings = reader.get(f"{phase}/standings").json()
            self.assertEqual((standings["hidden"], standings["standings"], standings["seed"]), (True, [], None))
            self.assertIsNone(standings["result"])
            for path, name in (("matches", "matches"), ("results", "matches"), ("history", "history")):
                self.assertEqual(reader.get(f"{phase}/{path}").json()[name], [], path)
            for path in (f"/matches/{number}", f"/matches/{number}/record", f"/matches/{number}/steps", "/store"):
                self.assertEqual(reader.get(phase + path).status, 404)
            for path in ("/c/cards", "/c/cards/phases/final", "/c/cards/matches", "/", "/c/cards/bots/mimic", f"/c/cards/matches/final/{number}"):
                self.assertNotIn("matches/final/", reader.get(path).text.replace(path, ""), path)
            self.assertNotIn("mimic", self.browser().get("/metrics").text)
        live = WebSocket(self.port, "/api/v1/live/cards/final", Origin=f"http://127.0.0.1:{self.port}")
        self.assertEqual(live.status, 101)
        live.socket.settimeout(1)
        with self.assertRaises(TimeoutError):
            live.receive()
        live.close()
        self.stop()


class Bots(SecurityTest):
    def test_builds_that_attack_the_server(self):
        self.serve_sandboxed()
        script = self.script(self.author())
        passwords = "ln -s /etc/passwd bot; ln -s /etc link; ln /usr/bin/env bot2; exit 0"
        for kind, build, expected in (
            ("never ends", "sleep 1000", "took more than"),
            ("fills the disk", "cat /dev/zero >big", "disk"),
            ("forks", "f() { f | f & }; f; f; sleep 3; exit 1", ""),
            ("leaves processes", "(sleep 1000 </dev/null >/dev/null 2>&1 &) ; exit 1", "build failed"),
            ("makes links", passwords, ""),
            ("sets bits of users", "touch bot other; chmod 6755 other", "set-uid"),
            ("writes elsewhere", f"echo x >{self.folder}/written; echo x >/usr/written; echo x >/etc/written; exit 1", "build failed"),
            ("makes names", "mkdir -p 'a/-rf'; touch bot 'a/-rf/x'; chmod 755 bot", "option"),
            ("makes pipes", "mkfifo pipe; touch bot; chmod 755 bot", ""),
            ("writes a lot", "yes 0123456789 | head -c 30000000 >&2; exit 1", "build failed"),
        ):
            with self.subTest(kind):
                version = self.hand_in(script, "attack", "bot.zip", zipped({"build": "#!/bin/sh\n" + build + "\n"}))
                self.assertEqual(version["state"], "refused", version)
                self.assertIn(expected, version["reason"])
                self.assertNotIn("root:", json.dumps(version))
                self.assertLess(len(version["build_log"]), 100_000)
        for path in (self.folder / "written", "/usr/written", "/etc/written"):
            self.assertFalse(os.path.exists(path))
        self.assertEqual(self.hand_in(script, "good", "bot.py", GOOD_BOT)["state"], "accepted", "the next one is checked")
        self.assertEqual([path.name for path in (self.folder / "state/checks").iterdir()], [])
        self.stop()

    def test_a_full_disk_refuses_no_upload(self):
        checks = self.folder / "state" / "checks"
        checks.mkdir(parents=True)
        if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", checks], capture_output=True).returncode != 0:
            self.leave_out("this user may not mount a small disk")
        small = f"mount -t tmpfs -o size=64k tmpfs {checks} || exit 77; exec \"$@\""
        server = self.serve(inside=("unshare", "-m", "sh", "-c", small, "sh"))
        script = self.script(self.author())
        answer = script.send("POST", f"{API}/bots/mine/versions?file_name=bot.py", GOOD_BOT + "#" * 300_000)
        self.assertEqual(answer.status, 201, answer)
        for _ in range(3):
            self.assertRegex(server.process.stderr.readline(), "cannot check uploads: .*No space left on device")
        path = f"{API}/bots/mine/versions/1"
        self.assertIn(script.get(path).json()["state"], ("waiting", "checking"))
        subprocess.run(["nsenter", "-t", str(server.process.pid), "-m", "mount", "-o", "remount,size=64m", checks], check=True)
        self.wait_for("the check", lambda: script.get(path).json()["state"] == "accepted")
        server.signal()
        self.assertEqual(server.finish().status, 0)

    def test_a_kill_during_a_build_leaves_nothing(self):
        self.serve_sandboxed()
        script = self.script(self.author())
        nap = f"sleep 9{os.getpid()}"
        build = zipped({"build": f"#!/bin/sh\n{nap} &\n{nap}\n"})

        def sleepers():
            return [pid for pid, words in process_files("cmdline").items() if words.replace(b"\0", b" ").strip() == nap.encode()]

        self.assertEqual(script.send("POST", f"{API}/bots/slow/versions?file_name=bot.zip", build).status, 201)
        self.wait_for("the build", lambda: len(sleepers()) == 2)
        self.server.signal(signal.SIGKILL)
        self.server.finish()
        wait_until(lambda: not sleepers() and not processes_with(self.mark), "the end of the build")
        self.serve(text=SANDBOXED)
        script.port = self.port
        self.wait_for("the build, again", lambda: len(sleepers()) == 2)
        version = self.wait_for("the check", lambda: (one := script.get(f"{API}/bots/slow/versions/1").json())["checked_at"] and one)
        self.assertIn("took more than 30s", version["reason"])
        self.assertEqual(sleepers(), [])
        self.assertEqual(self.hand_in(script, "good", "bot.py", GOOD_BOT)["state"], "accepted")
        self.assertEqual(list((self.folder / "state/checks").iterdir()), [])
        self.stop()

    def test_archives_that_lead_elsewhere(self):
        self.serve()
        script = self.script(self.author())
        for kind, data in {
            "..": zipped({"../../../written": "x", "bot.py": GOOD_BOT}),
            "an absolute path": zipped({f"{self.folder}/written": "x", "bot.py": GOOD_BOT}),
            "a backslash": zipped({"..\\written": "x", "bot.py": GOOD_BOT}),
            "a link in a zip": zipped({"bot.py": "/etc/passwd"}, 0o120777),
            "a bit of the owner": zipped({"bot.py": GOOD_BOT}, 0o104755),
            "a link in a tar": tarred(("bot.py", tarfile.SYMTYPE, "/etc/passwd")),
            "a hard link": tarred(("bot.py", tarfile.LNKTYPE, "/etc/passwd")),
            "a device": tarred(("bot.py", tarfile.CHRTYPE, "")),
            "an archive in it": zipped({"bot.py": GOOD_BOT, "more.zip": zipped({"x": "y"})}),
            "two names": zipped({"bot.py": GOOD_BOT, "BOT.py": "x"}),
        }.items():
            with self.subTest(kind):
                version = self.hand_in(script, "mine", "bot.zip", data)
                self.assertEqual(version["state"], "refused")
                self.assertIn("the archive is refused", version["reason"])
        self.assertEqual(list(self.folder.glob("**/written")), [])
        self.stop()

    def test_what_a_bot_says_is_only_text(self):
        self.serve()
        ann = self.author()
        script = self.script(ann)
        evil = "<script>alert(1)</script><img src=x onerror=alert(1)>'\\\""
        bot = f"import sys\nprint({evil!r}, file=sys.stderr)\nprint({evil!r})\nsys.exit(3)\n"
        name = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%20onload=x%20.py"
        self.hand_in(script, "mine", name, bot)
        build = "#!/bin/sh\necho '<script>alert(1)</script>' >&2\nexit 1\n"
        version = self.hand_in(script, "mine", "x.zip", zipped({"build": build}))
        self.assertIn("<script>", version["build_log"], "JSON is no HTML")
        language = "&language=%3Cscript%3E%FF" + "x" * 1000
        refused = script.send("POST", f"{API}/bots/mine/versions?file_name=bot.py{language}", bot)
        self.assertEqual(refused.status, 400)
        self.assertLess(len(refused.json()["error"]), 600)
        self.assertEqual(self.hand_in(script, "mine", "y.zip", zipped({"bot.py": bot}), language)["state"], "refused")
        for path in [f"/c/cards/bots/mine/versions/{n}" for n in (1, 2, 3)] + ["/c/cards/bots/mine", "/account"]:
            page = ann.get(path)
            self.assertEqual(page.status, 200)
            self.assertEqual(PageCheck(page.text).wrong, [], path)
            for word in ("<script>alert", "<img src=x", '" onload'):
                self.assertNotIn(word, page.text, path)
        source = ann.get("/c/cards/bots/mine/versions/1/source")
        self.assertEqual(source.headers["Content-Disposition"], 'attachment; filename="version-1"')
        self.assertEqual(source.headers["Content-Type"], "application/octet-stream")
        self.stop()

    def test_a_bot_that_writes_without_end(self):
        self.serve()
        ann = self.author()
        script = self.script(ann)
        bot = GOOD_BOT.replace("for line in sys.stdin:\n", "for line in sys.stdin:\n    sys.stderr.write('x' * 300_000)\n")
        self.hand_in(script, "loud", "bot.py", bot)
        self.wait_for("a match", lambda: script.get(f"{API}/phases/ladder/matches?bot=loud").json()["matches"])
        sizes = [path.stat().st_size for path in (self.folder / "state/logs").glob("**/*.stderr")]
        self.assertLess(max(sizes), 2_000_000)
        self.stop()

    def test_uploads_at_the_same_moment(self):
        self.serve()
        scripts = [self.script(self.author(name)) for name in ("ann", "bob")]
        answers = []

        def hand_in(script, number):
            answers.append((script, script.send("POST", f"{API}/bots/same/versions?file_name=bot.py", GOOD_BOT + f"# {number}\n")))

        threads = [threading.Thread(target=hand_in, args=(scripts[i % 2], i)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        winners = {id(script) for script, answer in answers if answer.status == 201}
        self.assertEqual(len(winners), 1, "a bot has one author")
        numbers = sorted(answer.json()["number"] for _, answer in answers if answer.status == 201)
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        self.assertTrue(all(answer.status in (201, 400) for _, answer in answers))
        self.stop()


class Sockets(SecurityTest):
    def socket_of(self, browser, table):
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return WebSocket(self.port, f"/api/v1/play/cards/{table}", Origin=f"http://127.0.0.1:{self.port}", Cookie=cookies)

    def open_table(self, browser, bot="mimic"):
        answer = browser.post("/c/cards/play", "/c/cards/play", {"bot2": bot})
        self.assertEqual(answer.status, 303, answer)
        return answer.headers["Location"].rpartition("/")[2]

    def test_floods_and_huge_frames_end_the_connection(self):
        self.serve()

        def is_ended(frames):
            client = WebSocket(self.port, "/api/v1/live/cards/ladder", Origin=f"http://127.0.0.1:{self.port}")
            try:
                for frame in frames:
                    client.socket.sendall(frame)
                end = time.monotonic() + PATIENCE
                while client.receive() is not None:
                    if time.monotonic() > end:
                        return False
            except (BrokenPipeError, ConnectionResetError):
                pass
            finally:
                client.close()
            return True

        def frame(size, first, payload=None):
            return bytes([first]) + b"\xff" + struct.pack(">Q", size) + bytes(4) + (bytes(size) if payload is None else payload)

        for kind, frames in {
            "a flood": [b"\x81\x80" + bytes(4)] * 5_000,
            "a huge frame": [frame(2**62, 0x81, b"")],
            "a frame of 1 MB": [frame(1_000_000, 0x81)],
            "pieces of 1 MB": [frame(1_000, 0x01)] + [frame(1_000, 0x00)] * 1_000,
            "a piece of nothing": [frame(10, 0x80)],
            "bytes": [frame(10, 0x82)],
            "no mask": [b"\x81\x02hi"],
            "no UTF-8": [b"\x81\x82" + bytes(4) + b"\xff\xfe"],
            "a reserved bit": [frame(10, 0xc1)],
            "a long ping": [frame(1_000, 0x89)],
        }.items():
            with self.subTest(kind):
                self.assertTrue(is_ended(frames))
        self.assertEqual(self.browser().get("/healthz").status, 200)
        self.stop()

    def test_a_seat_is_of_one_person(self):
        self.serve()
        ann, bob = self.browser(), self.browser()
        table = self.open_table(ann, bot="")
        first = self.socket_of(ann, table)
        self.assertEqual(self.socket_of(self.browser(), table).status, 403)
        self.assertEqual(bob.post(f"/c/cards/play/{table}/join", "/c/cards/play", {}).status, 303)
        self.assertEqual(self.browser().post(f"/c/cards/play/{table}/join", "/c/cards/play", {}).status, 400, "no seat is free")
        second = self.socket_of(bob, table)

        def next_turn(client):
            while (message := json.loads(client.receive()))["type"] != "turn":
                pass
            return message

        mine, theirs = next_turn(first), next_turn(second)
        self.assertEqual((mine["view"]["seat"], theirs["view"]["seat"]), (0, 1))
        for seat in (1, "1"):
            first.send(json.dumps({"move": theirs["legal"][0], "seat": seat, "match": 0}))
        first.send('{"plan": {}}\n{"stop": true}')
        for browser in (ann, bob, self.browser()):
            self.assertEqual(browser.get(f"/api/v1/play/cards/{table}/steps").status, 404, "it is not over")
        second.send(json.dumps({"move": theirs["legal"][-1]}))
        again = self.socket_of(ann, table)
        self.assertEqual(next_turn(again)["view"]["seat"], 0)
        while first.receive() is not None:
            pass
        for client in (first, second, again):
            client.close()
        self.stop()

    def test_tables_that_begin_together(self):
        self.serve("--proxy", "127.0.0.1")
        people = [self.browser(X_Forwarded_For=f"10.0.0.{number}") for number in range(18)]
        tables = [self.open_table(browser) for browser in people]
        clients = [self.socket_of(browser, table) for browser, table in zip(people, tables)]
        running = sum(table["running"] for table in self.browser().get(f"{API}/tables").json()["tables"])
        self.assertLessEqual(running, 16)
        self.wait_for("the matches", lambda: sum(
            table["running"] for table in self.browser().get(f"{API}/tables").json()["tables"]) == 16)
        firsts = [json.loads(client.receive())["type"] for client in clients]
        self.assertEqual((firsts.count("table"), firsts.count("full")), (16, 2))
        for client in clients:
            client.close()
        self.stop()


if __name__ == "__main__":
    main()
