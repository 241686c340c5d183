// safetensors_damage_test.cpp: whatever happens to a file, cut, changed or replaced while it is
// read, reading it ends in an Error or in tensors of that file; nothing else.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <iterator>

#include "files/safetensors_files.h"
#include "holo/random.h"
#include "holo/safetensors.h"

namespace safetensors_damage_test {
namespace {

using holo::SafetensorsFile;
using safetensors_files::bytes_of;
using safetensors_files::Folder;
using safetensors_files::message_of;

// Three tensors and metadata, 39 bytes of data.
std::string sample() {
  std::string data;
  for (int i = 0; i < 39; ++i) data += static_cast<char>(i);
  return bytes_of(
      R"({"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]},)"
      R"("h":{"dtype":"F16","shape":[3],"data_offsets":[32,38]},)"
      R"("u":{"dtype":"U8","shape":[],"data_offsets":[38,39]}} )",
      data);
}

}  // namespace

TEST_CASE("safetensors: a path that is no file, and a file that changes, give the reason") {
  const Folder folder;
  const auto open = [](const std::string& path) {
    return message_of([&] { SafetensorsFile{path}; });
  };
  CHECK(open(folder.name("x")) ==
        folder.name("x") + ": No such file or directory; expected a file that can be read");
  CHECK(open(folder.name("")).find("is a directory; expected a .safetensors file") !=
        std::string::npos);
  REQUIRE(::mkfifo(folder.name("pipe").c_str(), 0600) == 0);
  CHECK(open(folder.name("pipe")).find("is a FIFO (pipe)") != std::string::npos);
  CHECK(open("/dev/null").find("is a device") != std::string::npos);
  CHECK(open("").find("'': ") == 0);

  const std::string path = folder.write("sample", sample());
  const SafetensorsFile file(path);
  CHECK(file.where() == path);
  CHECK(file.load("w").numel() == 8);
  for (const std::string& now : {sample().substr(0, 100), sample() + "more"}) {
    folder.write("sample", now);
    CHECK(message_of([&] { file.load("w"); }).find("changed while it was read") !=
          std::string::npos);
  }
}

}  // namespace safetensors_damage_test
