// device_test.cpp: devices have names; everything that makes a tensor makes it on the default
// device, and what is computed from it stays there; tensors on two devices do not meet.
#include "holo/device.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/attention.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/safetensors.h"

namespace device_test {
namespace {

using namespace holo;

const Device here[] = {Device::cpu, Device::plain};

Device other_than(Device device) { return device == Device::cpu ? Device::plain : Device::cpu; }

GPTOptions tiny(Positions positions) {
  GPTOptions options;
  options.vocab_size = 11;
  options.block_size = 8;
  options.n_layer = 2;
  options.n_head = 2;
  options.n_embd = 12;
  options.positions = positions;
  return options;
}

}  // namespace

TEST_CASE("device: names, there and back") {
  for (const Device device : {Device::cpu, Device::plain, Device::cuda}) {
    CHECK(device_of(device_name(device)) == device);
  }
  CHECK(std::string(device_name(Device::plain)) == "plain");
  CHECK(message_without_hint([] { device_of("gpu"); }) ==
        "device: 'gpu'; expected cpu, plain or cuda");
  CHECK(message_without_hint([] { device_of("", "--device"); }) ==
        "--device: ''; expected cpu, plain or cuda");
  CHECK(message_without_hint([] { device_of("Plain"); }) ==
        "device: 'Plain'; expected cpu, plain or cuda");
  CHECK(message_without_hint([] { device_of(std::string(100'000, 'x')); }).size() < 200);
  CHECK_THROWS_AS(device_of("gpu"), UsageError);
  CHECK(std::string(cpu().name()) == "cpu");
  CHECK(std::string(plain().name()) == "plain");
}

TEST_CASE("device: one that is not there is an error") {
  if (cuda() != nullptr) return;
  const NoCuda missing = why_no_cuda();
  const std::string message = "device: " + missing.found + "; expected cpu or plain";
  CHECK_FALSE(missing.hint.empty());
  CHECK(message_without_hint([] { zeros({2}, Device::cuda); }) == message);
  CHECK(message_without_hint([] { uniform({2}, CounterRandom(1), 0, 1, Device::cuda); }) ==
        message);
  CHECK(message_without_hint([] { ones({2}).to(Device::cuda); }) == message);
  const Device before = default_device();
  CHECK(message_without_hint([] { set_default_device(Device::cuda); }) == message);
  CHECK(message_without_hint([] { set_default_device(Device::cuda, "--device"); }) ==
        "--device: " + missing.found + "; expected cpu or plain");
  CHECK(default_device() == before);
}

TEST_CASE("device: what is made without one lies on the default device") {
  const std::vector<double> numbers = {1, 2};
  const std::vector<float> floats = {1, 2};
  for (const Device device : here) {
    const OnDevice scope(device);
    CHECK(default_device() == device);
    PythonRandom random(1);
    const CounterRandom counter(1);
    const Tensor made[] = {tensor(3),
                           tensor({{1, 2}, {3, 4}}),
                           from_values({2}, std::span<const double>(numbers)),
                           from_values({2}, std::span<const float>(floats)),
                           tensor(numbers, {2}),
                           zeros({2}),
                           ones({0}),
                           full({2, 2}, 7),
                           arange(3),
                           uniform({2}, counter),
                           normal({2}, counter),
                           uniform({2}, random),
                           normal({2}, random)};
    for (const Tensor& x : made) CHECK(x.device() == device);
    for (const Tensor& x : made) CHECK((2 * x + 1).device() == device);
    // a device that is named wins
    CHECK(zeros({2}, other_than(device)).device() == other_than(device));
    const std::vector<NamedTensor> named = {{"x", made[1]}};
    const SafetensorsFile file = SafetensorsFile::from_bytes(safetensors_bytes(named, {}), "bytes");
    CHECK(file.load("x").device() == device);
    CHECK(file.load("x").to_vector() == made[1].to_vector());
  }
}

TEST_CASE(
    "device: a model, its optimizer and its gradients stay on one, which need not be the default") {
  const Indices tokens({1, 8}, {0, 1, 2, 3, 4, 5, 6, 7});
  const Indices targets({1, 8}, {1, 2, 3, 4, 5, 6, 7, 8});
  for (const Device device : here) {
    for (const Positions positions : {Positions::learned, Positions::rotary}) {
      PythonRandom random(1);
      GPT model(tiny(positions), random);
      model.to(device);
      const OnDevice elsewhere(other_than(device));
      AdamW optimizer(weight_decay_groups(model, 0.1), 1e-2);
      std::vector<double> losses;
      for (int step = 0; step < 5; ++step) {
        optimizer.zero_grad();
        const Tensor loss = model.loss(tokens, targets);
        CHECK(loss.device() == device);
        losses.push_back(static_cast<double>(loss.item()));
        loss.backward();
        clip_grad_norm(optimizer.parameters(), 1);
        optimizer.step();
      }
      CHECK(losses.back() < losses.front());
      for (const Tensor& parameter : model.parameters()) {
        CHECK(parameter.device() == device);
        CHECK(parameter.grad().device() == device);
      }
    }
  }
}

TEST_CASE("device: two in one op are an error that names them") {
  const Tensor a = ones({2, 2}, Device::cpu), b = ones({2, 2}, Device::plain);
  CHECK(message_without_hint([&] { a + b; }) ==
        "add: inputs on cpu and plain; expected all inputs on one device");
  CHECK(message_without_hint([&] { matmul(b, a); }) ==
        "matmul: inputs on plain and cpu; expected all inputs on one device");
  CHECK(message_without_hint([&] { linear(a, a, ones({2}, Device::plain)); }) ==
        "linear: inputs on cpu and plain; expected all inputs on one device");
  const Tensor q = ones({1, 2, 2}, Device::cpu);
  CHECK(message_without_hint([&] {
          attention(q, q, ones({1, 2, 2}, Device::plain), {1});
        }) == "attention: inputs on cpu and plain; expected all inputs on one device");
  Tensor leaf = ones({2, 2}, Device::cpu).set_requires_grad();
  CHECK(message_without_hint([&] { (leaf * 2).backward(b); }) ==
        "backward: a seed on plain for a tensor on cpu; expected both on one device");
  const Tensor moved = a.to(Device::plain) + b;
  CHECK(moved.to_vector() == std::vector<real>(4, 2));
}

TEST_CASE("device: a copy on another one has the numbers and sends the gradient back") {
  for (const Device device : here) {
    Tensor x = from_values({3}, std::span<const double>(std::vector<double>{1, 2, 3}), device);
    x.set_requires_grad();
    const Tensor moved = x.to(other_than(device));
    CHECK(moved.device() == other_than(device));
    CHECK(moved.to_vector() == x.to_vector());
    const Tensor y = sum(moved * moved);
    y.backward();
    CHECK(x.grad().device() == device);
    CHECK(x.grad().to_vector() == std::vector<real>{2, 4, 6});
    x.grad().fill_(0);
    Tensor target = zeros({3}, device);
    target.copy_(moved).add_(moved, 2);
    CHECK(target.to_vector() == std::vector<real>{3, 6, 9});
    CHECK(target.device() == device);
  }
}

}  // namespace device_test
