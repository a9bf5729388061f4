// The games of a file of records that a user asked for, one at a time, and what is wrong with them
// in words that name file, line and game.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "arena/game/games.hpp"
#include "arena/record/record_reader.hpp"

namespace arena::cli {

/// One record of a file, as text.
struct RecordLine {
  int game = 0;  // counted from 1
  std::size_t line = 0;
  std::string text;
};

class RecordedGames {
 public:
  /// All of the file, or the game `only`, counted from 1. Throws Error if it cannot be read.
  explicit RecordedGames(std::string file, std::optional<int> only = std::nullopt)
      : file_(std::move(file)), only_(only), reader_(file_) {}

  /// Throws Error if the file holds no game, or not the one that is wanted.
  std::optional<RecordLine> next();
  /// Why the file ends before its time, once there is no next game; empty if it does not.
  [[nodiscard]] std::string trouble() const;

  /// What is read: `"games.jsonl"`, or `game 2 of "games.jsonl"`.
  [[nodiscard]] std::string place() const;
  /// "games.jsonl:3 (game 2)".
  [[nodiscard]] std::string place_of(const RecordLine& line) const;
  /// An unreadable record, or one of an unknown game, is bad input: throws Error with its place.
  [[nodiscard]] Record read(const Games& games, const RecordLine& line) const;
  /// Tells on stderr where a record breaks the rules.
  void print_break(const RecordLine& line, const Break& broken) const;

 private:
  [[noreturn]] void refuse() const;

  std::string file_;
  std::optional<int> only_;
  RecordReader reader_;
  int game_ = 0;
  bool given_ = false;
};

/// A record whose deal or options are impossible is broken before its first move.
Replayed replay_record(const Games& games, const Record& record, const ReplayOptions& options);

}  // namespace arena::cli
