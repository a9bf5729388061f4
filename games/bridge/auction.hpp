// Calls, contracts and the auction. An auction of up to 319 calls takes 48 bytes: bids only rise,
// so it is enough to know, of each bid that was made, what followed before the next bid.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/core/fixed_vector.hpp"
#include "games/bridge/cards.hpp"

namespace arena::bridge {

inline constexpr int bid_count = 35;
inline constexpr int call_count = 3 + bid_count;
inline constexpr std::size_t most_calls = 319;

/// Pass, double, redouble, or a bid.
struct Call {
  std::uint8_t code = 0;

  static constexpr Call at(int code) { return {static_cast<std::uint8_t>(code)}; }
  static constexpr Call pass() { return {0}; }
  static constexpr Call doubles() { return {1}; }
  static constexpr Call redoubles() { return {2}; }
  /// REQUIRES: 1 <= level <= 8. No auction allows a bid at level 8.
  static constexpr Call bid(int level, Strain strain) {
    return at(3 + 5 * (level - 1) + static_cast<int>(strain));
  }

  [[nodiscard]] constexpr bool is_bid() const { return code >= 3; }
  /// From 0 to 34. REQUIRES: is_bid(), also for `level` and `strain`.
  [[nodiscard]] constexpr int rank() const { return code - 3; }
  [[nodiscard]] constexpr int level() const { return 1 + rank() / 5; }
  [[nodiscard]] constexpr Strain strain() const { return static_cast<Strain>(rank() % 5); }
  constexpr bool operator==(const Call&) const = default;
};

/// "pass", "X", "XX", "1NT".
std::string text_of(Call call);
/// Reads these in any case, also "p", "dbl", "double", "rdbl", "redouble", and "1N" for "1NT".
std::optional<Call> read_call(std::string_view text);

/// Level 0 means no contract.
struct Contract {
  std::uint8_t level = 0;
  Strain strain = Strain::clubs;
  std::uint8_t doubled = 0;  // 1: doubled, 2: redoubled
  std::uint8_t declarer = 0;

  [[nodiscard]] constexpr int target() const { return 6 + level; }
  bool operator==(const Contract&) const = default;
};

/// "3NT", "4SX", "1CXX"; "pass" without a contract.
std::string text_of(const Contract& contract);

using Calls = FixedVector<Call, most_calls>;

class Auction {
 public:
  Auction() = default;
  explicit Auction(Seat dealer) : dealer_(static_cast<std::uint8_t>(dealer)) {}

  /// REQUIRES: the call is in `legal(caller)`, and it is the caller's turn.
  void add(Call call, Seat caller);
  /// Bit c: the call of code c is legal for this seat.
  [[nodiscard]] std::uint64_t legal(Seat caller) const;
  [[nodiscard]] bool over() const { return last_ < 0 ? opening_ == 4 : passes() == 3; }
  [[nodiscard]] Calls calls() const;
  /// As it stands: with level 0 if no player has bid.
  [[nodiscard]] Contract contract() const;
  [[nodiscard]] Seat dealer() const { return dealer_; }

 private:
  /// After a bid come passes (2 bits), a double (1 bit), passes, a redouble, passes.
  static constexpr unsigned field = 3;  // bits from one row of passes to the next

  /// Passes in a row since the last other call. REQUIRES: there is a bid.
  [[nodiscard]] int passes() const { return (after_[index_of(last_)] >> (field * doubled_)) & 3; }

  std::uint64_t bids_ = 0;                       // bit r: the bid of rank r was made
  std::array<std::uint8_t, bid_count> after_{};  // by rank: the calls until the next bid
  std::uint8_t dealer_ = 0;
  std::uint8_t opening_ = 0;  // passes before the first bid
  std::int8_t last_ = -1;     // the rank of the last bid
  std::uint8_t bidder_ = 0;   // of the last bid
  std::uint8_t doubled_ = 0;
};

inline void Auction::add(Call call, Seat caller) {
  if (call.is_bid()) {
    last_ = static_cast<std::int8_t>(call.rank());
    bidder_ = static_cast<std::uint8_t>(caller);
    doubled_ = 0;
    bids_ |= std::uint64_t{1} << static_cast<unsigned>(last_);
  } else if (last_ < 0) {
    ++opening_;
  } else {
    std::uint8_t& calls = after_[index_of(last_)];
    if (call == Call::pass()) {
      calls = static_cast<std::uint8_t>(calls + (1U << (field * doubled_)));
    } else {
      calls = static_cast<std::uint8_t>(calls | (4U << (field * doubled_)));
      ++doubled_;
    }
  }
}

inline std::uint64_t Auction::legal(Seat caller) const {
  constexpr std::uint64_t all = (std::uint64_t{1} << static_cast<unsigned>(call_count)) - 1;
  const std::uint64_t higher = all << static_cast<unsigned>(4 + last_);
  const bool own = side_of(caller) == side_of(bidder_);
  const bool may_double = last_ >= 0 && doubled_ == 0 && !own;
  const bool may_redouble = doubled_ == 1 && own;
  return (higher & all) | 1U | (may_double ? 2U : 0U) | (may_redouble ? 4U : 0U);
}

}  // namespace arena::bridge
