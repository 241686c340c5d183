// letter_pairs_figure.cpp: the table of chapter 3, without smoothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chapter_figures.h"
#include "figures/heat_map.h"
#include "figures/letter_pairs.h"
#include "support/plots/svg.h"

namespace holo {

Figure letter_pairs_figure() {
  PythonRandom random(42);
  const Corpus corpus = load_corpus("", random);
  const LetterPairs pairs = count_letter_pairs(corpus);
  const std::size_t n = corpus.vocab_size();
  HeatMap map{"after this token (. is BOS)", "this token comes next", {}, {}, {}};
  // A square root makes small probabilities visible too.
  constexpr double darkest = 0.45;
  const auto colour = [](double p) { return std::sqrt(std::min(1.0, p / darkest)); };
  for (std::size_t a = 0; a < n; ++a) {
    map.rows.push_back(token_letter(corpus.tokenizer, static_cast<int>(a)));
    map.colour.emplace_back();
    for (std::size_t b = 0; b < n; ++b) {
      map.colour.back().push_back(colour(pairs.counts[a][b] / pairs.totals[a]));
    }
  }
  map.columns = map.rows;
  std::vector<double> scale;
  std::vector<std::string> percents;
  for (const double percent : {0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0}) {
    scale.push_back(colour(percent / 100));
    percents.push_back(fmt::format("{:g} %", percent));
  }
  constexpr double left = 66, top = 84, square = 22;
  const double size = square * static_cast<double>(n), right = left + size;
  const std::string body =
      heat_map_svg(map, left, top, square) +
      heat_scale_svg(scale, percents, left + (size - 44 * 8) / 2, top + size + 18);
  return {"letter_pairs.svg",
          svg::document(right + 24, top + size + 62, "Which letter follows which, in 15,150 names",
                        "A table of 27 rows and columns. The darker a square, the more often the "
                        "token of its column follows that of its row.",
                        body)};
}

}  // namespace holo
