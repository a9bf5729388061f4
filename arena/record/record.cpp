#include "arena/record/record.hpp"

#include <algorithm>
#include <array>
#include <climits>

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

#include "arena/core/protocol_list.hpp"
#include "arena/core/time_json.hpp"
#include "arena/record/json_fields.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

constexpr int understood_version = 1;

using Fields = JsonFields;

json::array to_array(const std::vector<int>& numbers) {
  return json::array(numbers.begin(), numbers.end());
}

void add_rest(const json::object& rest, json::object& object) {
  for (const auto& field : rest) object[field.key()] = field.value();
}

json::object to_json(const RecordedPlayer& player) {
  json::object object{{"name", player.name}};
  if (!player.command.empty())
    object["command"] = json::array(player.command.begin(), player.command.end());
  if (player.builtin) {
    object["builtin"] = player.builtin->builtin;
    object["version"] = player.builtin->version;
  }
  add_rest(player.rest, object);
  return object;
}

json::object to_json(const RecordedWorst& counted) {
  return {{"seat", counted.seat}, {"score", counted.worst.score}, {"margin", counted.worst.margin}};
}

template <class Items>
json::array to_objects(const Items& items) {
  json::array list;
  list.reserve(items.size());
  for (const auto& item : items) list.emplace_back(to_json(item));
  return list;
}

void check_time(const json::object& time, std::string_view where) {
  try {
    static_cast<void>(time_from_json(time));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: \"time\": {}", where, error.what()));
  }
}

RecordedPlayer read_player(const json::value& value, std::size_t index) {
  const std::string where = fmt::format("players[{}]", index);
  const Fields fields(as_object(value, where), where);
  RecordedPlayer player;
  if (fields.find("name") != nullptr) player.name = fields.text("name");
  if (fields.find("command") != nullptr) player.command = fields.texts("command");
  player.rest = fields.others({"name", "command"});
  if (fields.find("builtin") != nullptr) {
    player.builtin = {fields.text("builtin"),
                      static_cast<int>(fields.number("version", 1, INT_MAX))};
    player.rest = fields.others({"name", "command", "builtin", "version"});
  }
  if (fields.find("time") != nullptr) check_time(fields.object("time"), where);
  return player;
}

RecordedMove read_move(const json::value& value, std::size_t index) {
  const std::string where = fmt::format("move {}", index + 1);
  const Fields fields(as_object(value, where), where);
  RecordedMove move;
  move.seat = static_cast<Seat>(fields.number("seat", 0, most_seats - 1));
  move.text = fields.text("move");
  if (fields.find("rejected") != nullptr) move.rejected = fields.text("rejected");
  move.by_arbiter = fields.has_one_of("by", std::array{std::string_view("arbiter")});
  if (fields.find("ms") != nullptr)
    move.milliseconds = fields.number("ms", 0, milliseconds_of(longest_time));
  move.rest = fields.others({"seat", "move", "rejected", "by", "ms"});
  return move;
}

RecordedForfeit read_forfeit(const json::value& value, std::size_t index) {
  const std::string where = fmt::format("forfeits[{}]", index);
  const Fields fields(as_object(value, where), where);
  RecordedForfeit forfeit;
  forfeit.seat = static_cast<Seat>(fields.number("seat", 0, most_seats - 1));
  forfeit.reason = fields.text("reason");
  if (fields.find("detail") != nullptr) forfeit.detail = fields.text("detail");
  forfeit.after = static_cast<std::size_t>(fields.number("after", 0, INT64_MAX));
  forfeit.rest = fields.others({"seat", "reason", "detail", "after"});
  return forfeit;
}

RecordedWorst read_counted(const json::value& value, std::size_t index) {
  const std::string where = fmt::format("counted[{}]", index);
  const Fields fields(as_object(value, where), where);
  const auto number = [&fields](std::string_view key) {
    return static_cast<int>(fields.number(key, INT_MIN, INT_MAX));
  };
  return {static_cast<Seat>(fields.number("seat", 0, most_seats - 1)),
          {number("score"), number("margin")}};
}

std::uint64_t read_seed_field(const Fields& fields) {
  const json::value& value = fields.need("seed");
  if (value.is_int64() && value.get_int64() >= 0)
    return static_cast<std::uint64_t>(value.get_int64());
  if (value.is_uint64()) return value.get_uint64();
  const std::string text = fields.text("seed");
  const auto seed = read_seed(text);
  if (!seed) throw Error(fmt::format("record: \"seed\" is not a seed: \"{}\"", text));
  return *seed;
}

