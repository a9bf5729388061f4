// The laws of every game and protocol, as one template that each game's test calls. It plays random
// matches and checks: listed moves are legal; copies behave alike; every match ends; partners share
// the result; written moves read back; a replay gives the same record and the same texts; views
// leak nothing; a resampled world, or one made up from what a seat knows, looks the same to the
// seat and agrees with all that it was told; chance can be stepped like a move and reveals nothing
// hidden; the legal moves of a simultaneous seat do not depend on hidden moves; after a forfeit the
// match still ends; screens fit a terminal and do not address spectators.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/described.hpp"
#include "arena/core/position.hpp"
#include "arena/core/protocol.hpp"
#include "arena/game/any_game.hpp"
#include "arena/match/match.hpp"
#include "arena/match/replay.hpp"
#include "arena/util/text/text.hpp"
#include "tests/leaks.hpp"
#include "tests/proof.hpp"
#include "tests/world_laws.hpp"

namespace arena::laws {

template <class P>
void written_moves_read_back(const typename P::Game::View& view, const typename P::Game::Move& move,
                             Seat seat) {
  using G = typename P::Game;
  P protocol(seat);
  const auto reading = protocol.read(view, protocol.write(move));
  REQUIRE(std::holds_alternative<typename G::Move>(reading));
  REQUIRE(std::get<typename G::Move>(reading) == move);
  const auto canonical = G::read(G::write(move));
  REQUIRE(canonical.has_value());
  REQUIRE(*canonical == move);
}

/// Every listed move is legal and no two are equal.
template <class G>
void listed_moves_are_legal(const typename G::View& view) {
  if constexpr (ListsMoves<G>) {
    const auto moves = G::moves(view);
    REQUIRE(moves.size() > 0);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      REQUIRE_FALSE(G::check(view, moves[i]));
      for (std::size_t j = 0; j < i; ++j) REQUIRE_FALSE(moves[i] == moves[j]);
    }
  }
}

/// Partners have the same score and the same place, and all sides have equally many seats.
template <class G>
void partners_share_the_result(const Record& record) {
  const std::vector<int>& scores = record.scores.value();
  const std::vector<int>& places = record.places.value();
  const Sides sides = G::info.sides_of(static_cast<int>(scores.size()));
  REQUIRE(sides.size() * sides.count() == sides.seats());
  for (Seat seat = 0; seat < sides.seats(); ++seat) {
    const auto own = static_cast<std::size_t>(seat);
    const auto first = static_cast<std::size_t>(sides.of(seat));
    REQUIRE(scores[own] == scores[first]);
    REQUIRE(places[own] == places[first]);
  }
}

/// Plays a random match and returns its record. It calls `at_each(position)` for every position and
/// `hear(seat, event)` for every event that a seat receives.
template <class P, class AtEach, class Hear>
Record random_match(const Setup<typename P::Game>& setup, std::uint64_t seed, AtEach at_each,
                    Hear hear) {
  using G = typename P::Game;
  Rng rng(seed);
  Match<G> match(setup);
  match.tell({}, hear);
  int rounds = 0;
  for (Seats due = match.actors(); !due.empty(); due = match.actors()) {
    REQUIRE(++rounds < 100000);
    at_each(match.position());
    std::vector<Answered<G>> answers;
    for (Seat seat : due) {
      const auto view = match.view(seat);
      listed_moves_are_legal<G>(view);
      const auto move = random_move<G>(view, rng);
      REQUIRE_FALSE(G::check(view, move));
      written_moves_read_back<P>(view, move, seat);
      answers.push_back({{}, typename Answered<G>::Accepted{move, G::write(move), false, {}}});
    }
    std::size_t next = 0;
    for (Seat seat : due) match.commit(seat, answers[next++]);
    match.tell({}, hear);
  }
  Record record;
  record.game = G::info.name;
  record.seed = setup.seed.seed;
  record.deal = described::to_json(match.deal()).as_object();
  record.options = described::differing(setup.options);
  record.players.resize(static_cast<std::size_t>(setup.seats));
  match.finish(record);
  partners_share_the_result<G>(record);
  return record;
}

