// What the tags and sections of a PBN file say about its boards.
#include <algorithm>
#include <utility>

#include "arena/util/text/text.hpp"
#include "games/bridge/files/board_play.hpp"
#include "games/bridge/files/pbn_games.hpp"
#include "games/bridge/files/written.hpp"

namespace arena::bridge {

namespace {

constexpr std::string_view suffixes = "!?$=*";

/// The tricks of the declarer's side in "9", "NS 9", "EW 4", "NS 9 EW 4" or "^9".
std::optional<int> read_tricks(std::string_view text, int side) {
  std::optional<int> tricks;
  int of = side;
  while (!text.empty()) {
    std::string_view word = cards::next_word(text);
    text = trim(text);
    if (equal_ignoring_case(word, "NS") || equal_ignoring_case(word, "EW")) {
      of = lower(word[0]) == 'n' ? 0 : 1;
      continue;
    }
    if (word.starts_with('^')) word.remove_prefix(1);
    const auto number = to_number<int>(word);
    if (!number || *number < 0 || *number > hand_size) return std::nullopt;
    tricks = of == side ? *number : hand_size - *number;
  }
  return tricks;
}

/// A word of a section: the call or card, and the number of its note.
struct Item {
  std::string text;  // empty: only a suffix of the item before it
  std::optional<int> note{};
  bool is_alerted = false;  // "2C*"
};
Item read_item(std::string_view word) {
  Item item{std::string(word.substr(0, word.find_first_of(suffixes)))};
  if (word == "*" || item.text == "--") item.text = word[0];
  item.is_alerted = word.size() > 1 && word.find('*') != std::string_view::npos;
  const std::size_t first = word.find('=');
  if (first == std::string_view::npos) return item;
  word.remove_prefix(first + 1);
  item.note = to_number<int>(word.substr(0, word.find('=')));
  return item;
}

bool is_level(std::string_view text) {
  return text.size() == 1 && text[0] >= '1' && text[0] <= '7';
}

/// Reads one board. Its calls and cards must be legal, so the game's own rules read them. What is
/// wrong with the deal leaves the board out; what is wrong with the rest leaves that out.
class BoardReader {
 public:
  BoardReader(const PbnGame& game, const ReadBoards& boards, std::vector<FileProblem>& problems)
      : game_(game), boards_(boards), problems_(problems) {}

  std::optional<PlayedBoard> read() {
    board_.line = game_.line;
    read_texts();
    if (!read_deal_tags()) return std::nullopt;
    BoardPlay play(board_);
    read_auction(play);
    if (board_.calls.empty() || board_.contract) {
      read_contract_tags(play);
      read_play(play);
      read_result(play);
    }
    return std::move(board_);
  }

 private:
  void problem(std::size_t line, std::string text) { problems_.push_back({line, std::move(text)}); }
  /// False, with a problem, if something is wrong.
  bool agrees(std::string fault, const PbnWord& word) {
    if (fault.empty()) return true;
    problem(word.line, std::move(fault));
    return false;
  }
  [[nodiscard]] bool has(PbnTag tag) const { return game_.of(tag).line != 0; }
  /// The value of a tag; empty if it is not known, "?" or "-".
  [[nodiscard]] std::string_view known(PbnTag tag) const {
    const std::string_view text = trim(game_.text(tag));
    return text == "-" && tag != PbnTag::vulnerable ? std::string_view() : text;
  }
  /// Reads a tag with `parse`, if it is there and known. A wrong value is a problem.
  template <class Parse>
  auto value(PbnTag tag, std::string_view name, std::string_view wanted, Parse parse)
      -> decltype(parse(std::string_view())) {
    const std::string_view text = known(tag);
    if (text.empty()) return std::nullopt;
    auto parsed = parse(text);
    if (!parsed) {
      problem(game_.of(tag).line,
              std::string(name) + " must be " + std::string(wanted) + ", not " + quoted(text));
    }
    return parsed;
  }
  std::optional<Seat> seat(PbnTag tag, std::string_view name) {
    return value(tag, name, "N, E, S or W", [](std::string_view text) {
      return read_written_seat(text.starts_with('^') ? text.substr(1) : text);
    });
  }

