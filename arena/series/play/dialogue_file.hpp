// A log of one bot's dialogue: arena's lines begin with "> ", the bot's answers with "< ", and
// dropped lines, which came before their question, with "! ". The bot's part is limited, because it
// could fill the disk.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

#include "arena/peer/peer.hpp"

namespace arena {

class DialogueFile final : public Dialogue {
 public:
  /// Throws Error if the file cannot be written; for lack of resources it sets `trouble` instead.
  explicit DialogueFile(const std::string& path);

  void sent(std::string_view text) override;
  void received(std::string_view line) override;
  void dropped(std::string_view bytes) override;

  /// Why the file is incomplete, as a sentence; empty if it is complete.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  void add_from_bot(std::string_view mark, std::string_view text);
  void write(std::string_view mark, std::string_view text);

  std::string path_;
  std::ofstream file_;
  std::string trouble_;
  std::string unfinished_;    // sent, but not yet a whole line
  std::size_t from_bot_ = 0;  // bytes from the bot
};

}  // namespace arena
