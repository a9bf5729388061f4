#include "arena/tournament/stored/stored_format.hpp"

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/record/record.hpp"
#include "arena/tournament/formats/league_ratings.hpp"
#include "arena/util/error.hpp"
#include "arena/util/sha256.hpp"

namespace arena {

namespace {

constexpr const char* same_deals_key = "same_deals";  // earlier stores do not have it

}  // namespace

json::object to_json(const FormatSettings& settings) {
  json::object stored = json::value_from(settings).as_object();
  stored.stable_erase("players");
  stored.stable_erase("lot");
  if (!settings.same_deals) stored.stable_erase(same_deals_key);
  return stored;
}

FormatSettings read_format(json::object stored) {
  const std::string text = json::serialize(stored);
  stored.emplace(same_deals_key, false);
  stored.emplace("players", FormatSettings().players);
  stored.emplace("lot", FormatSettings().lot);
  const auto settings = json::try_value_to<FormatSettings>(stored);
  if (settings.has_error()) throw Error("the format cannot be read: " + text);
  return *settings;
}

bool has_same_deals(const StoredTournament& tournament) {
  return tournament.settings.contains(same_deals_key);
}

bool may_end_early(const StoredTournament& tournament) {
  return tournament.settings.contains(early_end_key);
}

GivenDeals given_deals(const StoredTournament& tournament) {
  const json::value* const stored = tournament.settings.if_contains(given_deals_key);
  if (stored == nullptr) return nullptr;
  auto deals = json::try_value_to<std::vector<json::object>>(*stored);
  if (deals.has_error() || deals->empty()) throw Error("the store's deals cannot be read");
  return std::make_shared<const std::vector<json::object>>(std::move(*deals));
}

std::unique_ptr<Format> format_of(const Store& store, const GameInfo& info) {
  const StoredTournament tournament = store.tournament();
  json::object stored = tournament.settings;
  for (const char* const key : {early_end_key, given_deals_key, rules_version_key})
    stored.erase(key);
  FormatSettings settings = read_format(std::move(stored));
  settings.players = info.sides_of(tournament.seats).count();
  settings.lot = SeedKey(seed_of(store)).derive("lot");
  return make_format(
      settings, league_ratings(store, tables_of(tournament, info), settings.stop_at.has_value()));
}

int tables_of(const StoredTournament& tournament, const GameInfo& info) {
  bool duplicate = !info.seats_are_alike;
  if (tournament.is_run()) {
    const json::value* const stored = tournament.settings.if_contains("duplicate");
    if (stored == nullptr || !stored->is_bool())
      throw Error("the store does not say whether its deals are duplicate");
    duplicate = stored->get_bool();
  }
  return duplicate ? info.sides_of(tournament.seats).count() : 1;
}

RootSeed mixed_seed(std::string_view seed, const std::optional<std::string>& text) {
  if (!text) return read_root_seed(seed).value_or(RootSeed());
  const std::string hash = sha256(fmt::format("{}\n{}\n", seed, *text));
  return read_root_seed("0x" + hash.substr(0, 32)).value();
}

RootSeed seed_of(const Store& store) {
  const std::optional<std::string> text = store.tournament().seed_from;
  if (text == "")
    throw Error("this tournament waits for the text that was announced: give --seed-from TEXT");
  return mixed_seed(store.root_seed(), text);
}

}  // namespace arena
