// fake_device_test.cpp: what a device may rely on whose memory the host cannot read: a training
// step asks for one number alone. cuda_device_test.sh runs most other tests on that device too.
#include "backend/fake_device.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/profiler.h"
#include "tensor/record.h"

namespace fake_device_test {
namespace {

using namespace holo;

GPTOptions tiny(Positions positions) {
  GPTOptions options;
  options.vocab_size = 11;
  options.block_size = 8;
  options.n_layer = 2;
  options.n_head = 2;
  options.n_embd = 12;
  options.dropout = 0.1;
  options.positions = positions;
  return options;
}

// A model on a device, which is not the default one, with its optimizer.
struct Training {
  std::unique_ptr<GPT> model;
  std::unique_ptr<AdamW> optimizer;
  Indices tokens{{2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}}, targets{{2, 4}, {1, 2, -1, 4, 5, 6, 7, 8}};

  Training(Device device, Positions positions) {
    PythonRandom random(1);
    model = std::make_unique<GPT>(tiny(positions), random);
    model->to(device);
    optimizer = std::make_unique<AdamW>(weight_decay_groups(*model, 0.1), 1e-2);
  }
  Tensor step() {
    optimizer->zero_grad();
    const Tensor loss = cross_entropy((*model)(tokens), targets, Reduction::mean, -1);
    loss.backward();
    optimizer->step();
    return loss;
  }
};

}  // namespace

TEST_CASE("fake device: a training step asks for no number but whether gradients are finite") {
  for (const Positions positions : {Positions::learned, Positions::rotary}) {
    const FakeDevice fake;
    Training training(Device::cuda, positions);
    training.step();
    const int before = fake.calls()["download"];
    Tensor loss;
    for (int i = 0; i < 3; ++i) loss = training.step();
    CHECK(fake.calls()["download"] == before);
    CHECK(fake.calls()["synchronize"] == 0);
    CHECK(std::isfinite(loss.item()));
    CHECK(fake.calls()["download"] == before + 1);
  }
}

TEST_CASE("fake device: the steps are those of the cpu, bit for bit") {
  const FakeDevice fake;
  Training there(Device::cuda, Positions::rotary), here(Device::cpu, Positions::rotary);
  for (int i = 0; i < 10; ++i) CHECK(there.step().item() == here.step().item());
  for (std::size_t i = 0; i < here.model->parameters().size(); ++i) {
    CHECK(there.model->parameters()[i].to_vector() == here.model->parameters()[i].to_vector());
  }
}

TEST_CASE("fake device: an op and its backward read one copy of indices there") {
  const FakeDevice fake;
  const Indices index({3}, {2, 0, 1});
  CHECK(DeviceIndices(cpu(), index).data() == index.values().data());
  const DeviceIndices there(*cuda(), index);
  CHECK(there.data() != index.values().data());
  CHECK(fake.calls()["upload"] == 1);
  Index back[3] = {};
  cuda()->download(back, there.data(), sizeof back);
  CHECK(std::vector<Index>(back, back + 3) == index.values());
}

}  // namespace fake_device_test
