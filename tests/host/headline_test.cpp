// Which line of what a bot wrote to stderr says what is wrong: as the languages' own programs end.
#include "arena/host/headline.hpp"

#include <catch2/catch.hpp>

#include "arena/util/text.hpp"

using arena::host::headline_of;

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
  CHECK(headline("panic: no card\n\ngoroutine 1 [running]:\nmain.main()\n"
                 "\t/tmp/bot.go:4 +0x27\nexit status 2\n") == "panic: no card");
  CHECK(headline("ai.js: the AI touched getPlayers()[1].cards[2], which it may not see\n"
                 "    at Object.peek (ai.js:2:56)\n") ==
        "ai.js: the AI touched getPlayers()[1].cards[2], which it may not see");
}

TEST_CASE("headline: the last line of any other text", "[host]") {
  CHECK(headline("I read the cards\nI give up\n") == "I give up");
  CHECK(headline("  I give up\n") == "I give up");
  CHECK(headline("").empty());
}
