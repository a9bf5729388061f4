// LIN is a row of tags, each with a value: "mb|1N|". A board has its room (qx), its players (pn),
// its deal (md) and more in any order, and then calls (mb) and cards (pc). Tags of layout and
// comments are skipped.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/util/text/text.hpp"
#include "games/bridge/files/board_play.hpp"
#include "games/bridge/files/lin.hpp"
#include "games/bridge/files/lin_parts.hpp"
#include "games/bridge/files/written.hpp"

namespace arena::bridge {

namespace {

constexpr Seat first_seat = 2;  // South: hands and names begin with it

std::vector<std::string_view> fields_of(std::string_view list) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = list.find(',');
    fields.push_back(trim(list.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    list.remove_prefix(comma + 1);
  }
}

/// What a file says of all its boards, or of those that follow.
struct LinHead {
  std::string event;
  std::string scoring;  // as PBN names it
  // Of the open room and then of the closed one, from South.
  std::array<std::string, 2 * seat_count> names;

  void read_event(std::string_view value) {
    const auto fields = fields_of(value);
    event = fields[0];
    if (fields.size() > 1 && !fields[1].empty()) event += ", " + std::string(fields[1]);
    if (fields.size() < 3) return;
    scoring = equal_ignoring_case(fields[2], "I")   ? "IMP"
              : equal_ignoring_case(fields[2], "P") ? "MP"
              : equal_ignoring_case(fields[2], "B") ? "BAM"
                                                    : "";
  }
  void read_names(std::string_view value) {
    const auto fields = fields_of(value);
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = i < fields.size() ? fields[i] : std::string_view();
  }
  /// By seat.
  [[nodiscard]] std::array<std::string, seat_count> players(bool is_closed) const {
    const bool has_both = std::any_of(names.begin() + seat_count, names.end(),
                                      [](const std::string& name) { return !name.empty(); });
    std::array<std::string, seat_count> players;
    for (std::size_t i = 0; i < players.size(); ++i)
      players[(first_seat + i) % seat_count] = names[i + (is_closed && has_both ? seat_count : 0)];
    return players;
  }
};

/// The parts of one board.
struct LinBoard {
  std::map<std::string, LinPart> head;  // by name
  std::vector<LinPart> moves;           // mb, an, pc, mc, up

  [[nodiscard]] bool has(const std::string& name) const { return head.contains(name); }
  [[nodiscard]] std::string_view text(const std::string& name) const {
    const auto found = head.find(name);
    return found == head.end() ? std::string_view() : found->second.value;
  }
  [[nodiscard]] std::size_t line() const {
    std::size_t first = moves.empty() ? 0 : moves.front().line;
    for (const auto& [name, part] : head)
      first = first == 0 ? part.line : std::min(first, part.line);
    return first;
  }
};

/// What the longest beginning of a text is read as, and its size.
template <class Read>
auto longest(std::string_view text, Read read) {
  constexpr std::size_t most = 12;  // "7 notrumps", in symbols
  std::pair<decltype(read(text)), std::size_t> found{std::nullopt, std::min(text.size(), most)};
  while (found.second > 0) {
    found.first = read(text.substr(0, found.second));
    if (found.first) break;
    --found.second;
  }
  return found;
}

std::optional<Call> read_lin_call(std::string_view text) {
  return text == "-" ? Call::pass() : read_written_call(text);
}

/// Reads one board.
class LinBoardReader {
 public:
  LinBoardReader(const LinBoard& parts, const LinHead& head, const ReadBoards& boards,
                 std::vector<FileProblem>& problems)
      : parts_(parts), head_(head), boards_(boards), problems_(problems) {}

  std::optional<PlayedBoard> read() {
    board_.line = parts_.line();
    const std::string_view room = parts_.text("qx");  // "o1" or "c1"; lessons have other texts
    const bool is_room = room.size() > 1 && room[1] >= '0' && room[1] <= '9';
    const bool is_closed = is_room && lower(room[0]) == 'c';
    board_.event = head_.event;
    board_.scoring = head_.scoring;
    board_.players = head_.players(is_closed);
    if (is_closed || (is_room && lower(room[0]) == 'o'))
      board_.room = is_closed ? "Closed" : "Open";
    board_.board = read_written_board_number(parts_.text("ah"));
    if (board_.board == 0) board_.board = read_written_board_number(room);
    if (!(parts_.has("md") ? read_deal() : take_deal_before())) return std::nullopt;
    read_vulnerable();
    BoardPlay play(board_);
    read_moves(play);
    return std::move(board_);
  }

 private:
  bool problem(std::size_t line, std::string text) {
    problems_.push_back({line, std::move(text)});
    return false;
  }

  bool take_deal_before() {
    const PlayedBoard* before = boards_.before(board_.board);
    if (before == nullptr) return problem(board_.line, "This board has no deal (md).");
    board_.board = before->board;
    board_.hands = before->hands;
    board_.vulnerable = before->vulnerable;
    return true;
  }

