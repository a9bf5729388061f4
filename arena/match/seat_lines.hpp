// What a seat's bot received, written again for a replay in the protocol that the record names. In
// each replayed game the numbers of questions start at 1, although a live process that plays
// several games continues counting.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "arena/core/protocol_list.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <class GameModule>
class SeatLines {
  using G = typename GameModule::Game;

 public:
  /// Throws Error if the game has no protocol of this name.
  SeatLines(Seat seat, std::string_view protocol)
      : protocol_(with_protocol<GameModule>(
            protocol, [seat]<class P>(std::type_identity<P>) -> AnyProtocol { return P(seat); })) {}

  void begin(const Opening& opening) {
    visit([&]<class P>(P& protocol) {
      if constexpr (HasMatchMessages<P>) protocol.begin(opening, sent_);
    });
  }
  void tell(const typename G::Event& event) {
    visit([&](auto& protocol) { protocol.tell(event, sent_); });
  }
  void ask(const typename G::View& view, Duration left) {
    visit([&]<class P>(P& protocol) {
      if constexpr (HasMatchMessages<P>) {
        protocol.ask(view, ++asked_, left, sent_);
      } else {
        protocol.ask(view, sent_);
      }
    });
  }
  void refuse(const Refusal& refusal) {
    visit([&](auto& protocol) { protocol.refuse(refusal, sent_); });
  }
  Reading<G> read(const typename G::View& view, std::string_view line) {
    return visit([&](auto& protocol) { return protocol.read(view, line); });
  }
  /// A line of a record that was refused for this reason.
  Reading<G> read_recorded(const typename G::View& view, std::string_view line,
                           std::string_view reason) {
    return visit([&]<class P>(P& protocol) -> Reading<G> {
      if constexpr (requires { protocol.read_recorded(view, line, reason); }) {
        return protocol.read_recorded(view, line, reason);
      } else {
        return protocol.read(view, line);
      }
    });
  }
  void end(const Closing& closing) {
    visit([&]<class P>(P& protocol) {
      if constexpr (HasMatchMessages<P>) protocol.end(closing, sent_);
    });
  }

  /// This move as a record stores the line.
  [[nodiscard]] std::string recorded(const typename G::Move& move, std::string_view line) {
    return visit([&]<class P>(P&) {
      return HasMatchMessages<P> ? G::write(move) : std::string(trim(line));
    });
  }
  [[nodiscard]] const std::string& sent() const { return sent_; }

 private:
  template <class List>
  struct OneOf;
  template <class... P>
  struct OneOf<std::tuple<P...>> {
    using type = std::variant<P...>;
  };
  using AnyProtocol = typename OneOf<typename GameModule::Protocols>::type;

  template <class Call>
  auto visit(Call call) {
    return std::visit(call, protocol_);
  }

  AnyProtocol protocol_;
  std::int64_t asked_ = 0;
  std::string sent_;
};

}  // namespace arena
