// Plays every game of arena at random.
// Build: g++ -std=c++20 -o random_bot random_bot.cpp -lboost_json
// Play: arena run GAME --protocol json -p ./random_bot
#include <iostream>
#include <random>
#include <string>

#include <boost/json.hpp>

int main() {
  std::mt19937 random{std::random_device{}()};
  for (std::string line; std::getline(std::cin, line);) {
    const auto message = boost::json::parse(line);
    if (message.at("type") != "turn") continue;
    const auto& legal = message.at("legal");  // null if there are too many moves to list
    const auto& moves = (legal.is_null() ? message.at("view").at("possible") : legal).as_array();
    const boost::json::value answer{{"move", moves[random() % moves.size()]},
                                    {"id", message.at("id")}};
    std::cout << boost::json::serialize(answer) << std::endl;
  }
}
