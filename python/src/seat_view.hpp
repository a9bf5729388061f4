// A seat's view in Python: an object of arena.bot's class View. Its attributes are the fields;
// `legal()` and built-in bots use the typed view behind it.
#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arena/core/refinements/any_view.hpp"

namespace arena::python {

/// The typed view behind a View. Python can use only its legal moves.
class SeatView {
 public:
  explicit SeatView(std::shared_ptr<const AnyView> view) : view_(std::move(view)) {}
  [[nodiscard]] const std::shared_ptr<const AnyView>& view() const { return view_; }

  /// A list. Throws py::error_already_set (NotListed) if the game does not list them.
  [[nodiscard]] pybind11::object legal() const;
  /// Bytes. Throws Error as AnyView::key does.
  [[nodiscard]] pybind11::bytes key() const { return view_->key(); }
  /// Whether both have the same content of the same game.
  bool operator==(const SeatView& other) const;

 private:
  std::shared_ptr<const AnyView> view_;
};

/// Throws py::error_already_set (arena.bot's NotListed).
[[noreturn]] void raise_not_listed(const GameInfo& game, const char* what = "legal moves");

/// `reduce`: pickles a SeatView.
void add_seat_view(pybind11::module_& module, pybind11::tuple (*reduce)(const SeatView& view));

/// Makes a View. `view_class`: arena.bot's View.
pybind11::object new_view(const pybind11::object& view_class, std::shared_ptr<const AnyView> view);

/// The typed view behind a View. Throws py::type_error if `view` is not a View.
std::shared_ptr<const AnyView> view_behind(pybind11::handle view);

}  // namespace arena::python
