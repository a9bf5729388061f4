// `arena submit`: hands a bot in from the command line.
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/archive/packed_folder.hpp"
#include "arena/cli/contest/server_api.hpp"
#include "arena/cli/shell.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::cli {

namespace {

namespace json = boost::json;

struct SubmitArgs {
  std::string contest;  // its address
  std::string bot;
  std::string file;
  std::string language;
  bool no_wait = false;
};

/// "https://contest.example/c/streams" as the address of its API.
std::string api_of(std::string address) {
  while (address.ends_with('/')) address.pop_back();
  const std::size_t at = address.find("/c/");
  if (at == std::string::npos)
    throw Error(in_quotes(address) +
                " is no contest: give its address, such as https://contest.example/c/streams");
  return address.substr(0, at) + "/api/v1/contests/" + address.substr(at + 3);
}

std::string content_of(const std::string& path) {
  if (std::filesystem::is_directory(path)) return packed_folder(path);
  if (auto content = contents(path)) return *std::move(content);
  throw Error("cannot read " + in_quotes(path));
}

void print_report(const json::object& version) {
  const json::value* report = version.if_contains("report");
  if (report && report->is_object()) report = report->get_object().if_contains("checks");
  if (!report || !report->is_array()) return;
  for (const json::value& one : report->get_array()) {
    if (!one.is_object()) continue;
    const json::object& finding = one.get_object();
    fmt::print("  {:<6}  {:<12}  {}\n", escaped(word(finding, "result")),
               escaped(word(finding, "name")), escaped(word(finding, "text")));
  }
}

int submit(const SubmitArgs& args) {
  const std::string bots =
      api_of(args.contest) + "/bots/" + percent_encoded(args.bot) + "/versions";
  const http::Fields headers{token_header(), {"Content-Type", "application/octet-stream"}};
  // A folder may be given as "mybot/" or ".": the server recognises an archive by its content.
  const bool is_folder = std::filesystem::is_directory(args.file);
  const std::string name =
      is_folder ? args.bot + ".tar.gz" : std::filesystem::path(args.file).filename().string();
  json::object version = ask_server({.url = bots + "?file_name=" + percent_encoded(name) +
                                            "&language=" + percent_encoded(args.language),
                                     .method = "POST",
                                     .headers = headers,
                                     .body = content_of(args.file)});
  const std::int64_t number = version.at("number").to_number<std::int64_t>();
  fmt::print("Handed in version {}.\n", number);
  if (args.no_wait) return done;
  while (word(version, "state") == "waiting" || word(version, "state") == "checking") {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    version = ask_server({.url = bots + "/" + std::to_string(number), .headers = headers});
  }
  print_report(version);
  const bool is_accepted = word(version, "state") == "accepted";
  const std::string reason = escaped(word(version, "reason"));
  if (!is_accepted)
    fmt::print("Refused: {}\n", reason);
  else if (reason.empty())
    fmt::print("Accepted.\n");
  else
    fmt::print("Accepted, but it does not play: {}\n", reason);
  return is_accepted ? done : check_failed;
}

}  // namespace

void add_submit(CLI::App& command, Shell& shell) {
  const auto args = std::make_shared<SubmitArgs>();
  command.add_option("CONTEST", args->contest, "The contest's address in the browser")->required();
  command.add_option("BOT", args->bot, "The bot's name; a new one is made")->required();
  command.add_option("FILE", args->file, "A source file, a folder, or an archive")->required();
  command.add_option("--language", args->language,
                     "The language, if the file's name does not say it");
  command.add_flag("--no-wait", args->no_wait, "Do not wait for the check");
  command.footer(
      "\nThe variable ARENA_TOKEN has the API token. The exit status is 1 if the check refuses the "
      "bot.\n"
      "\nExamples:\n"
      "  arena submit https://contest.example/c/streams mybot bot.py\n"
      "  arena submit http://localhost:8080/c/streams mybot mybot/ --no-wait");
  shell.on(command, [args] { return submit(*args); });
}

}  // namespace arena::cli
