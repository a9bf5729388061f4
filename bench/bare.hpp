// The yardsticks: the same bytes to the same bots, with read and write only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace arena::bench {

/// A question, sent by one write, and the bot that gets it.
struct Question {
  std::size_t bot = 0;
  std::string text;
};

/// The cost of a conversation.
struct Cost {
  double seconds = 0;  // real time
  double cpu = 0;      // processor time of this process, user and system
  double questions = 0;

  [[nodiscard]] double microseconds() const { return seconds / questions * 1e6; }
  [[nodiscard]] double cpu_microseconds() const { return cpu / questions * 1e6; }
  [[nodiscard]] double questions_per_second() const { return questions / seconds; }
};

/// Processor time of this process so far, user and system, in seconds.
double own_cpu_seconds();

/// Writes a whole question. Throws on failure.
void put(int descriptor, const std::string& text);
/// Reads one line. REQUIRES: the bot has written no more. Throws if it ends without a line.
void take_line(int descriptor);

/// Asks the questions one by one over pipes, with blocking reads and writes, `times` times. Bot i
/// is a process of `bots[i]`. The cost does not include starting and ending them.
Cost bare_pipes(const std::vector<std::vector<std::string>>& bots,
                const std::vector<Question>& questions, int times);

/// Runs `bots` processes of one bot with epoll. Each gets its next question after its answer.
Cost bare_epoll(const std::vector<std::string>& bot, int bots, const std::string& question,
                int times);

/// The same over TCP. In each game, two clients of the program `client` connect, get the questions
/// (bot 0 or 1), and are disconnected. Returns seconds.
double bare_tcp(const std::vector<Question>& questions, int games, const std::string& client);

}  // namespace arena::bench
