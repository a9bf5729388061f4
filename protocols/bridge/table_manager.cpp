#include "protocols/bridge/table_manager.hpp"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace arena::bridge {

namespace {

/// What the client at a seat learns of an event, in the order of its requests.
std::vector<std::string> lines_for(Seat seat, const Dealt& deal) {
  return {tm::board(deal), tm::cards(seat_names[index_of(seat)], deal.hands[index_of(seat)])};
}
std::vector<std::string> lines_for(Seat seat, const Called& called) {
  if (called.seat == seat) return {};
  return {tm::called(called.seat, called.move)};
}
std::vector<std::string> lines_for(Seat seat, const Played& played) {
  if (played.seat == seat) return {};
  return {tm::played(played.hand, played.move.card())};
}
std::vector<std::string> lines_for(Seat seat, const Exposed& exposed) {
  if (exposed.seat == seat) return {};
  return {tm::cards("Dummy", exposed.cards)};
}
template <class E>
std::vector<std::string> lines_for(Seat /*seat*/, const E& /*other*/) {
  return {};
}

/// Who leads, for the seat that decides; empty if it does not lead.
std::string prompt(const View& view) {
  if (view.stage != Stage::play || view.tricks.on_table() != 0) return {};
  return tm::to_lead(view.turn == view.seat ? seat_names[index_of(view.seat)] : "Dummy");
}

const Refusal no_move = "This is no call or card.";
const Refusal not_the_hand = "Another hand is to play.";

/// The move of an action, if it is for the hand that is next. A declarer may also use its own name,
/// or "Dummy", for a card of dummy.
std::variant<Move, Refusal> move_of(const tm::Action& action, Seat turn, Seat seat) {
  if (action.hand && *action.hand != turn && *action.hand != seat) return not_the_hand;
  if (!action.hand && turn == seat) return not_the_hand;
  if (!action.move) return no_move;
  return *action.move;
}

}  // namespace

void TableManager::Answer::give(std::string& out) {
  if (!wanted || line.empty() || std::exchange(given, true)) return;
  tm::put(line, out);
}

void TableManager::Sequence::ask(std::optional<Seat> hand, std::optional<int> number) {
  Requests& requests = requests_[hand ? index_of(*hand) : any_hand];
  const bool is_exact = hand && number;
  if (is_exact ? *number <= requests.number : requests.open > 0) return;
  if (is_exact) requests.number = *number;
  ++requests.open;
}

void TableManager::Sequence::give(std::string& out) {
  for (; given_ < lines_.size(); ++given_) {
    Requests& named = requests_[index_of(lines_[given_].hand)];
    Requests& used = named.open > 0 ? named : requests_[any_hand];
    if (used.open == 0) return;
    --used.open;
    tm::put(lines_[given_].text, out);
  }
}

void TableManager::Sequence::forget_requests() { requests_ = {}; }

bool TableManager::Sequence::awaits() const {
  return std::ranges::any_of(requests_, [](const Requests& of_hand) { return of_hand.open > 0; });
}

void TableManager::Board::forget_requests() {
  for (Answer* answer : {&deal, &hand, &dummy}) answer->wanted = false;
  calls.forget_requests();
  cards.forget_requests();
}

bool TableManager::Board::awaits() const {
  const auto open = [](const Answer& answer) { return answer.wanted && !answer.given; };
  return open(deal) || open(hand) || open(dummy) || calls.awaits() || cards.awaits();
}

std::variant<Introduction, Refusal> TableManager::introduction(std::string_view line) {
  const tm::ClientLine read = tm::read_client_line(line);
  const auto* connecting = std::get_if<tm::Connecting>(&read);
  if (connecting == nullptr || connecting->team.empty())
    return Refusal("ERROR: Expected: Connecting \"TEAM\" as SEAT using protocol version 18");
  if (!connecting->knows_seat)
    return Refusal("ERROR: Unknown seat. Known: North, East, South, West, ANYPL");
  if (!connecting->knows_version) return Refusal("ERROR: Protocol version 18 is needed");
  return Introduction{connecting->seat, connecting->team};
}

void TableManager::begin(const Opening& opening, std::string& out) {
  const auto name = [&opening](std::size_t seat) {
    return seat < opening.names.size() ? tm::quotable(opening.names[seat]) : std::string();
  };
  teams_ = tm::teams(name(0), name(1));
  settle(out);
}

