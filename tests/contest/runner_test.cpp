// Contests whose uploads are a part of the server's own program: what a runner's file may say, how
// an upload is laid into it, and how it is checked and tried.
#include "arena/contest/bots/runner.hpp"

#include <filesystem>

#include <catch2/catch.hpp>

#include "arena/contest/checks/check_job.hpp"
#include "arena/contest/checks/upload_folder.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/record/record.hpp"
#include "tests/contest/uploads.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

using namespace arena;
using namespace arena::contest;
using arena::test::error_of;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

const std::string description = R"(
game = "streams"
title = "Choosers"
folder = "adapter"
file = "choose.py"
language = "python"
protocol = "json"
command = ["python3", "./bot.py"]
example = "first.py"
)";

/// The author only says which of the legal moves it is.
const std::string adapter = R"(
import json, sys
from choose import choose
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": choose(message["legal"]), "id": message["id"]}), flush=True)
)";

struct RunnerFolder {
  RunnerFolder() {
    fs::create_directories(folder.path() / "adapter");
    fs::create_directories(folder.path() / "elsewhere");
    fs::create_directory_symlink("../elsewhere", folder.path() / "adapter" / "more");
    test::put(folder.path() / "adapter" / "bot.py", adapter);
    test::put(folder.path() / "adapter" / "more" / "data.txt", "data");
    test::put(folder.at("first.py"), "def choose(moves):\n    return moves[0]\n");
    test::put(folder.at("runner.toml"), description);
  }
  [[nodiscard]] Runner read() const { return read_runner(folder.at("runner.toml")); }

  test::TestFolder folder;
};

/// As the child process gets it.
CheckJob job_in(const test::TestFolder& folder, const Runner& runner, const std::string& upload) {
  fs::permissions(folder.path(), fs::perms(0755));
  test::put(folder.at("upload"), upload);
  CheckJob job;
  job.folder = folder.path();
  job.bot = "mybot";
  job.match.game = "streams";
  job.match.limits.protocol = runner.protocol;
  job.match.limits.move_time = job.match.limits.start_time = Span{std::chrono::seconds(300)};
  job.match.limits.sandbox = test::has_sandbox() ? SandboxKind::shared : SandboxKind::off;
  job.quotas.build_time = std::chrono::minutes(5);
  job.runner = runner;
  return described::read<CheckJob>(described::to_json(job), "the job");
}

}  // namespace

TEST_CASE("runner: its file says what it needs, or is refused", "[host]") {
  const RunnerFolder made;
  const Runner runner = made.read();
  CHECK(runner.game == "streams");
  CHECK(runner.folder == fs::canonical(made.folder.path() / "adapter"));
  CHECK(runner.example == fs::canonical(made.folder.at("first.py")));
  CHECK(runner.command == std::vector<std::string>{"python3", "./bot.py"});
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = description;
    text.replace(text.find(from), from.size(), to);
    test::put(made.folder.at("runner.toml"), text);
    return error_of([&] { static_cast<void>(made.read()); });
  };
  CHECK_THAT(refusal("\"adapter\"", "\"other\""), Contains(":4:10") && Contains("no folder"));
  CHECK_THAT(refusal("\"choose.py\"", "\"../choose.py\""), Contains(":5:8"));
  CHECK_THAT(refusal("\"python\"", "\"cobol\""), Contains("\"cobol\" is not installed"));
  CHECK_THAT(refusal("\"first.py\"", "\"second.py\""), Contains(":9:11"));
  CHECK_THAT(refusal("[\"python3\", \"./bot.py\"]", "[]"), Contains("command"));
  CHECK_THAT(refusal("title", "tilte"), Contains("title"));
  CHECK_THAT(refusal("example", "guide_ru"), Contains("guide_ru needs guide"));
  CHECK_THAT(refusal("example", "needs = \"node_modules\"\ninstall = \"npm ci\"\nexample"),
             Contains("node_modules is missing: run \"npm ci\" in"));
  CHECK_THAT(error_of([] { static_cast<void>(read_runner("nothing")); }),
             Contains("unknown runner \"nothing\"") && Contains("yard_bridge_ai"));
}

