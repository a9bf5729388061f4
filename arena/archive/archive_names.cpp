#include "arena/archive/archive_names.hpp"

#include <algorithm>
#include <array>
#include <cwchar>
#include <cwctype>

#include <fmt/format.h>

#include "arena/archive/archive_stream.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

using Words = std::string_view;

/// File extensions of archives. Leaves out archives that programs use as they are (jar, whl, npz)
/// and single compressed files (weights.gz), because users do not unpack those.
constexpr std::array archive_endings = {
    Words(".zip"),  Words(".tar"),  Words(".tgz"), Words(".txz"), Words(".tzst"),
    Words(".tbz"),  Words(".tbz2"), Words(".tlz"), Words(".7z"),  Words(".rar"),
    Words(".cpio"), Words(".cab"),  Words(".iso"), Words(".lha"), Words(".lzh"),
};

bool ends_with(Words path, Words ending) {
  return path.size() >= ending.size() &&
         equal_ignoring_case(path.substr(path.size() - ending.size()), ending);
}

Words last_part(Words path) { return path.substr(path.rfind('/') + 1); }  // npos + 1 is 0

bool is_archive(Words path) {
  const Words name = last_part(path);
  // Any compressed tar, such as x.tar.gz.
  if (ends_with(name.substr(0, name.rfind('.')), ".tar")) return true;
  return std::any_of(archive_endings.begin(), archive_endings.end(),
                     [name](Words ending) { return ends_with(name, ending); });
}

bool has_drive_letter(Words part) {
  return part.size() >= 2 && part[1] == ':' && lower(part[0]) >= 'a' && lower(part[0]) <= 'z';
}

/// Equal for names that some systems treat as equal. Maps each letter by its simple case.
std::wstring without_case(const std::string& path) {
  std::wstring letters(path.size() + 1, L'\0');
  std::mbstate_t state{};
  const char* from = path.c_str();
  const std::size_t size = std::mbsrtowcs(letters.data(), &from, letters.size(), &state);
  letters.resize(size == static_cast<std::size_t>(-1) ? 0 : size);
  for (wchar_t& letter : letters)
    letter = static_cast<wchar_t>(std::towlower(std::towupper(static_cast<std::wint_t>(letter))));
  return letters;
}

/// Throws Error, which names the entry, if readers could interpret its name in different ways.
void check_name_text(Words name) {
  if (name.empty()) refuse_archive("an entry has no name");
  if (repaired_utf8(name) != name) refuse_entry(name, "is not UTF-8");
  if (escaped(name) != name) refuse_entry(name, "has control characters or invisible ones in it");
  if (name.find('\\') != Words::npos) refuse_entry(name, "has a backslash in it");
}

}  // namespace

void ArchiveNames::check_parts(Words name, Words path) const {
  std::size_t depth = 0;
  for (std::size_t begin = 0; begin <= path.size(); ++depth) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const Words part = path.substr(begin, end - begin);
    if (part == "..") refuse_entry(name, "leads out of the archive by \"..\"");
    if (part.empty() || part == ".") refuse_entry(name, "has an empty part or \".\" in its path");
    if (has_drive_letter(part)) refuse_entry(name, "has a part that begins with a drive's letter");
    if (part.front() == '-') refuse_entry(name, "has a part that looks like an option");
    if (part.size() > limits_.name)
      refuse_entry(name, fmt::format("has a part of {}, allowed are {}",
                                     counted(part.size(), "byte"), limits_.name));
    begin = end + 1;
  }
  if (depth > limits_.depth)
    refuse_entry(name, fmt::format("lies {} deep, allowed are {}", counted(depth - 1, "folder"),
                                   limits_.depth - 1));
}

void ArchiveNames::remember(Words name, Words path, bool is_folder, bool is_entry) {
  std::string text(path);
  auto [at, is_new] = known_.try_emplace(without_case(text));
  Known& known = at->second;
  if (is_new) {
    if (known_.size() > limits_.entries) refuse_too_many(name, limits_);
    known = {std::move(text), is_folder, is_entry};
    return;
  }
  if (known.path != path)
    refuse_entry(name, fmt::format("is equal to {} but for case", in_quotes(known.path)));
  if (known.is_folder != is_folder) refuse_entry(known.path, "is a file and a folder as well");
  if (known.is_entry && is_entry) refuse_entry(name, "is there twice");
  known.is_entry = known.is_entry || is_entry;
}

std::string ArchiveNames::add(Words name, bool is_folder) {
  check_name_text(name);
  if (name.size() > limits_.path + 1)
    refuse_entry(name, fmt::format("has a path of {}, allowed are {}", counted(name.size(), "byte"),
                                   limits_.path));
  if (name.front() == '/') refuse_entry(name, "is an absolute path");
  Words path = name;
  while (path.starts_with("./")) path.remove_prefix(2);
  if (is_folder && path.ends_with('/')) path.remove_suffix(1);
  if (is_folder && (path.empty() || path == ".")) return "";
  check_parts(name, path);
  if (!is_folder && is_archive(path)) refuse_entry(name, "is an archive in the archive");
  for (std::size_t slash = path.find('/'); slash != Words::npos; slash = path.find('/', slash + 1))
    remember(name, path.substr(0, slash), true, false);
  remember(name, path, is_folder, true);
  return std::string(path);
}

bool is_left_out(Words path) {
  return path == "__MACOSX" || path.starts_with("__MACOSX/") || last_part(path) == ".DS_Store" ||
         last_part(path).starts_with("._");
}

}  // namespace arena
