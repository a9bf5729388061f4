// One request, as the handlers of routes see it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/contest/people/accounts.hpp"
#include "arena/http/forms.hpp"
#include "arena/http/message.hpp"
#include "arena/http/route_pattern.hpp"
#include "arena/results/html.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/pages/texts.hpp"

namespace arena::site {

using results::Html;

class Visit {
 public:
  http::Request request;
  http::PathParameters path{};
  http::Form query{};
  http::Form form{};  // of a POST of a browser
  Language language = Language::english;
  std::optional<contest::Account> account{};
  std::string session{};       // its token; empty if a browser has none
  std::string secret{};        // of this browser's forms; empty until one is shown
  bool is_new_secret = false;  // the browser does not have it yet
  bool has_form = false;       // the answer is for this browser only

  /// A parameter of the path. REQUIRES: the route has it.
  [[nodiscard]] const std::string& at(std::string_view name) const {
    return path.find(name)->second;
  }
  [[nodiscard]] Html t(std::string_view key) const { return results::text(text(key, language)); }
  [[nodiscard]] std::string_view words(std::string_view key) const { return text(key, language); }
  /// REQUIRES: the route is for those who are logged in.
  [[nodiscard]] contest::AccountId author() const { return account->id; }
  [[nodiscard]] bool is_admin() const { return account && account->is_admin(); }

  /// Where logging in leads, or signing up: to the page that asked for it, or to this one.
  [[nodiscard]] std::string next() const {
    if (request.path == "/login" || request.path == "/signup")
      return http::local_path((form.value("next").empty() ? query : form).value("next"));
    return request.method == "GET" ? http::local_path(request.path) : "/";
  }

  /// Shows that a request comes from a page that this browser was given.
  [[nodiscard]] std::string token() {
    has_form = true;
    if (secret.empty()) {
      secret = random_secret();
      is_new_secret = true;
    }
    return form_token(secret);
  }
  /// The hidden field of each form.
  [[nodiscard]] Html token_field() {
    return results::html("<input type=\"hidden\" name=\"token\" value=\"{}\">",
                         results::text(token()));
  }
};

}  // namespace arena::site
