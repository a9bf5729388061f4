// Reads arena's messages, one JSON object a line, and answers with what strategy.cpp chooses.
#include <exception>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "json.hpp"
#include "strategy.hpp"

namespace {

class Bot {
 public:
  explicit Bot(std::ostream& answers) : answers_(answers) {}

  void take(Json message) {
    const std::string type = message["type"].text();
    if (type == "turn") {
      begin_turn(std::move(message));
      answer(choose_move(turn_["view"], legal_));
    } else if (type == "error") {
      std::cerr << "arena refused the move: " << message["message"].text() << '\n';
      answer(legal_.empty() ? choose_move(turn_["view"], legal_)
                            : legal_[refused_++ % legal_.size()]);
    } else {
      happened(message);
    }
  }

 private:
  void begin_turn(Json turn) {
    turn_ = std::move(turn);
    refused_ = 0;
    legal_.clear();
    const Json& all = turn_["legal"];
    const Json& listed = all.is_null() ? turn_["view"]["possible"] : all;
    for (const Json& move : listed.items()) legal_.push_back(move.text());
  }

  void answer(const std::string& move) {
    answers_ << "{\"move\":" << in_quotes(move) << ",\"id\":" << turn_["id"].whole() << "}"
             << std::endl;
  }

  std::ostream& answers_;
  Json turn_;
  std::vector<std::string> legal_;
  std::size_t refused_ = 0;  // answers to this turn
};

}  // namespace

int main() {
  std::ostream answers(std::cout.rdbuf());
  std::cout.rdbuf(std::cerr.rdbuf());  // what strategy.cpp prints is not taken for a move
  try {
    Bot bot(answers);
    for (std::string line; std::getline(std::cin, line);) bot.take(Json::parse(line));
  } catch (const std::exception& error) {
    std::cerr << "bot: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
