#include "python/src/in_process_bot.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <boost/core/noncopyable.hpp>
#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"
#include "python/src/seat_view.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

namespace json = boost::json;

/// An object whose last owner may release it without the interpreter's lock.
template <class T>
std::shared_ptr<T> shared_without_lock(T value) {
  return std::shared_ptr<T>(new T(std::move(value)), [](T* held) {
    const py::gil_scoped_acquire locked;
    delete held;
  });
}

/// Marks a running call.
class Inside : boost::noncopyable {
 public:
  explicit Inside(Calls& calls) : calls_(calls) { calls_.enter(); }
  ~Inside() { calls_.leave(); }

 private:
  Calls& calls_;
};

class PythonBot final : public InProcessBot {
 public:
  explicit PythonBot(std::shared_ptr<const PythonPlayer> player) : player_(std::move(player)) {
    guarded([this] {
      called_ = player_->support.attr("Called")(player_->player);
      view_class_ = player_->support.attr("View");
      move_ = called_.attr("move");
      listens_ = called_.attr("listens").cast<bool>();
    });
    idle_.emplace();
  }
  ~PythonBot() override { idle_.reset(); }

  [[nodiscard]] bool listens() const override { return listens_; }
  void begin(const json::object& start) override { tell("start", start); }
  void see(const json::object& event) override { tell("event", event); }
  void end(const json::object& result) override {
    const bool had_failed = fault_.has_value();
    tell("end", result);
    if (!had_failed && fault_) late_fault_ = fault_->detail;
  }

  std::variant<std::string, Fault> move(std::shared_ptr<const AnyView> view) override {
    const py::gil_scoped_acquire locked;
    std::string text;
    guarded([&] {
      const py::object seen = new_view(view_class_, view);
      text = text_of(move_(seen), seen);
    });
    if (fault_) return *fault_;
    return text;
  }
  void refused(std::string_view /*why*/) override {}
  [[nodiscard]] std::string late_fault() const override { return late_fault_; }
  [[nodiscard]] std::string complaint() const override { return complaint_; }

 private:
  void tell(const char* what, const json::object& message) {
    const py::gil_scoped_acquire locked;
    guarded([&] { called_.attr("tell")(what, to_python(message)); });
  }

  /// Runs `body` and turns a Python exception into a fault. Skips it after a fault. Needs the lock.
  template <class Body>
  void guarded(Body body) {
    if (player_->calls->broken_off()) fault_ = Fault{FaultKind::exit, "was interrupted"};
    if (fault_) return;
    const Inside inside(*player_->calls);
    py::object error;
    try {
      body();
      return;
    } catch (const py::error_already_set& raised) {
      error = error_of(raised);
    } catch (const std::exception& failed) {
      error = py::reinterpret_borrow<py::object>(PyExc_RuntimeError)(to_str(failed.what()));
    }
    fail(error);
  }

  void fail(const py::object& error) {
    fault_ = Fault{FaultKind::exit, "raised an exception"};
    if (player_->on_error == OnError::raise)
      throw BotRaised(player_->name, shared_without_lock<const py::object>(error));
    const Account account = account_of(player_->support, error);
    fault_->detail = account.in_short;
    complaint_ = escaped(account.in_full, true);
  }

  /// Converts common moves here, for speed. The worker's code converts the others and finds errors.
  [[nodiscard]] std::string text_of(const py::object& value, const py::object& view) const {
    int overflow = 0;
    if (PyLong_CheckExact(value.ptr())) {
      const long number = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
      if (overflow == 0) return std::to_string(number);
    }
    return text_of_str(player_->support.attr("as_move")(value, view));
  }

  // While this exists, Python knows the thread, which makes calls cheaper.
  py::gil_scoped_acquire thread_;
  std::shared_ptr<const PythonPlayer> player_;
  py::object called_;
  py::object view_class_;
  py::object move_;
  bool listens_ = false;
  std::optional<Fault> fault_;
  std::string late_fault_;
  std::string complaint_;
  std::optional<py::gil_scoped_release> idle_;
};

}  // namespace

py::object error_of(const py::error_already_set& raised) {
  py::object error = raised.value();
  if (raised.trace()) PyException_SetTraceback(error.ptr(), raised.trace().ptr());
  return error;
}

Account account_of(const py::object& support, const py::object& error) {
  try {
    const py::tuple account = support.attr("account")(error);
    return {text_of_str(account[0]), text_of_str(account[1])};
  } catch (const py::error_already_set&) {
    return {fmt::format("raised {}", Py_TYPE(error.ptr())->tp_name), ""};
  }
}

void Calls::break_off() {
  broken_off_ = true;
  for (const unsigned long thread : threads_)
    PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
}

void Calls::enter() { threads_.push_back(PyThread_get_thread_ident()); }

void Calls::leave() {
  threads_.erase(std::find(threads_.begin(), threads_.end(), PyThread_get_thread_ident()));
}

std::function<std::unique_ptr<InProcessBot>()> in_process_bots(PythonPlayer player) {
  return [shared = std::shared_ptr<const PythonPlayer>(shared_without_lock(std::move(player)))] {
    return std::make_unique<PythonBot>(shared);
  };
}

}  // namespace arena::python
