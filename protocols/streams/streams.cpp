#include "protocols/streams/streams.hpp"

namespace arena::streams {

void StreamsLines::ask(const View& view, std::string& out) {
  for (int slot = 0; slot < slot_count; ++slot) {
    if (slot > 0) out += ' ';
    out += std::to_string(view.stream.is_free(slot) ? -1 : view.stream[slot]);
  }
  out += ':';
  bool first = true;
  view.left.for_each([&](Card card) {
    if (!first) out += ' ';
    first = false;
    out += std::to_string(card);
  });
  out += ':';
  out += std::to_string(view.card);
  out += '\n';
}

Reading<Streams> StreamsLines::read(const View& /*view*/, std::string_view line) {
  if (const auto move = Streams::read(line)) return *move;
  return Refusal("Invalid slot.");
}

std::vector<double> GameModule::Baseline::of(const Setup<Streams>& setup) {
  const double points = baseline_score(Streams::deal(setup), setup.options.deck);
  return std::vector<double>(static_cast<std::size_t>(setup.seats), points);
}

}  // namespace arena::streams