/// The same moves from the same start lead to the same texts, also through a copy.
template <class P>
void copies_behave_alike(const Setup<typename P::Game>& setup, std::uint64_t seed) {
  using G = typename P::Game;
  Rng rng(seed);
  Position<G> now(setup);
  for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
    Position<G> copy = now;
    for (Seat seat : due) {
      const auto move = random_move<G>(now.view(seat), rng);
      now.apply(seat, move);
      copy.apply(seat, move);
    }
    REQUIRE(copy.actors() == now.actors());
    for (Seat seat : now.actors()) REQUIRE(question<P>(copy, seat) == question<P>(now, seat));
  }
}

/// Every listed outcome is possible, `drawn` is listed once, and the probabilities sum to 1.
template <class G>
void listed_outcomes_are_possible(const Position<G>& now, const typename G::Chance& drawn) {
  if constexpr (ListsChance<G>) {
    double sum = 0;
    int times = 0;
    for (const auto& [chance, probability] : G::outcomes(now.state)) {
      REQUIRE_FALSE(G::check(now.state, chance));
      REQUIRE(probability > 0);
      sum += probability;
      if (chance == drawn) ++times;
    }
    REQUIRE(std::abs(sum - 1) < 1e-9);
    REQUIRE(times == 1);
  }
}

/// If a seat gets the same question after two outcomes, it gets the same news of both.
template <class P>
void listed_outcomes_leak_nothing(const Position<typename P::Game>& now,
                                  const typename P::Game::Chance& drawn) {
  using G = typename P::Game;
  if constexpr (ListsChance<G>) {
    Position<G> after = now;
    after.put(drawn);
    for (const auto& [chance, probability] : G::outcomes(now.state)) {
      Position<G> otherwise = now;
      otherwise.put(chance);
      for (Seat seat = 0; seat < now.seats; ++seat) {
        if (question<P>(after, seat) == question<P>(otherwise, seat))
          REQUIRE(news<P>(now, drawn, seat) == news<P>(now, chance, seat));
      }
    }
  }
}

/// While a match waits for chance, no seat is to move. Each outcome is possible, and no seat learns
/// more of it than it may. The match goes like one that draws by itself, also if the same outcomes
/// are put from outside.
template <class GameModule, class Disguise>
void chance_is_a_move(const Setup<typename GameModule::Game>& setup, std::uint64_t seed,
                      Disguise disguise, Rng& leaks) {
  using G = typename GameModule::Game;
  using P = DefaultProtocol<GameModule>;
  if constexpr (HasChance<G>) {
    Rng rng(seed);
    Position<G> whole(setup);
    Position<G> now(setup, {}, false, false);
    while (!now.over()) {
      while (now.awaits_chance()) {
        REQUIRE(now.actors().empty());
        auto source = now.source;
        const typename G::Chance chance = source.draw(now.state);
        REQUIRE_FALSE(G::check(now.state, chance));
        listed_outcomes_are_possible(now, chance);
        for_each_protocol<GameModule>([&]<class Each>(std::type_identity<Each>) {
          REQUIRE(leak_in_chance<Each>(now, chance, disguise, leaks) == "");
          listed_outcomes_leak_nothing<Each>(now, chance);
        });
        if (rng.below(2) == 0) {
          now.draw();
        } else {
          now.put(chance);
        }
      }
      REQUIRE(now.actors() == whole.actors());
      for (Seat seat : now.actors()) {
        REQUIRE(question<P>(now, seat) == question<P>(whole, seat));
        const auto move = random_move<G>(now.view(seat), rng);
        now.apply(seat, move);
        whole.apply(seat, move);
      }
    }
    REQUIRE(G::outcome(now.state).scores == G::outcome(whole.state).scores);
  }
}

