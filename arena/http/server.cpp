#include "arena/http/server.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <list>
#include <optional>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

#include "arena/http/beast_socket.hpp"
#include "arena/http/body_budget.hpp"
#include "arena/http/client_address.hpp"
#include "arena/http/connection_places.hpp"
#include "arena/http/rate_limit.hpp"
#include "arena/http/request_head.hpp"
#include "arena/util/error.hpp"

namespace arena::http {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = beast::http;
using asio::ip::tcp;

constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t descriptors_for_others = 512;  // files, databases and workers

/// As many connections as the process may open, but at most `wanted`.
std::size_t possible_connections(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t needed = wanted + descriptors_for_others;
  if (limit.rlim_cur < needed) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, needed);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur >= needed) return wanted;
  return std::max<std::size_t>(limit.rlim_cur, 2 * descriptors_for_others) - descriptors_for_others;
}

/// WebSockets never give way: some connections stay for requests.
constexpr std::size_t most_sockets(std::size_t connections) { return connections * 3 / 4; }

template <class Message>
void set_head(Message& message, const Response& response, bool keep_alive) {
  message.result(static_cast<unsigned>(response.status));
  message.version(11);
  for (const Field& field : response.headers) message.insert(field.name, field.value);
  if (response.status != 304) message.set(bhttp::field::content_type, response.type);
  message.keep_alive(keep_alive);
}

struct Connection {
  Connection(tcp::socket accepted, std::string peer_address)
      : stream(std::move(accepted)), peer(std::move(peer_address)) {}

  /// It ends soon, without an answer.
  void give_way() {
    body.reset();
    stream.close();
  }

  beast::tcp_stream stream;
  const std::string peer;
  std::unique_ptr<ConnectionPlaces::Place> place;
  std::optional<BodyBudget::Share> body;  // of the request
  bool waiting = false;                   // for a request
  std::weak_ptr<BeastSocket> socket;
};

}  // namespace

