#include "arena/pages/page_file.hpp"

#include <algorithm>

#include "arena/util/error.hpp"

namespace arena {

const PageFile* page_file(std::string_view name) {
  const auto files = page_files();
  const auto found = std::ranges::find(files, name, &PageFile::name);
  return found == files.end() ? nullptr : &*found;
}

const PageFile& needed_page_file(std::string_view name) {
  if (const PageFile* file = page_file(name)) return *file;
  throw Error("this arena was built without the scripts of web pages: build it with ./dev and npm");
}

}  // namespace arena
