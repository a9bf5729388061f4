// Words of a command line, split and quoted as a shell does it. No shell runs: $, *, ; and | have
// no special meaning.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// Splits words as a shell does: at blanks, with '...', "..." and \x as quotes. Throws Error.
std::vector<std::string> split_words(std::string_view text);

/// Quotes a word for a shell if necessary.
std::string shell_word(const std::string& word);
/// Quotes each word and puts blanks between them.
std::string join_words(std::span<const std::string> words);

}  // namespace arena
