// ready_gradients.cpp: counts uses of parameters up in the forward and down in the backward pass.
#include "parallel/ready_gradients.h"

namespace holo {

ReadyGradients::ReadyGradients(const std::vector<Tensor>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) watched_[&parameters[i].node()] = {i, 0};
}

void ReadyGradients::watch() {
  for (auto& [node, watched] : watched_) watched.uses = 0;
  watching_ = true;
}

void ReadyGradients::on_op(const Node& node, const OpOptions&) {
  for (int k = 0; watching_ && node.requires_grad && k < node.parent_count; ++k) {
    if (!node.parent(k).requires_grad) continue;
    const auto found = watched_.find(&node.parent(k));
    if (found != watched_.end()) ++found->second.uses;
  }
}

void ReadyGradients::on_backward(const Node& node) {
  for (int k = 0; watching_ && k < node.parent_count; ++k) {
    if (!node.parent(k).requires_grad) continue;
    const auto found = watched_.find(&node.parent(k));
    if (found != watched_.end() && --found->second.uses == 0) on_ready(found->second.i);
  }
}

}  // namespace holo
