#include "python/src/seat_view.hpp"

#include <fmt/format.h>

#include "python/src/values.hpp"

namespace arena::python {

py::object SeatView::legal() const {
  MoveList list;
  if (!view_->legal(list)) raise_not_listed(view_->game());
  return list.take();
}

bool SeatView::operator==(const SeatView& other) const {
  return view_->game().name == other.view_->game().name && view_->bytes() == other.view_->bytes();
}

void raise_not_listed(const GameInfo& game, const char* what) {
  const py::object type = py::module_::import("arena.bot").attr("NotListed");
  PyErr_SetObject(type.ptr(), py::make_tuple(to_str(game.name), what).ptr());
  throw py::error_already_set();
}

void add_seat_view(py::module_& module, py::tuple (*reduce)(const SeatView& view)) {
  // Local to this library, because the program and the package each have their own.
  py::class_<SeatView>(module, "SeatView", py::module_local(),
                       "The data of a View, in the game's own form.")
      .def("legal", &SeatView::legal,
           "All legal moves. Raises NotListed if there are too many to list.")
      .def("key", &SeatView::key, "All that the seat was told and did.")
      .def("__reduce__", reduce)
      .def("__eq__", &SeatView::operator==, py::is_operator());
}

py::object new_view(const py::object& view_class, std::shared_ptr<const AnyView> view) {
  const py::object fields = to_python(view->fields());
  return view_class(fields, SeatView(std::move(view)));
}

std::shared_ptr<const AnyView> view_behind(py::handle view) {
  const py::object behind = py::getattr(view, "_source", py::none());
  if (!py::isinstance<SeatView>(behind)) {
    throw py::type_error(fmt::format("expected a view as state.view() gives it, not a {}",
                                     Py_TYPE(view.ptr())->tp_name));
  }
  return behind.cast<const SeatView&>().view();
}

}  // namespace arena::python
