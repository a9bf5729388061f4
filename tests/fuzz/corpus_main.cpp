// Gives a target every file of a folder, once: what found something once is tried wherever the
// tests are built, also where there is no fuzzer.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/fuzz.hpp"

int main(int count, char** words) {
  int tried = 0;
  for (int i = 1; i < count; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(words[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      std::fprintf(stderr, "%s\n", entry.path().c_str());
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),  // NOLINT
                             bytes.size());
      ++tried;
    }
  }
  std::printf("%d inputs tried\n", tried);
  return tried > 0 ? 0 : 1;
}
