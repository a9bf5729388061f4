#include "games/streams/outlook.hpp"

#include <bit>

namespace arena::streams {

const Urges learned_urges = {
    {{
        {1.068, 0.714, 0.361, 0.007, 0.922, -0.468, -1.602, -4.133, -1.975, -2.153, -2.481, -2.829,
         -3.176},
        {0.743, 0.455, 0.166, 0.455, 0.128, -0.506, -1.239, -2.229, -2.459, -2.054, -2.257, -2.485,
         -2.767},
        {0.550, 0.300, 0.388, 0.224, -0.115, -0.552, -1.072, -1.701, -2.560, -2.024, -2.150, -2.301,
         -2.549},
        {0.418, 0.329, 0.168, 0.008, -0.257, -0.555, -0.981, -1.472, -2.079, -1.890, -2.006, -2.141,
         -2.362},
        {0.242, 0.149, 0.007, -0.099, -0.299, -0.571, -0.917, -1.328, -1.801, -1.792, -1.796,
         -1.967, -2.170},
        {0.139, 0.033, -0.092, -0.219, -0.366, -0.615, -0.885, -1.216, -1.607, -1.879, -1.664,
         -1.833, -2.022},
        {0.018, -0.086, -0.190, -0.280, -0.406, -0.631, -0.873, -1.155, -1.475, -1.792, -1.615,
         -1.756, -1.938},
        {-0.086, -0.157, -0.252, -0.347, -0.447, -0.660, -0.875, -1.108, -1.381, -1.672, -1.610,
         -1.700, -1.863},
        {-0.171, -0.236, -0.301, -0.398, -0.517, -0.674, -0.861, -1.085, -1.312, -1.566, -1.687,
         -1.662, -1.798},
        {-0.249, -0.293, -0.358, -0.455, -0.547, -0.666, -0.856, -1.055, -1.262, -1.485, -1.686,
         -1.648, -1.759},
        {-0.009, -0.350, -0.388, -0.466, -0.577, -0.679, -0.856, -1.028, -1.219, -1.415, -1.617,
         -1.688, -1.710},
        {-0.013, -0.414, -0.444, -0.495, -0.590, -0.694, -0.844, -1.016, -1.192, -1.367, -1.538,
         -1.681, -1.703},
        {-0.032, -0.199, -0.475, -0.532, -0.593, -0.702, -0.830, -0.993, -1.159, -1.320, -1.489,
         -1.633, -1.635},
        {-0.055, -0.184, -0.452, -0.555, -0.618, -0.705, -0.841, -0.981, -1.130, -1.290, -1.442,
         -1.475, -1.604},
        {-0.075, -0.200, -0.336, -0.574, -0.621, -0.710, -0.834, -0.964, -1.099, -1.250, -1.325,
         -1.450, -1.575},
        {-0.094, -0.215, -0.336, -0.472, -0.618, -0.715, -0.828, -0.958, -1.085, -1.185, -1.306,
         -1.428, -1.549},
        {-0.111, -0.229, -0.346, -0.464, -0.618, -0.720, -0.828, -0.944, -1.054, -1.171, -1.289,
         -1.407, -1.525},
        {-0.126, -0.241, -0.356, -0.471, -0.585, -0.700, -0.815, -0.929, -1.044, -1.159, -1.274,
         -1.388, -1.503},
        {-0.141, -0.253, -0.365, -0.476, -0.588, -0.700, -0.812, -0.924, -1.035, -1.147, -1.259,
         -1.371, -1.483},
        {-0.154, -0.264, -0.373, -0.482, -0.591, -0.700, -0.809, -0.918, -1.027, -1.136, -1.246,
         -1.355, -1.464},
    }},
    {-2.435, -1.106, -0.574, -0.369, -0.271, -0.211, -0.178, -0.169, -0.165, -0.161,
     -0.170, -0.174, -0.172, -0.173, -0.175, -0.177, -0.184, -0.186, -0.184, 0},
    {-2.562, -1.121, -0.494, -0.273, -0.154, -0.083, -0.043, -0.025, -0.023, -0.019,
     -0.017, -0.014, -0.008, -0.005, -0.003, 0,      0.004,  0.008,  0.014,  0}};

double Urges::of(int length, double surplus, int to_come) const {
  const auto [below, share] = between(surplus);
  const auto& by_surplus = by_length[static_cast<std::size_t>(length - 1)];
  const auto when = static_cast<std::size_t>(to_come - 1);
  const double cards =
      static_cast<double>(below) + share + least_surplus;  // the surplus within the table
  return by_surplus[below] * (1 - share) + by_surplus[below + 1] * share + late[when] +
         surplus_late[when] * cards;
}

double surplus_of(const Gap& gap, const Cards& left, int to_come) {
  const int fitting = supply(gap, left) + (gap.low > 0 ? left.count(wild) : 0);
  return static_cast<double>(fitting) * to_come / left.size() - gap.length();
}

Breaks breaks_of(const Stream& stream, const Cards& left, const Urges& urges) {
  Breaks breaks{};
  breaks.front() = breaks.back() = 1;
  for (int slot = 1; slot < slot_count; ++slot) {
    const bool both = !stream.is_free(slot) && !stream.is_free(slot - 1);
    breaks[static_cast<std::size_t>(slot)] = both && stream[slot] < stream[slot - 1] ? 1 : 0;
  }
  const int to_come = std::popcount(stream.free());
  for_each_gap(stream, [&](const Gap& gap) {
    const double chance =
        chance_of(urges.of(gap.length(), surplus_of(gap, left, to_come), to_come));
    for (int slot = gap.first_break(); slot <= gap.last_break(); ++slot)
      breaks[static_cast<std::size_t>(slot)] = chance;
  });
  return breaks;
}

double mean_score(const Breaks& breaks) {
  double mean = 0;
  for (std::size_t begin = 0; begin < slot_count; ++begin) {
    double run = breaks[begin];  // how likely a run from `begin` is as long as this
    for (std::size_t end = begin + 1; end <= slot_count && run > 0; ++end) {
      mean += run * breaks[end] * run_points(static_cast<int>(end - begin));
      run *= 1 - breaks[end];
    }
  }
  return mean;
}

double outlook(const Stream& stream, const Cards& left, const Urges& urges) {
  for (int slot = 0; slot < slot_count; ++slot) {
    if (stream[slot] != wild) continue;
    Stream tried = stream;  // as `score`, with the best number for the wild card
    double best = 0;
    for (Card number = 1; number <= highest_card; ++number) {
      tried.put(slot, number);
      best = std::max(best, mean_score(breaks_of(tried, left, urges)));
    }
    return best;
  }
  return mean_score(breaks_of(stream, left, urges));
}

}  // namespace arena::streams
