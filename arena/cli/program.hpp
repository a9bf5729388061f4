// What the two programs share: `arena`, and `arena-contests`, which has tournaments and contests
// too. So a newcomer's first command neither builds nor loads them (docs/architecture.md).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace arena {
class BrowserTable;
struct SeriesPlan;
}  // namespace arena

namespace arena::cli {

struct Shell;

/// How the help lists a command.
struct Summary {
  std::string_view name;
  std::string_view text;
  bool is_hidden = false;
};

struct Command {
  Summary summary;
  /// Gives the command its options and its action. Called only for the command that the user has
  /// chosen, because all of them take longer than most commands.
  void (*add)(CLI::App& command, Shell& shell);
};

using BrowserTableMaker = std::function<std::unique_ptr<BrowserTable>(const SeriesPlan&)>;

struct Program {
  std::vector<Command> commands;       // beside those that both programs have
  std::span<const Summary> elsewhere;  // the commands that `arena-contests` does for this program
  BrowserTableMaker browser_table;     // null: `arena-contests` does that too
};

/// The whole of `main`: builds what the commands need and catches what they throw. Returns the exit
/// status.
int run_program(const Program& program, int argc, char** argv);

/// Goes on as `arena-contests`, which is in this program's folder, with these words. Throws Error
/// if it cannot.
[[noreturn]] void become_contests(const std::vector<std::string>& args);

}  // namespace arena::cli
