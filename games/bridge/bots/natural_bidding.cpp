#include <algorithm>
#include <array>
#include <optional>

#include "games/bridge/bots/meaning.hpp"
#include "games/bridge/bots/natural.hpp"

namespace arena::bridge {

namespace {

constexpr std::array suits = {Strain::spades, Strain::hearts, Strain::diamonds, Strain::clubs};

/// The points of both hands that a contract takes.
constexpr int points_for_minor_game = 28;
constexpr int points_for_small_slam = 33;
constexpr int points_for_grand_slam = 37;

/// Chooses the call of one seat.
class Bidder {
 public:
  explicit Bidder(const View& view)
      : view_(view),
        hand_(view.hand),
        reader_(view.auction),
        own_(reader_.shown(view.seat)),
        partner_(reader_.shown(partner_of(view.seat))) {}

  [[nodiscard]] Call choose() const {
    if (partner_.meaning == Meaning::blackwood && partner_bid_last()) return answer_blackwood();
    if (own_.meaning == Meaning::blackwood) return conclude_blackwood();
    if (partner_.meaning == Meaning::stayman && partner_bid_last()) return answer_stayman();
    if (!reader_.side_spoke(view_.seat)) return reader_.last_bid() ? overcall() : open();
    if (!own_.spoke()) return respond();
    if (partner_.meaning == Meaning::forcing && partner_bid_last() && own_.last.is_bid() &&
        own_.last.level() <= 2)
      return rebid();
    return place();
  }

 private:
  [[nodiscard]] bool may(Call call) const { return view_.legal.contains(call); }
  [[nodiscard]] Call if_legal(Call call) const { return may(call) ? call : Call::pass(); }
  [[nodiscard]] bool partner_bid_last() const {
    return reader_.last_bid() && reader_.bidder() == partner_of(view_.seat);
  }
  [[nodiscard]] bool opponents_bid_last() const {
    return reader_.last_bid() && side_of(reader_.bidder()) != side_of(view_.seat);
  }
  /// The cheapest bid of this strain, or so many levels above it, but at most at `level`.
  [[nodiscard]] std::optional<Call> bid(Strain strain, int level, int jump = 0) const {
    const auto lowest = reader_.cheapest(strain);
    if (!lowest || lowest->level() > level) return std::nullopt;
    return Call::bid(std::min(lowest->level() + jump, level), strain);
  }
  [[nodiscard]] int aces() const { return (view_.hand & CardSet::of(cards::ace)).size(); }

  [[nodiscard]] Call open() const;
  [[nodiscard]] Call overcall() const;
  [[nodiscard]] Call respond() const;
  [[nodiscard]] Call respond_to_takeout() const;
  [[nodiscard]] Call respond_to_notrump() const;
  [[nodiscard]] Call respond_to_suit(Strain suit) const;
  [[nodiscard]] Call raise(Strain major) const;
  [[nodiscard]] Call rebid() const;
  [[nodiscard]] Call place() const;
  [[nodiscard]] Call compete(std::optional<Strain> fit, int least) const;
  [[nodiscard]] Call improve(std::optional<Strain> fit) const;
  [[nodiscard]] Call go_for(int level, Strain strain) const;
  [[nodiscard]] std::optional<Strain> best_fit() const;
  [[nodiscard]] Call answer_blackwood() const {
    constexpr std::array answers = {Strain::clubs, Strain::diamonds, Strain::hearts, Strain::spades,
                                    Strain::clubs};
    return if_legal(Call::bid(5, answers[index_of(aces())]));
  }
  [[nodiscard]] Call conclude_blackwood() const;
  [[nodiscard]] Call answer_stayman() const {
    if (hand_.of(Strain::hearts) >= 4) return if_legal(Call::bid(2, Strain::hearts));
    if (hand_.of(Strain::spades) >= 4) return if_legal(Call::bid(2, Strain::spades));
    return if_legal(Call::bid(2, Strain::diamonds));
  }

