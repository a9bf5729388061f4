// Bridge in files of other programs, and in reports of team matches.
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arena/util/text/text.hpp"
#include "games/bridge/board_review.hpp"
#include "games/bridge/bots/bots.hpp"
#include "games/bridge/files/lin.hpp"
#include "games/bridge/files/pbn.hpp"
#include "protocols/bridge/bridge.hpp"

namespace arena::bridge {

namespace {

std::vector<PlayedBoard> boards_of(const WholeMatch<Bridge>& match) {
  return bridge::boards_of(match.events, match.options, match.names);
}

/// Of partners who are built-in bots with the same system.
std::array<std::string, 2> systems_of(const WholeMatch<Bridge>& match) {
  std::array<std::string, 2> systems;
  for (std::size_t side = 0; side < systems.size() && side + 2 < match.builtins.size(); ++side) {
    const auto& one = match.builtins[side];
    const auto& partner = match.builtins[side + 2];
    if (one && partner && system_of(*one) == system_of(*partner)) systems[side] = system_of(*one);
  }
  return systems;
}

std::string pbn_of(const WholeMatch<Bridge>& match, const ExportSettings& settings) {
  const auto solver = settings.solve ? double_dummy(settings.table_cache) : nullptr;
  std::string text;
  for (PlayedBoard& board : boards_of(match)) {
    board.systems = systems_of(match);
    board.event = fmt::format("arena match {}", match.number);
    board.site = "arena";
    if (solver) add_best_results(board, *solver, settings.table_cache);
    text += (text.empty() ? "" : "\n") + write_pbn(board);
  }
  return text;
}
std::string lin_of(const WholeMatch<Bridge>& match, const ExportSettings& /*settings*/) {
  return joined(boards_of(match), "",
                [](const PlayedBoard& board) { return write_lin(board) + '\n'; });
}
std::string links_of(const WholeMatch<Bridge>& match, const ExportSettings& /*settings*/) {
  return joined(boards_of(match), "",
                [](const PlayedBoard& board) { return viewer_link(board) + '\n'; });
}

/// "4SX N", "passed out"; empty if the auction did not end.
std::string contract_cell(const PlayedBoard& board) {
  if (!board.contract) return "";
  if (board.passed_out()) return "pass";
  return text_of(*board.contract) + ' ' + seat_letters[board.contract->declarer];
}

std::string_view vulnerable_cell(Vulnerable vulnerable) {
  constexpr std::array<std::string_view, 4> texts = {"-", "NS", "EW", "all"};
  return texts[static_cast<std::size_t>(vulnerable)];
}

ReportCell text_cell(std::string text) {
  boost::json::value value;
  if (!text.empty()) value = text;
  return {std::move(text), std::move(value)};
}

}  // namespace

std::span<const MatchFormat<Bridge>> GameModule::formats() {
  static constexpr std::array<MatchFormat<Bridge>, 3> all = {
      {{{"pbn", "Portable Bridge Notation", pbn_head, "\n", true}, pbn_of},
       {{"lin", "LIN, the notation of Bridge Base Online", "", ""}, lin_of},
       {{"bbo-links", "links that show boards in the viewer of Bridge Base Online", "", ""},
        links_of}}};
  return all;
}

DealsOfFile<Deal> GameModule::deals_of_file(std::string_view file, std::uint64_t seed) {
  BoardFile read = read_boards(file, seed);
  DealsOfFile<Deal> deals{{}, std::move(read.problems)};
  std::set<std::string> known;
  for (const PlayedBoard& board : read.boards) {
    Deal deal{board.board, board.vulnerable, {board.hands}};
    // Both tables of a team match are in a file.
    const std::string key = fmt::format("{} {} {}", board.board, vulnerable_cell(board.vulnerable),
                                        to_text(board.hands));
    if (!known.insert(key).second) continue;
    if (deal.board == 0) deal.board = static_cast<int>(deals.deals.size()) + 1;
    deals.deals.push_back(std::move(deal));
  }
  return deals;
}

Refusal GameModule::refuses_deals(const Options& options) {
  return is_session(options.scoring)
             ? "a match of rubber or chicago has several deals; boards are for imp, mp and total"
             : Refusal();
}

ReportColumns GameModule::report_columns() {
  return {{"board", "vul"},
          {"contract", "lead", "tricks", "score"},
          {"N-S", "E-W"},
          "The scores are those of N-S."};
}

ReportCells GameModule::report_cells(const WholeMatch<Bridge>& match) {
  const std::vector<PlayedBoard> boards = boards_of(match);
  if (boards.empty()) return {{{}, {}}, {{}, {}, {}, {}}};
  const PlayedBoard& board = boards.back();
  const auto& cards = board.tricks.cards;
  const auto score = score_of(board);
  return {{{std::to_string(board.board), board.board},
           text_cell(std::string(vulnerable_cell(board.vulnerable)))},
          {text_cell(contract_cell(board)), text_cell(cards.empty() ? "" : text_of(cards[0])),
           board.won ? ReportCell{std::to_string(*board.won), *board.won} : ReportCell{},
           score ? ReportCell{fmt::format("{:+}", *score), *score} : ReportCell{"forfeit", {}}}};
}

}  // namespace arena::bridge
