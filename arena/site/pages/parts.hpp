// What several pages share: contests and phases by the words of a path, and small pieces of HTML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contest/host.hpp"
#include "arena/game/any_game.hpp"
#include "arena/record/record.hpp"
#include "arena/results/html.hpp"
#include "arena/site/guards/refused.hpp"
#include "arena/site/pages/layout.hpp"
#include "arena/site/pages/visit.hpp"

namespace arena::site {

/// The contest that the path names. Throws Refused if none exists.
const contest::Contest& contest_of(const contest::Host& host, const Visit& visit);
/// The phase that the path names. Throws Refused if none exists.
const contest::PhaseSpec& phase_of(const contest::Contest& contest, const Visit& visit);
/// The phase that people want to see: the latest one that has begun; otherwise the first one.
const contest::PhaseSpec& current_phase(const contest::Host& host, const contest::Contest& contest);
/// Whether nothing is played in this contest any more.
bool is_over(const contest::Host& host, const contest::Contest& contest);
/// The bot that the path names. Throws Refused if none exists.
contest::Bot bot_of(contest::Host& host, const Visit& visit);
/// The version of the bot whose number the path names. Throws Refused if it does not exist, or if
/// the visitor may not see it.
contest::Version version_of(contest::Host& host, const Visit& visit, const contest::Bot& bot);
/// The number that the path has under this name. Throws Refused if it is not a number.
std::int64_t number_at(const Visit& visit, std::string_view name);

/// The name of a game in the reader's language.
std::string_view game_title(const AnyGame& game, Language language);

/// A page of a contest. `here`: the key of its entry in the navigation.
Page contest_page(const contest::Contest& contest, std::string title, std::string here);

/// Asks, on a page of its own, before what cannot be undone: its form sends the same again, with a
/// yes. Returns nullopt if this form has the yes. `question`: a key of texts; `back`: for a no.
std::optional<http::Response> confirmation(Visit& visit, std::string_view question,
                                           std::string_view back);

std::string bot_path(std::string_view contest, std::string_view bot);
/// Of the list of a phase's matches, or of those of one bot.
std::string matches_path(const contest::PhaseKey& phase, std::string_view bot = {});
std::string match_path(std::string_view contest, std::string_view phase, int number);
/// Of the file with all games of a phase.
std::string store_path(const contest::PhaseKey& phase);
/// A key of texts. Null: the phase has not begun.
std::string_view state_word(const contest::PhaseSnapshot* phase);
std::string_view state_word(contest::VersionState state);  // a key of texts

/// The whole match as text, for browsers without scripts.
Html frames(const Visit& visit, const AnyGame& game, const Record& record);

Html facts(const Html& all);
/// "1,234 ms" and so on.
Html milliseconds(double ms);
/// A page of matches as a table.
Html matches_table(const Visit& visit, const contest::PhaseKey& phase,
                   const std::vector<contest::MatchRow>& rows);

// Markdown as HTML: the rules of games, and what a host says to authors.

/// With tables. HTML in it is shown as text. Headings are one lower than in the text, because a
/// page has a first one of its own. Links that leave the text for files beside it are only their
/// words.
results::Html markdown(std::string_view text);

// The table of standings, and the plot of ratings over time.

/// Why nothing is played, or who cannot join or leave. Empty if all is well.
Html problem_of(const contest::PhaseSnapshot& snapshot);
Html standings_table(const Visit& visit, const contest::PhaseKey& phase,
                     const contest::PhaseSnapshot& snapshot);
/// Empty if there are less than two moments. The best eight have colours, in the order of `rows`.
Html history_plot(const Visit& visit, const std::vector<contest::RatingPoint>& points,
                  const std::vector<contest::StandingRow>& rows);

}  // namespace arena::site
