// block.h: the block of a transformer: two branches that are added to its input. One mixes
// positions (the mixer, for example attention), one treats each position by itself (the MLP).
//
//   residual = hidden (+ residual)
//   hidden = dropout(mixer(norm(residual)))
//   residual = residual + hidden;   hidden = dropout(mlp(norm2(residual)))          with an MLP
//
// The result is the pair of hidden and residual, not yet added; the next block adds them, and the
// final norm of a stack adds the last pair: norm_f(hidden + residual). That is the pre-norm
// block x = x + mixer(norm(x)), x = x + mlp(norm2(x)), with the last addition left to the next one.
//
// Source: the Block of lrnnx (SforAiDl). Xiong et al. 2020 (arXiv 2002.04745) on pre-norm.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holo/nn/attention.h"
#include "holo/nn/dropout.h"
#include "holo/nn/layer.h"
#include "holo/nn/norm.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// The parts of a block, as the names of its parameters call them.
struct BlockNames {
  std::string norm = "norm", mixer = "mixer", norm2 = "norm2", mlp = "mlp";
};

struct BlockOptions {
  std::string norm = "layer";                 ///< or "rms"
  double epsilon = 1e-5;                      ///< of the norms
  bool norm_weight = true, norm_bias = true;  ///< whether the norms have them; "rms" has no bias
  double dropout = 0;                         ///< of the result of a branch, in training
  std::uint64_t dropout_seed = 0;             ///< of the mixer; the MLP has the next one
  BlockNames names = {};
};

/// The norm of that name, "layer" or "rms", over C channels. Throws UsageError for another name.
std::unique_ptr<Layer> make_norm(const std::string& name, Index C,
                                 const LayerNormOptions& options = {});

/// Parameters: those of norm., mixer., norm2. and mlp.; the last two with an MLP only.
class Block : public Module {
 public:
  /// `mixer` null: the numbers pass unchanged. `mlp` null: there is no second branch. Both keep the
  /// number of channels. Throws UsageError for an unknown norm, dim below 1, or a dropout that is
  /// not in 0 <= p < 1.
  Block(Index dim, std::unique_ptr<Layer> mixer, std::unique_ptr<Layer> mlp,
        const BlockOptions& options = {});

  struct Pair {
    Tensor hidden, residual;
  };
  /// hidden [..., dim]; `residual` of the same shape, or an empty handle for the first block.
  /// With a cache they follow the positions in it, see attention.h. Throws ShapeError for other
  /// channels or different shapes, UsageError for a cache when the mixer cannot use one.
  Pair operator()(const Tensor& hidden, const Tensor& residual = Tensor(),
                  KeyValueCache* cache = nullptr);

  const Index dim;
  const std::unique_ptr<Layer> norm, mixer, norm2, mlp;
  Dropout mixer_dropout, mlp_dropout;
};

/// Blocks one after the other, and the final norm: norm_f(hidden + residual). Parameters:
/// layers.0., layers.1. and so on, norm_f.
class BlockStack : public Layer {
 public:
  /// Throws UsageError for no blocks, a null one, or blocks of different dims.
  explicit BlockStack(std::vector<std::unique_ptr<Block>> blocks, const BlockOptions& options = {});

  /// x [..., dim] to [..., dim]
  Tensor operator()(const Tensor& x);
  Tensor forward(const Tensor& x) override { return (*this)(x); }

 private:
  struct Layers : Module {  // "layers." in the names of parameters
    std::vector<std::unique_ptr<Block>> blocks;
    explicit Layers(std::vector<std::unique_ptr<Block>> blocks);
  };
  Layers layers_;
  std::unique_ptr<Layer> norm_f_;
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
