#include "arena/http/message.hpp"

#include <algorithm>

#include "arena/util/text/text.hpp"

namespace arena::http {

namespace {

const Field* field(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find_if(
      fields, [&](const Field& one) { return equal_ignoring_case(one.name, name); });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace

std::string_view find(const Fields& fields, std::string_view name) {
  const Field* found = field(fields, name);
  return found ? std::string_view(found->value) : std::string_view();
}

std::string all_values(const Fields& fields, std::string_view name) {
  std::string all;
  for (const Field& one : fields) {
    if (equal_ignoring_case(one.name, name)) all += (all.empty() ? "" : ",") + one.value;
  }
  return all;
}

bool has(const Fields& fields, std::string_view name) { return field(fields, name) != nullptr; }

std::string_view cookie(const Request& request, std::string_view name) {
  std::string_view rest = request.header("cookie");
  while (!rest.empty()) {
    const std::string_view one = trim(rest.substr(0, rest.find(';')));
    rest.remove_prefix(std::min(rest.size(), std::min(rest.find(';'), rest.size() - 1) + 1));
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return one.substr(name.size() + 1);
  }
  return {};
}

std::string local_path(std::string_view path) {
  // Browsers take "\" for "/", and ignore control characters: "/\t/host" would lead away.
  const bool plain =
      std::ranges::all_of(path, [](char c) { return c > ' ' && c != 0x7f && c != '\\'; });
  const bool local = path.starts_with('/') && !path.starts_with("//");
  return plain && local ? std::string(path) : "/";
}

Response redirect(std::string_view path) {
  Response response;
  response.status = 303;
  response.type = "text/plain; charset=utf-8";
  response.headers.push_back({"Location", local_path(path)});
  return response;
}

}  // namespace arena::http
