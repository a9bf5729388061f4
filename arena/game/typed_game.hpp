// Makes an AnyGame from a game's module: its rules, protocols, screen and built-in bots. Each game
// instantiates it once, in a source file that CMake generates.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/described.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/core/refinements/baseline.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/in_process_player.hpp"
#include "arena/game/typed_bot.hpp"
#include "arena/game/typed_review.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/game/typed_state.hpp"
#include "arena/game/visit.hpp"
#include "arena/match/arbiter.hpp"
#include "arena/players/conversation_player.hpp"
#include "arena/players/line_player.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <class GameModule>
concept Analysed = Analysis<typename GameModule::Analysis, typename GameModule::Game>;

template <class GameModule>
class TypedGame final : public AnyGame {
  using G = typename GameModule::Game;
  using Default = DefaultProtocol<GameModule>;
  using Shared = SharedProtocol<GameModule>;
  static_assert(Game<G>, "the trait Game (core/game.hpp) lacks a function, or one hides another");
  static_assert(HasMatchMessages<Shared> && Screen<typename GameModule::Screen>);
  static_assert(!HasChance<G> || ChanceSource<Source<G>, G>);
  static constexpr int rounds_before_example = 8;

 public:
  explicit TypedGame(const RulesTexts& rules = {}) : rules_(rules) {}

  const GameInfo& info() const override { return G::info; }
  std::span<const Terms> protocols() const override { return protocol_terms<GameModule>; }
  const RulesTexts& rules() const override { return rules_; }
  std::string_view default_builtin() const override { return GameModule::default_builtin; }
  bool lists_moves() const override { return ListsMoves<G>; }

  std::vector<OptionInfo> options() const override {
    std::vector<OptionInfo> list = described_options<typename G::Options>();
    list.push_back({std::string(refusals_option), Default::terms.max_refusals});
    return list;
  }

  std::vector<BuiltinInfo> builtins() const override {
    std::vector<BuiltinInfo> list;
    for (const Builtin<G>& builtin : GameModule::builtins())
      list.push_back({builtin.name, builtin.summary});
    return list;
  }

  json::object example_turn() const override {
    Rng rng(mix_seed(0, "example"));
    Position<G> now{Setup<G>()};
    std::string turn;
    int rounds = rounds_before_example;
    for (Seats due = now.actors(); !due.empty() && rounds >= 0; due = now.actors()) {
      turn.clear();
      Shared(due.front()).ask(now.view(due.front()), 1, Shared::terms.move_time, turn);
      for (Seat seat : due) now.apply(seat, random_move<G>(now.view(seat), rng));
      --rounds;
    }
    return json::parse(turn).as_object();
  }

  json::object check_options(const json::object& options) const override {
    const Setup<G> setup = setup_of<G>(options, G::info.least_seats, {});
    if (const Refusal refusal = G::check(setup))
      throw Error("option " + std::string(refusal.text()));
    json::object checked = described::differing(setup.options);
    const int refusals = max_refusals(options);
    if (refusals != Default::terms.max_refusals) checked[refusals_option] = refusals;
    return checked;
  }

  void check_seats(int seats, const json::object& options) const override {
    require_seats(seats);
    if (const Refusal refusal = G::check(setup_of<G>(options, seats, {})))
      throw Error("option " + std::string(refusal.text()));
  }

  void check_builtin(std::string_view name, const json::object& options, int seats) const override {
    const Setup<G> setup = setup_of<G>(options, seats, {});
    if (const Refusal refusal = find_builtin(name).refusal({setup.options, seats})) {
      throw Error(fmt::format("built-in bot \"{}\" of {}: {}", name, G::info.name, refusal.text()));
    }
  }

  void prepare_builtin(std::string_view name, const json::object& options, int seats,
                       TableCache& table_cache) const override {
    // Making one bot fills the table_cache for all others.
    static_cast<void>(find_builtin(name).make(
        {setup_of<G>(options, seats, {}).options, seats, 0, 0, &table_cache}));
  }

  int max_refusals(const json::object& options) const override {
    return max_refusals_of<GameModule>(options);
  }

  int most_margin(const json::object& options, int seats) const override {
    const auto state = G::start(setup_of<G>(options, seats, {}), {});
    int most = 0;
    for (Seat seat = 0; seat < seats; ++seat) most = std::max(most, -G::worst(state, seat).margin);
    return most;
  }

