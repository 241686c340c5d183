// checkpoint_resume_test.cpp: a run that was stopped goes on as if it had not been, bit for bit,
// whatever the optimizer and the number of threads.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "files/checkpoint_run.h"
#include "files/safetensors_files.h"
#include "holo/threads.h"
#include "on_device.h"

namespace checkpoint_resume_test {
namespace {

using namespace holo;
using safetensors_files::Folder;

}  // namespace

TEST_CASE("checkpoint: a run that was stopped at any step ends as one that was not") {
  const Folder folder;
  const std::string path = folder.name("run.safetensors");
  const int before = num_threads();
  for (const MakeOptimizer& make :
       {MakeOptimizer(make_adamw), MakeOptimizer(make_adam), with_sgd(0.9), with_sgd(0)}) {
    SmallRun whole(make);
    whole.steps(0, 40);
    const std::string end = whole.bits();
    for (Index k = 0; k <= 40; ++k) {
      set_num_threads(1 + static_cast<int>(k % 3));
      SmallRun first(make);
      first.steps(0, k);
      save_checkpoint(path, first.model, *first.optimizer, {{"step", std::to_string(k)}});
      SmallRun second(make, 2);
      const CheckpointFile file(path);
      CHECK(file.metadata() == SafetensorsMetadata{{"step", std::to_string(k)}});
      file.load_into(second.model, *second.optimizer);
      CHECK((second.bits() == first.bits()));
      set_num_threads(1 + static_cast<int>((k + 1) % 3));
      second.steps(k, 40);
      CAPTURE(k);
      CHECK((second.bits() == end));
    }
  }
  set_num_threads(before);
  CHECK(folder.count() == 1);
}

TEST_CASE("checkpoint: a larger run goes on exactly with another number of threads") {
  const OnDevice on_cpu(Device::cpu);  // which alone has threads
  const Folder folder;
  const int before = num_threads();
  SmallRun whole(make_adamw, 1, 300, 128);
  set_num_threads(1);
  whole.steps(0, 4);
  for (const int threads : {1, 2, 3}) {
    SmallRun first(make_adamw, 1, 300, 128), second(make_adamw, 2, 300, 128);
    set_num_threads(threads);
    first.steps(0, 2);
    CheckpointFile(saved(first, folder)).load_into(second.model, *second.optimizer);
    set_num_threads(4 - threads);
    second.steps(2, 4);
    CHECK((second.bits() == whole.bits()));
  }
  set_num_threads(before);
}

TEST_CASE(
    "checkpoint: parameters are matched by identity, in whatever order an optimizer has them") {
  const MakeOptimizer backwards = [](const Module& model) {
    std::vector<Tensor> parameters = model.parameters();
    return std::make_unique<Adam>(std::vector<Tensor>(parameters.rbegin(), parameters.rend()),
                                  0.01);
  };
  const Folder folder;
  SmallRun first(make_adam), second(backwards, 2);
  first.steps(0, 6);
  CheckpointFile(saved(first, folder)).load_into(second.model, *second.optimizer);
  first.steps(6, 9);
  second.steps(6, 9);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(first.optimizer->parameters()[i].to_vector() ==
          second.optimizer->parameters()[4 - i].to_vector());
    CHECK(first.optimizer->step_count(i) == second.optimizer->step_count(4 - i));
  }
}

}  // namespace checkpoint_resume_test
