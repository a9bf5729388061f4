// The fields of forms: of a query, and of a body in either encoding that browsers use. All input is
// untrusted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/http/message.hpp"

namespace arena::http {

/// A field of a form; a file also has the name that its owner's computer gave it.
struct FormField {
  std::string name;
  std::string value;
  std::optional<std::string> file_name{};
};

class Form {
 public:
  Form() = default;
  explicit Form(std::vector<FormField> fields) : fields_(std::move(fields)) {}

  /// The first value with this name; empty if none exists.
  [[nodiscard]] std::string_view value(std::string_view name) const;
  /// A field that names a file, as an empty one does not.
  [[nodiscard]] const FormField* file(std::string_view name) const;
  [[nodiscard]] const std::vector<FormField>& fields() const { return fields_; }

 private:
  std::vector<FormField> fields_;
};

/// The most fields of a form. Throws Error if there are more.
inline constexpr std::size_t most_form_fields = 200;

/// "a=1&b=2".
Form url_form(std::string_view text);
/// The fields as such a text, but for those named `without`.
std::string url_text(const Form& form, std::string_view without);
/// multipart/form-data (RFC 7578). Throws Error if the body is not what `content_type` says.
Form multipart_form(std::string_view content_type, std::string_view body);
/// The form in the body of a request. Throws Error if none exists.
Form form_of(const Request& request);

}  // namespace arena::http
