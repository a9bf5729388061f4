"""The files of examples/server: nginx and Caddy in front of the server, with TLS, and the unit of systemd."""
import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess

from contest_server import CONTEST, GOOD_BOT, Browser, ServeTest, WebSocket
from support import ARENA, PATIENCE, ROOT, main, wait_until

EXAMPLES = ROOT / "examples/server"
SITE = "contest.example"
VISITOR = "127.0.0.2"  # so that the proxy's own address is another one

NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/none;
    uwsgi_temp_path {folder}/none;
    scgi_temp_path {folder}/none;
    include {folder}/site.conf;
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class SecureBrowser(Browser):
    """Speaks TLS with the proxy, and asks for the contest by its name."""

    def __init__(self, port, **headers):
        super().__init__(port, Host=SITE, **headers)

    def connect(self):
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.sock = secure_socket(self.port)
        return connection


def secure_socket(port):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(VISITOR, 0))
    return context.wrap_socket(plain, server_hostname=SITE)


class ProxyTest(ServeTest):
    def need(self, *programs):
        for program in programs:
            if not shutil.which(program):
                self.leave_out(f"{program} is not installed")

    def example(self, name, changes):
        """The example's text with these changes, each of which must fit."""
        text = (EXAMPLES / name).read_text()
        for old, new in changes.items():
            self.assertIn(old, text, name)
            text = text.replace(old, new)
        return text

    def serve_behind(self):
        """Starts the server and makes a certificate; `secure` is the port where the proxy must listen."""
        self.serve("--proxy", "127.0.0.1", "--log", "access.jsonl", text=CONTEST.replace("[server]", f'[server]\nurl = "https://{SITE}"'))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}", "-keyout", "key.pem", "-out", "cert.pem"],
                       cwd=self.folder, check=True, capture_output=True, timeout=PATIENCE)
        self.secure, self.plain = free_port(), free_port()

    def wait_for_proxy(self):
        wait_until(lambda: self.listens(self.secure), "the proxy")

    def listens(self, port):
        self.assertIsNone(self.proxy.process.poll(), "the proxy has ended")
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    def check_site(self):
        browser = SecureBrowser(self.secure, Origin=f"https://{SITE}")
        self.assertEqual(browser.sign_up("ann").status, 303)
        self.assertIn("__Host-session", browser.cookies)
        large = "# " + "x" * 1_500_000 + "\n" + GOOD_BOT
        answer = browser.upload("/c/cards/hand-in", "/c/cards/hand-in", {"bot": "anns", "language": ""}, ("bot.py", large))
        self.assertEqual(answer.status, 303, answer)
        self.assertIn("accepted", self.wait_for_version(browser, answer.headers["Location"]).text)
        # 9 MB are more than the proxy lets through; it may close before all is sent.
        try:
            self.assertEqual(browser.send("POST", "/login", b"x" * 9_000_000).status, 413)
        except OSError:
            pass
        self.check_socket()
        self.check_addresses()

    def check_socket(self):
        for origin, status in ((f"https://{SITE}", 101), ("https://evil.example", 403)):
            client = WebSocket(self.secure, "/api/v1/live/cards/ladder", secure_socket(self.secure), Host=SITE, Origin=origin)
            self.assertEqual(client.status, status, origin)
            if status == 101:
                self.assertEqual(json.loads(client.receive())["type"], "game")
            client.close()

    def check_addresses(self):
        """Arena knows the visitor's address, whatever the visitor says."""
        SecureBrowser(self.secure, X_Forwarded_For="6.6.6.6").get("/healthz")
        lines = [json.loads(line) for line in (self.folder / "access.jsonl").read_text().splitlines()]
        self.assertEqual({line["address"] for line in lines if line["status"] < 400}, {VISITOR})

    def end(self):
        self.proxy.signal(15)
        self.proxy.finish()
        self.stop()


class Proxies(ProxyTest):
    def test_nginx(self):
        self.need("nginx", "openssl")
        self.serve_behind()
        folder = "/etc/letsencrypt/live/contest.example/"
        self.file("site.conf", self.example("nginx.conf", {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.secure} ssl",
            "127.0.0.1:8080": f"127.0.0.1:{self.port}",
            folder + "fullchain.pem": f"{self.folder}/cert.pem", folder + "privkey.pem": f"{self.folder}/key.pem"}))
        self.file("nginx.conf", NGINX.format(folder=self.folder))
        self.folder.chmod(0o755)
        self.proxy = self.start("-p", self.folder, "-c", self.folder / "nginx.conf", program="nginx")
        self.wait_for_proxy()
        plain = Browser(self.plain, Host=SITE).get("/c/cards?lang=ru")
        self.assertEqual((plain.status, plain.headers["Location"]), (301, f"https://{SITE}/c/cards?lang=ru"))
        self.check_site()
        self.end()

    def test_caddy(self):
        self.need("caddy", "openssl")
        self.serve_behind()
        text = self.example("Caddyfile", {
            "\ncontest.example {": f"\nhttps://{SITE}:{self.secure} {{\n\ttls {self.folder}/cert.pem {self.folder}/key.pem",
            "127.0.0.1:8080": f"127.0.0.1:{self.port}"})
        self.file("Caddyfile", "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
        self.proxy = self.start("run", "--config", "Caddyfile", "--adapter", "caddyfile", program="caddy",
                                extra={"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)})
        self.wait_for_proxy()
        self.check_site()
        self.end()


class Unit(ProxyTest):
    def test_systemd_reads_it(self):
        self.need("systemd-analyze")
        text = self.example("arena.service", {"/usr/local/bin/arena": ARENA})
        unit = self.file("arena.service", text)
        result = self.start("verify", "--man=no", unit, program="systemd-analyze").finish()
        # Other units of the system may be wrong too.
        self.assertNotIn("arena.service", result.err, result)
        words = re.search(r"ExecStart=\S+ serve (.*)", text)[1].split()
        for option in (word for word in words if word.startswith("--")):
            self.assertIn(option, self.succeed("serve", "--help").out)


if __name__ == "__main__":
    main()
