// A tournament's format as its store keeps it, and the seed that all its chance follows from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/config/root_seed.hpp"
#include "arena/game/any_game.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

/// The settings as the store keeps them, without what follows from the game and the seed.
json::object to_json(const FormatSettings& settings);

/// The reverse. Throws Error if they cannot be read.
FormatSettings read_format(json::object stored);

/// A key of the settings in a store: the tournament may end at any time, such as a league without
/// an end. The commitment covers it.
inline constexpr const char* early_end_key = "may_end_early";
[[nodiscard]] bool may_end_early(const StoredTournament& tournament);

/// A key of the settings in a store: the deals that all pairings play, if they were given.
inline constexpr const char* given_deals_key = "given_deals";
/// Throws Error if they cannot be read.
[[nodiscard]] GivenDeals given_deals(const StoredTournament& tournament);

/// Whether pairings play the same deals (FormatSettings::same_deals). False for games of `arena
/// run`.
[[nodiscard]] bool has_same_deals(const StoredTournament& tournament);

/// The format that decides the store's pairings. `store` outlives it. Throws Error if the store
/// holds no tournament.
std::unique_ptr<Format> format_of(const Store& store, const GameInfo& info);

/// How many matches a deal has.
int tables_of(const StoredTournament& tournament, const GameInfo& info);

/// The root seed that all chance follows from: `seed`, into which a text is mixed one way, if there
/// is one. docs/tournaments.md has the formula.
RootSeed mixed_seed(std::string_view seed, const std::optional<std::string>& text);
/// The store's, also while it is secret. Throws Error if the text is not known yet.
RootSeed seed_of(const Store& store);

}  // namespace arena
