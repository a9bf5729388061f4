#include "arena/cli/tournament/standings_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/terminal.hpp"
#include "arena/results/standings_columns.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/tournament/deals_of_two.hpp"
#include "arena/tournament/field_scores.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/text_table.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::cli {

namespace {

constexpr std::size_t most_for_cycles = 300;  // of more entrants, cycles take too long
constexpr std::size_t most_cycles_shown = 3;
constexpr double most_deals_worth = 10'000;  // a difference that needs more hardly matters
constexpr std::size_t most_lines = 12;       // of a list

/// Why a bot failed: what arena saw, and the line of the bot's stderr that names the error, or its
/// last one.
std::string cause_text(const std::string& detail) {
  const std::vector<std::string_view> lines = lines_of(detail);
  std::string_view cause;
  bool names_error = false;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trim(lines[i]).empty()) continue;
    const bool names = !is_space(lines[i].front()) && lines[i].find("rror") != lines[i].npos;
    if (names || !names_error) cause = lines[i];
    names_error = names_error || names;
  }
  std::string text = lines.empty() ? "" : escaped(lines.front());
  if (!cause.empty()) text += "; " + escaped(trim(cause));
  return text;
}

/// A text for the screen.
struct Page {
  ansi::AnsiWriter writer;
  std::optional<std::size_t> columns;  // of the terminal, if it is one

  void write(const std::vector<TextRow>& table) const {
    ansi::TextStyle look = ansi::bold;  // of the titles
    for (const std::string& line : table_lines(table, columns)) {
      writer.write(line, std::exchange(look, ansi::plain));
      writer.write("\n");
    }
  }
};

std::string name_text(const std::string& name, bool is_active) {
  return is_active ? name : name + " (left)";
}

std::string text_of(const StandingsColumn& column, const EntrantStanding& entrant) {
  if (entrant.sums.deals == 0) return column.name == "deals" ? "0" : "";
  std::string text = column.value(entrant);
  if (column.error != nullptr && !text.empty()) text += " " + column.error(entrant);
  return text;
}

void write_lines(const std::vector<std::string>& lines, ansi::AnsiWriter writer) {
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
    writer.write(ansi::wrapped("  " + lines[i] + "\n"));
  if (lines.size() > most_lines)
    writer.write(fmt::format("  and {} more\n", lines.size() - most_lines));
}

void write_table(const Standings& standings, const Page& page) {
  std::vector<TextRow> table{{"rank", "entrant"}};
  for (const EntrantStanding& entrant : standings.entrants)
    table.push_back({entrant.sums.deals > 0 ? ranks_text(entrant.ranks) : "", shown_name(entrant)});
  for (const StandingsColumn& column : standings_columns()) {
    if (!column.is_on_terminals()) continue;
    table.front().emplace_back(column.title);
    for (std::size_t i = 0; i < standings.entrants.size(); ++i)
      table[i + 1].push_back(text_of(column, standings.entrants[i]));
  }
  page.write(table);
  page.writer.write(
      ansi::wrapped(fmt::format(
          "rating: Elo, {}; it counts who ranked higher, not by how much.\n"
          "± and the ranks are 95 % intervals. LOS: how likely it is that the entrant is\n"
          "stronger than the next one. W-D-L: games won, drawn and lost.\n",
          standings.scale())),
      ansi::faint);
}