  TableComparison table_comparison(const json::object& options) const override {
    if constexpr (ComparesTables<G>) {
      const auto known = setup_of<G>(options, G::info.least_seats, {}).options;
      if (G::compares_tables(known))
        return {[known](int own, int other) { return G::earned(known, own, other); },
                G::earned_unit(known)};
    }
    return {};
  }

  boost::asio::awaitable<Record> play(MatchPlan plan) const override {
    auto setup = setup_of<G>(plan.options, static_cast<int>(plan.seats.size()), plan.seed);
    described::from_object(plan.deal, setup.deal, "deal");
    Match<G> match(setup);
    Record record;
    record.game = G::info.name;
    record.options = plan.options;
    record.seed = plan.seed.seed;
    record.deal = described::to_json(match.deal()).as_object();
    std::vector<Seated<G>> seated;
    for (std::size_t i = 0; i < plan.seats.size(); ++i) {
      const SeatPlan& seat = plan.seats[i];
      const BotSetup<G> bot{setup.options, setup.seats, static_cast<Seat>(i), 0, plan.table_cache};
      seated.push_back({player_of(seat, bot), SeatClock(seat.time), seat.max_refusals});
    }
    for (std::size_t i = 0; i < seated.size(); ++i) {
      seated[i].player->begin(
          {static_cast<Seat>(i), plan.names, json::serialize(plan.options), plan.seats[i].time});
    }
    Arbiter<G> arbiter(match, seated,
                       {plan.record_times, plan.overhead, plan.progress ? &plan.progress : nullptr,
                        plan.quantum, plan.interrupted});
    co_await arbiter.play();
    plan.over();
    co_await arbiter.end(plan.shows_times);
    record.deal = described::to_json(match.deal()).as_object();
    match.finish(record);
    co_return record;
  }

  std::variant<Introduction, Refusal> introduction(std::string_view protocol,
                                                   std::string_view line) const override {
    return with_protocol<GameModule>(
        protocol, [&]<class P>(std::type_identity<P>) -> std::variant<Introduction, Refusal> {
          if constexpr (Converses<P>) {
            return P::Conversation::introduction(line);
          } else {
            return Refusal("The clients of this protocol do not introduce themselves.");
          }
        });
  }

  void welcome(std::string_view protocol, std::string_view line, Seat seat,
               Compatibility compatibility, Peer& client) const override {
    for_each_protocol<GameModule>([&]<class P>(std::type_identity<P>) {
      if constexpr (Converses<P>) {
        if (P::terms.name != protocol) return;
        typename P::Conversation talk(seat, compatibility);
        static_cast<void>(talk.hear(line, client.outbox()));
        client.memory().conversation = std::move(talk);
        client.flush_now();
      }
    });
  }

  WantedSeat wanted_seat(std::string_view protocol, std::string_view name) const override {
    return with_protocol<GameModule>(protocol, [&]<class P>(std::type_identity<P>) -> WantedSeat {
      if constexpr (HasGuest<P>) {
        return P::Guest::wanted_seat(name);
      } else {
        throw Error(fmt::format("no server of {} seats bots by the {} protocol", G::info.title,
                                P::terms.name));
      }
    });
  }

  boost::asio::awaitable<void> visit(VisitPlan plan) const override {
    const auto setup = setup_of<G>(plan.options, G::info.least_seats, {});
    const auto make = [&](const SeatPlan& who, Seat seat) {
      return player_of(who, BotSetup<G>{setup.options, setup.seats, seat, 0, plan.table_cache});
    };
    auto visit = with_protocol<GameModule>(
        plan.protocol,
        [&]<class P>(std::type_identity<P>) -> std::function<boost::asio::awaitable<void>()> {
          if constexpr (HasGuest<P>) {
            auto session = std::make_shared<Visit<P>>(plan, setup.options, make);
            return [session] { return session->play(); };
          } else {
            return nullptr;
          }
        });
    if (visit) co_await visit();
  }

  Replayed replay(const Record& record, ReplayOptions options) const override {
    return replay_record<GameModule>(record, options);
  }

  std::vector<FileFormat> formats() const override {
    std::vector<FileFormat> list;
    if constexpr (WritesFormats<GameModule>) {
      for (const auto& format : GameModule::formats()) list.push_back(format.file);
    }
    return list;
  }

  std::string written(const Record& record, int number, std::string_view format,
                      const ExportSettings& settings) const override {
    if constexpr (WritesFormats<GameModule>) {
      for (const auto& known : GameModule::formats()) {
        if (known.file.name == format)
          return known.write(whole_match<GameModule>(record, number), settings);
      }
    }
    throw std::logic_error("the game has no such format");
  }

