// figures.h: the figures of chapter 14 as SVG, each with its seed inside: the same on every run.
#pragma once

#include <vector>

#include "support/plots/plot.h"

namespace holo {

/// What holds for random weights: the rank of gated units, their eigenvalues, their kernels.
std::vector<Figure> random_weight_figures();

/// y = x1 x2 by training: the error from step to step, and the answers along a line that leaves
/// the square of the training points. REQUIRES: steps >= 40, seeds >= 1.
std::vector<Figure> training_figures(int steps, int seeds, double rate = 0.02);

}  // namespace holo