  /// "3SAQ4HKT5D92CAKJ76,...": the dealer, counted from South, and the hands from South. The last
  /// hand is often left out.
  bool read_deal() {
    const LinPart& md = parts_.head.at("md");
    std::string_view text = md.value;
    const std::optional<Seat> dealer = read_dealer(text);
    if (!dealer)
      return problem(md.line, "md must begin with the dealer, 1 to 4 for S, W, N and E, not " +
                                  quoted(text.substr(0, text.find(','))) + '.');
    auto hands = fields_of(text);
    if (hands.size() == seat_count + 1 && hands.back().empty()) hands.pop_back();
    if (hands.size() > seat_count)
      return problem(md.line, "md has " + counted(hands.size(), "hand") + ", not 4.");
    hands.resize(seat_count);
    const std::string fault =
        boards_.read_deal("S:" + joined(hands, " ", pbn_hand), board_.board, board_.hands);
    if (!fault.empty()) return problem(md.line, "md: " + fault);
    board_.hands.first = *dealer;
    if (board_.board > 0) board_.vulnerable = vulnerable_on_board(board_.board);
    return true;
  }

  /// Takes the dealer from a deal. Without one, or with 0, the board's number decides.
  [[nodiscard]] std::optional<Seat> read_dealer(std::string_view& text) const {
    const char digit = text.empty() ? '0' : text[0];
    if (digit < '0' || digit > '4')
      return board_.board > 0 ? std::optional(dealer_of_board(board_.board)) : std::nullopt;
    if (digit == '0' && board_.board == 0) return std::nullopt;
    text.remove_prefix(std::min<std::size_t>(1, text.size()));
    return digit == '0' ? dealer_of_board(board_.board) : after(first_seat, digit - '1');
  }

  /// On one word; "-" if it is not known.
  static std::string pbn_hand(std::string_view hand) {
    std::string word(hand);
    std::erase_if(word, is_space);
    return word.empty() ? "-" : word;
  }

  void read_vulnerable() {
    const std::string_view text = parts_.text("sv");
    if (text.empty()) return;
    if (const auto known = read_written_vulnerable(text)) {
      board_.vulnerable = *known;
    } else {
      problem(parts_.head.at("sv").line, "sv must be o, n, e or b, not " + quoted(text) + '.');
    }
  }

  /// After a call that is wrong the auction is not known. After a card that is wrong the claim
  /// still counts.
  void read_moves(BoardPlay& play) {
    const LinPart* claim = nullptr;
    bool is_left_out = false;
    for (const LinPart& part : parts_.moves) {
      if (part.name == "mc") {
        claim = &part;
      } else if (!is_left_out) {
        const std::string fault = read_move(play, part);
        is_left_out = !fault.empty();
        if (is_left_out) problem(part.line, fault);
        if (is_left_out && board_.tricks.cards.empty() && part.name == "mb") play.drop_auction();
      }
    }
    const auto claimed = claim != nullptr ? read_claim(*claim) : std::nullopt;
    if (claimed && !board_.calls.empty()) play.pass_to_the_end();
    if (play.in_auction()) return;
    board_.contract = play.contract();
    if (board_.passed_out()) return;
    board_.won = play.won();
    if (!board_.won) board_.won = claimed;
  }

  /// All tricks of the declarer's side. House rule: 0 before the first card says that there is no
  /// result, as programs write it.
  std::optional<int> read_claim(const LinPart& part) {
    const auto tricks = to_number<int>(part.value);
    const int least = board_.tricks.cards.empty() ? 1 : 0;
    if (tricks && *tricks >= least && *tricks <= hand_size) return tricks;
    if (!part.value.empty() && tricks != 0)
      problem(part.line,
              "mc must be the declarer's tricks, from 0 to 13, not " + quoted(part.value) + '.');
    return std::nullopt;
  }

  /// Returns what is wrong.
  std::string read_move(BoardPlay& play, const LinPart& part) {
    if (part.name == "mb") return read_calls(play, part.value);
    if (part.name == "pc") return read_cards(play, part.value);
    if (part.name == "up") return read_taken_back();
    const bool is_bare = part.value == "!" || part.value == "?";
    if (!board_.calls.empty() && !part.value.empty())
      board_.calls.back().alert = is_bare ? Alert{true} : alert_with(part.value);
    return "";
  }

  /// House rule: what came in the place of cards is not looked for.
  [[nodiscard]] std::string read_taken_back() const {
    return board_.tricks.cards.empty() ? ""
                                       : "Cards are taken back: the play is left out from here.";
  }

