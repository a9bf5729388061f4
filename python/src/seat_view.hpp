// A seat's view as Python has it: an object of arena.bot's class View, with the fields as
// attributes and the typed view behind them, for `legal()` and for built-in bots.
#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arena/core/any_view.hpp"

namespace arena::python {

/// What stands behind a View: opaque to Python, but for the legal moves.
class SeatView {
 public:
  explicit SeatView(std::shared_ptr<const AnyView> view) : view_(std::move(view)) {}
  [[nodiscard]] const AnyView& view() const { return *view_; }

  /// A list. Throws py::error_already_set, a NotListed, where the game does not list them.
  [[nodiscard]] pybind11::object legal() const;
  /// Whether they tell the same of the same game.
  bool operator==(const SeatView& other) const;

 private:
  std::shared_ptr<const AnyView> view_;
};

/// Throws py::error_already_set, arena.bot's NotListed.
[[noreturn]] void raise_not_listed(const GameInfo& game);

/// `reduce`: by what a SeatView is pickled.
void add_seat_view(pybind11::module_& module, pybind11::tuple (*reduce)(const SeatView& view));

/// A View. `view_class` is that of arena.bot.
pybind11::object new_view(const pybind11::object& view_class, std::shared_ptr<const AnyView> view);

/// The typed view behind a View. Throws py::type_error if there is none.
const AnyView& view_behind(pybind11::handle view);

}  // namespace arena::python
