#include "arena/players/module_host.hpp"

#include <dlfcn.h>

#include <filesystem>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

constexpr const char* library = "arena/in_process.so";

/// Where the library is, relative to the program: the same in an installation and in a build.
std::filesystem::path library_path() {
  std::error_code error;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error)
    throw Error(fmt::format("--in-process cannot read /proc/self/exe to find its library: {}",
                            error.message()));
  return own.parent_path().parent_path() / "lib" / library;
}

}  // namespace

ModuleHost& start_module_host(const std::string& python, const std::string& folder) {
  const std::filesystem::path path = library_path();
  if (!std::filesystem::exists(path)) {
    throw Error(
        fmt::format("--in-process needs {}, which does not exist: install Python's headers and "
                    "pybind11 (python3-dev, pybind11-dev), and build arena again",
                    path.string()));
  }
  // Extensions of the modules need the interpreter's symbols, so they must be global.
  void* loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (loaded == nullptr)
    throw Error(fmt::format("--in-process: {}", ::dlerror()));  // NOLINT(concurrency-mt-unsafe)
  using Start = ModuleHost* (*)(const char*, const char*);
  const auto start = reinterpret_cast<Start>(::dlsym(loaded, "arena_module_host"));  // NOLINT
  if (start == nullptr) throw Error(fmt::format("{} is not arena's library", path.string()));
  return *start(python.c_str(), folder.c_str());
}

}  // namespace arena
