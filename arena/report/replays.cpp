#include "arena/report/replays.hpp"

#include <sodium.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>

#include <boost/json.hpp>

#include "arena/record/record.hpp"
#include "arena/report/links.hpp"
#include "arena/util/plain_text.hpp"

namespace arena::report {

namespace {

namespace json = boost::json;

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                Z_DEFAULT_COMPRESSION) != Z_OK)
    throw std::runtime_error("zlib cannot compress a replay");
  packed.resize(size);
  return packed;
}

std::string base64(const std::string& bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the terminating zero
  return text;
}

json::array players(const ReportData& data, const StoredMatch& match) {
  json::array all;
  for (const StoredSeat& seat : match.seats)
    all.push_back({{"name", escaped(data.at(seat).name)},
                   {"score", seat.score},
                   {"won", seat.place == 1},
                   {"fault", seat.fault}});
  return all;
}

json::object replay_json(const ReportData& data, const Store& store, const StoredMatch& match) {
  json::array frames;
  json::object replay{{"players", players(data, match)}};
  try {
    ReplayOptions options;
    options.frames = true;
    options.style = {.colour = true, .symbols = true};
    const Replayed replayed = data.game.replay(read_record(store.record(match.number)), options);
    for (const Frame& frame : replayed.frames)
      frames.push_back(
          {{"move", frame.move}, {"caption", escaped(frame.caption)}, {"board", frame.board}});
    if (replayed.broken) replay["broken"] = escaped(replayed.broken->reason);
  } catch (const std::exception& error) {
    replay["broken"] = escaped(error.what());
  }
  replay["frames"] = std::move(frames);
  return replay;
}

}  // namespace

std::string replays_script(const ReportData& data, const Store& store, int page) {
  const int first = (page - 1) * games_of_page;
  const int end = std::min(first + games_of_page, static_cast<int>(data.games.size()));
  std::string script = fmt::format("replaysLoaded({}, [\n", first + 1);
  for (int game = first; game < end; ++game) {
    const StoredMatch& match = data.games[static_cast<std::size_t>(game)];
    const json::object replay = replay_json(data, store, match);
    script += '"' + base64(deflated(json::serialize(replay))) + "\",\n";
  }
  return script + "]);\n";
}

}  // namespace arena::report
