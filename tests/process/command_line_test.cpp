// How the words after -p become a program and its arguments. rows_start.py tests what is no
// program.
#include <filesystem>

#include <catch2/catch.hpp>

#include "arena/process/spawn/program.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

namespace arena::test {

namespace {

using Words = std::vector<std::string>;

/// The working folder of a test.
class Standing {
 public:
  Standing() : before_(std::filesystem::current_path()) {
    std::filesystem::create_directories(here_.at("folder"));
    std::filesystem::current_path(here_.path());
  }
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;
  ~Standing() { std::filesystem::current_path(before_); }
  static void file(const std::string& name, bool executable) {
    put(name, "#!/bin/sh\n");
    if (executable) std::filesystem::permissions(name, std::filesystem::perms::owner_all);
  }

 private:
  std::filesystem::path before_;
  TestFolder here_;
};

}  // namespace

TEST_CASE("words are split as a shell splits them", "[command_line]") {
  CHECK(split_words("python3 bot.py -v") == Words{"python3", "bot.py", "-v"});
  CHECK(split_words("  a\t'b c'  \"d e\"f g\\ h ''") == Words{"a", "b c", "d ef", "g h", ""});
  CHECK(split_words(R"("a\"b\\c\$d\n" '\n')") == Words{"a\"b\\c$d\\n", "\\n"});
  CHECK(split_words("echo $HOME `x` *;|&") == Words{"echo", "$HOME", "`x`", "*;|&"});
}

TEST_CASE("joined words are split into the same words again", "[command_line]") {
  const Words words = {"cd",    "it's a", "",   "\"", "a\\b", "new\nline",
                       "$HOME", "-n",     "*?", "~",  "'",    "plain_-+=./,:@%"};
  CHECK(split_words(join_words(words)) == words);
  CHECK(join_words(Words{"cd", "a b", "it's"}) == "cd 'a b' 'it'\\''s'");
}

TEST_CASE("a bot is called like the script that it runs, else like the program", "[command_line]") {
  const Standing standing;
  CHECK(bot_name(Words{"python3 -u folder/jb.py"}) == "python3");
  standing.file("folder/jb.py", false);
  CHECK(bot_name(Words{"python3 -u folder/jb.py"}) == "jb");
  CHECK(bot_name(Words{"python3", "-u", "folder/jb.py", "-v"}) == "jb");
  CHECK(bot_name(Words{"folder/jb.py"}) == "jb");
  CHECK(bot_name(Words{"/usr/bin/no such thing"}) == "no");
  CHECK(bot_name(Words{"./no_such.bot", "folder"}) == "no_such");
  CHECK_THROWS_AS(bot_name(Words{"'open"}), Error);
  CHECK_THROWS_AS(bot_name(Words{" "}), Error);
}

TEST_CASE("a bare name is looked up on the PATH, unless it is the one file there",
          "[command_line]") {
  const Standing standing;
  standing.file("my bot", true);
  CHECK(bot_command(Words{"my bot"}) == Words{"./my bot"});
  CHECK(bot_command(Words{"./my bot", "-v"}) == Words{"./my bot", "-v"});
  CHECK(bot_command(Words{"sh", "-e"}).front().ends_with("/sh"));
  CHECK(error_of([] {
          bot_command(Words{"my bot", "x"});
        }) == "cannot start a bot: there is no program \"my bot\" on the PATH: is ./my bot meant?");
  CHECK(error_of([] { bot_command({}); }) == "a bot's command is missing");
}

}  // namespace arena::test
