// The files that a bot's command names. A store keeps their paths from its own folder, so that the
// tournament goes on and is verified from any working directory, and in a copy of that folder.
#pragma once

#include <string>
#include <vector>

namespace arena {

/// A command as the store at the path `store` keeps it: files below the store's folder by their
/// path from there, others by their absolute path. REQUIRES: the words are split.
std::vector<std::string> kept_words(std::vector<std::string> words, const std::string& store);
/// What `kept_words` gave, with paths that lead to the files from the working directory.
std::vector<std::string> found_words(std::vector<std::string> kept, const std::string& store);

/// SHA-256 over the lines "hash name" of the files that the kept words of these commands name; of a
/// folder, over all files below it but those in __pycache__. Empty if they name no files. A program
/// that is found by the PATH belongs to the system and is not counted.
std::string files_hash(std::vector<std::vector<std::string>> commands, const std::string& store);

}  // namespace arena
