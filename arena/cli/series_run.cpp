#include "arena/cli/series_run.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/core/error.hpp"
#include "arena/core/text.hpp"
#include "arena/players/command_line.hpp"
#include "arena/players/module_host.hpp"
#include "arena/players/program.hpp"
#include "arena/players/spawner.hpp"

namespace arena::cli {

namespace {

/// "3,7-9" as numbers from 0: 2, 6, 7, 8. Throws Error for anything else, or beyond `count`.
std::vector<int> read_numbers(std::string_view text, int count) {
  std::vector<bool> wanted(static_cast<std::size_t>(count));
  const auto fail = [&] {
    throw Error(fmt::format(
        "--play must be numbers and ranges from 1 to {}, such as 3,7-9, not \"{}\"", count, text));
  };
  std::string_view left = text;
  while (true) {
    const std::string_view part = left.substr(0, left.find(','));
    const std::size_t dash = part.find('-');
    const auto first = to_number<int>(part.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : to_number<int>(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last < *first || *last > count) fail();
    for (int number = *first; number <= *last; ++number)
      wanted[static_cast<std::size_t>(number - 1)] = true;
    if (part.size() == left.size()) break;
    left.remove_prefix(part.size() + 1);
  }
  std::vector<int> numbers;
  for (int i = 0; i < count; ++i) {
    if (wanted[static_cast<std::size_t>(i)]) numbers.push_back(i);
  }
  return numbers;
}

/// Numbers from 0 as "3,7-9".
std::string numbers_text(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i] + 1);
    if (end > i) text += "-" + std::to_string(numbers[end] + 1);
    i = end + 1;
  }
  return text;
}

/// A number as Python writes it: the fewest digits that read back as the same, with a point.
std::string shortest(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

bool has_person(const std::vector<Entrant>& entrants) {
  return std::ranges::any_of(entrants, [](const Entrant& entrant) {
    return std::holds_alternative<PersonEntrant>(entrant.who);
  });
}

/// Whether bots are called, which share one interpreter.
bool has_called(const std::vector<Entrant>& entrants) {
  return std::ranges::any_of(entrants, [](const Entrant& entrant) {
    return std::holds_alternative<CalledEntrant>(entrant.who);
  });
}

int games_for(const SeriesOptions& options, const std::vector<Entrant>& entrants,
              const AnyGame& game) {
  if (options.games != 0) return options.games;
  return has_person(entrants) ? 1 : game.info().usual_matches;
}

int jobs_for(const SeriesOptions& options, const std::vector<Entrant>& entrants,
             std::size_t matches) {
  if (has_person(entrants) || has_called(entrants)) return 1;
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int usual = std::max(1, cores / static_cast<int>(entrants.size()));
  const int wanted = options.jobs != 0 ? options.jobs : usual;
  return std::clamp(wanted, 1, static_cast<int>(std::max<std::size_t>(matches, 1)));
}

}  // namespace

SeriesRun::SeriesRun(const SeriesOptions& options, const std::vector<PlayerArg>& players,
                     const Shell& shell)
    : options_(options),
      shell_(shell),
      checked_(check(options.match, shell.games)),
      plan_(make_plan(players)),
      played_(static_cast<std::size_t>(plan_.schedule.matches())),
      statistics_(static_cast<int>(plan_.entrants.size()), checked_.game->info().more_is_better),
      report_(*checked_.game, plan_.entrants),
      progress_(static_cast<int>(plan_.matches.size()), options.match.quiet) {}

int SeriesRun::run() {
  records_ = open_records(options_.match);
  make_log_dir(options_.match);
  if (!options_.match.quiet && options_.match.seed.empty()) {
    fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
  }
  prepare_builtins(plan_.entrants, plan_.house, plan_.seats(), options_.match.quiet);
  Interrupt interrupt;
  Spawner spawner;
  Series series(plan_, spawner, [this](const PlayedMatch& match) { take(match); });
  interrupt.on_first([this, &series] {
    series.stop();
    if (checked_.defaults.host != nullptr) checked_.defaults.host->break_off();
  });
  const auto begin = std::chrono::steady_clock::now();
  series.run();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  interrupt.on_first({});
  return finish(interrupt.came() && statistics_.matches() < static_cast<int>(plan_.matches.size()));
}

