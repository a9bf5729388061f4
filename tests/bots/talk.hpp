// The input and output of a test bot, and the answers of a good bot.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// Writes all of it, without a buffer. Ends the program with status 42 if no process reads.
void send(std::string_view text, int to = 1);

void rest(long milliseconds);
[[noreturn]] void rest_for_ever();
/// Uses this much processor time, even on a busy machine.
void work(long milliseconds);

/// A question and the answer of a good bot.
struct Question {
  std::string line;
  std::string answer;
};

/// The next question, or nothing at the end of the input.
std::optional<Question> next_question();
/// Answers `most` questions, or all. Ends the program when there are no more.
void play(long most = -1);
/// Reacts to each question in its own way.
void play(const std::function<void(const Question&)>& react);
