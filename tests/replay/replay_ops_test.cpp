// replay_ops_test.cpp: a step of each op, run again with other numbers, gives the bits that the op
// gives for them: nothing of it is computed beside the record.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/replay.h"
#include "on_device.h"
#include "registry/registry.h"

using namespace holo;

namespace {

// The sample with the numbers of each input from the last to the first: in its domain as before.
registry::Sample reversed(registry::Sample sample) {
  for (registry::Input& input : sample.inputs) {
    std::reverse(input.values.begin(), input.values.end());
  }
  return sample;
}

bool same_bits(const std::vector<real>& a, const std::vector<real>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0;
}

// Blocks that the step has given back are written to by others, if they get them.
void use_memory(Index numel) {
  std::vector<Tensor> others;
  for (int i = 0; i < 8; ++i) others.push_back(full({numel}, 1e30F));
}

Tensor step_of(const registry::Sample& sample, const std::vector<Tensor>& leaves) {
  Tensor y = sample.f(leaves);
  if (!y.requires_grad()) return y;
  y.backward(full(y.shape(), 0.5));
  return y;
}

void zero_grads(std::vector<Tensor>& leaves) {
  for (Tensor& leaf : leaves) leaf.zero_grad();
}

// What is other in the step that is run again, or nothing.
std::string difference(const registry::Sample& sample) {
  const registry::Sample other = reversed(sample);
  std::vector<Tensor> expected = registry::leaves_of(other), leaves = registry::leaves_of(sample);
  const Tensor y = step_of(other, expected);
  Tensor result;
  Replay step = capture([&] { result = step_of(sample, leaves); });
  use_memory(y.numel());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const NoGrad no_grad;
    leaves[i].copy_(expected[i].detach());
  }
  zero_grads(leaves);
  for (int again = 0; again < 2; ++again) {
    step.run();
    if (!same_bits(result.to_vector(), y.to_vector())) return "the result";
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Tensor mine = leaves[i].grad(), theirs = expected[i].grad();
      if (mine.defined() != theirs.defined()) return "whether an input has a gradient";
      if (mine.defined() && !same_bits(mine.to_vector(), theirs.to_vector())) return "a gradient";
    }
    zero_grads(leaves);
  }
  return "";
}

}  // namespace

TEST_CASE("replay: each op, run again with other numbers, gives their bits") {
  std::vector<Device> devices = {Device::cpu, Device::plain};
  if (default_device() == Device::cuda) devices = {Device::cuda};
  for (const Device device : devices) {
    const OnDevice on(device);
    int samples = 0;
    for (const registry::Entry& entry : registry::entries()) {
      for (const registry::Sample& sample : entry.samples) {
        if (sample.inputs.empty() || sample.inputs[0].values.size() > 512) continue;
        CAPTURE(entry.name);
        CAPTURE(sample.form);
        if (entry.name == "dropout(x, p, random)") {  // with a stream of its own
          CHECK_THROWS_AS(difference(sample), Error);
          continue;
        }
        ++samples;
        CHECK(difference(sample) == "");
      }
    }
    CHECK(samples > 1000);
  }
}