SeriesPlan SeriesRun::make_plan(const std::vector<PlayerArg>& players) {
  SeriesPlan plan;
  plan.house = make_house(options_.match, checked_, shell_.shelf);
  if (options_.in_process) start_host(players);
  plan.entrants = make_entrants(players, options_.match, checked_, true);
  const int seats = static_cast<int>(plan.entrants.size());
  check_scores(plan);
  plan.schedule = Schedule(seats, games_for(options_, plan.entrants, *checked_.game),
                           options_.duplicate, checked_.seed);
  plan.matches = read_numbers(
      options_.play.empty() ? fmt::format("1-{}", plan.schedule.matches()) : options_.play,
      plan.schedule.matches());
  plan.jobs = jobs_for(options_, plan.entrants, plan.matches.size());
  return plan;
}

void SeriesRun::start_host(const std::vector<PlayerArg>& players) {
  const bool any = std::ranges::any_of(
      players, [](const PlayerArg& player) { return player.kind == PlayerKind::module; });
  if (!any) throw Error("--in-process is for Python modules: give one with -m");
  if (options_.jobs > 1)
    throw Error(fmt::format("--in-process plays one game at a time, not -j {}", options_.jobs));
  if (!options_.match.quiet) {
    fmt::print(
        stderr,
        "Modules run inside arena: nothing protects it from them, and no limit of time holds. "
        "Ctrl-C ends a module that hangs.\n");
  }
  const std::string& python = options_.match.python;
  checked_.defaults.host = &start_module_host(
      python == PlayerDefaults().python ? "" : find_program(python), python_folder());
}

void SeriesRun::check_scores(const SeriesPlan& plan) const {
  if (!options_.scores) return;
  if (plan.entrants.size() != 1)
    throw Error(fmt::format("--scores is for one player, not {}", plan.entrants.size()));
  if (options_.as_json) throw Error("--scores and --json both want stdout: give one of them");
}

void SeriesRun::take(const PlayedMatch& match) {
  if (options_.scores) fmt::print("{}\n", match.record.scores->front());
  statistics_.add(plan_.schedule.deal_of(match.number), match.player_at, match.record);
  played_[static_cast<std::size_t>(match.number)] = true;
  if (records_) records_->write(to_line(match.record));
  for (const std::string& line : report_.lines(match)) progress_.say(line);
  progress_.show(statistics_.matches());
}

int SeriesRun::finish(bool was_interrupted) {
  progress_.clear();
  statistics_.finish();
  if (records_) records_->close();
  if (const std::string hidden = report_.left_out(); !hidden.empty())
    fmt::print(stderr, "{}\n", hidden);
  print_standing(was_interrupted);
  if (was_interrupted) {
    fmt::print(stderr, "\nTo play the rest:\n  {}\n", resume_command());
    return interrupted;
  }
  return options_.strict && report_.forfeits() > 0 ? check_failed : done;
}

void SeriesRun::print_standing(bool was_interrupted) const {
  const StandingHead head = make_head(was_interrupted);
  if (options_.scores) {
    const std::vector<int>& scores = statistics_.of(0).scores;
    const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);  // whole, so exact
    if (!scores.empty()) fmt::print("{}\n", shortest(sum / static_cast<double>(scores.size())));
  } else if (options_.as_json) {
    fmt::print("{}\n", json::serialize(standing_json(head, statistics_)));
  } else if (options_.always_standing || plan_.matches.size() > 1) {
    fmt::print("{}", standing_text(head, statistics_));
  }
}

StandingHead SeriesRun::make_head(bool was_interrupted) const {
  StandingHead head;
  head.game = checked_.game->info().name;
  head.title = checked_.game->info().title;
  for (const Entrant& entrant : plan_.entrants) head.names.push_back(entrant.name);
  head.seed = checked_.seed;
  head.options = checked_.options;
  head.seatings = plan_.schedule.seatings();
  head.seconds = seconds_;
  head.interrupted = was_interrupted;
  return head;
}

std::string SeriesRun::resume_command() const {
  std::vector<std::string> words = {"arena", shell_.args.front(), "--play", numbers_text(left())};
  if (options_.match.seed.empty()) words.insert(words.end(), {"--seed", seed_text(checked_.seed)});
  for (std::size_t i = 1; i < shell_.args.size(); ++i) {
    if (shell_.args[i] == "--play") {
      ++i;
    } else if (!shell_.args[i].starts_with("--play=")) {
      words.push_back(shell_.args[i]);
    }
  }
  return join_words(words);
}

std::vector<int> SeriesRun::left() const {
  std::vector<int> numbers;
  for (int number : plan_.matches) {
    if (!played_[static_cast<std::size_t>(number)]) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace arena::cli
