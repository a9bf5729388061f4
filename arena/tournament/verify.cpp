#include "arena/tournament/verify.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "arena/store/chain.hpp"
#include "arena/tournament/pairing_matches.hpp"
#include "arena/tournament/stored/commitment.hpp"
#include "arena/tournament/stored/deal_totals.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

constexpr std::size_t most_findings = 100;

bool agree(const Sums& a, const Sums& b) {
  return std::tie(a.deals, a.matches, a.wins, a.draws, a.losses, a.points, a.points_squares,
                  a.score, a.score_squares, a.margin, a.margin_squares, a.opponent_margin,
                  a.opponent_margin_squares, a.forfeits) ==
         std::tie(b.deals, b.matches, b.wins, b.draws, b.losses, b.points, b.points_squares,
                  b.score, b.score_squares, b.margin, b.margin_squares, b.opponent_margin,
                  b.opponent_margin_squares, b.forfeits);
}

/// Whether a record of a tournament may give this command for the bot.
bool may_start(const StoredBot& bot, const std::vector<std::string>& command) {
  if (command.empty()) return true;
  std::vector<std::string> words = bot.player.words;
  for (std::string& word : words) word = repaired_utf8(word);
  if (bot.player.kind == PlayerKind::module)
    return !words.empty() && command.back() == words.front();
  return bot.player.kind == PlayerKind::process && command == words;
}

