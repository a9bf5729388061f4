// Answers that are the same for all who are not logged in, kept for a second: then many spectators
// cost little more than one. Memory is bounded.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "arena/http/message.hpp"
#include "arena/util/time.hpp"

namespace arena::site {

class AnswerCache {
 public:
  /// Null if the key is missing, or if its answer is too old.
  [[nodiscard]] std::shared_ptr<const http::Response> find(const std::string& key,
                                                           TimePoint now = Clock::now()) const {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(key);
    return found != answers_.end() && found->second.until > now ? found->second.answer : nullptr;
  }

  void keep(const std::string& key, const http::Response& answer, TimePoint now = Clock::now()) {
    auto kept = std::make_shared<const http::Response>(answer);
    const std::lock_guard lock(mutex_);
    bytes_ += answer.body.size();
    if (answers_.size() >= most_answers || bytes_ > most_bytes) {
      answers_.clear();
      bytes_ = answer.body.size();
    }
    answers_.insert_or_assign(key, Kept{std::move(kept), now + kept_for});
  }

 private:
  struct Kept {
    std::shared_ptr<const http::Response> answer;
    TimePoint until;
  };
  static constexpr std::size_t most_answers = 500;
  static constexpr std::size_t most_bytes = 32'000'000;
  static constexpr Duration kept_for = std::chrono::seconds(1);

  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;  // added since the last clearing
  std::unordered_map<std::string, Kept> answers_;
};

}  // namespace arena::site
