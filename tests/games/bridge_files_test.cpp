// Files in the manner of many programs (tests/games/bridge_files): what is read of each, beside
// what was played. The expected texts are not the reader's: those of the programs' files were made
// from the records of the games, those of the small files by hand, but for two hands that are
// dealt.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"
#include "tests/games/bridge_pbn.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

namespace fs = std::filesystem;

const fs::path folder = ARENA_TESTS "/games/bridge_files";

std::string or_dash(std::string text) { return text.empty() ? "-" : text; }

/// Five lines.
std::string text_of_board(const std::string& file, const PlayedBoard& board) {
  constexpr std::array<std::string_view, 4> vulnerable = {"None", "NS", "EW", "All"};
  std::string contract = board.contract ? text_of(*board.contract) : "-";
  if (board.contract && !board.passed_out())
    contract += fmt::format(" {}", seat_letters[index_of(Seat{board.contract->declarer})]);
  return fmt::format("{} {} {} {}\n  {}\n  {}\n  {}\n  {}\n", file, board.board,
                     vulnerable[static_cast<std::size_t>(board.vulnerable)], to_text(board.hands),
                     or_dash(calls_of(board)), contract, or_dash(cards_of(board)),
                     board.won ? std::to_string(*board.won) : "-");
}

std::string text_of_file(const std::string& name, const BoardFile& read) {
  std::string text;
  for (const PlayedBoard& board : read.boards) text += text_of_board(name, board);
  for (const FileProblem& problem : read.problems)
    text += fmt::format("{}:{}: {}\n", name, problem.line, problem.text);
  return text;
}

/// The parts of the expected text, each of one file.
std::vector<std::string> expected_of(const std::string& list) {
  std::vector<std::string> files;
  std::string_view last;
  const std::string text = read_text_file(folder / list);
  for (const std::string_view line : lines_of(text)) {
    const std::string_view file =
        line.starts_with(' ') ? last : line.substr(0, line.find_first_of(" :"));
    if (file != last) files.emplace_back();
    last = file;
    files.back() += std::string(line) + "\n";
  }
  return files;
}

}  // namespace

TEST_CASE("PBN and LIN files in the manner of twelve programs each, and small ones",
          "[bridge][pbn][lin]") {
  const auto [list, count] = GENERATE(table<std::string, std::size_t>(
      {{"expected_pbn.txt", 12}, {"expected_small_pbn.txt", 14}, {"expected_lin.txt", 12}}));
  const auto files = expected_of(list);
  CHECK(files.size() == count);
  for (const std::string& expected : files) {
    const std::string name = expected.substr(0, expected.find_first_of(" :"));
    CHECK(text_of_file(name, read_boards(read_text_file(folder / name))) == expected);
  }
}
