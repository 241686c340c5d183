// chapter_figures.h: the figures of the chapters, one function for each picture or family of
// pictures. Each brings its own seed: the same on every run.
#pragma once

#include <vector>

#include "holo/shape.h"
#include "support/plots/figure.h"

namespace holo {

/// The two paths through the chapters, and what each of these needs.
Figure course_figure();

/// Chapter 1: the graph of loss = y y, y = x w + b, with all numbers of the tape.
Figure value_graph_figure();

/// Chapter 2: the sine, and five neurons before and after their training of so many steps.
Figure sine_figure(int steps = 50000);

/// Chapter 3: how probable each token is after each other one.
Figure letter_pairs_figure();

/// Chapter 4: three logits, their probabilities, and the gradient between those and what came.
Figure logits_figure();

/// Chapter 5: the loss of its two networks in the course of training. REQUIRES: steps >= 250.
Figure mlp_loss_figure(int steps = 5000);

/// Chapter 6.1: how much the letters of a name look at each other, in a model with one head and
/// nothing around it, trained for so many steps.
Figure attention_figure(int steps = 5000);

/// Chapter 6.2: the loss with and without residual connections and rmsnorm. REQUIRES: steps >= 250.
Figure residual_loss_figure(int steps = 5000);
/// The parts in a row, each with a way past it.
Figure residual_figure();

/// Chapter 6.3: what comes back to the weight of the keys through an earlier position.
Figure earlier_key_figure();

/// Chapter 7.1: how heads cut the numbers of a position; chapter 7.3: the whole model.
Figure head_pieces_figure();
Figure microgpt_figure();

/// Chapter 7.2: the loss with Adam and with gradient descent, in the course of training, and at its
/// end for several learning rates. REQUIRES: steps >= 50.
std::vector<Figure> adam_figures(int steps = 5000);

/// Chapter 8: a Tensor, its node, its arrays and its parents.
Figure tensor_node_figure();

/// Chapter 9: a column and a row in one sum, and what their gradients are.
Figure broadcasting_figure();

/// Chapters 11, 13 and 15: the MLP; the MLP and the gated MLP; both and HoloGateFlow.
std::vector<Figure> layer_figures();

/// Chapter 12: ReLU and its square, and their derivatives.
Figure relu_squared_figure();

/// Chapter 17.1: a batch of three names, its padding, and the causal mask.
Figure name_batch_figure();

/// Chapter 17.2: a learning rate with warm-up and cosine; a gradient that is clipped.
Figure rate_figure();
Figure clipping_figure();

/// Chapter 17.3: how much the letters of a name look at each other in the two heads of the tiny
/// GPT, trained for so many steps.
Figure heads_figure(int steps = 500);

/// Chapter 18: the losses of the 20 names of the training and of others. REQUIRES: steps
/// >= 10.
Figure overfitting_figure(Index steps = 160);

/// docs/step_cost.md: the microseconds of a training step.
Figure step_cost_figure();

}  // namespace holo