  void read_texts() {
    const auto text = [this](PbnTag tag) { return std::string(trim(game_.text(tag))); };
    board_.event = text(PbnTag::event);
    board_.site = text(PbnTag::site);
    board_.date = text(PbnTag::date);
    if (board_.date == "????.??.??") board_.date.clear();
    board_.players = {text(PbnTag::north), text(PbnTag::east), text(PbnTag::south),
                      text(PbnTag::west)};
    board_.scoring = text(PbnTag::scoring);
    board_.room = text(PbnTag::room);
    board_.double_dummy_tricks = text(PbnTag::double_dummy_tricks);
    board_.optimum_score = text(PbnTag::optimum_score);
  }

  /// False if the board cannot be played.
  bool read_deal_tags() {
    board_.board = read_written_board_number(game_.text(PbnTag::board));
    const std::string_view deal = trim(game_.text(PbnTag::deal));
    if (deal.empty()) return take_deal_before();
    const std::string fault = boards_.read_deal(deal, board_.board, board_.hands);
    if (!fault.empty()) problem(game_.of(PbnTag::deal).line, "Deal: " + fault);
    const bool has_number = board_.board > 0;
    const auto dealer = seat(PbnTag::dealer, "Dealer");
    const auto vulnerable =
        value(PbnTag::vulnerable, "Vulnerable", "None, NS, EW or All", read_written_vulnerable);
    if (dealer || has_number) board_.hands.first = dealer ? *dealer : dealer_of_board(board_.board);
    board_.vulnerable =
        vulnerable.value_or(has_number ? vulnerable_on_board(board_.board) : Vulnerable::none);
    const bool is_told = (dealer || known(PbnTag::dealer).empty()) &&
                         (vulnerable || known(PbnTag::vulnerable).empty());
    return fault.empty() && (is_told || has_number);
  }

  /// A second table often has only what differs from the first.
  bool take_deal_before() {
    const bool was_played =
        has(PbnTag::auction) || has(PbnTag::play) || has(PbnTag::contract) || has(PbnTag::result);
    const PlayedBoard* before = boards_.before(board_.board);
    if (!was_played || before == nullptr) {
      if (was_played || has(PbnTag::board)) problem(game_.line, "This board has no Deal.");
      return false;
    }
    board_.board = before->board;
    board_.hands = before->hands;
    board_.vulnerable = before->vulnerable;
    return true;
  }

  /// After a fault the auction is not known, and the tags say the contract.
  void read_auction(BoardPlay& play) {
    const std::size_t count = problems_.size();
    read_calls(play);
    if (problems_.size() > count) return play.drop_auction();
    if (!play.in_auction()) return check_with_tags(play);
    // An auction that does not end is a question to the reader, or it was cut off.
    if (board_.calls.empty() || !read_written_contract(known(PbnTag::contract))) return;
    problem(game_.of(PbnTag::auction).line, "The auction does not end, and is left out.");
    play.drop_auction();
  }

  /// Some programs leave out the first passes, so that the auction ends with another declarer.
  void check_with_tags(BoardPlay& play) {
    const auto tagged = read_written_contract(known(PbnTag::contract));
    const auto declarer = read_written_seat(known(PbnTag::declarer));
    const Contract ended = play.contract();
    const bool is_other = tagged && (tagged->level != ended.level ||
                                     (tagged->level > 0 && (tagged->strain != ended.strain ||
                                                            tagged->doubled != ended.doubled)));
    const bool has_other = ended.level > 0 && declarer && *declarer != Seat{ended.declarer};
    if (!is_other && !has_other) {
      board_.contract = ended;
      return;
    }
    problem(game_.of(PbnTag::auction).line,
            "The auction leads to another contract than Contract and Declarer, and is left out.");
    play.drop_auction();
  }

  void read_calls(BoardPlay& play) {
    const std::optional<Seat> first = seat(PbnTag::auction, "Auction");
    Seat caller = first.value_or(board_.dealer());
    for (auto word = game_.auction.begin(); word != game_.auction.end(); ++word) {
      Item item = read_item(word->text);
      if (is_level(item.text) && word + 1 != game_.auction.end()) {  // "1 NT"
        const std::string level = item.text;
        item = read_item((++word)->text);
        item.text = level + item.text;
      }
      if (item.text == "*" || item.text == "+") break;
      if (item.text == "-" && board_.calls.empty()) {
        caller = after(caller);
      } else if (!item.text.empty() && !item.text.starts_with('^')) {
        if (board_.calls.empty() && !begins_auction(caller, *word)) return;
        if (!add_call(play, item.text, *word)) return;
      }
      if (board_.calls.empty()) continue;
      if (item.is_alerted) board_.calls.back().alert = {true};
      if (item.note) add_alert(*item.note);
    }
  }

