// Values between C++ and Python: moves, JSON, and what may go wrong with them.
// All functions need the interpreter's lock.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <pybind11/pybind11.h>

#include "arena/core/any_view.hpp"

namespace arena::python {

namespace py = pybind11;

/// None, bool, int, float, str, list and dict.
py::object to_python(const boost::json::value& value);

/// The reverse. `what` names the value in messages. Throws py::type_error for what JSON has not,
/// and Error for a number that is too large.
boost::json::value to_json(py::handle value, std::string_view what);

/// The words of a command, each a str as file names are, or bytes. Throws py::error_already_set, a
/// TypeError, for any other, or for a zero byte.
std::vector<std::string> words_of(const py::object& words);

/// Warns the caller of the package's function that called into C++. Throws py::error_already_set
/// where warnings are errors.
void warn(std::string_view sentence);

/// A move as Python has it: an int where its text is a number, else the text. A new reference, or
/// null with an exception set.
PyObject* new_move(std::string_view text);

/// The text of a move that Python gave: an int or a str. It lives as long as both the object and
/// this.
class MoveText {
 public:
  /// Throws py::type_error for what can be no move.
  explicit MoveText(PyObject* move);
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  char digits_[24];
  std::string replaced_;  // of a str that has no UTF-8
  std::string_view text_;
};

/// Legal moves as a list.
class MoveList final : public MoveSink {
 public:
  void expect(std::size_t count) override;
  void add(std::string_view move) override;
  /// A new reference, which is given away.
  py::object take();

 private:
  py::object list_;
  Py_ssize_t next_ = 0;
};

/// Bytes of any kind as a str: what is no UTF-8 is replaced.
py::str to_str(std::string_view text);

/// The reverse, for any str: what has no UTF-8, such as half of a surrogate pair, becomes "?".
/// Throws py::error_already_set, a TypeError, for what is no str.
std::string text_of_str(py::handle str);

}  // namespace arena::python
