// `arena new`: makes a starter bot in a language of the user's choice.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/new/starter.hpp"
#include "arena/cli/shell.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"

namespace arena::cli {

namespace {

struct NewArgs {
  std::string game;
  std::string language;
  std::string folder;
};

/// The command to enter the folder. A name that begins with `-` would be an option.
std::string go_to(const std::string& folder) {
  return "cd " + join_words(std::vector{folder.starts_with('-') ? "./" + folder : folder});
}

void tell(const NewArgs& args, std::string_view title,
          const std::vector<std::filesystem::path>& files) {
  const auto has = [&files](std::string_view name) {
    return std::find(files.begin(), files.end(), name) != files.end();
  };
  fmt::print("Made a bot for {} in {}:\n", title, args.folder);
  for (const auto& file : files) fmt::print("  {}\n", file.string());
  fmt::print("It plays already, at random. Go on with:\n");
  fmt::print("  {}\n", go_to(args.folder));
  if (has("build")) fmt::print("  ./build\n");
  fmt::print("  arena check {} -p protocol=json ./bot\n", args.game);
  fmt::print("  arena run {} -p protocol=json ./bot -n 20\n", args.game);
  fmt::print("README.md shows where to put your ideas.\n");
}

int make_bot(NewArgs args, const Shell& shell) {
  if (args.language.empty()) {
    throw Error(fmt::format("arena new needs a language: --lang, one of {}",
                            fmt::join(starter_languages(), ", ")));
  }
  const AnyGame& game = find_game(shell.games, args.game);
  if (args.folder.empty()) args.folder = args.game + "_" + args.language;
  const auto files = write_starter(args.language, game, args.folder);
  tell(args, game.info.title, files);
  return done;
}

}  // namespace

void add_new(CLI::App& command, Shell& shell) {
  const auto args = std::make_shared<NewArgs>();
  command.add_option("GAME", args->game, "The game, as `arena games` lists it")->required();
  command.add_option("DIR", args->folder, "A new or empty folder for it (default: GAME_LANG)")
      ->check(not_empty);
  command.add_option("--lang", args->language, "Its language, such as python or cpp")
      ->check(not_empty);
  command.footer([] {
    return fmt::format(
        "\nLanguages: {}\n\nExamples:\n"
        "  arena new lost_cities --lang python        in the folder lost_cities_python\n"
        "  arena new streams --lang cpp bots/first    in that folder",
        fmt::join(starter_languages(), ", "));
  });
  shell.on(command, [&shell, args] { return make_bot(*args, shell); });
}

}  // namespace arena::cli
