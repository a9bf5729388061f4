// The server with raw connections: limits, timeouts, and what no browser sends.
#include "arena/http/server.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <catch2/catch.hpp>

namespace arena::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace std::chrono_literals;

/// A time limit that no test reaches. If the server waits for it, the test hangs until it is ended.
constexpr std::chrono::hours patience{1};

/// Waits for what the server does. The computer may be very busy.
template <class Condition>
void wait_until(Condition condition) {
  const auto late = std::chrono::steady_clock::now() + 3min;
  while (!condition()) {
    REQUIRE(std::chrono::steady_clock::now() < late);
    std::this_thread::sleep_for(1ms);
  }
}

/// Answers with what it was asked, and sends the messages of a WebSocket back.
class Echo : public Service {
 public:
  [[nodiscard]] std::size_t body_limit(const Request& head) const override {
    return head.path == "/large" || head.path == "/endless" ? 1'000'000 : 100;
  }
  [[nodiscard]] Response answer(Request request) noexcept override {
    if (request.path == "/slow") std::this_thread::sleep_for(300ms);
    if (request.path == "/held") {
      held.set_value();
      released.get_future().wait();
    }
    Response response;
    response.type = "text/plain";
    response.body = request.method + " " + request.path + " " + request.body;
    if (request.path == "/endless") response.body.resize(50'000'000);  // more than the system keeps
    return response;
  }
  [[nodiscard]] std::variant<Response, SocketEvents> upgrade(Request request) noexcept override {
    if (request.path != "/socket") return refusal(403, request.address);
    auto socket = std::make_shared<std::shared_ptr<WebSocket>>();
    return SocketEvents{
        [socket](std::shared_ptr<WebSocket> opened) { *socket = std::move(opened); },
        [socket](std::string text) {
          (*socket)->send(std::make_shared<const std::string>("echo " + text));
        },
        [this, socket] {
          socket->reset();
          ++closed;
        }};
  }
  [[nodiscard]] Response refusal(int status, const std::string& /*address*/) noexcept override {
    Response response;
    response.status = status;
    return response;
  }

  std::atomic<int> closed = 0;
  std::promise<void> held;      // /held is being answered
  std::promise<void> released;  // and may end
};

ServerSettings patient_settings() {
  ServerSettings settings;
  settings.threads = 2;
  settings.limits.head = patience;
  settings.limits.body = patience;
  settings.limits.write = patience;
  settings.limits.socket_idle = patience;
  settings.limits.bytes_per_second = 1'000'000;
  settings.limits.stop = patience;
  return settings;
}

/// For clients that never send a whole request.
ServerSettings impatient_settings() {
  ServerSettings settings = patient_settings();
  settings.limits.head = 1s;
  settings.limits.body = 1s;
  return settings;
}

class Running {
 public:
  explicit Running(const ServerSettings& settings = patient_settings())
      : server(settings, service), thread_([this] { server.run(); }) {}
  ~Running() {
    server.stop();
    thread_.join();
  }

  Echo service;
  Server server;

 private:
  std::thread thread_;
};

class Client {
 public:
  explicit Client(const Running& running) : socket_(io_) {
    socket_.connect({asio::ip::make_address("127.0.0.1"), running.server.port()});
  }

  void send(const std::string& text) { asio::write(socket_, asio::buffer(text)); }

  /// All that comes until the server closes the connection.
  std::string rest() {
    std::string text;
    boost::system::error_code error;
    asio::read(socket_, asio::dynamic_buffer(text), error);
    return text;
  }

  /// Reads so many bytes.
  std::string read(std::size_t size) {
    std::string text(size, '\0');
    asio::read(socket_, asio::buffer(text));
    return text;
  }

  std::string ask(const std::string& text) {
    send(text);
    return rest();
  }

 private:
  asio::io_context io_;
  tcp::socket socket_;
};

