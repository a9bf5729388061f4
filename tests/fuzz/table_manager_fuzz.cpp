// Lines of clients to arena's table manager for bridge, and lines of other table managers to
// arena's guest. The first byte says which, and the seat; the second one the deal; the rest is
// lines.
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "arena/core/rng.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "protocols/bridge/table_manager.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

using namespace bridge;

/// A board at which the other seats move at random, as soon as they can.
class Board {
 public:
  Board(Seat seat, unsigned deal) : seat_(seat), manager_(seat), rng_(deal) {
    Setup<Bridge> setup;
    setup.seats = seat_count;
    setup.seed.seed = deal;
    now_.emplace(setup, Events<Event>(news_));
    manager_.begin({seat_, {"A", "B", "C", "D"}, "{}", {}}, out_);
    go_on();
  }

  /// Returns false when the board is over, or the client has to leave.
  bool hear(std::string_view line) {
    const tm::ClientLine read = tm::read_client_line(line);
    if (const auto* request = std::get_if<tm::Request>(&read))
      ++asked_[static_cast<std::size_t>(request->wish)];
    auto heard = manager_.hear(line, out_);
    if (auto* move = std::get_if<Move>(&heard)) {
      require(now_->actors().contains(seat_), "only the seat on turn moves");
      const Refusal refusal = Bridge::check(now_->view(seat_), *move);
      if (refusal) {
        manager_.refuse(refusal, out_);
      } else {
        now_->apply(seat_, *move, Events<Event>(news_));
        go_on();
      }
    } else if (auto* refusal = std::get_if<Refusal>(&heard)) {
      require(static_cast<bool>(*refusal), "what is not read is refused with a reason");
      manager_.refuse(*refusal, out_);
    }
    check_output();
    return !std::holds_alternative<Fault>(heard) && !now_->over();
  }

 private:
  void go_on() {
    show();
    while (!now_->over() && now_->actors().front() != seat_) {
      const Seat actor = now_->actors().front();
      now_->apply(actor, random_move<Bridge>(now_->view(actor), rng_), Events<Event>(news_));
      show();
    }
    if (!now_->over()) manager_.ask(now_->view(seat_), out_);
  }
  void show() {
    for (; shown_ < news_.size(); ++shown_) {
      if (const auto seen = Bridge::view(news_[shown_], seat_)) manager_.see(*seen, out_);
    }
  }
  void check_output() {
    for (std::string_view line : lines_of(out_)) {
      require(line.ends_with('\r'), "every line ends with CR LF");
      line.remove_suffix(1);
      if (const auto action = tm::read_action(line)) {
        require(action->move.has_value(), "a call or card that is sent can be read");
        ++given_[action->is_card ? 1 : 0];
      }
    }
    require(given_[0] <= asked_[static_cast<std::size_t>(tm::Wish::call)],
            "no call is sent that was not asked for");
    require(given_[1] <= asked_[static_cast<std::size_t>(tm::Wish::card)],
            "no card is sent that was not asked for");
    out_.clear();
  }

  Seat seat_;
  TableManager manager_;
  Rng rng_;
  std::vector<Event> news_;
  std::optional<Position<Bridge>> now_;
  std::size_t shown_ = 0;
  std::string out_;
  std::array<int, 7> asked_{};
  std::array<int, 2> given_{};
};

void visit(WantedSeat wanted, Input input) {
  TableGuest guest(wanted, "Us", Options());
  std::string out;
  guest.begin(out);
  try {
    while (!input.empty() && !guest.session_is_over()) {
      guest.hear(input.line(), out);
      for (auto view = guest.question(); view; view = guest.question()) {
        require(view->actor == guest.seat() && view->legal.size() > 0,
                "a guest is asked if it can move");
        guest.move(view->legal[0], out);
      }
      for (const Event& event : guest.take_events()) {
        const auto* deal = std::get_if<Dealt>(&event);
        for (Seat other = 0; deal != nullptr && other < seat_count; ++other)
          require(other == guest.seat() || deal->hands[index_of(other)].empty(),
                  "a guest sees its own hand");
      }
      for (const std::string_view line : lines_of(out))
        require(tm::read_client_line(line).index() != 0, "what a guest says can be read");
      out.clear();
    }
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(table_manager)(const std::uint8_t* data, std::size_t size) {
  using namespace arena::fuzz;
  Input input(data, size);
  const unsigned first = input.byte();
  const auto seat = static_cast<arena::Seat>(first % 4);
  const unsigned deal = input.byte();
  if ((first & 4U) != 0) {
    visit((first & 8U) != 0 ? std::nullopt : std::optional(seat), input);
    return 0;
  }
  Board board(seat, deal);
  while (!input.empty() && board.hear(input.line())) {
  }
  return 0;
}
