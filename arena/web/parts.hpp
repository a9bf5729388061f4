// What several pages share: contests and phases by the words of a path, and small pieces of HTML.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/game/any_game.hpp"
#include "arena/host/host.hpp"
#include "arena/record/record.hpp"
#include "arena/web/layout.hpp"
#include "arena/web/refused.hpp"
#include "arena/web/visit.hpp"

namespace arena::web {

/// The contest that the path names. Throws Refused if none exists.
const host::Contest& contest_of(const host::Host& host, const Visit& visit);
/// The phase that the path names. Throws Refused if none exists.
const host::PhaseSpec& phase_of(const host::Contest& contest, const Visit& visit);
/// The phase that people want to see: the latest one that has begun; otherwise the first one.
const host::PhaseSpec& current_phase(const host::Host& host, const host::Contest& contest);
/// Whether nothing is played in this contest any more.
bool is_over(const host::Host& host, const host::Contest& contest);
/// The bot that the path names. Throws Refused if none exists.
host::Bot bot_of(host::Host& host, const Visit& visit);
/// The version of the bot whose number the path names. Throws Refused if it does not exist, or if
/// the visitor may not see it.
host::Version version_of(host::Host& host, const Visit& visit, const host::Bot& bot);
/// The number that the path has under this name. Throws Refused if it is not a number.
std::int64_t number_at(const Visit& visit, std::string_view name);

/// The name of a game in the reader's language.
std::string_view game_title(const AnyGame& game, Language language);

/// A page of a contest. `here`: the key of its entry in the navigation.
Page contest_page(const host::Contest& contest, std::string title, std::string here);

/// Asks, on a page of its own, before what cannot be undone: its form sends the same again, with a
/// yes. Returns nullopt if this form has the yes. `question`: a key of texts; `back`: for a no.
std::optional<http::Response> confirmation(Visit& visit, std::string_view question,
                                           std::string_view back);

std::string bot_path(std::string_view contest, std::string_view bot);
/// Of the list of a phase's matches, or of those of one bot.
std::string matches_path(const host::PhaseKey& phase, std::string_view bot = {});
std::string match_path(std::string_view contest, std::string_view phase, int number);
/// Of the file with all games of a phase.
std::string store_path(const host::PhaseKey& phase);
/// A key of texts. Null: the phase has not begun.
std::string_view state_word(const host::PhaseSnapshot* phase);
std::string_view state_word(host::VersionState state);  // a key of texts

/// The whole match as text, for browsers without scripts.
Html frames(const Visit& visit, const AnyGame& game, const Record& record);

Html facts(const Html& all);
/// "1,234 ms" and so on.
Html milliseconds(double ms);
/// A page of matches as a table.
Html matches_table(const Visit& visit, const host::PhaseKey& phase,
                   const std::vector<host::MatchRow>& rows);

}  // namespace arena::web
