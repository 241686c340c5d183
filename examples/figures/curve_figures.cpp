// curve_figures.cpp: ReLU and its square (chapter 12), a learning rate and a clipped gradient
// (chapter 17.2), and the two losses of a model that is trained on 20 names alone (chapter 18).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/chapter_figures.h"
#include "figures/diagram.h"
#include "figures/small_plot.h"
#include "holo/math.h"
#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "support/name_batch.h"

namespace holo {
namespace {

std::string plotted(const SmallPlot& plot, double height, const std::string& title,
                    const std::string& description) {
  Diagram diagram;
  draw_small_plot(diagram, plot, 44, height);
  return diagram.to_svg(small_plot_width, height + 56, title, description);
}

template <class F>
NamedCurve curve(const F& f, Ink ink, const std::string& name, Point at, const char* anchor) {
  NamedCurve result{{}, {}, ink, name, at, anchor};
  for (int i = -20; i <= 20; ++i) {
    result.x.push_back(i / 10.0);
    result.y.push_back(f(i / 10.0));
  }
  return result;
}

}  // namespace

Figure relu_squared_figure() {
  Diagram diagram;
  const auto relu = [](double x) { return math::Relu::f(x); };
  const auto square = [](double x) { return math::Relu2::f(x); };
  // The derivative of relu jumps at 0: two pieces.
  NamedCurve jump{{-2, 0, 0, 2}, {0, 0, 1, 1}, Ink::blue, "relu′", {-0.15, 1.05}, "end"};
  draw_small_plot(diagram,
                  {"x",
                   "activation",
                   {curve(square, Ink::orange, "relu2", {1.35, 2.6}, "end"),
                    curve(relu, Ink::blue, "relu", {1.45, 0.95}, "start")}},
                  44, 220);
  draw_small_plot(diagram,
                  {"x",
                   "its derivative",
                   {curve([](double x) { return math::Relu2::df(x, math::Relu2::f(x)); },
                          Ink::orange, "relu2′", {1.2, 3.1}, "end"),
                    jump}},
                  280, 220);
  return {
      "relu_squared.svg",
      diagram.to_svg(small_plot_width, 500, "A kink, and none",
                     "Above: relu is 0, then a straight line, with a kink at 0; relu2 is 0, then "
                     "a parabola that leaves 0 level. Below: the derivative of relu jumps from 0 "
                     "to 1, that of relu2 rises from 0 in a straight line to 4 at x = 2.")};
}

Figure rate_figure() {
  const CosineSchedule schedule(0.03, 100, 10, 0.003);
  NamedCurve rate{{}, {}, Ink::blue, "half a cosine", {50, 0.0235}, "start"};
  for (Index step = 0; step < 100; ++step) {
    rate.x.push_back(static_cast<double>(step));
    rate.y.push_back(schedule(step));
  }
  NamedCurve warm{{}, {}, Ink::orange, "warm-up", {12, 0.006}, "start"};
  for (std::size_t step = 0; step < 10; ++step) {
    warm.x.push_back(rate.x[step]);
    warm.y.push_back(rate.y[step]);
  }
  return {
      "rate.svg",
      plotted({"step", "learning rate", {rate, warm}, {{0, 0}}}, 260,
              "A rate that rises, then falls",
              fmt::format("The rate of 100 steps: it rises in a straight line to {:.4f} at step 9, "
                          "and falls along half a cosine to {:.4f} at step 99. Step 3 has {:.4f}, "
                          "step 20 {:.4f}, step 60 {:.4f}.",
                          schedule(9), schedule(99), schedule(3), schedule(20), schedule(60)))};
}

Figure clipping_figure() {
  constexpr double g[] = {3, 4};
  const double norm = std::hypot(g[0], g[1]), factor = std::min(1.0, 1 / norm);
  Diagram diagram;
  constexpr Point origin{104, 320};
  constexpr double unit = 60;
  const auto at = [&](double x, double y) {
    return Point{origin.x + unit * x, origin.y - unit * y};
  };
  diagram.line({at(-1.2, 0), at(3.6, 0)}, Ink::faint);
  diagram.line({at(0, -0.4), at(0, 4.2)}, Ink::faint);
  std::vector<Point> circle;
  for (int i = 0; i <= 72; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / 72;
    circle.push_back(at(std::cos(angle), std::sin(angle)));
  }
  diagram.line(circle, Ink::green);
  diagram.line({at(0, 0), at(g[0], g[1])}, Ink::orange, 2);
  diagram.arrow({at(0.95 * g[0], 0.95 * g[1]), at(g[0], g[1])}, Ink::orange);
  const Point end = at(factor * g[0], factor * g[1]);
  diagram.line({at(0, 0), at(0.8 * factor * g[0], 0.8 * factor * g[1])}, Ink::blue, 4);
  diagram.arrow({at(0.7 * factor * g[0], 0.7 * factor * g[1]), end}, Ink::blue);
  diagram.words({at(g[0], g[1]).x - 12, at(g[0], g[1]).y + 6},
                {fmt::format("g = ({:g}, {:g}), norm {:g}", g[0], g[1], norm), Ink::orange, true},
                "end");
  diagram.words(
      {end.x + 12, end.y + 2},
      {fmt::format("clipped: ({:g}, {:g}), norm 1", factor * g[0], factor * g[1]), Ink::blue, true},
      "start");
  diagram.words({at(0.78, -0.78).x + 4, at(0.78, -0.78).y + 4},
                {"all gradients of norm 1", Ink::green}, "start");
  return {
      "clipping.svg",
      diagram.to_svg(small_plot_width, 396, "Shorter, in the same direction",
                     fmt::format("The gradient ({:g}, {:g}) is an arrow of length {:g}. Clipped at "
                                 "1 it ends on the circle of radius 1, at ({:g}, {:g}), and points "
                                 "in the same direction.",
                                 g[0], g[1], norm, factor * g[0], factor * g[1]))};
}

Figure overfitting_figure(Index steps) {
  PythonRandom shuffle(42);
  const Corpus corpus = load_corpus("", shuffle);
  PythonRandom random(1);
  GPT model(microgpt_options(corpus.tokenizer.vocab_size()), random);
  AdamW optimizer(weight_decay_groups(model, 0.1), 0.003, {.beta2 = 0.99});
  const NameBatch known = name_batch(corpus, 0, 20), others = name_batch(corpus, 20, 1000);
  const auto loss = [&](const NameBatch& batch) {
    const NoGrad no_grad;
    return static_cast<double>(model.loss(batch.tokens, batch.targets).item());
  };
  NamedCurve training{{}, {}, Ink::blue, "the 20 names", {98, 1.5}, "start"};
  NamedCurve validation{{}, {}, Ink::orange, "1000 other names", {60, 6.6}, "end"};
  std::string numbers;
  for (Index step = 0; step <= steps; ++step) {
    if (step % 10 == 0) {
      for (NamedCurve* line : {&training, &validation})
        line->x.push_back(static_cast<double>(step));
      training.y.push_back(loss(known));
      validation.y.push_back(loss(others));
      numbers +=
          fmt::format(" Step {}: {:.1f}, {:.1f}.", step, training.y.back(), validation.y.back());
    }
    optimizer.zero_grad();
    model.loss(known.tokens, known.targets).backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
  return {
      "overfitting.svg",
      plotted({"step", "loss", {training, validation}, {{0, 0}}}, 280, "Overfitting",
              "The loss of 20 names falls all the way; that of 1000 others falls with it at first, "
              "then rises to three times of what it was." +
                  numbers)};
}

}  // namespace holo
