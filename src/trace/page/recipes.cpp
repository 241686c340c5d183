// recipes.cpp: how each Tensor is made of its parents and sends to them, for the page's script: the
// patterns of gradient.h and the loops of terms.h. Many nodes of a log have the same: each is
// written once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "files/text.h"
#include "holo/trace_state.h"
#include "trace/gradient.h"
#include "trace/json_parts.h"
#include "trace/page/parts.h"
#include "trace/terms.h"

namespace holo {
namespace {

constexpr std::size_t most_in_page = 1 << 18;  // numbers in a page, of all attention

std::string numbers(const std::vector<std::int64_t>& items) {
  return json_list(items, [](std::int64_t n) { return fmt::format("{}", n); });
}

// [loops, [first, steps] of each place, row, index_every, index_step, shape of the weights]
std::string terms_json(const TraceTerms& terms) {
  const std::string places = json_list(terms.places, [](const TraceTerms::Place& place) {
    return fmt::format("[{},{}]", place.first, numbers(place.steps));
  });
  return fmt::format("[{},{},{},{},{},{}]", numbers(terms.loops), places, terms.row,
                     terms.index_every, terms.index_step,
                     json_list(terms.weights_shape, [](Index n) { return fmt::format("{}", n); }));
}

}  // namespace

PageRecipes page_recipes(const TraceLog& log) {
  PageRecipes out;
  std::map<std::string, std::size_t> known;
  std::size_t weights = 0;
  TraceState state(log);
  // A log from a file may have made its nodes in another order.
  std::vector<std::uint32_t> nodes(log.nodes.size());
  std::iota(nodes.begin(), nodes.end(), 0U);
  std::stable_sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
    return log.nodes[a].made_by < log.nodes[b].made_by;
  });
  for (const std::uint32_t i : nodes) {
    const GradientPatterns patterns = gradient_patterns(log, i);
    if (patterns.whole.empty()) continue;
    state.go_to(log.nodes[i].made_by + std::size_t{1});
    std::optional<TraceTerms> terms = terms_of(log, state, i);
    if (terms && weights + terms->weights.size() > most_in_page) terms.reset();
    std::string json =
        fmt::format("[{},{},{},{},{},{}]", json_list(patterns.whole, json_string),
                    json_list(patterns.term, json_string), json_string(patterns.row),
                    json_list(patterns.forward, json_string), json_string(patterns.forward_row),
                    terms ? terms_json(*terms) : "null");
    const auto [found, is_new] = known.emplace(std::move(json), known.size());
    if (is_new) out.recipes += (out.recipes.empty() ? "" : ",\n") + found->first;
    out.nodes += fmt::format("{}[{},{}", out.nodes.empty() ? "" : ",", i, found->second);
    if (terms && !terms->weights.empty()) {
      weights += terms->weights.size();
      out.nodes += "," + json_list(terms->weights, [](double x) {
                     return std::isfinite(x) ? fmt::format("{:.6g}", x) : "\"NaN\"";
                   });
    }
    out.nodes += "]";
  }
  return out;
}

}  // namespace holo
