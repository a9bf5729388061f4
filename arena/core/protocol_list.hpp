// The protocols of a game, by name. A game's module lists them as types: the first is the default,
// and one of them is JSON, which all games share. Only this file finds a type by its name.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <fmt/format.h>

#include "arena/core/protocol.hpp"
#include "arena/util/error.hpp"

namespace arena {

/// The name of the protocol that every game has. Modules and in-process bots use it.
inline constexpr std::string_view shared_protocol = "json";

/// Calls `visit` with a std::type_identity of each protocol, in the order of the list.
template <class GameModule, class Visit>
constexpr void for_each_protocol(Visit visit) {
  [&visit]<class... P>(std::type_identity<std::tuple<P...>>) {
    (visit(std::type_identity<P>()), ...);
  }(std::type_identity<typename GameModule::Protocols>());
}

/// The terms of each protocol, in the order of the list.
template <class GameModule>
inline constexpr auto protocol_terms = []<class... P>(std::type_identity<std::tuple<P...>>) {
  return std::array{P::terms...};
}(std::type_identity<typename GameModule::Protocols>());

/// The index of the protocol with this name; known.size() if none exists.
constexpr std::size_t protocol_index(std::span<const Terms> known, std::string_view name) {
  std::size_t index = 0;
  while (index < known.size() && known[index].name != name) ++index;
  return index;
}

/// Throws Error, with all known names, if no protocol has this name.
inline const Terms& find_protocol(std::span<const Terms> known, std::string_view name) {
  const std::size_t index = protocol_index(known, name);
  if (index < known.size()) return known[index];
  std::string names;
  for (const Terms& terms : known) names += (names.empty() ? "" : ", ") + std::string(terms.name);
  throw Error(fmt::format("unknown protocol \"{}\"; known: {}", name, names));
}

/// What a game's bots speak if the user does not choose.
template <class GameModule>
using DefaultProtocol = std::tuple_element_t<0, typename GameModule::Protocols>;

template <class GameModule>
using SharedProtocol =
    std::tuple_element_t<protocol_index(protocol_terms<GameModule>, shared_protocol),
                         typename GameModule::Protocols>;

/// Calls `visit` with the std::type_identity of the protocol of this name, and returns its result.
/// Throws Error as `find_protocol` does.
template <class GameModule, class Visit>
auto with_protocol(std::string_view name, Visit visit) {
  const Terms& wanted = find_protocol(protocol_terms<GameModule>, name);
  std::optional<decltype(visit(std::type_identity<DefaultProtocol<GameModule>>()))> result;
  for_each_protocol<GameModule>([&]<class P>(std::type_identity<P> protocol) {
    if (P::terms.name == wanted.name) result.emplace(visit(protocol));
  });
  return *std::move(result);
}

}  // namespace arena