/// The neighbours whose order is not known yet. Those that look equal share a line.
void write_unknown(const Standings& standings, ansi::AnsiWriter writer) {
  std::vector<std::string> lines;
  std::string equal;  // the line of the neighbours so far who look equal
  const auto end_equal = [&] {
    if (!equal.empty()) lines.push_back(std::exchange(equal, "") + ": as good as equal so far");
  };
  for (std::size_t i = 0; i + 1 < standings.entrants.size(); ++i) {
    const EntrantStanding& entrant = standings.entrants[i];
    const EntrantStanding& next = standings.entrants[i + 1];
    if (!standings.is_order_unknown(i)) {
      end_equal();
      continue;
    }
    if (!entrant.more_deals || *entrant.more_deals > most_deals_worth) {
      if (equal.empty()) equal = shown_name(entrant);
      equal += ", " + shown_name(next);
      continue;
    }
    end_equal();
    lines.push_back(fmt::format("{} and {}: about {} more deals of each", shown_name(entrant),
                                shown_name(next), grouped(static_cast<long>(*entrant.more_deals))));
  }
  end_equal();
  if (lines.empty()) return;
  writer.write("\nNot known yet at 95 %, and the deals that would show it if the ratings stay:\n");
  write_lines(lines, writer);
}

/// Entrants that never met.
void write_groups(const Standings& standings, ansi::AnsiWriter writer) {
  const auto groups = standings.groups();
  if (groups.size() < 2) return;
  std::vector<std::string> lines;
  for (const std::vector<std::size_t>& group : groups)
    lines.push_back(
        joined(group, ", ", [&](std::size_t i) { return shown_name(standings.entrants[i]); }));
  writer.write(
      "\nThese groups have not met, not even through others: their ratings and ranks\n"
      "cannot be compared:\n");
  write_lines(lines, writer);
}

void write_cycles(const Standings& standings, ansi::AnsiWriter writer) {
  if (standings.entrants.size() > most_for_cycles) return;
  const FieldShape shape = shape_of(standings);
  if (!shape.has_cycles()) return;
  const auto name = [&](int entrant) {
    return shown_name(standings.entrants[static_cast<std::size_t>(entrant)]);
  };
  writer.write(fmt::format("\nNo single order: ratings explain {:.0f} % of the results.\n",
                           100 * shape.transitivity.explained_without_chance));
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(shape.cycles.size(), most_cycles_shown); ++i) {
    const auto& [entrants, shares, weakest] = shape.cycles[i];
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < 3; ++at)
      parts.push_back(fmt::format("{} beats {} ({:.1f} %)", name(entrants[at]),
                                  name(entrants[(at + 1) % 3]), 100 * shares[at]));
    lines.push_back(joined(parts, ", "));
  }
  write_lines(lines, writer);
  std::vector<std::string> weights;
  for (std::size_t i = 0; i < shape.nash.entrants.size(); ++i) {
    if (shape.nash.weights[i] >= 0.005)
      weights.push_back(
          fmt::format("{} {:.2f}", name(shape.nash.entrants[i]), shape.nash.weights[i]));
  }
  writer.write(ansi::wrapped(
      "Nash average, a mix of entrants that no entrant beats: " + joined(weights, ", ") + "\n"));
}

/// The places of a Swiss tournament or a knockout, and how its ties were decided.
void write_result(const FormatResult& result, const Page& page) {
  std::vector<std::string> head{"place", "entrant", "points"};
  head.insert(head.end(), result.tie_breaks.begin(), result.tie_breaks.end());
  std::vector<TextRow> table{head};
  for (const RankedEntrant& one : result.ranking) {
    std::vector<std::string> row{fmt::format("{}", one.place),
                                 name_text(result.name(one.entrant), one.in_the_running),
                                 result.tie_breaks.empty() ? "" : number_text(one.score, 2, false)};
    for (const double tie_break : one.tie_breaks) row.push_back(number_text(tie_break, 2, false));
    table.push_back(row);
  }
  page.write(table);
  for (const TieDecision& tie : result.decisions)
    page.writer.write(fmt::format("{}: {} beat {} {}\n", tie.tie, result.name(tie.winner),
                                  result.name(tie.loser), decision_text(tie)));
  page.writer.write("\n");
}

