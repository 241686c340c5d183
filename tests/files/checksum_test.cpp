// checksum_test.cpp: weights carry a checksum in their metadata: a byte that changes is found when
// they are loaded; files of other programs have none and load as they are.
#include "files/safetensors/checksum.h"

#include <doctest/doctest.h>

#include <string>

#include "base/hash.h"
#include "files/checkpoint_run.h"
#include "files/safetensors_files.h"

namespace checksum_test {
namespace {

using namespace holo;
using safetensors_files::Folder;
using safetensors_files::message_of;

// What a load of these bytes says; the model changes only without a message, to that of `made`.
std::string load_message(const std::string& bytes, const SmallRun& made) {
  SmallRun run(make_adamw, 2);
  const std::string before = run.bits();
  const std::string message =
      message_of([&] { load_into(run.model, SafetensorsFile::from_bytes(bytes, "x")); });
  CHECK((run.bits() == (message.empty() ? made.bits() : before)));
  return message;
}

}  // namespace

TEST_CASE("checksum: a changed byte of saved weights is found when they are loaded") {
  const Folder folder;
  const SmallRun made(make_adamw);
  save_module(folder.name("x"), made.model, {{"note", "mine"}, {checksum_key, "of another file"}});
  const std::string bytes = folder.read("x");
  CHECK(SafetensorsFile(folder.name("x")).metadata().at("note") == "mine");
  CHECK(load_message(bytes, made) == "");
  // Without the name of the checksum it is a file of another program, with the same numbers.
  const std::size_t key = bytes.find(checksum_key),
                    key_end = key + std::string(checksum_key).size();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    CAPTURE(at);
    CHECK((load_message(damaged, made) == "") == (at >= key && at < key_end));
  }
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

TEST_CASE("checksum: weights are no checkpoint, and are told from a damaged one") {
  const Folder folder;
  const SmallRun made(make_adamw);
  save_module(folder.name("x"), made.model);
  const auto message = [&] { return message_of([&] { CheckpointFile file(folder.name("x")); }); };
  CHECK(message() ==
        folder.name("x") +
            ": is not a checkpoint: its metadata has no \"holo.checkpoint\"; expected a "
            "file of save_checkpoint(). Try: sample or export it: weights alone "
            "cannot go on");
  std::string bytes = folder.read("x");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  folder.write("x", bytes);
  CHECK(message().find("is damaged: its checksum is ") != std::string::npos);
}

}  // namespace checksum_test
