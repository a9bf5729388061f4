// The terminal screen of yard bridge.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>

#include "arena/util/text/text.hpp"
#include "protocols/terminal/playing_cards.hpp"
#include "protocols/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

namespace {

using ansi::AnsiWriter;
using ansi::bold;

constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

/// "puts", but "you put".
std::string verb(std::string_view plain, bool own) { return std::string(plain) + (own ? "" : "s"); }
std::string loses(bool own) { return own ? "lose" : "loses"; }

/// `7d`, `10h`.
std::string typed(Card card) {
  std::string text = to_text(card);
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text;
}

/// Removes blanks and converts to lower case, suits to letters.
std::string without_blanks(std::string_view line) {
  std::string text = cards::lettered(line);
  std::erase_if(text, is_space);
  return text;
}

/// A card, and the suit that it orders, if any.
struct Entry {
  Card card;
  std::optional<Suit> order;
};

std::optional<Entry> read_entry(std::string_view text) {
  if (text.starts_with("put")) text.remove_prefix(3);
  for (const std::size_t length : {3U, 2U}) {
    const auto card = cards::read_card(text.substr(0, length));
    if (!card || !in_pack(*card)) continue;
    const std::string_view rest = text.substr(std::min(text.size(), std::size_t{length}));
    if (rest.empty()) return Entry{*card, {}};
    if (const auto order = cards::read_suit(rest)) return Entry{*card, order};
  }
  return std::nullopt;
}

std::optional<Move> move_of(const Entry& entry) {
  const bool is_jack = jacks.contains(entry.card);
  if (is_jack != entry.order.has_value()) return std::nullopt;
  return is_jack ? Move::put(entry.card, *entry.order) : Move::put(entry.card);
}

std::string explain_unread(const std::optional<Entry>& entry) {
  if (!entry)
    return " A move is a card such as 7d or 10h, a jack with a suit such as jh s, t or d.\n";
  const std::string card = typed(entry->card);
  if (entry->order) return " Only a jack orders a suit: type " + card + ".\n";
  return " A jack orders a suit: type " + card + " s, " + card + " c, " + card + " h or " + card +
         " d.\n";
}

/// The reason of the game as a sentence, without the list of legal moves.
std::string explain_illegal(const Refusal& refusal) {
  std::string text(refusal.text().substr(0, refusal.text().find(';')));
  text[0] = upper(text[0]);
  return ' ' + text + ".\n";
}

/// Describes the events that end a turn or lie between turns.
struct EventWriter {
  const Audience& audience;
  AnsiWriter writer;

  void operator()(const Began& event) const {
    const std::string length =
        event.deals > 0 ? counted(event.deals, "deal") : "to " + counted(event.target, "point");
    const std::string own = " You are seat " + std::to_string(audience.viewpoint()) + '.';
    writer.write(ansi::wrapped("Yard bridge for " + std::to_string(event.seats) + " players, " +
                               length + '.' + (audience.watches() ? "" : own) +
                               " Fewer points win.\n"));
  }
  void operator()(const Dealt& event) const {
    writer.write("\nDeal " + std::to_string(event.deal) + ": ", bold);
    const bool own = audience.is_you(event.dealer);
    writer.write(audience.subject(event.dealer, false) + " " + verb("deal", own) + " and " +
                 verb("open", own) + " with ");
    draw(event.opening, writer);
    writer.write(".\n");
  }
  void operator()(const Skipped& event) const {
    writer.write(audience.subject(event.seat, true) + " " + loses(audience.is_you(event.seat)) +
                 " a turn.\n");
  }
  void operator()(const Shuffled& event) const {
    writer.write("The pile is shuffled and becomes the stock: " + counted(event.count, "card") +
                 ".\n");
  }
  void operator()(const Left& event) const {
    writer.write(audience.subject(event.seat, true) + " has left. The arbiter plays on for it.\n");
  }
  void operator()(const Scored& event) const {
    writer.write("The deal is over.\n", bold);
    for (Seat seat = 0; seat < static_cast<Seat>(event.points.size()); ++seat) {
      const int added = event.points[index_of(seat)];
      const int total = event.totals[index_of(seat)];
      writer.write(' ' + audience.subject(seat, true) + ": " + counted(added, "point") + ", " +
                       std::to_string(total) + " in all",
                   audience.is_you(seat) ? bold : ansi::plain);
      writer.write(added > 0 && total == 0 ? ", because exactly the target counts as 0\n" : "\n");
    }
  }
  void operator()(const Over& event) const {
    const Seats first = seats_with(event.places, 1);
    writer.write((audience.watches() ? audience.winners(first) : own(event, first)) + '\n', bold);
  }
  void operator()(const Put& /*event*/) const {}
  void operator()(const Took& /*event*/) const {}
  void operator()(const Finished& /*event*/) const {}

