#include "arena/report/pages/entrant_page.hpp"

#include "arena/report/pages/links.hpp"
#include "arena/report/pages/review_section.hpp"
#include "arena/report/pages/sections.hpp"
#include "arena/report/rating_history.hpp"
#include "arena/results/plot.hpp"
#include "arena/results/standings_table.hpp"
#include "arena/tournament/deals_of_two.hpp"
#include "arena/util/text/text.hpp"

namespace arena::report {

namespace {

/// Microseconds as "12 ms" or "3.4 s".
Html time_text(double microseconds) {
  if (microseconds >= 1e6) return html("{}&nbsp;s", number(microseconds / 1e6, 1));
  const double milliseconds = microseconds / 1e3;
  return html("{}&nbsp;ms", number(milliseconds, milliseconds < 10 ? 2 : 0));
}

class EntrantPage {
 public:
  EntrantPage(const ReportData& data, const ScorePlots& scores, std::size_t index)
      : data_(data),
        scores_(scores),
        index_(index),
        entrant_(data.entrant(index)),
        figures_(data.figures[index]) {}

  [[nodiscard]] Html body() const {
    Html all = navigation(1, neighbours());
    all += html("<header>\n<h1>{}</h1>\n{}</header>\n<main>\n{}", text(entrant_.name), facts(),
                extent_note(data_));
    if (entrant_.sums.deals > 0) {
      all += opponents();
      all += seats();
      all += history();
      all += scores();
      all += times();
      all += forfeits();
      all += review_section(data_, index_);
      all += games();
    }
    all += "</main>\n";
    return all;
  }

 private:
  [[nodiscard]] Html neighbours() const {
    Html links;
    if (index_ > 0) links += html(" <span>better: {}</span>", entrant_link(data_, index_ - 1, 1));
    if (index_ + 1 < data_.standings.entrants.size())
      links += html(" <span>worse: {}</span>", entrant_link(data_, index_ + 1, 1));
    return links;
  }

  [[nodiscard]] Html facts() const {
    const Sums& sums = entrant_.sums;
    if (sums.deals == 0) return "<p>This entrant has not played.</p>\n";
    Html all = fact("place", html("{} of {}", index_ + 1, data_.ranked()));
    for (const StandingsColumn& column : standings_columns()) {
      if (column.is_on_pages())
        all += fact(text(column.title),
                    figure_with_error(column.value(entrant_),
                                      column.error == nullptr ? "" : column.error(entrant_)));
    }
    all += fact("games", count(sums.matches));
    return html("<dl class=\"facts\">\n{}</dl>\n", all);
  }

  [[nodiscard]] Html opponents() const {
    const CrossTable cross(data_);
    const bool has_deals = compares_deals(data_.tournament, data_.game);
    Html rows;
    for (std::size_t i = 0; i < data_.ranked(); ++i) {
      const auto& pair = data_.standings.pairs[index_][i];
      if (i == index_ || !pair) continue;
      rows += html(
          R"(<tr><th scope="row"><span class="place">{}</span> {}</th><td class="number">{}</td>)"
          R"(<td class="number">{}</td><td class="number">{}</td><td class="number">{}</td>)"
          R"(<td class="number heat {}">{}</td><td class="number">{}</td>)"
          R"(<td class="number">{}</td>{}</tr>)"
          "\n",
          i + 1, entrant_link(data_, i, 1), count(pair->matches), count(pair->wins),
          count(pair->draws), count(pair->losses), cross.colour(pair->share.value()),
          number(100 * pair->share.value(), 1), typeset(share_error(pair->share)),
          figure_with_error(mean_value(pair->margin, true), mean_error(pair->margin)),
          has_deals ? deals_cell(i) : Html());
    }
    Html head =
        R"(<th scope="col">opponent</th><th scope="col" class="number">games</th>)"
        R"(<th scope="col" class="number">won</th><th scope="col" class="number">drawn</th>)"
        R"(<th scope="col" class="number">lost</th><th scope="col" class="number">points&nbsp;%</th>)"
        R"(<th scope="col" class="number">95&nbsp;%</th>)"
        R"(<th scope="col" class="number">mean margin</th>)";
    if (has_deals) head += R"(<th scope="col">deals</th>)";
    return section("By opponent", table("Results by opponent", head, rows));
  }

  [[nodiscard]] Html deals_cell(std::size_t other) const {
    return html(R"(<td><a href="../{}">each</a></td>)", Html(deals_path(data_, index_, other)));
  }

  /// "0", or "0 and 2" for partners.
  [[nodiscard]] Html seats_of_side(int side) const {
    std::vector<std::string> seats;
    for (int seat = side; seat < data_.sides.seats(); seat += data_.sides.count())
      seats.push_back(std::to_string(seat));
    return text(listed(std::move(seats), "and"));
  }

  static Html mean_of(const SeatFigures& at, double sum, bool sign) {
    return at.played == 0 ? Html("–") : number(sum / at.played, 2, sign);
  }

