#include "arena/tournament/play_again.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/config/root_seed.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// Of a record that keeps the rules.
std::vector<ReplayedStep> steps_of(const AnyGame& game, const Record& record) {
  ReplayOptions options;
  options.steps = true;
  return game.matches.replay(record, options).steps;
}

/// Makes the recorded moves of one seat, and forfeits where the record has no more of them.
class RecordedBot final : public InProcessBot {
 public:
  RecordedBot(const std::vector<ReplayedStep>& steps, Seat seat) {
    for (const ReplayedStep& step : steps) {
      if (step.seat == seat && step.move && !step.by_arbiter) moves_.push_back(*step.move);
    }
  }

  [[nodiscard]] bool listens() const override { return false; }
  void begin(const json::object& /*start*/) override {}
  void see(const json::object& /*event*/) override {}
  void end(const json::object& /*result*/) override {}
  std::variant<std::string, Fault> move(std::shared_ptr<const AnyView> /*view*/) override {
    if (next_ < moves_.size()) return moves_[next_++];
    return Fault{FaultKind::exit, "the record has no more moves of this seat"};
  }
  /// Another seat has played otherwise before.
  void refused(std::string_view /*why*/) override { next_ = moves_.size(); }
  [[nodiscard]] std::string late_fault() const override { return {}; }
  [[nodiscard]] std::string complaint() const override { return {}; }

 private:
  std::vector<std::string> moves_;
  std::size_t next_ = 0;
};

/// The games of a store, for several threads.
class StoredGames {
 public:
  StoredGames(const Store& store, const AnyGame& game) : store_(store), game_(game) {}

  [[nodiscard]] std::vector<ReplayedStep> steps(int match) const {
    return steps_of(game_, read_record(line(match)));
  }

 private:
  [[nodiscard]] std::string line(int match) const {
    const std::lock_guard lock(mutex_);
    return store_.record(match);
  }

  const Store& store_;
  const AnyGame& game_;
  mutable std::mutex mutex_;
};

class RecordedEntrant final : public EntrantKind {
 public:
  explicit RecordedEntrant(const StoredGames& games) : games_(games) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& /*entrant*/, const Room& /*room*/,
                                            const SeatInMatch& seat) const override {
    auto bot = std::make_unique<RecordedBot>(games_.steps(seat.match), seat.seat);
    Occupant occupant{bot.get()};
    occupant.bot = std::move(bot);
    co_return occupant;
  }

 private:
  const StoredGames& games_;
};

/// A bot that plays again.
struct AgainBot {
  bool plays = false;     // else its moves are those of the record
  std::string builtin{};  // its name; empty: none
  bool by_clock = false;  // it need not move as before
  bool is_known = false;  // the store says which version of a built-in bot it is
  std::string change{};   // what this arena has instead (stored_match.hpp)
  int games = 0;
  int differing = 0;
  int forfeits = 0;  // games that differ by a forfeit
  std::string first_difference{};
};

class Again {
 public:
  Again(const Store& store, const AgainPlan& plan)
      : store_(store),
        plan_(plan),
        tournament_(store.tournament()),
        entrants_(store.entrants()),
        source_(stored_pairings(store, plan.settings.game->info)),
        games_(store, *plan.settings.game) {
    plan_.settings.deals = given_deals(tournament_);
  }

  AgainResults run() {
    for (const StoredEntrant& stored : entrants_) add_players(stored);
    const MatchNumbers numbers = draw();
    if (numbers.empty()) return results_;
    Spawner spawner;
    prove(plan_.settings.sandbox, spawner);
    count_time(plan_.settings, bots_);
    const Batch batch{plan_.settings, bots_, source_, numbers, plan_.jobs, false, false, false};
    const BatchHooks hooks{[this](const PlayedMatch& match) { compare(match); }};
    BatchResults ignored;
    play_here(batch, spawner, hooks, ignored, {});
    for (std::size_t i = 0; i < players_.size(); ++i) tell(players_[i], bots_[i].name);
    return std::move(results_);
  }

