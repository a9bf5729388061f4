#include "arena/series/statistics/match_report.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

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
                     game.info.title);
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
  std::string text = fmt::format("Game {} of {}: {} ({}) {} ({}) after {}: {}", match.number + 1,
                                 game_.info.title, entrant.name, game_.info.seat_text(forfeit.seat),
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

namespace {

double microseconds(Duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

std::string in_words(Duration time) {
  const double us = microseconds(time);
  return us < 1000 ? fmt::format("{:.3g} us", us) : fmt::format("{:.3g} ms", us / 1000);
}

}  // namespace

std::string host_text(const HostReport& report) {
  std::string text;
  if (report.overhead.total() > 0) {
    text +=
        fmt::format("Arena's own time for a question: {} (median), {} (99 of 100), {} at most.\n",
                    in_words(report.overhead.quantile(0.5)),
                    in_words(report.overhead.quantile(0.99)), in_words(report.overhead.most()));
  }
  return text + overload_text(report);
}

std::string overload_text(const HostReport& report) {
  std::string text;
  if (report.void_matches > 0)
    text += fmt::format("Void because the host was overloaded, and played again: {}.\n",
                        counted(report.void_matches, "game"));
  if (!report.overloaded.empty()) {
    text += fmt::format(
        "The host was overloaded in {}: {}. Bots waited for a processor and may have lost by it. "
        "--clock cpu does not charge that time; --void-overloaded plays such games again.\n",
        counted(report.overloaded.size(), "game"), numbers_text(report.overloaded));
  }
  return text;
}

boost::json::object host_json(const HostReport& report) {
  boost::json::array overloaded;
  for (const MatchNumbers::Range& range : report.overloaded.ranges()) {
    for (int number = range.first; number <= range.last; ++number)
      overloaded.emplace_back(number + 1);
  }
  return {{"overhead_us",
           {{"questions", report.overhead.total()},
            {"p50", microseconds(report.overhead.quantile(0.5))},
            {"p99", microseconds(report.overhead.quantile(0.99))},
            {"max", microseconds(report.overhead.most())}}},
          {"overloaded", std::move(overloaded)},
          {"void", report.void_matches}};
}

}  // namespace arena
