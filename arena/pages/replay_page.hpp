// The replay of a game as one web page that needs no other file and no network.
#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

namespace arena {

/// JSON that may stand in an element <script type="application/json">: no text in it ends that.
std::string script_json(const boost::json::value& value);

/// `steps` as arena/game/steps.hpp makes them, or {"review", "games"}: a review (arena/review) and the
/// steps of some of its games. Throws Error if this program has no scripts.
std::string replay_page(std::string_view title, const boost::json::object& steps);

}  // namespace arena
