// The parts of a game that it may lack: files and reports, a baseline, analyses, reviews and
// losses.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/core/refinements/analysis.hpp"
#include "arena/core/refinements/baseline.hpp"
#include "arena/core/refinements/match_report.hpp"
#include "arena/core/refinements/move_loss.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/typed_players.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/game/typed_state.hpp"
#include "arena/util/error.hpp"

namespace arena {

/// Whether a game has one of these functions.
template <class GameModule>
concept HasFiles = WritesFormats<GameModule> || ReadsFiles<GameModule> || ReadsDeals<GameModule> ||
    DescribesMatches<GameModule>;

template <class GameModule>
class TypedFiles final : public AnyFiles {
  using G = typename GameModule::Game;

 public:
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

  std::span<const FileKind> kinds() const override {
    if constexpr (ReadsFiles<GameModule>) return GameModule::file_kinds();
    return {};
  }

  bool has_deals() const override { return ReadsDeals<GameModule>; }

  DealsOfFile<json::object> deals(std::string_view file, const json::object& options,
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
};

template <HasBaseline GameModule>
class TypedBaseline final : public AnyBaseline {
  using Baseline = typename GameModule::Baseline;

 public:
  int version() const override { return Baseline::version; }
  std::string_view summary() const override { return Baseline::summary; }
  std::vector<double> of(const json::object& options, int seats, DealSeed seed,
                         const json::object& deal) const override {
    using G = typename GameModule::Game;
    Setup<G> setup = checked_setup<G>(options, seats, seed);
    described::from_object(deal, setup.deal, "deal");
    if (const Refusal refusal = G::check(setup)) throw Error(std::string(refusal.text()));
    return Baseline::of(setup);
  }
};

template <class GameModule>
concept Analysed = Analysis<typename GameModule::Analysis, typename GameModule::Game>;

template <class GameModule, class S>
class TypedSolution final : public AnySolution {
  using G = typename GameModule::Game;

 public:
  TypedSolution(const Setup<G>& setup, S solution)
      : match_{setup.options, setup.seats}, solution_(std::move(solution)) {}

  void check(const AnyView& view) const override { static_cast<void>(own(view)); }
  [[nodiscard]] double value(const AnyView& view) const override {
    return solution_.value(own(view).view());
  }
  [[nodiscard]] std::vector<SolvedMove<std::string>> moves(const AnyView& any) const override {
    const TypedView<GameModule>& view = own(any);
    if (!view.is_due()) throw Error(fmt::format("seat {} owes no move", view.seat()));
    std::vector<SolvedMove<std::string>> texts;
    for (const auto& [move, probability, value] : solution_.moves(view.view()))
      texts.push_back({G::write(move), probability, value});
    return texts;
  }

 private:
  [[nodiscard]] const TypedView<GameModule>& own(const AnyView& view) const {
    return TypedView<GameModule>::of("solution", match_, view);
  }

  MatchKind<G> match_;
  S solution_;
};

template <Analysed GameModule>
class TypedAnalyses final : public AnyAnalyses {
  using G = typename GameModule::Game;
  using A = typename GameModule::Analysis;

 public:
  std::vector<OptionInfo> options() const override {
    return described_options<typename A::Options>();
  }

  json::object defaults(const json::object& options, const json::object& own) const override {
    const auto given = setup_of<G>(options, G::info.least_seats, {}).options;
    const json::value before = described::to_json(given);
    const json::value after = described::to_json(A::with_defaults(given, read(own)));
    json::object defaults;
    for (const auto& [name, value] : after.get_object()) {
      if (before.at(name) != value) defaults[name] = value;
    }
    return defaults;
  }

  AnyAnalysis make(const json::object& options, const json::object& own,
                   TableCache* table_cache) const override {
    const Setup<G> setup = setup_of<G>(options, G::info.least_seats, {});
    const typename A::Options wanted = read(own);
    if (const Refusal refusal = A::check(setup, wanted))
      throw Error(fmt::format("analysis of {}: {}", G::info.name, refusal.text()));
    return {[=]() -> std::unique_ptr<AnySolution> {
              auto solution = A::solution(setup, wanted, table_cache);
              using S = decltype(solution);
              return std::make_unique<TypedSolution<GameModule, S>>(setup, std::move(solution));
            },
            [=] { return A::solve(setup, wanted, table_cache); },
            [=](std::string_view text) -> std::optional<double> {
              const WantedBuiltin<G> bot = find_builtin<GameModule>(text);
              if (text_of(bot.text) != bot.builtin.name) return std::nullopt;
              return A::exploitability(setup, wanted, bot.builtin.name, table_cache);
            },
            [=] { return A::best_builtin(wanted); },
            [=](std::span<const int> scores, Seat seat) { return A::gain(wanted, scores, seat); },
            [=] { return A::unit(wanted); }};
  }

 private:
  static typename A::Options read(const json::object& own) {
    typename A::Options wanted{};
    described::from_object(own, wanted, "option");
    return wanted;
  }
};

template <Reviewed GameModule>
class TypedReview final : public AnyReview {
 public:
  void add(const Record& record, int number) override {
    review_.add(whole_match<GameModule>(record, number));
  }
  ReviewedFile add_file(std::string_view file) override { return review_.add_file(file); }
  AnalysisReport report(const ReviewSettings& settings) const override {
    return review_.report(settings);
  }

 private:
  typename GameModule::Review review_;
};

template <MeasuresLosses GameModule>
class TypedLosses final : public AnyLosses {
  using G = typename GameModule::Game;
  using Losses = typename GameModule::Losses;

 public:
  std::string_view unit() const override { return Losses::unit; }
  std::string_view method() const override { return Losses::method; }
  std::vector<RecordedLoss> of(const Record& record, Seats seats,
                               LossSettings settings) const override {
    const ReviewedMatch<G> match = reviewed_match<GameModule>(record);
    settings.seed = mix_seed(settings.seed, "losses", record.seed.value_or(0));
    Losses losses(match, settings);
    std::vector<RecordedLoss> all;
    for (const ChosenMove<G>& chosen : match.moves) {
      if (settings.stops()) break;
      if (!seats.contains(chosen.seat)) continue;
      if (auto lost = losses.of(chosen))
        all.push_back({chosen.number, chosen.seat, G::write(chosen.move), std::move(*lost)});
    }
    return all;
  }
};

}  // namespace arena