 private:
  /// One for each seat of a side.
  void add_players(const StoredEntrant& stored) {
    const std::vector<StoredBot> known = bots_of(stored);
    const std::vector<Entrant> given =
        plan_.make_bots ? plan_.make_bots(stored) : std::vector<Entrant>();
    const auto seats = static_cast<std::size_t>(source_.sides().size());
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const StoredBot& bot = known[seat % known.size()];
      AgainBot player;
      bots_.push_back(
          make_entrant(bot, given.empty() ? nullptr : &given[seat % given.size()], player));
      if (player.plays) playing_.insert(stored.id);
      if (!player.plays && seat < known.size()) note_recorded(bot.name, player);
      players_.push_back(std::move(player));
    }
  }

  /// `given`: what plays for it; may be null.
  Entrant make_entrant(const StoredBot& bot, const Entrant* given, AgainBot& player) {
    Entrant entrant;
    player.builtin = builtin_of(bot);
    player.is_known = bot.player.identity.has_value();
    if (!player.builtin.empty()) {
      entrant.kind = std::make_shared<BuiltinEntrant>(player.builtin);
      player.change = change_of(bot.player, *plan_.settings.game);
      if (player.change.empty() && suits(bot, entrant)) {
        player.by_clock = builtins().plays_by_clock(player.builtin);
        player.plays = !player.by_clock;
      }
    } else if (given != nullptr) {
      entrant = *given;
      player.plays = results_.has_programs = true;
    }
    if (!player.plays) entrant.kind = std::make_shared<RecordedEntrant>(games_);
    entrant.name = bot.name;
    return entrant;
  }

  [[nodiscard]] const AnyBuiltins& builtins() const { return plan_.settings.game->builtins; }

  void note_recorded(const std::string& name, const AgainBot& player) {
    if (player.by_clock) {
      results_.not_checked.push_back(
          fmt::format("the moves of {}: it plays by the clock, and need not move as before", name));
    } else if (!player.change.empty()) {
      results_.not_checked.push_back(
          fmt::format("the moves of {}: it entered as {}", name, player.change));
    } else {
      results_.recorded.push_back(name);
    }
  }

  bool suits(const StoredBot& bot, Entrant& builtin) {
    try {
      builtin.max_refusals = max_refusals_of(bot);
      builtin.kind->check(plan_.settings, tournament_.seats);
      return true;
    } catch (const Error& error) {
      results_.findings.push_back(fmt::format("{} cannot play: {}", bot.name, error.what()));
      return false;
    }
  }

  /// Its name; empty for another bot.
  static std::string builtin_of(const StoredBot& bot) {
    return bot.player.kind == PlayerKind::builtin ? bot.player.words.at(0) : "";
  }

  [[nodiscard]] int max_refusals_of(const StoredBot& bot) const {
    const auto& own = bot.player.settings.max_refusals;
    return own ? own->value : plan_.settings.game->options.max_refusals(plan_.settings.options);
  }

  /// Whoever changed a store must not know which games will be looked at.
  MatchNumbers draw() {
    std::vector<int> possible;
    store_.for_each_match(0, [&](const StoredMatch& match) {
      if (!match.is_left_out() && std::ranges::any_of(match.seats, [this](const auto& seat) {
            return playing_.contains(seat.entrant);
          }))
        possible.push_back(match.number);
    });
    results_.possible = static_cast<int>(possible.size());
    Rng rng(draw_root_seed().low);
    rng.shuffle(possible);
    possible.resize(std::min(possible.size(),
                             static_cast<std::size_t>(plan_.games.value_or(results_.possible))));
    results_.games = static_cast<int>(possible.size());
    MatchNumbers numbers;
    for (const int number : possible) numbers.add(number);
    return numbers;
  }

  AgainBot& player_at(const PlayedMatch& match, Seat seat) {
    return players_[static_cast<std::size_t>(match.player_at[static_cast<std::size_t>(seat)])];
  }

  void compare(const PlayedMatch& match) {
    for (Seat seat = 0; seat < tournament_.seats; ++seat) ++player_at(match, seat).games;
    const std::vector<ReplayedStep> before = games_.steps(match.number);
    const std::vector<ReplayedStep> now = steps_of(*plan_.settings.game, match.record);
    const auto [there, here] = std::ranges::mismatch(before, now);
    if (there == before.end() && here == now.end()) return;
    // A seat whose moves are those of the record only follows another that plays otherwise.
    const bool follows = here == now.end() || !player_at(match, here->seat).plays;
    const Seat seat = follows && there != before.end() ? there->seat : here->seat;
    AgainBot& player = player_at(match, seat);
    const auto step_of = [seat](auto step, auto end) {
      return step == end || step->seat != seat ? nullptr : &*step;
    };
    note(player, match.number, step_of(there, before.end()), step_of(here, now.end()));
  }

  /// A program may forfeit for reasons of its own, and once only: that proves nothing.
  static void note(AgainBot& player, int match, const ReplayedStep* before,
                   const ReplayedStep* now) {
    const auto forfeits = [](const ReplayedStep* step) { return step != nullptr && !step->move; };
    if (player.builtin.empty() && (forfeits(before) || forfeits(now))) {
      ++player.forfeits;
      return;
    }
    const auto text = [&](const ReplayedStep* step) {
      return step == nullptr ? "nothing" : step->move ? quoted_answer(*step->move) : "a forfeit";
    };
    if (++player.differing == 1)
      player.first_difference =
          fmt::format("{} instead of {} in game {}", text(now), text(before), match + 1);
  }

  void tell(const AgainBot& player, const std::string& name) {
    if (player.forfeits > 0)
      results_.not_checked.push_back(
          fmt::format("the moves of {} in {}, from where it forfeited then or does now", name,
                      counted(player.forfeits, "game")));
    if (player.differing == 0) return;
    if (!player.builtin.empty() && !player.is_known) {
      results_.not_checked.push_back(
          fmt::format("the moves of {} in {}, which built-in bot {} makes otherwise here: the "
                      "store does not say which version of it played",
                      name, counted(player.differing, "game"), player.builtin));
      return;
    }
    const std::string kind =
        player.builtin.empty() ? "" : fmt::format(", the built-in bot {},", player.builtin);
    const std::string_view doubt = player.builtin.empty()
                                       ? "; an honest bot does so too if it draws random numbers, "
                                         "looks at the clock or remembers other games"
                                       : "";
    results_.findings.push_back(fmt::format("{}{} plays otherwise in {} of {}, such as {}{}", name,
                                            kind, player.differing, counted(player.games, "game"),
                                            player.first_difference, doubt));
  }

  const Store& store_;
  AgainPlan plan_;
  StoredTournament tournament_;
  std::vector<StoredEntrant> entrants_;
  PairingMatches source_;
  StoredGames games_;
  std::vector<AgainBot> players_;  // as the source counts them
  std::vector<Entrant> bots_;      // likewise
  std::set<int> playing_;          // ids of entrants with a bot that plays
  AgainResults results_;
};

}  // namespace

AgainResults play_again(const Store& store, const AgainPlan& plan) {
  return Again(store, plan).run();
}

}  // namespace arena
