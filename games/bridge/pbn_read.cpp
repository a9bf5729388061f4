// What the tags and sections of a PBN file say about its boards.
#include <algorithm>
#include <map>
#include <utility>

#include "arena/util/text.hpp"
#include "games/bridge/pbn_games.hpp"
#include "games/bridge/written.hpp"

namespace arena::bridge {

namespace {

constexpr int most_board_number = 1'000'000;
constexpr std::size_t most_read_boards = 100'000;  // in a file
constexpr std::string_view suffixes = "!?$=*";

/// The number in "7", "Open 7", "5 of 32" or "Round 2 Board 5". Otherwise 0: the board has no
/// number.
int board_number(std::string_view text) {
  constexpr std::string_view word = "board";
  std::size_t begin = 0;
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
    if (equal_ignoring_case(text.substr(at, word.size()), word)) begin = at + word.size();
  }
  text.remove_prefix(std::min(text.find_first_of("0123456789", begin), text.size()));
  const auto number = to_number<int>(text.substr(0, text.find_first_not_of("0123456789")));
  return number && *number <= most_board_number ? *number : 0;
}

/// Deals the rest of the pack to the hands that are not known. Returns what is wrong.
std::string complete(Hands& hands, std::uint64_t seed) {
  auto unknown = std::ranges::count_if(hands.of, &CardSet::empty);
  if (unknown == seat_count) return "no hand is known";
  CardSet all;
  for (const CardSet hand : hands.of) all |= hand;
  std::vector<Card> rest;
  for (const Card card : whole_pack - all) rest.push_back(card);
  Rng(seed).shuffle(rest);
  for (CardSet& hand : hands.of) {
    if (!hand.empty()) continue;
    const std::size_t size =
        --unknown == 0 ? rest.size() : std::min<std::size_t>(hand_size, rest.size());
    for (std::size_t i = 0; i < size; ++i) {
      hand.insert(rest.back());
      rest.pop_back();
    }
  }
  return fault_of(hands);
}

/// Reads a deal. A hand that is not known stays empty. Returns what is wrong.
std::string read_known_hands(std::string_view text, Hands& hands) {
  std::string whole;
  const std::string plain = plain_symbols(text);
  for (std::string_view left = plain; !left.empty(); left = trim(left)) {
    const std::string_view word = cards::next_word(left);
    const std::size_t begins = word.size() >= 2 && word[1] == ':' ? 2 : 0;
    whole += word.substr(0, begins);
    if (word.size() > begins) whole += dotted_hand(word.substr(begins));
    whole += ' ';
  }
  return read_hands(whole, hands);
}

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
  /// `before`: the board before it in the file, or null. `seed`: for hands that are not known.
  BoardReader(const PbnGame& game, const PlayedBoard* before, std::uint64_t seed,
              std::vector<PbnProblem>& problems)
      : game_(game), before_(before), seed_(seed), problems_(problems) {}

  std::optional<PlayedBoard> read() {
    board_.line = game_.line;
    read_texts();
    if (!read_deal_tags()) return std::nullopt;
    begin(board_.hands.first);
    read_auction();
    if (board_.calls.empty() || board_.contract) {
      read_contract_tags();
      read_play();
      read_result();
    }
    return std::move(board_);
  }

