// Which line of what a bot wrote to stderr says what is wrong: as the languages' own programs end.
#include <catch2/catch.hpp>

#include "arena/contest/checks/sandboxed_run.hpp"
#include "arena/util/text/text.hpp"

using arena::contest::headline_of;

namespace {

std::string headline(std::string_view text) { return headline_of(arena::lines_of(text)); }

}  // namespace

TEST_CASE("headline: the line that names the mistake, in each language", "[host]") {
  CHECK(headline("/tmp/bot.js:3\nthrow new Error('no cards');\n^\n\nError: no cards\n"
                 "    at Object.<anonymous> (/tmp/bot.js:3:7)\n\nNode.js v20.20.2\n") ==
        "Error: no cards");
  CHECK(headline("/tmp/bot.js:1\nlet a = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n"
                 "    at internalCompileFunction (node:internal/vm:73:18)\n\nNode.js v20.20.2\n") ==
        "SyntaxError: Unexpected token ';'");
  CHECK(headline("Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n"
                 "    x = 1 / 0\nZeroDivisionError: division by zero\n") ==
        "ZeroDivisionError: division by zero");
  CHECK(
      headline("bot.rb:2:in `move': no such card (RuntimeError)\n\tfrom bot.rb:5:in `<main>'\n") ==
      "bot.rb:2:in `move': no such card (RuntimeError)");
  CHECK(headline("Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n"
                 "\tat Bot.main(Bot.java:3)\n") ==
        "Exception in thread \"main\" java.lang.ArithmeticException: / by zero");
  CHECK(
      headline("thread 'main' panicked at 'no card', bot.rs:2:5\n"
               "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n") ==
      "thread 'main' panicked at 'no card', bot.rs:2:5");
  CHECK(
      headline("thread 'main' panicked at src/main.rs:2:5:\nno card\n"
               "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n") ==
      "no card");
  CHECK(headline("terminate called after throwing an instance of 'std::runtime_error'\n"
                 "  what():  no card\nAborted (core dumped)\n") == "what():  no card");
  CHECK(headline("panic: runtime error: invalid memory address or nil pointer dereference\n"
                 "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x48]\n\n"
                 "goroutine 1 [running]:\nmain.(*bot).move(0x0)\n\t/tmp/bot.go:4 +0x27\n") ==
        "panic: runtime error: invalid memory address or nil pointer dereference");
  CHECK(headline("node:fs:453\n    return binding.readFileUtf8(\n                   ^\n\n"
                 "Error: ENOENT: no such file or directory, open 'x'\n    at Object.readFileSync "
                 "(node:fs:453:20) {\n  errno: -2,\n  code: 'ENOENT'\n}\n\nNode.js v20.20.2\n") ==
        "Error: ENOENT: no such file or directory, open 'x'");
  CHECK(headline("panic: no card\n\ngoroutine 1 [running]:\nmain.main()\n"
                 "\t/tmp/bot.go:4 +0x27\nexit status 2\n") == "panic: no card");
  CHECK(headline("ai.js: the AI touched getPlayers()[1].cards[2], which it may not see\n"
                 "    at Object.peek (ai.js:2:56)\n") ==
        "ai.js: the AI touched getPlayers()[1].cards[2], which it may not see");
}

TEST_CASE("headline: the last line of any other text", "[host]") {
  CHECK(headline("no Error here\nai.js: the AI has not finished its move: no finishMove()\n") ==
        "ai.js: the AI has not finished its move: no finishMove()");
  CHECK(headline("ai.js: the AI cannot be read: Unexpected token ';'\n    at ai.js:2\n") ==
        "ai.js: the AI cannot be read: Unexpected token ';'");
  CHECK(headline("I read the cards\nI give up\n") == "I give up");
  CHECK(headline("  I give up\n") == "I give up");
  CHECK(headline("").empty());
}