TEST_CASE("runner: an upload becomes one file, and no other", "[host]") {
  const RunnerFolder made;
  const Runner runner = made.read();
  const test::TestFolder folder;
  make_runner_folder({"any name.txt", "text"}, runner, folder.at("laid"), 100'000);
  CHECK(test::content_of(folder.path() / "laid" / "choose.py") == "text");
  CHECK(test::content_of(folder.path() / "laid" / "bot.py") == adapter);
  CHECK(test::content_of(folder.path() / "laid" / "more" / "data.txt") == "data");
  CHECK((fs::status(folder.path() / "laid").permissions() & fs::perms::others_exec) !=
        fs::perms::none);

  const auto archive = [&folder](const std::string& files) {
    fs::create_directories(folder.path() / "in" / "sub");
    test::put(folder.path() / "in" / "sub" / "bot.py", "own");
    test::put(folder.path() / "in" / "other.py", "other");
    const std::string command =
        "tar -C '" + folder.at("in") + "' -czf '" + folder.at("out.tgz") + "' " + files;
    REQUIRE(std::system(command.c_str()) == 0);
    return Upload{"x.tgz", test::content_of(folder.at("out.tgz"))};
  };
  make_runner_folder(archive("sub"), runner, folder.at("one"), 100'000);
  CHECK(test::content_of(folder.path() / "one" / "choose.py") == "own");
  CHECK(test::content_of(folder.path() / "one" / "bot.py") == adapter);
  CHECK(error_of([&] { make_runner_folder(archive("."), runner, folder.at("two"), 100'000); }) ==
        "this contest takes one file: the archive has 2 files");
}

TEST_CASE("runner: uploads are checked, and tried against the example", "[host][check]") {
  const RunnerFolder made;
  const Runner runner = made.read();
  const Games games = all_games();
  const std::string last =
      "import sys\ndef choose(moves):\n    print('of', len(moves), file=sys.stderr)\n"
      "    return moves[-1]\n";
  {
    const test::TestFolder folder;
    const CheckResult result = run_check(job_in(folder, runner, last), games);
    INFO(result.reason << result.build_log);
    CHECK(result.is_accepted);
    CHECK(result.language == "python");
    CHECK(result.command == runner.command);
  }
  {
    const test::TestFolder folder;
    const TryoutResult result = run_tryout(job_in(folder, runner, last), games);
    CHECK(result.reason.empty());
    REQUIRE(result.records.size() == 3);
    for (const std::string& line : result.records) {
      const Record record = read_record(line);
      CHECK(record.forfeits.empty());
      CHECK(record.players.at(0).command.empty());
      CHECK((record.players.at(0).name == "example") == (record.players.at(1).name == "mybot"));
    }
    REQUIRE(result.written.size() == 3);
    CHECK_THAT(result.written[0], Contains("of 20\n"));
  }
  {
    const test::TestFolder folder;
    const CheckJob job = job_in(folder, runner, "def choose(moves):\n    return moves[1\n");
    const TryoutResult result = run_tryout(job, games);
    REQUIRE(result.records.size() == 3);
    CHECK_FALSE(read_record(result.records[0]).forfeits.empty());
    CHECK_THAT(result.written.at(0), Contains("SyntaxError"));
    CHECK_THAT(result.written.at(0), !Contains(folder.path().string()));
  }
}

TEST_CASE("runner: a contest names it, and its house has uploads", "[host]") {
  const RunnerFolder made;
  const auto read = [&](const std::string& game, const std::string& more) {
    const std::string text = "[[contest]]\nid = \"cup\"\ngame = \"" + game +
                             "\"\nrunner = \"runner.toml\"\n[[contest.phase]]\nname = \"one\"\n"
                             "format = \"league\"\n[[contest.house]]\nname = \"first\"\n" +
                             more;
    return read_contests(text, made.folder.at("contest.toml")).contests.at(0);
  };
  const ContestSpec contest = read("streams", "upload = \"first.py\"\n");
  CHECK(contest.match.limits.protocol == "json");
  CHECK(contest.runner->title == "Choosers");
  CHECK(contest.house.at(0).upload == made.folder.at("first.py"));
  CHECK(read("streams", "upload = \"more/data.txt\"\n").house.at(0).upload ==
        fs::canonical(made.folder.path()) / "adapter" / "more" / "data.txt");
  CHECK_THAT(error_of([&] { read("bidding", "builtin = \"random\"\n"); }),
             Contains("plays streams"));
  const std::string native = "builtin = \"random\"\n[contest.limits]\nprotocol = \"native\"\n";
  CHECK_THAT(error_of([&] { read("streams", native); }),
             Contains("the runner's programs speak the protocol \"json\""));
  CHECK_THAT(error_of([&] { read("streams", "upload = \"none.py\"\n"); }),
             Contains("no file \"none.py\""));
}

TEST_CASE("runner: arena's own", "[host]") {
  CHECK(runner_names() == std::vector<std::string>{"yard_bridge_ai"});
}
