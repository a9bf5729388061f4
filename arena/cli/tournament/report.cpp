// `arena report`: a tournament as a folder of pages.
#include "arena/cli/tournament/report.hpp"

#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/shell.hpp"
#include "arena/report/write_report.hpp"
#include "arena/series/statistics/figures.hpp"

namespace arena::cli {

namespace {

struct ReportOptions {
  std::string store;
  std::string folder;
  std::string title;
  std::string anchor;
  int review = 0;  // games of each entrant
};

}  // namespace

void report_on(const std::string& store, const std::string& folder, const std::string& title,
               const std::string& anchor, const Games& games, std::FILE* to, int reviewed_games) {
  std::optional<Progress> progress;
  const report::ReviewWish review{reviewed_games, [&progress](int done, int all) {
                                    if (!progress) progress.emplace(all, false);
                                    progress->show(done);
                                  }};
  const report::ReportSize size =
      report::write_report(Store(store, Access::snapshot), games, folder,
                           title.empty() ? std::filesystem::path(store).stem().string() : title,
                           read_anchor(anchor), review);
  progress.reset();
  fmt::print(to, "{}: {} games in {} files, {:.1f} MB\n",
             (std::filesystem::path(folder) / "index.html").string(),
             grouped(static_cast<long>(size.games)), grouped(static_cast<long>(size.files)),
             static_cast<double>(size.bytes) / 1e6);
}

void add_report(CLI::App& command, Shell& shell) {
  const auto options = std::make_shared<ReportOptions>();
  command.add_option("STORE", options->store, "The file of the tournament")->required();
  command.add_option("DIR", options->folder, "A new folder, or that of an earlier report")
      ->required();
  command.add_option("--title", options->title, "The heading (default: the name of STORE)");
  command
      .add_option("--anchor", options->anchor,
                  "NAME or NAME=RATING: the entrant whose rating is given (default: the mean of "
                  "all is 0)")
      ->check(not_empty);
  command
      .add_option("--review", options->review,
                  "Also show what the moves lost in the first N games of each entrant")
      ->check(CLI::Range(1, 1'000'000));
  command.footer(
      "\nExamples:\n  arena report cup.db pages                    open pages/index.html\n"
      "  arena report cup.db pages --title 'Cup 2026'\n"
      "  arena report cup.db pages --review 10        with the habits and worst moves of each bot");
  shell.on(command, [&shell, options] {
    report_on(options->store, options->folder, options->title, options->anchor, shell.games, stdout,
              options->review);
    return done;
  });
}

}  // namespace arena::cli
