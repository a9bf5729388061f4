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
CLI::App* add_command(CLI::App& app, const Summary& summary);

using BrowserTableMaker = std::function<std::unique_ptr<BrowserTable>(const SeriesPlan&)>;

struct Program {
  /// Each adds one command, beside those that both programs have.
  std::vector<void (*)(CLI::App&, Shell&)> commands;
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
