// Reads the requested games of a record file or a store, one at a time. Its errors name file, line
// and game.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arena/game/games.hpp"
#include "arena/record/record_reader.hpp"
#include "arena/store/store.hpp"

namespace arena::cli {

/// One record of a file, as text.
struct RecordLine {
  int game = 0;          // counted from 1
  std::size_t line = 0;  // 0 in a store
  std::string text;
};

class RecordedGames {
 public:
  /// Reads all games, or the game `only`, counted from 1. Throws Error if the file cannot be read,
  /// or is of another kind.
  RecordedGames(const Games& games, std::string file, std::optional<int> only = std::nullopt,
                std::span<const FileKind> others = {});

  /// The text of a file that is of one of the kinds `others`, and has no records.
  [[nodiscard]] const std::optional<std::string>& other() const { return other_; }

  /// Throws Error if the file contains no game, or not the requested one.
  std::optional<RecordLine> next();
  /// After the last game: why the file is incomplete. Empty if it is complete.
  [[nodiscard]] std::string trouble() const;

  /// The source: `"games.jsonl"`, or `game 2 of "games.jsonl"`.
  [[nodiscard]] std::string place() const;
  /// "games.jsonl:3 (game 2)"; of a store: "cup.db (game 2)".
  [[nodiscard]] std::string place_of(const RecordLine& line) const;
  /// Parses a record. Throws Error, with its place, if it is unreadable or its game is unknown.
  [[nodiscard]] Record read(const RecordLine& line) const;
  /// Reports on stderr where a record breaks the rules.
  void print_break(const RecordLine& line, const Break& broken) const;

 private:
  [[noreturn]] void refuse() const;
  std::optional<RecordLine> next_of_store();
  std::optional<RecordLine> next_of_file();

  const Games& games_;
  std::string file_;
  std::optional<int> only_;
  std::optional<Store> store_;  // one of these two
  std::optional<RecordReader> reader_;
  std::optional<std::string> other_;
  int game_ = 0;
  bool given_ = false;
};

/// What is wrong with a record that SeenMatches knows.
inline constexpr std::string_view repeated_match = "this match is there already";

/// Treats a record with an impossible deal or impossible options as broken before its first move.
Replayed replay_record(const Games& games, const Record& record, const ReplayOptions& options);

}  // namespace arena::cli
