#include "bench/bare.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <ctime>
#include <stdexcept>

#include "bench/bench.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

FileDescriptor listener(std::uint16_t& port) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket.number(), generic, size) != 0 || ::listen(socket.number(), 16) != 0 ||
      ::getsockname(socket.number(), generic, &size) != 0) {
    throw std::runtime_error("cannot listen");
  }
  port = ntohs(address.sin_port);
  return socket;
}

FileDescriptor next_client(const FileDescriptor& socket) {
  FileDescriptor client(::accept4(socket.number(), nullptr, nullptr, SOCK_CLOEXEC));
  const int on = 1;
  ::setsockopt(client.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return client;
}

}  // namespace

void put(int descriptor, const std::string& text) {
  if (::write(descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("a bot takes no question");
  }
}

void take_line(int descriptor) {
  std::array<char, 4096> bytes;
  ssize_t size = 0;
  do {
    size = ::read(descriptor, bytes.data(), bytes.size());
    if (size <= 0) throw std::runtime_error("a bot does not answer");
  } while (bytes[static_cast<std::size_t>(size) - 1] != '\n');
}

double own_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Cost bare_pipes(const std::vector<std::vector<std::string>>& bots,
                const std::vector<Question>& questions, int times) {
  std::vector<Child> children;
  for (const auto& bot : bots) children.push_back(start_child(bot));
  Cost cost;
  const double cpu = own_cpu_seconds();
  const Stopwatch watch;
  for (int i = 0; i < times; ++i) {
    for (const Question& question : questions) {
      const Child& child = children[question.bot];
      put(child.in.number(), question.text);
      take_line(child.out.number());
    }
  }
  cost.seconds = watch.seconds();
  cost.cpu = own_cpu_seconds() - cpu;
  cost.questions = static_cast<double>(questions.size()) * times;
  for (Child& child : children) end_child(child);
  return cost;
}

Cost bare_epoll(const std::vector<std::string>& bot, int bots, const std::string& question,
                int times) {
  const FileDescriptor poll(::epoll_create1(EPOLL_CLOEXEC));
  std::vector<Child> children;
  for (int i = 0; i < bots; ++i) {
    children.push_back(start_child(bot));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = static_cast<std::uint32_t>(i);
    ::epoll_ctl(poll.number(), EPOLL_CTL_ADD, children.back().out.number(), &event);
  }
  Cost cost;
  cost.questions = static_cast<double>(bots) * times;
  std::vector<int> left(children.size(), times);
  const double cpu = own_cpu_seconds();
  const Stopwatch watch;
  for (Child& child : children) put(child.in.number(), question);
  for (std::size_t done = 0; done < children.size();) {
    std::array<epoll_event, 128> events;
    const int count =
        ::epoll_wait(poll.number(), events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      const std::size_t answered = events[static_cast<std::size_t>(i)].data.u32;
      take_line(children[answered].out.number());
      if (--left[answered] > 0) {
        put(children[answered].in.number(), question);
      } else {
        ++done;
      }
    }
  }
  cost.seconds = watch.seconds();
  cost.cpu = own_cpu_seconds() - cpu;
  for (Child& child : children) end_child(child);
  return cost;
}

double bare_tcp(const std::vector<Question>& questions, int games, const std::string& client) {
  std::uint16_t port = 0;
  const FileDescriptor socket = listener(port);
  const std::vector<std::string> command = {client, std::to_string(port), std::to_string(games)};
  const Stopwatch watch;
  std::array<Child, 2> clients = {start_child(command), start_child(command)};
  for (int i = 0; i < games; ++i) {
    const std::array<FileDescriptor, 2> connections = {next_client(socket), next_client(socket)};
    for (const Question& question : questions) {
      put(connections[question.bot].number(), question.text);
      take_line(connections[question.bot].number());
    }
  }
  for (Child& one : clients) end_child(one);
  return watch.seconds();
}

}  // namespace arena::bench
