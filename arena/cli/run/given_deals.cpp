#include "arena/cli/run/given_deals.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

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

}  // namespace

std::vector<json::object> read_given_deals(const std::string& file, const AnyGame& game,
                                           const json::object& options) {
  if (!game.reads_deals())
    throw Error(fmt::format("--deals: {} reads no files of deals", game.info().title));
  auto read = game.deals_of_file(read_text_file(file), options);
  if (!read.problems.empty()) throw Error(problems_text(file, read.problems));
  if (read.deals.empty())
    throw Error(fmt::format("--deals: there is no deal in {}", in_quotes(file)));
  return std::move(read.deals);
}

}  // namespace arena::cli