/// A seat may forfeit at any time: then the match ends, or the game plays on for the seat.
template <class P>
void forfeits_lead_to_an_end(const Setup<typename P::Game>& setup, std::uint64_t seed) {
  using G = typename P::Game;
  Rng rng(seed);
  Match<G> match(setup);
  const auto when = rng.below(60);
  int rounds = 0;
  std::optional<Seat> gone;
  for (Seats due = match.actors(); !due.empty(); due = match.actors()) {
    REQUIRE(++rounds < 100000);
    for (Seat seat : due) {
      Answered<G> answered;
      if (static_cast<unsigned>(rounds) > when && !gone) {
        gone = seat;
        answered.last = Fault{FaultKind::time, "no answer"};
      } else if (match.gone().contains(seat)) {
        if constexpr (ContinuesAfterForfeit<G>) answered = fallback_answer(match, seat);
      } else {
        const auto move = random_move<G>(match.view(seat), rng);
        answered.last = typename Answered<G>::Accepted{move, G::write(move), false, {}};
      }
      match.commit(seat, answered);
    }
  }
  if (!gone) return;
  Record record;
  match.finish(record);
  partners_share_the_result<G>(record);
  const auto& placed = record.places.value();
  const int last = placed[static_cast<std::size_t>(*gone)];
  for (int place : placed) REQUIRE(place <= last);
}

/// The question to a simultaneous seat is the same before and after the hidden move of another.
template <class P>
void hidden_moves_stay_hidden(const Position<typename P::Game>& now, Rng& rng) {
  using G = typename P::Game;
  const Seats due = now.actors();
  if (due.size() < 2) return;
  for (Seat mover : due) {
    Position<G> later = now;
    later.apply(mover, random_move<G>(now.view(mover), rng));
    for (Seat seat : due) {
      if (seat != mover) REQUIRE(question<P>(later, seat) == question<P>(now, seat));
    }
  }
}

/// Neither questions nor news leak anything.
template <class P, class Disguise>
void nothing_leaks(const Position<typename P::Game>& now, Disguise disguise, Rng& rng) {
  REQUIRE(leak<P>(now, disguise, rng) == "");
}

/// No line has more than 80 columns. (Without colour and symbols, so that bytes are columns.)
inline void fits_a_terminal(std::string_view text) {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    INFO(text);
    REQUIRE(end - from <= 80);
    from = end + 1;
  }
}

/// The board, the news and the explanation of a wrong entry fit a terminal.
template <class GameModule>
void screens_fit_a_terminal(const Position<typename GameModule::Game>& now, Rng& rng) {
  using G = typename GameModule::Game;
  using Screen = typename GameModule::Screen;
  const Seats due = now.actors();
  for (Seat seat : due) {
    fits_a_terminal(question<Screen>(now, seat));
    const auto view = now.view(seat);
    const auto move = random_move<G>(view, rng);
    for (const std::string& entry : {std::string("?"), std::string("nonsense of many words"),
                                     "x" + G::write(move), G::write(move) + " 9C"}) {
      Screen screen(seat);
      std::string out;
      auto reading = screen.read(view, entry);
      Refusal refusal = "no";
      if (const auto* read = std::get_if<typename G::Move>(&reading))
        refusal = G::check(view, *read);
      if (const auto* unread = std::get_if<Refusal>(&reading)) refusal = *unread;
      if (refusal) screen.refuse(refusal, out);
      fits_a_terminal(out);
    }
    for (Seat other = 0; due.size() == 1 && other < now.seats; ++other) {
      auto later = now;
      fits_a_terminal(news<Screen>(later, seat, move, other));
    }
  }
}

/// The text has no question and does not address its reader.
inline void addresses_nobody(std::string_view text) {
  INFO(text);
  REQUIRE(text.find('?') == std::string_view::npos);
  std::string word;
  for (const char c : std::string(text) + ' ') {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += lower(c);
      continue;
    }
    for (const char* you : {"you", "your", "opponent"}) REQUIRE(word != you);
    word.clear();
  }
}

