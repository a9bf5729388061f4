// A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.
//
// Build and run it:  g++ -O2 lost_cities_bot.cpp -o bot && arena run lost_cities -p ./bot
// It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
// Put your own ideas into choose_play and choose_draw. Print to std::cerr to debug.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

constexpr int good_enough = 30;  // begin an expedition if its numbers + the turns left reach this
constexpr int play_cost = 4;     // playing now gives up the chance to wait for a better card

struct Card {
  int value;  // an investment has the value 0
  char land;
};

// The board as last shown: the values in each land, oldest first, such as mine['J'] = {0, 2, 5}.
using Rows = std::map<char, std::vector<int>>;
std::map<std::string, Rows> sides{{"You:", {}}, {"Opponent:", {}}, {"Discards:", {}}};
Rows &mine = sides["You:"], &theirs = sides["Opponent:"], &discards = sides["Discards:"];
std::vector<Card> hand;
int deck = 0;

std::string text(Card c) { return (c.value > 0 ? std::to_string(c.value) : "i") + c.land; }

int top(char land, Rows& side) { return side[land].empty() ? 0 : side[land].back(); }

bool fits(Card c, Rows& side) {  // numbers rise, investments lie below them
  return c.value > top(c.land, side) || (c.value == 0 && top(c.land, side) == 0);
}

bool sure(Card c) {  // a number that fits on an expedition that I have begun
  return c.value > 0 && !mine[c.land].empty() && fits(c, mine);
}

int strength(char land) {  // the numbers on my expedition and those in hand that fit
  int sum = 0;
  for (int value : mine[land]) sum += value;
  for (Card c : hand) sum += c.land == land && fits(c, mine) ? c.value : 0;
  return sum;
}

int jump(Card c) {  // how many numbers it skips, which are then lost
  return c.value - 1 - std::max(top(c.land, mine), 1);
}

int discard_cost(Card c) {  // what a discard costs me, plus what it may give the opponent
  int loss = mine[c.land].empty() ? strength(c.land) / 2 : 10;
  int gift = !theirs[c.land].empty() && fits(c, theirs) ? c.value : 0;
  return gift + (fits(c, mine) ? loss : 0);
}

std::string choose_play() {  // a card to play, such as "5J" or "iD" (Inv), or to discard: "d5J"
  int turns = (deck + 1) / 2, ready = std::count_if(hand.begin(), hand.end(), sure);
  bool hurry = ready > 0 && ready >= turns - 2;
  auto wanted = [&](Card c) {
    auto higher = [&](Card other) { return sure(other) && other.value > c.value; };
    if (hurry)  // play only the highest cards, as many as there are turns
      return sure(c) && std::count_if(hand.begin(), hand.end(), higher) < turns;
    return sure(c) || (fits(c, mine) && strength(c.land) + turns >= good_enough);
  };
  const Card *card = nullptr, *spare = &hand[0];
  for (const Card& c : hand) {
    if (discard_cost(c) < discard_cost(*spare)) spare = &c;
    if (wanted(c) && (!card || jump(c) < jump(*card))) card = &c;
  }
  if (card && (hurry || play_cost + jump(*card) <= discard_cost(*spare))) return text(*card);
  return "d" + text(*spare);
}

// The land whose last discard I take, or "n" for a card from the deck.
std::string choose_draw(const std::string& play) {
  std::string choice = "n";
  int best = 1;
  for (char land : std::string("DOMJV")) {
    Card c{top(land, discards), land};
    if (!sure(c) || play == "d" + text(c) || c.value - jump(c) <= best) continue;
    choice = land;
    best = c.value - jump(c);
  }
  return choice;
}

int main() {
  std::string line, play, fallback;
  for (char land = 0; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string label, word;
    words >> label;
    if (label == line) {  // a single word: the land of the next lines
      land = label[0];
    } else if (sides.count(label)) {
      auto& row = sides[label][land];
      for (row.clear(); words >> word && word[0] != '(';) row.push_back(std::atoi(word.c_str()));
    } else if (label == "Deck:") {
      deck = std::count(line.begin(), line.end(), '#');
    } else if (label == "Hand:") {
      for (hand.clear(); words >> word;) hand.push_back({std::atoi(word.c_str()), word.back()});
    } else if (line.find("Your play?") != line.npos) {
      fallback = "d" + text(hand[0]);
      std::cout << (play = choose_play()) << std::endl;
    } else if (line.find("Draw from?") != line.npos) {
      fallback = "n";
      std::cout << choose_draw(play) << std::endl;
    } else if (label == "Error:") {
      std::cout << fallback << std::endl;  // should not happen, but this is always legal
    } else if (label == "Congratulations," || label == "The" || label == "I'm") {
      break;  // the last line of a game
    }
  }
}
