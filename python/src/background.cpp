#include "python/src/background.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <pybind11/pybind11.h>

#include "python/src/python_game.hpp"

namespace arena::python {

namespace {

/// The exception of a signal, or of `look`, if there is one. Needs the lock.
std::optional<py::error_already_set> trouble(const std::function<void()>& look) {
  if (interrupted()) return py::error_already_set();
  try {
    look();
  } catch (py::error_already_set& raised) {
    return std::move(raised);
  }
  return std::nullopt;
}

}  // namespace

bool interrupted() {
  if (PyErr_CheckSignals() != 0) return true;
  // Python raises an exception that was sent to a thread only when that thread runs Python code, so
  // run the shortest code. PyRun_String would end the program at a KeyboardInterrupt.
  const auto code =
      py::reinterpret_steal<py::object>(Py_CompileString("None", "arena", Py_eval_input));
  const py::dict names;
  return !code ||
         !py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), names.ptr(), names.ptr()));
}

void in_background(const std::function<void()>& work, std::stop_source& stopping, Calls& calls,
                   const std::function<void()>& look) {
  std::optional<py::error_already_set> signal;
  std::exception_ptr error;
  {
    const py::gil_scoped_release unlocked;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::thread worker([&] {
      try {
        work();
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, signal_check, [&done] { return done; })) {
      lock.unlock();
      {
        const py::gil_scoped_acquire locked;
        if (!signal) signal = trouble(look);
      }
      if (signal) {
        stopping.request_stop();  // before a call ends, so that its match does not count
        const py::gil_scoped_acquire locked;
        calls.break_off();
        break_off_rules();
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (signal) throw py::error_already_set(std::move(*signal));
  if (error) std::rethrow_exception(error);
  look();
}

}  // namespace arena::python
