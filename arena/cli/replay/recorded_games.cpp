#include "arena/cli/replay/recorded_games.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "arena/game/file_kinds.hpp"
#include "arena/record/record_file.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// True if the file is of one of the kinds `others`. Throws Error if it is neither of these nor a
/// file of records.
bool is_other(const Games& games, const std::string& file, std::string_view begin,
              std::span<const FileKind> others) {
  if (trim(begin).empty()) return false;
  const std::string_view kind = kind_of_file(begin, file_kinds(games));
  if (kind == kind_of_records) return false;
  if (std::ranges::find(others, kind, &FileKind::name) != others.end()) return true;
  const std::string wanted =
      others.empty() ? "file of records" : "file of records, nor of " + names_of(others);
  throw Error(wrong_kind_text(file, kind, wanted));
}

}  // namespace

RecordedGames::RecordedGames(const Games& games, std::string file, std::optional<int> only,
                             std::span<const FileKind> others)
    : games_(games), file_(std::move(file)), only_(only) {
  if (is_database(file_)) {
    store_.emplace(file_, Access::snapshot);
  } else {
    reader_.emplace(file_);
    if (is_other(games, file_, reader_->ahead(), others)) other_ = reader_->rest();
  }
}

std::optional<RecordLine> RecordedGames::next() {
  if (given_ && only_) return std::nullopt;
  auto line = store_ ? next_of_store() : next_of_file();
  if (!given_ && !line) refuse();
  given_ = true;
  return line;
}

std::optional<RecordLine> RecordedGames::next_of_store() {
  const int game = only_.value_or(game_ + 1);
  if (game < 1 || game > store_->matches()) {
    game_ = store_->matches();
    return std::nullopt;
  }
  game_ = game;
  return RecordLine{game, 0, store_->record(game - 1)};
}

std::optional<RecordLine> RecordedGames::next_of_file() {
  while (const auto line = reader_->next()) {
    ++game_;
    if (!only_ || *only_ == game_) return RecordLine{game_, line->number, std::string(line->text)};
  }
  return std::nullopt;
}

std::string RecordedGames::trouble() const {
  if (!reader_ || reader_->trouble().empty()) return "";
  return fmt::format("{}: {}", escaped(file_), reader_->trouble());
}

void RecordedGames::refuse() const {
  std::string why = fmt::format("\"{}\" holds no record", file_);
  if (game_ > 0)
    why = fmt::format("--game {}: \"{}\" holds {}", *only_, file_, counted(game_, "game"));
  if (reader_ && !reader_->trouble().empty()) why += ": " + reader_->trouble();
  throw Error(why);
}

std::string RecordedGames::place() const {
  return only_ ? fmt::format("game {} of \"{}\"", *only_, file_) : fmt::format("\"{}\"", file_);
}

std::string RecordedGames::place_of(const RecordLine& line) const {
  const std::string number = line.line == 0 ? "" : fmt::format(":{}", line.line);
  return fmt::format("{}{} (game {})", escaped(file_), number, line.game);
}

Record RecordedGames::read(const RecordLine& line) const {
  try {
    Record record = read_record(line.text);
    const AnyGame& game = find_game(games_, record.game);
    for (std::size_t seat = 0; seat < record.players.size(); ++seat)
      static_cast<void>(recorded_protocol(record, static_cast<Seat>(seat), game.protocols));
    return record;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", place_of(line), escaped(error.what())));
  }
}

void RecordedGames::print_break(const RecordLine& line, const Break& broken) const {
  const std::string move = broken.move == 0 ? "" : fmt::format("move {}: ", broken.move);
  fmt::print(stderr, "{}: {}{}\n", place_of(line), move, escaped(broken.reason));
}

Replayed replay_record(const Games& games, const Record& record, const ReplayOptions& options) {
  const AnyGame& game = find_game(games, record.game);
  try {
    return game.matches.replay(record, options);
  } catch (const Error& error) {
    Replayed replayed;
    replayed.broken = Break{0, error.what()};
    return replayed;
  }
}

}  // namespace arena::cli