bool is_sha256(std::string_view text) {
  constexpr std::size_t digits = 64;
  return text.size() == digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

class Verifier {
 public:
  Verifier(const Store& store, const Games& games, std::optional<std::string> head,
           Verification& result)
      : store_(store),
        result_(result),
        published_head_(std::move(head)),
        tournament_(store.tournament()),
        entrants_(store.entrants()),
        game_(find_game(games, tournament_.game)),
        sides_(game_.info.sides_of(tournament_.seats)),
        seed_(tournament_.seed.value_or(store.root_seed())),
        totals_(game_, tournament_.options, tournament_.seats, tables_of(tournament_, game_.info)) {
  }

  /// Throws Error for damage after which nothing makes sense.
  void run() {
    result_.checked.emplace_back("the store's file");
    for (const std::string& rows : store_.loose_rows()) find(rows);
    if (tournament_.is_run())
      check_is_only_run();
    else
      check_commitment();
    check_entrants();
    deals_ = given_deals(tournament_);
    source_.emplace(stored_pairings(store_, game_.info));
    see_head(tournament_.commitment);
    store_.for_each_match(0, [this](const StoredMatch& match) { check(match); });
    result_.checked.emplace_back("deals, seats, records and results of all games");
    if (left_out_ > 0)
      result_.not_checked.push_back(
          fmt::format("why {} left out: the records say that arena's own processes ended in {}",
                      left_out_ == 1 ? "1 game was" : fmt::format("{} games were", left_out_),
                      left_out_ == 1 ? "it" : "them"));
    check_chain();
    if (result_.matches < source_->matches() && tournament_.seed) check_end();
    check_sums();
    if (tournament_.is_run()) return;
    // A format decides from the results: it makes no sense of wrong ones.
    const bool agrees = result_.findings.empty();
    (agrees ? result_.checked : result_.not_checked)
        .emplace_back(agrees ? "the pairings"
                             : "the pairings: the format would decide from "
                               "what does not agree");
    if (agrees) check_pairings();
  }

 private:
  void find(std::string text) {
    std::vector<std::string>& all = result_.findings;
    if (all.size() < most_findings && std::ranges::find(all, text) == all.end())
      all.push_back(std::move(text));
  }
  void find(const StoredMatch& match, std::string_view what) {
    find(fmt::format("game {}: {}", match.number + 1, what));
  }

  [[nodiscard]] std::string name_of(int id) const {
    const auto found = std::ranges::find(entrants_, id, &StoredEntrant::id);
    return found == entrants_.end() ? fmt::format("entrant {}", id) : found->name;
  }

  /// A tournament without its commitment would look like runs.
  void check_is_only_run() {
    if (!tournament_.commitment.empty() || !tournament_.file.empty() || !seed_.empty())
      find("games of arena run have no commitment, no text and no seed for all");
    if (published_head_)
      find("games of arena run have no commitment, so their head proves nothing");
    result_.not_checked.emplace_back(
        "whether seeds were chosen: games of arena run have no commitment");
  }

  void check_commitment() {
    if (seed_.empty()) return find("the seed is missing: it is neither revealed nor kept secret");
    if (store_.root_seed() != seed_) find("a secret seed is left, and is not the revealed one");
    const bool is_earlier = tournament_.version == version_of_earlier_commitments;
    if (is_earlier)
      result_.not_checked.emplace_back(
          "whether another tournament has the same commitment: arena 0.1.0 committed to lines");
    const auto commit = is_earlier ? earlier_commitment : commitment;
    if (commit(seed_, tournament_, entrants_) != tournament_.commitment)
      find("the seed, the tournament's description or an entrant is not what was committed to");
    result_.checked.emplace_back("the commitment");
  }

  /// The head after the games so far.
  void see_head(std::string head) {
    result_.head = std::move(head);
    if (result_.head == published_head_) published_after_ = result_.matches;
  }

  void check_chain() {
    const std::optional<std::string> head = store_.head();
    if (head && *head != result_.head)
      find("the head of the store's chain is not that of its records");
    if (!head) result_.not_checked.emplace_back("the chain of records: the store has none yet");
    if (!published_head_ || tournament_.is_run()) return;
    if (published_after_)
      result_.checked.push_back(fmt::format("the published head, which is that of the first {}",
                                            counted(*published_after_, "game")));
    else
      find("the published head is not that of this tournament's records at any time");
  }

  void check_entrants() {
    int with_files = 0;
    int earlier_since = 0;
    bool are_at_start = true;
    for (const StoredEntrant& entrant : entrants_) {
      const Stays& stays = entrant.stays;
      const int last = store_.next_batch();
      // By their ids, those of the start come first, and later ones in the order of their batches.
      const bool is_in_order =
          stays.first_batch() >= earlier_since && (are_at_start || !entrant.at_start);
      earlier_since = stays.first_batch();
      are_at_start = entrant.at_start;
      if (!is_in_order || stays.first_batch() < 0 ||
          (entrant.at_start && stays.first_batch() > 0) || stays.all.back().since > last ||
          stays.all.back().until.value_or(last) > last)
        find(fmt::format("{} cannot take part in these batches", entrant.name));
      if (!entrant.files_hash.empty() && !is_sha256(entrant.files_hash))
        find(fmt::format("the hash of the files of {} is no SHA-256", entrant.name));
      if (!may_have_files(entrant) && !entrant.files_hash.empty())
        find(fmt::format("{} has no files, but a hash of files", entrant.name));
      if (!stays.has_left()) with_files += check_files(entrant) ? 1 : 0;
    }
    if (with_files > 0) result_.checked.push_back("the files of " + counted(with_files, "bot"));
    if (!tournament_.is_run()) tell_later_ones();
  }

  /// The commitment does not say who plays in their place.
  void tell_later_ones() {
    std::vector<std::string> added;
    std::vector<std::string> idle;
    for (const StoredEntrant& entrant : entrants_) {
      if (!entrant.at_start) added.push_back(entrant.name);
      const std::optional<int> until = entrant.stays.all.back().until;
      if (entrant.at_start && until && *until <= entrant.stays.first_batch())
        idle.push_back(entrant.name);
    }
    if (!added.empty())
      result_.not_checked.push_back(
          fmt::format("who {} {} and whether they were to play: they were added after the "
                      "commitment",
                      some_of(added), is_or_are(added.size())));
    if (!idle.empty())
      result_.not_checked.push_back(fmt::format(
          "why {}, who the commitment covers, left before the first game", some_of(idle)));
  }

  /// Whether they are here, and are those with which it entered.
  bool check_files(const StoredEntrant& entrant) {
    std::string now;
    std::string why = "not found";
    try {
      now = player_files_hash(entrant.player, store_.path());
    } catch (const Error& error) {
      why = error.what();
    }
    if (now == entrant.files_hash) return !now.empty();
    if (now.empty())
      result_.not_checked.push_back(
          fmt::format("the files of {}: {}, so arena cannot tell whether they have changed",
                      entrant.name, why));
    else
      find(fmt::format("the files of {} have changed since it entered", entrant.name));
    return false;
  }

  [[nodiscard]] bool knows_seed() const { return !seed_.empty() || tournament_.is_run(); }

  /// Whether the format decides these pairings, from the entrants and results before each batch.
  void check_pairings() {
    if (source_->pairings().empty() && !tournament_.seed) return;
    const StoredProgress progress(store_, game_, source_->tables());
    const auto format = format_of(store_, game_.info);
    const auto& [entrants, played] = progress.view();
    std::size_t begin = 0;
    while (begin <= played.size()) {
      const bool is_end = begin == played.size();
      if (is_end && !tournament_.seed && store_.matches() < source_->matches()) return;
      if (is_end && tournament_.seed && may_end_early(tournament_)) return;
      const int batch = is_end ? store_.next_batch() : played[begin].pairing.batch;
      std::vector<Pairing> stored;
      for (auto one = played.begin() + static_cast<std::ptrdiff_t>(begin);
           one != played.end() && one->pairing.batch == batch; ++one)
        stored.push_back(one->pairing);
      const auto later = std::ranges::find_if(
          entrants, [batch](const FormatEntrant& one) { return one.stays.first_batch() > batch; });
      const auto next = format->next({{entrants.begin(), later}, played.first(begin)});
      if (is_end && !tournament_.seed) {
        if (next.empty())
          find("all its games are played, but it has not ended: its seed is not revealed yet");
        return;
      }
      if (next != stored)
        return find(fmt::format("batch {} is not what the format decides", batch + 1));
      begin += std::max<std::size_t>(stored.size(), 1);
    }
  }

  void check(const StoredMatch& match) {
    if (match.number != result_.matches)
      find(fmt::format("game {} is missing", result_.matches + 1));
    result_.matches = match.number + 1;
    if (match.number >= source_->matches()) return find(match, "belongs to no pairing");
    check_schedule(match);
    try {
      const std::string line = store_.record(match.number);
      see_head(next_head(seed_, result_.head, line));
      check_record(match, read_record(line));
    } catch (const std::exception& error) {
      find(match, fmt::format("its record cannot be read: {}", error.what()));
    }
    totals_.add(match);
    if (match.table + 1 < source_->tables()) return;
    for (const DealSums& deal : totals_.sums())
      add(sums_[{deal.entrant, deal.opponent}], deal.sums);
    totals_.clear();
  }

  /// Not all games are there.
  void check_end() {
    const std::vector<Pairing>& pairings = source_->pairings();
    const auto last = std::ranges::find(pairings, pairings.back().batch, &Pairing::batch);
    const int missing = source_->matches() - result_.matches;
    if (may_end_early(tournament_) && last->first_deal * source_->tables() <= result_.matches)
      result_.not_checked.push_back(
          fmt::format("{} of the last batch, which were not played when the phase ended",
                      counted(missing, "game")));
    else
      find(fmt::format("{} of {} games are missing at the end", missing, source_->matches()));
  }

  /// Who sits where, and with which cards.
  void check_schedule(const StoredMatch& match) {
    const ScheduledMatch scheduled = source_->at(match.number);
    const Pairing& pairing = source_->pairings()[source_->pairing_of(match.number)];
    const int deal = source_->deal_of(match.number) - pairing.first_deal;
    if (std::tie(match.pairing, match.deal, match.table) !=
        std::tie(pairing.number, deal, scheduled.table))
      find(match, "stands in another place than its pairing's");
    if (knows_seed() && match.seed != scheduled.deal.seed)
      find(match, "the deal's seed does not follow from the tournament's");
    if (match.seats.size() != scheduled.player_at.size())
      return find(match, "has results for another number of seats");
    if (!knows_seed()) return;
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
      const auto entrant = static_cast<std::size_t>(scheduled.player_at[seat] / sides_.size());
      if (match.seats[seat].entrant != entrants_[entrant].id)
        find(match, fmt::format("another entrant than the scheduled one sits at seat {}", seat));
    }
  }

  void check_record(const StoredMatch& match, const Record& record) {
    if (record.game != tournament_.game || record.options != tournament_.options)
      find(match, "its record is of another game, or of other options");
    const ScheduledMatch scheduled = source_->at(match.number);
    if (record.seed != match.seed) find(match, "its record is of another deal");
    const std::vector<int>& player_at = scheduled.player_at;
    if (record.players.size() != match.seats.size() || player_at.size() != match.seats.size())
      return find(match, "its record has another number of seats");
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
      const auto found =
          std::ranges::find(entrants_, match.seats[seat].entrant, &StoredEntrant::id);
      if (found == entrants_.end() || !may_be(*found, player_at[seat], record.players[seat]))
        find(match, fmt::format("its record names another player at seat {}", seat));
    }
    if (const std::string why = left_out_text(record); !why.empty() || match.is_left_out())
      return check_left_out(match, record, why);
    const Replayed replayed = replay_dealt(game_, record, deals_, scheduled.deal.number);
    if (replayed.broken) return find(match, "its record: " + replayed.broken->reason);
    check_results(match, replayed.computed);
  }

  void check_left_out(const StoredMatch& match, const Record& record, const std::string& why) {
    ++left_out_;
    const bool has_no_result = record.moves.empty() && record.forfeits.empty() &&
                               record.scores == std::vector<int>(match.seats.size(), 0) &&
                               record.places == std::vector<int>(match.seats.size(), 1);
    const auto agrees = [&](const StoredSeat& seat) {
      return seat.score == 0 && seat.place == 1 && seat.margin == 0 &&
             seat.fault == left_out_fault && seat.detail == why;
    };
    if (why.empty() || !has_no_result || !std::ranges::all_of(match.seats, agrees))
      find(match, "it is left out, but has moves or a result");
  }

  /// Whether the record's player is the bot of the entrant that `player` counts. The partners'
  /// seats do not depend on the seed.
  [[nodiscard]] bool may_be(const StoredEntrant& entrant, int player,
                            const RecordedPlayer& recorded) const {
    const std::vector<StoredBot> bots = bots_of(entrant);
    const auto member = static_cast<std::size_t>(player % sides_.size());
    const StoredBot& bot = bots[member % bots.size()];
    if (recorded.builtin && bot.player.identity && recorded.builtin != bot.player.identity)
      return false;
    return bot.name == recorded.name && (tournament_.is_run() || may_start(bot, recorded.command));
  }

  void check_results(const StoredMatch& match, const Record& computed) {
    const MatchResult result = result_of(computed, sides_.has_partners() ? sides_.count() : 0);
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
      const StoredSeat& stored = match.seats[seat];
      const auto side = static_cast<std::size_t>(sides_.of(static_cast<Seat>(seat)));
      if (stored.score != result.scores[side] || stored.place != result.places[side] ||
          stored.margin != margin_of(result, side, game_.info.more_is_better))
        find(match, fmt::format("the result of seat {} is not that of the record", seat));
      const auto forfeit =
          std::ranges::find(computed.forfeits, static_cast<Seat>(seat), &RecordedForfeit::seat);
      if (stored.fault != (forfeit == computed.forfeits.end() ? "" : forfeit->reason))
        find(match, fmt::format("the fault of seat {} is not that of the record", seat));
      else if (!stored.fault.empty() && !stored.detail.starts_with(forfeit->detail))
        find(match, fmt::format("the fault of seat {} has another text in the record", seat));
    }
  }

  void check_sums() {
    for (const DealSums& stored : store_.sums()) {
      const auto found = sums_.find({stored.entrant, stored.opponent});
      if (found == sums_.end() || !agree(found->second, stored.sums)) {
        find(fmt::format("the sums of {} are not those of its games", name_of(stored.entrant)));
      }
      if (found != sums_.end()) sums_.erase(found);
    }
    for (const auto& [key, sums] : sums_)
      find(fmt::format("the sums of {} are missing", name_of(key.first)));
    result_.checked.emplace_back("sums");
  }

  const Store& store_;
  Verification& result_;
  std::optional<std::string> published_head_;
  std::optional<int> published_after_;  // so many games
  int left_out_ = 0;                    // games
  StoredTournament tournament_;
  std::vector<StoredEntrant> entrants_;
  const AnyGame& game_;
  Sides sides_;
  std::string seed_;  // also while it is secret; empty: of a store of runs, or missing
  GivenDeals deals_;
  std::optional<PairingMatches> source_;  // of the store's pairings
  DealTotals totals_;
  std::map<std::pair<int, std::optional<int>>, Sums> sums_;
};

}  // namespace

Verification verify(const Store& store, const Games& games,
                    const std::optional<std::string>& head) {
  Verification result;
  for (const std::string& what : store.damage())
    result.findings.push_back("the file is damaged: " + what);
  if (!result.findings.empty()) return result;
  try {
    Verifier(store, games, head, result).run();
  } catch (const Error& damage) {
    result.findings.emplace_back(damage.what());
  }
  return result;
}

}  // namespace arena
