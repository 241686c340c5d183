// checkpoint_test.cpp: what a checkpoint holds and under which names; what does not fit is said at
// once and changes nothing; a run that was stopped goes on as if it had not been, bit for bit,
// whatever the optimizer and the number of threads. Whatever happens to a file, it is read as it
// was written or not at all. Weights carry a checksum too; files of other programs have none and
// load as they are.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/hash.h"
#include "files/checkpoint_run.h"
#include "files/safetensors_files.h"
#include "files/safetensors_format.h"
#include "golden/case.h"
#include "helpers.h"
#include "holo/checkpoint.h"
#include "holo/threads.h"

namespace checkpoint_test {

using namespace holo;
using safetensors_files::bytes_of;
using safetensors_files::Folder;
using safetensors_files::message_of;

// ---- what it holds ----

namespace {

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

// ---- damage ----

namespace {

std::string sample() {
  const Folder folder;
  OneParameter model("weight", {2});
  const AdamW optimizer(model.parameters(), 0.01);
  save_checkpoint(folder.name("x"), model, optimizer, {{"key", "\x1F \n\"text\\"}});
  return folder.read("x");
}

CheckpointFile read_bytes(const std::string& bytes) {
  return CheckpointFile(SafetensorsFile::from_bytes(bytes, "x"));
}

std::string message_for(const std::string& bytes) {
  return message_of([&] { read_bytes(bytes); });
}

// A file made by hand, with the checksum it ought to have: `metadata` goes on after it.
std::string sealed(const std::string& metadata, const std::string& tensors,
                   const std::string& data) {
  const std::string zeros(16, '0');
  std::string bytes = bytes_of(
      "{\"__metadata__\":{\"holo.checksum\":\"" + zeros + '"' + metadata + '}' + tensors + '}',
      data);
  Fnv1a hash;
  hash.add(bytes);
  return bytes.replace(bytes.find(zeros), 16, hash.hex());
}

}  // namespace

TEST_CASE("checkpoint damage: every flip of a bit is found") {
  const std::string bytes = sample();
  CHECK(message_for(bytes).empty());
  std::size_t by_checksum = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const std::string message = message_for(flipped);
    CAPTURE(bit);
    CHECK(message.find("x: ") == 0);
    by_checksum += message.find("x: is damaged: its checksum is ") == 0;
  }
  CHECK(by_checksum > 8 * 40);  // at least all that is no header
}

// The checksum is computed in pieces of the file.
TEST_CASE("checkpoint damage: large files are checked to their end") {
  const Folder folder;
  OneParameter model("weight", {300'000});
  const AdamW optimizer(model.parameters(), 0.01);
  save_checkpoint(folder.name("x"), model, optimizer);
  std::string bytes = folder.read("x");
  CHECK(message_for(bytes).empty());
  for (const std::size_t at : {bytes.size() - 1, bytes.size() / 2, std::size_t{1} << 20}) {
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    CHECK(message_for(bytes).find("is damaged") != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
  }
}

TEST_CASE("checkpoint damage: every cut is found, and every byte too many") {
  const std::string bytes = sample();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CHECK(message_for(bytes.substr(0, length)).find("x: ") == 0);
  }
  CHECK(message_for(bytes + '\0').find("expected nothing after the last tensor") !=
        std::string::npos);
  CHECK(message_for(bytes + bytes).find("x: ") == 0);
}

TEST_CASE("checkpoint damage: a file says what it is instead") {
  const std::string tensors =
      R"(,"optimizer.step":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},)"
      R"("weight":{"dtype":"F64","shape":[2],"data_offsets":[8,24]})";
  std::string data(24, '\0');
  data[0] = '\x03';
  data[15] = data[23] = '\x40';  // 2.0, 2.0
  const std::string metadata = R"(,"holo.checkpoint":"1","holo.optimizer":"SGD")";
  const std::string bytes = sealed(metadata, tensors, data);
  CHECK(message_for(bytes).empty());
  CHECK(message_for(sealed(R"(,"holo.checkpoint":"2","holo.optimizer":"SGD")", tensors, data)) ==
        "x: is a checkpoint of the format \"2\"; expected 1, all that this version knows. Try: the "
        "newer version that wrote it");
  CHECK(message_for(sealed(R"(,"holo.checkpoint":"1")", tensors, data)).find("holo.optimizer") !=
        std::string::npos);
  std::string other = bytes;
  other.replace(other.find("checksum\":\"") + 11, 16, "0123456789abcdef");
  const std::string right = bytes.substr(bytes.find("checksum\":\"") + 11, 16);
  CHECK(message_for(other) == "x: is damaged: its checksum is " + right +
                                  ", the file says \"0123456789abcdef\"; expected the file as it "
                                  "was written. Try: the checkpoint before it");
  CHECK(message_for(bytes_of(R"({"__metadata__":{"holo.checkpoint":"1"}})"))
            .find("x: its metadata has no \"holo.checksum\"") == 0);
  CHECK(message_for(bytes_of(R"({"__metadata__":{"format":"pt"}})")) ==
        "x: is not a checkpoint: its metadata has no \"holo.checkpoint\"; expected a file of "
        "save_checkpoint(). Try: sample or export it: weights alone cannot continue training");
  CHECK(message_for("PK\x03\x04 and so on").find("x: looks like a zip archive") == 0);

  // Numbers of both types: weights are rounded, but a run does not go on from others than its own.
  OneParameter model("weight", {2});
  SGD optimizer(model.parameters(), 0.01);
  read_bytes(bytes).load_into(model);
  CHECK(model.weight.to_vector() == std::vector<real>{2, 2});
  std::string wide = tensors, narrow = tensors;
  narrow.replace(narrow.find("F64"), 3, "F32").replace(narrow.find("[8,24]"), 6, "[8,16]");
  const bool is_float = sizeof(real) == 4;
  const std::string own =
      sealed(metadata, is_float ? narrow : wide, data.substr(0, is_float ? 16 : 24));
  const std::string foreign =
      sealed(metadata, is_float ? wide : narrow, data.substr(0, is_float ? 24 : 16));
  const std::vector<real> before = model.weight.to_vector();
  CHECK(message_of([&] { read_bytes(foreign).load_into(model, optimizer); }) ==
        fmt::format("x: of another type: \"weight\" {}; expected the 1 parameters of the model and "
                    "the state of their optimizer, in {}. Try: a model and an optimizer made with "
                    "the settings of the checkpoint, a build with its number type, or the model "
                    "alone",
                    is_float ? "F64" : "F32", is_float ? "F32" : "F64"));
  data[7] = '\x80';  // a negative count of steps
  CHECK(message_of([&] {
          read_bytes(sealed(metadata, is_float ? narrow : wide, data.substr(0, is_float ? 16 : 24)))
              .load_into(model, optimizer);
        }).find("x: a step count of -") == 0);
  CHECK(model.weight.to_vector() == before);
  CHECK(optimizer.step_count(0) == 0);
  read_bytes(own).load_into(model, optimizer);
  CHECK(optimizer.step_count(0) == 3);
  CHECK(model.weight.to_vector() == std::vector<real>{is_float ? real(0) : real(2), 2});
}

TEST_CASE("checkpoint damage: a file that changes after it was checked is an error") {
  const Folder folder;
  const std::string path = saved(SmallRun(make_adamw), folder);
  const CheckpointFile file(path);
  folder.write("saved", folder.read("saved").substr(0, 100));
  SmallRun other(make_adamw, 2);
  const std::string before = other.bits();
  const std::string model = message_of([&] { file.load_into(other.model); });
  const std::string all = message_of([&] { file.load_into(other.model, *other.optimizer); });
  CHECK(model.find(path + ": changed while it was read") == 0);
  CHECK(all == model);
  CHECK((other.bits() == before));
}

TEST_CASE("checksum: the message has the file, what was found and what was written") {
  const std::vector<NamedTensor> tensors = {{"t", full({3}, 2)}};
  std::string bytes = safetensors_bytes(tensors, {{checksum_key, ""}});
  const std::size_t digits = 8 + checksum_position(std::string_view(bytes).substr(8));
  const std::string said = bytes.substr(digits, 16);
  std::string zeros = bytes;
  Fnv1a hash;
  hash.add(zeros.replace(digits, 16, no_checksum));
  CHECK(hash.hex() == said);
  SafetensorsFile::from_bytes(bytes, "x").verify();

  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  Fnv1a damaged;
  zeros = bytes;
  damaged.add(zeros.replace(digits, 16, no_checksum));
  CHECK(message_of([&] { SafetensorsFile::from_bytes(bytes, "x").verify(); }) ==
        "x: is damaged: its checksum is " + damaged.hex() + ", the file says \"" + said +
            "\"; expected the file as it was written. Try: the file from where it came; changed on "
            "purpose, write it without that metadata");
}

TEST_CASE("checksum: a file without one passes, metadata that only looks like one does not") {
  const std::vector<NamedTensor> tensors = {{"t", full({3}, 2)}};
  std::string bytes = safetensors_bytes(tensors);
  CHECK(bytes.find("checksum") == std::string::npos);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  SafetensorsFile::from_bytes(bytes).verify();
  const auto message = [](const std::string& header) {
    return message_of([&] { safetensors_files::parse(header).verify(); });
  };
  CHECK(message(R"({"__metadata__":{"note":"\"holo.checksum\":\"0123456789abcdef\""}})") == "");
  CHECK(message(R"({"__metadata__":{"holo.checksum":"none"}})")
            .find("x.safetensors: is damaged: it has no checksum; expected") == 0);
}

}  // namespace checkpoint_test
