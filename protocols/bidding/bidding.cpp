#include "protocols/bidding/bidding.hpp"

namespace arena::bidding {

namespace {

void append_line(std::string_view text, int number, std::string& out) {
  out += text;
  out += std::to_string(number);
  out += '\n';
}

}  // namespace

void BiddingLines::tell(const Event& event, std::string& out) const {
  const auto* bid = std::get_if<Bid>(&event);
  if (bid != nullptr && bid->seat != seat_) append_line("Opponent's bid:  ", bid->card, out);
}

void BiddingLines::ask(const View& view, std::string& out) {
  append_line("Competition card:  ", view.prize, out);
}

Reading<Bidding> BiddingLines::read(const View& view, std::string_view line) {
  const auto move = Bidding::read(line);
  if (move && move->card <= view.cards()) return *move;
  return Refusal("Invalid bid.");
}

}  // namespace arena::bidding
