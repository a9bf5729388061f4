// Limits as JSON, in whole milliseconds, as bots and records receive them.
#pragma once

#include <optional>
#include <string_view>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/util/error.hpp"
#include "arena/util/time.hpp"

namespace arena {

inline std::int64_t milliseconds_of(Duration time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

BOOST_DESCRIBE_ENUM(ClockKind, wall, cpu)

inline std::string_view to_text(ClockKind clock) {
  return clock == ClockKind::wall ? "wall" : "cpu";
}

/// `what` names the setting. Throws Error with both.
inline ClockKind read_clock(std::string_view text, std::string_view what) {
  if (text != "wall" && text != "cpu")
    throw Error(fmt::format("{} must be wall or cpu, not \"{}\"", what, text));
  return text == "wall" ? ClockKind::wall : ClockKind::cpu;
}

/// `game_ms` is null if there is no limit.
inline boost::json::object to_json(const TimeControl& time) {
  boost::json::object object;
  object["move_ms"] = milliseconds_of(time.move_time);
  object["game_ms"] = nullptr;
  if (time.game_time) object["game_ms"] = milliseconds_of(*time.game_time);
  object["increment_ms"] = milliseconds_of(time.increment);
  object["start_ms"] = milliseconds_of(time.start_time);
  object["clock"] = to_text(time.clock);
  return object;
}

/// The reverse of `to_json`. A missing field keeps its default. Throws Error naming a wrong field.
inline TimeControl time_from_json(const boost::json::object& object) {
  TimeControl time;
  const auto take = [&object](std::string_view key) -> std::optional<Duration> {
    const auto* value = object.if_contains(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    std::int64_t milliseconds = 0;
    described::from_json(*value, milliseconds, key);
    if (milliseconds < 0 || milliseconds > milliseconds_of(longest_time)) {
      throw Error(fmt::format("{} must be from 0 to {}, not {}", key, milliseconds_of(longest_time),
                              milliseconds));
    }
    return std::chrono::milliseconds(milliseconds);
  };
  time.move_time = take("move_ms").value_or(time.move_time);
  time.game_time = take("game_ms");
  time.increment = take("increment_ms").value_or(time.increment);
  time.start_time = take("start_ms").value_or(time.start_time);
  if (const auto* clock = object.if_contains("clock")) {
    const auto* text = clock->if_string();
    time.clock = read_clock(text != nullptr ? std::string_view(*text)
                                            : std::string_view(boost::json::serialize(*clock)),
                            "clock");
  }
  return time;
}

/// For described values (core/described.hpp).
inline void from_json(const boost::json::value& value, TimeControl& time, std::string_view what) {
  time = time_from_json(described::read<boost::json::object>(value, what));
}

}  // namespace arena
