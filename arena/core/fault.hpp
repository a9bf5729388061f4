// Why a player was removed (Fault): it was too slow, ended, was refused too often, or passed a
// limit. And why a move is not accepted (Refusal). Both are values, never exceptions: they cost the
// bot its match or a try, and nothing else.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/describe.hpp>
#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>

namespace arena {

/// The kinds of fault, with their names in records.
enum class FaultKind {
  refused,     // more refusals in a row than the match allows
  time,        // no answer by the deadline
  exit,        // the process ended, or closed its input or output
  disconnect,  // the network connection ended
  protocol,    // broke the rules of the connection itself
  limit,       // passed a limit: a line too long, too much output
};
BOOST_DESCRIBE_ENUM(FaultKind, refused, time, exit, disconnect, protocol, limit)

inline std::string_view to_text(FaultKind kind) {
  return boost::describe::enum_to_string(kind, "");
}

/// The kind with this name; nullopt if none exists.
inline std::optional<FaultKind> fault_kind(const std::string& text) {
  FaultKind kind{};
  const bool known = boost::describe::enum_from_string(text.c_str(), kind);
  return known ? std::optional(kind) : std::nullopt;
}

/// `detail` is a part of a sentence for the bot's author, such as "exited with status 3".
struct Fault {
  FaultKind kind = FaultKind::exit;
  std::string detail;
};

/// Why arena does not accept a move, in the game's words. An empty refusal means that the move is
/// legal. The same type serves for text that is no move and for moves that break the rules.
class Refusal {
 public:
  Refusal() = default;
  /// A fixed message; allocates nothing.
  template <std::size_t N>
  Refusal(const char (&literal)[N]) : text_(literal) {}  // NOLINT: reads as a value
  explicit Refusal(std::string text)
      : made_(std::make_shared<const std::string>(std::move(text))), text_(made_->c_str()) {}

  /// True if the move is refused.
  explicit operator bool() const { return *text_ != '\0'; }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::shared_ptr<const std::string> made_;
  const char* text_ = "";
};

}  // namespace arena
