#include "arena/cli/new/starter.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>

#include <boost/core/noncopyable.hpp>
#include <fmt/format.h>

#include "arena/util/data_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

namespace fs = std::filesystem;

/// The part of every starter's README that is the same for all languages. It replaces @PLAYING@.
constexpr const char* shared_page = "playing.md";

constexpr std::size_t listed_moves = 8;  // shown as an example

fs::path starters_folder() { return data_folder("starters", "examples/starters"); }

struct StarterFile {
  fs::path name;  // relative to the starter
  std::string text;
  bool executable = false;
};

bool is_executable(const fs::path& path) {
  return (fs::status(path).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

/// Files in the starter's .gitignore exist if a user has built the starter in its own folder.
bool is_built(const fs::path& name, const std::string& ignored) {
  std::istringstream lines(ignored);
  for (std::string line; std::getline(lines, line);) {
    std::string_view entry = trim(line);
    if (entry.starts_with('/')) entry.remove_prefix(1);
    if (entry.ends_with('/')) entry.remove_suffix(1);
    if (std::ranges::any_of(name, [entry](const fs::path& part) { return part == entry; }))
      return true;
  }
  return false;
}

/// The replacement for `@NAME@` in a template, by NAME.
using Facts = std::map<std::string, std::string, std::less<>>;

/// Fills the placeholders in `text`. The text before a placeholder on its line is repeated on each
/// line of the replacement, so that a comment stays a comment. Keeps unknown names.
std::string filled(std::string_view text, const Facts& facts) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = text.find('@');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('@', begin + 1);
    out += text.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const auto fact = end == std::string_view::npos
                          ? facts.end()
                          : facts.find(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(begin + 1);
    if (fact == facts.end()) {
      out += '@';
      continue;
    }
    text.remove_prefix(end - begin);
    const std::string before = out.substr(out.rfind('\n') + 1);  // works without a line end, too
    for (char c : fact->second) {
      out += c;
      if (c == '\n') out += before;
    }
  }
  return out;
}

std::vector<StarterFile> fill_starter(const fs::path& starter, const Facts& facts) {
  std::vector<StarterFile> files;
  const fs::path ignoring = starter / ".gitignore";
  const std::string ignored = fs::exists(ignoring) ? whole_file(ignoring) : "";
  for (const auto& entry : fs::recursive_directory_iterator(starter)) {
    const fs::path& path = entry.path();
    const fs::path name = path.lexically_relative(starter);
    if (!entry.is_regular_file() || is_built(name, ignored)) continue;
    files.push_back({name, filled(whole_file(path), facts), is_executable(path)});
  }
  std::sort(files.begin(), files.end(),
            [](const StarterFile& a, const StarterFile& b) { return a.name < b.name; });
  return files;
}

/// Throws Error if the folder is not empty, or cannot be made or written.
void prepare(const fs::path& target) {
  const auto refuse = [&target](std::string_view why) {
    throw Error(fmt::format("cannot make a bot in \"{}\": {}", target.string(), why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) {
    const bool empty = fs::is_empty(target, error);
    if (error) refuse(error.message());
    if (!empty) refuse("the folder is not empty, and nothing is ever overwritten");
  } else if (fs::exists(fs::symlink_status(target, error))) {
    refuse("it exists and is not a folder");
  } else {
    fs::create_directories(target, error);
    if (error) refuse(error.message());
  }
  if (::access(target.c_str(), W_OK | X_OK) != 0) refuse(std::strerror(errno));
}

/// Writes new files. If one fails, removes them all.
class NewFiles : boost::noncopyable {
 public:
  explicit NewFiles(const fs::path& folder) : folder_(folder) {}
  ~NewFiles() {
    std::error_code ignored;
    for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), ignored);
  }

  void write(const StarterFile& file) {
    const fs::path path = folder_ / file.name;
    make_folders(path.parent_path());
    const FileDescriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                    file.executable ? 0777 : 0666));
    if (!out) fail(path);
    made_.push_back(path);
    if (!write_all(out.number(), file.text)) fail(path);
  }
  void keep() { made_.clear(); }

 private:
  void make_folders(const fs::path& folder) {
    if (fs::is_directory(folder)) return;
    make_folders(folder.parent_path());
    fs::create_directory(folder);
    made_.push_back(folder);
  }

  [[noreturn]] static void fail(const fs::path& path) {
    throw std::runtime_error(
        fmt::format("cannot write \"{}\": {}", path.string(), std::strerror(errno)));
  }

  const fs::path& folder_;
  std::vector<fs::path> made_;
};

/// The moves to list. `legal` is null if there are too many; then the view may list possible ones.
const json::value& moves_to_list(const json::object& turn) {
  const json::value* possible = turn.at("view").as_object().if_contains("possible");
  return turn.at("legal").is_null() && possible != nullptr ? *possible : turn.at("legal");
}

std::string some_moves(const json::value& legal) {
  if (!legal.is_array() || legal.get_array().size() <= listed_moves) return pretty(legal);
  const json::array& all = legal.get_array();
  const json::array some(all.begin(), all.begin() + listed_moves);
  std::string text = pretty(some);
  text.insert(text.size() - 1, ", ...");
  return text;
}

std::string builtin_names(const AnyGame& game) {
  return joined(game.builtins.list(), ", ",
                [](const BuiltinInfo& builtin) { return fmt::format("`{}`", builtin.name); });
}

/// The facts about a game that templates can use.
Facts facts_of(const AnyGame& game) {
  const json::object turn = game.states.example_turn();
  return {{"GAME", std::string(game.info.name)},
          {"TITLE", std::string(game.info.title)},
          {"OPPONENT", std::string(game.builtins.default_name())},
          {"BUILTINS", builtin_names(game)},
          {"VIEW", pretty(turn.at("view"))},
          {"LEGAL", some_moves(moves_to_list(turn))}};
}

}  // namespace

std::vector<std::string> starter_languages() {
  std::vector<std::string> names;
  fs::path folder;
  try {
    folder = starters_folder();
  } catch (const Error&) {
    return names;
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<fs::path> write_starter(std::string_view language, const AnyGame& game,
                                    const fs::path& target) {
  const fs::path folder = starters_folder();
  const std::vector<std::string> known = starter_languages();
  if (std::find(known.begin(), known.end(), language) == known.end()) {
    throw Error(
        fmt::format("unknown language \"{}\"; known: {}", language, fmt::join(known, ", ")));
  }
  Facts facts = facts_of(game);
  facts["PLAYING"] = trim(filled(whole_file(folder / shared_page), facts));
  const std::vector<StarterFile> files = fill_starter(folder / language, facts);
  prepare(target);
  NewFiles made(target);
  std::vector<fs::path> names;
  for (const StarterFile& file : files) {
    made.write(file);
    names.push_back(file.name);
  }
  made.keep();
  return names;
}

}  // namespace arena::cli
