"""A bot in each language that is installed goes through a real server: it is built in the sandbox, checked, and plays."""
import shutil

from contest_server import CONTEST, GOOD_BOT, Browser, ServeTest
from rows_sandbox import WHY_NOT
from support import PATIENCE, main

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"  # docs/contests.md: programs of the system
BUILD_PATIENCE = 4 * PATIENCE  # of all bots: each check waits for those before it
API = "/api/v1/contests/cards"

# By language: the program that it needs, the name of the file, and a bot that plays the first legal move.
BOTS = {
    "c": ("cc", "bot.c", r"""
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (getline(&line, &size, stdin) > 0) {
    char *move = strstr(line, "\"legal\":[\"");
    if (move) printf("{\"move\":\"%.*s\"}\n", (int)fmax(0, strcspn(move + 10, "\"")), move + 10);
  }
}
"""),
    "c++": ("c++", "bot.cpp", r"""
#include <iostream>
#include <string>
int main() {
  const std::string legal = "\"legal\":[\"";
  for (std::string line; std::getline(std::cin, line);) {
    auto at = line.find(legal);
    if (at == line.npos) continue;
    at += legal.size();
    std::cout << "{\"move\":\"" << line.substr(at, line.find('"', at) - at) << "\"}" << std::endl;
  }
}
"""),
    "go": ("go", "bot.go", r"""
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var message struct {
			Type  string
			Legal []string
		}
		json.Unmarshal(lines.Bytes(), &message)
		if message.Type == "turn" {
			fmt.Printf("{\"move\":%q}\n", message.Legal[0])
		}
	}
}
"""),
    "java": ("javac", "Bot.java", r"""
import java.util.Scanner;
import java.util.regex.*;

class Bot {
  public static void main(String[] args) {
    Pattern legal = Pattern.compile("\"legal\":\\[\"([^\"]*)\"");
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      Matcher found = legal.matcher(lines.nextLine());
      if (found.find()) System.out.println("{\"move\":\"" + found.group(1) + "\"}");
    }
  }
}
"""),
    "javascript": ("node", "bot.js", """
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "turn") console.log(JSON.stringify({ move: message.legal[0] }));
});
"""),
    "python": ("python3", "bot.py", GOOD_BOT),
    "ruby": ("ruby", "bot.rb", """
require "json"
$stdout.sync = true
STDIN.each_line do |line|
  message = JSON.parse(line)
  puts JSON.generate(move: message["legal"][0]) if message["type"] == "turn"
end
"""),
    "rust": ("rustc", "bot.rs", r"""
use std::io::BufRead;

fn main() {
    let legal = "\"legal\":[\"";
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if let Some(at) = line.find(legal) {
            let rest = &line[at + legal.len()..];
            println!("{{\"move\":\"{}\"}}", &rest[..rest.find('"').unwrap()]);
        }
    }
}
"""),
    "shell": ("bash", "bot.sh", r"""
while IFS= read -r line; do
  case $line in
    *'"legal":["'*) move=${line#*'"legal":["'}; printf '{"move":"%s"}\n' "${move%%'"'*}" ;;
  esac
done
"""),
}

QUOTAS = """
[contest.quotas]
bots = 20
versions_per_day = 50
build_time = "5m"
check_time = "20m"
check_time_per_day = "10h"
"""


class Languages(ServeTest):
    def setUp(self):
        super().setUp()
        if WHY_NOT:
            self.leave_out(WHY_NOT)
        self.folder.chmod(0o755)  # bots in the sandbox are another user
        self.serve(text=CONTEST.replace("sandbox = false", "sandbox = true").replace("[[contest.house]]", QUOTAS + "[[contest.house]]", 1))
        self.script = Browser(self.port, Authorization="Bearer " + self.api_token(self.author()))

    def hand_in(self, bot, query, text):
        answer = self.script.send("POST", f"{API}/bots/{bot}/versions?{query}", text.encode())
        self.assertEqual(answer.status, 201, answer)
        return f"{API}/bots/{bot}/versions/{answer.json()['number']}"

    def checked(self, path):
        """The version after its check."""
        def done():
            version = self.script.get(path).json()
            return version["state"] not in ("waiting", "checking") and version
        return self.wait_for("the check", done, BUILD_PATIENCE)

    def games_of(self, bot):
        return self.browser().get(f"{API}/phases/ladder/matches?bot={bot}").json()["matches"]

    def test_every_language_that_is_installed(self):
        installed = {language: bot for language, bot in BOTS.items() if shutil.which(bot[0], path=SYSTEM_PATH)}
        for language in BOTS.keys() - installed.keys():
            print(f"{language} is not installed, so no bot in it is tried", flush=True)
        versions = {}
        for language, (_, file, text) in installed.items():
            bot = language.replace("+", "p")
            versions[language] = bot, self.hand_in(bot, f"file_name={file}", text)
        for language, (bot, path) in versions.items():
            with self.subTest(language):
                version = self.checked(path)
                self.assertEqual((version["state"], version["language"]), ("accepted", language), version)
                self.wait_for(f"a game of {bot}", lambda: self.games_of(bot), BUILD_PATIENCE)
        self.stop()


if __name__ == "__main__":
    main()
