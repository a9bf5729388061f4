// The fuzzed parts of one game: reading answers in each of its protocols, and replaying records.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "arena/game/typed_setup.hpp"
#include "arena/util/text/utf8.hpp"
#include "tests/fuzz/fuzz_games.hpp"

namespace arena::fuzz {

/// A match up to where `Input` says: its seats, deal, and how many random moves were made.
template <class G>
class MatchInProgress {
 public:
  explicit MatchInProgress(Input& input) {
    Setup<G> setup;
    setup.seats = G::info.least_seats +
                  static_cast<int>(input.byte()) % (G::info.most_seats - G::info.least_seats + 1);
    setup.seed = {input.byte(), static_cast<int>(input.byte())};
    require(!G::check(setup), "the usual options are allowed");
    now_ = Position<G>(setup);
    Rng rng(setup.seed.seed);
    for (unsigned moves = input.byte(); moves > 0 && !over(); --moves) {
      Position<G> later = now_;
      later.apply(due(), random_move<G>(view(), rng));
      if (!later.over()) now_ = later;
    }
  }

  [[nodiscard]] bool over() const { return now_.over(); }
  [[nodiscard]] Seat due() const { return now_.actors().front(); }
  [[nodiscard]] typename G::View view() const { return now_.view(due()); }
  std::vector<typename G::Event> apply(const typename G::Move& move) {
    std::vector<typename G::Event> happened;
    now_.apply(due(), move, Events<typename G::Event>(happened));
    return happened;
  }

 private:
  Position<G> now_;
};

/// Whole lines, as all that a bot is sent.
inline void require_lines(const std::string& text) {
  require(text.empty() || text.back() == '\n', "what is sent ends with its line");
}

/// A legal move is written so that it is read as the same move.
template <class P>
void require_reads_back(P& protocol, const typename P::Game::View& view,
                        const typename P::Game::Move& move) {
  using G = typename P::Game;
  const auto again = protocol.read(view, protocol.write(move));
  const auto* read = std::get_if<typename G::Move>(&again);
  require(read != nullptr && *read == move, "a legal move reads back from its line");
  const auto canonical = G::read(G::write(move));
  require(canonical && *canonical == move, "a legal move reads back from its canonical text");
}

/// Whether the line was a legal move.
template <class P>
bool answer(P& protocol, const typename P::Game::View& view, std::string_view line,
            std::optional<typename P::Game::Move>& legal) {
  using G = typename P::Game;
  auto reading = protocol.read(view, line);
  Refusal refusal;
  if (const auto* unread = std::get_if<Refusal>(&reading)) {
    require(static_cast<bool>(*unread), "what is not read is refused with a reason");
    refusal = *unread;
  } else if (const auto* move = std::get_if<typename G::Move>(&reading)) {
    refusal = G::check(view, *move);
    if (!refusal) legal = *move;
  }
  if (legal) {
    if constexpr (requires { P::longest_note; })
      require(protocol.note().size() <= P::longest_note, "a note is cut to its length");
    require_reads_back(protocol, view, *legal);
  }
  if (refusal) {
    std::string told;
    protocol.refuse(refusal, told);
    require_lines(told);
  }
  return legal.has_value();
}

template <class P, class Make>
void answers(Input input, Make make) {
  using G = typename P::Game;
  MatchInProgress<G> match(input);
  std::vector<P> protocols;
  for (Seat seat = 0; seat < G::info.most_seats; ++seat) protocols.push_back(make(seat));
  std::string sent;
  bool ask = true;
  while (!match.over() && !input.empty()) {
    const Seat seat = match.due();
    const auto view = match.view();
    P& protocol = protocols[static_cast<std::size_t>(seat)];
    if (ask) protocol.ask(view, sent);
    const std::string line = repaired_utf8(input.line());  // as a channel hands it on
    std::optional<typename G::Move> legal;
    ask = answer(protocol, view, line, legal);
    if (!legal) continue;
    for (const auto& event : match.apply(*legal)) {
      if (const auto seen = G::view(event, seat)) protocol.tell(*seen, sent);
    }
  }
  if constexpr (HasMatchMessages<P>) require_lines(sent);
}

template <class GameModule>
void replay_twice(const Record& record) {
  const Replayed replayed = replay_record<GameModule>(record, {.frames = true, .style = {}});
  if (replayed.broken) {
    require(!replayed.broken->reason.empty(), "a break has a reason");
    return;
  }
  // What is missing is filled in; then all of it is right.
  Record whole = record;
  whole.scores = replayed.computed.scores;
  whole.places = replayed.computed.places;
  whole.end = replayed.computed.end;
  const Replayed again = replay_record<GameModule>(read_record(to_line(whole)), {});
  require(!again.broken, "a record that replays does so when it is written and read");
  require(again.transcripts == replayed.transcripts, "a replay sends the same again");
}

/// The same lines in each of the game's own protocols.
template <class GameModule>
void own_answers(Input input) {
  for_each_protocol<GameModule>([input]<class P>(std::type_identity<P>) {
    if constexpr (!std::is_same_v<P, SharedProtocol<GameModule>>)
      answers<P>(input, [](Seat seat) { return P(seat); });
  });
}

template <class GameModule>
FuzzGame fuzz_game() {
  using Json = SharedProtocol<GameModule>;
  using Screen = typename GameModule::Screen;
  return {
      GameModule::Game::info.name,
      own_answers<GameModule>,
      [](Input input) { answers<Json>(input, [](Seat seat) { return Json(seat); }); },
      [](Input input) { answers<Screen>(input, [](Seat s) { return Screen(s, ScreenStyle{}); }); },
      replay_twice<GameModule>,
  };
}

}  // namespace arena::fuzz
