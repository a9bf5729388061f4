// Helper processes that crash, hang and vanish cost answers, nothing else, and none is left behind.
#include "arena/util/helper_process.hpp"

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/util/error.hpp"
#include "tests/files.hpp"
#include "tests/proof.hpp"

using namespace arena;
using namespace arena::test;
namespace fs = std::filesystem;

namespace {

/// A helper whose answer is the request in brackets. Some requests let it crash or hang; "once"
/// lets it crash the first time only.
class Script {
 public:
  Script() {
    put(path(),
        "#!/bin/sh\n"
        "cd \"${0%/*}\" || exit\n"
        "while read -r line; do\n"
        "  case $line in\n"
        "  crash) kill -9 $$ ;;\n"
        "  half) printf '<ha'; kill -9 $$ ;;\n"
        "  once) [ -e done ] || { touch done; kill -9 $$; } ;;\n"
        "  slow) exec sleep 1000000 ;;\n"
        "  esac\n"
        "  echo \"<$line>\"\n"
        "done\n");
    fs::permissions(path(), fs::perms::owner_all);
  }
  [[nodiscard]] fs::path path() const { return folder_.at("helper"); }

 private:
  const TestFolder folder_;
};

HelperProcess::Answers ask(HelperProcess& helper, const std::vector<std::string>& requests) {
  return helper.ask(requests);
}

bool lives(int pid) { return ::kill(pid, 0) == 0; }

}  // namespace

TEST_CASE("a helper answers line by line, in one process", "[helper]") {
  const Script script;
  HelperProcess helper(script.path());
  CHECK(helper.pid() == -1);
  CHECK(ask(helper, {"a", "b c", ""}) == HelperProcess::Answers{"<a>", "<b c>", "<>"});
  const int pid = helper.pid();
  CHECK(ask(helper, {"d"}) == HelperProcess::Answers{"<d>"});
  CHECK(helper.pid() == pid);
  const std::string line(500, 'x');
  const std::vector<std::string> many(2000, line);  // more than a socket keeps
  const auto answers = helper.ask(many);
  REQUIRE(answers.size() == many.size());
  for (const auto& answer : answers) REQUIRE(answer == "<" + line + ">");
}

TEST_CASE("a request at which a helper crashes has no answer, and others do", "[helper]") {
  const Script script;
  HelperProcess helper(script.path());
  CHECK(ask(helper, {"a", "crash", "b", "half", "c"}) ==
        HelperProcess::Answers{"<a>", std::nullopt, "<b>", std::nullopt, "<c>"});
}

TEST_CASE("a request is repeated once, because its helper may die by accident", "[helper]") {
  const Script script;
  HelperProcess helper(script.path());
  CHECK(ask(helper, {"a", "once", "b"}) == HelperProcess::Answers{"<a>", "<once>", "<b>"});
  const int pid = helper.pid();
  ::kill(pid, SIGKILL);
  CHECK(ask(helper, {"c"}) == HelperProcess::Answers{"<c>"});
  CHECK(helper.pid() != pid);
}

TEST_CASE("a helper that hangs is killed", "[helper]") {
  const Script script;
  HelperProcess helper(script.path(), std::chrono::milliseconds(200));
  // No other requests: on a busy computer they could be late as well.
  CHECK(ask(helper, {"slow"}) == HelperProcess::Answers{std::nullopt});
  CHECK(helper.pid() == -1);
  if (!proof::is_on()) return;
  HelperProcess quick(script.path(), std::chrono::seconds(10));
  CHECK(ask(quick, {"a", "slow", "b"}) == HelperProcess::Answers{"<a>", std::nullopt, "<b>"});
}

TEST_CASE("no helper is left", "[helper]") {
  const Script script;
  int pid = -1;
  {
    HelperProcess helper(script.path());
    ask(helper, {"a"});
    pid = helper.pid();
    REQUIRE(lives(pid));
  }
  CHECK_FALSE(lives(pid));
}

TEST_CASE("a helper that is missing has no answers", "[helper]") {
  HelperProcess helper("/nonexistent/helper");
  CHECK(ask(helper, {"a", "b"}) == HelperProcess::Answers{std::nullopt, std::nullopt});
  CHECK_THROWS_AS(helper_program("no_such_helper"), Error);
}
