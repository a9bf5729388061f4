// What a seat's bot was sent, written again: in the game's own protocol or in JSON, as the record
// says. For replays.
// House rule: the questions of the JSON protocol are numbered from 1 in each replayed game; a live
// process that plays several games goes on counting.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "arena/core/protocol.hpp"

namespace arena {

template <class Kit>
class SeatWire {
  using G = typename Kit::Game;
  using Native = typename Kit::Native;
  using Json = typename Kit::Json;

 public:
  SeatWire(Seat seat, bool json) : wire_(Native(seat)) {
    if (json) wire_ = Json(seat);
  }

  void begin(const Opening& opening) {
    if (auto* json = std::get_if<Json>(&wire_)) json->begin(opening, sent_);
  }
  void tell(const typename G::Event& event) {
    std::visit([&](auto& wire) { wire.tell(event, sent_); }, wire_);
  }
  void ask(const typename G::View& view, Duration left) {
    if (auto* json = std::get_if<Json>(&wire_)) {
      json->ask(view, ++asked_, left, sent_);
    } else {
      std::get<Native>(wire_).ask(view, sent_);
    }
  }
  void refuse(const Refusal& refusal) {
    std::visit([&](auto& wire) { wire.refuse(refusal, sent_); }, wire_);
  }
  Reading<G> read(const typename G::View& view, std::string_view line) {
    return std::visit([&](auto& wire) { return wire.read(view, line); }, wire_);
  }
  void end(const Closing& closing) {
    if (auto* json = std::get_if<Json>(&wire_)) json->end(closing, sent_);
  }

  [[nodiscard]] bool is_json() const { return std::holds_alternative<Json>(wire_); }
  [[nodiscard]] const std::string& sent() const { return sent_; }

 private:
  std::variant<Native, Json> wire_;
  std::int64_t asked_ = 0;
  std::string sent_;
};

}  // namespace arena
