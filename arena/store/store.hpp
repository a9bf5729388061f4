// A tournament's store: one SQLite file, from which everything shown of the tournament is read.
// A match is one transaction, so that the file holds whole matches only, in the order of their
// numbers. Other processes may read while one writes. Used by one thread at a time.
// Errors: Error for a file that is no store, cannot be opened, or is damaged, and if another
// process plays the tournament; StoreFull if the disk is full; SQLite::Exception (a
// std::runtime_error) if writing fails otherwise.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/store/stored.hpp"

namespace arena {

class Holder;

/// The disk is full. Nothing that was stored before is lost.
class StoreFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which matches, by number.
struct MatchQuery {
  std::vector<int> entrants{};  // ids: only matches of one of these; empty: all
  bool only_forfeits = false;   // in which one of these, or anybody, forfeited
  int first = 0;
  std::optional<int> before{};  // only smaller numbers
  int count = 50;
  bool newest_first = true;
};

/// snapshot: reads what was stored when the store was opened, whatever is written meanwhile. The
/// writer's log grows until such a reader ends. write: changes entrants, also while another process
/// plays. play: adds matches, as the only process that may (holder.hpp).
enum class Access { read, snapshot, write, play };

class Store {
 public:
  /// Opens a store that is there. What is read later is checked: it has the shape that arena
  /// writes, or Error says what is damaged.
  Store(const std::string& path, Access access);
  /// Makes a new store, to play it. Throws Error if the file is there already.
  static Store create(const std::string& path, const StoredTournament& tournament,
                      const std::string& secret_seed, const std::vector<StoredEntrant>& entrants);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) = delete;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  [[nodiscard]] StoredTournament tournament() const;
  /// The root seed. Keep it secret until it is revealed.
  [[nodiscard]] std::string root_seed() const;
  void reveal_seed();
  /// Whether the tournament has ended: its seed is revealed. False at an earlier moment
  /// (`look_back`).
  [[nodiscard]] bool is_over() const;
  /// Now, also if this object shows an earlier moment.
  [[nodiscard]] bool is_seed_revealed() const;
  /// Sets the text that is mixed into the root seed.
  void mix_in(const std::string& text);

  /// Those that have left too, by id.
  [[nodiscard]] std::vector<StoredEntrant> entrants() const;
  /// Its id; 0: there are no entrants. Takes no longer with more of them.
  [[nodiscard]] int newest_entrant() const;
  /// The first batch that is not decided yet.
  [[nodiscard]] int next_batch() const;
  /// The entrant takes part from the next batch on, whatever its `stays` say. One that has left,
  /// and is the same bot under the same name (`player`, `files_hash`), comes back as it was: its
  /// results count on. These may be called while another process plays the tournament. Throws Error
  /// if the name is taken.
  void add(StoredEntrant entrant);
  /// The entrant leaves with the next batch. Throws Error if no entrant has that name.
  void withdraw(const std::string& name);
  /// Both: from the next batch on, this one takes part, and not the one of its name that does now.
  /// Throws Error if they are the same bot.
  void replace(StoredEntrant entrant);

  [[nodiscard]] std::vector<StoredPairing> pairings() const;
  /// Adds the pairings of the next batch. Returns false, and adds none, if the entrants have
  /// changed since the pairings were decided.
  [[nodiscard]] bool add(const std::vector<StoredPairing>& pairings,
                         const std::vector<StoredEntrant>& decided_for);

  /// Only of a store of runs.
  [[nodiscard]] std::vector<StoredRun> runs() const;
  /// Begins a run of these players, and adds those whose id is 0. The earlier run ends where it
  /// was stopped. Returns the number of its pairing.
  int begin_run(StoredRun run, int deals, const std::vector<StoredEntrant>& players);

  /// How many matches are stored: those with the numbers 0 to matches() - 1.
  [[nodiscard]] int matches() const;
  /// `sums`: of the deal, if the match completes it. REQUIRES: the number is matches().
  void add(const StoredMatch& match, const std::vector<DealSums>& sums);
  /// All matches of a deal at once.
  void add_deal(std::span<const StoredMatch> matches, const std::vector<DealSums>& sums);
  /// In the order of their numbers, from `first` on, without the text of their records.
  void for_each_match(int first, const std::function<void(const StoredMatch&)>& use) const;
  /// Of the deals in which an entrant forfeited, in the order of their numbers, without the text of
  /// their records.
  void for_each_match_of_forfeited_deals(const std::function<void(const StoredMatch&)>& use) const;
  /// Without the text of their records. Quick in a store of a million matches. It sees what was
  /// stored since the store was opened, too.
  [[nodiscard]] std::vector<StoredMatch> find(const MatchQuery& query) const;
  /// When it was stored, such as 2026-11-22T18:30:05.123Z; empty if there is no such match.
  [[nodiscard]] std::string stored_at(int match) const;
  /// Who came in which place in the first `matches` matches: a part of `for_each_match` that is
  /// read faster. `use(match, table, entrants, places)`.
  void for_each_placing(int matches, const std::function<void(int, int, const std::vector<int>&,
                                                              const std::vector<int>&)>& use) const;
  /// A record's line. Throws Error if there is no such match.
  [[nodiscard]] std::string record(int match) const;
  /// The head of the chain of all records (chain.hpp); nullopt in a store from before December
  /// 2026, until it is opened to be written.
  [[nodiscard]] std::optional<std::string> head() const;

  /// How many matches had been stored at that moment (ISO 8601). Throws Error if it is no date.
  [[nodiscard]] int matches_at(const std::string& date) const;
  /// From now on, this object shows the store as it was after so many matches. `sums`: of the deals
  /// that were complete then. REQUIRES: it was opened for reading.
  void look_back(int matches, const std::vector<DealSums>& sums);

  /// Of all complete deals: over all opponents, then by opponent.
  [[nodiscard]] std::vector<DealSums> sums() const;

  /// By entrant, the most frequent first. Reads only seats that forfeited.
  [[nodiscard]] std::vector<StoredFault> faults() const;
  /// What SQLite finds wrong with the file, such as damaged pages; empty if nothing.
  [[nodiscard]] std::vector<std::string> damage() const;
  /// Rows that belong to no other row, a sentence for each kind. Nothing reads them.
  [[nodiscard]] std::vector<std::string> loose_rows() const;
  /// Where it was opened.
  [[nodiscard]] std::string path() const;

  /// A copy that is whole, also while a tournament writes. Throws Error if the file is there.
  void back_up(const std::string& path) const;

  /// The same for everybody: of a forfeit, it has what the record says, and not what the bot wrote
  /// to stderr. REQUIRES: it is a tournament whose seed is revealed.
  void share(const std::string& path) const;

  struct Parts;  // for the files that implement this

 private:
  void end_runs();
  explicit Store(std::unique_ptr<Parts> parts);
  Store(const std::string& path, Access access, std::optional<Holder> holder);

  std::unique_ptr<Parts> parts_;
};

}  // namespace arena
