#include "talk.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

using namespace std::string_literals;

void send(std::string_view text, int to) {
  while (!text.empty()) {
    const ssize_t size = ::write(to, text.data(), text.size());
    if (size < 0) std::exit(42);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

namespace {

std::optional<std::string> next_line() {
  static std::string read;
  for (;;) {
    const std::size_t end = read.find('\n');
    if (end != std::string::npos) {
      std::string line = read.substr(0, end);
      read.erase(0, end + 1);
      return line;
    }
    char bytes[4096];
    const ssize_t size = ::read(0, bytes, sizeof(bytes));
    if (size <= 0) return std::nullopt;
    read.append(bytes, static_cast<std::size_t>(size));
  }
}

}  // namespace

void rest(long milliseconds) {
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1000000};
  ::nanosleep(&time, nullptr);
}

void rest_for_ever() {
  for (;;) rest(1000);
}

void work(long milliseconds) {
  const std::clock_t until = std::clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
  while (std::clock() < until) {
  }
}

namespace {

/// The first free slot, if this is a question of Streams: STREAM:CARDS:CARD.
std::optional<std::string> first_free_slot(std::string_view line) {
  if (std::count(line.begin(), line.end(), ':') != 2) return std::nullopt;
  const std::string_view stream = line.substr(0, line.find(':'));
  const std::size_t free = stream.find("-1");
  if (free == std::string_view::npos) return std::nullopt;
  return std::to_string(std::count(stream.begin(), stream.begin() + static_cast<long>(free), ' '));
}

}  // namespace

std::optional<Question> next_question() {
  static std::string card = "2D";
  static std::string answer;  // given again when it was refused
  while (const auto line = next_line()) {
    if (line->starts_with(" Hand:  ")) {
      card = line->substr(8, line->find(' ', 8) - 8);
      if (card.starts_with("Inv")) card = "I"s + card.back();
    }
    const auto slot = first_free_slot(*line);
    if (!slot && !line->ends_with("?") && !line->starts_with("Error:")) continue;
    if (!line->starts_with("Error:")) {
      answer = slot                            ? *slot
               : line->ends_with("Draw from?") ? "n"
               : line->ends_with("Your play?") ? "d" + card
                                               : "ok";
    }
    return Question{*line, answer};
  }
  return std::nullopt;
}

void play(long most) {
  for (long asked = 0; asked != most; ++asked) {
    const auto question = next_question();
    if (!question) std::exit(0);
    send(question->answer + "\n");
  }
}

void play(const std::function<void(const Question&)>& react) {
  while (const auto question = next_question()) react(*question);
}