/// Follows a parser and compares the keys of each object at its end. Boost.JSON sets the names.
class KeyWatch {
 public:
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);

  bool on_key_part(json::string_view part, std::size_t /*size*/, json::error_code& /*error*/) {
    part_.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, std::size_t /*size*/, json::error_code& /*error*/) {
    part_.append(part.data(), part.size());
    keys_.push_back(part_);
    part_.clear();
    return true;
  }
  bool on_object_end(std::size_t count, json::error_code& /*error*/) {
    const auto own = keys_.end() - static_cast<std::ptrdiff_t>(count);
    std::sort(own, keys_.end());
    const auto twice = std::adjacent_find(own, keys_.end());
    if (twice != keys_.end() && !found_) found_ = *twice;
    keys_.erase(own, keys_.end());
    return true;
  }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return true; }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t, json::error_code&) { return true; }
  bool on_string_part(json::string_view, std::size_t, json::error_code&) { return true; }
  bool on_string(json::string_view, std::size_t, json::error_code&) { return true; }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, json::error_code&) { return true; }
  bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { return true; }
  bool on_double(double, json::string_view, json::error_code&) { return true; }
  bool on_bool(bool, json::error_code&) { return true; }
  bool on_null(json::error_code&) { return true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

  [[nodiscard]] const std::optional<std::string>& found() const { return found_; }

 private:
  std::string part_;
  std::vector<std::string> keys_;  // of all open objects, the innermost at the end
  std::optional<std::string> found_;
};

/// The first key that occurs twice in one object of a JSON text: the parser would silently keep
/// only one of the two values.
std::optional<std::string> duplicate_key(std::string_view text) {
  json::basic_parser<KeyWatch> parser{json::parse_options()};
  json::error_code error;
  parser.write_some(false, text.data(), text.size(), error);
  return error ? std::nullopt : parser.handler().found();
}

json::value parse(std::string_view line) {
  json::error_code error;
  json::value value = json::parse(line, error);
  if (error == json::error::incomplete) throw Error("the line is not JSON: it is cut off");
  if (error) throw Error("the line is not JSON: " + error.message());
  if (!is_finite(value)) throw Error("the line has a number that is too large");
  if (const auto key = duplicate_key(line)) {
    throw Error(fmt::format("the key \"{}\" occurs twice in one object",
                            first_characters(*key, longest_rejected)));
  }
  return value;
}

template <class Item>
void read_items(const Fields& fields, std::string_view key, std::vector<Item>& items,
                Item (*read)(const json::value&, std::size_t)) {
  for (const json::value& value : fields.list(key)) items.push_back(read(value, items.size()));
}

/// The deals of a match with several deals are in a field of their own.
void add_deal(const json::object& deal, json::object& object) {
  if (const json::value* deals = deal.if_contains("deals")) {
    object["deals"] = *deals;
  } else if (!deal.empty()) {
    object["deal"] = deal;
  }
}

/// A record may also give the list of deals inside "deal".
json::object read_deal(const Fields& fields) {
  const json::value* deals = fields.find("deals");
  const bool one = fields.find("deal") != nullptr;
  if (deals != nullptr && one) throw Error("record: use \"deal\" or \"deals\", not both");
  if (deals != nullptr) return {{"deals", *deals}};
  return one ? fields.object("deal") : json::object();
}

}  // namespace

json::object to_json(const RecordedMove& move) {
  json::object object;
  object.reserve(3);
  object["seat"] = move.seat;
  object["move"] = move.text;
  if (move.rejected) object["rejected"] = *move.rejected;
  if (move.by_arbiter) object["by"] = "arbiter";
  if (move.milliseconds) object["ms"] = *move.milliseconds;
  add_rest(move.rest, object);
  return object;
}

json::object to_json(const RecordedForfeit& forfeit) {
  json::object object{{"seat", forfeit.seat},
                      {"reason", forfeit.reason},
                      {"detail", forfeit.detail},
                      {"after", forfeit.after}};
  add_rest(forfeit.rest, object);
  return object;
}

const RecordedForfeit* forfeit_of(const Record& record, Seat seat, std::size_t after) {
  const auto found = std::ranges::find_if(record.forfeits, [&](const RecordedForfeit& forfeit) {
    return forfeit.seat == seat && forfeit.after == after;
  });
  return found == record.forfeits.end() ? nullptr : &*found;
}

