// Why a move is not taken, in the game's words. An empty refusal means that the move is legal.
// An answer that is no move at all and one that breaks the rules are refused alike.
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
  /// A fixed message: nothing is allocated.
  template <std::size_t N>
  Refusal(const char (&literal)[N]) : text_(literal) {}  // NOLINT: reads as a value
  /// A message made for this one case.
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