/// The scores against all tables of each deal.
void write_field(const FieldScores& field, const Page& page) {
  std::vector<TextRow> table{
      {"place", "entrant", field.unit + (field.is_percentage ? " %" : ""), "deals"}};
  for (const FieldScore& one : field.entrants)
    table.push_back({fmt::format("{}", one.place), name_text(one.name, one.is_active),
                     with_error(one.score, 1, !field.is_percentage),
                     fmt::format("{}", one.score.count())});
  page.write(table);
  const std::string tables = field.least_tables == field.most_tables
                                 ? fmt::format("{}", field.most_tables)
                                 : fmt::format("{} to {}", field.least_tables, field.most_tables);
  page.writer.write(
      ansi::wrapped(fmt::format(
          "{}: {} the same side at the other tables of each deal, which {} tables played.\n"
          "± is the 95 % confidence interval. The ratings below compare the two tables of a "
          "pairing.\n\n",
          field.unit,
          field.is_percentage ? "the share of those that could be won against"
                              : "the mean lead over",
          tables)),
      ansi::faint);
}

/// One line for each bot and reason, with the first case.
void write_forfeits(const Store& store, const Standings& standings, ansi::AnsiWriter writer) {
  const auto forfeited = [](const EntrantStanding& one) { return one.sums.forfeits > 0; };
  if (std::ranges::none_of(standings.entrants, forfeited)) return;
  const std::vector<StoredFault> faults = store.faults();
  std::vector<std::string> lines;
  for (const EntrantStanding& entrant : standings.entrants) {
    for (const StoredFault& fault : faults) {
      if (fault.entrant != entrant.id) continue;
      lines.push_back(fmt::format("{}: {} × {}, first in game {}: {}", shown_name(entrant),
                                  grouped(fault.count), fault.fault, fault.first_match + 1,
                                  cause_text(fault.first_detail)));
    }
  }
  for (const EntrantStanding& entrant : standings.entrants) {
    if (!entrant.is_measured())
      writer.write(ansi::wrapped(
          fmt::format("\n{} forfeited all its games: its rating does not measure its strength.\n",
                      shown_name(entrant))));
  }
  writer.write("\nForfeits:\n");
  write_lines(lines, writer);
  writer.write("More: `arena report STORE DIR`. One game: `arena replay STORE --game N`.\n",
               ansi::faint);
}

}  // namespace

std::string shown_name(const EntrantStanding& entrant) {
  return name_text(entrant.name, entrant.is_active);
}

void print_standings(const Store& store, const Standings& standings, const Extent& extent,
                     const std::optional<FormatResult>& result,
                     const std::optional<FieldScores>& field) {
  std::string text = fmt::format("{} of {}", counted(standings.matches, "game"),
                                 counted(standings.entrants.size(), "entrant"));
  if (standings.forfeited_matches > 0)
    text += fmt::format(", {} of them with a forfeit", grouped(standings.forfeited_matches));
  if (standings.unlisted > 0)
    text += fmt::format(
        ".\n{} more have left, with the fewest deals: they are not listed, and ratings are without "
        "them.",
        grouped(standings.unlisted));
  text += fmt::format("\n{}\n", extent.is_whole ? "" : extent.text() + '\n');
  const auto terminal = terminal_size(STDOUT_FILENO);
  const Page page{{screen_style(), text},
                  terminal ? std::optional(terminal->columns) : std::nullopt};
  if (field) write_field(*field, page);
  if (result) write_result(*result, page);
  if ((field || result) && standings.forfeited_matches > 0)
    page.writer.write(ansi::wrapped(std::string(forfeits_count) + "\n\n"), ansi::faint);
  write_table(standings, page);
  write_cross_table(standings, page.columns, page.writer);
  write_groups(standings, page.writer);
  write_unknown(standings, page.writer);
  write_cycles(standings, page.writer);
  write_forfeits(store, standings, page.writer);
  fmt::print("{}", text);
}

