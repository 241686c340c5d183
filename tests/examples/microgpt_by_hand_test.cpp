// microgpt_by_hand_test.cpp: the peer of bench_train_step computes what the trainer computes.
#include <doctest/doctest.h>

#include "bench/train_cases.h"
#include "on_device.h"

namespace microgpt_by_hand_test {

using namespace holo;

TEST_CASE("microgpt by hand: the losses of the trainer, step by step") {
  const OnDevice on_cpu(Device::cpu);
  TrainSettings settings = preset_named("microgpt");
  settings.data.batch_size = settings.batch;
  settings.schedule = "constant";
  const Dataset data(settings.data);
  Trainer trainer(settings, data);
  MicrogptByHand by_hand(trainer.model().parameters());
  for (Index step = 0; step < 50; ++step) {
    const TokenBatch batch = data.batch(step);
    const real loss = by_hand.step(batch.tokens.values().data(), batch.targets.values().data(),
                                   static_cast<int>(batch.target_count), settings.learning_rate);
    CAPTURE(step);
    CHECK(static_cast<double>(loss) == doctest::Approx(trainer.train_step().loss).epsilon(1e-4));
  }
}

}  // namespace microgpt_by_hand_test
