// The extension module `arena._arena`. The package around it has the public interface.
#include <cerrno>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include "arena/config/root_seed.hpp"
#include "arena/core/rng.hpp"
#include "arena/match/replay_result.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/record/record_file.hpp"
#include "arena/record/record_reader.hpp"
#include "arena/util/commit.hpp"
#include "arena/util/error.hpp"
#include "python/src/games.hpp"
#include "python/src/seat_view.hpp"
#include "python/src/types.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

py::object new_exception(py::module_& module, const char* name, PyObject* base, const char* doc) {
  const std::string full = std::string("arena.") + name;
  auto made = py::reinterpret_steal<py::object>(
      PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr));
  if (!made) throw py::error_already_set();
  module.add_object(name, made);
  return made;
}

py::object new_named_tuple(const char* name, std::initializer_list<const char*> fields,
                           const char* meaning) {
  py::list names;
  for (const char* field : fields) names.append(field);
  py::object made = py::module_::import("collections")
                        .attr("namedtuple")(name, names, py::arg("module") = "arena");
  made.attr("__doc__") = meaning;
  return made;
}

/// Never deleted, because Python does not unload modules.
const Types& make_types(py::module_& module) {
  auto* types = new Types;
  types->error = new_exception(module, "Error", PyExc_ValueError,
                               "The arguments are wrong. The message names the wrong word.");
  types->illegal_move =
      new_exception(module, "IllegalMove", PyExc_ValueError,
                    "The rules refuse a move: `move`, `seat`, and `reason` in the game's words.");
  types->bot_error = new_exception(module, "BotError", PyExc_RuntimeError,
                                   "A bot, `bot`, raised an exception: it is the cause of this.");
  types->rng = add_rng(module);
  types->state = add_state(module);
  types->outcome = new_named_tuple(
      "Outcome", {"scores", "places", "end"},
      "How a game ended: `scores` and `places` (from 1) by seat, as tuples, and `end`, why it was "
      "over.");
  module.add_object("Outcome", types->outcome);
  types->history = new_named_tuple(
      "History", {"events", "moves"},
      "All that a seat was told, `events` as in the JSON protocol, and its own `moves`.");
  module.add_object("History", types->history);
  const py::module_ support = py::module_::import("arena.bot");
  types->view = support.attr("View");
  types->fields = support.attr("Fields");
  return *types;
}

/// Reads a record in any layout and returns it in arena's own.
std::string tidied(std::string_view line) { return to_line(read_record(line)); }

py::str read_record_line(const py::str& line) { return to_str(tidied(text_of_str(line))); }

/// Lets other Python threads run while the system call waits. If a signal interrupts it, throws
/// what the signal's handler raises.
ssize_t wait_unlocked(const std::function<ssize_t()>& call) {
  ssize_t result = 0;
  int error = 0;
  {
    const py::gil_scoped_release unlocked;
    result = call();
    error = errno;
  }
  if (result < 0 && error == EINTR && PyErr_CheckSignals() != 0) throw py::error_already_set();
  errno = error;
  return result;
}

/// Reads the records of a file one by one.
class RecordLines {
 public:
  explicit RecordLines(const std::string& path) : path_(path), reader_(path, wait_unlocked) {}

  py::str next() {
    std::unique_lock reading(mutex_, std::try_to_lock);
    if (!reading) {  // the thread that reads needs Python's lock to go on
      const py::gil_scoped_release unlocked;
      reading.lock();
    }
    const auto line = reader_.next();
    if (!line && reader_.trouble().empty()) throw py::stop_iteration();
    if (!line) throw Error(fmt::format("\"{}\": {}", path_, reader_.trouble()));
    try {
      return to_str(tidied(line->text));
    } catch (const Error& wrong) {
      throw Error(fmt::format("\"{}\": line {}: {}", path_, line->number, wrong.what()));
    }
  }

 private:
  std::string path_;
  std::mutex mutex_;
  RecordReader reader_;
};

void write_records(const std::string& path, const py::list& lines) {
  std::vector<std::string> records;
  for (const py::handle line : lines) {
    try {
      records.push_back(tidied(text_of_str(line)));
    } catch (const Error& wrong) {
      throw Error(fmt::format("record {}: {}", records.size() + 1, wrong.what()));
    }
  }
  RecordWriter writer(path);
  if (!writer.repaired().empty()) warn(writer.repaired());
  for (const std::string& record : records) writer.write(record);
  writer.close();
}

/// Pickles the bytes of the typed view, so that built-in bots can use the view again later.
py::tuple reduce_view(const SeatView& view) {
  return py::make_tuple(
      py::module_::import("arena._games").attr("view_source"),
      py::make_tuple(to_str(view.view()->game().name), py::bytes(view.view()->bytes())));
}

py::str name_of(const py::list& words) { return to_str(bot_name(words_of(words))); }

/// The number of the move that breaks the rules, and why; None if the record is correct.
py::object check_record(const GameCore& core, const py::str& line) {
  const Replayed replayed = core.game().matches.replay(read_record(text_of_str(line)), {});
  if (!replayed.broken) return py::none();
  return py::make_tuple(replayed.broken->move, to_str(replayed.broken->reason));
}

void add_functions(py::module_& module) {
  module.def("mix_seed", [](std::uint64_t root, const py::str& name, std::uint64_t index) {
    return mix_seed(root, text_of_str(name), index);
  });
  py::class_<SeedKey>(module, "SeedKey", "The key of arena.derive_seed.")
      .def(py::init(
          [](const py::str& root) { return SeedKey(read_root_seed(text_of_str(root)).value()); }))
      .def("derive", [](const SeedKey& key, const py::str& name, std::uint64_t index) {
        return key.derive(text_of_str(name), index);
      });
  module.def("bot_name", &name_of);
  module.def("read_record", &read_record_line);
  py::class_<RecordLines>(module, "RecordLines", "The records of a file, one line at a time.")
      .def(py::init<const std::string&>())
      .def("__iter__", [](const py::object& self) { return self; })
      .def("__next__", &RecordLines::next);
  module.def("write_records", &write_records);
  module.def("check_record", &check_record);
}

}  // namespace

}  // namespace arena::python

PYBIND11_MODULE(_arena, module) {
  namespace python = arena::python;
  module.doc() = "The compiled part of the package arena.";
  const python::Types& types = python::make_types(module);
  pybind11::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const arena::Error& wrong) {
      const auto own = pybind11::module_::import("arena._arena");
      PyErr_SetObject(own.attr("Error").ptr(), python::to_str(wrong.what()).ptr());
    }
  });
  python::add_seat_view(module, python::reduce_view);
  const auto library = std::make_shared<python::Library>();
  python::add_games(module, types, library);
  python::add_series(module, types);
  python::add_comparisons(module, types);
  python::add_reviews(module);
  python::add_batches(module);
  python::add_lookahead(module);
  python::add_solutions(module);
  python::add_tournaments(module, types, library);
  python::add_stores(module, library);
  python::add_functions(module);
  module.attr("__version__") = ARENA_VERSION;
  module.attr("__commit__") = std::string(arena::commit());
}