namespace {

/// From orange (lost) to blue (won), which colour-blind people tell apart; the middle has none.
constexpr std::array<ansi::TextStyle, 7> heat = {"97;48;5;130", "30;48;5;173", "30;48;5;223",
                                                 ansi::plain,   "30;48;5;153", "30;48;5;74",
                                                 "97;48;5;25"};

constexpr std::size_t width_of_number = 4;
constexpr std::size_t width_of_cell = 4;
constexpr std::size_t shortest_name = 8;

ansi::TextStyle heat_of(double share) {
  const auto step = static_cast<std::size_t>(share * heat.size());
  return heat[std::min(step, heat.size() - 1)];
}

/// The columns of names, if all of the table fits.
std::optional<std::size_t> width_of_names(const Standings& standings,
                                          std::optional<std::size_t> columns) {
  std::size_t longest = 0;
  for (const EntrantStanding& entrant : standings.entrants)
    longest = std::max(longest, columns_of(shown_name(entrant)));
  if (!columns) return longest;
  const std::size_t others = width_of_number + width_of_cell * standings.entrants.size();
  if (others + std::min(longest, shortest_name) > *columns) return std::nullopt;
  return std::min(longest, *columns - others);
}

}  // namespace

void write_cross_table(const Standings& standings, std::optional<std::size_t> columns,
                       ansi::AnsiWriter writer) {
  const auto width = width_of_names(standings, columns);
  if (!width) {
    writer.write("\nThe cross table is wider than the terminal: `arena report`, or `| less -S`.\n",
                 ansi::faint);
    return;
  }
  writer.write("\n" + std::string(width_of_number + *width, ' '));
  for (std::size_t i = 0; i < standings.entrants.size(); ++i)
    writer.write(fmt::format("{:>{}}", i + 1, width_of_cell), ansi::faint);
  writer.write("\n");
  for (std::size_t i = 0; i < standings.entrants.size(); ++i) {
    writer.write(fmt::format("{:>{}} ", i + 1, width_of_number - 1), ansi::faint);
    const std::string name = shortened(shown_name(standings.entrants[i]), *width);
    writer.write(name);
    std::string gap(*width - columns_of(name), ' ');  // is written before the next cell
    for (const auto& pair : standings.pairs[i]) {
      if (pair) {
        writer.write(std::exchange(gap, ""));
        writer.write(fmt::format("{:>{}.0f}", 100 * pair->share.value(), width_of_cell),
                     heat_of(pair->share.value()));
      } else {
        gap.append(width_of_cell, ' ');
      }
    }
    writer.write("\n");
  }
  writer.write("Each cell: the percentage of the points that the row won against the column.\n",
               ansi::faint);
}

namespace {

/// Of several entrants of one name, the last one.
int id_of(const std::vector<StoredEntrant>& entrants, const std::string& name) {
  const auto found =
      std::find_if(entrants.rbegin(), entrants.rend(),
                   [&](const StoredEntrant& entrant) { return entrant.name == name; });
  if (found == entrants.rend())
    throw Error(fmt::format("--by-deal: no entrant is called {}", in_quotes(name)));
  return found->id;
}

}  // namespace

void print_deals_of_two(const Store& store, const Games& games,
                        const std::vector<std::string>& names, bool as_json) {
  const StoredTournament tournament = store.tournament();
  const AnyGame& game = find_game(games, tournament.game);
  if (!compares_deals(tournament, game))
    throw Error(fmt::format("--by-deal: this store has no deals of {} whose tables are compared",
                            game.info.title));
  const std::vector<StoredEntrant> entrants = store.entrants();
  const TwoEntrants two{{id_of(entrants, names[0]), id_of(entrants, names[1])}, names};
  std::vector<StoredMatch> matches;
  store.for_each_match(0, [&](const StoredMatch& match) { matches.push_back(match); });
  const DealReport report = deals_of_two(store, tournament, game, two, matches);
  const json::array deals = report.json();
  if (deals.empty())
    throw Error(
        fmt::format("--by-deal: {} and {} have not met", in_quotes(names[0]), in_quotes(names[1])));
  fmt::print("{}", as_json ? compact(deals) + '\n' : report.text());
}

}  // namespace arena::cli
