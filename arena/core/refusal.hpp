// Why arena does not accept a move, in the game's words. An empty refusal means that the move is
// legal. The same type serves for text that is no move and for moves that break the rules.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace arena {

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
