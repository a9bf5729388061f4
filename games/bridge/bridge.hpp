// Contract bridge: rules only. Four seats in the order N E S W; partners sit opposite each other.
// Source of the rules: the laws of duplicate bridge (2017) and of rubber bridge (1993);
// docs/bridge.md has them in short. A match is one board, one rubber or one Chicago. Two tables
// that play the same board are two matches of a series, and `earned` compares them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/game.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"
#include "games/bridge/deal.hpp"
#include "games/bridge/move.hpp"
#include "games/bridge/session.hpp"

namespace arena::bridge {

/// The first three score one board, and differ in what another table's result is compared by.
enum class Scoring : std::uint8_t { imp, total, mp, rubber, chicago };
BOOST_DESCRIBE_ENUM(Scoring, imp, total, mp, rubber, chicago)

constexpr bool is_session(Scoring scoring) { return scoring >= Scoring::rubber; }

struct Options {
  Scoring scoring = Scoring::imp;
  int boards = 16;                    // at most so many deals in a rubber or Chicago
  bool nondealer_vulnerable = false;  // on deals 2 and 3 of a Chicago, instead of the dealer's side
};
BOOST_DESCRIBE_STRUCT(Options, (), (scoring, boards, nondealer_vulnerable))

/// In the first stage, new hands are next.
enum class Stage : std::uint8_t { deal, auction, play, played_out, forfeit };

/// The cards of a deal in the order played, and who led to each trick.
struct Tricks {
  FixedVector<Card, pack_size> cards;
  FixedVector<std::uint8_t, hand_size> leaders;

  [[nodiscard]] int on_table() const { return static_cast<int>(cards.size() % seat_count); }
  /// The card that was led to this trick. REQUIRES: on_table() > 0.
  [[nodiscard]] Card led() const { return cards[cards.size() - index_of(on_table())]; }
};
/// Whose hand the i-th card comes from.
inline Seat player_of(const Tricks& tricks, std::size_t i) {
  return after(tricks.leaders[i / seat_count], static_cast<int>(i % seat_count));
}
/// The hands as dealt, from what is left of them.
std::array<CardSet, seat_count> dealt_hands(std::array<CardSet, seat_count> left,
                                            const Tricks& tricks);

struct State {
  std::array<CardSet, seat_count> hands{};  // what is left of them
  Auction auction;
  Session session;
  int board = 1;
  int deal = 0;        // of the match, counted from 1
  int most_deals = 1;  // of the match
  Tricks tricks;
  Contract contract;
  std::array<std::uint8_t, 2> won{};  // tricks, by side
  std::uint8_t dealer = 0;
  std::uint8_t turn = 0;  // whose call, or whose hand, is next
  Stage stage = Stage::deal;
  Scoring scoring = Scoring::imp;
  Vulnerable vulnerable = Vulnerable::none;
  bool nondealer_vulnerable = false;
  std::uint8_t chicago_deal = 1;         // without passed-out deals
  std::uint8_t honours_side = 0;         // if there are points
  std::uint8_t honours_points = 0;       // of this deal
  std::array<std::uint8_t, 6> unused{};  // fills the padding: every byte belongs to a member

  [[nodiscard]] Seat dummy() const { return partner_of(contract.declarer); }
  [[nodiscard]] bool shows_dummy() const { return stage == Stage::play && !tricks.cards.empty(); }
  /// Who decides: the declarer plays dummy's cards.
  [[nodiscard]] Seat actor() const {
    return stage == Stage::play && turn == dummy() ? contract.declarer : turn;
  }
};
static_assert(sizeof(State) <= 512 && std::has_unique_object_representations_v<State>);

inline constexpr Seat no_seat = -1;

/// `Bridge::view` sets all members; clearing them first would cost play-outs too much.
struct View {  // NOLINT(cppcoreguidelines-pro-type-member-init)
  Seat seat;
  Seat turn;   // whose call, or whose hand, is next
  Seat actor;  // who decides: the declarer for dummy
  Seat dealer;
  Seat dummy;     // after the opening lead, else `no_seat`
  CardSet hand;   // what is left
  CardSet table;  // what is left in dummy, if it is open
  Moves legal;    // empty unless the seat is the actor
  Auction auction;
  Tricks tricks;
  Contract contract;  // after the auction
  Session session;
  std::array<std::uint8_t, 2> won;  // tricks, by side
  Stage stage;
  Scoring scoring;
  Vulnerable vulnerable;
  int board;
  int deal;        // of the match, counted from 1
  int most_deals;  // of the match

