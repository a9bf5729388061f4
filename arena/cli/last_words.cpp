#include "arena/cli/last_words.hpp"

#include <array>
#include <chrono>

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "arena/core/text.hpp"
#include "arena/players/loop.hpp"
#include "arena/players/process_tree.hpp"
#include "arena/players/spawner.hpp"
#include "arena/players/task.hpp"

namespace arena::cli {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;
using asio::redirect_error;
using asio::use_awaitable;

namespace {

constexpr std::chrono::seconds patience{2};
constexpr std::size_t most_words = 64 * 1024;

asio::awaitable<void> say_and_hear(Loop& loop, const std::string& question, Spawned& process,
                                   std::string& words) {
  using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;
  boost::system::error_code error;
  {
    Descriptor in(loop.executor(), process.in.release());
    co_await asio::async_write(in, asio::buffer(question), redirect_error(use_awaitable, error));
  }
  Descriptor out(loop.executor(), process.out.release());
  std::array<char, 4096> buffer{};
  while (!error && words.size() < most_words) {
    const std::size_t size =
        co_await out.async_read_some(asio::buffer(buffer), redirect_error(use_awaitable, error));
    words.append(buffer.data(), size);
  }
}

asio::awaitable<void> listen(Loop& loop, Spawner& spawner, SpawnRequest request,
                             const std::string& question, std::string& words) {
  auto spawned = co_await spawner.spawn(std::move(request));
  auto* process = std::get_if<Spawned>(&spawned);
  if (process == nullptr) co_return;
  ProcessTree tree(process->pid, process->marker, spawner.leaders());
  Loop::Timer timer(loop.executor(), patience);
  co_await (say_and_hear(loop, question, *process, words) || timer.async_wait(use_awaitable));
  while (!tree.remove()) {
    Loop::Timer pause(loop.executor(), std::chrono::milliseconds(1));
    co_await pause.async_wait(use_awaitable);
  }
}

}  // namespace

bool has_last_words(Loop& loop, Spawner& spawner, const House& house, const Entrant& bot,
                    const std::string& question) {
  const auto& process = std::get<ProcessEntrant>(bot.who);
  SpawnRequest request(process.program);
  request.declared = process.declared;
  request.sandbox = house.sandbox.get();
  std::string words;
  run_task(loop, listen(loop, spawner, std::move(request), question, words));
  return !trim(words).empty();
}

}  // namespace arena::cli
