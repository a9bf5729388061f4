// A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.
//
// Build and run it:  g++ -O2 lost_cities_bot.cpp -o bot && arena run lost_cities -p ./bot
// It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
// Put your own ideas into choose_play and choose_draw. Print to std::cerr to look inside.
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

constexpr int good_enough = 30;  // begin an expedition if its numbers and the turns left come to this
constexpr int play_cost = 4;     // to play now costs a chance to wait for a better card

struct Card { int value; char land; };  // an investment has the value 0
using Row = std::vector<int>;           // the values that lie in a land, oldest first

// The table as last shown, by land letter: rows["You:"]['J'] == {0, 2, 5}.
std::map<std::string, std::map<char, Row>> rows;
auto &mine = rows["You:"], &theirs = rows["Opponent:"], &discards = rows["Discards:"];
std::vector<Card> hand;
int deck = 0;

int value_of(const std::string& word) { return word[0] == 'I' ? 0 : std::stoi(word); }

std::string text(Card c) { return (c.value ? std::to_string(c.value) : "i") + c.land; }

bool fits(Card c, const Row& row) {  // numbers rise, investments lie below them
    return row.empty() || c.value > row.back() || (c.value == 0 && row.back() == 0);
}

int strength(char land) {  // the numbers in my expedition, and those in hand that fit
    int sum = 0;
    for (int value : mine[land]) sum += value;
    for (Card c : hand) if (c.land == land && fits(c, mine[land])) sum += c.value;
    return sum;
}

int skipped(Card c) {  // how many numbers that may yet come it shuts out
    Row gone = theirs[c.land];
    gone.insert(gone.end(), discards[c.land].begin(), discards[c.land].end());
    int count = 0, lowest = mine[c.land].empty() ? 2 : std::max(mine[c.land].back(), 1) + 1;
    for (int n = lowest; n < c.value; ++n) count += std::count(gone.begin(), gone.end(), n) == 0;
    return count;
}

int discard_cost(Card c) {  // what I lose with it, and what the opponent may gain
    int loss = mine[c.land].empty() ? strength(c.land) / 2 : 10;
    int gift = !theirs[c.land].empty() && fits(c, theirs[c.land]) ? c.value : 0;
    return gift + (fits(c, mine[c.land]) ? loss : 0);
}
