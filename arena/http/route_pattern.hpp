// Which paths a route answers: "/c/{contest}/bots/{bot}".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena::http {

using PathParameters = std::map<std::string, std::string, std::less<>>;

class RoutePattern {
 public:
  explicit RoutePattern(std::string_view pattern);

  /// The parameters of a percent-encoded path; nullopt if the path does not match. A parameter is
  /// one non-empty part of a path, and has no "/" or control characters when decoded.
  [[nodiscard]] std::optional<PathParameters> match(std::string_view path) const;
  /// The names in braces, in their order.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  struct Part {
    bool is_parameter = false;
    std::string text;
  };
  std::vector<Part> parts_;
};

}  // namespace arena::http
