#include "games/bridge/double_dummy.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "arena/util/parallel.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/deal.hpp"

namespace arena::bridge {

namespace {

constexpr std::array<Seat, seat_count> declarers = {0, 2, 1, 3};  // N S E W, as PBN has them
constexpr std::array strains = {Strain::notrump, Strain::spades, Strain::hearts, Strain::diamonds,
                                Strain::clubs};

std::string cards_text(std::span<const Card> cards) {
  std::string text;
  for (const Card card : cards) text += text_of(card);
  return text.empty() ? "-" : text;
}

std::string request(std::string_view word, const FourHands& hands) {
  return fmt::format("{} {}", word, to_text(Hands{hands, 0}));
}

std::string request(std::string_view word, Strain strain, Seat leader, std::span<const Card> cards,
                    const FourHands& hands) {
  return request(fmt::format("{} {} {} {}", word, text_of(strain), seat_letters[index_of(leader)],
                             cards_text(cards)),
                 hands);
}

/// Reads "SA=9 HT=8".
std::optional<CardValues> read_values(std::string_view text) {
  CardValues values;
  while (!text.empty()) {
    const std::string_view word = cards::next_word(text);
    const auto card = read_card(word.substr(0, 2));
    const auto tricks = word.size() > 3 ? to_number<int>(word.substr(3)) : std::nullopt;
    if (!card || !tricks) return std::nullopt;
    values.push_back({*card, *tricks});
  }
  return values.empty() ? std::nullopt : std::optional(values);
}

}  // namespace

std::string tricks_text(const TrickTable& table) {
  std::string text;
  for (const Seat declarer : declarers) {
    for (const Strain strain : strains) text += fmt::format("{:x}", table.tricks(declarer, strain));
  }
  return text;
}

std::optional<TrickTable> read_tricks(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcd";
  if (text.size() != declarers.size() * strains.size()) return std::nullopt;
  TrickTable table;
  for (const Seat declarer : declarers) {
    for (const Strain strain : strains) {
      const std::size_t tricks = digits.find(lower(text.front()));
      if (tricks == std::string_view::npos) return std::nullopt;
      table.won[index_of(declarer)][static_cast<std::size_t>(strain)] =
          static_cast<std::uint8_t>(tricks);
      text.remove_prefix(1);
    }
  }
  return table;
}

std::string trick_rows(const TrickTable& table) {
  std::string text;
  for (const Seat declarer : declarers) {
    for (const Strain strain : strains) {
      text += fmt::format("{} {:>2} {:>2}\n", seat_letters[index_of(declarer)], text_of(strain),
                          table.tricks(declarer, strain));
    }
  }
  return text;
}

std::string table_text(const TrickTable& table) {
  std::string text = "      ";
  for (const Strain strain : strains) text += fmt::format("{:>4}", text_of(strain));
  text += '\n';
  for (const Seat declarer : declarers) {
    text += fmt::format("{:<6}", seat_names[index_of(declarer)]);
    for (const Strain strain : strains) text += fmt::format("{:4}", table.tricks(declarer, strain));
    text += '\n';
  }
  return text;
}

std::string optimum_text(const Par& par) {
  return fmt::format("{} {}", par.score < 0 ? "EW" : "NS", std::abs(par.score));
}

std::string outcome_text(const Contract& contract, int tricks) {
  if (contract.level == 0) return "passed out";
  const int under = contract.target() - tricks;
  return fmt::format("{} by {}, {}", text_of(contract), seat_letters[contract.declarer],
                     under > 0 ? fmt::format("{} down", under) : fmt::format("made {}", tricks));
}

DoubleDummy::DoubleDummy() {
  const auto program = helper_program("double_dummy");
  for (int i = 0; i < cores(); ++i) idle_.push_back(std::make_unique<HelperProcess>(program));
}

std::optional<TrickTable> DoubleDummy::table(const FourHands& hands) {
  const std::string wanted = request("table", hands);
  const auto answer = ask({&wanted, 1}).front();
  return answer ? read_tricks(*answer) : std::nullopt;
}

std::vector<std::optional<CardValues>> DoubleDummy::solve(std::span<const PlayPosition> positions) {
  std::vector<std::string> requests;
  for (const PlayPosition& now : positions) {
    requests.push_back(request("solve", now.strain, now.leader,
                               {now.on_table.begin(), now.on_table.end()}, now.hands));
  }
  std::vector<std::optional<CardValues>> values;
  for (const auto& answer : ask(requests))
    values.push_back(answer ? read_values(*answer) : std::nullopt);
  return values;
}

std::optional<std::vector<int>> DoubleDummy::play(const PlayedCards& played) {
  const std::string wanted =
      request("play", played.strain, played.leader, played.cards, played.hands);
  const auto answer = ask({&wanted, 1}).front();
  if (!answer) return std::nullopt;
  std::vector<int> tricks;
  for (std::string_view text = *answer; !text.empty();)
    tricks.push_back(to_number<int>(cards::next_word(text)).value_or(-1));
  const bool whole = tricks.size() == played.cards.size() + 1 && std::ranges::min(tricks) >= 0;
  return whole ? std::optional(tricks) : std::nullopt;
}

/// Waits for an idle process. The one that was used last is next, so that few run.
HelperProcess::Answers DoubleDummy::ask(std::span<const std::string> requests) {
  std::unique_lock lock(mutex_);
  returned_.wait(lock, [this] { return !idle_.empty(); });
  auto process = std::move(idle_.back());
  idle_.pop_back();
  lock.unlock();
  auto answers = process->ask(requests);
  lock.lock();
  idle_.push_back(std::move(process));
  returned_.notify_one();
  return answers;
}

std::shared_ptr<DoubleDummy> double_dummy(TableCache* table_cache) {
  if (table_cache == nullptr) return std::make_shared<DoubleDummy>();
  TableSource<std::shared_ptr<DoubleDummy>> source;
  source.name = "bridge_double_dummy";
  source.make = [] { return std::make_shared<DoubleDummy>(); };
  return *table_cache->take(source);
}

}  // namespace arena::bridge
