// A request and its answer as plain values: handlers and tests need no connection.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arena::http {

struct Field {
  std::string name;
  std::string value;
};
using Fields = std::vector<Field>;

/// The value of the first field with this name, in any letter case; empty if none exists.
std::string_view find(const Fields& fields, std::string_view name);
/// The values of all fields with this name, which mean the same as one list: "a,b".
std::string all_values(const Fields& fields, std::string_view name);
bool has(const Fields& fields, std::string_view name);

struct Request {
  std::string method;  // "GET" for HEAD too
  std::string path;    // still percent-encoded; starts with "/"
  std::string query;   // the part after "?"
  Fields headers;
  std::string body;
  std::string address;  // of the client, behind a trusted proxy too

  [[nodiscard]] std::string_view header(std::string_view name) const { return find(headers, name); }
};

/// Who may keep a copy of an answer.
enum class Caching {
  none,      // it shows what belongs to a person
  validate,  // caches ask each time, by its ETag
  forever    // the path changes with the content
};

struct Response {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body{};
  std::string file{};  // the path of a file that is sent instead of the body, however large it is
  Caching caching = Caching::none;
  Fields headers{};
};

/// The value of a cookie of the request; empty if none exists.
std::string_view cookie(const Request& request, std::string_view name);

/// A path of this site that starts with one "/"; otherwise "/". So no redirect leads elsewhere.
std::string local_path(std::string_view path);

/// Leads the browser to a path of this site (GET).
Response redirect(std::string_view path);

}  // namespace arena::http
