#include "python/src/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena::python {

namespace json = boost::json;

namespace {

constexpr int most_levels = 16;            // of values in values; a value may contain itself
constexpr std::size_t longest_number = 9;  // digits, so that it fits into a C++ int

bool is_number(std::string_view text) {
  if (text.empty() || text.size() > longest_number || (text[0] == '0' && text.size() > 1))
    return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Attribute names are interned, which makes lookups faster.
py::object name_of(std::string_view key) {
  PyObject* text = PyUnicode_FromStringAndSize(key.data(), static_cast<Py_ssize_t>(key.size()));
  if (text == nullptr) throw py::error_already_set();
  PyUnicode_InternInPlace(&text);
  return py::reinterpret_steal<py::object>(text);
}

json::value to_json(py::handle value, std::string_view what, int levels);

json::object to_object(py::handle dict, std::string_view what, int levels) {
  // The list keeps all values alive: converting one may run code that changes the dictionary.
  const auto items = py::reinterpret_steal<py::list>(PyDict_Items(dict.ptr()));
  if (!items) throw py::error_already_set();
  json::object object;
  for (const py::handle item : items) {
    const py::handle key = PyTuple_GET_ITEM(item.ptr(), 0);
    if (!py::isinstance<py::str>(key))
      throw py::type_error(fmt::format("{}: a key must be a str", what));
    const std::string name = text_of_str(key);
    object[name] =
        to_json(PyTuple_GET_ITEM(item.ptr(), 1), fmt::format("{} {}", what, name), levels);
  }
  return object;
}

json::array to_array(py::handle items, std::string_view what, int levels) {
  json::array array;
  for (const py::handle item : items) array.push_back(to_json(item, what, levels));
  return array;
}

json::value to_number(py::handle value, std::string_view what) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{} cannot be a {}", what, Py_TYPE(value.ptr())->tp_name));
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) {
    throw Error(
        fmt::format("{} must be a whole number in range, not one of more than 64 bits", what));
  }
  return number;
}

/// `levels`: how many levels of lists and dictionaries may follow.
json::value to_json(py::handle value, std::string_view what, int levels) {
  if (value.is_none()) return nullptr;
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::str>(value)) return json::value(text_of_str(value));
  if (py::isinstance<py::float_>(value)) {
    const auto number = value.cast<double>();
    if (!std::isfinite(number)) throw Error(fmt::format("{} must be finite, not {}", what, number));
    return number;
  }
  const bool is_dict = py::isinstance<py::dict>(value);
  if (!is_dict && !py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    return to_number(value, what);
  if (levels == 0)
    throw Error(fmt::format("{} has more than {} levels of lists or dictionaries",
                            what.substr(0, 80), most_levels));
  if (is_dict) return to_object(value, what, levels - 1);
  return to_array(value, what, levels - 1);
}

}  // namespace

py::object to_python(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return py::none();
    case json::kind::bool_:
      return py::bool_(value.get_bool());
    case json::kind::int64:
      return py::int_(value.get_int64());
    case json::kind::uint64:
      return py::int_(value.get_uint64());
    case json::kind::double_:
      return py::float_(value.get_double());
    case json::kind::string:
      return to_str(value.get_string());
    case json::kind::array: {
      const json::array& array = value.get_array();
      py::list list(array.size());
      std::size_t index = 0;
      for (const json::value& item : array)
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(index++),
                        to_python(item).release().ptr());
      return list;
    }
    case json::kind::object: {
      py::dict dict;
      for (const auto& field : value.get_object())
        dict[name_of(field.key())] = to_python(field.value());
      return dict;
    }
  }
  return py::none();
}

json::value to_json(py::handle value, std::string_view what) {
  return to_json(value, what, most_levels);
}

std::vector<std::string> words_of(const py::object& words) {
  std::vector<std::string> texts;
  for (const py::handle word : words) {
    PyObject* bytes = nullptr;
    if (PyUnicode_FSConverter(word.ptr(), static_cast<void*>(&bytes)) == 0)
      throw py::error_already_set();
    texts.push_back(py::reinterpret_steal<py::bytes>(bytes));
  }
  return texts;
}

void warn(std::string_view sentence) {
  constexpr int user = 2;  // 1 is the package's own function
  if (PyErr_WarnFormat(PyExc_RuntimeWarning, user, "%U", to_str(sentence).ptr()) != 0)
    throw py::error_already_set();
}

py::object new_move(std::string_view text) {
  PyObject* move = nullptr;
  if (is_number(text)) {
    long number = 0;
    for (const char digit : text) number = number * 10 + (digit - '0');
    move = PyLong_FromLong(number);
  } else {
    move = PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  }
  if (move == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(move);
}

MoveText::MoveText(PyObject* move) {
  if (PyUnicode_Check(move)) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(move, &size);
    if (text == nullptr) {
      PyErr_Clear();
      replaced_ = text_of_str(move);
      text_ = replaced_;
    } else {
      text_ = {text, static_cast<std::size_t>(size)};
    }
    return;
  }
  const bool exact = PyLong_CheckExact(move);
  const auto index = exact || PyBool_Check(move)
                         ? py::reinterpret_borrow<py::object>(move)
                         : py::reinterpret_steal<py::object>(PyNumber_Index(move));
  if (!index || PyBool_Check(move)) {
    PyErr_Clear();
    throw py::type_error(
        fmt::format("a move is an int or a str, not a {}", Py_TYPE(move)->tp_name));
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) throw py::value_error("a move is no such large number");
  const auto end = std::to_chars(digits_, digits_ + sizeof digits_, number).ptr;
  text_ = {digits_, static_cast<std::size_t>(end - digits_)};
}

void MoveList::expect(std::size_t count) {
  list_ = py::reinterpret_steal<py::object>(PyList_New(static_cast<Py_ssize_t>(count)));
  if (!list_) throw py::error_already_set();
}

void MoveList::add(std::string_view move) {
  PyList_SET_ITEM(list_.ptr(), next_++, new_move(move).release().ptr());
}

py::object MoveList::take() { return std::move(list_); }

py::str to_str(std::string_view text) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

std::string text_of_str(py::handle str) {
  const auto encoded =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(str.ptr(), "utf-8", "replace"));
  if (!encoded) throw py::error_already_set();
  return {PyBytes_AS_STRING(encoded.ptr()),
          static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.ptr()))};
}

}  // namespace arena::python
