#include "arena/series/play/dialogue_file.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "arena/process/stderr_log.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

// In bytes. In the file, a byte may become four.
constexpr std::size_t most_from_bot = 1024 * 1024;

}  // namespace

DialogueFile::DialogueFile(const std::string& path) : path_(path), file_(path, std::ios::app) {
  if (file_) return;
  const int error = errno;
  if (error != EMFILE && error != ENFILE && error != ENOSPC)
    throw Error(fmt::format("cannot write the log \"{}\": {}", path, std::strerror(error)));
  trouble_ = cut_log_text(path, error);
}

void DialogueFile::sent(std::string_view text) {
  unfinished_ += text;
  take_lines(unfinished_, [this](std::string_view line) { write("> ", line); });
}

void DialogueFile::received(std::string_view line) { add_from_bot("< ", line); }

void DialogueFile::dropped(std::string_view bytes) { add_from_bot("! ", bytes); }

void DialogueFile::add_from_bot(std::string_view mark, std::string_view text) {
  if (from_bot_ > most_from_bot) return;
  const std::string_view kept = text.substr(0, most_from_bot - from_bot_);
  from_bot_ += text.size();
  write(mark, kept);
  if (from_bot_ > most_from_bot) write("... ", "the rest of the bot's lines is left out");
}

void DialogueFile::write(std::string_view mark, std::string_view text) {
  file_ << mark << escaped(text) << '\n';
  if (!file_.flush() && trouble_.empty()) trouble_ = cut_log_text(path_, errno);
}

}  // namespace arena
