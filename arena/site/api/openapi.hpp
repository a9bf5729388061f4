// The shapes of the API's answers, as OpenAPI wants them. answers.json has them in short:
//   "integer", "string", ... a type; "date-time" is a string       "a|b"       one of these strings
//   "Match"                  the answer of that name               ["Match"]   a list of them
//   "... or null"            or null                               {...}       an object
//   "object"                 any object                            "name?"     may be missing
#pragma once

#include <string_view>

#include <boost/json.hpp>

namespace arena::site {

/// All answers by name. Throws std::runtime_error if one refers to a name that is missing.
boost::json::object answer_schemas();
/// A reference to the answer of this name.
boost::json::object schema_reference(std::string_view name);

}  // namespace arena::site