/// Shows a whole match to a spectator, with names of seats. Sometimes a seat forfeits.
template <class GameModule>
void spectators_are_not_addressed(const Setup<typename GameModule::Game>& setup,
                                  std::uint64_t seed) {
  using G = typename GameModule::Game;
  using Screen = typename GameModule::Screen;
  if constexpr (ShowsSpectators<Screen>) {
    std::vector<std::string> names;
    for (Seat seat = 0; seat < setup.seats; ++seat)
      names.push_back("longest_name_" + std::to_string(100 + seat));
    Screen screen(names, {});
    Rng rng(seed);
    std::vector<typename G::Event> happened;
    const Events<typename G::Event> events(happened);
    Position<G> now(setup, events);
    for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
      std::string shown;
      for (const auto& event : std::exchange(happened, {})) screen.tell(event, shown);
      std::vector<typename G::View> views;
      for (Seat seat = 0; seat < setup.seats; ++seat) views.push_back(now.view(seat));
      screen.watch(views, shown);
      fits_a_terminal(shown);
      addresses_nobody(shown);
      const Seat seat = due.front();
      if (rng.below(50) == 0 && !ContinuesAfterForfeit<G>) {
        now.forfeit(seat, false, events);
      } else {
        now.apply(seat, random_move<G>(now.view(seat), rng), events);
      }
    }
    std::string shown;
    for (const auto& event : happened) screen.tell(event, shown);
    fits_a_terminal(shown);
    addresses_nobody(shown);
  }
}

/// A record of the match replays without a break, and to the same result.
inline void replays(const AnyGame& game, const Record& record) {
  const Replayed replayed = game.matches.replay(read_record(to_line(record)), {});
  INFO(to_line(record));
  REQUIRE(!replayed.broken);
  REQUIRE(replayed.computed.scores == record.scores);
  REQUIRE(replayed.computed.places == record.places);
}

/// For outcomes of chance that hide nothing.
struct NoDisguise {
  template <class... All>
  void operator()(const All&... /*all*/) const {}
};

/// Checks all laws in `matches` random matches of one setup, a twentieth of them every day. `game`
/// is the same game, type-erased; to make it here would cost each test a minute of compiling.
/// leaks.hpp explains `disguise` and `disguise_chance`.
template <class GameModule, class Witness = NoWitness, class Disguise = Resampled,
          class DisguiseChance = NoDisguise>
void check_laws(const AnyGame& game, Setup<typename GameModule::Game> setup, int matches,
                Disguise disguise = {}, DisguiseChance disguise_chance = {}) {
  using P = DefaultProtocol<GameModule>;
  using Screen = typename GameModule::Screen;
  using G = typename GameModule::Game;
  Rng rng(11);
  matches = proof::repetitions(matches, 0.05);
  for (int i = 0; i < matches; ++i) {
    setup.seed = {mix_seed(5, "deal", static_cast<std::uint64_t>(i)), i};
    REQUIRE_FALSE(G::check(setup));
    const auto seed = static_cast<std::uint64_t>(i);
    std::vector<Witness> witnesses;
    for (Seat seat = 0; seat < setup.seats; ++seat) witnesses.emplace_back(setup, seat);
    std::vector<std::vector<typename G::Event>> told(witnesses.size());
    const auto hear = [&](Seat seat, const typename G::Event& event) {
      witnesses[static_cast<std::size_t>(seat)].see(event);
      told[static_cast<std::size_t>(seat)].push_back(event);
    };
    const auto look = [&](const Position<G>& now) {
      hidden_moves_stay_hidden<P>(now, rng);
      for_each_protocol<GameModule>(
          [&]<class Each>(std::type_identity<Each>) { nothing_leaks<Each>(now, disguise, rng); });
      nothing_leaks<Screen>(now, disguise, rng);
      for (const Seat seat : now.actors()) {
        const auto view = now.view(seat);
        written_moves_read_back<Screen>(view, random_move<G>(view, rng), seat);
      }
      resampled_worlds_agree<P>(now, witnesses, rng);
      imagined_worlds_agree(setup, now, told, witnesses, rng);
      screens_fit_a_terminal<GameModule>(now, rng);
    };
    const Record record = random_match<P>(setup, seed, look, hear);
    replays(game, record);
    copies_behave_alike<P>(setup, seed);
    chance_is_a_move<GameModule>(setup, seed, disguise_chance, rng);
    forfeits_lead_to_an_end<P>(setup, seed);
    spectators_are_not_addressed<GameModule>(setup, seed);
  }
}

}  // namespace arena::laws
