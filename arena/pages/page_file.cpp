#include <algorithm>

#include "arena/pages/page_files.hpp"

namespace arena {

const PageFile* page_file(std::string_view name) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, name, &PageFile::name);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace arena
