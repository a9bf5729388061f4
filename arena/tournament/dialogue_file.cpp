#include "arena/tournament/dialogue_file.hpp"

#include <fmt/format.h>

#include "arena/core/error.hpp"
#include "arena/players/plain_text.hpp"

namespace arena {

DialogueFile::DialogueFile(const std::string& path) : file_(path, std::ios::app) {
  if (!file_) throw Error(fmt::format("cannot write the log \"{}\"", path));
}

void DialogueFile::sent(std::string_view text) {
  unfinished_ += text;
  std::size_t begin = 0;
  for (std::size_t end = unfinished_.find('\n'); end != std::string::npos;
       end = unfinished_.find('\n', begin)) {
    write("> ", std::string_view(unfinished_).substr(begin, end - begin));
    begin = end + 1;
  }
  unfinished_.erase(0, begin);
}

void DialogueFile::received(std::string_view line) { write("< ", line); }

void DialogueFile::dropped(std::string_view bytes) { write("! ", bytes); }

void DialogueFile::write(std::string_view mark, std::string_view text) {
  file_ << mark << escaped(text) << '\n';
  file_.flush();
}

}  // namespace arena
