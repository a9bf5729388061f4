// The record of a match: all that is needed to replay it exactly, as one JSON object a line.
// The format is told in docs/records.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/outcome.hpp"
#include "arena/core/protocol.hpp"
#include "arena/core/seat.hpp"

namespace arena {

namespace json = boost::json;

/// One answer of a seat. `rejected`: it was refused, with this message; else it was applied.
struct RecordedMove {
  Seat seat = 0;
  std::string text;
  std::optional<std::string> rejected;
  bool by_arbiter = false;                   // made for a seat whose player is gone
  std::optional<std::int64_t> milliseconds;  // thinking time, where it was asked for
  json::object rest{};  // unknown fields, here and below kept as they were read
};

struct RecordedForfeit {
  Seat seat = 0;
  std::string reason;  // a FaultKind's text
  std::string detail;
  std::size_t after = 0;  // how many moves of the record came before it
  json::object rest{};
};

/// What a seat that forfeited counts with in statistics, in place of its score.
struct RecordedWorst {
  Seat seat = 0;
  Worst worst;
  bool operator==(const RecordedWorst&) const = default;
};

struct RecordedPlayer {
  std::string name;
  std::vector<std::string> command;  // empty for a player that is no process
  json::object rest;                 // fields that this version does not use
};

/// `options` holds what differs from the default. `deal` is preferred to `seed`; one of both is
/// there. That of a match of several deals has the one member `deals`, which stands for itself in
/// the text. `scores`, `places` and `end` may be missing from a record written by hand.
struct Record {
  std::string game;
  json::object options;
  std::optional<std::uint64_t> seed;
  json::object deal;
  std::vector<RecordedPlayer> players;
  std::vector<RecordedMove> moves;
  std::optional<std::vector<int>> scores;
  std::optional<std::vector<int>> places;
  std::optional<std::string> end;
  std::vector<RecordedForfeit> forfeits;
  std::vector<RecordedWorst> counted;  // as many, or none: in a record of old, or one by hand
  json::object rest;                   // unknown fields, kept as they were read
};

/// At most this many characters of a refused answer are kept.
inline constexpr std::size_t longest_rejected = 200;

/// An answer as messages show it: in quotation marks, which a JSON string has already.
std::string quoted_answer(std::string_view text);

/// Compact, keys in the order of the format.
std::string to_line(const Record& record);

/// Throws Error naming the field that is missing or wrong.
Record read_record(std::string_view line);

/// The protocol of the player at this seat, which is the first of `known` where the record names
/// none. Throws Error if it is none of `known`, the protocols of the game.
const Terms& recorded_protocol(const Record& record, Seat seat, std::span<const Terms> known);

/// A seed as records and messages show it: 0x and sixteen hexadecimal digits.
std::string seed_text(std::uint64_t seed);
/// Decimal, or 0x and hexadecimal digits; nothing if it is no such number of 64 bits.
std::optional<std::uint64_t> read_seed(std::string_view text);

}  // namespace arena
