#include "arena/web/seat_link.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "arena/util/pretty_json.hpp"

namespace arena::web {

namespace json = boost::json;

namespace {

/// The line, without the time that has passed if it is a question with a time.
http::SharedText without_time(const http::SharedText& line, Duration passed) {
  json::value message = json::parse(*line);
  json::object& fields = message.as_object();
  const json::value* type = fields.if_contains("type");
  json::value* ms = fields.if_contains("ms");
  if (type == nullptr || *type != "turn" || ms == nullptr || !ms->is_number()) return line;
  const auto left = ms->to_number<std::int64_t>() -
                    std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
  *ms = std::max<std::int64_t>(0, left);
  return std::make_shared<const std::string>(compact(message));
}

}  // namespace

void SeatLink::come(std::shared_ptr<http::WebSocket> socket) {
  if (socket_) socket_->close();
  socket_ = std::move(socket);
}

bool SeatLink::leave(const std::shared_ptr<http::WebSocket>& socket) {
  if (socket_ != socket) return false;
  socket_.reset();
  return true;
}

void SeatLink::close() {
  if (socket_) socket_->close();
  socket_.reset();
}

void SeatLink::send(std::string_view line) {
  lines_.push_back({std::make_shared<const std::string>(line), Clock::now()});
  if (socket_ && !is_held_) socket_->send(lines_.back().text);
}

void SeatLink::send_step(Seat seat, const json::object& step) {
  if (step.contains("forfeit"))
    send(compact(json::object{{"type", "forfeit"},
                              {"seat", step.at("seat")},
                              {"forfeit", step.at("forfeit")},
                              {"detail", step.at("detail")}}));
  const json::value& view = step.at("views").as_array().at(static_cast<std::size_t>(seat));
  if (view.as_object().empty()) return;
  send(compact(json::object{{"type", "view"}, {"view", view}}));
}

void SeatLink::tell(const json::object& message) const {
  if (socket_) socket_->send(std::make_shared<const std::string>(compact(message)));
}

void SeatLink::repeat() const {
  if (!socket_) return;
  const TimePoint now = Clock::now();
  for (const Line& line : lines_) socket_->send(without_time(line.text, now - line.sent_at));
}

void SeatLink::hold() {
  lines_.clear();
  is_held_ = true;
}

void SeatLink::release() { is_held_ = false; }

}  // namespace arena::web