 private:
  void problem(std::size_t line, std::string text) { problems_.push_back({line, std::move(text)}); }
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
    board_.board = board_number(game_.text(PbnTag::board));
    const std::string_view deal = trim(game_.text(PbnTag::deal));
    if (deal.empty()) return take_deal_before();
    const std::string fault = read_deal(deal);
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
    if (!was_played || before_ == nullptr) {
      if (was_played || has(PbnTag::board)) problem(game_.line, "This board has no Deal.");
      return false;
    }
    board_.board = before_->board;
    board_.hands = before_->hands;
    board_.vulnerable = before_->vulnerable;
    return true;
  }

  /// Returns what is wrong. Where hands are not known, another table of the board has the same.
  std::string read_deal(std::string_view text) {
    std::string fault = read_known_hands(text, board_.hands);
    if (!fault.empty()) return fault;
    const auto is_same = [this](Seat seat) {
      const CardSet hand = board_.hands.of[index_of(seat)];
      return hand.empty() || hand == before_->hands.of[index_of(seat)];
    };
    if (before_ != nullptr && board_.board > 0 && is_same(0) && is_same(1) && is_same(2) &&
        is_same(3)) {
      board_.hands.of = before_->hands.of;
      return "";
    }
    return complete(board_.hands, seed_);
  }

  /// Begins the match that checks the calls and cards.
  void begin(Seat dealer) {
    Setup<Bridge> setup;
    setup.options.scoring = Scoring::total;
    setup.deal = {1, board_.vulnerable, {board_.hands}};
    setup.deal.hands.front().first = dealer;
    match_ = Position<Bridge>(setup);
  }
  [[nodiscard]] const State& now() const { return match_.state; }
  /// False, with a problem, if the move is not legal.
  bool apply(const Move& move, const PbnWord& word) {
    const Seat actor = match_.actors().front();
    if (const Refusal refusal = Bridge::check(match_.view(actor), move)) {
      problem(word.line, quoted(word.text) + " of " + std::string(seat_names[now().turn]) + ": " +
                             std::string(refusal.text()));
      return false;
    }
    match_.apply(actor, move);
    return true;
  }

  [[nodiscard]] bool calls() const { return now().stage == Stage::auction; }
  bool call(Call call, const PbnWord& word) {
    if (!calls()) {
      problem(word.line, quoted(word.text) + ": the auction was over before this call.");
      return false;
    }
    if (!apply(Move::of(call), word)) return false;
    board_.calls.push_back(Move::of(call));
    return true;
  }

  /// After a fault the auction is not known, and the tags say the contract.
  void read_auction() {
    const std::size_t count = problems_.size();
    read_calls();
    if (problems_.size() > count) return drop_auction();
    if (!calls()) return check_with_tags();
    // An auction that does not end is a question to the reader, or it was cut off.
    if (board_.calls.empty() || !read_written_contract(known(PbnTag::contract))) return;
    problem(game_.of(PbnTag::auction).line, "The auction does not end, and is left out.");
    drop_auction();
  }

  void drop_auction() {
    board_.calls.clear();
    begin(board_.hands.first);
  }

  /// Some programs leave out the first passes, so that the auction ends with another declarer.
  void check_with_tags() {
    const auto tagged = read_written_contract(known(PbnTag::contract));
    const auto declarer = read_written_seat(known(PbnTag::declarer));
    const Contract ended = now().contract;
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
    drop_auction();
  }

  void read_calls() {
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
        if (!add_call(item.text, *word)) return;
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

  bool add_call(std::string_view text, const PbnWord& word) {
    if (is_written_all_pass(text)) {
      while (calls() && call(Call::pass(), word)) {
      }
      return true;
    }
    const auto known = text == "-" ? Call::pass() : read_written_call(text);
    if (known == Call::pass() && !calls()) return true;  // one pass too many
    if (known) return call(*known, word);
    problem(word.line, quoted(word.text) + " is no call.");
    return false;
  }

  /// A note is the alert of the last call.
  void add_alert(int number) {
    const auto note = game_.notes.find(number);
    if (note == game_.notes.end()) return;
    const bool is_bare = equal_ignoring_case(trim(note->second), bare_alert);
    board_.calls.back().alert = is_bare ? Alert{true} : alert_with(note->second);
  }

  /// Without an auction, the tags say the contract.
  void read_contract_tags() {
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
    // The shortest auction with this contract leads to the same play.
    begin(*declarer);
    std::vector<Call> calls = {Call::bid(contract->level, contract->strain)};
    if (contract->doubled > 0) calls.push_back(Call::doubles());
    if (contract->doubled > 1) calls.push_back(Call::redoubles());
    calls.insert(calls.end(), 3, Call::pass());
    for (const Call call : calls) match_.apply(match_.actors().front(), Move::of(call));
  }

  /// Cards of a trick, or what stands for them, and where they stand.
  using Row = std::vector<std::pair<std::string, PbnWord>>;

  void read_play() {
    if (game_.play.empty() || now().stage != Stage::play) return;
    const Seat opening = now().turn;
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
      if (!play_trick(row, opening)) break;
      row.clear();
    }
    if (!row.empty() && row.size() < seat_count) play_trick(row, opening);
    board_.tricks = now().tricks;
  }

  /// Plays a trick in its order. Its columns are the seats from the opening leader. Returns false
  /// if the play that is known ends here.
  bool play_trick(const Row& row, Seat opening) {
    for (int i = 0; i < seat_count && now().stage == Stage::play; ++i) {
      const std::size_t column = index_of((now().turn - opening) & 3);
      if (column >= row.size()) return false;
      const auto& [text, word] = row[column];
      if (text == "-" || text == "+") return false;
      const auto card = read_written_card(text);
      if (!card) {
        problem(word.line, quoted(word.text) + " is no card.");
        return false;
      }
      if (!apply(Move::of(*card), word)) return false;
    }
    return now().stage == Stage::play;
  }

  void read_result() {
    if (!board_.contract || board_.passed_out()) return;
    const int side = side_of(board_.contract->declarer);
    if (now().stage == Stage::played_out) {
      board_.won = now().won[index_of(side)];
      return;
    }
    board_.won = value(PbnTag::result, "Result", "the declarer's tricks, from 0 to 13",
                       [side](std::string_view text) { return read_tricks(text, side); });
  }

  const PbnGame& game_;
  const PlayedBoard* before_;
  std::uint64_t seed_;
  std::vector<PbnProblem>& problems_;
  PlayedBoard board_;
  Position<Bridge> match_;
};

}  // namespace

PbnFile read_pbn(std::string_view file, std::uint64_t seed) {
  PbnFile read;
  std::uint64_t games = 0;
  bool is_complete = true;
  std::map<int, std::size_t> by_number;  // the latest
  std::optional<std::size_t> last;       // the game just before, if it is read
  for_each_pbn_game(file, read.problems, [&](const PbnGame& game) {
    const std::uint64_t own_seed = mix_seed(seed, "hands that are not known", games++);
    if (read.boards.size() == most_read_boards) {
      if (std::exchange(is_complete, false))
        read.problems.push_back({game.line, "Only " + std::to_string(most_read_boards) +
                                                " boards of a file are read."});
      return;
    }
    const int number = board_number(game.text(PbnTag::board));
    const auto known = by_number.find(number);
    const auto before = known != by_number.end() ? std::optional(known->second)
                        : number == 0            ? last
                                                 : std::nullopt;
    auto board =
        BoardReader(game, before ? &read.boards[*before] : nullptr, own_seed, read.problems).read();
    last.reset();
    if (!board) return;
    last = read.boards.size();
    if (board->board > 0) by_number[board->board] = *last;
    read.boards.push_back(std::move(*board));
  });
  // Tags may come in any order, and are read in the same.
  std::ranges::stable_sort(read.problems, {}, &PbnProblem::line);
  return read;
}

}  // namespace arena::bridge
