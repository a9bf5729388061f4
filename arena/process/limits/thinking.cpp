#include "arena/process/limits/thinking.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace arena {

namespace {

constexpr std::chrono::milliseconds slow_answer{2};
constexpr std::chrono::milliseconds thinking_answer{1};  // average run time per answer
constexpr unsigned to_judge_by = 3;  // the first slow answers of any program say little

}  // namespace

void Thinking::took(Duration waited) {
  if (!first_run_) first_run_ = processes_.time_at_start();
  ++answers_;
  pace_.thought += waited;
  if (waited < slow_answer) {
    quick_ += waited;
  } else {
    look_closely(waited);
  }
}

/// Counts what ran between questions, and processes that arena did not know of because the bot
/// started them between two looks.
Duration Thinking::run_beside() {
  const Duration since_look = std::min(use_of_known().run - before_.run, quick_);
  const Duration run = processes_.time() - first_run_.value_or(Duration::zero());
  const Duration before = beside_;
  beside_ = std::max(before, run - answering_ - since_look);
  return beside_ - before;
}

void Thinking::look_closely(Duration waited) {
  ++slow_answers_;
  if (slow_answers_ == 1) known_ = processes_.members();
  const ProcessorUse use = use_of_known();
  const Duration own = own_wait();
  pace_.starved += starved(waited, use, own);
  answering_ += std::min(use.run - before_.run, quick_ + waited);
  if (slow_answers_ >= to_judge_by) thinks_ = use.run - before_.run >= answers_ * thinking_answer;
  const bool look_again = slow_answers_ >= 4 && std::has_single_bit(slow_answers_);
  if (look_again) known_ = processes_.members();
  before_ = look_again ? use_of_known() : use;
  own_before_ = own;
  answers_ = 0;
  quick_ = Duration::zero();
}

ProcessorUse Thinking::use_of_known() const {
  ProcessorUse use = processor_use(known_);
  use.run = time_run(known_) + time_of_children(known_);  // includes ended threads
  return use;
}

/// A lower bound of the time within `waited` in which something else ran: the bot, or arena when it
/// read the answer, waited for a processor, and the bot did not run. Leaves out all that the quick
/// answers since the last look may have had of either. At the first look, what the bot did before
/// its first question counts as thinking.
Duration Thinking::starved(Duration waited, const ProcessorUse& use, Duration own) const {
  const Duration queued = (use.waited - before_.waited) + (own - own_before_) - quick_;
  const Duration run = std::max(use.run - before_.run - quick_, Duration::zero());
  return std::clamp(std::min(queued, waited - run), Duration::zero(), waited);
}

}  // namespace arena
