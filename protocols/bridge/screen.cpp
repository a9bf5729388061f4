#include "protocols/bridge/screen.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/double_dummy.hpp"
#include "protocols/terminal/playing_cards.hpp"

namespace arena::bridge {

namespace {

/// A card as people type it: `hj`, or `jh` as on the table.
std::optional<Card> typed_card(std::string_view text) {
  if (const auto card = bridge::read_card(text)) return card;
  if (text.size() < 2) return std::nullopt;
  return bridge::read_card(std::string(1, text.back()) +
                           std::string(text.substr(0, text.size() - 1)));
}

std::optional<Move> typed_move(const View& view, std::string_view text) {
  if (view.stage != Stage::play) return Bridge::read(text);
  const auto card = typed_card(text);
  return card ? std::optional(Move::of(*card)) : std::nullopt;
}

/// "made", "2 over", "1 down".
std::string result_text(const Scored& scored) {
  const int over = scored.tricks - scored.contract.target();
  if (over == 0) return "just made";
  return over > 0 ? fmt::format("made with {} more", over) : fmt::format("{} down", -over);
}

}  // namespace

const std::string_view Screen::help =
    " Auction  1nt, 4s    a bid: level and strain (c d h s nt), above the last one\n"
    "          p, x, xx   pass, double, redouble\n"
    "          2c alert: asks for a major    a call that the opponents get explained\n"
    " Play     hj or jh   the jack of hearts, from your hand; as declarer also from\n"
    "                     dummy when dummy is to play\n"
    " Show     a          the auction again\n"
    "          l          the last trick\n"
    " Also     Enter or b shows the table, ? this help; q quits the game.\n";

std::string Screen::subject(Seat seat) const {
  if (audience().is_you(seat)) return "You";
  return audience().name(seat, seat_names[index_of(seat)]);
}

void Screen::add_call(const Called& called, std::string& out) {
  auction_.add(called.move.call(), called.seat);
  ++calls_;
  const Alert& alert = called.move.alert;
  if (!alert.given) return;
  alerts_[calls_ - 1] = escaped(std::string(alert.text.begin(), alert.text.end()));
  std::string text =
      fmt::format("{}: {} is an alert", subject(called.seat), text_of(called.move.call()));
  if (!alert.text.empty()) text += ": " + alerts_[calls_ - 1];
  writer(out).write(ansi::wrapped(text + ".\n"));
}

void Screen::describe_result(const Scored& scored, std::string& out) {
  std::string text = "The deal is passed out.";
  if (scored.contract.level > 0) {
    text = fmt::format("{} by {}: {}.", text_of(scored.contract),
                       seat_names[scored.contract.declarer], result_text(scored));
  }
  text += fmt::format(" N-S {:+}, E-W {:+}.", scored.points[0], scored.points[1]);
  if (scored.honours.points > 0)
    text += fmt::format(" Honours: {}, {}.", scored.honours.side == 0 ? "N-S" : "E-W",
                        scored.honours.points);
  writer(out).write(ansi::wrapped(text + '\n'), ansi::bold);
}

void Screen::describe_double_dummy(std::string& out) {
  if (audience().watches() || played_[0].size() < hand_size) return;
  try {
    if (const auto table = double_dummy(table_cache_)->table(played_))
      writer(out).write("Tricks with best play, if all see all cards:\n" + table_text(*table));
  } catch (const Error&) {
    // The helper program is not installed: the game goes on without the table.
  }
}

void Screen::tell(const Event& event, std::string& out) {
  if (const auto* dealt = std::get_if<Dealt>(&event)) {
    auction_ = Auction(dealt->dealer);
    alerts_.clear();
    played_ = {};
    trick_.clear();
    last_trick_.clear();
    calls_ = 0;
    writer(out).write(
        ansi::wrapped(fmt::format("\nBoard {}: {} the dealer.\n", dealt->board,
                                  audience().is_you(dealt->dealer)
                                      ? "you are"
                                      : std::string(seat_names[index_of(dealt->dealer)]) + " is")));
  } else if (const auto* called = std::get_if<Called>(&event)) {
    add_call(*called, out);
  } else if (const auto* played = std::get_if<Played>(&event)) {
    if (last_trick_.empty() && trick_.empty()) {
      writer(out).write("The auction:\n");
      draw_auction(auction_, alerts_, writer(out));
    }
    trick_.push_back({played->hand, played->move.card()});
    played_[index_of(played->hand)].insert(played->move.card());
  } else if (const auto* won = std::get_if<Won>(&event)) {
    last_trick_ = std::exchange(trick_, {});
    last_winner_ = won->seat;
    draw_cards(last_trick_, writer(out));
    writer(out).write(fmt::format(". {} wins the trick.\n", seat_names[index_of(won->seat)]));
  } else if (const auto* scored = std::get_if<Scored>(&event)) {
    describe_result(*scored, out);
    describe_double_dummy(out);
  }
}

void Screen::ask(const View& view, std::string& out) {
  writer(out).write("\n");
  std::array<CardSet, seat_count> hands{};
  hands[index_of(view.seat)] = view.hand;
  if (view.dummy != no_seat) hands[index_of(view.dummy)] = view.table;
  draw_table(view, hands, audience(), writer(out));
  if (view.stage == Stage::auction) draw_auction(view.auction, alerts_, writer(out));
  prompt(view, out);
}

void Screen::watch(std::span<const View> views, std::string& out) {
  std::array<CardSet, seat_count> hands{};
  for (const View& view : views) hands[index_of(view.seat)] = view.hand;
  draw_table(views.front(), hands, audience(), writer(out));
  if (views.front().stage == Stage::auction)
    draw_auction(views.front().auction, alerts_, writer(out));
}

void Screen::prompt(const View& view, std::string& out) {
  if (view.stage == Stage::auction) {
    writer(out).write(" Your call?", ansi::bold);
    writer(out).write(" Such as 1nt or p; ? for help\n");
    return;
  }
  writer(out).write(view.turn == view.seat ? " Your card?" : " Dummy's card?", ansi::bold);
  const Move example = view.legal.size() > 0 ? view.legal[0] : Move();
  std::string text = example.is_call() ? "" : text_of(example);
  std::ranges::transform(text, text.begin(), lower);
  writer(out).write(" Such as " + text + "; ? for help\n");
}

Reading<Bridge> Screen::read(const View& view, std::string_view line) {
  const std::string answer = cards::lettered(trim(line));
  const auto move = typed_move(view, view.stage == Stage::auction ? trim(line) : answer);
  if (move) {
    clear_explanation();
    if (const Refusal refusal = Bridge::check(view, *move))
      explain(view, fmt::format(" {}\n", refusal.text()));
    return *move;
  }
  std::string shown;
  if (answer == "a") {
    draw_auction(view.auction, alerts_, writer(shown));
    explain(view, shown);
  } else if (answer == "l" && last_trick_.empty()) {
    explain(view, " No trick is complete yet.\n");
  } else if (answer == "l") {
    draw_cards(last_trick_, writer(shown));
    explain(view, fmt::format(" {}. {} won it.\n", shown, seat_names[index_of(last_winner_)]));
  } else {
    explain(view, answer,
            view.stage == Stage::auction ? " A call is a bid such as 1nt, or p, x or xx.\n"
                                         : " A card is its suit and rank, such as hj or h10.\n");
  }
  return Refusal("That is no call or card.");
}

}  // namespace arena::bridge
