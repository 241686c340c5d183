// checkpoint_test.cpp: what a checkpoint holds and under which names; what does not fit is said at
// once and changes nothing; a run that was stopped goes on as if it had not been, bit for bit,
// whatever the optimizer and the number of threads. Damage is in checkpoint_damage_test.cpp.
#include "holo/checkpoint.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "files/checkpoint_run.h"
#include "files/safetensors_files.h"
#include "golden/safetensors.h"
#include "helpers.h"
#include "holo/threads.h"

namespace checkpoint_test {
namespace {

using namespace holo;
using safetensors_files::Folder;
using safetensors_files::message_of;

const std::string dtype = sizeof(real) == 8 ? "F64" : "F32";

}  // namespace

TEST_CASE("checkpoint: the file is one that other readers know") {
  const Folder folder;
  SmallRun run(make_adamw);
  run.steps(0, 3);
  const std::string path = saved(run, folder);
  const SafetensorsFile file(path);
  CHECK(file.metadata().at("format") == "pt");
  CHECK(file.metadata().at("holo.checkpoint") == "1");
  CHECK(file.metadata().at("holo.optimizer") == "AdamW");
  CHECK(file.names() ==
        std::vector<std::string>{
            "optimizer.step", "embedding.weight", "norm.bias", "norm.weight",
            "optimizer.m.embedding.weight", "optimizer.m.norm.bias", "optimizer.m.norm.weight",
            "optimizer.m.out.bias", "optimizer.m.out.weight", "optimizer.v.embedding.weight",
            "optimizer.v.norm.bias", "optimizer.v.norm.weight", "optimizer.v.out.bias",
            "optimizer.v.out.weight", "out.bias", "out.weight"});
  CHECK(file.load_indices("optimizer.step").values() == std::vector<Index>{3, 2, 2, 3, 3});
  const golden::Arrays arrays = golden::read_safetensors(path);
  CHECK(arrays.at("out.bias").values[1] == static_cast<double>(run.model.out.bias.at({1})));
  // The same state gives the same bytes.
  const std::string bytes = folder.read("saved");
  saved(run, folder);
  CHECK((folder.read("saved") == bytes));
}

TEST_CASE("checkpoint: metadata comes back, whatever it is called") {
  const Folder folder;
  const SmallRun run(make_adamw);
  const SafetensorsMetadata metadata = {{"", "empty"},
                                        {"a\"holo.checksum", "0123456789abcdef"},
                                        {",\"holo.checksum\":\"", ",\"holo.checksum\":\"0\""},
                                        {"holo", "\xC3\xBC\n\x1F"},
                                        {"z", ""}};
  const std::string path = folder.name("x");
  save_checkpoint(path, run.model, *run.optimizer, metadata);
  CHECK(CheckpointFile(path).metadata() == metadata);
  CHECK(CheckpointFile(path).where() == path);
}

TEST_CASE("checkpoint: the model alone, without the optimizer of the file") {
  const Folder folder;
  SmallRun run(make_adamw);
  run.steps(0, 5);
  SmallRun other(with_sgd(0), 2);
  CheckpointFile(saved(run, folder)).load_into(other.model);
  const std::vector<NamedParameter> made = run.model.named_parameters();
  const std::vector<NamedParameter> loaded = other.model.named_parameters();
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(loaded[i].tensor.to_vector() == made[i].tensor.to_vector());
  }
}

