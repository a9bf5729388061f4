#include "arena/series/entrants/in_process_entrant.hpp"

#include <utility>

namespace arena {

namespace {

class InProcessEntrant final : public EntrantKind {
 public:
  explicit InProcessEntrant(std::function<std::unique_ptr<InProcessBot>()> make)
      : make_(std::move(make)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& /*entrant*/, const Room& /*room*/,
                                            const SeatInMatch& /*seat*/) const override {
    std::unique_ptr<InProcessBot> bot = make_();
    Occupant occupant{bot.get()};
    occupant.bot = std::move(bot);
    co_return occupant;
  }
  /// Such bots share one interpreter.
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  std::function<std::unique_ptr<InProcessBot>()> make_;
};

}  // namespace

std::shared_ptr<const EntrantKind> in_process_entrant(
    std::function<std::unique_ptr<InProcessBot>()> make) {
  return std::make_shared<InProcessEntrant>(std::move(make));
}

}  // namespace arena