void TableManager::see(const Event& event, std::string& out) {
  std::visit([this](const auto& one) { see(one); }, event);
  settle(out);
}

void TableManager::see(const Dealt& deal) {
  if (!boards_.empty() && !boards_.back().over && !broken_off_) {
    // In a rubber or Chicago, no time is known between two deals.
    boards_.back().timing = tm::timing({}, total_);
    boards_.back().over = true;
  }
  Board board;
  const auto lines = lines_for(seat_, deal);
  board.deal.line = lines[0];
  board.hand.line = lines[1];
  if (broken_off_) {
    board.deal.wanted = boards_.front().awaits();
    boards_.clear();
  }
  boards_.push_back(std::move(board));
}

void TableManager::see(const Called& called) {
  for (std::string& line : lines_for(seat_, called))
    boards_.back().calls.add(called.seat, std::move(line));
}

void TableManager::see(const Played& played) {
  ++boards_.back().cards_played;
  for (std::string& line : lines_for(seat_, played))
    boards_.back().cards.add(played.hand, std::move(line));
}

void TableManager::see(const Exposed& exposed) {
  boards_.back().dummys_seat = exposed.seat;
  for (std::string& line : lines_for(seat_, exposed)) boards_.back().dummy.line = std::move(line);
}

void TableManager::ask(const View& view, std::string& out) {
  is_due_ = true;
  turn_ = view.turn;
  plays_card_ = view.stage == Stage::play;
  boards_.back().prompt = prompt(view);
  settle(out);
}

Heard<Bridge> TableManager::hear(std::string_view line, std::string& out) {
  const tm::ClientLine read = tm::read_client_line(line);
  if (const auto* connecting = std::get_if<tm::Connecting>(&read)) {
    if (auto fault = hear(*connecting, out)) return *std::move(fault);
  } else if (const auto* request = std::get_if<tm::Request>(&read)) {
    hear(*request);
    settle(out);
  } else if (const auto* action = std::get_if<tm::Action>(&read)) {
    return hear(*action, out);
  }
  return {};
}

std::optional<Fault> TableManager::hear(const tm::Connecting& connecting, std::string& out) {
  if (phase_ != Phase::unknown) return std::nullopt;
  const std::string_view own = seat_names[index_of(seat_)];
  if (!connecting.knows_version || !connecting.knows_seat ||
      connecting.seat.value_or(seat_) != seat_) {
    tm::put(fmt::format("ERROR: This is seat {}. Connect as {} or ANYPL, with protocol version 18",
                        own, own),
            out);
    return Fault{FaultKind::protocol,
                 fmt::format("did not connect as {} or ANYPL with protocol version 18", own)};
  }
  phase_ = Phase::seated;
  tm::put(tm::seated(seat_, connecting.team, compatibility_.plain_seated), out);
  return std::nullopt;
}

void TableManager::hear(const tm::Request& request) {
  if (request.wish == tm::Wish::teams) {
    wants_teams_ = phase_ < Phase::has_teams;
  } else if (request.wish == tm::Wish::start) {
    if (phase_ == Phase::has_teams) phase_ = Phase::playing;
  } else if (!boards_.empty()) {
    ask_board(boards_.front(), request);
  }
}

/// Some clients send each request twice, perhaps in other words: one answer is what they expect.
void TableManager::ask_board(Board& board, const tm::Request& request) {
  if (broken_off_ && !board.started) {
    // It is of the board that broke off, and tells that the client may learn of this one.
    board.deal.wanted = true;
    return;
  }
  const bool is_for_hand = request.wish == tm::Wish::deal || request.wish == tm::Wish::cards;
  // Before it knows its cards, a client asks for no more: this is of the board before.
  if (board.started && !board.hand.wanted && !is_for_hand) return;
  switch (request.wish) {
    case tm::Wish::deal:
      board.deal.wanted = true;
      break;
    case tm::Wish::cards:
      board.hand.wanted = true;
      break;
    case tm::Wish::dummy:
      board.dummy.wanted = true;
      break;
    case tm::Wish::call:
      // Between two calls of its own, a client hears one of each other seat.
      board.calls.ask(request.hand == seat_ ? std::nullopt : request.hand, own_calls_);
      break;
    case tm::Wish::card:
      // A later trick cannot be of this board.
      if (request.trick.value_or(0) > board.tricks_seen() + 1) return;
      board.cards.ask(request.of_dummy ? board.dummys_seat : request.hand, request.trick);
      break;
    default:
      break;
  }
}

