// replayed_loss_test.cpp: training by --replay has the bits of training without, whatever a step
// has: dropout, clipping, a schedule, batches of many shapes; and which steps are recorded.
#include "gpt/training/replayed_loss.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "error_of.h"
#include "examples/tiny_training.h"
#include "examples/train_flags.h"
#include "gpt/training/train_checks.h"
#include "holo/profiler.h"
#include "holo/threads.h"
#include "on_device.h"

namespace replayed_loss_test {
namespace {

using namespace holo;
using namespace tiny_training;

struct Result {
  std::vector<double> losses, norms;
  Arrays numbers;
  bool operator==(const Result&) const = default;
};

// 100 steps of batches of one length and of many; on a GPU, which may be an emulated one, 20.
TrainSettings settings_with(const TinyTraining& tiny, const std::string& replay) {
  TrainSettings s = tiny.settings;
  s.replay = replay;
  s.batch = s.data.batch_size = 2;
  s.steps = default_device() == Device::cuda ? 20 : 100;
  s.schedule = "cosine";
  s.warmup = 10;
  s.clip = 0.5;
  s.model.dropout = 0.3;
  return s;
}

Result trained(const TrainSettings& s) {
  const Dataset data(s.data);
  Trainer trainer(s, data);
  Result result;
  while (trainer.step() < s.steps) {
    const StepResult step = trainer.train_step();
    result.losses.push_back(step.loss);
    result.norms.push_back(step.gradient_norm);
    if (trainer.step() == 15) trainer.validation_loss();
  }
  result.numbers = numbers_of(trainer.model());
  return result;
}

}  // namespace

TEST_CASE("replayed loss: 100 steps have the bits of 100 eager ones, for each layer and device") {
  const TinyTraining tiny;
  std::vector<Device> devices = {Device::cpu, Device::plain};
  std::vector<const char*> layers = {"gelu", "relu2", "swiglu", "holo_gate_flow"};
  if (default_device() == Device::cuda) devices = {Device::cuda}, layers = {"gelu", "swiglu"};
  for (const Device device : devices) {
    const OnDevice on(device);
    for (const char* const ffn : layers) {
      CAPTURE(ffn);
      TrainSettings s = settings_with(tiny, "off");
      s.model.ffn = ffn;
      s.model.positions = std::string(ffn) == "swiglu" ? Positions::rotary : Positions::learned;
      s.model.norm = std::string(ffn) == "relu2" ? Norm::rms : Norm::layer;
      const Result eager = trained(s);
      for (const char* const replay : {"on", "auto"}) {
        s.replay = replay;
        CHECK((trained(s) == eager));
      }
    }
  }
}

TEST_CASE("replayed loss: the same bits with any number of threads") {
  const OnDevice on(Device::cpu);
  const TinyTraining tiny;
  const Result eager = trained(settings_with(tiny, "off"));
  const int before = num_threads();
  for (const int threads : {1, 2, 3, 8}) {
    set_num_threads(threads);
    CHECK((trained(settings_with(tiny, "on")) == eager));
  }
  set_num_threads(before);
}

TEST_CASE("replayed loss: one Replay for each shape of a batch, and none while one observes") {
  const OnDevice on(Device::cpu);
  const TinyTraining tiny;
  const TrainSettings s = settings_with(tiny, "on");
  const Dataset data(s.data);
  const std::unique_ptr<GPT> model = first_model(s, data);
  const auto backward = [&](ReplayedLoss& loss, Index step) {
    for (Tensor& parameter : model->parameters()) parameter.zero_grad();
    loss.backward(*model, data.batch(step));
  };
  for (const char* const mode : {"on", "auto"}) {
    ReplayedLoss loss(mode);
    {
      const Profiler profiler;
      backward(loss, 0);
      CHECK(loss.size() == 0);
    }
    for (Index step = 0; step < 40; ++step) backward(loss, step);
    CHECK(loss.size() > 2);
    CHECK(loss.size() <= 6);
    const Profiler profiler;
    backward(loss, 0);
    CHECK(profiler.to_text().find("self_attention") != std::string::npos);
  }
  ReplayedLoss never("off");
  for (Index step = 0; step < 4; ++step) backward(never, step);
  CHECK(never.size() == 0);
}

TEST_CASE("replayed loss: auto leaves out a GPU, on asks for it") {
  CHECK(may_replay("auto", Device::cpu));
  CHECK(may_replay("auto", Device::plain));
  CHECK_FALSE(may_replay("auto", Device::cuda));
  CHECK(may_replay("on", Device::cuda));
  CHECK_FALSE(may_replay("off", Device::cpu));
}

TEST_CASE("replayed loss: auto leaves steps with large results as they are") {
  const OnDevice on(Device::cpu);
  TinyTraining tiny;
  TrainSettings s = settings_with(tiny, "auto");
  s.model.n_embd = 512;
  s.data.batch_size = 12;
  const Dataset data(s.data);
  const std::unique_ptr<GPT> model = first_model(s, data);
  ReplayedLoss automatic("auto"), always("on");
  for (Index step = 0; step < 2; ++step) {
    for (ReplayedLoss* const loss : {&automatic, &always}) {
      for (Tensor& parameter : model->parameters()) parameter.zero_grad();
      loss->backward(*model, data.batch(step));
    }
  }
  CHECK(automatic.size() == 0);
  CHECK(always.size() > 0);
}

TEST_CASE("replayed loss: --replay on is refused where no step can be recorded") {
  const OnDevice on(Device::cpu);
  TrainSettings s = TinyTraining().settings;
  s.replay = "on";
  check_together(s);
  s.shards = 3;
  check_error<UsageError>(
      "--replay: on with --shards 3; expected on with one shard, whose gradient is that of the "
      "batch. Try: --replay auto",
      [&] { check_together(s); });
  s.replay = "auto";
  check_together(s);
  CHECK(train_flags::refusal_of("--replay yes")
            .find("--replay: 'yes'; expected one of auto, on, off") != std::string::npos);
}

}  // namespace replayed_loss_test
