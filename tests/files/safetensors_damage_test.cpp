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

// Everything that can be asked of a file; whatever its bytes are, nothing but an Error comes out.
// Whether it was taken.
bool survives(const std::string& bytes) {
  try {
    const SafetensorsFile file = SafetensorsFile::from_bytes(bytes);
    for (const std::string& name : file.names()) {
      message_of([&] { file.load(name); });
      message_of([&] { file.load_indices(name); });
    }
    return true;
  } catch (const holo::Error&) {
    return false;
  }
}

}  // namespace

TEST_CASE(
    "safetensors: a file that is cut, or has one bit or many bytes changed, is safe to read") {
  const std::string bytes = sample();
  REQUIRE(survives(bytes));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK(!survives(bytes.substr(0, length)));
  const std::size_t header_end = bytes.size() - 39;
  std::size_t taken = 0;
  for (std::size_t bit = 0; bit < 8 * header_end; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    taken += survives(flipped);
  }
  CHECK(taken > 0);  // other names, say
  CHECK(taken < 8 * header_end / 2);
}

TEST_CASE("safetensors: 20,000 random mutations of a file are safe to read") {
  holo::PythonRandom random(1);
  const auto below = [&random](std::size_t n) {
    return static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(n));
  };
  const std::string pieces[] = {"{",
                                "}",
                                "[",
                                "]",
                                ",",
                                ":",
                                "\"",
                                "\\u",
                                "0",
                                "9",
                                "18446744073709551615",
                                "-",
                                ".",
                                "\xFF",
                                "__metadata__",
                                "F64",
                                "a",
                                " "};
  const std::string start = sample();
  std::size_t taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = start;
    for (std::size_t change = 0; change <= below(4); ++change) {
      const std::size_t at = below(bytes.size());
      switch (below(4)) {
        case 0:
          bytes[at] = static_cast<char>(below(256));
          break;
        case 1:
          bytes.erase(at, 1 + below(8));
          break;
        case 2:
          bytes.insert(at, pieces[below(std::size(pieces))]);
          break;
        default:
          bytes.insert(at, bytes.substr(below(bytes.size()), below(40)));
      }
      if (bytes.empty()) bytes.push_back('x');
    }
    // Half of them with the right length in front, so that they get past it.
    if (i % 2 == 0 && bytes.size() > 47)
      bytes = bytes_of(bytes.substr(8, bytes.size() - 47), std::string(39, 'x'));
    taken += survives(bytes);
  }
  CHECK(taken > 100);
  CHECK(taken < 15'000);
}

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