  std::span<const FileKind> file_kinds() const override {
    if constexpr (ReadsFiles<GameModule>) return GameModule::file_kinds();
    return {};
  }

  bool reads_deals() const override { return ReadsDeals<GameModule>; }

  DealsOfFile<json::object> deals_of_file(std::string_view file, const json::object& options,
                                          std::uint64_t seed) const override {
    DealsOfFile<json::object> read;
    if constexpr (ReadsDeals<GameModule>) {
      const auto known = setup_of<G>(options, G::info.least_seats, {}).options;
      if (const Refusal refusal = GameModule::refuses_deals(known))
        throw Error(std::string(refusal.text()));
      auto typed = GameModule::deals_of_file(file, seed);
      read.problems = std::move(typed.problems);
      for (const auto& deal : typed.deals)
        read.deals.push_back(described::to_json(deal).as_object());
    }
    return read;
  }

  std::optional<ReportColumns> report_columns() const override {
    if constexpr (DescribesMatches<GameModule>) return GameModule::report_columns();
    return std::nullopt;
  }

  ReportCells report_cells(const Record& record) const override {
    if constexpr (DescribesMatches<GameModule>)
      return GameModule::report_cells(whole_match<GameModule>(record, 1));
    return {};
  }

  std::unique_ptr<AnyState> start(const StateSetup& wanted) const override {
    require_seats(wanted.seats);
    Setup<G> setup = setup_of<G>(wanted.options, wanted.seats, wanted.seed);
    described::from_object(wanted.deal, setup.deal, "deal");
    if (const Refusal refusal = G::check(setup)) throw Error(std::string(refusal.text()));
    return std::make_unique<TypedState<GameModule>>(setup, wanted.keeps_events,
                                                    wanted.draws_chance);
  }

  std::unique_ptr<AnyState> restore(std::string_view bytes) const override {
    return std::make_unique<TypedState<GameModule>>(bytes);
  }

  std::shared_ptr<const AnyView> restore_view(std::string_view bytes) const override {
    return std::make_shared<TypedView<GameModule>>(bytes);
  }

  std::unique_ptr<AnyBot> builtin(const BuiltinSeat& wanted, const StateSetup& setup, Seat seat,
                                  TableCache* table_cache) const override {
    check_builtin(wanted.name, setup.options, setup.seats);
    const auto options = setup_of<G>(setup.options, setup.seats, setup.seed).options;
    return std::make_unique<TypedBot<GameModule>>(
        make_bot(wanted, {options, setup.seats, seat, wanted.seed, table_cache}), wanted.name,
        MatchKind<G>{options, setup.seats});
  }

  Playouts playouts(const json::object& options, int seats, std::uint64_t matches,
                    std::uint64_t seed, const std::function<void()>& pause) const override {
    check_seats(seats, options);
    if constexpr (requires { typename GameModule::Solo; }) {
      using Solo = typename GameModule::Solo;
      if (can_seat<Solo>(seats))
        return RandomPlay<Solo>::play(setup_of<Solo>(options, seats, {}), matches, seed, pause);
    }
    return RandomPlay<G>::play(setup_of<G>(options, seats, {}), matches, seed, pause);
  }

  std::optional<BaselineInfo> baseline() const override {
    if constexpr (HasBaseline<GameModule>) {
      return BaselineInfo{GameModule::Baseline::version, GameModule::Baseline::summary};
    } else {
      return std::nullopt;
    }
  }

  std::vector<double> baseline_of(const json::object& options, int seats,
                                  DealSeed deal) const override {
    check_seats(seats, options);
    if constexpr (HasBaseline<GameModule>) {
      return GameModule::Baseline::of(setup_of<G>(options, seats, deal));
    } else {
      throw std::logic_error("the game has no baseline");
    }
  }

  std::optional<std::vector<OptionInfo>> analysis_options() const override {
    if constexpr (Analysed<GameModule>) {
      return described_options<typename GameModule::Analysis::Options>();
    } else {
      return std::nullopt;
    }
  }

