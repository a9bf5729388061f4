// The built-in bots.
#include <array>
#include <memory>

#include "arena/search/move_loss.hpp"
#include "arena/search/search_bot.hpp"
#include "games/yard_bridge/plan.hpp"
#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

namespace {

// Found by varying one weight after the other over thousands of matches against `shed`. With two
// and four players it pays to give the next opponent cards. With three, a player who skips the next
// opponent is soon hit itself, so shedding points counts more.
constexpr Weights of_two = {.held = 288,
                            .point = 18,
                            .given = 100,
                            .lost_turn = 389,
                            .again = 441,
                            .ends = 3000,
                            .settled = 10000,
                            .match = 73,
                            .jack = 576,
                            .attack = 281,
                            .six = 132,
                            .take = 614,
                            .danger = 28,
                            .block = 440};
constexpr Weights of_three = {.held = 480,
                              .point = 76,
                              .given = 60,
                              .lost_turn = 83,
                              .again = 705,
                              .ends = 4500,
                              .settled = 10000,
                              .match = 69,
                              .jack = 883,
                              .attack = 449,
                              .six = 211,
                              .take = 614,
                              .danger = 28,
                              .block = 108};
constexpr Weights of_more = {.held = 288,
                             .point = 45,
                             .given = 60,
                             .lost_turn = 243,
                             .again = 441,
                             .ends = 3000,
                             .settled = 5000,
                             .match = 43,
                             .jack = 921,
                             .attack = 281,
                             .six = 211,
                             .take = 589,
                             .danger = 75,
                             .block = 180};

constexpr const Weights& weights_for(int seats) {
  return seats == 2 ? of_two : seats == 3 ? of_three : of_more;
}

/// The suit of which a hand has the most cards.
Suit longest_suit(CardSet hand) {
  Suit longest = cards::spades;
  for (const Suit suit : {cards::clubs, cards::hearts, cards::diamonds}) {
    if ((hand & CardSet::of(suit)).size() > (hand & CardSet::of(longest)).size()) longest = suit;
  }
  return longest;
}

/// Puts the legal card that costs most, but keeps its jacks until nothing else is legal. It ignores
/// the other players.
Move shed(const View& view) {
  const CardSet plain = view.puts - jacks;
  if (!plain.empty()) {
    Card best = plain.front();
    for (const Card card : plain) {
      if (points(CardSet::only(card)) > points(CardSet::only(best))) best = card;
    }
    return Move::put(best);
  }
  if (view.legal.contains(Move::take())) return Move::take();
  if (view.put > 0 && view.legal.contains(Move::done())) return Move::done();
  if (view.puts.empty()) return Move::done();
  return Move::put(view.puts.front(), longest_suit(view.hand - jacks));
}

/// What LoaderBot remembers of a deal.
struct Heard {
  Lacks lacks{};
  Suit suit = cards::spades;  // in force
  bool put = false;           // a card was put in the current turn
};

/// Plans its whole turn, with weights for the number of players, and remembers which suits the
/// others recently lacked.
class LoaderBot final : public BotWith<YardBridge, Heard> {
 public:
  explicit LoaderBot(const Weights& weights) : weights_(weights) {}
  Move move(const View& view) override { return planned_move(view, weights_, memory_.lacks); }
  void see(const Event& event) override {
    if (const auto* dealt = std::get_if<Dealt>(&event)) {
      memory_.lacks = {};
      memory_.suit = dealt->opening.suit();
      memory_.put = true;
    } else if (const auto* put = std::get_if<Put>(&event)) {
      memory_.suit = put->move.suit();
      memory_.put = true;
    } else if (const auto* took = std::get_if<Took>(&event)) {
      if (took->count > 0) memory_.lacks[static_cast<std::size_t>(took->seat)] = 0;
    } else if (const auto* finished = std::get_if<Finished>(&event)) {
      if (!memory_.put)
        memory_.lacks[static_cast<std::size_t>(finished->seat)] |=
            static_cast<std::uint8_t>(1U << memory_.suit);
      memory_.put = false;
    }
  }

 private:
  Weights weights_;
};

std::unique_ptr<Bot<YardBridge>> make_loader(const BotSetup<YardBridge>& setup) {
  return std::make_unique<LoaderBot>(weights_for(setup.seats));
}

/// Matches are played on to the end of the deal, as `loader` plays.
struct Guide {
  static Move policy(const View& view, Rng& /*rng*/) {
    return planned_move(view, weights_for(view.seats), {});
  }
};

std::string_view kind_of(const View& /*view*/, const Move& move) {
  constexpr std::array<std::string_view, 9> puts = {"put a six",   "put a seven", "put an eight",
                                                    "put a nine",  "put a ten",   "put a jack",
                                                    "put a queen", "put a king",  "put an ace"};
  if (move == Move::take()) return "take a card";
  if (move == Move::done()) return "end the turn";
  return puts[index_of(move.card().rank() - cards::six)];
}

constexpr std::array list = {
    Builtin<YardBridge>{"loader", "plans whole turns: what it sheds, and what that does to others",
                        make_loader},
    Builtin<YardBridge>{"random", "every legal action is as likely as any other",
                        make_bot<RandomBot<YardBridge>>},
    search_builtin<YardBridge, Guide>,
    Builtin<YardBridge>{"shed", "puts the most expensive card first, and keeps its jacks",
                        make_bot<shed>},
};

}  // namespace

std::span<const Builtin<YardBridge>> builtins() { return list; }

std::optional<MoveLoss> move_loss(const ChosenMove<YardBridge>& chosen,
                                  const LossSettings& settings) {
  return loss_by_play_outs<YardBridge, Guide>(chosen, settings, kind_of);
}

}  // namespace arena::yard_bridge
