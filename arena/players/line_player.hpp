// A player at the end of a line protocol: a peer (process, socket, terminal) and a protocol for its
// seat.
#pragma once

#include <string_view>
#include <utility>

#include "arena/core/protocol.hpp"
#include "arena/core/text.hpp"
#include "arena/players/player.hpp"

namespace arena {

template <Protocol P>
class LinePlayer final : public Player<typename P::Game> {
  using Game = typename P::Game;

 public:
  LinePlayer(Peer& peer, P protocol) : peer_(peer), protocol_(std::move(protocol)) {}

  void see(const typename Game::Event& event) override {
    protocol_.tell(event, peer_.outbox());
    peer_.flush_soon();
  }
  void ask(const typename Game::View& view) override { protocol_.ask(view, peer_.outbox()); }

  boost::asio::awaitable<Answer<Game>> answer(const typename Game::View& view,
                                              TimePoint deadline) override {
    Reply reply = co_await peer_.ask(deadline);
    if (auto* fault = std::get_if<Fault>(&reply)) co_return Answer<Game>{std::move(*fault), {}, {}};
    const Line line = std::get<Line>(reply);
    Answer<Game> answer{Refusal(), std::string(trim(line.text)), line.since};
    std::visit([&answer](auto&& read) { answer.what = std::forward<decltype(read)>(read); },
               protocol_.read(view, line.text));
    if constexpr (Screen<P>) {
      // A person may type what the wire protocol does not know; records hold what it knows.
      if (const auto* move = std::get_if<typename Game::Move>(&answer.what))
        answer.text = protocol_.write(*move);
    }
    co_return answer;
  }
  void refused(const Refusal& refusal) override {
    protocol_.refuse(refusal, peer_.outbox());
    peer_.flush_soon();
  }
  std::string wire_text(const typename Game::Move& move) override { return protocol_.write(move); }
  boost::asio::awaitable<void> end(Ending ending) override { return peer_.end(ending); }

 private:
  Peer& peer_;
  P protocol_;
};

}  // namespace arena
