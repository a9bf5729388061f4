// The short part of fuzzing, for every day and any compiler: a target gets each input that is kept
// in its corpus, and changes to it, the same ones each time.
//
//   fuzz_short TARGET CORPUS INPUT [CHANGES]
//
// INPUT is a file that holds the input of the moment, so that it is there after a crash.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/core/rng.hpp"
#include "tests/files.hpp"
#include "tests/fuzz/targets.hpp"

namespace arena::fuzz {
namespace {

namespace files = std::filesystem;

/// By name, so that the order is the same everywhere.
std::vector<std::string> inputs_in(const files::path& folder) {
  std::vector<files::path> paths;
  for (const auto& entry : files::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> inputs;
  for (const files::path& path : paths) inputs.push_back(test::content_of(path));
  return inputs;
}

/// One change: a byte is another, a part is gone or there twice, or a part of `other` is put in.
void change(std::string& input, const std::string& other, Rng& rng) {
  const std::size_t at = rng.below(input.size() + 1);
  const std::size_t length = 1 + rng.below(16);
  switch (rng.below(4)) {
    case 0:
      if (at < input.size()) input[at] = static_cast<char>(rng.below(256));
      break;
    case 1:
      input.erase(at, length);
      break;
    case 2:
      input.insert(at, input.substr(at, length));
      break;
    default:
      input.insert(at, other.substr(rng.below(other.size() + 1), length));
  }
}

class Short {
 public:
  Short(Target target, std::string input_file) : target_(target), file_(std::move(input_file)) {}

  void run(const std::vector<std::string>& corpus, int changes) {
    Rng rng(1);
    for (const std::string& kept : corpus) {
      run_one(kept);
      for (int i = 0; i < changes; ++i) {
        std::string input = kept;
        for (auto left = 1 + rng.below(4); left > 0; --left)
          change(input, corpus[rng.below(corpus.size())], rng);
        run_one(input);
      }
    }
    files::remove(file_);
  }

 private:
  void run_one(const std::string& input) {
    test::put(file_, input);
    target_(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());  // NOLINT: bytes
  }

  Target target_;
  std::string file_;
};

}  // namespace
}  // namespace arena::fuzz

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const auto target = argc >= 4 ? arena::fuzz::target_of(words[1]) : nullptr;
  const auto corpus =
      target != nullptr ? arena::fuzz::inputs_in(words[2]) : std::vector<std::string>();
  if (corpus.empty()) {
    std::fputs("usage: fuzz_short TARGET CORPUS INPUT [CHANGES]\n", stderr);
    return 2;
  }
  std::printf("the input of the moment is in %s\n", words[3].c_str());
  std::fflush(stdout);
  arena::fuzz::Short(target, words[3]).run(corpus, argc > 4 ? std::atoi(argv[4]) : 100);
  return 0;
}
