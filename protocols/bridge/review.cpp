#include "protocols/bridge/review.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/files/board_file.hpp"
#include "games/bridge/board_review.hpp"

namespace arena::bridge {

namespace {

namespace json = boost::json;
using Reviews = std::vector<std::optional<BoardReview>>;
using Players = std::map<std::string, PlayerLosses>;

constexpr std::string_view heading =
    "board  contract  lead  tricks  best  score    par  auction   lead  play  defence\n";

/// What the board cost the opening leader, the declarer and both defenders, in this order.
std::array<int, 3> play_losses(const PlayedBoard& board, const BoardReview& review) {
  std::array<int, 3> lost{};
  for (std::size_t i = 0; i < review.costs.size(); ++i) {
    const bool declares = side_of(player_of(board.tricks, i)) == side_of(board.contract->declarer);
    lost[i == 0 ? 0 : declares ? 1 : 2] += review.costs[i];
  }
  return lost;
}

/// "NS 5": the side that lost IMPs in the auction; a blank if none did.
std::string auction_text(const BoardReview& review) {
  for (int side = 0; side < 2; ++side) {
    if (const int lost = review.auction_loss(side); lost > 0)
      return fmt::format("{} {}", side == 0 ? "NS" : "EW", lost);
  }
  return "";
}

std::string contract_text(const PlayedBoard& board) {
  if (!board.contract) return "none";
  if (board.passed_out()) return "pass";
  return text_of(*board.contract) + ' ' + seat_letters[board.contract->declarer];
}

/// "E HJ 1": the hand, the card, and the tricks that it gave away.
std::vector<std::string> costly_cards(const PlayedBoard& board, const BoardReview& review) {
  std::vector<std::string> cards;
  for (std::size_t i = 0; i < review.costs.size(); ++i) {
    if (review.costs[i] == 0) continue;
    cards.push_back(fmt::format("{} {} {}", seat_letters[index_of(player_of(board.tricks, i))],
                                text_of(board.tricks.cards[i]), review.costs[i]));
  }
  return cards;
}

std::string line_of(const PlayedBoard& board, const BoardReview& review) {
  const auto number = [](const std::optional<int>& value) {
    return value ? std::to_string(*value) : std::string();
  };
  const auto& cards = board.tricks.cards;
  std::string line =
      fmt::format("{:>5}  {:<8}  {:<4}  {:>6}  {:>4}  {:>5}  {:>5}  {:<7}",
                  board.board > 0 ? std::to_string(board.board) : "", contract_text(board),
                  cards.empty() ? "" : text_of(cards[0]), number(board.won), number(review.best),
                  number(score_of(board)), review.par ? std::to_string(review.par->score) : "",
                  auction_text(review));
  if (!review.costs.empty()) {
    const auto [lead, play, defence] = play_losses(board, review);
    line += fmt::format("  {:>5}  {:>4}  {:>7}", lead, play, defence);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
  if (const auto costly = costly_cards(board, review); !costly.empty())
    line += fmt::format("       {}\n", fmt::join(costly, ", "));
  return line;
}

/// The tricks of all declarers in all strains, and the contracts at par.
std::string deal_text(const BoardReview& review) {
  std::string text = table_text(review.table);
  if (review.par) {
    text += fmt::format(
        "Par {}: {}\n", optimum_text(*review.par),
        joined(review.par->contracts, "; ", [&](const Contract& contract) {
          return outcome_text(contract, review.table.tricks(contract.declarer, contract.strain));
        }));
  }
  return indented(text, "       ").substr(1) + '\n';
}

std::string per(const PlayerLosses::Loss& loss) {
  return loss.times == 0 ? "" : fmt::format("{:.2f}", 1.0 * loss.lost / loss.times);
}

std::string summary(const Players& players) {
  std::size_t width = 6;
  for (const auto& [name, losses] : players) width = std::max(width, escaped(name).size());
  std::string text = fmt::format(
      "\nWhat each player lost: IMPs a board in the auction of its side, then tricks a deal.\n"
      "{:<{}}  auction  boards   lead  leads   play  declared  defence  defended\n",
      "player", width);
  for (const auto& [name, lost] : players) {
    text += fmt::format("{:<{}}  {:>7}  {:>6}  {:>5}  {:>5}  {:>5}  {:>8}  {:>7}  {:>8}\n",
                        escaped(name), width, per(lost.auction), lost.auction.times, per(lost.lead),
                        lost.lead.times, per(lost.declarer), lost.declarer.times, per(lost.defence),
                        lost.defence.times);
  }
  return text;
}

json::array par_contracts(const Par& par, const TrickTable& table) {
  json::array contracts;
  for (const Contract& contract : par.contracts)
    contracts.emplace_back(
        outcome_text(contract, table.tricks(contract.declarer, contract.strain)));
  return contracts;
}

json::object object_of(const PlayedBoard& board, const BoardReview& review) {
  json::object object{{"board", board.board > 0 ? json::value(board.board) : nullptr},
                      {"deal", to_text(board.hands)},
                      {"vulnerable", described::to_json(board.vulnerable)},
                      {"players", json::array(board.players.begin(), board.players.end())},
                      {"double_dummy", tricks_text(review.table)}};
  if (review.par) {
    object["par"] = review.par->score;
    object["par_contracts"] = par_contracts(*review.par, review.table);
  }
  if (!board.contract) return object;
  object["contract"] = contract_text(board);
  if (review.best) object["best"] = *review.best;
  if (review.contract_score) {
    object["contract_score"] = *review.contract_score;
    object["auction_lost"] = {review.auction_loss(0), review.auction_loss(1)};
  }
  if (board.won) object["won"] = *board.won;
  if (const auto score = score_of(board)) object["score"] = *score;
  json::array cards;
  for (std::size_t i = 0; i < review.costs.size(); ++i) {
    cards.push_back({{"seat", player_of(board.tricks, i)},
                     {"card", text_of(board.tricks.cards[i])},
                     {"lost", review.costs[i]},
                     {"tricks", review.tricks[i + 1]}});
  }
  object["cards"] = std::move(cards);
  return object;
}

json::object object_of(const PlayerLosses& losses) {
  const auto one = [](const PlayerLosses::Loss& loss) {
    return json::object{{"deals", loss.times}, {"lost", loss.lost}};
  };
  return {{"auction", one(losses.auction)},
          {"lead", one(losses.lead)},
          {"play", one(losses.declarer)},
          {"defence", one(losses.defence)}};
}

Reviews review_all(const std::vector<PlayedBoard>& boards, const ReviewSettings& settings) {
  const auto solver = double_dummy(settings.table_cache);
  Reviews reviews(boards.size());
  const int all = static_cast<int>(boards.size());
  std::mutex mutex;
  int done = 0;
  in_parallel(all, settings.jobs, [&](int i) {
    reviews[index_of(i)] = review(boards[index_of(i)], *solver, settings.table_cache);
    const std::lock_guard lock(mutex);
    settings.progress(++done, all);
  });
  return reviews;
}

}  // namespace

void BoardsReview::add(const WholeMatch<Bridge>& match) {
  for (PlayedBoard& board : boards_of(match.events, match.options, match.names))
    boards_.push_back(std::move(board));
}

ReviewedFile BoardsReview::add_file(std::string_view file) {
  BoardFile read = read_boards(file);
  const std::size_t boards = read.boards.size();
  std::ranges::move(read.boards, std::back_inserter(boards_));
  return {boards, std::move(read.problems)};
}

AnalysisReport BoardsReview::report(const ReviewSettings& settings) const {
  const Reviews reviews = review_all(boards_, settings);
  AnalysisReport report;
  report.text = boards_.empty() ? "No board to review.\n" : heading;
  json::array boards;
  Players players;
  int failed = 0;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    if (!reviews[i]) {
      ++failed;
      continue;
    }
    report.text += line_of(boards_[i], *reviews[i]);
    if (i + 1 == boards_.size() || to_text(boards_[i].hands) != to_text(boards_[i + 1].hands))
      report.text += deal_text(*reviews[i]);
    boards.push_back(object_of(boards_[i], *reviews[i]));
    add_losses(players, boards_[i], *reviews[i]);
  }
  if (!players.empty()) report.text += summary(players);
  if (failed > 0)
    report.text +=
        fmt::format("Left out: {} that libdds could not solve.\n", counted(failed, "board"));
  report.complete = failed == 0;
  json::object by_name;
  for (const auto& [name, losses] : players) by_name[name] = object_of(losses);
  report.fields = {
      {"boards", std::move(boards)}, {"players", std::move(by_name)}, {"failed", failed}};
  return report;
}

}  // namespace arena::bridge
