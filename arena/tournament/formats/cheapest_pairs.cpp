#include "arena/tournament/formats/cheapest_pairs.hpp"

#include <algorithm>

#define LEMON_ONLY_TEMPLATES
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

namespace arena {

std::vector<int> cheapest_pairs(int count, const std::vector<PossiblePair>& possible) {
  using Graph = lemon::SmartGraph;
  Graph graph;
  graph.reserveNode(count);
  for (int i = 0; i < count; ++i) graph.addNode();
  std::int64_t dearest = 0;
  for (const PossiblePair& pair : possible) dearest = std::max(dearest, pair.cost);
  Graph::EdgeMap<std::int64_t> weights(graph);
  for (const PossiblePair& pair : possible)
    weights[graph.addEdge(graph.nodeFromId(pair.a), graph.nodeFromId(pair.b))] =
        dearest - pair.cost;
  lemon::MaxWeightedPerfectMatching<Graph, Graph::EdgeMap<std::int64_t>> matching(graph, weights);
  if (!matching.run()) return {};
  std::vector<int> partners;
  for (int i = 0; i < count; ++i) partners.push_back(graph.id(matching.mate(graph.nodeFromId(i))));
  return partners;
}

}  // namespace arena
