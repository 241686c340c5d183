// chapter_figures.h: the plots of the chapters, one function for each picture or family of
// pictures. Each brings its own seed: the same on every run. What no training changes has no
// program: diagrams, graphs of functions and of counts. Their source is the SVG in docs/figures.
#pragma once

#include <vector>

#include "holo/shape.h"
#include "support/plots/plot.h"

namespace holo {

/// Chapter 2: the sine, and five neurons before and after their training of so many steps.
Figure sine_figure(int steps = 50000);

/// Chapter 5: the loss of its two networks in the course of training. REQUIRES: steps >= 250.
Figure mlp_loss_figure(int steps = 5000);

/// Chapter 6.1: how much the letters of a name look at each other, in a model with one head and
/// nothing around it, trained for so many steps.
Figure attention_figure(int steps = 5000);

/// Chapter 6.2: the loss with and without residual connections and rmsnorm. REQUIRES: steps >= 250.
Figure residual_loss_figure(int steps = 5000);

/// Chapter 7.2: the loss with Adam and with gradient descent. REQUIRES: steps >= 250.
Figure adam_figure(int steps = 5000);

/// Chapters 12 and 14: y = x1 x2 by training, the error from step to step, and the answers along a
/// line that leaves the square of the training points. REQUIRES: steps >= 40, seeds >= 1.
std::vector<Figure> training_figures(int steps, int seeds, double rate = 0.02);

/// Chapter 18: the losses of the 20 names of the training and of others. REQUIRES: steps
/// >= 10.
Figure overfitting_figure(Index steps = 160);

}  // namespace holo
