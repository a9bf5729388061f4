// What admins do with the server, once for the page /admin and for the API.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/contest/host.hpp"
#include "arena/http/forms.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/routes.hpp"

namespace arena::site {

struct AdminAction {
  std::string_view path;  // of the API
  std::string_view summary;
  /// `given`: the fields of the page's form, or the parameters of the API's query. Returns what an
  /// admin must know, for the API: empty if there is nothing; {"password": "..."}; or
  /// {"invitations": [{"name": "ann", "address": "https://..."}]}, of a class list also
  /// "with_account", how many of its names need none.
  std::function<boost::json::object(Visit& visit, const http::Form& given)> act;
  std::vector<Parameter> parameters{};
  std::string_view question{};  // a key of texts: the page asks it before what cannot be undone

  [[nodiscard]] std::string_view page_path() const {
    return path.substr(std::string_view("/api/v1").size());
  }
};

/// `origin`: for the addresses of invitations.
std::vector<AdminAction> admin_actions(contest::Host& host, const Origin& origin);

}  // namespace arena::site
