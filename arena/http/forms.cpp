#include "arena/http/forms.hpp"

#include <algorithm>

#include "arena/util/error.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/text.hpp"

namespace arena::http {

namespace {

constexpr std::string_view line_end = "\r\n";

[[noreturn]] void bad_form(std::string_view why) {
  throw Error("this form cannot be read: " + std::string(why));
}

void add(std::vector<FormField>& fields, FormField field) {
  if (fields.size() == most_form_fields) bad_form("it has too many fields");
  fields.push_back(std::move(field));
}

/// Removes the part of `rest` before `separator`, and the separator; nullopt if it is not there.
std::optional<std::string_view> take(std::string_view& rest, std::string_view separator) {
  const std::size_t end = rest.find(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end + separator.size());
  return taken;
}

/// A value without quotes, or the text in quotes, where browsers write %22 for a quote.
std::string parameter_value(std::string_view& rest) {
  if (!rest.starts_with('"')) {
    const std::string_view value = rest.substr(0, rest.find(';'));
    rest.remove_prefix(value.size());
    return std::string(trim(value));
  }
  rest.remove_prefix(1);
  const auto quoted = take(rest, "\"");
  if (!quoted) bad_form("a quote is not closed");
  return percent_decoded(*quoted);
}

/// The parameter of a header's value, as in `form-data; name="bot"`.
std::optional<std::string> parameter(std::string_view header, std::string_view name) {
  std::string_view rest = header;
  if (!take(rest, ";")) return std::nullopt;
  while (!trim(rest).empty()) {
    const auto found = take(rest, "=");
    if (!found) return std::nullopt;
    const std::string value = parameter_value(rest);
    if (equal_ignoring_case(trim(*found), name)) return value;
    if (!take(rest, ";")) return std::nullopt;
  }
  return std::nullopt;
}

/// One part: headers, an empty line, the value.
FormField part(std::string_view text) {
  FormField field;
  bool named = false;
  for (;;) {
    const auto line = take(text, line_end);
    if (!line) bad_form("a part has no end of its headers");
    if (line->empty()) break;
    std::string_view value = *line;
    const auto name = take(value, ":");
    if (!name || !equal_ignoring_case(trim(*name), "content-disposition")) continue;
    const auto of_field = parameter(value, "name");
    if (!of_field) continue;
    field.name = *of_field;
    field.file_name = parameter(value, "filename");
    named = true;
  }
  if (!named) bad_form("a part has no name");
  field.value = text;
  return field;
}

}  // namespace

std::string_view Form::value(std::string_view name) const {
  const auto found = std::ranges::find(fields_, name, &FormField::name);
  return found == fields_.end() ? std::string_view() : std::string_view(found->value);
}

const FormField* Form::file(std::string_view name) const {
  const auto found = std::ranges::find_if(fields_, [&](const FormField& field) {
    return field.name == name && field.file_name && !field.file_name->empty();
  });
  return found == fields_.end() ? nullptr : &*found;
}

Form url_form(std::string_view text) {
  std::vector<FormField> fields;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::size_t middle = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(middle + 1, pair.size()));
    add(fields, {percent_decoded(pair.substr(0, middle), true), percent_decoded(value, true)});
  }
  return Form(std::move(fields));
}

std::string url_text(const Form& form, std::string_view without) {
  std::string text;
  for (const FormField& field : form.fields()) {
    if (field.name == without) continue;
    text += (text.empty() ? "" : "&") + percent_encoded(field.name) + "=" +
            percent_encoded(field.value);
  }
  return text;
}

Form multipart_form(std::string_view content_type, std::string_view body) {
  const auto boundary = parameter(content_type, "boundary");
  if (!boundary || boundary->empty() || boundary->size() > 70) bad_form("it has no boundary");
  const std::string first = "--" + *boundary;
  const std::string next = "\r\n" + first;
  if (!body.starts_with(first)) bad_form("it does not start with its boundary");
  body.remove_prefix(first.size());
  std::vector<FormField> fields;
  while (!body.starts_with("--")) {
    if (!body.starts_with(line_end)) bad_form("a boundary is not a whole line");
    body.remove_prefix(line_end.size());
    const auto text = take(body, next);
    if (!text) bad_form("its last boundary is missing");
    add(fields, part(*text));
  }
  return Form(std::move(fields));
}

Form form_of(const Request& request) {
  const std::string_view type = request.header("content-type");
  const std::string_view media = trim(type.substr(0, type.find(';')));
  if (equal_ignoring_case(media, "application/x-www-form-urlencoded"))
    return url_form(request.body);
  if (equal_ignoring_case(media, "multipart/form-data")) return multipart_form(type, request.body);
  bad_form("its type is not known");
}

}  // namespace arena::http
