// Connections: one write per question, and the last lines arrive.
#include "arena/peer/tcp.hpp"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>

#include "arena/util/error.hpp"
#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

/// Both ends of a connection.
struct Pair {
  explicit Pair(House& house) : listener(house.loop, "127.0.0.1", 0) {
    ChannelSettings as_client;
    as_client.drop_early = false;
    client = wait_for(house.loop, connect(house.loop, "localhost", listener.port(), as_client));
    server = wait_for(house.loop, listener.accept());
  }
  Listener listener;
  std::unique_ptr<TcpPeer> client;
  std::unique_ptr<TcpPeer> server;
};

void say(Peer& peer, std::string_view text) {
  peer.outbox() += text;
  peer.flush_soon();
}

}  // namespace

TEST_CASE("a connection carries questions and answers", "[tcp]") {
  House house;
  Pair pair(house);
  CHECK(pair.server->address().starts_with("127.0.0.1:"));
  CHECK(pair.client->address() == "127.0.0.1:" + std::to_string(pair.listener.port()));
  say(*pair.client, "early\n");
  CHECK(house.answer(*pair.client, "", 20ms) == "fault: no answer within 20ms");
  CHECK(house.answer(*pair.server, "what?\n", 20ms) ==
        "fault: no answer within 20ms; 1 line that came before the question answered nothing");
  CHECK(house.answer(*pair.client, "", 1s) == "what?");
}

TEST_CASE("a connection that ends is a fault", "[tcp]") {
  House house;
  Pair pair(house);
  pair.client.reset();
  const Reply reply = house.ask(*pair.server);
  CHECK(std::get<Fault>(reply).kind == FaultKind::disconnect);
  CHECK(text_of(reply) == "fault: closed the connection");
  CHECK(house.end(*pair.server, Ending::faulted) < 5s);
}

TEST_CASE("the last lines arrive before the end, though much was not read", "[tcp]") {
  House house;
  Pair pair(house);
  say(*pair.client, std::string(10000, 'x') + "\n");
  CHECK(house.answer(*pair.client, "", 20ms) == "fault: no answer within 20ms");
  pair.server->outbox() += "Game over.\n";
  house.end(*pair.server);
  CHECK(house.answer(*pair.client, "") == "Game over.");
  CHECK(house.answer(*pair.client, "") == "fault: closed the connection");
}

TEST_CASE("a client that does not read does not keep the server", "[tcp]") {
  House house;
  Pair pair(house);
  pair.server->outbox() += std::string(32 << 20, 'x');
  CHECK(house.answer(*pair.server, "?\n", 50ms) ==
        "fault: no answer within 50ms; it has not read the question");
  CHECK(house.end(*pair.server, Ending::faulted) < 5s);
}

TEST_CASE("an address that cannot be had is an error", "[tcp]") {
  House house;
  const Listener listener(house.loop, "127.0.0.1", 0);
  const std::string place = "127.0.0.1:" + std::to_string(listener.port());
  CHECK_THROWS_WITH(Listener(house.loop, "127.0.0.1", listener.port()),
                    "cannot listen on " + place + ": Address already in use");
  std::uint16_t closed = 0;
  { closed = Listener(house.loop, "127.0.0.1", 0).port(); }
  CHECK_THROWS_AS(wait_for(house.loop, connect(house.loop, "127.0.0.1", closed)), Error);
}

TEST_CASE("closing a listener ends its wait", "[tcp]") {
  House house;
  Listener listener(house.loop, "127.0.0.1", 0);
  boost::asio::post(house.loop.context(), [&listener] { listener.close(); });
  CHECK(wait_for(house.loop, listener.accept()) == nullptr);
}

}  // namespace arena::test
