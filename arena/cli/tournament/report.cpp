// `arena report`: a tournament as a folder of pages.
#include "arena/cli/tournament/report.hpp"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
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
};

}  // namespace

void report_on(const std::string& store, const std::string& folder, const std::string& title,
               const std::string& anchor, const Games& games, std::FILE* to) {
  const report::ReportSize size = report::write_report(
      Store(store, Access::snapshot), games, folder,
      title.empty() ? std::filesystem::path(store).stem().string() : title, read_anchor(anchor));
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
  command.footer(
      "\nExamples:\n  arena report cup.db pages                    open pages/index.html\n"
      "  arena report cup.db pages --title 'Cup 2026'");
  shell.on(command, [&shell, options] {
    report_on(options->store, options->folder, options->title, options->anchor, shell.games,
              stdout);
    return done;
  });
}

}  // namespace arena::cli
