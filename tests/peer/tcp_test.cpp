// Connections: one write per question, and the last lines arrive.
#include "arena/peer/tcp.hpp"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>

#include <array>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

/// Both ends of a connection.
struct Pair {
  explicit Pair(House& house)
      : listener(house.loop, "127.0.0.1", 0),
        client(wait_for(house.loop, open_connection(house.loop, "localhost", listener.port()))),
        server(wait_for(house.loop, listener.accept())) {}

  /// Returns when the text has arrived: the kernel may deliver it later than it takes it.
  void say(std::string_view text) const {
    REQUIRE(::write(client.out.number(), text.data(), text.size()) ==
            static_cast<ssize_t>(text.size()));
    const TimePoint late = Clock::now() + patience;
    while (unacknowledged() > 0) {
      REQUIRE(Clock::now() < late);
      std::this_thread::sleep_for(1ms);
    }
  }
  /// What the client has been sent; empty at its end.
  [[nodiscard]] std::string heard() const {
    pollfd state{client.in.number(), POLLIN, 0};
    REQUIRE(::poll(&state, 1, static_cast<int>(patience / 1ms)) == 1);
    std::array<char, 64> bytes{};
    const ssize_t size = ::read(client.in.number(), bytes.data(), bytes.size());
    return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

  Listener listener;
  Connection client;
  std::unique_ptr<TcpPeer> server;

 private:
  /// Bytes from the client that have not arrived yet.
  [[nodiscard]] int unacknowledged() const {
    int bytes = 0;
    REQUIRE(::ioctl(client.out.number(), SIOCOUTQ, &bytes) == 0);
    return bytes;
  }
};

}  // namespace

TEST_CASE("a connection carries questions and answers", "[tcp]") {
  House house;
  Pair pair(house);
  CHECK(pair.server->address().starts_with("127.0.0.1:"));
  pair.say("early\n");
  CHECK(house.answer(*pair.server, "what?\n", 20ms) ==
        "fault: no answer within 20ms; 1 line that came before the question answered nothing");
  CHECK(pair.heard() == "what?\n");
  pair.say("this\n");
  CHECK(house.answer(*pair.server, "") == "this");
}

TEST_CASE("a connection that ends is a fault", "[tcp]") {
  House house;
  Pair pair(house);
  pair.client = {};
  const Reply reply = house.ask(*pair.server);
  CHECK(std::get<Fault>(reply).kind == FaultKind::disconnect);
  CHECK(text_of(reply) == "fault: closed the connection");
  house.end(*pair.server, Ending::faulted);
}

TEST_CASE("the last lines arrive before the end, though much was not read", "[tcp]") {
  House house;
  Pair pair(house);
  pair.say(std::string(10000, 'x') + "\n");
  pair.server->outbox() += "Game over.\n";
  house.end(*pair.server);
  CHECK(pair.heard() == "Game over.\n");
  CHECK(pair.heard().empty());
}

TEST_CASE("a client that does not read does not keep the server", "[tcp]") {
  House house;
  Pair pair(house);
  pair.server->outbox() += std::string(32 << 20, 'x');
  CHECK(house.answer(*pair.server, "?\n", 50ms) ==
        "fault: no answer within 50ms; it has not read the question");
  house.end(*pair.server, Ending::faulted);  // returns, although the client never reads
}

TEST_CASE("closing a listener ends its wait", "[tcp]") {
  House house;
  Listener listener(house.loop, "127.0.0.1", 0);
  boost::asio::post(house.loop.context(), [&listener] { listener.close(); });
  CHECK(wait_for(house.loop, listener.accept()) == nullptr);
}

}  // namespace arena::test
