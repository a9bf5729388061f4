#include "arena/http/message.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "arena/util/text.hpp"

namespace arena::http {

namespace {

const Field* field(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find_if(
      fields, [&](const Field& one) { return equal_ignoring_case(one.name, name); });
  return found == fields.end() ? nullptr : &*found;
}

bool is_unreserved(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
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

std::string decoded(std::string_view text, bool plus) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto value = text[i] == '%' && i + 2 < text.size()
                           ? to_number<unsigned>(text.substr(i + 1, 2), 16)
                           : std::nullopt;
    if (value) {
      result += static_cast<char>(*value);
      i += 2;
    } else {
      result += plus && text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

std::string encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (is_unreserved(c)) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
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