bool forfeit_ended(const Record& record) {
  return record.end == "forfeit" && record.forfeits.size() < record.players.size() &&
         !record.rest.contains("derivation");
}

std::string left_out_text(const Record& record) {
  const json::value* const text = record.rest.if_contains(left_out_key);
  return text != nullptr && text->is_string() ? std::string(text->get_string()) : "";
}

std::string quoted_answer(std::string_view text) {
  const bool is_json = text.size() > 1 && text.starts_with('"') && text.ends_with('"');
  return is_json ? std::string(text) : '"' + std::string(text) + '"';
}

json::object to_json(const Record& record) {
  json::object object;
  object["arena"] = understood_version;
  object["game"] = record.game;
  object["options"] = record.options;
  if (record.seed) object["seed"] = seed_text(*record.seed);
  add_deal(record.deal, object);
  object["players"] = to_objects(record.players);
  object["moves"] = to_objects(record.moves);
  if (record.scores) object["scores"] = to_array(*record.scores);
  if (record.places) object["places"] = to_array(*record.places);
  if (record.end) object["end"] = *record.end;
  if (!record.forfeits.empty()) object["forfeits"] = to_objects(record.forfeits);
  if (!record.counted.empty()) object["counted"] = to_objects(record.counted);
  if (record.rules_version) object[rules_version_key] = *record.rules_version;
  add_rest(record.rest, object);
  return object;
}

std::string to_line(const Record& record) { return json::serialize(to_json(record)); }

Record read_record(std::string_view line) {
  return read_record(as_object(parse(line), "the line"));
}

void from_json(const json::value& value, Record& record, std::string_view what) {
  record = read_record(as_object(value, what));
}
void from_json(const json::value& value, RecordedMove& move, std::string_view /*what*/) {
  move = read_move(value, 0);
}
void from_json(const json::value& value, RecordedForfeit& forfeit, std::string_view /*what*/) {
  forfeit = read_forfeit(value, 0);
}

Record read_record(const json::object& object) {
  const Fields fields(object, "record");
  const std::int64_t version = fields.number("arena", 0, INT64_MAX);
  if (version != understood_version) {
    throw Error(fmt::format("the record has version {}; this arena understands version {}", version,
                            understood_version));
  }
  Record record;
  record.game = fields.text("game");
  if (fields.find("options") != nullptr) record.options = fields.object("options");
  if (fields.find("seed") != nullptr) record.seed = read_seed_field(fields);
  record.deal = read_deal(fields);
  if (!record.seed && record.deal.empty()) throw Error("record: \"deal\" or \"seed\" is missing");
  read_items(fields, "players", record.players, read_player);
  read_items(fields, "moves", record.moves, read_move);
  if (fields.find("scores") != nullptr) record.scores = fields.numbers("scores");
  if (fields.find("places") != nullptr) record.places = fields.numbers("places");
  if (fields.find("end") != nullptr) record.end = fields.text("end");
  if (fields.find("forfeits") != nullptr)
    read_items(fields, "forfeits", record.forfeits, read_forfeit);
  if (fields.find("counted") != nullptr)
    read_items(fields, "counted", record.counted, read_counted);
  if (fields.find(rules_version_key) != nullptr)
    record.rules_version = static_cast<int>(fields.number(rules_version_key, 1, INT_MAX));
  record.rest =
      fields.others({"arena", "game", "options", "seed", "deal", "deals", "players", "moves",
                     "scores", "places", "end", "forfeits", "counted", rules_version_key});
  return record;
}

const Terms& recorded_protocol(const Record& record, Seat seat, std::span<const Terms> known) {
  const auto index = static_cast<std::size_t>(seat);
  const json::object& player = record.players[index].rest;
  std::vector<std::string_view> names;
  for (const Terms& terms : known) names.push_back(terms.name);
  const bool is_given =
      Fields(player, fmt::format("players[{}]", index)).has_one_of("protocol", names);
  return is_given ? find_protocol(known, player.at("protocol").get_string()) : known.front();
}

std::string seed_text(std::uint64_t seed) { return fmt::format("{:#018x}", seed); }

std::optional<std::uint64_t> read_seed(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  return hexadecimal ? to_number<std::uint64_t>(text.substr(2), 16)
                     : to_number<std::uint64_t>(text);
}

}  // namespace arena
