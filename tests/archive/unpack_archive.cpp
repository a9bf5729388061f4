// Unpacks an archive as a contest would: `unpack_archive ARCHIVE FOLDER`. For tests of the whole.
// Prints each entry; ends with 2 and the reason if it is refused, with 3 if writing fails.
#include <cstdio>
#include <exception>
#include <span>
#include <string>

#include "arena/archive/archive.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"

int main(int count, char** words) {
  if (count != 3) {
    std::fputs("usage: unpack_archive ARCHIVE FOLDER\n", stderr);
    return 2;
  }
  try {
    const std::string bytes = arena::contents(words[1]).value();
    for (const auto& entry : arena::unpack_archive(std::as_bytes(std::span(bytes)), words[2]))
      std::puts(entry.path.c_str());
    return 0;
  } catch (const arena::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
