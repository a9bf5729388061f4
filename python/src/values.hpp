// Converts values between C++ and Python: moves, JSON, warnings. All functions need the
// interpreter's lock.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <pybind11/pybind11.h>

#include "arena/core/refinements/any_view.hpp"

namespace arena::python {

namespace py = pybind11;

/// Returns None, bool, int, float, str, list or dict.
py::object to_python(const boost::json::value& value);

/// The reverse. `what` names the value in messages. Throws py::type_error for values that JSON
/// cannot express, and Error for a number that is too large or values that are nested too deeply.
boost::json::value to_json(py::handle value, std::string_view what);

/// The words of a command, each a str (encoded as file names are) or bytes. Throws
/// py::error_already_set (TypeError) for other values and for a zero byte.
std::vector<std::string> words_of(const py::object& words);

/// Warns the caller of the package's function that called C++. Throws py::error_already_set if
/// warnings are errors.
void warn(std::string_view sentence);

/// A move in Python's form: an int if its text is a number, else a str.
py::object new_move(std::string_view text);

/// The text of a move from Python (int or str). REQUIRES: the object outlives the use of the text.
class MoveText {
 public:
  /// Throws py::type_error for values that cannot be a move.
  explicit MoveText(PyObject* move);
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  char digits_[24];
  std::string replaced_;  // the text of a str that UTF-8 cannot encode
  std::string_view text_;
};

/// Legal moves as a list.
class MoveList final : public MoveSink {
 public:
  void expect(std::size_t count) override;
  void add(std::string_view move) override;
  /// Returns the list as a new reference. Call it once.
  py::object take();

 private:
  py::object list_;
  Py_ssize_t next_ = 0;
};

/// Converts any bytes to a str. Replaces invalid UTF-8.
py::str to_str(std::string_view text);

/// The reverse, for any str. What UTF-8 cannot encode, such as half of a surrogate pair, becomes
/// "?". Throws py::error_already_set (TypeError) if it is not a str.
std::string text_of_str(py::handle str);

}  // namespace arena::python
