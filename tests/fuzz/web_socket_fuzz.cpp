// The bytes that a client sends over a WebSocket, after the handshake.
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/beast/_experimental/test/stream.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "arena/http/beast_socket.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

namespace beast = boost::beast;
using arena::fuzz::require;

constexpr std::string_view handshake =
    "GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n";

}  // namespace

ARENA_FUZZ_TARGET(web_socket)(const std::uint8_t* data, std::size_t size) {
  arena::http::ServerLimits limits;
  limits.socket_message = 1'000;
  boost::asio::io_context io;
  beast::test::stream client(io);
  beast::websocket::stream<beast::test::stream> server(io);
  server.next_layer().connect(client);
  arena::http::set_messages(server, limits);
  const std::string_view sent(reinterpret_cast<const char*>(data), size);  // NOLINT: bytes are text
  server.next_layer().append(std::string(handshake) + std::string(sent));
  client.close();
  beast::error_code error;
  server.accept(error);
  require(!error, "the handshake is right");
  for (std::size_t messages = 0; !error; ++messages) {
    require(messages <= size, "each message takes bytes");
    beast::flat_buffer buffer(limits.socket_message);
    server.read(buffer, error);
    require(buffer.size() <= limits.socket_message, "a message has its limit");
    if (error || !server.got_text()) break;
  }
  return 0;
}
