// Many matches of one game behind AnyBatch. Each game instantiates this once, by `typed_game`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/payoff.hpp"
#include "arena/core/position.hpp"
#include "arena/game/learning/any_encoder.hpp"
#include "arena/game/typed_players.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"

namespace arena {

/// 1 for each legal move, else 0.
template <class G, class Encoder>
void write_mask(const Encoder& encoder, const typename G::View& view, std::uint8_t* mask) {
  std::fill_n(mask, encoder.moves(), std::uint8_t{0});
  const auto moves = G::moves(view);
  for (std::size_t i = 0; i < moves.size(); ++i) mask[encoder.number(moves[i])] = 1;
}

template <class GameModule>
class TypedBatch final : public AnyBatch {
  using G = typename GameModule::Game;
  using Event = typename G::Event;
  using Encoder = typename GameModule::Encoder;
  using Told = typename Encoder::Told;

 public:
  /// REQUIRES: !G::check(match), the bots suit it, and leave a seat to the learner.
  TypedBatch(const Setup<G>& match, const Encoder& encoder, const BatchSetup& setup)
      : match_(match),
        encoder_(encoder),
        setup_(setup),
        numbers_(static_cast<std::size_t>(observation_size(encoder.parts()))) {
    const auto count = static_cast<std::size_t>(setup_.matches);
    rows_.observations.resize(count * numbers_);
    rows_.masks.resize(count * moves());
    rows_.seats.resize(count);
    rows_.rewards.resize(count * seats());
    rows_.over.resize(count);
    rows_.numbers.resize(count);
    lanes_.resize(count);
    for_each_lane([this](std::size_t at, std::vector<Event>& news) {
      lanes_[at].number = at;
      start(lanes_[at], news);
      go_on(at, news);
    });
  }

  void step(std::span<const std::int64_t> moves) override {
    if (moves.size() != lanes_.size())
      throw Error(fmt::format("a step needs {} moves, not {}", lanes_.size(), moves.size()));
    if (failed_) throw Error("a bot failed in this batch, which cannot go on");
    for (std::size_t at = 0; at < moves.size(); ++at) require_legal(at, moves[at]);
    failed_ = true;
    for_each_lane([&](std::size_t at, std::vector<Event>& news) {
      Lane& lane = lanes_[at];
      rows_.over[at] = 0;
      std::fill_n(rows_.rewards.begin() + static_cast<std::ptrdiff_t>(at * seats()), seats(), 0.0F);
      lane.has_moved = true;
      apply(lane, lane.asked, encoder_.move(static_cast<int>(moves[at])), news);
      go_on(at, news);
    });
    failed_ = false;
  }

 private:
  /// A place of the batch, with the match that is played there. Nothing is read from the rows,
  /// which the caller may overwrite.
  struct Lane {
    std::uint64_t number = 0;  // of the match
    Seat asked = 0;
    bool has_moved = false;  // the learner, in this match
    Position<G> now{};
    std::vector<Told> told{};                     // by seat
    std::vector<std::unique_ptr<Bot<G>>> bots{};  // by seat; null: the learner's
  };
  static constexpr bool tells = !std::is_empty_v<Told>;
  static constexpr int most_idle = 10'000;  // matches in a row in which the learner never moves

  [[nodiscard]] std::size_t seats() const { return static_cast<std::size_t>(match_.seats); }
  [[nodiscard]] std::size_t moves() const { return static_cast<std::size_t>(encoder_.moves()); }
  [[nodiscard]] bool is_learners(std::size_t seat) const {
    return seat >= setup_.bots.size() || setup_.bots[seat].empty();
  }

  /// Calls `work(index, news)`, with room for events, in the threads of this batch.
  template <class Work>
  void for_each_lane(Work work) {
    const auto count = static_cast<std::size_t>(setup_.matches);
    const int parts = std::min(setup_.jobs, setup_.matches);
    const auto jobs = static_cast<std::size_t>(parts);
    in_parallel(parts, parts, [&](int job) {
      std::vector<Event> news;
      const auto part = static_cast<std::size_t>(job);
      for (std::size_t at = count * part / jobs; at < count * (part + 1) / jobs; ++at)
        work(at, news);
    });
  }

  void require_legal(std::size_t at, std::int64_t move) const {
    if (move < 0 || move >= encoder_.moves()) {
      throw Error(fmt::format("place {} of the batch: a move is a number from 0 to {}, not {}", at,
                              encoder_.moves() - 1, move));
    }
    const typename G::Move known = encoder_.move(static_cast<int>(move));
    const Lane& lane = lanes_[at];
    if (const Refusal refusal = G::check(lane.now.view(lane.asked), known)) {
      throw Error(fmt::format("place {} of the batch: move {} ({}) of seat {}: {}", at, move,
                              G::write(known), lane.asked, refusal.text()));
    }
  }