Heard<Bridge> TableManager::hear(const tm::Action& action, std::string& out) {
  const bool in_board = !boards_.empty() && boards_.front().started && !broken_off_;
  if (!in_board || boards_.front().over) return {};
  if (!is_due_) {
    tm::put(action.is_card ? tm::illegal_card : tm::illegal_call, out);
    return {};
  }
  is_due_ = false;  // until the answer is refused
  auto read = move_of(action, turn_, seat_);
  if (auto* refusal = std::get_if<Refusal>(&read)) return std::move(*refusal);
  boards_.front().prompt.clear();
  const Move move = std::get<Move>(read);
  if (move.is_call()) ++own_calls_;
  return move;
}

void TableManager::refuse(const Refusal& /*refusal*/, std::string& out) {
  is_due_ = true;
  tm::put(plays_card_ ? tm::illegal_card : tm::illegal_call, out);
}

bool TableManager::is_up_to_date() const {
  if (broken_off_ || boards_.empty()) return true;
  return boards_.size() == 1 && boards_.front().is_known();
}

void TableManager::end(const Closing& closing, std::string& out) {
  is_due_ = false;
  std::array<Duration, 2> used{};
  for (std::size_t seat = 0; seat < closing.used.size(); ++seat)
    used[seat % 2] += closing.used[seat];
  for (std::size_t side = 0; side < used.size(); ++side) total_[side] += used[side];
  if (boards_.empty()) return;
  if (!closing.over || !closing.forfeits.empty()) {
    if (boards_.front().started) broken_off_ = true;
    if (!broken_off_) boards_.clear();
    return;
  }
  if (!closing.used.empty()) boards_.back().timing = tm::timing(used, total_);
  boards_.back().over = true;
  settle(out);
}

void TableManager::settle(std::string& out) {
  if (wants_teams_ && !teams_.empty()) {
    tm::put(teams_, out);
    wants_teams_ = false;
    if (phase_ == Phase::seated) phase_ = Phase::has_teams;
  }
  if (phase_ != Phase::playing) return;
  while (!boards_.empty()) {
    settle(boards_.front(), out);
    if (!boards_.front().over || !boards_.front().is_known()) return;
    if (!boards_.front().timing.empty()) tm::put(boards_.front().timing, out);
    boards_.pop_front();
  }
}

void TableManager::settle(Board& board, std::string& out) {
  if (!board.started) {
    if (broken_off_ && !board.awaits()) return;
    // What it asked for was of the board that broke off.
    if (std::exchange(broken_off_, false)) board.forget_requests();
    board.started = true;
    tm::put(tm::start_of_board, out);
  }
  board.deal.give(out);
  board.hand.give(out);
  board.calls.give(out);
  board.cards.give(out);
  board.dummy.give(out);
  if (!board.is_known()) return;
  if (!board.prompt.empty()) tm::put(std::exchange(board.prompt, {}), out);
}

void TableManagerLines::tell(const Event& event, std::string& out) const {
  std::visit(
      [&]<class E>(const E& one) {
        if constexpr (std::is_same_v<E, Dealt>) tm::put(tm::start_of_board, out);
        for (const std::string& line : lines_for(seat_, one)) tm::put(line, out);
      },
      event);
}

void TableManagerLines::ask(const View& view, std::string& out) {
  plays_card_ = view.stage == Stage::play;
  if (const std::string line = prompt(view); !line.empty()) tm::put(line, out);
}

void TableManagerLines::refuse(const Refusal& /*refusal*/, std::string& out) const {
  tm::put(plays_card_ ? tm::illegal_card : tm::illegal_call, out);
}

Reading<Bridge> TableManagerLines::read(const View& view, std::string_view line) {
  const auto action = tm::read_action(line);
  if (!action) return no_move;
  auto read = move_of(*action, view.turn, view.seat);
  if (auto* refusal = std::get_if<Refusal>(&read)) return std::move(*refusal);
  return std::get<Move>(read);
}

std::string TableManagerLines::write(const Move& move) const {
  if (!move.is_call()) return tm::played(seat_, move.card());
  const bool is_bare = move.alert.given && move.alert.text.empty();
  return tm::called(seat_, move) + (is_bare ? " Alert." : "");
}

}  // namespace arena::bridge
