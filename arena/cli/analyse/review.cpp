#include "arena/cli/analyse/review.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "arena/cli/replay/recorded_games.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/shell.hpp"
#include "arena/record/record_tail.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// Collects the matches of all files. The first problems go to stderr at once.
class ReviewedFiles {
 public:
  ReviewedFiles(const Games& games, const AnyGame& game, AnyReview& review)
      : games_(games), game_(game), review_(review) {}

  void add(const std::string& file) {
    RecordedGames records(games_, file, std::nullopt, game_.files->kinds());
    if (records.other()) {
      add_foreign(file, *records.other());
    } else {
      add_records(records);
    }
    if (!records.trouble().empty()) fail(records.trouble());
  }
  /// Says how many problems it did not show. Returns true if a record, or a whole file, was left
  /// out.
  [[nodiscard]] bool has_failed() const {
    if (problems_ > most_shown) fmt::print(stderr, "and {} more\n", problems_ - most_shown);
    return has_failed_;
  }

 private:
  void add_foreign(const std::string& file, std::string_view text) {
    const ReviewedFile read = review_.add_file(text);
    if (read.matches == 0 && read.problems.empty())
      return fail(fmt::format("there is no game in \"{}\"", escaped(file)));
    if (read.matches == 0) has_failed_ = true;
    for (const FileProblem& problem : read.problems)
      say(fmt::format("{}:{}: {}", escaped(file), problem.line, escaped(problem.text)));
  }

  void add_records(RecordedGames& records) {
    while (const auto line = records.next()) {
      std::optional<Record> record;
      try {
        record = records.read(*line);
      } catch (const Error& error) {
        fail(error.what());
        continue;
      }
      if (record->game != game_.info.name) {
        throw Error(fmt::format("{} is a game of {}, and not of {}", records.place_of(*line),
                                record->game, game_.info.name));
      }
      add_record(*record, line->game, records.place_of(*line));
    }
  }

  void add_record(const Record& record, int game, const std::string& place) {
    if (seen_.add(record))
      return fail(fmt::format("{}: {}, and counts once", place, repeated_match));
    try {
      review_.add(record, game);
      if (const auto broken = replay_record(games_, record, {}).broken)
        fail(fmt::format("{}: move {}: {}", place, broken->move, escaped(broken->reason)));
    } catch (const Error& error) {
      fail(fmt::format("{}: {}", place, escaped(error.what())));
    }
  }

  static constexpr int most_shown = 10;  // problems of one run

  void fail(const std::string& problem) {
    has_failed_ = true;
    say(problem);
  }
  void say(const std::string& problem) {
    if (++problems_ <= most_shown) fmt::print(stderr, "{}\n", problem);
  }

  const Games& games_;
  const AnyGame& game_;
  AnyReview& review_;
  SeenMatches seen_;
  int problems_ = 0;
  bool has_failed_ = false;
};

}  // namespace

int review_files(const Games& games, const AnyGame& game, const ReviewArgs& args,
                 TableCache& table_cache) {
  const auto review = game.new_review();
  ReviewedFiles files(games, game, *review);
  for (const std::string& file : args.files) files.add(file);
  const bool has_failed = files.has_failed();
  std::optional<Progress> progress;
  ReviewSettings settings;
  settings.jobs = args.jobs != 0 ? args.jobs : cores();
  settings.table_cache = &table_cache;
  settings.progress = [&](int reviewed, int all) {
    if (!progress) progress.emplace(all, args.quiet);
    progress->show(reviewed);
  };
  AnalysisReport report = review->report(settings);
  progress.reset();
  if (args.as_json) {
    json::object object{{"game", json::string(game.info.name)}};
    for (auto& field : report.fields) object[field.key()] = std::move(field.value());
    fmt::print("{}\n", compact(object));
  } else {
    fmt::print("{}", report.text);
  }
  return has_failed || !report.complete ? bad_usage : done;
}

}  // namespace arena::cli