std::string get(const std::string& path, const std::string& more = "Connection: close\r\n") {
  return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + more + "\r\n";
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("requests of one connection are answered in their order") {
  const Running running;
  Client client(running);
  const std::string all = client.ask(get("/slow", "") + get("/a", "") + get("/b"));
  CHECK(all.find("GET /slow") < all.find("GET /a"));
  CHECK(all.find("GET /a") < all.find("GET /b"));
  CHECK(has(all, "HTTP/1.1 200 OK"));
}

TEST_CASE("a HEAD has no body") {
  const Running running;
  const std::string answer =
      Client(running).ask("HEAD /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  CHECK(has(answer, "Content-Length: 7"));
  CHECK(answer.ends_with("\r\n\r\n"));
}

TEST_CASE("what is no request is refused") {
  const Running running;
  const auto [text, status] = GENERATE(table<std::string, std::string>({
      {"nonsense\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"},
      {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\nBad Name: b\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n", "431"},
      {"GET /" + std::string(5'000, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", "413"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
       "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\n", "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "400"},
      {"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
      {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n", "413"},
      {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "400"},
  }));
  CAPTURE(text);
  CHECK(Client(running).ask(text).starts_with("HTTP/1.1 " + status));
}

TEST_CASE("each route has its own limit of bodies") {
  const Running running;
  const std::string body(500'000, 'x');
  const std::string head =
      " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 500000\r\n\r\n";
  CHECK(Client(running).ask("POST /large" + head + body).ends_with(body));
  CHECK(Client(running).ask("POST /small" + head).starts_with("HTTP/1.1 413"));
}

TEST_CASE("a client that waits for 100 Continue gets it") {
  const Running running;
  Client client(running);
  client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: "
      "2\r\n\r\n");
  CHECK(client.read(12) == "HTTP/1.1 100");
  client.send("ab");
  CHECK(client.rest().ends_with("POST / ab"));
}

TEST_CASE("slow clients are closed") {
  const Running running(impatient_settings());
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n";
  const std::string begun =
      GENERATE_COPY(std::string(), std::string("GET /"), head, head + "\r\nab");
  Client client(running);
  client.send(begun);
  CHECK(client.rest().empty());
}

/// What slow clients begin with at once, and what they go on with.
std::vector<std::pair<std::string, std::string>> slow_requests() {
  const std::string head = "POST /large HTTP/1.1\r\nHost: a\r\n";
  return {
      {"GET /", "a"},
      {"GET / HTTP/1.1\r\nHost: a\r\n", "X: y\r\n"},
      {head + "Content-Length: 9999\r\n\r\n", "x"},
      {head + "Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"},
  };
}

std::vector<std::unique_ptr<Client>> many_clients(const Running& running,
                                                  const std::string& begin) {
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 50; ++i) clients.push_back(std::make_unique<Client>(running));
  for (const auto& client : clients) client->send(begin);
  return clients;
}

TEST_CASE("a client does not wait for many slow ones") {
  const Running running;
  const auto [begin, letters] = GENERATE(from_range(slow_requests()));
  const auto slow = many_clients(running, begin);
  for (const auto& client : slow) client->send(letters.substr(0, 1));
  CHECK(has(Client(running).ask(get("/a")), "GET /a"));
}

TEST_CASE("many clients that send a letter now and then are closed") {
  const Running running(impatient_settings());
  const auto [begin, letters] = GENERATE(from_range(slow_requests()));
  const auto start = std::chrono::steady_clock::now();
  auto slow = many_clients(running, begin);
  // Three minutes of letters. More would end the requests, and so the connections.
  constexpr std::size_t most_letters = 9'000;
  std::size_t sent = 0;
  while (!slow.empty() && sent < most_letters) {
    const std::string letter(1, letters[sent++ % letters.size()]);
    std::erase_if(slow, [&letter](const auto& client) {
      try {
        client->send(letter);
        return false;
      } catch (const std::exception&) {
        return true;  // closed
      }
    });
    std::this_thread::sleep_for(20ms);
  }
  CHECK(slow.empty());
  CHECK(std::chrono::steady_clock::now() - start >= 1s);  // by the limit, and by nothing else
}

const std::string upgrade_head =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A text frame, masked with zeros.
std::string frame(const std::string& text) {
  return "\x81" + std::string(1, static_cast<char>(0x80 | text.size())) + std::string(4, '\0') +
         text;
}

ServerSettings crowded_settings() {
  ServerSettings settings = patient_settings();
  settings.limits.connections_per_address = 3;
  return settings;
}

TEST_CASE("where there is no place left, what waits longest for its client gives way") {
  const Running running(crowded_settings());
  const auto [begin, letters] = GENERATE(from_range(slow_requests()));
  const auto slow = many_clients(running, begin);
  CHECK(has(Client(running).ask(get("/a")), "GET /a"));
  // Two of three places are left to the last ones.
  for (std::size_t i = 0; i + 2 < slow.size(); ++i) CHECK(slow[i]->rest().empty());
}

TEST_CASE("who has sent a request and waits for the answer does not give way") {
  Running running(crowded_settings());
  Client first(running);
  first.send(get("/held"));
  running.service.held.get_future().wait();
  const auto slow = many_clients(running, "GET /");
  CHECK(has(Client(running).ask(get("/a")), "GET /a"));
  running.service.released.set_value();
  CHECK(has(first.rest(), "GET /held"));
}

TEST_CASE("what others began to send gives way to a body that has no room") {
  ServerSettings settings = patient_settings();
  settings.limits.bodies = 400'000;  // of one address a quarter
  const bool has_proxy = GENERATE(false, true);
  if (has_proxy) settings.trusted_proxies = {"127.0.0.1"};
  const Running running(settings);
  const std::string head =
      "POST /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.2.3.4\r\nConnection: close\r\n";
  Client idle(running);
  Client half(running);
  half.send(head + "Content-Length: 99999\r\n\r\n");
  const std::string answer = Client(running).ask(head + "Content-Length: 2\r\n\r\nab");
  CHECK(answer.ends_with("POST /large ab"));
  CHECK(half.rest().empty());
  CHECK(Client(running).ask(head + "Content-Length: 100001\r\n\r\n").starts_with("HTTP/1.1 503"));
  CHECK(has(idle.ask(get("/a")), "GET /a"));
}

TEST_CASE("a body that is sent does not give way to one that is only announced") {
  ServerSettings settings = patient_settings();
  settings.limits.bodies = 400'000;  // of one address a quarter
  settings.limits.bytes_per_second = 100;
  const Running running(settings);
  const std::string head =
      "POST /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n";
  Client sends(running);
  sends.send(head + std::string(30'000, 'x'));
  CHECK(Client(running).ask(head).starts_with("HTTP/1.1 503"));
  CHECK(has(sends.ask(std::string(30'000, 'x')), "POST /large"));
}

TEST_CASE("a body whose answer waits for its client takes no room") {
  ServerSettings settings = patient_settings();
  settings.limits.bodies = 400'000;
  const Running running(settings);
  const std::string rest =
      " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 99000\r\n\r\n" +
      std::string(99'000, 'x');
  Client reader(running);
  reader.send("POST /endless" + rest);
  static_cast<void>(reader.read(1));
  CHECK(has(Client(running).ask("POST /large" + rest), "POST /large"));
}

TEST_CASE("WebSockets give no way, and leave places to requests") {
  ServerSettings settings = crowded_settings();
  settings.limits.connections_per_address = 4;
  const Running running(settings);
  std::vector<std::unique_ptr<Client>> open;
  for (int i = 0; i < 3; ++i) {
    open.push_back(std::make_unique<Client>(running));
    open.back()->send(get("/socket", upgrade_head));
    CHECK(open.back()->read(12) == "HTTP/1.1 101");
  }
  CHECK(Client(running).ask(get("/socket", upgrade_head)).starts_with("HTTP/1.1 503"));
  CHECK(has(Client(running).ask(get("/a")), "GET /a"));
  open.front()->send(frame("hello"));
  std::string seen;
  while (!has(seen, "echo hello")) seen += open.front()->read(1);
}

TEST_CASE("a stop waits for requests that run, and for no others") {
  Running running;
  Client client(running);
  Client idle(running);
  client.send(get("/held", ""));
  running.service.held.get_future().wait();
  wait_until([&] { return running.server.connections() == 2; });
  running.server.stop();
  CHECK(idle.rest().empty());  // its connection ends while the other request runs
  running.service.released.set_value();
  CHECK(has(client.rest(), "GET /held"));
}

TEST_CASE("a WebSocket carries messages") {
  Running running;
  {
    Client client(running);
    client.send(get("/socket", upgrade_head));
    CHECK(client.read(12) == "HTTP/1.1 101");
    client.send(frame("hello"));
    std::string seen;
    while (!has(seen, "echo hello")) seen += client.read(1);
    CHECK(running.service.closed == 0);
  }
  wait_until([&] { return running.server.connections() == 0; });
  CHECK(running.service.closed == 1);
  CHECK(Client(running).ask(get("/other", upgrade_head)).starts_with("HTTP/1.1 403"));
}

TEST_CASE("a WebSocket is closed after a message that is too large, or too many") {
  ServerSettings settings = patient_settings();
  settings.limits.socket_messages_per_second = 1;  // no machine is so slow that a flood is less
  Running running(settings);
  auto client = std::make_unique<Client>(running);
  client->send(get("/socket", upgrade_head));
  static_cast<void>(client->read(12));
  SECTION("a length of 2^62 bytes") {
    client->send(std::string("\x81\xff\x40\0\0\0\0\0\0\0\0\0\0\0", 14) + "abc");
  }
  SECTION("a flood") {
    for (int i = 0; i < 300; ++i) {
      try {
        client->send(frame("x"));
      } catch (const std::exception&) {
        break;  // closed already
      }
    }
  }
  static_cast<void>(client->rest());
  client.reset();
  wait_until([&] { return running.server.connections() == 0; });
  CHECK(running.service.closed == 1);
}

}  // namespace
}  // namespace arena::http
