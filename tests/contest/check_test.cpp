// Uploads become bots: languages, builds in the sandbox with their limits, and the check.
#include <algorithm>
#include <filesystem>

#include <catch2/catch.hpp>

#include "arena/contest/checks/check_job.hpp"
#include "arena/contest/checks/languages.hpp"
#include "arena/contest/checks/upload_folder.hpp"
#include "tests/contest/uploads.hpp"
#include "tests/errors.hpp"
#include "tests/files.hpp"

using namespace arena;
using namespace arena::contest;
using arena::test::error_of;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

const std::string good_bot = test::good_bot();

/// A tar with these files, made by the system's tar.
std::string tar_of(const std::vector<std::pair<std::string, std::string>>& files) {
  const test::TestFolder folder;
  for (const auto& [name, text] : files) {
    fs::create_directories((folder.path() / "in" / name).parent_path());
    test::put(folder.path() / "in" / name, text);
  }
  const std::string command =
      "tar --format=ustar -C '" + folder.at("in") + "' -czf '" + folder.at("out.tgz") + "' .";
  REQUIRE(std::system(command.c_str()) == 0);
  return test::content_of(folder.at("out.tgz"));
}

/// A job in a folder of its own, which bots may read.
struct Job {
  explicit Job(const Upload& upload) {
    fs::permissions(folder.path(), fs::perms(0755));
    test::put(folder.at("upload"), upload.bytes);
    job.folder = folder.path();
    job.bot = "mybot";
    job.file_name = upload.file_name;
    job.language = upload.language;
    job.match.game = "streams";
    job.match.limits.protocol = "json";
    job.match.limits.move_time = job.match.limits.start_time = Span{std::chrono::seconds(300)};
    job.match.limits.sandbox = test::has_sandbox() ? SandboxKind::shared : SandboxKind::off;
    job.quotas.build_time = std::chrono::minutes(5);
  }
  CheckResult run() {
    // As the child process gets it.
    return run_check(described::read<CheckJob>(described::to_json(job), "the job"), games);
  }

  test::TestFolder folder;
  Games games = all_games();
  CheckJob job;
};

CheckResult check_of(const Upload& upload) { return Job(upload).run(); }

bool is_installed(const std::string& name) {
  const auto all = installed_languages();
  return std::ranges::find(all, name, &Language::name) != all.end();
}

const std::string c_bot = R"(
#include <stdio.h>
#include <string.h>
/* The last legal move of each question. */
int main(void) {
  static char line[100000];
  while (fgets(line, sizeof line, stdin)) {
    char *legal = strstr(line, "\"legal\":["), *id = strstr(line, "\"id\":");
    if (!strstr(line, "\"type\":\"turn\"") || !legal || !id) continue;
    char *end = strchr(legal, ']'), *begin = end;
    while (begin > legal && *begin != ',' && *begin != '[') --begin;
    int number = 0;
    sscanf(id + 5, "%d", &number);
    printf("{\"move\":%.*s,\"id\":%d}\n", (int)(end - begin - 1), begin + 1, number);
    fflush(stdout);
  }
}
)";

}  // namespace

TEST_CASE("check: a good bot is accepted, as a file, a text and an archive", "[host][check]") {
  const CheckResult file = check_of({"anything.py", good_bot});
  INFO(file.reason);
  INFO(file.build_log);
  CHECK(file.is_accepted);
  CHECK(file.language == "python");
  CHECK(file.command == std::vector<std::string>{"python3", "./bot.py"});
  CHECK_THAT(file.report, Contains("\"ready\":true"));

  CHECK(check_of({"", good_bot, "python"}).is_accepted);

  const std::string tar = tar_of({{"mybot/main.py", "import rest\n"},
                                  {"mybot/rest.py", "open('data.txt').read()\n" + good_bot},
                                  {"mybot/data.txt", "x"}});
  const CheckResult archive = check_of({"mybot.tgz", tar});
  INFO(archive.reason);
  CHECK(archive.is_accepted);
  CHECK(archive.command.back() == "./main.py");
}

