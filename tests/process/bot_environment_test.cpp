// The variables that bots start with.
#include "arena/process/bot_environment.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/errors.hpp"

using namespace arena;

namespace {

/// Sets a variable of this process until the end of the scope.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { old_.empty() ? ::unsetenv(name_) : ::setenv(name_, old_.c_str(), 1); }

 private:
  const char* name_;
  std::string old_;
};

std::string failure(const char* text) {
  return test::error_of([&] { return read_variable(text); });
}

}  // namespace

TEST_CASE("a bot gets four variables of arena's, and what is declared", "[environment]") {
  const Variable path("PATH", "/bin");
  const Variable lang("LANG", "C.UTF-8");
  const Variable home("HOME", "/home/x");
  const Variable folder("TMPDIR", "/tmp/x");
  const Variable token("TOKEN", "secret");
  using Variables = std::vector<std::string>;
  CHECK(bot_environment({}) ==
        Variables{"PATH=/bin", "LANG=C.UTF-8", "HOME=/home/x", "TMPDIR=/tmp/x"});
  CHECK(bot_environment({"A=1", "LANG=de", "A=2"}) ==
        Variables{"PATH=/bin", "HOME=/home/x", "TMPDIR=/tmp/x", "LANG=de", "A=2"});
}

TEST_CASE("a variable is declared by its name, or with a value", "[environment]") {
  const Variable token("ARENA_TEST_TOKEN", "a=b");
  CHECK(read_variable("ARENA_TEST_TOKEN") == "ARENA_TEST_TOKEN=a=b");
  CHECK(read_variable("X=1=2") == "X=1=2");
  CHECK(read_variable("X=") == "X=");
  CHECK(failure("=1") == "a bot's variable must be NAME or NAME=VALUE, not \"=1\"");
  CHECK(failure("") == "a bot's variable must be NAME or NAME=VALUE, not \"\"");
  CHECK(failure("ARENA_BOT=1") ==
        "a bot's variable must be NAME or NAME=VALUE, not \"ARENA_BOT=1\"");
  CHECK(failure("NO_SUCH_VARIABLE") ==
        "the variable \"NO_SUCH_VARIABLE\" is not set: give NAME=VALUE");
}
