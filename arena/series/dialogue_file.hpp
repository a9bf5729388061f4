// A log of one bot's dialogue: each line that was sent to it behind "> ", each answer behind "< ",
// and what came before its question, and was dropped, behind "! ". Of what the bot says there is a
// most, as it could fill the disk.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

#include "arena/peer/dialogue.hpp"

namespace arena {

class DialogueFile final : public Dialogue {
 public:
  /// Throws Error if the file cannot be written; where arena has no room for it, it is cut off.
  explicit DialogueFile(const std::string& path);

  void sent(std::string_view text) override;
  void received(std::string_view line) override;
  void dropped(std::string_view bytes) override;

  /// Why the file is not whole, as a sentence; empty if it is.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  void heard(std::string_view mark, std::string_view text);
  void write(std::string_view mark, std::string_view text);

  std::string path_;
  std::ofstream file_;
  std::string trouble_;
  std::string unfinished_;  // sent, but not yet a whole line
  std::size_t heard_ = 0;   // bytes of the bot's
};

}  // namespace arena
