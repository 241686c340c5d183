// logits_figure.cpp: the three logits of chapter 4: their probabilities, what came, and the
// gradient between them, read from the tape.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "holo/value.h"
#include "support/plots/svg.h"

namespace holo {

Figure logits_figure() {
  const Tape::Scope scope;
  const std::vector<Value> x = {Value(2.0), Value(1.0), Value(0.0)};
  constexpr std::size_t b = 1;  // the token that came
  Value total(0.0);
  for (const Value& logit : x) total += exp(logit);
  (log(total) - x[b]).backward();

  constexpr double bottom = 262, unit = 200, first = 84, step = 108, bar = 46;
  Diagram diagram;
  const auto level = [&](double y, const std::string& name) {
    diagram.line({{44, bottom - unit * y}, {372, bottom - unit * y}}, Ink::faint);
    diagram.words({38, bottom - unit * y + 4.5}, {name}, "end");
  };
  level(0, "0");
  level(1, "1");
  std::string numbers;
  for (std::size_t c = 0; c < x.size(); ++c) {
    const double p = std::exp(x[c].data()) / total.data(), should = c == b ? 1 : 0;
    const double center = first + step * static_cast<double>(c), top = bottom - unit * p,
                 wanted = bottom - unit * should;
    diagram.box({center, (top + bottom) / 2}, bar, bottom - top, {}, Ink::blue);
    diagram.line({{center - bar / 2 - 8, wanted}, {center + bar / 2 + 8, wanted}}, Ink::green, 3);
    // A step goes against the gradient: from what it is to what it should be.
    const double side = center + bar / 2 + 14;
    diagram.arrow({{side, top}, {side, wanted}}, Ink::orange);
    diagram.words({center, top - 10}, {fmt::format("p {:.3f}", p), Ink::blue});
    diagram.words({side + 7, (top + wanted) / 2 + 4.5},
                  {fmt::format("{:.3f}", x[c].grad()), Ink::orange, true}, "start");
    numbers += fmt::format(" Logit {:g}: probability {:.3f}, gradient {:.3f}.", x[c].data(), p,
                           x[c].grad());
  }
  diagram.words({first + step, bottom - unit - 12}, {"what came", Ink::green, true});
  diagram.words({40, bottom + 58},
                {"blue: the probability p; green: what it should be,", Ink::grey}, "start");
  diagram.words({40, bottom + 76}, {"1 or 0; orange: the gradient, p less green, and", Ink::grey},
                "start");
  diagram.words({40, bottom + 94}, {"which way a step moves the bar", Ink::grey}, "start");
  return {
      "logits.svg",
      diagram.to_svg(390, bottom + 112, "Softmax minus one-hot",
                     "Three bars, one for each probability, and beside each the way to where "
                     "it should be: up to 1 for the token that came, down to 0 for the others." +
                         numbers)};
}

}  // namespace holo
