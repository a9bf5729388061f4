// Row of TCP: `arena listen` and two clients that answer at once, all on one core.
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arena/util/file_io.hpp"
#include "bench/bench.hpp"
#include "bench/child.hpp"
#include "bench/series.hpp"

namespace arena::bench {

namespace {

/// Reads the port from the first line of `arena listen`: "Listening on 127.0.0.1:PORT for ...".
std::string port_of(const FileDescriptor& output) {
  std::array<char, 256> bytes;
  const ssize_t size = ::read(output.number(), bytes.data(), bytes.size());
  const std::string_view text(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t begin = text.find(':') + 1;
  if (begin == 0) throw std::runtime_error("arena listen does not say where");
  return std::string(text.substr(begin, text.find(' ', begin) - begin));
}

double arena_seconds(const Bench& bench, int games) {
  const std::string count = std::to_string(games);
  Child server = start_child(
      {bench.arena, "listen", "lost_cities", "--port", "0", "--games", count, "--quiet"});
  const std::vector<std::string> client = {bench.lost_cities_bot, port_of(server.out), count};
  const Stopwatch watch;
  std::array<Child, 2> clients = {start_child(client), start_child(client)};
  static_cast<void>(read_all(server.out.number()));
  const double seconds = watch.seconds();
  for (Child& one : clients) end_child(one);
  end_child(server);
  return seconds;
}

}  // namespace

std::vector<Result> tcp(const Bench& bench) {
  const OnCore bound(bench.core);
  const LostCitiesSeries lost_cities;
  const std::vector<Question> questions =
      lost_cities.questions(process_entrant({bench.lost_cities_bot}), 400);
  Result line{"Lost Cities over TCP, two clients, one core", "games/s", "bare sockets", "games/s",
              at_least(500)};
  const int games = bench.times(1000, 3);
  for (int run = 0; run < bench.runs; ++run) {
    const double bare = games / bare_tcp(questions, games, bench.lost_cities_bot);
    line.add(games / arena_seconds(bench, games), bare);
  }
  return {line};
}

}  // namespace arena::bench