class Server::Impl {
 public:
  Impl(ServerSettings settings, Service& service)
      : settings_(std::move(settings)),
        service_(service),
        bodies_(settings_.limits.bodies, settings_.limits.bytes_per_second),
        places_(possible_connections(settings_.limits.connections),
                settings_.limits.connections_per_address),
        sockets_(most_sockets(places_.most()),
                 most_sockets(settings_.limits.connections_per_address)),
        acceptor_(io_),
        stop_timer_(io_),
        pool_(static_cast<std::size_t>(settings_.threads)) {
    try {
      listen();
    } catch (const boost::system::system_error& error) {
      throw Error(fmt::format("cannot listen on {} port {}: {}", settings_.address, settings_.port,
                              error.code().message()));
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { pool_.join(); }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::size_t connections() const { return open_; }

  void run() {
    asio::co_spawn(io_, accept_all(), [this](const std::exception_ptr& error) { failed_ = error; });
    io_.run();
    if (failed_) std::rethrow_exception(failed_);
  }

  void stop() {
    asio::post(io_, [this] { stop_now(); });
  }

 private:
  class Counted {
   public:
    explicit Counted(std::size_t& count) : count_(count) { ++count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --count_; }

   private:
    std::size_t& count_;
  };

  void listen() {
    const tcp::endpoint endpoint(asio::ip::make_address(settings_.address), settings_.port);
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(tcp::acceptor::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen();
    port_ = acceptor_.local_endpoint().port();
  }

  void stop_now() {
    if (std::exchange(stopping_, true)) return;
    acceptor_.close();
    for (Connection* connection : connections_) {
      if (const auto socket = connection->socket.lock()) {
        socket->close();
      } else if (connection->waiting) {
        connection->stream.close();
      }
    }
    if (connections_.empty()) return;
    asio::co_spawn(io_, end_connections(),
                   [this](const std::exception_ptr& error) { failed_ = error; });
  }

  /// Ends what does not end by itself. WebSockets first: others keep them, and must have let them
  /// go before the loop ends.
  asio::awaitable<void> end_connections() {
    stop_timer_.expires_after(settings_.limits.goodbye);
    const auto [all_gone] = co_await stop_timer_.async_wait(as_tuple);
    if (all_gone) co_return;
    for (Connection* connection : connections_) {
      if (const auto socket = connection->socket.lock()) socket->drop();
    }
    stop_timer_.expires_after(settings_.limits.stop);
    const auto [gone_now] = co_await stop_timer_.async_wait(as_tuple);
    if (!gone_now) io_.stop();
  }

  asio::awaitable<void> accept_all() {
    while (acceptor_.is_open()) {
      auto [error, socket] = co_await acceptor_.async_accept(as_tuple);
      if (!acceptor_.is_open()) co_return;
      if (error) {
        // For instance no descriptor is free: try again later.
        asio::steady_timer timer(io_, std::chrono::milliseconds(50));
        co_await timer.async_wait(as_tuple);
        continue;
      }
      beast::error_code gone;
      const tcp::endpoint peer = socket.remote_endpoint(gone);
      if (!gone) accept(std::move(socket), peer.address().to_string());
    }
  }

  void accept(tcp::socket socket, std::string peer) {
    const auto& proxies = settings_.trusted_proxies;
    const bool trusted = std::ranges::find(proxies, peer) != proxies.end();
    beast::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    auto connection = std::make_shared<Connection>(std::move(socket), std::move(peer));
    connection->place = places_.take(address_group(connection->peer), trusted,
                                     [one = connection.get()] { one->give_way(); });
    if (!connection->place) return;
    const auto entry = connections_.insert(connections_.end(), connection.get());
    open_ = connections_.size();
    // What goes wrong with one connection, such as no memory, ends only that.
    asio::co_spawn(io_, serve(*connection), [this, connection, entry](const std::exception_ptr&) {
      connections_.erase(entry);
      open_ = connections_.size();
      if (stopping_ && connections_.empty()) stop_timer_.cancel();
    });
  }

  asio::awaitable<void> serve(Connection& connection) {
    beast::flat_buffer buffer;
    while (!stopping_ && co_await exchange(connection, buffer)) continue;
    beast::error_code ignored;
    connection.stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  /// One request and its answer. Returns false if it was the last of the connection.
  asio::awaitable<bool> exchange(Connection& connection, beast::flat_buffer& buffer) {
    const ServerLimits& limits = settings_.limits;
    RequestParser parser;
    parser.header_limit(limits.header_bytes);
    parser.body_limit(boost::none);  // until it is known what the body is for
    connection.body.reset();
    connection.place->wait();
    connection.stream.expires_after(limits.head);
    connection.waiting = true;
    const auto [error, size] =
        co_await bhttp::async_read_header(connection.stream, buffer, parser, as_tuple);
    connection.waiting = false;
    if (error) co_return co_await refuse(connection, refusal_status(error));
    std::optional<Request> request = request_of(parser.get(), limits.target_bytes);
    if (!request) co_return co_await refuse(connection, 400);
    request->address =
        client_address(connection.peer, all_values(request->headers, "x-forwarded-for"),
                       settings_.trusted_proxies);
    if (beast::websocket::is_upgrade(parser.get()))
      co_return co_await upgrade(connection, parser.get(), std::move(*request));
    connection.body.emplace(bodies_, address_group(request->address),
                            [&connection] { connection.place->give_way(); });
    const auto refused = co_await read_body(connection, buffer, parser, *request);
    if (refused) co_return co_await refuse(connection, *refused);
    request->body = std::move(parser.get().body());
    const bool is_head = parser.get().method() == bhttp::verb::head;
    if (waiting_ >= limits.requests_waiting) co_return co_await refuse(connection, 503);
    connection.place->work();
    const Response response =
        co_await in_pool([&] { return service_.answer(std::move(*request)); });
    connection.body.reset();
    const bool keep = parser.get().keep_alive() && !stopping_;
    co_return co_await write(connection, response, keep, is_head);
  }

  /// nullopt if it is read; otherwise why not, and that may be nullopt too: the client is gone.
  asio::awaitable<std::optional<std::optional<int>>> read_body(Connection& connection,
                                                               beast::flat_buffer& buffer,
                                                               RequestParser& parser,
                                                               const Request& request) {
    const std::size_t limit = service_.body_limit(request);
    connection.place->wait();  // it may have been idle before its head
    const std::optional<std::size_t> length = most_body_bytes(parser, limit);
    if (!length) co_return std::optional<int>(413);
    if (!connection.body->take(*length)) co_return std::optional<int>(503);
    parser.body_limit(limit);
    connection.stream.expires_after(in_time(settings_.limits.body, *length));
    if (beast::iequals(parser.get()[bhttp::field::expect], "100-continue")) {
      bhttp::response<bhttp::empty_body> go_on(bhttp::status::continue_, 11);
      const auto [error, size] = co_await bhttp::async_write(connection.stream, go_on, as_tuple);
      if (error || !connection.body) co_return std::optional<int>();
    }
    while (!parser.is_done()) {
      const auto [error, size] =
          co_await bhttp::async_read_some(connection.stream, buffer, parser, as_tuple);
      if (error) co_return refusal_status(error);
      if (!connection.body) co_return std::optional<int>();  // it has given way
      connection.body->received(size);
      connection.place->wait();
    }
    connection.body->arrived();
    co_return std::nullopt;
  }

  [[nodiscard]] std::chrono::seconds in_time(std::chrono::seconds at_least,
                                             std::size_t bytes) const {
    return at_least + std::chrono::seconds(bytes / settings_.limits.bytes_per_second);
  }

  asio::awaitable<bool> refuse(Connection& connection, std::optional<int> status) {
    if (!status) co_return false;
    connection.body.reset();
    connection.place->work();
    const Response response =
        co_await in_pool([&] { return service_.refusal(*status, connection.peer); });
    co_await write(connection, response, false, false);
    // Read a little of what the client still sends: closing at once could erase the answer.
    beast::error_code ignored;
    connection.stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    connection.stream.expires_after(std::chrono::seconds(2));
    std::array<char, 4'096> rest{};
    for (int reads = 0; reads < 4'096; ++reads) {
      const auto [error, size] =
          co_await connection.stream.async_read_some(asio::buffer(rest), as_tuple);
      if (error) break;
    }
    co_return false;
  }

  /// Returns whether the connection stays open.
  asio::awaitable<bool> write(Connection& connection, const Response& response, bool keep,
                              bool head_only) {
    connection.place->wait();
    if (!response.file.empty())
      co_return co_await write_file(connection, response, keep, head_only);
    connection.stream.expires_after(in_time(settings_.limits.write, response.body.size()));
    beast::error_code error;
    if (head_only || response.status == 304) {
      bhttp::response<bhttp::empty_body> message;
      set_head(message, response, keep);
      if (head_only) message.content_length(response.body.size());
      error = co_await send(connection, message);
    } else {
      bhttp::response<bhttp::span_body<const char>> message;
      set_head(message, response, keep);
      message.body() = {response.body.data(), response.body.size()};
      message.content_length(response.body.size());
      error = co_await send(connection, message);
    }
    co_return keep && !error;
  }

  template <class Message>
  asio::awaitable<beast::error_code> send(Connection& connection, Message& message) {
    bhttp::serializer<false, typename Message::body_type> serializer(message);
    while (!serializer.is_done()) {
      const auto [error, size] =
          co_await bhttp::async_write_some(connection.stream, serializer, as_tuple);
      if (error) co_return error;
      connection.place->wait();
    }
    co_return beast::error_code();
  }

  asio::awaitable<bool> write_file(Connection& connection, const Response& response, bool keep,
                                   bool head_only) {
    bhttp::response<bhttp::file_body> message;
    set_head(message, response, keep);
    beast::error_code error;
    message.body().open(response.file.c_str(), beast::file_mode::scan, error);
    if (error) co_return false;
    message.content_length(message.body().size());
    connection.stream.expires_after(in_time(settings_.limits.write, message.body().size()));
    if (head_only) {
      bhttp::response_serializer<bhttp::file_body> serializer(message);
      std::tie(error, std::ignore) =
          co_await bhttp::async_write_header(connection.stream, serializer, as_tuple);
    } else {
      error = co_await send(connection, message);
    }
    co_return keep && !error;
  }

  asio::awaitable<bool> upgrade(Connection& connection, const RequestParser::value_type& head,
                                Request request) {
    const auto place = sockets_.take(address_group(request.address), false);
    if (waiting_ >= settings_.limits.requests_waiting || !place)
      co_return co_await refuse(connection, 503);
    connection.place->work();
    auto outcome = co_await in_pool([&] { return service_.upgrade(std::move(request)); });
    if (const auto* response = std::get_if<Response>(&outcome))
      co_return co_await write(connection, *response, false, false);
    const auto& events = std::get<SocketEvents>(outcome);
    const auto socket =
        std::make_shared<BeastSocket>(std::move(connection.stream), settings_.limits);
    connection.socket = socket;
    const auto [error] = co_await socket->stream().async_accept(head, as_tuple);
    if (!error) {
      try {
        co_await in_pool([&] { events.opened(socket); });
        if (stopping_) socket->close();
        co_await read_messages(*socket, events);
      } catch (const std::exception&) {
        socket->drop();  // what the events could not do costs this connection only
      }
    }
    co_await in_pool([&] { events.closed(); });
    co_return false;
  }

  asio::awaitable<void> read_messages(BeastSocket& socket, const SocketEvents& events) {
    const ServerLimits& limits = settings_.limits;
    RateLimit rate(2 * limits.socket_messages_per_second, limits.socket_messages_per_second);
    for (;;) {
      beast::flat_buffer buffer(limits.socket_message);
      const auto [error, size] = co_await socket.stream().async_read(buffer, as_tuple);
      if (error) break;
      if (!socket.stream().got_text() || !rate.allow("")) break;
      co_await in_pool([&] { events.message(beast::buffers_to_string(buffer.data())); });
    }
    socket.drop();
  }

  /// Runs `work` in the pool, and continues here.
  template <class Work>
  asio::awaitable<std::invoke_result_t<Work>> in_pool(Work work) {
    const Counted counted(waiting_);
    co_return co_await asio::co_spawn(pool_, run_work(work), asio::use_awaitable);
  }

  template <class Work>
  static asio::awaitable<std::invoke_result_t<Work>> run_work(Work& work) {
    co_return work();
  }

  const ServerSettings settings_;
  Service& service_;
  BodyBudget bodies_;  // of the requests that are not answered yet, as announced
  ConnectionPlaces places_;
  ConnectionPlaces sockets_;  // WebSockets by the client's address, also behind a proxy
  asio::io_context io_{1};    // after these: its connections use them until they end
  tcp::acceptor acceptor_;
  asio::steady_timer stop_timer_;
  std::list<Connection*> connections_;
  std::atomic<std::size_t> open_ = 0;
  std::size_t waiting_ = 0;  // requests in the pool
  bool stopping_ = false;
  std::uint16_t port_ = 0;
  std::exception_ptr failed_;
  asio::thread_pool pool_;  // last: its threads end first
};

Server::Server(ServerSettings settings, Service& service)
    : impl_(std::make_unique<Impl>(std::move(settings), service)) {}
Server::~Server() = default;
std::uint16_t Server::port() const { return impl_->port(); }
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }
std::size_t Server::connections() const { return impl_->connections(); }

}  // namespace arena::http