TEST_CASE("check: what is built", "[host][check]") {
  SECTION("C") {
    if (!is_installed("c")) return;
    const CheckResult result = check_of({"quick.c", c_bot});
    INFO(result.reason);
    INFO(result.build_log);
    CHECK(result.is_accepted);
    CHECK(result.command == std::vector<std::string>{"./bot"});
  }
  SECTION("a folder with a script build") {
    const CheckResult result =
        check_of({"x.tgz", tar_of({{"build", "#!/bin/sh\necho building\nmv source bot\n"},
                                   {"source", "#!/usr/bin/python3\n" + good_bot}})});
    INFO(result.reason);
    CHECK(result.is_accepted);
    CHECK_THAT(result.build_log, Contains("building"));
    CHECK(result.language == "folder");
  }
  SECTION("the compiler's errors are in the log") {
    if (!is_installed("c")) return;
    const CheckResult result = check_of({"bot.c", "int main(void) { return wrong; }\n"});
    CHECK_FALSE(result.is_accepted);
    CHECK_THAT(result.reason, Contains("the build failed"));
    CHECK_THAT(result.build_log, Contains("wrong"));
    CHECK(result.report.empty());
  }
  SECTION("a build that makes no bot") {
    const CheckResult result = check_of({"x.tgz", tar_of({{"build", "#!/bin/sh\ntrue\n"}})});
    CHECK_THAT(result.reason, Contains("made no program \"bot\""));
  }
}

TEST_CASE("check: bad bots are refused with a reason", "[host][check]") {
  const auto reason = [](const Upload& upload) {
    const CheckResult result = check_of(upload);
    CHECK_FALSE(result.is_accepted);
    return result.reason;
  };
  CHECK_THAT(reason({"bot.py", "print(1/0)\n"}), Contains("games"));
  CHECK_THAT(reason({"bot.xyz", "print(1)\n"}), Contains("is not known"));
  CHECK_THAT(reason({"", "print(1)\n", "cobol"}), Contains("is not installed"));
  CHECK_THAT(reason({"x.tgz", tar_of({{"readme.txt", "x"}})}), Contains("no main file"));
  CHECK_THAT(reason({"x.zip", "PK\x03\x04 this is no zip"}), Contains("archive"));
  Job silent({"bot.py", "import time\ntime.sleep(1000000)\n"});
  silent.job.match.limits.move_time = silent.job.match.limits.start_time =
      Span{std::chrono::seconds(1)};
  const CheckResult late = silent.run();
  CHECK_FALSE(late.is_accepted);
  CHECK_THAT(late.reason, Contains("games"));
}

TEST_CASE("check: scripts with the line ends of Windows start", "[host][check]") {
  const std::string bot = "#!/usr/bin/env python3\n" + good_bot;
  std::string windows;
  for (const char c : bot) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::string build = "#!/bin/sh\r\ncp source bot\r\n";
  CHECK(check_of({"x.tgz", tar_of({{"bot", windows}})}).reason == "");
  CHECK(check_of({"x.tgz", tar_of({{"build", build}, {"source", bot}})}).reason == "");
}

TEST_CASE("check: builds that never end, fill the disk, or fork are stopped", "[host][check]") {
  if (!test::has_sandbox()) return;
  const auto build = [](const std::string& script) {
    return Upload{"x.tgz", tar_of({{"build", "#!/bin/sh\n" + script + "\n"}, {"bot", "x"}})};
  };
  {
    Job job(build("sleep 1000 & sleep 1000"));
    job.job.quotas.build_time = std::chrono::seconds(1);
    CHECK_THAT(job.run().reason, Contains("took more than 1s"));
  }
  {
    Job job(build("dd if=/dev/zero of=big bs=1M count=100; exit 1"));
    job.job.quotas.build_disk = 8U << 20U;
    CHECK_THAT(job.run().reason, Contains("8 MiB of disk"));
  }
  {
    Job job(build("fork() { fork | fork & }; fork; sleep 1; exit 1"));
    job.job.quotas.build_processes = 20;
    job.job.quotas.build_time = std::chrono::seconds(8);
    CHECK_FALSE(job.run().is_accepted);
  }
  {
    Job job(build("head -c 100M /dev/zero > /proc/$PPID/fd/1; exit 1"));
    CHECK_FALSE(job.run().is_accepted);
  }
  {
    // What the build can see and write of the host: nothing.
    const CheckResult result =
        check_of(build("cat /etc/passwd; echo x > /usr/x; ls -a / /root /home; cat " +
                       std::string(ARENA_TESTS) + "/CMakeLists.txt; exit 1"));
    CHECK_THAT(result.build_log, Contains("cat: /etc/passwd: No such file"));
    CHECK_THAT(result.build_log, Contains("cannot create /usr/x"));
    CHECK_THAT(result.build_log, !Contains("Catch2"));
  }
}

