// model.h: a GPT, right and with known mistakes, and the first losses of microgpt.py.
#pragma once

#include <cmath>
#include <cstddef>

#include "exercises/project/stage_07_block/layer.h"

namespace project::microgpt {

// The losses of the first 20 steps of microgpt.py on the names of this project.
inline const std::vector<double> first_losses = {
    0x1.b3434e3a6cc20p+1, 0x1.ab4d22b1b7928p+1, 0x1.aa23031d63964p+1, 0x1.9fc5d829aa59ep+1,
    0x1.a2324eb63f7fdp+1, 0x1.93e85b2ad5391p+1, 0x1.b7bf2b9e86a0bp+1, 0x1.83ff75188ce30p+1,
    0x1.8bf2d05cf0a87p+1, 0x1.8864b960c39f6p+1, 0x1.79f134e667041p+1, 0x1.97bd00191d0fep+1,
    0x1.7e43b62b85291p+1, 0x1.95701f0101713p+1, 0x1.73dc33b563d42p+1, 0x1.908a3ff664680p+1,
    0x1.8538b40543433p+1, 0x1.72654898a44f2p+1, 0x1.61309dd7b49f7p+1, 0x1.30aa1b208c427p+1};

enum {
  no_position,
  position_ahead,
  no_first_norm,
  norm_at_end,
  first_block,
  last_block_first,
  tied,
  one_head,
  position_of_token,
  norm_of_token,
  no_block,
  blocks_cut,
  same_block,
  blocks_side_by_side,
  last_block,
  position_multiplied,
  position_reversed,
  first_position,
  blocks_twice,
  norm_between,
  both_normed,
  probabilities,
  wpe_as_token,
  blocks_added
};
inline const std::vector<std::string> logits_sentences = {
    "logits: the position is missing: add its row of wpe to that of the token",
    "logits: the first position is 0: yours begins with 1",
    "logits: the norm before the first block is missing",
    "logits: there is a norm before lm_head: microgpt.py has none there",
    "logits: only the first block is there: go through all of them",
    "logits: the blocks come in the wrong order: the first one is blocks[0]",
    "logits: lm_head is a matrix of its own, not wte",
    "logits: all blocks work with one head: hand model.heads on",
    "logits: the row of wpe is chosen by the token: it is chosen by the position",
    "logits: the norm is taken before the position is added: add first",
    "logits: the blocks are missing",
    "logits: what comes before a block gets no gradient: hand on the Numbers themselves",
    "logits: each block is the first one",
    "logits: each block gets what the first one got: it gets what the block before has made",
    "logits: only the last block is there: go through all of them",
    "logits: token and position are multiplied: add their rows",
    "logits: the positions are counted from the end: the first is row 0 of wpe",
    "logits: all positions have the first row of wpe",
    "logits: the blocks are there twice",
    "logits: there is a norm behind each block: the norms are in the blocks",
    "logits: token and position are normed each: add first, then one norm",
    "logits: these are probabilities: softmax comes in cross_entropy",
    "logits: the token alone is normed, then nothing is added: position and token are added first",
    "logits: what comes before a block is added to its result: the block does that itself"};

// weights: wte, wpe, lm_head, then six for each block.
inline Table logits_model(const std::vector<int>& tokens, const std::vector<Table>& weights,
                          const Made& made) {
  Table x;
  for (size_t t = 0; t < tokens.size(); ++t) {
    const size_t token = static_cast<size_t>(tokens[t]), places = weights[1].size();
    const size_t place = made(position_ahead)      ? (t + 1) % places
                         : made(position_of_token) ? token % places
                         : made(first_position)    ? 0
                         : made(position_reversed) ? tokens.size() - 1 - t
                                                   : t;
    Duals row = weights[0][token];
    if (made(norm_of_token)) row = block::norm_model(row, Made());
    for (size_t c = 0; c < row.size() && !made(no_position); ++c)
      row[c] =
          made(position_multiplied) ? row[c] * weights[1][place][c] : row[c] + weights[1][place][c];
    if (made(both_normed)) {
      row = block::norm_model(weights[0][token], Made());
      const Duals position = block::norm_model(weights[1][place], Made());
      for (size_t c = 0; c < row.size(); ++c) row[c] = row[c] + position[c];
    }
    if (made(wpe_as_token)) row = weights[0][token];
    x.push_back(made(no_first_norm) || made(norm_of_token) || made(both_normed)
                    ? row
                    : block::norm_model(row, Made()));
  }
  const size_t count = (weights.size() - 3) / 6;
  const Table begin = x;
  for (size_t k = 0; k < (made(blocks_twice) ? 2 * count : count) && !made(no_block); ++k) {
    const size_t i = k % count;
    if (made(first_block) && i > 0) continue;
    if (made(last_block) && i + 1 < count) continue;
    if (made(blocks_side_by_side)) x = begin;
    const Table before = x;
    for (Duals& row : x) {
      for (Dual& number : row) number = made(blocks_cut) ? cut(number) : number;
    }
    const size_t first =
        made(same_block) ? 3 : 3 + 6 * (made(last_block_first) ? count - 1 - i : i);
    x = block::layer_model(x,
                           {weights[first], weights[first + 1], weights[first + 2],
                            weights[first + 3], weights[first + 4], weights[first + 5]},
                           made(one_head) ? 1 : 2, Made());
    if (made(norm_between)) x = block::normed(x);
    if (made(blocks_added)) x = block::plus(x, before);
  }
  if (made(norm_at_end)) x = block::normed(x);
  Table rows = attention::times(x, weights[made(tied) ? 0 : 2]);
  for (size_t t = 0; t < rows.size() && made(probabilities); ++t) {
    Dual total;
    for (Dual& logit : rows[t]) logit = exp(logit), total = total + logit;
    for (Dual& logit : rows[t]) logit = logit / total;
  }
  return rows;
}

enum {
  predicts_itself,
  predicts_before,
  end_missing,
  first_missing,
  summed,
  divided_by_all,
  cut_too_early,
  not_log,
  last_only,
  two_ahead,
  by_rows_of_wpe,
  one_target,
  first_only,
  no_sign,
  reversed_targets
};
inline const std::vector<std::string> loss_sentences = {
    "loss: each token predicts itself: its target is the next one",
    "loss: each token predicts the one before it: its target is the next one",
    "loss: the end of the document is never a target: the last letter predicts it",
    "loss: the first token predicts too: it says how names begin",
    "loss: that is the sum over the positions: the loss is their mean",
    "loss: the mean divides by the number of tokens: it is the number of predictions, one less",
    "loss: a long document is cut too early: there are as many predictions as rows of wpe",
    "loss: that is a mean of probabilities: the loss is that of their negative logarithms",
    "loss: only the last prediction counts: take the mean of all",
    "loss: each token predicts the one after the next: its target is the next one",
    "loss: the mean divides by the rows of wpe: divide by the number of predictions",
    "loss: each position has the first target: it has its own",
    "loss: only the first prediction counts: take the mean of all",
    "loss: the sign is wrong",
    "loss: the targets are in reverse order"};

inline double loss_model(const std::vector<int>& document, const std::vector<Table>& weights,
                         const Made& made) {
  size_t n = std::min(weights[1].size(), document.size() - 1);
  if (made(cut_too_early) && n < document.size() - 1) --n;
  const bool whole = n == document.size() - 1;
  const std::vector<int> tokens(document.begin(),
                                document.begin() + static_cast<std::ptrdiff_t>(n));
  const Table rows = logits_model(tokens, weights, Made());
  double total = 0, count = 0;
  for (size_t t = made(first_missing) ? 1 : 0; t < n; ++t) {
    if (made(end_missing) && whole && t + 1 == n) continue;
    if (made(last_only) && t + 1 < n) continue;
    size_t target = static_cast<size_t>(document[t + 1]);
    if (made(first_only) && t > 0) continue;
    if (made(one_target)) target = static_cast<size_t>(document[1]);
    if (made(reversed_targets)) target = static_cast<size_t>(document[n - t]);
    if (made(two_ahead))
      target = static_cast<size_t>(document[std::min(t + 2, document.size() - 1)]);
    if (made(predicts_itself)) target = static_cast<size_t>(document[t]);
    if (made(predicts_before)) target = static_cast<size_t>(document[t > 0 ? t - 1 : 0]);
    double sum = 0;
    for (const Dual& logit : rows[t]) sum += std::exp(logit.value);
    const double p = std::exp(rows[t][target].value) / sum;
    total += made(not_log) ? p : -std::log(p);
    ++count;
  }
  if (made(summed)) return total;
  if (made(no_sign)) total = -total;
  if (made(by_rows_of_wpe)) count = static_cast<double>(weights[1].size());
  return total / (made(divided_by_all) ? count + 1 : count);
}

}  // namespace project::microgpt
