#include "arena/util/data_folder.hpp"

#include <system_error>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace fs = std::filesystem;

fs::path data_folder(std::string_view installed, std::string_view in_sources) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path beside = program.parent_path().parent_path() / "share" / "arena" / installed;
  const fs::path sources = fs::path(ARENA_SOURCES) / in_sources;
  for (const fs::path& folder : {beside, sources}) {
    if (fs::is_directory(folder, error)) return folder;
  }
  throw Error(fmt::format("arena's folder \"{}\" is neither in {} nor in {}", installed,
                          beside.string(), sources.string()));
}

}  // namespace arena
