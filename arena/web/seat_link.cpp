#include "arena/web/seat_link.hpp"

#include <string>
#include <utility>

#include "arena/util/pretty_json.hpp"

namespace arena::web {

namespace json = boost::json;

void SeatLink::come(std::shared_ptr<http::WebSocket> socket) {
  if (socket_) socket_->close();
  socket_ = std::move(socket);
}

bool SeatLink::leave(const std::shared_ptr<http::WebSocket>& socket) {
  if (socket_ != socket) return false;
  socket_.reset();
  return true;
}

void SeatLink::send(std::string_view line) {
  lines_.push_back(std::make_shared<const std::string>(line));
  if (socket_ && !is_held_) socket_->send(lines_.back());
}

void SeatLink::send_view(Seat seat, const json::object& step) {
  const json::value& view = step.at("views").as_array().at(static_cast<std::size_t>(seat));
  if (view.as_object().empty()) return;
  send(compact(json::object{{"type", "view"}, {"view", view}}));
}

void SeatLink::tell(const json::object& message) const {
  if (socket_) socket_->send(std::make_shared<const std::string>(compact(message)));
}

void SeatLink::repeat() const {
  if (!socket_) return;
  for (const http::SharedText& line : lines_) socket_->send(line);
}

void SeatLink::hold() {
  lines_.clear();
  is_held_ = true;
}

void SeatLink::release() { is_held_ = false; }

}  // namespace arena::web
