// A tournament's store: one SQLite file, from which everything shown of the tournament is read.
// A match is one transaction, so that the file holds whole matches only, in the order of their
// numbers. Other processes may read while one writes. Used by one thread at a time.
// Errors: Error for a file that is no store, or cannot be opened; StoreFull if the disk is full;
// SQLite::Exception (a std::runtime_error) for anything else that SQLite finds.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/store/stored.hpp"

namespace arena {

/// The disk is full. Nothing that was stored before is lost.
class StoreFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Access { read, write };

class Store {
 public:
  /// Opens a store that is there.
  Store(const std::string& path, Access access);
  /// Makes a new store. Throws Error if the file is there already.
  static Store create(const std::string& path, const StoredTournament& tournament,
                      const std::string& secret_seed, const std::vector<StoredEntrant>& entrants);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) = delete;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  [[nodiscard]] StoredTournament tournament() const;
  /// The root seed; it is nobody's business until it is revealed.
  [[nodiscard]] std::string root_seed() const;
  void reveal_seed();

  /// Those that have left too, by id.
  [[nodiscard]] std::vector<StoredEntrant> entrants() const;
  /// Gives the id. Throws Error if the name is taken.
  int add(const StoredEntrant& entrant);
  void withdraw(int entrant, int until_batch);

  [[nodiscard]] std::vector<StoredPairing> pairings() const;
  /// All or none of them.
  void add(const std::vector<StoredPairing>& pairings);

  /// How many matches are stored: those with the numbers 0 to matches() - 1.
  [[nodiscard]] int matches() const;
  /// `sums`: of the deal, if the match completes it. REQUIRES: the number is matches().
  void add(const StoredMatch& match, const std::vector<DealSums>& sums);
  /// In the order of their numbers, from `first` on, without the text of their records.
  void for_each_match(int first, const std::function<void(const StoredMatch&)>& use) const;
  /// A record's line. Throws Error if there is no such match.
  [[nodiscard]] std::string record(int match) const;

  /// Of all complete deals: over all opponents, then by opponent.
  [[nodiscard]] std::vector<DealSums> sums() const;

  /// A copy that is whole, also while a tournament writes. Throws Error if the file is there.
  void back_up(const std::string& path) const;

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace arena
