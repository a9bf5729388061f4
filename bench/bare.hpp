// The yardsticks: the same bytes to the same bots, by nothing but read and write.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace arena::bench {

/// A question as one write, and which of the bots it goes to.
struct Question {
  std::size_t bot = 0;
  std::string text;
};

/// What a conversation cost.
struct Cost {
  double seconds = 0;  // on the wall
  double cpu = 0;      // of this process, user and system
  double questions = 0;

  [[nodiscard]] double microseconds() const { return seconds / questions * 1e6; }
  [[nodiscard]] double cpu_microseconds() const { return cpu / questions * 1e6; }
  [[nodiscard]] double questions_per_second() const { return questions / seconds; }
};

/// Processor time of this process so far, user and system, in seconds.
double own_cpu_seconds();

/// Writes all of a question. Throws if that is not possible.
void put(int descriptor, const std::string& text);
/// Reads one line, which is all that a bot has written. Throws if there is none.
void take_line(int descriptor);

/// Blocking writes and reads over pipes, one question after the other, `times` times through the
/// list. Bot i is a process of `bots[i]`; their start and end are not in the cost.
Cost bare_pipes(const std::vector<std::vector<std::string>>& bots,
                const std::vector<Question>& questions, int times);

/// Epoll over so many processes of one bot, each asked the next question when it has answered.
Cost bare_epoll(const std::vector<std::string>& bot, int bots, const std::string& question,
                int times);

/// The same as `bare_pipes` over TCP: two clients of the program `client` connect for each of so
/// many games, are asked the questions (bot 0 or 1) and are disconnected. Returns seconds.
double bare_tcp(const std::vector<Question>& questions, int games, const std::string& client);

}  // namespace arena::bench
