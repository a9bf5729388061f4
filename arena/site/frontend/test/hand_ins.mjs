// Bots of the bidding game, good and bad, as authors hand them in.
import { execFileSync } from "node:child_process";

// It plays its lowest card.
export const goodBot = `import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][0], "note": "my lowest"}), flush=True)
`;

export const betterBot = goodBot.replace('["legal"][0]', '["legal"][-1]').replace("lowest", "highest");

const answering = (answer) => `import json, sys, time

for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        ${answer}
`;

// An archive whose file wants to be outside its folder.
const climbing = () =>
  execFileSync("/usr/bin/python3", ["-c", "import sys, zipfile\nwith zipfile.ZipFile(sys.stdout.buffer, 'w') as file: file.writestr('../../bot.py', 'x')"]);

// `reason`: what an author who reads Russian reads about it.
export const badBots = () => [
  { bot: "half", file: "bot.cpp", text: "int main( {\n", reason: /сборка не удалась/ },
  { bot: "crasher", language: "python", text: "raise SystemExit('no licence found')\n", reason: /завершился с кодом 1/ },
  { bot: "cheat", language: "python", text: answering(`print(json.dumps({"move": "99"}), flush=True)`), reason: /Invalid bid/ },
  { bot: "thinker", language: "python", text: answering("time.sleep(1000)"), reason: /нет ответа за 20 с/ },
  { bot: "babble", file: "babble.py", text: answering(`sys.stdout.write("\\x1b[31m<b>?</b> " * 50 + "\\n"); sys.stdout.flush()`), reason: /answered "\\x1b\[31m<b>/ },
  { bot: "climber", file: "bot.zip", bytes: climbing(), reason: /leads out of the archive/ },
];