  json::object analysis_defaults(const json::object& options,
                                 const json::object& own) const override {
    json::object defaults;
    if constexpr (Analysed<GameModule>) {
      const auto given = setup_of<G>(options, G::info.least_seats, {}).options;
      typename GameModule::Analysis::Options wanted{};
      described::from_object(own, wanted, "option");
      const json::value before = described::to_json(given);
      const json::value after =
          described::to_json(GameModule::Analysis::with_defaults(given, wanted));
      for (const auto& [name, value] : after.get_object()) {
        if (before.at(name) != value) defaults[name] = value;
      }
    }
    return defaults;
  }

  std::unique_ptr<AnyAnalysis> analyse(const json::object& options, const json::object& own,
                                       TableCache* table_cache) const override {
    if constexpr (Analysed<GameModule>) {
      const Setup<G> setup = setup_of<G>(options, G::info.least_seats, {});
      typename GameModule::Analysis::Options wanted{};
      described::from_object(own, wanted, "option");
      if (const Refusal refusal = GameModule::Analysis::check(setup, wanted))
        throw Error(fmt::format("analysis of {}: {}", G::info.name, refusal.text()));
      using A = typename GameModule::Analysis;
      return std::make_unique<AnyAnalysis>(AnyAnalysis{
          [=] { return A::solve(setup, wanted, table_cache); },
          [=](std::string_view builtin) {
            return A::exploitability(setup, wanted, builtin, table_cache);
          },
          [=] { return A::best_builtin(wanted); },
          [=](std::span<const int> scores, Seat seat) { return A::gain(wanted, scores, seat); },
          [=] { return A::unit(wanted); }});
    } else {
      throw std::logic_error("the game has no analysis");
    }
  }

  std::unique_ptr<AnyReview> review() const override {
    if constexpr (Reviewed<GameModule>) {
      return std::make_unique<TypedReview<GameModule>>();
    } else {
      return nullptr;
    }
  }

 private:
  template <class Options>
  static std::vector<OptionInfo> described_options() {
    std::vector<OptionInfo> list;
    const Options defaults{};
    described::for_each_member(defaults, [&list](const char* name, const auto& value) {
      list.push_back({name, described::to_json(value)});
    });
    return list;
  }

  /// Throws Error if the game cannot have so many seats.
  static void require_seats(int seats) {
    if (can_seat<G>(seats)) return;
    throw Error(fmt::format("{} has {}, not {}", G::info.title, seats_text<G>(), seats));
  }

  static const Builtin<G>& find_builtin(std::string_view name) {
    for (const Builtin<G>& builtin : GameModule::builtins()) {
      if (builtin.name == name) return builtin;
    }
    throw Error(fmt::format(
        "unknown built-in bot \"{}\" of {}; known: {}", name, G::info.name,
        joined(GameModule::builtins(), ", ", [](const auto& known) { return known.name; })));
  }

  std::unique_ptr<Bot<G>> make_bot(const BuiltinSeat& wanted, BotSetup<G> setup) const {
    setup.seed = wanted.seed;
    return find_builtin(wanted.name).make(setup);
  }

  template <class Board>
  static Board screen_of(Seat seat, ScreenStyle style, TableCache* table_cache) {
    if constexpr (UsesTables<Board>) {
      return Board(seat, style, table_cache);
    } else {
      return Board(seat, style);
    }
  }

  /// `setup` does not yet have the seed of a built-in bot.
  std::unique_ptr<Player<G>> player_of(const SeatPlan& plan, const BotSetup<G>& setup) const {
    const Seat seat = setup.seat;
    if (const auto* line = std::get_if<LineSeat>(&plan.who)) {
      if (line->screen) {
        using Board = typename GameModule::Screen;
        return std::make_unique<LinePlayer<Board>>(
            *line->peer, screen_of<Board>(seat, *line->screen, setup.table_cache));
      }
      return with_protocol<GameModule>(
          line->protocol, [&]<Protocol P>(std::type_identity<P>) -> std::unique_ptr<Player<G>> {
            if constexpr (Converses<P>) {
              return std::make_unique<ConversationPlayer<P>>(*line->peer, seat);
            } else {
              return std::make_unique<LinePlayer<P>>(*line->peer, P(seat));
            }
          });
    }
    if (const auto* bot = std::get_if<InProcessBot*>(&plan.who))
      return std::make_unique<InProcessPlayer<GameModule>>(
          seat, **bot, MatchKind<G>{setup.options, setup.seats});
    const auto& builtin = std::get<BuiltinSeat>(plan.who);
    return std::make_unique<BotPlayer<Default>>(seat, make_bot(builtin, setup),
                                                find_builtin(builtin.name).is_slow);
  }

  RulesTexts rules_;
};

}  // namespace arena
