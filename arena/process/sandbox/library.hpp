// The library that bubblewrap loads by LD_PRELOAD (library.cpp), as the bytes of its file, which
// the build embeds.
#pragma once

#include <cstddef>

namespace arena {

extern const unsigned char sandbox_library[];
extern const std::size_t sandbox_library_size;

/// If the environment has this variable, the sandbox gets files of its own: the bindfs to make
/// them, by its full path.
inline constexpr const char* own_files_variable = "ARENA_BINDFS";
/// The host's root, by files of its own, is there for bubblewrap. A bot never sees anything of the
/// host's /sys, so that hiding it hides no bot's folder.
inline constexpr const char* own_files_root = "/sys";

}  // namespace arena
