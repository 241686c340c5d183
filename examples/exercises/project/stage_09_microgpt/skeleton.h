// ---- stage 9: microgpt ----

#include <stdexcept>

struct Microgpt {
  Matrix wte;                 // a row for each token
  Matrix wpe;                 // a row for each position
  std::vector<Block> blocks;  // one after the other
  int heads;                  // of each block
  Matrix lm_head;             // to logits
};

// For each position the logits of what follows: the rows of token and position, added and normed,
// through all blocks, and lm_head.
Matrix logits(const Microgpt& model, const std::vector<int>& tokens) {
  throw std::logic_error("not written yet: logits of a Microgpt");
}

// The cross-entropy of a document that begins and ends with the same token: each token but the last
// predicts the one after it. There are at most as many predictions as wpe has rows.
Number loss(const Microgpt& model, const std::vector<int>& document) {
  throw std::logic_error("not written yet: loss of a Microgpt");
}
