#include "python/seat_view.hpp"

#include <fmt/format.h>

#include "python/values.hpp"

namespace arena::python {

py::object SeatView::legal() const {
  MoveList list;
  if (!view_->legal(list)) return py::none();
  return list.take();
}

void add_seat_view(py::module_& module) {
  // Local to the library that it is in: the program and the package each have their own.
  py::class_<SeatView>(module, "SeatView", py::module_local(),
                       "What stands behind a View: the view in the game's own form.")
      .def("legal", &SeatView::legal, "All legal moves; None if the game does not list them.");
}

py::object new_view(const py::object& view_class, std::shared_ptr<const AnyView> view) {
  const py::object fields = to_python(view->fields());
  return view_class(fields, SeatView(std::move(view)));
}

const AnyView& view_behind(py::handle view) {
  const py::object behind = py::getattr(view, "_source", py::none());
  if (!py::isinstance<SeatView>(behind)) {
    throw py::type_error(fmt::format("expected a view as state.view() gives it, not a {}",
                                     Py_TYPE(view.ptr())->tp_name));
  }
  return behind.cast<const SeatView&>().view();
}

}  // namespace arena::python
