// What arena passes to every subcommand, and how the subcommands are added.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/player_words.hpp"
#include "arena/cli/program.hpp"
#include "arena/game/games.hpp"

namespace arena::cli {

struct Shell {
  const Games& games;
  std::vector<std::string> args;      // as the user typed them, without the program's name
  std::vector<PlayerSpec> players;    // removed from `args`
  std::set<const CLI::App*> playing;  // the subcommands that take players
  std::function<int()> action;        // of the chosen subcommand
  std::function<bool(std::string_view)> is_option;  // of the subcommand
  std::function<void()> add_all;           // gives the other subcommands their options, too
  TableCache& table_cache;                 // of the built-in bots, for this whole run of arena
  const BrowserTableMaker& browser_table;  // null in a program without a server

  /// If the user chooses this subcommand, it does `act`, which returns the exit status.
  void on(CLI::App& command, std::function<int()> act) {
    command.callback([this, act = std::move(act)] { action = act; });
  }
};

/// Exit statuses of all subcommands.
inline constexpr int done = 0;
inline constexpr int check_failed = 1;
inline constexpr int bad_usage = 2;
inline constexpr int arena_failed = 3;
inline constexpr int interrupted = 130;

// Each function gives one subcommand its options and its action.
void add_admin(CLI::App& command, Shell& shell);
void add_analyse(CLI::App& command, Shell& shell);
void add_check(CLI::App& command, Shell& shell);
void add_checker(CLI::App& command, Shell& shell);
void add_compare(CLI::App& command, Shell& shell);
void add_completion(CLI::App& command, Shell& shell);
void add_connect(CLI::App& command, Shell& shell);
void add_doctor(CLI::App& command, Shell& shell);
void add_entrants(CLI::App& command, Shell& shell);
void add_export(CLI::App& command, Shell& shell);
void add_games(CLI::App& command, Shell& shell);
void add_listen(CLI::App& command, Shell& shell);
void add_new(CLI::App& command, Shell& shell);
void add_play(CLI::App& command, Shell& shell);
void add_replay(CLI::App& command, Shell& shell);
void add_report(CLI::App& command, Shell& shell);
void add_review(CLI::App& command, Shell& shell);
void add_rules(CLI::App& command, Shell& shell);
void add_run(CLI::App& command, Shell& shell);
void add_serve(CLI::App& command, Shell& shell);
void add_standings(CLI::App& command, Shell& shell);
void add_submit(CLI::App& command, Shell& shell);
void add_tournament(CLI::App& command, Shell& shell);
void add_verify(CLI::App& command, Shell& shell);
void add_worker(CLI::App& command, Shell& shell);

/// The actions of `arena admin`, for completion.
std::vector<std::string> admin_actions();

}  // namespace arena::cli
