// Shared by the tests of peers: a loop, a bot to start, and a count of the processes that are left.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/process/limits/guardian.hpp"
#include "arena/process/process.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "tests/files.hpp"

namespace arena::test {

using namespace std::chrono_literals;

/// A time limit for peers that do what they should. The computer may be very busy.
constexpr Duration patience = 3min;
/// A time that arena must not wait for. If it does, the test hangs until it is ended.
constexpr Duration too_long = 24h;

/// Runs one coroutine to its end.
inline void wait_for(Loop& loop, boost::asio::awaitable<void> task) {
  run_task(loop, std::move(task));
}
template <class T>
T wait_for(Loop& loop, boost::asio::awaitable<T> task) {
  std::optional<T> result;
  const auto keep = [&]() -> boost::asio::awaitable<void> { result = co_await std::move(task); };
  run_task(loop, keep());
  return std::move(*result);
}

/// The text of an answer, or "fault: " and the fault's detail.
inline std::string text_of(const Reply& reply) {
  if (const auto* fault = std::get_if<Fault>(&reply)) return "fault: " + fault->detail;
  return std::string(std::get<Line>(reply).text);
}

inline std::ptrdiff_t open_descriptors() {
  namespace fs = std::filesystem;
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

/// The number of child processes, including dead ones, without the guardian. Every process of a bot
/// is or becomes a child of this process.
inline int processes_left() {
  const std::string own = std::to_string(::getpid());
  int left = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) {
      continue;
    }
    const std::string stat = content_of(entry.path() / "stat");
    const std::size_t name_end = stat.rfind(')');
    const bool child =
        name_end != std::string::npos && stat.compare(name_end + 4, own.size() + 1, own + " ") == 0;
    if (child && stat.find("(guard-") == std::string::npos) ++left;
  }
  return left;
}

/// A loop and a spawner that starts the bot of tests/bots in a given mode.
struct House {
  Loop loop;
  Spawner spawner;

  /// Starts the guardian of the bots first, so that tests do not count it as left behind.
  House() { static_cast<void>(spawner.leaders().guardian()); }

  static ProcessSettings settings(std::vector<std::string> mode) {
    ProcessSettings made;
    made.command = std::move(mode);
    made.command.insert(made.command.begin(), ARENA_TEST_BOTS "/bad_bot");
    made.start_time = patience;
    made.end_time = patience;
    return made;
  }
  std::unique_ptr<ProcessPeer> start(ProcessSettings how) {
    auto started = wait_for(loop, ProcessPeer::start(loop, spawner, std::move(how)));
    return std::get<std::unique_ptr<ProcessPeer>>(std::move(started));
  }
  std::unique_ptr<ProcessPeer> start(std::vector<std::string> mode) {
    return start(settings(std::move(mode)));
  }
  Reply ask(Peer& peer, std::string_view question = "what?\n", Duration time = patience) {
    peer.outbox() += question;
    return wait_for(loop, peer.ask(time));
  }
  std::string answer(Peer& peer, std::string_view question = "what?\n", Duration time = patience) {
    return text_of(ask(peer, question, time));
  }
  void end(Peer& peer, Ending ending = Ending::finished) { wait_for(loop, peer.end(ending)); }
};

}  // namespace arena::test
