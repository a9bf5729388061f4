// Refinements of a game's module: what a match looks like in files of other programs and in
// reports, and how deals are read from such files. Both see all events of a match, including
// hidden ones. A module without these functions has neither reports nor such files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/builtin_identity.hpp"
#include "arena/core/game.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// A match from its beginning to its end.
template <class G>
struct WholeMatch {
  int number = 1;                  // in its file or run, from 1
  std::vector<std::string> names;  // of the players, by seat
  /// By seat: the built-in bot that played. Nullopt for others, or if it is not known.
  std::vector<std::optional<BuiltinIdentity>> builtins;
  typename G::Options options{};
  std::vector<typename G::Event> events;
};

/// A format of files that other programs read.
struct FileFormat {
  std::string_view name;     // as an option of the command line, "pbn"
  std::string_view title;    // for help: "Portable Game Notation"
  std::string_view head;     // the beginning of a file
  std::string_view between;  // what separates two matches
  bool solves = false;       // it can have the best results of deals
};

struct ExportSettings {
  bool solve = false;                 // add the best results of deals, which takes time
  TableCache* table_cache = nullptr;  // of the results; may be null
};

template <class G>
struct MatchFormat {
  FileFormat file;
  /// Throws Error if it cannot solve deals on this machine.
  std::string (*write)(const WholeMatch<G>& match, const ExportSettings& settings);
};

/// Refinement: matches are written in these formats.
template <class M>
concept WritesFormats = requires {
  { M::formats() } -> std::same_as<std::span<const MatchFormat<typename M::Game>>>;
};

/// Why a part of a file cannot be used.
struct FileProblem {
  std::size_t line = 0;  // counted from 1
  std::string text;      // may contain bytes of the file
};

/// A kind of files of other programs.
struct FileKind {
  std::string_view name;  // "PBN"
  /// True if a file that begins so is of this kind.
  bool (*begins_as)(std::string_view text);
};

/// Refinement: files of these kinds are read, for reviews or for deals.
template <class M>
concept ReadsFiles = requires {
  { M::file_kinds() } -> std::same_as<std::span<const FileKind>>;
};

template <class Deal>
struct DealsOfFile {
  std::vector<Deal> deals;  // one for each match
  std::vector<FileProblem> problems;
};

/// Refinement: deals are read from a file of another program; what the file leaves to chance comes
/// from the seed. The second function says why matches with these options cannot have such deals.
template <class M>
concept ReadsDeals = ReadsFiles<M> &&
    requires(std::string_view file, std::uint64_t seed, const typename M::Game::Options& options) {
  { M::deals_of_file(file, seed) } -> std::same_as<DealsOfFile<typename M::Game::Deal>>;
  { M::refuses_deals(options) } -> std::same_as<Refusal>;
};

/// The columns of a report that has a line for each deal: first what all tables of the deal share,
/// then what happened at one table.
struct ReportColumns {
  std::vector<std::string_view> deal;
  std::vector<std::string_view> table;
  std::vector<std::string_view> sides;  // their names, "N-S"
  std::string_view note;                // a sentence that explains the columns
};
struct ReportCell {
  std::string text;          // for people; may be empty
  boost::json::value value;  // for programs: a number where it is one, null where nothing is known
};
struct ReportCells {
  std::vector<ReportCell> deal;
  std::vector<ReportCell> table;
};

/// Refinement: reports say more of a match than its score.
template <class M>
concept DescribesMatches = requires(const WholeMatch<typename M::Game>& match) {
  { M::report_columns() } -> std::same_as<ReportColumns>;
  { M::report_cells(match) } -> std::same_as<ReportCells>;
};

}  // namespace arena
