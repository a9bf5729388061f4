#include "arena/worker/check_played.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "arena/config/root_seed.hpp"
#include "arena/record/record.hpp"
#include "arena/series/replay_dealt.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

bool has_seat_of(const Record& record, const auto& items) {
  return std::ranges::all_of(items, [seats = record.players.size()](const auto& item) {
    return static_cast<std::size_t>(item.seat) < seats;
  });
}

bool is_same(const RecordedPlayer& said, const RecordedPlayer& asked) {
  return said.name == asked.name && said.command == asked.command && said.rest == asked.rest;
}

/// Pages show these texts. Arena's own are much shorter.
constexpr std::size_t most_text = 64 * 1024;
bool has_short_detail(const RecordedForfeit& forfeit) { return forfeit.detail.size() <= most_text; }
bool is_short(const PeerReport& report) {
  return std::max({report.stderr_tail.size(), report.failure.size(), report.log_trouble.size(),
                   report.stderr_file.size()}) <= most_text;
}

/// What a table adds to each record, and nothing more: it leaves no game out, for one.
bool is_of_table(json::object rest, const SeriesSettings& settings) {
  rest.erase(notes_left_out_key);
  json::object right{{"derivation", seed_derivation}};
  if (settings.neutral_names) right[neutral_names_key] = true;
  return rest == right;
}

}  // namespace

void check_played(const PlayedMatch& played, const WorkerPlan& plan, const ScheduledMatch& match) {
  const auto must = [&match](bool holds, std::string_view what) {
    if (!holds) throw Error(fmt::format("the result of match {} has wrong {}", match.number, what));
  };
  const SeriesSettings& settings = plan.settings;
  const Record& record = played.record;
  const std::size_t seats = match.player_at.size();
  must(played.number == match.number, "numbers");
  must(played.player_at == match.player_at && record.players.size() == seats, "players");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const auto player = static_cast<std::size_t>(match.player_at[seat]);
    must(is_same(record.players[seat], recorded_player(plan.entrants[player], settings)),
         "players");
  }
  must(played.reports.size() == seats && played.late.size() <= seats, "reports");
  must(std::ranges::all_of(played.reports, is_short), "reports");
  must(std::ranges::all_of(record.forfeits, has_short_detail), "forfeits");
  must(record.game == settings.game->info().name && record.options == settings.options, "game");
  must(record.seed == match.deal.seed, "seed");
  must(is_of_table(record.rest, settings), "other fields");
  must(record.scores && record.scores->size() == seats, "scores");
  must(record.places && record.places->size() == seats, "places");
  static_cast<void>(read_record(to_line(record)));  // it can be read later, with all its texts
  must(has_seat_of(record, record.moves), "moves");
  must(has_seat_of(record, record.forfeits), "forfeits");
  must(has_seat_of(record, record.counted), "counted results");
  if (const auto broken =
          replay_dealt(*settings.game, record, settings.deals, match.deal.number).broken)
    throw Error(
        fmt::format("the result of match {} breaks the rules: {}", match.number, broken->reason));
}

}  // namespace arena
