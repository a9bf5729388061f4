// A player that uses a line protocol: a peer (process, socket, terminal) and a protocol for its
// seat.
#pragma once

#include <utility>

#include "arena/core/protocol.hpp"
#include "arena/players/player.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <Protocol P>
class LinePlayer final : public Player<typename P::Game> {
  using Game = typename P::Game;

 public:
  LinePlayer(Peer& peer, P protocol) : peer_(peer), protocol_(std::move(protocol)) {}

  void begin(const Opening& opening) override {
    if constexpr (HasMatchMessages<P>) protocol_.begin(opening, peer_.outbox());
  }
  void see(const typename Game::Event& event) override {
    protocol_.tell(event, peer_.outbox());
    peer_.flush_soon();
  }
  void ask(const typename Game::View& view, Duration left) override {
    if constexpr (HasMatchMessages<P>) {
      protocol_.ask(view, ++peer_.memory().question_number, left, peer_.outbox());
    } else {
      protocol_.ask(view, peer_.outbox());
    }
  }

  boost::asio::awaitable<Answer<Game>> answer(const typename Game::View& view,
                                              Duration allowance) override {
    Duration before{0};  // up to the last refusal; the next line is timed from there
    for (;;) {
      Reply reply = or_leave(co_await peer_.ask(allowance - before));
      if (auto* fault = std::get_if<Fault>(&reply)) co_return Answer<Game>{std::move(*fault), {}};
      const Line line = std::get<Line>(reply);
      const Reading<Game> reading = protocol_.read(view, line.text);
      if (!wants_another(view, reading)) co_return answer_of(line, reading, before + line.thought);
      if (!peer_.outbox().empty()) before += line.thought;
    }
  }
  bool refused(const Refusal& refusal) override {
    protocol_.refuse(refusal, peer_.outbox());
    peer_.flush_soon();
    return !peer_.outbox().empty();
  }
  void close(const Closing& closing) override {
    if constexpr (HasMatchMessages<P>) protocol_.end(closing, peer_.outbox());
  }
  std::string wire_text(const typename Game::Move& move) override { return protocol_.write(move); }
  boost::asio::awaitable<void> end(Ending ending) override { return peer_.end(ending); }

 private:
  /// The reply, or a fault if a person leaves with it.
  static Reply or_leave(Reply reply) {
    if constexpr (Leaves<P>) {
      const auto* line = std::get_if<Line>(&reply);
      if (line != nullptr && P::leaves(line->text)) return Fault{FaultKind::exit, "left the game"};
    }
    return reply;
  }
  Answer<Game> answer_of(const Line& line, const Reading<Game>& reading, Duration thought) {
    Answer<Game> answer{Refusal(), std::string(trim(line.text)), line.asked, thought};
    if (const auto* move = std::get_if<typename Game::Move>(&reading)) {
      answer.what = *move;
      // A person may type what the bots' protocol does not know; records use only that protocol.
      if constexpr (Screen<P>) answer.text = protocol_.write(*move);
      if constexpr (HasMatchMessages<P>) {
        answer.text = Game::write(*move);
        answer.note = protocol_.note();
      }
    } else {
      answer.what = std::get<Refusal>(reading);
    }
    return answer;
  }
  /// True if the line does not answer the question: it is late, or a person mistyped, who then sees
  /// why it is refused.
  bool wants_another(const typename Game::View& view, const Reading<Game>& reading) {
    if (std::holds_alternative<Late>(reading)) return true;
    if constexpr (Screen<P>) {
      const auto* move = std::get_if<typename Game::Move>(&reading);
      const Refusal refusal =
          move != nullptr ? Game::check(view, *move) : std::get<Refusal>(reading);
      if (refusal) protocol_.refuse(refusal, peer_.outbox());
      return static_cast<bool>(refusal);
    }
    return false;
  }

  Peer& peer_;
  P protocol_;
};

}  // namespace arena
