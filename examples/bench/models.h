// models.h: the models whose training step is timed, made of the modules of the library. The same
// ones stand in torch_peer.py.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/nn/embedding.h"
#include "holo/nn/linear.h"
#include "holo/nn/module.h"
#include "holo/nn/norm.h"
#include "holo/ops.h"

namespace holo {

struct GptSizes {
  Index vocab, block, n_layer, n_head, n_embd;
  bool micro;  // RMSNorm without gain, ReLU, a head of its own; else LayerNorm, GELU, tied
  Index batch;
};

/// The norm of a block: one of two kinds.
class BenchNorm : public Module {
 public:
  BenchNorm(Index channels, bool micro)
      : micro_(micro), rms_(channels, {1e-5, false}), layer_(channels, {1e-5, true, false}) {
    if (!micro_) register_module("norm", layer_);
  }
  Tensor operator()(const Tensor& x) const { return micro_ ? rms_(x) : layer_(x); }

 private:
  bool micro_;
  RMSNorm rms_;
  LayerNorm layer_;
};

inline LinearOptions plain(Activation activation = Activation::none) {
  return {false, activation, Init::normal(0.02), Init::zero()};
}

/// x + attention(norm(x)), then x + mlp(norm(x)).
class BenchBlock : public Module {
 public:
  BenchBlock(const GptSizes& s, PythonRandom& random)
      : norm1_(s.n_embd, s.micro),
        norm2_(s.n_embd, s.micro),
        qkv_(s.n_embd, 3 * s.n_embd, random, plain()),
        proj_(s.n_embd, s.n_embd, random, plain()),
        fc1_(s.n_embd, 4 * s.n_embd, random, plain(s.micro ? Activation::relu : Activation::gelu)),
        fc2_(4 * s.n_embd, s.n_embd, random, plain()),
        n_head_(s.n_head) {
    register_module("norm1", norm1_);
    register_module("qkv", qkv_);
    register_module("proj", proj_);
    register_module("norm2", norm2_);
    register_module("fc1", fc1_);
    register_module("fc2", fc2_);
  }
  Tensor operator()(const Tensor& x) const {
    const Tensor y = x + proj_(self_attention(qkv_(norm1_(x)), {n_head_}));
    return y + fc2_(fc1_(norm2_(y)));
  }

 private:
  BenchNorm norm1_, norm2_;
  Linear qkv_, proj_, fc1_, fc2_;
  Index n_head_;
};

class BenchGpt : public Module {
 public:
  BenchGpt(const GptSizes& s, PythonRandom& random)
      : wte_(s.vocab, s.n_embd, random, Init::normal(0.02)),
        wpe_(s.block, s.n_embd, random, Init::normal(0.02)),
        norm_(s.n_embd, s.micro),
        head_(s.n_embd, s.vocab, random, plain()) {
    register_module("wte", wte_);
    register_module("wpe", wpe_);
    for (Index i = 0; i < s.n_layer; ++i) {
      blocks_.push_back(std::make_unique<BenchBlock>(s, random));
      register_module("block" + std::to_string(i), *blocks_.back());
    }
    register_module("norm", norm_);
    register_module("head", head_);
    if (!s.micro) head_.weight = wte_.weight;
    std::vector<Index> order;
    for (Index t = 0; t < s.block; ++t) order.push_back(t);
    positions_ = order;
  }
  /// The loss; tokens and targets [B, T]. Targets of -100 do not count.
  Tensor operator()(const Indices& tokens, const Indices& targets) const {
    const Index T = tokens.shape()[1];
    const Indices positions({T}, {positions_.begin(), positions_.begin() + T});
    Tensor x = wte_(tokens) + wpe_(positions);
    for (const auto& block : blocks_) x = (*block)(x);
    return cross_entropy(head_(norm_(x)), targets);
  }

 private:
  Embedding wte_, wpe_;
  std::vector<std::unique_ptr<BenchBlock>> blocks_;
  BenchNorm norm_;
  Linear head_;
  std::vector<Index> positions_;
};

}  // namespace holo
