// How a bot for tests talks: lines in, lines out, and what a good bot would answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// All of it, without a buffer. Ends the program, with status 42, if nobody listens.
void send(std::string_view text, int to = 1);

void rest(long milliseconds);
[[noreturn]] void rest_for_ever();
/// Uses this much of a processor's time, however busy the machine is.
void work(long milliseconds);

/// A question and what a good bot would answer to it.
struct Question {
  std::string line;
  std::string answer;
};

/// The next question; nothing if there is none any more.
std::optional<Question> next_question();
/// Answers `most` questions, or all. Ends the program when there are no more.
void play(long most = -1);
/// Reacts to each question in its own way.
void play(const std::function<void(const Question&)>& react);