  /// "1N!", or several calls: "1Sp2Sppp". A question mark asks the reader.
  std::string read_calls(BoardPlay& play, std::string_view value) {
    std::string text(value);
    std::erase_if(text, [](char c) {
      return is_space(c) || std::string_view(",;?()").find(c) != std::string_view::npos;
    });
    if (is_written_all_pass(text)) {
      play.pass_to_the_end();
      return "";
    }
    for (std::string_view left = text; !left.empty();) {
      // There may be passes too many.
      if (!play.in_auction() && left.find_first_not_of("pPaAsS-") == std::string_view::npos) break;
      if (left[0] == '!' || left[0] == '*') {
        if (!board_.calls.empty()) board_.calls.back().alert.given = true;
        left.remove_prefix(1);
        continue;
      }
      const auto [call, size] = longest(left, read_lin_call);
      if (!call) return quoted(value) + " is no call.";
      std::string fault = play.call(*call, left.substr(0, size));
      if (!fault.empty()) return fault;
      left.remove_prefix(size);
    }
    return "";
  }

  /// "S2", or several cards in the order of play. An auction without its last passes was over.
  std::string read_cards(BoardPlay& play, std::string_view value) {
    std::string text(value);
    std::erase_if(text, [](char c) { return is_space(c) || c == ','; });
    if (text.empty()) return "";
    if (board_.calls.empty()) return "The auction is not known, so the play is left out.";
    play.pass_to_the_end();
    for (std::string_view left = text; !left.empty();) {
      const auto [card, size] = longest(left, read_written_card);
      if (!card) return quoted(value) + " is no card.";
      std::string fault = play.play(*card, left.substr(0, size));
      if (!fault.empty()) return fault;
      left.remove_prefix(size);
    }
    return "";
  }

  const LinBoard& parts_;
  const LinHead& head_;
  const ReadBoards& boards_;
  std::vector<FileProblem>& problems_;
  PlayedBoard board_;
};

/// Puts the parts of a file together to boards.
class LinReader {
 public:
  LinReader(std::string_view text, std::uint64_t seed) : boards_(file_, seed), text_(text) {}

  BoardFile read() {
    LinParts parts(text_, file_.problems);
    while (const auto part = parts.next()) take(*part);
    end_board();
    std::ranges::stable_sort(file_.problems, {}, &FileProblem::line);
    return std::move(file_);
  }

 private:
  void take(LinPart part) {
    if (part.name == "pw") part.name = "pn";
    if (part.name == "vg") {
      end_board();
      head_.read_event(part.value);
    } else if (is_move(part.name)) {
      settle();
      board_.moves.push_back(part);
    } else if (part.name == "qx" || part.name == "md") {
      take_start(part);
    } else if (part.name == "pn" || part.name == "ah" || part.name == "sv") {
      const bool is_again = board_.has("md") && board_.has(part.name);
      if (is_again || !board_.moves.empty())
        waiting_.push_back(part);
      else
        add(part);
    }
  }

  /// True if it tells what happened at the table.
  [[nodiscard]] bool is_move(std::string_view name) const {
    const bool needs_others = name == "an" || name == "up";
    return name == "mb" || name == "pc" || name == "mc" || (needs_others && !board_.moves.empty());
  }

  /// The room and the deal, which come once in a board.
  void take_start(const LinPart& part) {
    constexpr std::size_t shortest_deal = 39;  // three hands
    const bool is_other = board_.has(part.name) || !board_.moves.empty();
    // In lessons, cards go from hand to hand: "md|0,S2,,C9|".
    if (is_other && part.value.starts_with('0') && part.value.size() < shortest_deal) return;
    if (is_other) {
      const auto waiting = std::exchange(waiting_, {});
      end_board();
      for (const LinPart& head : waiting) add(head);
    }
    add(part);
  }

  void add(const LinPart& part) {
    // A title may follow that is no title of a board.
    if (part.name == "ah" && read_written_board_number(board_.text("ah")) > 0) return;
    if (part.name == "pn") head_.read_names(part.value);
    board_.head[part.name] = part;
  }

  /// What comes again, or after calls and cards, belongs to this board if it goes on.
  void settle() {
    for (const LinPart& part : std::exchange(waiting_, {})) {
      if (part.name == "ah" || !board_.has(part.name)) add(part);
    }
  }

  void end_board() {
    settle();
    const LinBoard board = std::exchange(board_, {});
    if ((!board.has("md") && board.moves.empty()) || !boards_.begin(board.line())) return;
    auto read = LinBoardReader(board, head_, boards_, file_.problems).read();
    if (read) boards_.add(std::move(*read));
  }

  BoardFile file_;
  ReadBoards boards_;
  std::string_view text_;
  LinHead head_;
  LinBoard board_;
  std::vector<LinPart> waiting_;  // parts of this board or of the next one
};

}  // namespace

BoardFile read_lin(std::string_view text, std::uint64_t seed) {
  const std::string lin = without_links(text);
  return LinReader(lin, seed).read();
}

}  // namespace arena::bridge
