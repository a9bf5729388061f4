// What a file is, by its beginning and never by its name, so that a wrong file can be named as what
// it is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/refinements/match_report.hpp"
#include "arena/game/games.hpp"

namespace arena {

inline constexpr std::string_view kind_of_records = "a file of records";

/// `kind_of_records`, one of `kinds`, or another common kind such as "a ZIP archive". Empty if it
/// is not known. `begin`: at least the first line; only the first 64 KiB are looked at.
std::string_view kind_of_file(std::string_view begin, std::span<const FileKind> kinds);

/// The kinds of all games.
std::vector<FileKind> file_kinds(const Games& games);

/// "LIN or PBN".
std::string names_of(std::span<const FileKind> kinds);

/// `"cup.db" is an SQLite database, and no file of deals`.
std::string wrong_kind_text(const std::string& file, std::string_view kind,
                            std::string_view wanted);

}  // namespace arena
