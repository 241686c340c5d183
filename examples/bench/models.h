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

/// fc2(value silu(gate)), value and gate from one product.
class BenchGatedMlp : public Module {
 public:
  BenchGatedMlp(Index channels, Index hidden, PythonRandom& random)
      : hidden_(hidden),
        fc1_(channels, 2 * hidden, random, plain()),
        fc2_(hidden, channels, random, plain()) {
    register_module("fc1", fc1_);
    register_module("fc2", fc2_);
  }
  Tensor operator()(const Tensor& x) const {
    const std::vector<Tensor> halves = split(fc1_(x), {hidden_, hidden_}, -1);
    return fc2_(halves[0] * silu(halves[1]));
  }

 private:
  Index hidden_;
  Linear fc1_, fc2_;
};

/// z = [gelu(W1 x1), sigmoid(W3 x3) silu(W2 x2)];  x + sigmoid(scale(norm z)) (out z) + shift(norm
/// z)
class BenchHoloGateFlow : public Module {
 public:
  BenchHoloGateFlow(Index channels, PythonRandom& random)
      : third_(channels / 3),
        w1_(third_, channels, random, {true, Activation::gelu}),
        w2_(third_, channels, random, {true, Activation::silu}),
        w3_(third_, channels, random, {true, Activation::sigmoid}),
        out_(2 * channels, channels, random),
        scale_(2 * channels, channels, random, {true, Activation::sigmoid}),
        shift_(2 * channels, channels, random),
        norm_(2 * channels) {
    register_module("w1", w1_);
    register_module("w2", w2_);
    register_module("w3", w3_);
    register_module("out", out_);
    register_module("scale", scale_);
    register_module("shift", shift_);
    register_module("norm", norm_);
  }
  Tensor operator()(const Tensor& x) const {
    const std::vector<Tensor> thirds = split(x, {third_, third_, third_}, -1);
    const Tensor z = cat({w1_(thirds[0]), w3_(thirds[2]) * w2_(thirds[1])}, -1);
    const Tensor n = norm_(z);
    return x + scale_(n) * out_(z) + shift_(n);
  }

 private:
  Index third_;
  Linear w1_, w2_, w3_, out_, scale_, shift_;
  LayerNorm norm_;
};

}  // namespace holo
