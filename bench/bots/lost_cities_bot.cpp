// A Lost Cities bot that answers at once, over its standard streams or as a TCP client.
//   bench_lost_cities_bot                 discards its first card and draws from the deck
//   bench_lost_cities_bot long            keeps ten cards in the deck, until the turn limit
//   bench_lost_cities_bot PORT GAMES      plays GAMES games at 127.0.0.1, one connection each
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "bench/bots/lines.hpp"

namespace {

constexpr std::string_view letters = "domjv";
constexpr int cards_left_alone = 10;

std::string_view line_after(std::string_view board, std::string_view label) {
  const std::size_t begin = board.rfind(label) + label.size();
  return board.substr(begin, board.find('\n', begin) - begin);
}

/// The land (from 0) of a pile to draw from: not empty, and not `closed`. -1 if no pile is.
int open_pile(std::string_view board, int closed) {
  constexpr std::string_view label = "Discards:  ";
  std::size_t at = board.rfind("Deserts:");
  for (int land = 0; land < static_cast<int>(letters.size()); ++land) {
    at = board.find(label, at) + label.size();
    if (board[at] != '\n' && land != closed) return land;
  }
  return -1;
}

class Player {
 public:
  explicit Player(bool plays_long) : long_(plays_long) {}

  /// Writes the answer to `question`, a board with the messages before it.
  void answer(std::string_view question, int to) {
    if (question.ends_with("Your play?\n")) return discard(question, to);
    const std::string_view deck = line_after(question, " Deck:  ");
    const auto left = std::count(deck.begin(), deck.end(), '#');
    const int pile = long_ && left <= cards_left_alone ? open_pile(question, closed_) : -1;
    const std::array<char, 2> text = {pile < 0 ? 'n' : letters[static_cast<std::size_t>(pile)],
                                      '\n'};
    bots::write_all(to, {text.data(), text.size()});
  }

 private:
  void discard(std::string_view question, int to) {
    std::string_view card = line_after(question, " Hand:  ");
    card = card.substr(0, card.find(' '));
    std::array<char, 5> text = {'d'};
    std::size_t size = 1;
    if (card.starts_with("Inv")) {
      text[size++] = 'i';
      card.remove_prefix(3);
    }
    for (char c : card) text[size++] = c;
    closed_ = static_cast<int>(std::string_view("DOMJV").find(card.back()));
    text[size++] = '\n';
    bots::write_all(to, {text.data(), size});
  }

  bool long_;
  int closed_ = -1;
};

void play(int from, int to, bool plays_long) {
  bots::Messages messages(from);
  Player player(plays_long);
  for (auto text = messages.next("?\n"); !text.empty(); text = messages.next("?\n"))
    player.answer(text, to);
}

int connected(std::uint16_t port) {
  const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    std::exit(1);
  return connection;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    play(STDIN_FILENO, STDOUT_FILENO, argc == 2);
    return 0;
  }
  const auto port = static_cast<std::uint16_t>(std::atoi(argv[1]));
  for (int games = std::atoi(argv[2]); games > 0; --games) {
    const int connection = connected(port);
    play(connection, connection, false);
    ::close(connection);
  }
}