  void start(Lane& lane, std::vector<Event>& news) {
    constexpr std::uint64_t deal_numbers = std::uint64_t{1} << 31U;
    Setup<G> setup = match_;
    setup.seed = {mix_seed(setup_.seed, "deal", lane.number),
                  static_cast<int>(lane.number % deal_numbers)};
    news.clear();
    lane.has_moved = false;
    lane.now = Position<G>(setup, Events<Event>(news));
    lane.told.assign(seats(), Told());
    lane.bots.resize(seats());
    for (std::size_t seat = 0; seat < seats(); ++seat) {
      if (is_learners(seat)) continue;
      const std::uint64_t bot_seed = mix_seed(setup_.seed, "bot", lane.number * seats() + seat);
      lane.bots[seat] = make_bot<GameModule>(
          {setup_.bots[seat], bot_seed},
          {setup.options, setup.seats, static_cast<Seat>(seat), bot_seed, setup_.table_cache});
    }
    tell(lane, news);
  }

  /// Shows all seats what happened.
  void tell(Lane& lane, const std::vector<Event>& news) {
    for (const Event& event : news) {
      for (std::size_t seat = 0; seat < seats(); ++seat) {
        if (!tells && lane.bots[seat] == nullptr) continue;
        const auto seen = G::view(event, static_cast<Seat>(seat));
        if (!seen) continue;
        if (lane.bots[seat] != nullptr) {
          lane.bots[seat]->see(*seen);
        } else {
          encoder_.tell(lane.told[seat], *seen);
        }
      }
    }
  }

  void apply(Lane& lane, Seat seat, const typename G::Move& move, std::vector<Event>& news) {
    news.clear();
    lane.now.apply(seat, move, Events<Event>(news));
    tell(lane, news);
  }

  /// Up to the next move of the learner, which it prepares.
  void go_on(std::size_t at, std::vector<Event>& news) {
    Lane& lane = lanes_[at];
    for (int idle = 0; idle < most_idle;) {
      const Seats due = lane.now.actors();
      if (due.empty()) {
        if (lane.has_moved) {
          finish(at);
        } else {
          ++idle;
        }
        lane.number += static_cast<std::uint64_t>(setup_.matches);
        start(lane, news);
        continue;
      }
      const Seat seat = due.front();
      Bot<G>* bot = lane.bots[static_cast<std::size_t>(seat)].get();
      if (bot == nullptr) return ask(at, seat);
      apply(lane, seat, legal_move_of(*bot, lane.now.view(seat)), news);
    }
    throw Error("no seat of the learner ever moves in these matches");
  }

  void finish(std::size_t at) {
    const auto scores = G::outcome(lanes_[at].now.state).scores;
    for (std::size_t seat = 0; seat < seats(); ++seat) {
      const int lead = lead_of<G>(scores, static_cast<Seat>(seat));
      float& reward = rows_.rewards[at * seats() + seat];
      switch (setup_.reward) {
        case Reward::margin:
          reward = static_cast<float>(lead);
          break;
        case Reward::score:
          reward = static_cast<float>(G::info.more_is_better ? scores[seat] : -scores[seat]);
          break;
        case Reward::win:
          reward = lead > 0 ? 1.0F : lead < 0 ? -1.0F : 0.0F;
          break;
      }
    }
    rows_.over[at] = 1;
  }

  void ask(std::size_t at, Seat seat) {
    Lane& lane = lanes_[at];
    lane.asked = seat;
    rows_.seats[at] = seat;
    rows_.numbers[at] = static_cast<std::int64_t>(lane.number);
    const typename G::View view = lane.now.view(seat);
    write_mask<G>(encoder_, view, rows_.masks.data() + at * moves());
    float* const observation = rows_.observations.data() + at * numbers_;
    ObservationWriter out(observation);
    encoder_.write(view, lane.told[static_cast<std::size_t>(seat)], out);
    if (out.end() != observation + numbers_)
      throw std::logic_error("an encoder writes more or fewer numbers than its parts have");
  }

  Setup<G> match_;
  Encoder encoder_;
  BatchSetup setup_;
  std::size_t numbers_;  // of an observation
  std::vector<Lane> lanes_;
  bool failed_ = false;  // the last step
};

}  // namespace arena
