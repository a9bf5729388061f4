#include "protocols/bidding/bidding.hpp"

#include <string>

#include "arena/core/described.hpp"
#include "arena/util/text/text.hpp"

namespace arena::bidding {

namespace {

using described::to_json;

void append_line(std::string_view text, int number, std::string& out) {
  out += text;
  out += std::to_string(number);
  out += '\n';
}

std::vector<int> list_of(const Cards& cards) {
  std::vector<int> list;
  cards.for_each([&list](int card) { list.push_back(card); });
  return list;
}

/// The digits of the whole number with which a line begins. House rule: the quiz's arbiter took it
/// by Ruby's `to_i`, so bots of the quiz may answer `5.0`, `+5` or `5 points`.
std::string_view leading_number(std::string_view line) {
  line = trim(line);
  if (line.starts_with('+')) line.remove_prefix(1);
  return line.substr(0, line.find_first_not_of("0123456789"));
}

/// What programs see of an event.
struct Describe {
  boost::json::object operator()(const Shown& shown) const {
    return {{"event", shown.round == 0 ? "deal" : "prize"}, {"prize", shown.prize}};
  }
  boost::json::object operator()(const Bid& bid) const {
    return {{"seat", bid.seat}, {"move", std::to_string(bid.card)}};
  }
  boost::json::object operator()(const Won& won) const {
    return {{"event", "won"}, {"by", to_json(won.seat)}, {"points", won.points}};
  }
  boost::json::object operator()(const Left& /*left*/) const { return {}; }
  boost::json::object operator()(const Ended& ended) const {
    return {{"event", "result"}, {"scores", to_json(ended.scores)}};
  }
};

}  // namespace

void BiddingLines::tell(const Event& event, std::string& out) const {
  const auto* bid = std::get_if<Bid>(&event);
  if (bid != nullptr && bid->seat != seat_) append_line("Opponent's bid:  ", bid->card, out);
}

void BiddingLines::ask(const View& view, std::string& out) {
  append_line("Competition card:  ", view.prize, out);
}

Reading<Bidding> BiddingLines::read(const View& view, std::string_view line) {
  return read_exactly(view, leading_number(line));
}

Reading<Bidding> BiddingLines::read_exactly(const View& view, std::string_view text) {
  const auto move = Bidding::read(text);
  if (move && move->card <= view.cards()) return *move;
  return Refusal("Invalid bid.");
}

boost::json::object GameModule::fields(const View& view) {
  std::vector<std::vector<int>> opponents;
  std::vector<int> scores;
  for (Seat seat = 0; seat < view.seats; ++seat) {
    if (seat != view.seat)
      opponents.push_back(list_of(view.unused[static_cast<std::size_t>(seat)]));
    scores.push_back(view.score(seat));
  }
  return {{"prize", view.prize},
          {"hand", to_json(list_of(view.hand()))},  // unused cards; like all lists, it is sorted
          {"opponents", to_json(opponents)},        // unused cards, by ascending seat
          {"scores", to_json(scores)},              // by seat
          {"seat", view.seat},
          {"prizes_left", to_json(list_of(view.prizes_left))},  // without `prize`
          {"carried", view.carried()}};
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::bidding
