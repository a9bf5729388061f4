// `arena admin`: what admins of a contest's server do, while it runs.
#include <algorithm>
#include <array>
#include <memory>
#include <ranges>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/cli/contest/server_api.hpp"
#include "arena/cli/shell.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::cli {

namespace {

namespace json = boost::json;

struct Action {
  std::string_view name;
  std::string_view words;  // of the command line, one for each "{}" of the path
  std::size_t least_words;
  std::string_view method;
  std::string_view path;  // of the API
  std::string_view meaning;
};

constexpr std::array<Action, 16> actions{{
    {"status", "", 0, "GET", "/admin/status",
     "Show the phases, what waits, and uploads that are equal"},
    {"log", "", 0, "GET", "/admin/log", "Show who did what, the newest first"},
    {"accounts", "", 0, "GET", "/admin/accounts", "Show all accounts"},
    {"invite", "[NAME]", 0, "POST", "/admin/invite?name={}",
     "Print an address where one author can sign up"},
    {"invite-class", "", 0, "POST", "/admin/invite-class",
     "Print one for each name of the class list that has no account"},
    {"disable", "ACCOUNT", 1, "POST", "/admin/accounts/{}/disable",
     "Lock an account; its bots leave"},
    {"enable", "ACCOUNT", 1, "POST", "/admin/accounts/{}/enable", "Unlock it"},
    {"reset", "ACCOUNT", 1, "POST", "/admin/accounts/{}/reset",
     "Give it a new password, and print that"},
    {"promote", "ACCOUNT", 1, "POST", "/admin/accounts/{}/promote", "Make it an admin"},
    {"disqualify", "CONTEST BOT VERSION REASON", 4, "POST",
     "/contests/{}/bots/{}/versions/{}/disqualify?reason={}", "Stop a version permanently"},
    {"begin", "CONTEST PHASE", 2, "POST", "/admin/begin/{}/{}", "Begin a phase now"},
    {"end", "CONTEST PHASE", 2, "POST", "/admin/end/{}/{}", "End a phase now"},
    {"replay", "CONTEST PHASE", 2, "POST", "/admin/replay/{}/{}",
     "Play a phase again from its beginning"},
    {"read-only", "", 0, "POST", "/admin/read-only", "Stop sign-ups and uploads"},
    {"read-write", "", 0, "POST", "/admin/read-write", "End that"},
    {"back-up", "NAME", 1, "POST", "/admin/back-up?folder={}",
     "Copy the whole state into back-ups/NAME"},
}};

std::string names() {
  std::string all;
  for (const Action& action : actions) all += (all.empty() ? "" : ", ") + std::string(action.name);
  return all;
}

struct AdminArgs {
  std::string action;
  std::string server;
  std::vector<std::string> words;
};

const Action& action_of(const AdminArgs& args) {
  const auto* const found = std::ranges::find(actions, args.action, &Action::name);
  if (found == actions.end())
    throw Error(fmt::format("{} is no action; known: {}", in_quotes(args.action), names()));
  return *found;
}

/// The path with the words in their places; words that are left out are empty.
std::string path_of(const Action& action, const std::vector<std::string>& words) {
  std::string path(action.path);
  std::size_t used = 0;
  for (std::size_t at = path.find("{}"); at != std::string::npos; at = path.find("{}", at)) {
    const std::string given = used < words.size() ? percent_encoded(words[used]) : "";
    ++used;
    path.replace(at, 2, given);
    at += given.size();
  }
  if (words.size() < action.least_words || words.size() > used)
    throw Error(fmt::format("give: arena admin {} SERVER {}", action.name, action.words));
  return path;
}

std::string text_of(const json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : compact(value);
}

/// The entries of a list as rows below the names of their fields.
void print_table(const json::array& list) {
  if (list.empty()) return;
  std::vector<std::vector<std::string>> columns;
  for (const auto& [key, unused] : list[0].as_object()) {
    std::vector<std::string>& column = columns.emplace_back();
    column.emplace_back(key);
    for (const json::value& entry : list) column.push_back(escaped(text_of(entry.at(key))));
  }
  for (std::size_t row = 0; row <= list.size(); ++row) {
    std::string line;
    for (const std::vector<std::string>& column : columns) {
      const auto width_of = [](const std::string& text) { return columns_of(text); };
      const std::size_t width = std::ranges::max(column | std::views::transform(width_of));
      line += column[row] + std::string(width - columns_of(column[row]) + 2, ' ');
    }
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

/// A table for each list, and "name: value" for all else.
void print(const json::object& answer) {
  for (const auto& [name, value] : answer) {
    if (value.is_array())
      print_table(value.get_array());
    else
      fmt::print("{}: {}\n", std::string_view(name), escaped(text_of(value)));
  }
}

int administrate(const AdminArgs& args) {
  const Action& action = action_of(args);
  std::string server = args.server;
  while (server.ends_with('/')) server.pop_back();
  const json::object answer = ask_server({.url = server + "/api/v1" + path_of(action, args.words),
                                          .method = std::string(action.method),
                                          .headers = {token_header()}});
  if (answer.empty()) {
    fmt::print("Done.\n");
  } else {
    print(answer);
  }
  return done;
}

std::string footer() {
  std::string text = "\nActions:\n";
  for (const Action& action : actions) {
    const std::string usage = fmt::format("{} SERVER {}", action.name, action.words);
    text += fmt::format("  {:<45} {}\n", usage, action.meaning);
  }
  return text +
         "\nThe variable ARENA_TOKEN has the API token of an admin.\n"
         "\nExamples:\n"
         "  arena admin invite-class http://localhost:8080\n"
         "  arena admin back-up https://contest.example monday";
}

}  // namespace

std::vector<std::string> admin_actions() {
  std::vector<std::string> all;
  for (const Action& action : actions) all.emplace_back(action.name);
  return all;
}

void add_admin(CLI::App& command, Shell& shell) {
  const auto args = std::make_shared<AdminArgs>();
  command.add_option("ACTION", args->action, "What to do; listed below")->required();
  command.add_option("SERVER", args->server, "The server's address in the browser")->required();
  command.add_option("WORD", args->words, "What the action needs");
  command.footer(footer());
  shell.on(command, [args] { return administrate(*args); });
}

}  // namespace arena::cli