  /// The dealer calls first.
  bool begins_auction(Seat caller, const PbnWord& word) {
    if (caller == board_.dealer()) return true;
    problem(word.line, "The auction begins with " + std::string(seat_names[index_of(caller)]) +
                           ", but " + std::string(seat_names[index_of(board_.dealer())]) +
                           " is the dealer.");
    return false;
  }

  bool add_call(BoardPlay& play, std::string_view text, const PbnWord& word) {
    if (is_written_all_pass(text)) {
      play.pass_to_the_end();
      return true;
    }
    const auto known = text == "-" ? Call::pass() : read_written_call(text);
    if (known == Call::pass() && !play.in_auction()) return true;  // one pass too many
    return agrees(known ? play.call(*known, word.text) : quoted(word.text) + " is no call.", word);
  }

  /// A note is the alert of the last call.
  void add_alert(int number) {
    const auto note = game_.notes.find(number);
    if (note == game_.notes.end()) return;
    const bool is_bare = equal_ignoring_case(trim(note->second), bare_alert);
    board_.calls.back().alert = is_bare ? Alert{true} : alert_with(note->second);
  }

  /// Without an auction, the tags say the contract.
  void read_contract_tags(BoardPlay& play) {
    if (!board_.calls.empty()) return;
    auto contract =
        value(PbnTag::contract, "Contract", "such as 4SX or Pass", read_written_contract);
    if (!contract) return;
    if (contract->level == 0) {
      board_.contract = contract;
      return;
    }
    const auto declarer = seat(PbnTag::declarer, "Declarer");
    if (!declarer) return;
    contract->declarer = static_cast<std::uint8_t>(*declarer);
    board_.contract = contract;
    play.play_in(*contract);
  }

  /// Cards of a trick, or what stands for them, and where they stand.
  using Row = std::vector<std::pair<std::string, PbnWord>>;

  void read_play(BoardPlay& play) {
    if (game_.play.empty() || !play.in_play()) return;
    const Seat opening = play.turn();
    if (const auto leader = seat(PbnTag::play, "Play"); leader && *leader != opening) {
      return problem(game_.of(PbnTag::play).line,
                     "The opening leader is " + std::string(seat_names[index_of(opening)]) +
                         ", not " + std::string(seat_names[index_of(*leader)]) + ".");
    }
    Row row;
    for (const PbnWord& word : game_.play) {
      const Item item = read_item(word.text);
      if (item.text == "*") break;
      if (item.text.empty() || item.text.starts_with('^')) continue;
      row.push_back({item.text, word});
      if (row.size() < seat_count) continue;
      if (!play_trick(play, row, opening)) break;
      row.clear();
    }
    if (!row.empty() && row.size() < seat_count) play_trick(play, row, opening);
  }

  /// Plays a trick in its order. Its columns are the seats from the opening leader. Returns false
  /// if the play that is known ends here.
  bool play_trick(BoardPlay& play, const Row& row, Seat opening) {
    for (int i = 0; i < seat_count && play.in_play(); ++i) {
      const std::size_t column = index_of((play.turn() - opening) & 3);
      if (column >= row.size()) return false;
      const auto& [text, word] = row[column];
      if (text == "-" || text == "+") return false;
      const auto card = read_written_card(text);
      if (!agrees(card ? play.play(*card, word.text) : quoted(word.text) + " is no card.", word))
        return false;
    }
    return play.in_play();
  }

  void read_result(const BoardPlay& play) {
    if (!board_.contract || board_.passed_out()) return;
    board_.won = play.won();
    if (board_.won) return;
    const int side = side_of(board_.contract->declarer);
    board_.won = value(PbnTag::result, "Result", "the declarer's tricks, from 0 to 13",
                       [side](std::string_view text) { return read_tricks(text, side); });
  }

  const PbnGame& game_;
  const ReadBoards& boards_;
  std::vector<FileProblem>& problems_;
  PlayedBoard board_;
};

}  // namespace

BoardFile read_pbn(std::string_view file, std::uint64_t seed) {
  BoardFile read;
  ReadBoards boards(read, seed);
  for_each_pbn_game(file, read.problems, [&](const PbnGame& game) {
    if (!boards.begin(game.line)) return;
    auto board = BoardReader(game, boards, read.problems).read();
    if (board) boards.add(std::move(*board));
  });
  // Tags may come in any order, and are read in the same.
  std::ranges::stable_sort(read.problems, {}, &FileProblem::line);
  return read;
}

}  // namespace arena::bridge
