#include "arena/check/flush_remedy.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace arena {

namespace {

struct Remedy {
  std::string_view language;
  std::string_view interpreter;  // how its name begins
  std::string_view ending;       // the file extension of a script or source
  std::string_view text;
};

constexpr std::array remedies = {
    Remedy{"Python", "python", ".py", "print(answer, flush=True)"},
    Remedy{"Ruby", "ruby", ".rb", "$stdout.sync = true, once at the start"},
    Remedy{"Java", "java", ".jar", "System.out.println(answer); System.out.flush();"},
    Remedy{
        "JavaScript", "node", ".js",
        "process.stdout.write(answer + '\\n'), which needs no flushing; is the input read line by "
        "line, not at its end?"},
    Remedy{"Perl", "perl", ".pl", "$| = 1; once at the start"},
    Remedy{"PHP", "php", ".php", "fflush(STDOUT);"},
    Remedy{"Lua", "lua", ".lua", "io.stdout:setvbuf('line'), once at the start"},
    Remedy{"C#", "dotnet", ".dll", "Console.Out.Flush();"},
    Remedy{"awk", "awk", ".awk", "fflush()"},
    Remedy{"C", "", "", "fflush(stdout); after each answer, or setvbuf(stdout, NULL, _IOLBF, 0);"},
    Remedy{"C++", "", "", "std::cout << answer << std::endl"},
    Remedy{"Rust", "", "", "io::stdout().flush()"},
    Remedy{"Go", "", "", "writer.Flush(), of a bufio.Writer"},
};

const Remedy* by_interpreter(std::string_view program) {
  const std::string name = std::filesystem::path(program).filename();
  for (const Remedy& remedy : remedies) {
    if (!remedy.interpreter.empty() && name.starts_with(remedy.interpreter)) return &remedy;
  }
  return nullptr;
}

const Remedy* by_ending(std::string_view file) {
  for (const Remedy& remedy : remedies) {
    if (!remedy.ending.empty() && file.ends_with(remedy.ending)) return &remedy;
  }
  return nullptr;
}

/// Reads the words of "#!/usr/bin/env -S python3 -u".
const Remedy* by_first_line(const std::string& program) {
  std::ifstream file(program);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("#!")) return nullptr;
  std::istringstream words(line.substr(2));
  for (std::string word; words >> word;) {
    if (const Remedy* found = by_interpreter(word)) return found;
  }
  return nullptr;
}

const Remedy* find(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    if (const Remedy* found = by_ending(word)) return found;
  }
  if (const Remedy* found = by_interpreter(command.front())) return found;
  return by_first_line(command.front());
}

}  // namespace

std::vector<std::string> flush_remedy(const std::vector<std::string>& command) {
  if (const Remedy* known = find(command))
    return {fmt::format("{}: {}", known->language, known->text)};
  std::vector<std::string> lines;
  for (const Remedy& remedy : remedies) {
    for (const char* usual : {"Python", "Ruby", "Java", "C", "C++", "Rust", "Go"}) {
      if (remedy.language == usual)
        lines.push_back(fmt::format("{}: {}", remedy.language, remedy.text));
    }
  }
  return lines;
}

}  // namespace arena
