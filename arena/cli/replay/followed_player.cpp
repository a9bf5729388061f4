#include "arena/cli/replay/followed_player.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

constexpr std::size_t most_named = 10;

}  // namespace

std::string player_names(const Record& record) {
  return joined(record.players, ", ", [seat = 0](const RecordedPlayer& player) mutable {
    return fmt::format("seat {} {}", seat++, escaped(player.name));
  });
}

FollowedPlayer::FollowedPlayer(std::string_view option, std::optional<int> seat,
                               std::optional<std::string> player)
    : option_(option), seat_(seat), player_(std::move(player)) {
  if (seat_ && player_)
    throw Error(fmt::format("--player and {} exclude each other: give one of them", option_));
}

std::optional<Seat> FollowedPlayer::seat_in(const Record& record, int game) {
  if (player_) return seat_of_player(record, game);
  const Seat seat = given_seat(record, game);
  meet(record.players[static_cast<std::size_t>(seat)].name, game);
  return seat;
}

Seat FollowedPlayer::given_seat(const Record& record, int game) const {
  const auto seats = static_cast<int>(record.players.size());
  if (!seat_ && seats > 1) {
    throw Error(fmt::format("give --player NAME or {} SEAT: game {} has {}", option_, game,
                            player_names(record)));
  }
  const int seat = seat_.value_or(0);
  if (seat < 0 || seat >= seats) {
    throw Error(
        fmt::format("{} {}: the seats of game {} are 0 to {}", option_, seat, game, seats - 1));
  }
  return seat;
}

std::optional<Seat> FollowedPlayer::seat_of_player(const Record& record, int game) {
  std::optional<Seat> seat;
  for (std::size_t i = 0; i < record.players.size(); ++i) {
    meet(record.players[i].name, game);
    if (record.players[i].name != *player_) continue;
    if (seat) {
      throw Error(
          fmt::format("--player {}: several seats of game {} have this name; choose one "
                      "with {} SEAT",
                      escaped(*player_), game, option_));
    }
    seat = static_cast<Seat>(i);
  }
  found_ = found_ || seat;
  return seat;
}

void FollowedPlayer::check_found(std::string_view place) const {
  if (!player_ || found_) return;
  throw Error(fmt::format("--player {}: there is no such player in {}; players there: {}",
                          escaped(*player_), place, names()));
}

std::string FollowedPlayer::text() const {
  if (player_) return "player " + escaped(*player_);
  return fmt::format("seat {} ({})", seat_.value_or(0), names());
}

std::string FollowedPlayer::warning() const {
  if (player_ || met_.size() < 2) return "";
  return fmt::format(
      "Seat {} changes hands: {} sits there in game {}, {} in game {}. To follow one player "
      "through the seats, give --player NAME instead of {} {}.",
      seat_.value_or(0), escaped(met_[0].name), met_[0].game, escaped(met_[1].name), met_[1].game,
      option_, seat_.value_or(0));
}

void FollowedPlayer::meet(const std::string& name, int game) {
  if (std::ranges::any_of(met_, [&](const Met& met) { return met.name == name; })) return;
  if (met_.size() < most_named) {
    met_.push_back({name, game});
  } else {
    met_more_ = true;
  }
}

std::string FollowedPlayer::names() const {
  return joined(met_, ", ", [](const Met& met) { return escaped(met.name); }) +
         (met_more_ ? " and others" : "");
}

}  // namespace arena::cli
