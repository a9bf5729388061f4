// The protocol, screen and bots of a game that defines none: the JSON protocol and a generic
// screen, both made from its described View and Event, and the built-in bot `random`. A game's own
// GameModule (protocols/<name>/<name>.hpp) may derive from this one and replace parts of it.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <tuple>

#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/described.hpp"
#include "protocols/generic/screen.hpp"
#include "protocols/json/json.hpp"

namespace arena {

/// An event as the JSON protocol writes it. An event with a member `move` is a move and also needs
/// a member `seat`; every other event needs a static member `name`.
template <class G, class Fact>
boost::json::object event_object(const Fact& fact) {
  constexpr bool is_move = requires { fact.move; };
  boost::json::object object;
  if constexpr (!is_move) object["event"] = Fact::name;
  described::for_each_member(fact,
                             [&object]<class Member>(std::string_view name, const Member& member) {
                               if constexpr (std::is_same_v<Member, typename G::Move>) {
                                 object[name] = G::write(member);
                               } else {
                                 object[name] = described::to_json(member);
                               }
                             });
  return object;
}

template <class G>
struct GenericModule {
  using Game = G;
  using Protocols = std::tuple<JsonLines<GenericModule>>;
  using Screen = GenericScreen<GenericModule>;

  static const typename G::View& fields(const typename G::View& view) { return view; }
  static boost::json::object event(const typename G::Event& event) {
    return std::visit([](const auto& fact) { return event_object<G>(fact); }, event);
  }
  /// The game's own bots if it defines some, else `random`.
  static std::span<const Builtin<G>> builtins() {
    if constexpr (requires { G::builtins(); }) {
      return G::builtins();
    } else {
      static constexpr std::array<Builtin<G>, 1> all = {
          {{"random", "each legal move is as likely as any other", make_bot<RandomBot<G>>}}};
      return all;
    }
  }
  /// The bot that fills free seats.
  static constexpr std::string_view default_builtin = [] {
    if constexpr (requires { G::default_builtin; }) {
      return std::string_view(G::default_builtin);
    } else {
      return std::string_view("random");
    }
  }();
};

}  // namespace arena
