// block_layers.h: layers that a case may put into a block.
#pragma once

#include <memory>

#include "experiments/blocks.h"
#include "golden/case.h"
#include "holo/random.h"

namespace golden {

/// A block with the attention config.mha and the feed-forward layer that config.mlp names.
std::unique_ptr<holo::Block> make_block(const Json& config, holo::PythonRandom& random);
holo::BlockOptions block_options(const Json& config);
/// Makes blocks 0 to n_layer - 1 of config.block.
std::vector<std::unique_ptr<holo::Block>> make_blocks(const Json& config,
                                                      holo::PythonRandom& random);

// ---- mlp_layers.cpp, holo_layers.cpp ----
std::unique_ptr<holo::Layer> make_mlp(const Json& config, holo::PythonRandom& random);
std::unique_ptr<holo::Layer> make_gated_mlp(const Json& config, holo::PythonRandom& random);
std::unique_ptr<holo::Layer> make_holo_gate_flow(const Json& config, holo::PythonRandom& random);
std::unique_ptr<holo::Layer> make_holo_gate_flow_lite(const Json& config,
                                                      holo::PythonRandom& random);

}  // namespace golden