  /// The hand that plays next.
  [[nodiscard]] CardSet playing() const { return turn == seat ? hand : table; }
};

/// Events. `view` leaves the hands of other seats empty, and hides alerts from the partner.
struct Dealt {
  int board = 1;
  Seat dealer = 0;
  Vulnerable vulnerable = Vulnerable::none;
  std::array<CardSet, seat_count> hands{};
};
struct Called {
  Seat seat = 0;
  Move move;
};
struct Played {
  Seat seat = 0;  // who decided
  Move move;
  Seat hand = 0;  // from which hand
};
/// The dummy, open to all after the opening lead.
struct Exposed {
  Seat seat = 0;
  CardSet cards;
};
struct Won {
  Seat seat = 0;
  std::array<std::uint8_t, 2> tricks{};  // by side, with this one
};
/// Pairs are by side.
struct Scored {
  Contract contract;
  int tricks = 0;               // of the declarer's side
  Honours honours;              // in rubber and Chicago
  std::array<int, 2> points{};  // what this deal changed
  std::array<int, 2> totals{};
  std::array<int, 2> below{};  // in rubber and Chicago
  std::array<int, 2> games{};
};
using Event = std::variant<Dealt, Called, Played, Exposed, Won, Scored>;

struct Bridge {
  using Options = bridge::Options;
  using Deal = bridge::Deal;
  using State = bridge::State;
  using View = bridge::View;
  using Move = bridge::Move;
  using Event = bridge::Event;
  using Chance = NewDeal;
  using Source = DealSource;

  static constexpr GameInfo info = {.name = "bridge",
                                    .title = "Contract bridge",
                                    .least_seats = seat_count,
                                    .most_seats = seat_count,
                                    .sides = 2,
                                    .rank_by = RankBy::score,
                                    .default_matches = 16,
                                    .seat_names = seat_names};

  static Refusal check(const Setup<Bridge>& setup);
  static State start(const Setup<Bridge>& setup, Events<Event> happened);
  static bool awaits_chance(const State& now) { return now.stage == Stage::deal; }
  static Refusal check(const State& /*now*/, const NewDeal& chance) {
    return check_hands(chance.hands);
  }
  static void apply(State& state, const NewDeal& chance, Events<Event> happened);
  static Seats actors(const State& now) {
    const bool goes_on = now.stage == Stage::auction || now.stage == Stage::play;
    return goes_on ? Seats::only(now.actor()) : Seats{};
  }
  static View view(const State& now, Seat seat);
  static std::optional<Event> view(const Event& event, Seat seat);
  static Moves moves(const View& view) { return view.legal; }
  static Refusal check(const View& view, const Move& move) {
    if (view.legal.contains(move)) [[likely]]
      return {};
    return why_illegal(view, move);
  }
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);
  /// On one board: it loses all tricks that are left, or 7NT redoubled before there is a contract.
  /// Rubber and Chicago: the same on all deals that may come, with honours and bonuses.
  static Worst worst(const State& now, Seat seat);
  /// The match ends. A board counts as the worst result of the side, for the opponents too.
  static void forfeit(State& state, Seat seat, Events<Event> happened);
  static Outcome outcome(const State& now);
  static int deal_number(const State& now) { return now.deal; }
  static bool compares_tables(const Options& options) {
    return options.scoring == Scoring::imp || options.scoring == Scoring::mp;
  }
  /// The IMPs or matchpoints that a side wins on a board, as in the score of a team match: a side
  /// with the worse result wins none. The lead of one team over the other is the difference.
  static int earned(const Options& options, int own, int other);
  static std::string_view earned_unit(const Options& options) {
    return options.scoring == Scoring::imp ? "IMPs a board" : "matchpoints a board";
  }
  /// Deals the hidden cards again, uniformly among all deals that fit what the seat has seen: its
  /// hand, dummy, the played cards, and who did not follow suit. It draws no conclusions from calls
  /// or cards.
  static void resample(Position<Bridge>& position, Seat seat, Rng& rng);
  static std::string write(const Move& move) { return text_of(move); }
  static std::optional<Move> read(std::string_view text) { return read_move(text); }

 private:
  static Refusal why_illegal(const View& view, const Move& move);
};

}  // namespace arena::bridge

extern template struct arena::RandomPlay<arena::bridge::Bridge>;