  [[nodiscard]] Html seats() const {
    Html rows;
    for (int side = 0; side < data_.sides.count(); ++side) {
      const SeatFigures& at = figures_.by_side[static_cast<std::size_t>(side)];
      if (at.games == 0) continue;
      rows +=
          html(R"(<tr><th scope="row">{}</th><td class="number">{}</td><td class="number">{}</td>)"
               R"(<td class="number">{}</td><td class="number">{}</td></tr>)"
               "\n",
               seats_of_side(side), count(at.games), number(100 * at.points / at.games, 1),
               mean_of(at, at.score, false), mean_of(at, at.margin, true));
    }
    return section("By seat",
                   table("Results by seat",
                         R"(<th scope="col">seat</th><th scope="col" class="number">games</th>)"
                         R"(<th scope="col" class="number">points&nbsp;%</th>)"
                         R"(<th scope="col" class="number">mean score</th>)"
                         R"(<th scope="col" class="number">mean margin</th>)",
                         rows));
  }

  [[nodiscard]] Html history() const {
    return section("Rating over deals",
                   figure(history_plot(data_, index_),
                          "The rating after so many deals of the tournament, with its 95&nbsp;% "
                          "interval; grey lines are the other entrants."));
  }

  [[nodiscard]] Html scores() const {
    if (figures_.scores.empty()) return {};
    return section("Scores",
                   figure(scores_.plot(index_),
                          "How often each score occurred in a game without a forfeit; the line is "
                          "the mean."));
  }

  [[nodiscard]] Html times() const {
    if (figures_.questions == 0) return {};
    Html body = html("<p>{} answered in {}: {} a question, {} a game.</p>\n",
                     counted(figures_.questions, "question"),
                     time_text(static_cast<double>(figures_.thinking_us)),
                     time_text(static_cast<double>(figures_.thinking_us) / figures_.questions),
                     time_text(static_cast<double>(figures_.thinking_us) / entrant_.sums.matches));
    Html rows;
    for (const SlowAnswer& answer : figures_.slowest) {
      rows += html(R"(<tr><th scope="row">{}</th><td class="number">{}</td>)"
                   R"(<td class="number">{}</td></tr>)"
                   "\n",
                   replay_link(answer.at.game, 1), answer.at.seat,
                   time_text(static_cast<double>(answer.time_us)));
    }
    if (!figures_.slowest.empty())
      body += table("Slowest answers",
                    R"(<th scope="col">game</th><th scope="col" class="number">seat</th>)"
                    R"(<th scope="col" class="number">slowest answer</th>)",
                    rows, "small");
    return section("Thinking time", body);
  }

  [[nodiscard]] Html forfeits() const {
    if (figures_.faults.empty()) return {};
    long all = 0;
    for (const auto& [fault, times] : figures_.faults) all += times;
    const Html kinds = text(joined(figures_.faults, ", ", [](const auto& fault) {
      return fmt::format("{} ({})", fault.first, fault.second);
    }));
    long shown = 0;
    for (const Forfeit& forfeit : figures_.forfeits) shown += forfeit.times;
    Html body = html(
        "<p>{}, by reason: {}.{}</p>\n", counted(all, "forfeit"), kinds,
        shown < all ? html(" The first {} different ones are:", figures_.forfeits.size()) : Html());
    for (const Forfeit& forfeit : figures_.forfeits) {
      const std::size_t end = forfeit.detail.find('\n');
      const std::string_view detail = std::string_view(forfeit.detail).substr(0, end);
      const Html times =
          forfeit.times == 1 ? Html("Game") : html("{} times, first in game", count(forfeit.times));
      body += html("<p class=\"forfeit\">{} {}, seat {}: {}{}{}</p>\n", times,
                   replay_link(forfeit.at.game, 1), forfeit.at.seat, text(forfeit.fault),
                   detail.empty() ? Html() : Html(": "), text(detail));
      if (end == std::string::npos) continue;
      body += html("<pre class=\"stderr\" tabindex=\"0\" aria-label=\"End of stderr\">{}</pre>\n",
                   lines(std::string_view(forfeit.detail).substr(end + 1)));
    }
    return section("Forfeits", body);
  }

  [[nodiscard]] Html games() const {
    Html rows;
    for (const int number : figures_.pairings) {
      const PairingFigures& pairing = data_.pairings[static_cast<std::size_t>(number)];
      std::vector<std::size_t> order{index_};
      for (const std::size_t entrant : pairing.entrants)
        if (entrant != index_) order.push_back(entrant);
      rows += html("<tr><td>{}</td><th scope=\"row\">{}</th>{}</tr>\n", text(pairing.pairing.label),
                   entrant_links(data_, {order.begin() + 1, order.end()}, 1),
                   pairing_row(data_, pairing, order, 1));
    }
    return section(
        "Games",
        table(
            "Pairings",
            R"(<th scope="col">pairing</th><th scope="col">opponents</th>)"
            R"(<th scope="col" class="number">deals</th><th scope="col" class="number">points</th>)"
            R"(<th scope="col">games</th>)",
            rows));
  }

  const ReportData& data_;
  const ScorePlots& scores_;
  std::size_t index_;
  const EntrantStanding& entrant_;
  const EntrantFigures& figures_;
};

}  // namespace

Html entrant_page(const ReportData& data, const ScorePlots& scores, std::size_t entrant) {
  return page(data.entrant(entrant).name, 1, EntrantPage(data, scores, entrant).body());
}

}  // namespace arena::report
