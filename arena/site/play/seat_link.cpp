#include "arena/site/play/seat_link.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "arena/util/text/pretty_json.hpp"

namespace arena::site {

namespace json = boost::json;

namespace {

/// Takes the time that has passed from a question with a time.
void take_time(json::object& question, Duration passed) {
  json::value* const ms = question.if_contains("ms");
  if (ms == nullptr || !ms->is_number()) return;
  const auto left = ms->to_number<std::int64_t>() -
                    std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
  *ms = std::max<std::int64_t>(0, left);
}

}  // namespace

void SeatLink::come(std::shared_ptr<http::WebSocket> socket) {
  tell({{"type", "elsewhere"}});
  close();
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
                              {"detail", step.at("seat") == seat ? step.at("detail") : ""}}));
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
  bool has_answered = answered_after_ > 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    json::value message = json::parse(*lines_[i].text);
    const json::value& type = message.at("type");
    if (type == "turn") take_time(message.as_object(), now - lines_[i].sent_at);
    if (i >= answered_after_ && (type == "turn" || type == "error")) has_answered = false;
    socket_->send(std::make_shared<const std::string>(compact(message)));
  }
  if (has_answered) tell({{"type", "answered"}});
}

void SeatLink::hold() {
  lines_.clear();
  answered_after_ = 0;
  is_held_ = true;
}

void SeatLink::release() { is_held_ = false; }

}  // namespace arena::site
