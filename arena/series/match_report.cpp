#include "arena/series/match_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

const Entrant& entrant_of(const PlayedMatch& match, const std::vector<Entrant>& entrants,
                          Seat seat) {
  return entrants[static_cast<std::size_t>(match.player_at[static_cast<std::size_t>(seat)])];
}

/// At the terminal, or by closing the page in the browser.
bool has_left(const Entrant& entrant, const RecordedForfeit& forfeit) {
  return entrant.is_person() && (forfeit.reason == to_text(FaultKind::exit) ||
                                 forfeit.reason == to_text(FaultKind::disconnect));
}

/// "You left. Game 2 of Lost Cities counts as forfeited."
std::string leaving_text(const PlayedMatch& match, const AnyGame& game, std::string name) {
  if (name == "you") name = "You";
  return fmt::format("{} left. Game {} of {} counts as forfeited.", name, match.number + 1,
                     game.info().title);
}

}  // namespace

bool person_left(const PlayedMatch& match, const std::vector<Entrant>& entrants) {
  return std::ranges::any_of(match.record.forfeits, [&](const RecordedForfeit& forfeit) {
    return has_left(entrant_of(match, entrants, forfeit.seat), forfeit);
  });
}

/// Makes the detail the end of a sentence. It may quote any text of a bot.
std::string ending(const std::string& detail) {
  std::string text = escaped(detail);
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
  return text;
}

std::vector<std::string> MatchReport::lines(const PlayedMatch& match) {
  std::vector<std::string> lines = this->lines(match.late);
  for (const RecordedForfeit& forfeit : match.record.forfeits) {
    any_fault_ = true;
    show(name_at(match, forfeit.seat) + forfeit.reason, forfeit_text(match, forfeit), lines);
  }
  for (std::size_t seat = 0; seat < match.reports.size(); ++seat) {
    const int early = match.reports[seat].early_lines;
    if (early == 0) continue;
    const std::string& name = name_at(match, static_cast<Seat>(seat));
    show(name + " early",
         fmt::format("Game {}: {} wrote {} before the question was sent; such lines are dropped.",
                     match.number + 1, name, counted(early, "line")),
         lines);
  }
  for (const PeerReport& report : match.reports) {
    if (!report.log_trouble.empty()) show("log", report.log_trouble, lines);
  }
  return lines;
}

std::vector<std::string> MatchReport::lines(const std::vector<LateFault>& late) {
  std::vector<std::string> lines;
  for (const LateFault& fault : late) {
    any_fault_ = true;
    show(fault.name + " late", escaped(late_fault_text(fault)) + stderr_text(fault.stderr_tail),
         lines);
  }
  return lines;
}

std::vector<std::string> MatchReport::overload_lines(const PlayedMatch& match) {
  std::vector<std::string> lines;
  for (std::size_t seat = 0; seat < match.reports.size(); ++seat) {
    const Pace& pace = match.reports[seat].pace;
    if (!is_starved(pace)) continue;
    show("overloaded",
         fmt::format("Game {} is void: the host was overloaded, and {} waited for a processor for "
                     "{} of {}.",
                     match.number + 1, name_at(match, static_cast<Seat>(seat)),
                     duration_text(pace.starved), duration_text(pace.thought)),
         lines);
  }
  return lines;
}

void MatchReport::show(const std::string& kind, std::string text, std::vector<std::string>& lines) {
  if (++shown_[kind] <= most_alike_) {
    lines.push_back(std::move(text));
  } else {
    ++left_out_;
  }
}

std::string MatchReport::left_out() const {
  if (left_out_ == 0) return "";
  return fmt::format("{} more {} of these kinds {} not shown.", left_out_,
                     plural(left_out_, "report"), is_or_are(left_out_));
}

std::string MatchReport::forfeit_text(const PlayedMatch& match,
                                      const RecordedForfeit& forfeit) const {
  const Entrant& entrant = entrant_of(match, entrants_, forfeit.seat);
  if (has_left(entrant, forfeit)) return leaving_text(match, game_, entrant.name);
  const auto own = [&](const RecordedMove& move) {
    return move.seat == forfeit.seat && !move.by_arbiter;
  };
  const auto answers = std::count_if(match.record.moves.begin(), match.record.moves.end(), own);
  std::string text =
      fmt::format("Game {} of {}: {} ({}) {} ({}) after {}: {}", match.number + 1,
                  game_.info().title, entrant.name, game_.info().seat_text(forfeit.seat),
                  entrant.name == "you" ? "forfeit" : "forfeits", forfeit.reason,
                  counted(answers, "answer"), ending(forfeit.detail));
  if (answers == 0 && forfeit.reason == to_text(FaultKind::time))
    text += "\n  If the bot answers, does it flush its output? `arena check` finds out.";
  const PeerReport& report = match.reports[static_cast<std::size_t>(forfeit.seat)];
  text += stderr_text(report.stderr_tail);
  if (!report.stderr_file.empty()) text += "\n  All of its stderr: " + report.stderr_file;
  return text;
}

const std::string& MatchReport::name_at(const PlayedMatch& match, Seat seat) const {
  return entrant_of(match, entrants_, seat).name;
}

}  // namespace arena
