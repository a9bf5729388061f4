#include "arena/cli/tournament/live_table.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include "arena/cli/terminal.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/results/standings_columns.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/text/utf8.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::cli {

namespace {

constexpr Duration redraw = std::chrono::milliseconds(250);
constexpr Duration plain_line = std::chrono::seconds(10);
constexpr Duration rating_pause = std::chrono::seconds(1);
constexpr int rating_share = 20;  // ratings take at most one part in so many of the time
constexpr std::size_t most_faults = 3;
constexpr std::ptrdiff_t lines_of_fault = 2;

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

/// A line that does not wrap: control characters and what is too long are left out.
std::string fitted(const std::string& line, std::size_t columns) {
  std::string text;
  std::size_t used = 0;
  for (const char c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) continue;
    if (!continues_character(c) && ++used > columns) break;
    text += c;
  }
  return text;
}

}  // namespace

LiveTable::LiveTable(const Store& store, const AnyGame& game, std::optional<int> matches)
    : store_(store),
      game_(game),
      matches_(matches),
      terminal_(::isatty(STDERR_FILENO) != 0),
      before_(store.matches()),
      played_(before_),
      start_(Clock::now()),
      next_draw_(start_ + (terminal_ ? redraw : plain_line)),
      next_rating_(start_) {
  for (const StoredEntrant& entrant : store.entrants()) names_[entrant.id] = entrant.name;
}

void LiveTable::show(const StoredMatch& match, const std::vector<std::string>& faults,
                     int planned) {
  played_ = match.number + 1;
  planned_ = matches_.value_or(planned);
  for (const std::string& line : faults) {
    if (!terminal_) fmt::print(stderr, "{}\n", line);
    faults_.push_back(line);
    if (faults_.size() > most_faults) faults_.pop_front();
  }
  if (terminal_) {
    const std::vector<int> scores = shown_scores(store_, match);
    for (std::size_t seat = 0; seat < scores.size(); ++seat)
      last_[match.seats[seat].entrant] = result_text(match, scores, seat);
  }
  if (Clock::now() >= next_draw_) draw();
}

void LiveTable::rate() {
  const TimePoint begin = Clock::now();
  if (begin < next_rating_) return;
  standings_ = standings_of(store_, game_);
  for (const EntrantStanding& entrant : standings_.entrants) names_[entrant.id] = entrant.name;
  const TimePoint end = Clock::now();
  next_rating_ = end + std::max<Duration>(rating_pause, rating_share * (end - begin));
}

std::string LiveTable::head() const {
  const std::chrono::duration<double> past = Clock::now() - start_;
  const double pace = (played_ - before_) / std::max(1e-9, past.count());
  std::string text =
      fmt::format("{} of {}{} games, {} a second", grouped(played_), matches_ ? "" : "at least ",
                  grouped(planned_), number_text(pace, pace < 10 ? 1 : 0, false));
  if (matches_ && pace > 0)
    text += fmt::format(", {} left", duration_text((planned_ - played_) / pace));
  return text;
}

std::string LiveTable::result_text(const StoredMatch& match, const std::vector<int>& scores,
                                   std::size_t own) const {
  std::string others;
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    if (seat == own) continue;
    const auto name = names_.find(match.seats[seat].entrant);
    others += fmt::format("{}{} {}", others.empty() ? "" : ", ", scores[seat],
                          name == names_.end() ? "" : name->second);
  }
  const std::string& fault = match.seats[own].fault;
  return fmt::format("{} : {}{}", scores[own], others, fault.empty() ? "" : "  " + fault);
}

std::string LiveTable::row(const EntrantStanding& entrant) const {
  const auto last = last_.find(entrant.id);
  return fmt::format("{:>8} {:>14} {:>9}  {}", entrant.sums.deals,
                     rating_value(entrant) + " " + rating_error(entrant),
                     entrant.sums.forfeits == 0 ? "" : grouped(entrant.sums.forfeits),
                     last == last_.end() ? "" : last->second);
}

/// The beginnings of the last faults.
std::vector<std::string> LiveTable::fault_lines() const {
  std::vector<std::string> lines;
  for (const std::string& fault : faults_) {
    const std::string text = ansi::wrapped(fault);
    const std::vector<std::string_view> parts = lines_of(text);
    lines.insert(lines.end(), parts.begin(),
                 parts.begin() + std::min<std::ptrdiff_t>(std::ssize(parts), lines_of_fault));
  }
  return lines;
}

void LiveTable::draw() {
  rate();
  next_draw_ = Clock::now() + (terminal_ ? redraw : plain_line);
  if (!terminal_) {
    fmt::print(stderr, "{}\n", head());
    return;
  }
  const TerminalSize size = terminal_size(STDERR_FILENO).value_or(TerminalSize{});
  std::size_t width = 8;
  for (const EntrantStanding& entrant : standings_.entrants)
    width = std::max(width, columns_of(shown_name(entrant)));
  std::vector<std::string> lines{
      head(), fmt::format("     {:<{}} {:>8} {:>14} {:>9}  last result", "entrant", width, "deals",
                          "rating", "forfeits")};
  const std::size_t room = std::max<std::size_t>(size.rows, 3) - 2;
  const std::vector<std::string> faults = fault_lines();
  const std::size_t fit = room - std::min(room, lines.size() + faults.size());
  for (std::size_t i = 0; i < std::min(fit, standings_.entrants.size()); ++i) {
    const EntrantStanding& entrant = standings_.entrants[i];
    lines.push_back(
        fmt::format("{:>4} {} {}", i + 1, ansi::padded(shown_name(entrant), width), row(entrant)));
  }
  lines.insert(lines.end(), faults.begin(), faults.end());
  clear();
  for (const std::string& line : lines) fmt::print(stderr, "{}\n", fitted(line, size.columns - 1));
  std::fflush(stderr);
  lines_ = static_cast<int>(lines.size());
}

void LiveTable::clear() {
  if (lines_ > 0) fmt::print(stderr, "\x1b[{}A\x1b[J", lines_);
  lines_ = 0;
  std::fflush(stderr);
}

}  // namespace arena::cli