  const View& view_;
  Strength hand_;
  AuctionReader reader_;
  const Shown& own_;
  const Shown& partner_;
};

Call Bidder::open() const {
  const Strain longest = hand_.longest();
  if (hand_.balanced && hand_.high >= 15 && hand_.high <= 17) return Call::bid(1, Strain::notrump);
  if (hand_.balanced && hand_.high >= 20 && hand_.high <= 21) return Call::bid(2, Strain::notrump);
  if (hand_.points >= 22) return Call::bid(2, Strain::clubs);
  if (hand_.high >= 12 || (hand_.high >= 10 && hand_.points >= 13)) {
    if (hand_.of(longest) >= 5) return Call::bid(1, longest);
    const bool clubs = hand_.of(Strain::clubs) > hand_.of(Strain::diamonds) ||
                       (hand_.of(Strain::clubs) == 3 && hand_.of(Strain::diamonds) == 3);
    return Call::bid(1, clubs ? Strain::clubs : Strain::diamonds);
  }
  if (hand_.high < 5 || hand_.of(longest) < 6) return Call::pass();
  const int level = std::min(hand_.of(longest) - 4, 4);
  // 2C is strong.
  return level == 2 && longest == Strain::clubs ? Call::pass() : Call::bid(level, longest);
}

Call Bidder::overcall() const {
  const Call theirs = *reader_.last_bid();
  if (hand_.balanced && hand_.high >= 15 && hand_.high <= 18 && theirs.level() == 1)
    return if_legal(Call::bid(1, Strain::notrump));
  const Strain longest = hand_.longest();
  if (hand_.of(longest) >= 5 && hand_.points >= 9 && hand_.points <= 17) {
    const auto lowest = bid(longest, hand_.points >= 12 ? 2 : 1);
    if (lowest && longest != theirs.strain()) return *lowest;
  }
  const bool short_in_theirs = theirs.strain() != Strain::notrump && hand_.of(theirs.strain()) <= 2;
  const bool takeout = hand_.high >= 18 || (hand_.high >= 12 && short_in_theirs);
  if (takeout && theirs.level() <= 3 && may(Call::doubles())) return Call::doubles();
  return Call::pass();
}

Call Bidder::respond() const {
  if (partner_.meaning == Meaning::takeout) return respond_to_takeout();
  if (partner_.meaning == Meaning::strong)
    return may(Call::bid(2, Strain::diamonds)) ? Call::bid(2, Strain::diamonds) : place();
  const Call theirs = partner_.last;
  if (!theirs.is_bid()) return place();  // a double of their contract
  if (theirs == Call::bid(1, Strain::notrump)) return respond_to_notrump();
  if (theirs.strain() == Strain::notrump || partner_.most <= 11) return place();
  return respond_to_suit(theirs.strain());
}

Call Bidder::respond_to_takeout() const {
  // The longest suit that the opponents have not bid, a major if possible.
  const auto theirs = [this](Strain suit) {
    return std::max(reader_.shown(after(view_.seat)).of(suit),
                    reader_.shown(after(view_.seat, 3)).of(suit)) >= 3;
  };
  std::optional<Strain> best;
  for (const Strain suit : suits) {
    if (!theirs(suit) && (!best || hand_.of(suit) > hand_.of(*best))) best = suit;
  }
  if (!best || (hand_.points < 6 && !reader_.is_doubled())) return Call::pass();
  if (hand_.points >= 13 && is_major(*best)) {
    if (const auto game = bid(*best, 4, 3)) return *game;
  }
  return bid(*best, 3, hand_.points >= 9 ? 1 : 0).value_or(Call::pass());
}

Call Bidder::respond_to_notrump() const {
  if (opponents_bid_last()) return place();
  const int points = hand_.points;
  for (const Strain major : {Strain::spades, Strain::hearts}) {
    if (hand_.of(major) < 5) continue;
    if (points < 8) return if_legal(Call::bid(2, major));
    if (points >= 10) return if_legal(Call::bid(hand_.of(major) >= 6 ? 4 : 3, major));
  }
  const bool has_major = hand_.of(Strain::spades) == 4 || hand_.of(Strain::hearts) == 4;
  if (points >= 8 && has_major) return if_legal(Call::bid(2, Strain::clubs));
  if (points >= 18) return if_legal(Call::bid(6, Strain::notrump));
  if (points >= 10) return if_legal(Call::bid(3, Strain::notrump));
  return points >= 8 ? if_legal(Call::bid(2, Strain::notrump)) : Call::pass();
}

/// Raises partner's major, which has five cards. Short suits count as well.
Call Bidder::raise(Strain major) const {
  int points = hand_.points;
  for (const int length : hand_.length)
    points += hand_.of(major) >= 4 ? std::max(3 - length, 0) : 0;
  if (points < 6) return Call::pass();
  if (points >= 19) return go_for(6, major);
  if (points >= 13) return if_legal(Call::bid(4, major));
  return bid(major, 3, points >= 10 ? 1 : 0).value_or(Call::pass());
}

Call Bidder::respond_to_suit(Strain suit) const {
  if (is_major(suit) && hand_.of(suit) >= 3) return raise(suit);
  if (hand_.points < 6) return Call::pass();
  std::optional<Strain> best;  // a new suit at the one level: the longest, of fours the cheapest
  for (const Strain other : suits) {
    const auto lowest = bid(other, 1);
    if (!lowest || hand_.of(other) < 4 || other == suit) continue;
    if (!best || hand_.of(other) > hand_.of(*best) ||
        (hand_.of(other) == 4 && hand_.of(*best) == 4))
      best = other;
  }
  if (best) return Call::bid(1, *best);
  const Strain longest = hand_.longest();
  if (hand_.points >= 10 && longest != suit && hand_.of(longest) >= 5) {
    if (const auto lowest = bid(longest, 2)) return *lowest;
  }
  if (!is_major(suit) && hand_.of(suit) >= 5 && hand_.points <= 12) {
    if (const auto higher = bid(suit, 3, hand_.points >= 10 ? 1 : 0)) return *higher;
  }
  const int level = hand_.points >= 13 ? 3 : hand_.points >= 11 ? 2 : 1;
  if (may(Call::bid(level, Strain::notrump))) return Call::bid(level, Strain::notrump);
  return hand_.points >= 13 ? place() : Call::pass();
}

/// The opener's second bid, after a new suit of partner.
Call Bidder::rebid() const {
  const Strain theirs = partner_.last.strain();
  const Strain own = own_.last.strain();
  if (own_.last.strain() == Strain::notrump || own_.meaning == Meaning::strong) return place();
  if (hand_.of(theirs) >= 9 - std::max(partner_.of(theirs), 5)) {
    const int jump = hand_.points >= 19 ? 2 : hand_.points >= 16 ? 1 : 0;
    if (const auto raised = bid(theirs, 4, jump)) return *raised;
  }
  if (hand_.balanced && hand_.high >= 18) {
    if (const auto two = bid(Strain::notrump, 3, 1)) return *two;
  }
  if (hand_.of(own) >= 6) {
    if (const auto again = bid(own, 4, hand_.points >= 16 ? 1 : 0)) return *again;
  }
  for (const Strain other : suits) {
    if (other == own || other == theirs || hand_.of(other) < 4) continue;
    const auto lowest = bid(other, 3);
    const bool reverses = lowest && lowest->level() >= 2 && other > own;
    if (lowest && (!reverses || hand_.points >= 16)) return *lowest;
  }
  if (hand_.balanced || hand_.of(own) < 5) {
    if (const auto notrump = bid(Strain::notrump, 3)) return *notrump;
  }
  return bid(own, 3).value_or(place());
}

/// The suit in which both hands have eight cards or more: the longest, of equal ones a major.
std::optional<Strain> Bidder::best_fit() const {
  std::optional<Strain> best;
  int most = 7;
  for (const Strain suit : suits) {
    const int both = hand_.of(suit) + partner_.of(suit);
    const bool better = both > most && !(best && is_major(*best) && !is_major(suit));
    if (!better) continue;
    best = suit;
    most = both;
  }
  return best;
}

Call Bidder::go_for(int level, Strain strain) const {
  const bool asks = level >= 6 && strain != Strain::notrump && own_.meaning != Meaning::aces &&
                    partner_.last.is_bid() && partner_.last.strain() != Strain::notrump;
  if (asks && may(Call::bid(4, Strain::notrump))) return Call::bid(4, Strain::notrump);
  const Call goal = Call::bid(level, strain);
  if (may(goal)) return goal;
  if (opponents_bid_last() && may(Call::doubles())) return Call::doubles();
  return Call::pass();
}

Call Bidder::conclude_blackwood() const {
  if (partner_.meaning != Meaning::aces) return place();
  const Strain trump = best_fit().value_or(Strain::notrump);
  const int answered = static_cast<int>(partner_.last.strain());
  const int all = aces() + (answered == 0 && aces() == 0 ? 4 : answered);
  if (all >= 3) return if_legal(Call::bid(6, trump));
  const auto five = reader_.cheapest(trump);
  const bool plays_there = reader_.last_bid()->strain() == trump;
  return plays_there || !five ? Call::pass() : *five;
}

/// Decides where the auction should end, from the points of both hands.
Call Bidder::place() const {
  const int least = hand_.points + partner_.least;
  const int most = hand_.points + partner_.most;
  const auto fit = best_fit();
  const Strain trump = fit.value_or(Strain::notrump);
  if (least >= points_for_small_slam) {
    if (reader_.last_bid() && !opponents_bid_last() && reader_.last_bid()->level() >= 6)
      return Call::pass();
    return go_for(least >= points_for_grand_slam ? 7 : 6, trump);
  }
  const bool minor = fit && !is_major(*fit);
  const bool long_minor = minor && !hand_.balanced && least >= points_for_minor_game;
  const Strain game = fit && is_major(*fit) ? *fit : long_minor ? *fit : Strain::notrump;
  const int level = game == Strain::notrump ? 3 : long_minor ? 5 : 4;
  if (reader_.last_bid() && !opponents_bid_last() &&
      reader_.last_bid()->code >= Call::bid(3, Strain::notrump).code &&
      (reader_.last_bid()->strain() == game || reader_.last_bid()->level() >= 4))
    return Call::pass();
  if (least >= points_for_game) return go_for(level, game);
  if (opponents_bid_last()) return compete(fit, least);
  const bool asks = most >= points_for_game && partner_.most - partner_.least >= 2 &&
                    partner_.most <= 21 && hand_.points > own_.least + 2;
  const Call invitation = Call::bid(level - 1, game);
  if (asks && may(invitation) && reader_.jump(invitation) <= 1) return invitation;
  return improve(fit);
}

/// After a bid of the opponents: bids as high as there are trumps, if the points allow it.
Call Bidder::compete(std::optional<Strain> fit, int least) const {
  if (!fit || least < 16) return Call::pass();
  const int trumps = hand_.of(*fit) + partner_.of(*fit);
  return bid(*fit, std::min(trumps - 6, 3)).value_or(Call::pass());
}

/// Passes if it may and the contract is good, else bids the best part-score.
Call Bidder::improve(std::optional<Strain> fit) const {
  if (!partner_bid_last()) return Call::pass();
  const Call last = *reader_.last_bid();
  const bool forced = partner_.meaning == Meaning::forcing || partner_.meaning == Meaning::strong ||
                      partner_.meaning == Meaning::stayman;
  if (last.strain() == Strain::notrump) {
    const bool long_suit = hand_.of(hand_.longest()) >= 6 && !hand_.balanced;
    if (long_suit && last.level() == 1) return bid(hand_.longest(), 2).value_or(Call::pass());
    return Call::pass();
  }
  const int trumps = hand_.of(last.strain()) + partner_.of(last.strain());
  if (!forced && trumps >= 7) return Call::pass();
  if (fit && *fit != last.strain()) {
    if (const auto better = bid(*fit, 3)) return *better;
  }
  const Strain longest = hand_.longest();
  if (hand_.of(longest) >= (forced ? 5 : 6) && longest != last.strain()) {
    if (const auto own = bid(longest, last.level() + (forced ? 1 : 0))) return *own;
  }
  if (!forced) return Call::pass();
  return bid(Strain::notrump, 3).value_or(Call::pass());
}

}  // namespace

Call natural_call(const View& view) {
  const Call call = Bidder(view).choose();
  return view.legal.contains(call) ? call : Call::pass();
}

}  // namespace arena::bridge
