// Numbers for learners: `_arena.EncoderCore` and `_arena.BatchCore`, with numpy's arrays.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arena/core/described.hpp"
#include "python/src/games.hpp"
#include "python/src/seat_view.hpp"
#include "python/src/state_methods.hpp"
#include "python/src/types.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

using Shape = std::vector<py::ssize_t>;

/// The batch, and arrays of its rows.
class BatchCore {
 public:
  explicit BatchCore(std::unique_ptr<AnyBatch> batch) : batch_(std::move(batch)) {}

  /// Releases Python's lock.
  void step(const py::array_t<std::int64_t, py::array::c_style>& moves) {
    const std::span<const std::int64_t> given(moves.data(), static_cast<std::size_t>(moves.size()));
    const std::unique_lock stepping(mutex_, std::try_to_lock);
    if (!stepping) throw Error("another thread steps this batch");
    const py::gil_scoped_release unlocked;
    batch_->step(given);
  }

  /// They show the same memory at all times, and keep `self` alive.
  static py::tuple arrays(const py::object& self) {
    const BatchRows& rows = self.cast<BatchCore&>().batch_->rows();
    const auto count = static_cast<py::ssize_t>(rows.seats.size());
    return py::make_tuple(array_of<float>(rows.observations, {count, -1}, self),
                          array_of<bool>(rows.masks, {count, -1}, self),
                          array_of<std::int32_t>(rows.seats, {count}, self),
                          array_of<float>(rows.rewards, {count, -1}, self),
                          array_of<bool>(rows.over, {count}, self),
                          array_of<std::int64_t>(rows.numbers, {count}, self));
  }

 private:
  /// A length of -1 is what the size leaves.
  template <class Item, class Numbers>
  static py::array array_of(const Numbers& numbers, Shape shape, const py::object& owner) {
    if (shape.back() < 0) shape.back() = static_cast<py::ssize_t>(numbers.size()) / shape.front();
    return {py::dtype::of<Item>(), std::move(shape), numbers.data(), owner};
  }

  std::unique_ptr<AnyBatch> batch_;
  std::mutex mutex_;
};

/// An encoder, and the sizes of what it writes. Keeps the library alive.
class EncoderCore {
 public:
  EncoderCore(const GameCore& core, std::unique_ptr<AnyEncoder> encoder)
      : core_(core),
        encoder_(std::move(encoder)),
        size_(observation_size(encoder_->parts())),
        moves_(static_cast<py::ssize_t>(encoder_->moves().size())) {}

  [[nodiscard]] int version() const { return encoder_->version(); }
  [[nodiscard]] bool perfect_recall() const { return encoder_->perfect_recall(); }
  [[nodiscard]] py::list parts() const {
    py::list list;
    for (const ObservationPart& part : encoder_->parts()) {
      list.append(
          py::make_tuple(to_str(part.name), py::tuple(py::cast(part.shape)), to_str(part.meaning)));
    }
    return list;
  }
  [[nodiscard]] py::list moves() const {
    py::list list;
    for (const std::string& move : encoder_->moves()) list.append(new_move(move));
    return list;
  }

  [[nodiscard]] py::array_t<float> observation(const py::object& state_or_view,
                                               const py::object& seat) const {
    const auto view =
        state_methods::seen(core_.types(), state_or_view, seat, state_methods::any_seat);
    py::array_t<float> observation(size_);
    encoder_->observe(*view, observation.mutable_data());
    return observation;
  }
  [[nodiscard]] py::array_t<bool> mask(const py::object& state_or_view,
                                       const py::object& seat) const {
    const auto view =
        state_methods::seen(core_.types(), state_or_view, seat, state_methods::any_seat);
    py::array_t<bool> mask(moves_);
    static_assert(sizeof(bool) == sizeof(std::uint8_t));
    encoder_->mask(*view, static_cast<std::uint8_t*>(mask.request(true).ptr));
    return mask;
  }

  [[nodiscard]] std::unique_ptr<BatchCore> batch(int matches, std::uint64_t seed,
                                                 const std::vector<std::string>& bots,
                                                 const std::string& reward, int jobs) const {
    BatchSetup setup{matches, seed, bots};
    described::from_json(json::value(reward), setup.reward, "reward");
    setup.jobs = jobs;
    setup.table_cache = core_.table_cache();
    const py::gil_scoped_release unlocked;
    return std::make_unique<BatchCore>(encoder_->batch(setup));
  }

 private:
  GameCore core_;
  std::unique_ptr<AnyEncoder> encoder_;
  py::ssize_t size_;
  py::ssize_t moves_;
};

std::unique_ptr<EncoderCore> encoder(const GameCore& core, const py::dict& options, int seats) {
  const AnyGame& game = core.game();
  if (!game.states.lists_moves()) raise_not_listed(game.info);
  if (game.new_encoder == nullptr) throw Error(fmt::format("{} has no encoder", game.info.title));
  const json::object given = to_json(options, "option").as_object();
  static_cast<void>(game.options.max_refusals(given));
  return std::make_unique<EncoderCore>(core, game.new_encoder(given, seats));
}

}  // namespace

void add_batches(py::module_& module) {
  py::class_<BatchCore>(module, "BatchCore", "The implementation of arena.Batch.")
      .def("step", &BatchCore::step, py::arg("moves").noconvert())
      .def("arrays", &BatchCore::arrays);
  py::class_<EncoderCore>(module, "EncoderCore", "The implementation of arena.Encoder.")
      .def(py::init(&encoder))
      .def_property_readonly("version", &EncoderCore::version)
      .def_property_readonly("perfect_recall", &EncoderCore::perfect_recall)
      .def_property_readonly("parts", &EncoderCore::parts)
      .def_property_readonly("moves", &EncoderCore::moves)
      .def("observation", &EncoderCore::observation)
      .def("mask", &EncoderCore::mask)
      .def("batch", &EncoderCore::batch);
}

}  // namespace arena::python
