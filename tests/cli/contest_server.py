"""What tests of `arena serve` share: a small contest, a server of it, and clients that see it as browsers do."""
import base64
import html.parser
import http.client
import json
import os
import re
import socket
import struct
import time
import urllib.parse

from support import ARENA, PATIENCE, ArenaTest

# The ladder has a hundred games at once, and then five a second, one at a time: it has no end, and would keep all
# processors busy for as long as a test has a server.
CONTEST = """
[server]
folder = "state"
jobs = 1

[[contest]]
id = "cards"
title = "<b>Cards</b> & more"
description = "A <script>alert(1)</script> contest"
game = "bidding"

[contest.limits]
move_time = "1m"
start_time = "1m"
sandbox = false

[[contest.house]]
name = "random"
builtin = "random"

[[contest.house]]
name = "mimic"
builtin = "mimic"

[[contest.phase]]
name = "ladder"
title = "Ladder"
format = "league"
opponents = "house"
games_per_day = 400_000
"""

# It plays its lowest card. Its name and its notes try to be HTML.
GOOD_BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][0], "note": "<img src=x onerror=alert(1)>"}), flush=True)
"""
BAD_BOT_CODE = "print('<script>alert(2)</script>')\nraise SystemExit(3)\n"

VOID = {"meta", "link", "br", "input", "img", "hr", "rect", "line", "circle", "path", "polyline", "polygon"}
PASSWORD = "correct horse battery"


class Answer:
    def __init__(self, response, text):
        self.status, self.headers, self.bytes = response.status, response.headers, text
        self.text = text.decode(errors="replace")

    def json(self):
        return json.loads(self.bytes)

    def __str__(self):
        return f"status {self.status}\n{self.headers}\n{self.text[:2000]}"


class Browser:
    """Keeps cookies, follows redirects and sends forms with their tokens, as browsers do."""

    def __init__(self, port, **headers):
        self.port, self.headers, self.cookies = port, headers, {}

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def send(self, method, path, body=None, **headers):
        connection = self.connect()
        headers = {name.replace("_", "-"): value for name, value in {**self.headers, **headers}.items()}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        answer = Answer(response, response.read())
        connection.close()
        for line in response.headers.get_all("Set-Cookie", []):
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer

    def get(self, path, **headers):
        return self.send("GET", path, **headers)

    def token(self, path):
        return re.search(r'name="token" value="([0-9a-f]+)"', self.get(path).text)[1]

    def post(self, path, form_at, fields, **headers):
        """Sends a form that the page `form_at` shows."""
        body = urllib.parse.urlencode({"token": self.token(form_at), **fields})
        return self.send("POST", path, body, Content_Type="application/x-www-form-urlencoded", **headers)

    def upload(self, path, form_at, fields, file=None):
        parts = [(f'name="{name}"', value) for name, value in {"token": self.token(form_at), **fields}.items()]
        if file:
            parts.append((f'name="file"; filename="{file[0]}"', file[1]))
        body = "".join(f"--limit\r\nContent-Disposition: form-data; {head}\r\n\r\n{value}\r\n" for head, value in parts)
        return self.send("POST", path, (body + "--limit--\r\n").encode("utf-8", "surrogateescape"), Content_Type="multipart/form-data; boundary=limit")

    def sign_up(self, name, invitation=None):
        fields = {"name": name, "password": PASSWORD, **({"invitation": invitation} if invitation else {})}
        return self.post("/signup", "/signup", fields)


class PageCheck(html.parser.HTMLParser):
    """Elements that are not closed, images and fields without a name, and scripts inside the page."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.labels, self.fields, self.landmarks = [], [], set(), [], set()
        self.feed(text)
        self.close()
        self.wrong += [f"{tag} is not closed" for tag in self.open]
        self.wrong += [f"field {field} has no label" for field in self.fields if field not in self.labels]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "label" and "for" in attributes:
            self.labels.add(attributes["for"])
        if tag in ("input", "select", "textarea") and attributes.get("type") not in ("hidden", "checkbox", "submit"):
            self.fields.append(attributes.get("id"))
        if tag == "script" and "src" not in attributes and attributes.get("type") != "application/json":
            self.wrong.append("a script inside the page")
        if "style" in attributes or any(name.startswith("on") for name in attributes):
            self.wrong.append(f"{tag} has {attributes}")
        self.landmarks.add(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")


class Description:
    """The API's own description, against which answers are checked."""

    def __init__(self, openapi):
        self.paths, self.schemas = openapi["paths"], openapi["components"]["schemas"]

    def schema_of(self, method, pattern):
        answers = self.paths[pattern][method.lower()]["responses"]
        content, = (answers.get("200") or answers["2XX"])["content"].values()
        return content["schema"]

    def problems(self, value, schema, where="answer"):
        """What the schema does not allow. Fields that it does not name are not allowed either."""
        if "$ref" in schema:
            return self.problems(value, self.schemas[schema["$ref"].rpartition("/")[2]], where)
        if value is None:
            return [] if schema.get("nullable") else [f"{where} is null"]
        if "allOf" in schema:
            return self.problems(value, schema["allOf"][0], where)
        kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
        if not isinstance(value, kinds[schema["type"]]) or isinstance(value, bool) != (schema["type"] == "boolean"):
            return [f"{where} is {value!r}, and no {schema['type']}"]
        if value not in schema.get("enum", [value]):
            return [f"{where} is {value!r}"]
        if schema.get("format") == "date-time" and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", value):
            return [f"{where} is {value!r}, and no time"]
        if isinstance(value, list):
            return sum((self.problems(one, schema["items"], f"{where}[{i}]") for i, one in enumerate(value)), [])
        if not isinstance(value, dict) or "properties" not in schema:
            return []
        found = [f"{where} has no {name}" for name in schema.get("required", []) if name not in value]
        for name, one in value.items():
            field = schema["properties"].get(name)
            found += self.problems(one, field, f"{where}.{name}") if field else [f"{where}.{name} is not described"]
        return found


class WebSocket:
    def __init__(self, port, path, connected=None, **headers):
        self.socket = connected or socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        headers = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def receive(self):
        """The next text, which may come in several frames; None at the end."""
        text = b""
        while True:
            head = self.file.read(2)
            if len(head) < 2:
                return None
            size = head[1]
            if size == 126:
                size = struct.unpack(">H", self.file.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.file.read(8))[0]
            payload = self.file.read(size)
            if head[0] & 15 == 8:
                return None
            if head[0] & 15 in (0, 1):
                text += payload
                if head[0] & 0x80:
                    return text.decode()

    def send(self, text):
        payload = text.encode()
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
        self.socket.sendall(b"\x81" + size + bytes(4) + payload)

    def close(self):
        self.file.close()
        self.socket.close()


class ServeTest(ArenaTest):
    def serve(self, *words, text=CONTEST, inside=()):
        """`inside`: a program, and words, that start another one."""
        self.file("contest.toml", text)
        command = [*inside, ARENA, "serve", "contest.toml", "--port", 0, *words]
        server = self.start(*command[1:], program=command[0])
        line = server.line()
        invitation = re.match(r"Sign up as the admin: .*invitation=(\S+)", line)
        self.invitation = invitation and invitation[1]
        line = server.line() if invitation else line
        self.port = int(re.match(r"Serving http://127\.0\.0\.1:(\d+) ", line)[1])
        self.server = server
        return server

    def browser(self, **headers):
        return Browser(self.port, **headers)

    def author(self, name="ann"):
        browser = self.browser()
        self.assertEqual(browser.sign_up(name).status, 303)
        return browser

    def admin(self):
        browser = self.browser()
        self.assertEqual(browser.sign_up("boss", self.invitation).status, 303)
        return browser

    def api_token(self, browser):
        page = browser.post("/account/tokens", "/account", {"name": f"t{time.time_ns()}"})
        return re.search(r"<pre[^>]*>([^<\s]+)</pre>", page.text)[1]

    def administrate(self, token, action, *words, status=0):
        result = self.start("admin", action, f"http://127.0.0.1:{self.port}", *words, extra={"ARENA_TOKEN": token}).finish()
        self.assertEqual(result.status, status, result)
        return result

    def wait_for(self, what, condition, patience=PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.2)
        self.fail(f"{what} did not come")

    def wait_for_matches(self, count=3):
        path = "/api/v1/contests/cards/phases/ladder/matches"
        return self.wait_for("matches", lambda: (rows := self.browser().get(path).json()["matches"])[count - 1:] and rows)

    def wait_for_version(self, browser, path, patience=PATIENCE):
        waiting = ("waits for its check", "is being checked")
        return self.wait_for("the check", lambda: not any(word in (page := browser.get(path)).text for word in waiting) and page,
                             patience)

    def stop(self):
        self.server.signal()
        result = self.server.finish()
        self.assertEqual((result.status, result.err), (0, ""), result)
        self.assert_nothing_left()
