// Bots that tests hand in, and whether this system has a sandbox.
#pragma once

#include <unistd.h>

#include <string>

namespace arena::test {

inline bool has_sandbox() {
  return ::access("/usr/bin/bwrap", X_OK) == 0 && ::access("/usr/bin/bindfs", X_OK) == 0;
}

/// Plays the last legal move. `comment` makes each upload another one.
inline std::string good_bot(const std::string& comment = "") {
  return "# " + comment + R"(
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("turn", "error"):
        if message["type"] == "turn":
            turn = message
            moves = list(turn["legal"] or turn["view"].get("possible", []))
        print(json.dumps({"move": moves.pop(), "id": turn["id"]}), flush=True)
        print("I moved", file=sys.stderr, flush=True)
)";
}

/// Ends at its third question.
inline std::string broken_bot() {
  return R"(import sys
for line in sys.stdin:
    raise SystemExit("no idea")
)";
}

}  // namespace arena::test
