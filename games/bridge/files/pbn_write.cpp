// The export format of PBN.
#include <algorithm>
#include <array>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/utf8.hpp"
#include "games/bridge/files/pbn.hpp"

namespace arena::bridge {

namespace {

constexpr std::size_t longest_line = 253;  // 255 with the end of the line, also if it is CR LF
constexpr int most_notes = 32;             // in one auction
constexpr int calls_in_line = 4;

/// "?" if it is not known. "#" has a meaning at the beginning of a value, so a blank is before it.
std::string value_text(std::string_view text) {
  const std::string value = on_one_line(text);
  if (value.empty()) return "?";
  return (value.front() == '#' ? " " : "") + value;
}

/// Adds a line with a tag. A long value is cut.
void add_tag(std::string& out, std::string_view name, std::string_view value) {
  std::string line = '[' + std::string(name) + " \"";
  while (!value.empty()) {
    const std::string_view first = value.substr(0, first_character(value).size);
    const std::string_view escape = first == "\"" || first == "\\" ? "\\" : "";
    if (line.size() + escape.size() + first.size() + 2 > longest_line) break;
    line += escape;
    line += first;
    value.remove_prefix(first.size());
  }
  if (line.size() + 2 >= longest_line) line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\"]\n";
}

std::string letter(Seat seat) { return {seat_letters[index_of(seat)]}; }

std::string vulnerable_text(Vulnerable vulnerable) {
  constexpr std::array<std::string_view, 4> texts = {"None", "NS", "EW", "All"};
  return std::string(texts[static_cast<std::size_t>(vulnerable)]);
}

/// "Pass", "X", "1NT".
std::string call_text(Call call) { return call == Call::pass() ? "Pass" : text_of(call); }

void add_result(std::string& out, const PlayedBoard& board) {
  if (!board.contract) {
    for (const std::string_view name : {"Declarer", "Contract", "Result"}) add_tag(out, name, "?");
  } else if (board.passed_out()) {
    add_tag(out, "Declarer", "");
    add_tag(out, "Contract", "Pass");
    add_tag(out, "Result", "");
  } else {
    add_tag(out, "Declarer", letter(board.contract->declarer));
    add_tag(out, "Contract", text_of(*board.contract));
    add_tag(out, "Result", board.won ? std::to_string(*board.won) : "?");
  }
}

void add_supplement(std::string& out, const PlayedBoard& board) {
  const auto add = [&out](std::string_view name, const std::string& value) {
    if (!value.empty()) add_tag(out, name, value_text(value));
  };
  add("BidSystemEW", board.systems[1]);
  add("BidSystemNS", board.systems[0]);
  add("DoubleDummyTricks", board.double_dummy_tricks);
  if (!board.trick_rows.empty()) {
    // Backslashes of a table's columns are written as they are.
    out += "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\n" + board.trick_rows;
  }
  add("OptimumScore", board.optimum_score);
  add("Room", board.room);
  if (const auto score = score_of(board)) add("Score", "NS " + std::to_string(*score));
}

/// The numbers of the alerts' texts. Equal texts share a number.
class Notes {
 public:
  /// " =1="; empty if there are too many texts.
  std::string reference(const Alert& alert) {
    const std::string text = alert.text.empty() ? std::string(bare_alert)
                                                : std::string(alert.text.begin(), alert.text.end());
    const auto found = std::ranges::find(texts_, text);
    if (found == texts_.end() && texts_.size() == most_notes) return "";
    const auto number = found - texts_.begin() + 1;
    if (found == texts_.end()) texts_.push_back(text);
    return " =" + std::to_string(number) + '=';
  }
  void write(std::string& out) const {
    for (std::size_t i = 0; i < texts_.size(); ++i)
      add_tag(out, "Note", std::to_string(i + 1) + ':' + texts_[i]);
  }

 private:
  std::vector<std::string> texts_;
};

void add_auction(std::string& out, const PlayedBoard& board) {
  if (board.calls.empty() && board.contract) return;  // only the contract is known
  add_tag(out, "Auction", letter(board.dealer()));
  Notes notes;
  int count = 0;
  for (const Move& call : board.calls) {
    if (count > 0) out += count % calls_in_line == 0 ? '\n' : ' ';
    out += call_text(call.call());
    if (call.alert.given) out += notes.reference(call.alert);
    ++count;
  }
  if (count > 0) out += '\n';
  if (!board.contract) out += "*\n";
  notes.write(out);
}

/// One trick. The columns are the seats clockwise from the opening leader.
void add_trick(std::string& out, const Tricks& tricks, std::size_t trick) {
  const int first_column = tricks.leaders[trick] - tricks.leaders[0];
  std::array<std::string, seat_count> cells = {"-", "-", "-", "-"};
  for (int i = 0; i < seat_count; ++i) {
    const std::size_t at = trick * seat_count + index_of(i);
    if (at < tricks.cards.size())
      cells[index_of((first_column + i) & 3)] = text_of(tricks.cards[at]);
  }
  out += cells[0] + ' ' + cells[1] + ' ' + cells[2] + ' ' + cells[3] + '\n';
}

void add_play(std::string& out, const PlayedBoard& board) {
  if (!board.contract || board.passed_out()) return;
  const Tricks& tricks = board.tricks;
  if (tricks.cards.empty()) {
    if (board.calls.empty() || board.won) return;  // the play is not known
    add_tag(out, "Play", letter(after(board.contract->declarer)));
    out += "*\n";
    return;
  }
  add_tag(out, "Play", letter(tricks.leaders[0]));
  for (std::size_t trick = 0; trick < tricks.leaders.size(); ++trick) add_trick(out, tricks, trick);
  if (tricks.cards.size() < pack_size) out += "*\n";
}

}  // namespace

std::string write_pbn(const PlayedBoard& board) {
  constexpr Seat west = 3;
  std::string out;
  add_tag(out, "Event", value_text(board.event));
  add_tag(out, "Site", value_text(board.site));
  add_tag(out, "Date", board.date.empty() ? "????.??.??" : value_text(board.date));
  add_tag(out, "Board", board.board > 0 ? std::to_string(board.board) : "?");
  for (int i = 0; i < seat_count; ++i) {
    const std::size_t seat = index_of(after(west, i));
    add_tag(out, seat_names[seat], value_text(board.players[seat]));
  }
  add_tag(out, "Dealer", letter(board.dealer()));
  add_tag(out, "Vulnerable", vulnerable_text(board.vulnerable));
  add_tag(out, "Deal", to_text(board.hands));
  add_tag(out, "Scoring", value_text(board.scoring));
  add_result(out, board);
  add_supplement(out, board);
  add_auction(out, board);
  add_play(out, board);
  return out;
}

}  // namespace arena::bridge
