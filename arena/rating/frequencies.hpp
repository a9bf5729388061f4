// Values with how often each came. The results of deals take few values (0, 1/4, ..., 1 for a deal
// of two games), so this stays small however many deals there are.
#pragma once

#include <map>

namespace arena {

using Frequencies = std::map<double, int>;

}  // namespace arena
