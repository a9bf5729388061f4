// The scripts and styles of web pages, embedded into the program (site/frontend has their sources).
#pragma once

#include <span>
#include <string_view>

namespace arena {

struct PageFile {
  std::string_view name;  // "replay.js": how pages ask for it
  std::string_view path;  // "replay-4KD2M7QX.js": contains a hash, so that browsers may keep it
  std::string_view type;  // "text/javascript"
  std::string_view content;
};

/// Empty if npm was missing when this program was built.
std::span<const PageFile> page_files();

/// Null if there is no file with this name.
const PageFile* page_file(std::string_view name);
/// Throws Error if there is no file with this name: then this program has no scripts.
const PageFile& needed_page_file(std::string_view name);

}  // namespace arena
