// From the words that a user gave for a bot to the program and its arguments.
// One word is the program if such a file exists, else it is split as a shell would split it;
// nothing ever goes through a shell, so no $, *, ; or | means anything.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// The program, found and startable as far as one can see, and its arguments.
/// Throws Error, naming the word, for an empty command, an open quote, or a program that is
/// missing, a directory or not executable.
std::vector<std::string> bot_command(std::span<const std::string> words);

/// What to call the bot: the file of the first argument that names one, as an interpreter's script
/// does, else of the program; without folders and ending. `words` as for `bot_command`, or what it
/// returned. Throws Error as that does, but looks for no program.
std::string bot_name(std::span<const std::string> words);

/// Words as a shell splits them: blanks separate; '...', "..." and \x quote. Throws Error.
std::vector<std::string> split_words(std::string_view text);

/// A word as a shell takes it again, in quotation marks if it needs them.
std::string shell_word(const std::string& word);
/// So all of them, with blanks between.
std::string join_words(std::span<const std::string> words);

}  // namespace arena