TEST_CASE("checkpoint: what does not fit is listed at once and changes nothing") {
  const Folder folder;
  SmallRun run(make_adamw);
  run.steps(0, 2);
  const CheckpointFile file(saved(run, folder));
  const auto refused = [&file](Module& model, Optimizer* optimizer) {
    const std::vector<real> before = model.parameters()[0].to_vector();
    const std::string message = message_of([&] {
      if (optimizer == nullptr) file.load_into(model);
      if (optimizer != nullptr) file.load_into(model, *optimizer);
    });
    CHECK(model.parameters()[0].to_vector() == before);
    return message;
  };
  const std::string start = file.where() + ": ";

  OneParameter one("weight", {2});
  CHECK(refused(one, nullptr) ==
        start +
            "missing: \"weight\"; left over: \"embedding.weight\", \"norm.bias\", "
            "\"norm.weight\", \"out.bias\", \"out.weight\"; expected the 1 parameters of the "
            "model, as real numbers. Try: a model made with the settings of the checkpoint");

  SmallRun other(make_adamw, 2, 5, 4);
  const std::string shapes = refused(other.model, other.optimizer.get());
  CHECK(shapes.find(start + "of another shape: \"embedding.weight\" [5,3] for [5,4], ") == 0);
  CHECK(shapes.find("\"optimizer.v.norm.bias\" [3] for [4]") != std::string::npos);
  CHECK(
      shapes.find("; expected the 5 parameters of the model and the state of their optimizer, in " +
                  dtype +
                  ". Try: a model and an optimizer made with the settings of the "
                  "checkpoint") != std::string::npos);

  SmallRun sgd(with_sgd(0.9), 2);
  const std::string bits = sgd.bits();
  CHECK(refused(sgd.model, sgd.optimizer.get())
            .find(start + "the optimizer is \"AdamW\", this one is SGD; expected ") == 0);
  CHECK((sgd.bits() == bits));

  // The optimizer of another model.
  SmallRun mine(make_adamw, 2), theirs(make_adamw, 3);
  const std::string mixed = refused(mine.model, theirs.optimizer.get());
  CHECK(mixed.find(start +
                   "the optimizer AdamW does not hold \"embedding.weight\", \"norm.weight\", "
                   "\"norm.bias\", \"out.weight\", \"out.bias\"; the optimizer AdamW holds 5 "
                   "parameters, 0 of the model; expected ") == 0);

  // Plain SGD remembers nothing, SGD with momentum does.
  SmallRun plain(with_sgd(0));
  const CheckpointFile plain_file(saved(plain, folder)), sgd_file(saved(sgd, folder));
  CHECK(message_of([&] {
          plain_file.load_into(sgd.model, *sgd.optimizer);
        }).find("missing: \"optimizer.momentum.embedding.weight\"") != std::string::npos);
  CHECK(message_of([&] {
          sgd_file.load_into(plain.model, *plain.optimizer);
        }).find("left over: \"optimizer.momentum.embedding.weight\"") != std::string::npos);
  CHECK((sgd.bits() == bits));
}

TEST_CASE("checkpoint: what cannot be a checkpoint is not written") {
  const Folder folder;
  const std::string path = folder.write("kept", "as it was");
  const auto refused = [&](const Module& model, const Optimizer& optimizer,
                           const SafetensorsMetadata& metadata) {
    const std::string message =
        message_of([&] { save_checkpoint(path, model, optimizer, metadata); });
    CHECK(folder.read("kept") == "as it was");
    CHECK(folder.count() == 1);
    REQUIRE(message.find(path + ": ") == 0);
    return message.substr(path.size() + 2);
  };
  SmallRun run(make_adamw);
  CHECK(refused(run.model, *run.optimizer, {{"holo.x", "1"}}) ==
        "metadata is called \"holo.x\"; expected another name; \"format\" and \"holo.\" are "
        "reserved");
  CHECK(refused(run.model, *run.optimizer, {{"format", "pt"}}).find("metadata is called") == 0);
  const AdamW part(std::vector<Tensor>{run.model.out.weight}, 0.01);
  CHECK(refused(run.model, part, {}) ==
        "the optimizer AdamW does not hold \"embedding.weight\", \"norm.weight\", \"norm.bias\", "
        "\"out.bias\"; expected an optimizer of exactly the parameters of the model");
  OneParameter inner("weight", {2}), outer("weight", {2});
  const AdamW both(std::vector<Tensor>{inner.weight, outer.weight}, 0.01);
  CHECK(refused(inner, both, {})
            .find("the optimizer AdamW holds 2 parameters, 1 of the model; expected") == 0);
  struct Named : Module {
    OneParameter* inner;
    explicit Named(OneParameter& one) : inner(&one) { register_module("optimizer", one); }
  } const named(inner);
  CHECK(refused(named, both, {}) ==
        "a parameter is called \"optimizer.weight\"; expected another name; \"optimizer.\" is "
        "reserved for its state");
  save_checkpoint(path, run.model, *run.optimizer);
  CHECK(folder.count() == 1);
  CHECK(CheckpointFile(path).metadata().empty());
}

TEST_CASE("checkpoint: a run that was stopped ends as one that was not") {
  const Folder folder;
  const std::string path = folder.name("run.safetensors");
  const int before = num_threads();
  for (const MakeOptimizer& make :
       {MakeOptimizer(make_adamw), MakeOptimizer(make_adam), with_sgd(0.9), with_sgd(0)}) {
    SmallRun whole(make);
    whole.steps(0, 40);
    const std::string end = whole.bits();
    for (const Index k : {0, 1, 2, 3, 7, 20, 39, 40}) {
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

}  // namespace checkpoint_test