TEST_CASE("check: what the server's disk does not do is not the upload's fault", "[host][check]") {
  const test::TestFolder folder;
  CHECK_THROWS_AS(
      make_upload_folder({"bot.py", good_bot}, folder.at("no/such"), installed_languages(), 1000),
      std::system_error);
  Job job({"x.tgz", tar_of({{"build", "#!/bin/sh\necho 'cc: No space left on device'; exit 1"},
                            {"bot", "x"}})});
  job.job.match.limits.sandbox = SandboxKind::off;  // it builds on the server's disk
  CHECK_THROWS_WITH(
      job.run(),
      Contains("cannot build here: the build ended with status 72: cc: No space left on device"));
}

TEST_CASE("languages: the main file decides", "[host]") {
  const test::TestFolder folder;
  const std::vector<Language> all = {{"c++", "C++", "bot.cpp", "/usr/bin/c++"},
                                     {"java", "Java", "Bot.java", "/usr/bin/javac"},
                                     {"python", "Python", "bot.py", "/usr/bin/python3"}};
  const auto refusal = [&] {
    return error_of([&] { static_cast<void>(plan_build(folder.path(), all)); });
  };
  CHECK_THAT(refusal(), Contains("no main file"));
  test::put(folder.at("helper.py"), "");
  CHECK(plan_build(folder.path(), all).command.back() == "./helper.py");
  test::put(folder.at("main.py"), "");
  CHECK(plan_build(folder.path(), all).command.back() == "./main.py");
  test::put(folder.at("bot.py"), "");
  CHECK(plan_build(folder.path(), all).command.back() == "./bot.py");
  test::put(folder.at("Bot.java"), "");
  CHECK_THAT(refusal(), Contains("several languages"));
  const BuildPlan java = plan_build(folder.path(), all, "java");
  CHECK(java.build == std::vector<std::string>{"/usr/bin/javac", "-encoding", "UTF-8", "-d",
                                               "classes", "./Bot.java"});
  CHECK(java.command.back() == "Bot");
  test::put(folder.at("Bot.java"), "// A bot.\r\npackage cards.bots ;\r\n\r\nclass Bot {}\r\n");
  CHECK(plan_build(folder.path(), all, "java").command.back() == "cards.bots.Bot");
  test::put(folder.at("bot"), "");
  CHECK(plan_build(folder.path(), all).command == std::vector<std::string>{"./bot"});
  CHECK(plan_build(folder.path(), all).build.empty());
  test::put(folder.at("build"), "");
  CHECK(plan_build(folder.path(), all).build == std::vector<std::string>{"./build"});

  CHECK(single_file_name("a.cc", "", "", all) == "bot.cpp");
  CHECK(single_file_name("Foo.java", "", "", all) == "Foo.java");
  CHECK(single_file_name("", "x", "java", all) == "Bot.java");
  CHECK(single_file_name("run", "#!/bin/sh\n", "", all) == "bot");
  CHECK(single_file_name("../../etc/bot.py", "", "", all) == "bot.py");
}

TEST_CASE("a result of a check must have a report that pages can show", "[host]") {
  CheckResult result;
  result.is_accepted = true;
  CHECK_THROWS_AS(read_check_result(described::to_json(result).as_object()), std::runtime_error);
  result.command = {"./bot"};
  const auto read = [&](const std::string& report) {
    result.report = report;
    return error_of(
        [&] { static_cast<void>(read_check_result(described::to_json(result).as_object())); });
  };
  CHECK(read("").empty());
  CHECK(read(R"({"checks":[{"name":"a","result":"ok","text":"","details":[],"values":{}}]})")
            .empty());
  for (const char* const lie : {"x", "[]", "{}"})
    CHECK(read(lie) == "this is no report of a check");
  for (const char* const lie : {R"({"checks":7})", R"({"checks":[{"name":"a"}]})"})
    CHECK(read(lie) == "a report of a check has other findings");
}
