// Waits for one line from a peer that is heard (`Peer::talk`), outside of a match.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/peer/peer.hpp"
#include "arena/peer/signal.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

/// Returns the next line, or the reason why it is missing. Later lines stay for whoever hears next.
inline boost::asio::awaitable<std::variant<std::string, Fault>> next_line(Peer& peer,
                                                                          Duration patience) {
  std::optional<std::variant<std::string, Fault>> heard;
  Signal come;
  peer.talk().hear([&](Reply reply) {
    if (heard) return;
    if (auto* fault = std::get_if<Fault>(&reply)) {
      heard = std::move(*fault);
    } else {
      heard = std::string(std::get<Line>(reply).text);
    }
    peer.talk().hear(nullptr);
    come.give();
  });
  const TimePoint until = Clock::now() + patience;
  while (!heard && Clock::now() < until) co_await come.wait_until(until);
  peer.talk().hear(nullptr);
  if (!heard)
    heard = Fault{FaultKind::time, fmt::format("no line within {}", duration_text(patience))};
  co_return *std::move(heard);
}

}  // namespace arena
