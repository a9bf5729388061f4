#include "arena/tournament/commitment.hpp"

#include <sodium.h>

#include <array>

#include <fmt/format.h>

namespace arena {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  std::string text;
  for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
  return text;
}

std::string commitment(std::string_view seed, const StoredTournament& tournament,
                       const std::vector<StoredEntrant>& entrants) {
  std::string text = fmt::format(
      "{}{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", seed, tournament.seed_from ? " and a text" : "",
      tournament.file, tournament.game, json::serialize(tournament.options), tournament.seats,
      tournament.format, json::serialize(tournament.settings), tournament.version);
  for (const StoredEntrant& entrant : entrants) {
    if (!entrant.at_start) continue;
    text += fmt::format("{}\n{}\n{}\n{:d}\n{:.17g}\n", entrant.name, entrant.files_hash,
                        json::serialize(entrant.player), entrant.challenger, entrant.seed_rating);
  }
  return sha256(text);
}

}  // namespace arena
