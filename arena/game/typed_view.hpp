// Views of one game behind AnyView, and the moves that are legal from them. Each game instantiates
// this once, by `typed_game`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/described.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/core/refinements/any_view.hpp"
#include "arena/core/value_bytes.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

/// Adds all legal moves to `moves`. Returns false if the game does not list them.
template <class G>
bool list_moves(const typename G::View& view, MoveSink& moves) {
  if constexpr (ListsMoves<G>) {
    const auto all = G::moves(view);
    moves.expect(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) moves.add(G::write(all[i]));
    return true;
  } else {
    return false;
  }
}

/// The legal move that a text means, canonical or in the game's own spelling, or why it is not one.
template <class GameModule>
std::variant<typename GameModule::Game::Move, Refusal> legal_move(
    const typename GameModule::Game::View& view, Seat seat, std::string_view text) {
  using G = typename GameModule::Game;
  std::optional<typename G::Move> move = G::read(text);
  if (!move) {
    DefaultProtocol<GameModule> protocol(seat);
    auto reading = read_text(protocol, view, text);
    if (auto* refusal = std::get_if<Refusal>(&reading)) return std::move(*refusal);
    if (auto* read = std::get_if<typename G::Move>(&reading)) move = *read;
  }
  if (!move) return Refusal("No move.");
  if (Refusal refusal = G::check(view, *move)) return refusal;
  return *move;
}

/// The part of a match's setup that built-in bots are made for.
template <class G>
struct MatchKind {
  typename G::Options options{};
  int seats = G::info.least_seats;
};

/// Throws Error if `what`, "bot", was made for matches of another kind than this one.
template <class G>
void require_match(std::string_view what, const MatchKind<G>& own, const MatchKind<G>& match) {
  const auto shown = [](const auto& value) {
    const boost::json::value json = described::to_json(value);
    return json.is_string() ? std::string(json.get_string()) : boost::json::serialize(json);
  };
  if (match.seats != own.seats) {
    throw Error(fmt::format("this {} of {} is made for {}, not {}", what, G::info.title,
                            counted(own.seats, "seat"), match.seats));
  }
  boost::mp11::mp_for_each<described::Members<typename G::Options>>([&](auto option) {
    const auto& wanted = own.options.*option.pointer;
    const auto& given = match.options.*option.pointer;
    if (wanted == given) return;
    throw Error(fmt::format("this {} of {} is made for {}={}, not {}", what, G::info.title,
                            option.name, shown(wanted), shown(given)));
  });
}

/// What a seat knows beside the events that it was told.
struct KnownAlone {
  std::vector<std::string> moves{};  // canonical, that it made since it saw that
  // What it saw, as bytes, when the state was resampled for another seat: this stands for all that
  // only this seat had been told and did until then. Empty if that never was.
  std::string seen{};
};

/// Why `what`, "a key", cannot be had.
inline Error without_events(std::string_view what) {
  return Error(fmt::format("{} needs the events, and this state or view does not keep them", what));
}

/// All that a seat was told and did, oldest first.
template <class G>
struct Knowledge {
  std::vector<typename G::Event> told{};
  KnownAlone alone{};
};

template <class GameModule>
class TypedView final : public AnyView {
  using G = typename GameModule::Game;

 public:
  /// `is_due` is true if the seat owes a move. `knowledge` is until now; null if it is not kept.
  TypedView(const typename G::View& view, Seat seat, bool is_due, const MatchKind<G>& match,
            std::unique_ptr<const Knowledge<G>> knowledge)
      : seen_{view, seat, is_due, match}, knowledge_(std::move(knowledge)) {}

  /// Reads what the function `bytes` wrote. Throws Error if it cannot.
  explicit TypedView(std::string_view bytes) {
    try {
      from_bytes(bytes, seen_);
    } catch (const Error& error) {
      throw Error(fmt::format("not a view of {}: {}", G::info.title, error.what()));
    }
  }

  /// The view behind `any`. Throws Error if it is of another game, or of a match of another kind
  /// than the one that `what`, "encoder", was made for.
  static const TypedView& of(std::string_view what, const MatchKind<G>& match, const AnyView& any) {
    const auto* view = dynamic_cast<const TypedView*>(&any);
    if (view == nullptr) {
      throw Error(fmt::format("this {} is made for {}, not for another game", what, G::info.title));
    }
    require_match(what, match, view->match());
    return *view;
  }

  [[nodiscard]] const typename G::View& view() const { return seen_.view; }
  [[nodiscard]] bool is_due() const { return seen_.is_due; }
  [[nodiscard]] const MatchKind<G>& match() const { return seen_.match; }

  [[nodiscard]] const GameInfo& game() const override { return G::info; }
  [[nodiscard]] Seat seat() const override { return seen_.seat; }
  [[nodiscard]] boost::json::object fields() const override {
    return described::to_json(GameModule::fields(seen_.view)).as_object();
  }
  bool legal(MoveSink& moves) const override {
    if (seen_.is_due) return list_moves<G>(seen_.view, moves);
    moves.expect(0);
    return true;
  }
  [[nodiscard]] std::string bytes() const override { return bytes_of(seen_); }
  [[nodiscard]] std::string key() const override {
    const Knowledge<G>& known = knowledge("a key");
    ValueWriter out;
    for (const typename G::Event& event : known.told) write_value(out, event);
    write_value(out, known.alone);
    return out.bytes() + bytes();
  }

  /// Throws Error if the view does not have it, and `what` needs it.
  [[nodiscard]] const Knowledge<G>& knowledge(std::string_view what) const {
    if (knowledge_ == nullptr) throw without_events(what);
    return *knowledge_;
  }

 private:
  struct Seen {
    typename G::View view;
    Seat seat = 0;
    bool is_due = false;
    MatchKind<G> match;
  };
  Seen seen_;
  std::unique_ptr<const Knowledge<G>> knowledge_;
};

}  // namespace arena
