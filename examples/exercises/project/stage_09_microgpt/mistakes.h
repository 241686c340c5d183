// mistakes.h: the mistakes of this stage, as edits of the reference, and the numbers they give.
// ../../support/list_mistakes.py writes all but the sentences and the edits: see ../../README.md.
#pragma once

inline constexpr char microgpt_mistakes[] = R"~(
logits: the position is missing: add its row of wpe to that of the token
  add(model.wte[tokens[t]], model.wpe[t]) => model.wte[tokens[t]]
logits: the norm before the first block is missing
  rmsnorm(add(model.wte[tokens[t]], model.wpe[t])) => add(model.wte[tokens[t]], model.wpe[t])
logits: there is a norm before lm_head: microgpt.py has none there
  (x, block, model.heads); return linear(x, model.lm_head); => (x, block, model.heads); for (Vector& row : x) row = rmsnorm(row); return linear(x, model.lm_head);
logits: only the first block is there: go through all of them
  model.wte[tokens[t]], model.wpe[t]))); } for (const Block& block : model.blocks) x = transform(x, block, model.heads); => model.wte[tokens[t]], model.wpe[t]))); } x = transform(x, model.blocks[0], model.heads);
logits: lm_head is a matrix of its own, not wte
  (x, model.lm_head); => (x, model.wte);
logits: all blocks work with one head: hand model.heads on
  model.heads => 1
logits: the norm is taken before the position is added: add first
  rmsnorm(add(model.wte[tokens[t]], model.wpe[t])) => add(rmsnorm(model.wte[tokens[t]]), model.wpe[t])
loss: each token predicts itself: its target is the next one
  begin() + 1, document.begin() + 1 + n => begin(), document.begin() + n
loss: a long document is cut too early: there are as many predictions as rows of wpe
  size(), document => size() - 1, document
loss: the end of the document is never a target: the last letter predicts it
  (model.wpe.size(), document.size() - 1); => (model.wpe.size(), document.size() - 2);
loss: that is the sum over the positions: the loss is their mean
  (logits(model, tokens), targets); => (logits(model, tokens), targets) * static_cast<double>(n);
)~";
