// The record of a match: everything needed to replay it exactly, as one JSON object on one line.
// docs/records.md describes the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/builtin_identity.hpp"
#include "arena/core/fault.hpp"
#include "arena/core/outcome.hpp"
#include "arena/core/protocol.hpp"
#include "arena/core/seat.hpp"

namespace arena {

namespace json = boost::json;

/// One answer of a seat. If it was refused, `rejected` is the message; otherwise it was applied.
struct RecordedMove {
  Seat seat = 0;
  std::string text;
  std::optional<std::string> rejected;
  bool by_arbiter = false;                   // for a seat that forfeited
  std::optional<std::int64_t> milliseconds;  // thinking time, if the series records it
  json::object rest{};                       // unknown fields, here and below, as they were read
};

struct RecordedForfeit {
  Seat seat = 0;
  std::string reason;  // the text of a FaultKind
  std::string detail;
  std::size_t after = 0;  // the number of recorded moves before it
  json::object rest{};
};

/// What counts in statistics for a seat that forfeited, instead of its score.
struct RecordedWorst {
  Seat seat = 0;
  Worst worst;
  bool operator==(const RecordedWorst&) const = default;
};

struct RecordedPlayer {
  std::string name;
  std::vector<std::string> command;        // empty if the player is no process
  std::optional<BuiltinIdentity> builtin;  // older records do not say which built-in bot played
  json::object rest;                       // fields that this version does not use
};

/// In `rest` of a record: true if the players learned neutral_names (core/seat.hpp) only.
inline constexpr const char* neutral_names_key = "neutral_names";

/// In records and results as JSON: GameInfo::version of the game that was played.
inline constexpr const char* rules_version_key = "rules_version";
/// In results as JSON: the identities of built-in bots, by their names in records.
inline constexpr const char* builtins_key = "builtins";

/// In `rest` of a record: how many notes of bots it does not have, because they got too long.
inline constexpr const char* notes_left_out_key = "notes_left_out";

/// In `rest` of a record: why arena left the game out, a part of a sentence. Such a record has no
/// moves, and equal places.
inline constexpr const char* left_out_key = "left_out";

/// `options` contains what differs from the default. A record has `deal` or `seed` or both; `deal`
/// has priority. In a match with several deals, `deal` has the one member `deals`, which the text
/// gives as its own field. Handwritten records may lack `scores`, `places` and `end`.
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
  std::vector<RecordedWorst> counted;  // one for each forfeit; none in old or handwritten records
  std::optional<int> rules_version;    // GameInfo::version; none in old or handwritten records
  json::object rest;                   // unknown fields, as they were read
};

/// Receives all that a match has recorded so far, while it is played.
using MatchProgress = std::function<void(std::span<const RecordedMove> moves,
                                         std::span<const RecordedForfeit> forfeits)>;

/// The text of `left_out_key`; empty if the game was played.
std::string left_out_text(const Record& record);

/// The forfeit of this seat after so many moves; null if none exists.
const RecordedForfeit* forfeit_of(const Record& record, Seat seat, std::size_t after);

/// True for old records of games that now continue: the match ended with a forfeit, and other
/// players remained. Records with a derivation are newer.
bool forfeit_ended(const Record& record);

/// A record stores at most this many characters of a refused answer.
inline constexpr std::size_t longest_rejected = 200;

/// An answer as messages show it, in quotation marks. A JSON string already has them.
std::string quoted_answer(std::string_view text);

/// Compact JSON, with keys in the order of the format.
std::string to_line(const Record& record);
json::object to_json(const Record& record);
json::object to_json(const RecordedMove& move);
json::object to_json(const RecordedForfeit& forfeit);

/// Throws Error that names the missing or wrong field.
Record read_record(std::string_view line);
Record read_record(const json::object& object);
/// For described values (core/described.hpp).
void from_json(const json::value& value, Record& record, std::string_view what);
void from_json(const json::value& value, RecordedMove& move, std::string_view what);
void from_json(const json::value& value, RecordedForfeit& forfeit, std::string_view what);

/// The protocol of the player at this seat; if the record names none, the first of `known`, the
/// protocols of the game. Throws Error if it is not in `known`.
const Terms& recorded_protocol(const Record& record, Seat seat, std::span<const Terms> known);

/// A seed as records and messages show it: 0x and sixteen hexadecimal digits.
std::string seed_text(std::uint64_t seed);
/// Reads decimal digits, or 0x and hexadecimal digits; nullopt if that is no number of 64 bits.
std::optional<std::uint64_t> read_seed(std::string_view text);

}  // namespace arena
