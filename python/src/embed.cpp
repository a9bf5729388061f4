// The library that `arena run --in-process` loads: a Python interpreter and the modules that it
// plays, inside arena's process. Arena loads it only if needed, so that arena starts without
// Python.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <pybind11/embed.h>

#include "arena/players/module_host.hpp"
#include "arena/util/error.hpp"
#include "python/src/in_process_bot.hpp"
#include "python/src/seat_view.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

/// Starts the interpreter like `program`, with its packages but without its signal handlers. If the
/// name is empty, uses the Python for which this library was built.
void start_interpreter(std::string program) {
  if (program.empty()) program = ARENA_EMBEDDED_PYTHON;
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.parse_argv = 0;
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name, program.c_str());
  if (PyStatus_Exception(status) == 0)
    status = PyConfig_SetBytesString(&config, &config.executable, program.c_str());
  if (PyStatus_Exception(status) == 0) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0)
    throw Error(fmt::format("Python {} cannot be started inside arena: {}", program,
                            status.err_msg != nullptr ? status.err_msg : "no reason given"));
}

/// Pickles the view as in the worker: other processes may have no other part of the package.
py::tuple reduce_view(const SeatView& view) {
  MoveList moves;
  py::object texts = py::none();
  if (view.view()->legal(moves)) {
    texts = py::list();
    for (const py::handle move : moves.take()) texts.attr("append")(py::str(move));
  }
  return py::make_tuple(py::module_::import("arena.bot").attr("Listed"),
                        py::make_tuple(texts, to_str(view.view()->game().name)));
}

/// Keeps the interpreter until the process ends: modules may have left threads that run in it.
class Host final : public ModuleHost {
 public:
  Host(const std::string& program, const std::string& folder) {
    start_interpreter(program);
    try {
      const auto sys = py::module_::import("sys");
      sys.attr("stdout") = sys.attr("stderr");  // stdout is for the standing
      sys.attr("stdin") = py::module_::import("io").attr("StringIO")();
      sys.attr("path").attr("append")(folder);
      support_ = py::module_::import("arena.bot");
      support_.attr("keep_arena_running")();
      add_seat_view(support_, reduce_view);
    } catch (const py::error_already_set& raised) {
      throw Error(
          fmt::format("arena's Python part in {} cannot be used: {}", folder, raised.what()));
    }
    idle_ = PyEval_SaveThread();
  }

  std::function<std::unique_ptr<InProcessBot>()> load(const std::string& module,
                                                      const std::string& name) override {
    const py::gil_scoped_acquire locked;
    try {
      const py::object loaded = support_.attr("load")(module);
      return in_process_bots({loaded, support_, name, OnError::forfeit, calls_});
    } catch (const py::error_already_set& raised) {
      const Account account = account_of(support_, error_of(raised));
      throw Error(account.in_full.empty()
                      ? account.in_short
                      : fmt::format("cannot load module {}:\n{}", module, account.in_full));
    }
  }

  void break_off() override {
    const py::gil_scoped_acquire locked;
    calls_->break_off();
  }

 private:
  py::module_ support_;
  std::shared_ptr<Calls> calls_ = std::make_shared<Calls>();
  PyThreadState* idle_ = nullptr;
};

}  // namespace

}  // namespace arena::python

extern "C" __attribute__((visibility("default"))) arena::ModuleHost* arena_module_host(
    const char* program, const char* folder);

arena::ModuleHost* arena_module_host(const char* program, const char* folder) {
  return new arena::python::Host(program, folder);  // never deleted: see Host
}