 private:
  [[nodiscard]] std::string own(const Over& event, Seats first) const {
    const int place = event.places[index_of(audience.viewpoint())];
    if (place > 1)
      return "You are number " + std::to_string(place) + " of " +
             std::to_string(event.places.size()) + ".";
    return first.size() == 1 ? "You win." : "You share the first place.";
  }
};

void describe_put(const Put& event, bool own, AnsiWriter writer) {
  writer.write(verb("put", own) + " ");
  draw(event.move.card(), writer);
  if (event.move.card().rank() != cards::jack) return;
  writer.write(" and " + verb("order", own) + " ");
  writer.write(cards::suit_names[event.move.suit()], cards::look_of(event.move.suit()));
}

/// `cards` are the ones that the audience may see.
void describe_take(int count, const std::vector<Card>& cards, bool own, AnsiWriter writer) {
  if (count == 0) {
    writer.write((own ? "have" : "has") + std::string(" no card to take"));
    return;
  }
  writer.write(verb("take", own) + " " + (count == 1 ? "a card" : counted(count, "card")));
  if (!cards.empty()) writer.write(":");
  for (const Card card : cards) {
    writer.write(" ");
    draw(card, writer);
  }
}

}  // namespace

const std::string_view Screen::help =
    " A turn is as many moves as you like; d ends it.\n"
    " Put     7d     a card of the top's rank, or of the suit in force; then more of\n"
    "                the same rank\n"
    "         jh s   a jack, on any card, with the suit that it orders: s c h d\n"
    " Take    t      one card from the stock, once a turn, before you put any\n"
    " Done    d      after you have put or taken a card\n"
    " Six            must be covered: take until you can\n"
    " Seven          the next player takes a card\n"
    " Eight          the next player takes two cards and loses the turn\n"
    " Ace            the next player loses the turn\n"
    "                Several of these in one turn add up.\n"
    " Points         for what is left in hand: 10 Q K 10, A 15, J 20, others none.\n"
    "                A total of exactly the target becomes 0; above it, you have\n"
    "                lost. With a fixed number of deals the target has no effect.\n"
    " Also           Enter or b shows the table, ? this help; q quits the game.\n";

AnsiWriter Screen::continue_sentence(Seat who, std::string& out) {
  if (!sentence_.empty() && who != who_) end_sentence(out);
  const bool begins = sentence_.empty();
  who_ = who;
  taken_ = 0;
  const AnsiWriter writes = writer(sentence_);
  writes.write(begins ? audience().subject(who, true) + " " : ", ");
  return writes;
}

void Screen::continue_taking(const Took& took, std::string& out) {
  if (taken_ > 0 && took.seat == who_) {
    sentence_.resize(taking_);
  } else {
    continue_sentence(took.seat, out);
    taking_ = sentence_.size();
    drawn_.clear();
  }
  taken_ += took.count;
  drawn_.insert(drawn_.end(), took.cards.begin(), took.cards.end());
  describe_take(taken_, drawn_, audience().is_you(took.seat), writer(sentence_));
}

void Screen::end_sentence(std::string& out) {
  if (sentence_.empty()) return;
  out += ansi::wrapped(sentence_ + ".\n");
  sentence_.clear();
  taken_ = 0;
}

void Screen::tell(const Event& event, std::string& out) {
  if (const auto* put = std::get_if<Put>(&event)) {
    describe_put(*put, audience().is_you(put->seat), continue_sentence(put->seat, out));
  } else if (const auto* took = std::get_if<Took>(&event)) {
    continue_taking(*took, out);
    if (took->penalty) end_sentence(out);
  } else if (const auto* finished = std::get_if<Finished>(&event)) {
    if (sentence_.empty() && !audience().is_you(finished->seat))
      continue_sentence(finished->seat, out).write("is done");
    end_sentence(out);
  } else {
    end_sentence(out);
    std::visit(EventWriter{audience(), writer(out)}, event);
  }
}

void Screen::ask(const View& view, std::string& out) {
  end_sentence(out);
  const AnsiWriter writer = this->writer(out);
  writer.write("\n");
  draw_table(view, audience(), writer);
  prompt(view, out);
}

void Screen::watch(std::span<const View> views, std::string& out) {
  end_sentence(out);
  draw_table(views, audience(), writer(out));
}

void Screen::prompt(const View& view, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  writer.write(" Your move?", bold);
  const CardSet plain = view.puts - jacks;
  const CardSet ordering = view.puts & jacks;
  std::string text;
  if (!plain.empty()) text += ", " + typed(plain.front()) + " puts it";
  if (!ordering.empty()) text += ", " + typed(ordering.front()) + " h orders hearts";
  if (view.legal.contains(Move::take())) text += ", t takes a card";
  if (view.legal.contains(Move::done())) text += ", d is done";
  writer.write(text.substr(1) + "; ? for help\n");
}

Reading<YardBridge> Screen::read(const View& view, std::string_view line) {
  const std::string answer = without_blanks(line);
  const auto entry = read_entry(answer);
  const auto move = answer == "t" || answer == "take"   ? std::optional(Move::take())
                    : answer == "d" || answer == "done" ? std::optional(Move::done())
                    : entry                             ? move_of(*entry)
                                                        : std::nullopt;
  if (!move) {
    explain(view, answer, explain_unread(entry));
    return why_unread(view, line);
  }
  clear_explanation();
  if (const Refusal refusal = YardBridge::check(view, *move))
    explain(view, explain_illegal(refusal));
  return *move;
}

}  // namespace arena::yard_bridge
