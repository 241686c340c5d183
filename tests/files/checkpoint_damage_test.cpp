// checkpoint_damage_test.cpp: whatever happens to a file, it is read as it was written or not at
// all. Weights carry a checksum too; files of other programs have none and load as they are.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/hash.h"
#include "files/checkpoint_run.h"
#include "files/safetensors_files.h"
#include "files/safetensors_format.h"

namespace checkpoint_damage_test {
namespace {

using namespace holo;
using safetensors_files::bytes_of;
using safetensors_files::Folder;
using safetensors_files::message_of;

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

}  // namespace checkpoint_damage_test
