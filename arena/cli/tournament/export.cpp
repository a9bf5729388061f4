// `arena export`: what a store holds, as other programs read it. Also while a tournament is played.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/record/record_file.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/stored/store_tables.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace fs = std::filesystem;

namespace {

struct ExportOptions {
  std::string store;
  std::string csv;
  std::string json;
  std::string records;
  std::string backup;
};

/// Refuses what is there already. An empty folder may be.
void check_new(const std::string& path) {
  if (fs::exists(path) && !(fs::is_directory(path) && fs::is_empty(path)))
    throw Error(fmt::format("\"{}\" is there already", path));
}

/// A file that is written once. What fails throws std::ios_base::failure.
std::ofstream new_file(const fs::path& path) {
  check_new(path);  // again: it may be what this export has written
  std::ofstream file(path, std::ios::binary);
  if (!file) throw Error(fmt::format("cannot write \"{}\"", path.string()));
  file.exceptions(std::ios::badbit | std::ios::failbit);
  return file;
}

void write_csv(const Store& store, const fs::path& folder) {
  fs::create_directories(folder);
  for (const StoreTable& table : store_tables()) {
    std::ofstream file = new_file(folder / fmt::format("{}.csv", table.name));
    file << fmt::format("{}\n", fmt::join(table.columns, ","));
    table.for_each_row(
        store, [&file](const TableRow& row) { file << joined(row, ",", &csv_cell) << '\n'; });
    file.flush();
  }
}

/// Row by row, as a million matches are too much for one value in memory.
void write_json(const Store& store, const Extent& extent, const std::string& path) {
  std::ofstream file = new_file(path);
  file << "{\"tournament\":" << compact(tournament_row(store, extent));
  for (const StoreTable& table : store_tables()) {
    file << fmt::format(",\n\"{}\":[", table.name);
    const char* before = "\n";
    table.for_each_row(store, [&](const TableRow& row) {
      json::object object;
      for (std::size_t i = 0; i < row.size(); ++i) object[table.columns[i]] = row[i];
      file << std::exchange(before, ",\n") << compact(object);
    });
    file << "]";
  }
  file << "}\n";
  file.flush();
}

void write_records(const Store& store, const std::string& path) {
  RecordWriter file(path);
  for (int match = 0; match < store.matches(); ++match) file.write(store.record(match));
  file.close();
}

int export_store(const ExportOptions& options, const Games& games) {
  const std::initializer_list<const std::string*> paths = {&options.csv, &options.json,
                                                           &options.records, &options.backup};
  if (std::ranges::all_of(paths, [](const std::string* path) { return path->empty(); }))
    throw Error("nothing to write: give --csv, --json, --records or --backup");
  const Store store(options.store, Access::snapshot);
  const Extent extent = extent_of(store, find_game(games, store.tournament().game));
  if (!extent.is_whole) fmt::print(stderr, "{}\n", extent.text());
  for (const std::string* path : paths) check_new(*path);
  try {
    if (!options.csv.empty()) write_csv(store, options.csv);
    if (!options.json.empty()) write_json(store, extent, options.json);
  } catch (const std::ios_base::failure&) {
    throw std::runtime_error(
        "cannot write all of the export: is the disk full? Delete what is there of it");
  }
  check_new(options.records);
  if (!options.records.empty()) write_records(store, options.records);
  if (!options.backup.empty()) store.back_up(options.backup);
  return done;
}

}  // namespace

void add_export(CLI::App& command, Shell& shell) {
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("STORE", options->store, "The file of the tournament")->required();
  command.add_option("--csv", options->csv, "A folder for entrants.csv, pairings.csv, matches.csv")
      ->check(not_empty);
  command.add_option("--json", options->json, "A file for the same tables as one JSON object")
      ->check(not_empty);
  command
      .add_option("--records", options->records,
                  "A file for all records: .jsonl, or compressed .jsonl.zst")
      ->check(not_empty);
  command.add_option("--backup", options->backup, "A file for a copy of the store")
      ->check(not_empty);
  command.footer(
      "\nGive at least one of these. Files that are there already are never "
      "replaced.\n\nExamples:\n"
      "  arena export cup.db --csv tables\n"
      "  arena export cup.db --records games.jsonl.zst --backup copy.db");
  shell.on(command, [&shell, options] { return export_store(*options, shell.games); });
}

}  // namespace arena::cli
