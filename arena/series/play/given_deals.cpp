#include "arena/series/play/given_deals.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "arena/game/file_kinds.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// "boards.pbn:3: what is wrong", a line for each of the first problems.
std::string problems_text(const std::string& file, const std::vector<FileProblem>& problems) {
  constexpr std::size_t most_shown = 10;
  const std::span shown(problems.data(), std::min(problems.size(), most_shown));
  std::string text = joined(shown, "\n", [&file](const FileProblem& problem) {
    return fmt::format("{}:{}: {}", escaped(file), problem.line, escaped(problem.text));
  });
  if (problems.size() > most_shown)
    text += fmt::format("\nand {} more", problems.size() - most_shown);
  return text;
}

void check_kind(const std::string& file, std::string_view text, std::span<const FileKind> known) {
  const std::string_view kind = kind_of_file(text, known);
  if (trim(text).empty() || std::ranges::find(known, kind, &FileKind::name) != known.end()) return;
  throw Error(fmt::format("{}: deals are read from {}",
                          wrong_kind_text(file, kind, "file of deals"), names_of(known)));
}

}  // namespace

std::string give_deals(const std::string& file, CheckedSettings& checked) {
  SeriesSettings& settings = checked.settings;
  const AnyFiles* const files = settings.game->files;
  if (files == nullptr || !files->has_deals())
    throw Error(
        fmt::format("{}: {} reads no files of deals", in_quotes(file), settings.game->info.title));
  const std::string text = read_text_file(file);
  check_kind(file, text, files->kinds());
  auto read = files->deals(text, settings.options, SeedKey(checked.seed).derive("deals of a file"));
  std::string problems = problems_text(file, read.problems);
  if (read.deals.empty())
    throw Error(problems.empty() ? fmt::format("there is no deal in {}", in_quotes(file))
                                 : problems);
  settings.deals = std::make_shared<const std::vector<json::object>>(std::move(read.deals));
  return problems;
}

int deals_to_play(int wanted, const SeriesSettings& settings, const std::string& file,
                  int by_default) {
  if (!settings.deals) return wanted != 0 ? wanted : by_default;
  const auto given = static_cast<int>(settings.deals->size());
  if (wanted > given)
    throw Error(fmt::format("-n {}: there {} only {} in {}", wanted, is_or_are(given),
                            counted(given, "deal"), in_quotes(file)));
  return wanted != 0 ? wanted : given;
}

Replayed replay_dealt(const AnyGame& game, const Record& record, const GivenDeals& deals,
                      int number) {
  Record dealt = record;
  dealt.deal = given_deal(deals, number);
  ReplayOptions options;
  options.deal_number = number;
  Replayed replayed = game.matches.replay(dealt, options);
  if (!replayed.broken && replayed.computed.deal == record.deal) return replayed;
  // The moves of another deal do not suit this one, but that is not what is wrong.
  Replayed as_recorded = game.matches.replay(record, {});
  if (!as_recorded.broken)
    as_recorded.broken = Break{
        0, deals ? "its deal is not the given one" : "its deal does not follow from its seed"};
  return as_recorded;
}

}  // namespace arena
