// short_addresses_test.cpp: a file may be longer than an address counts, on 32 bits too. Its header
// has the same bytes as on 64; what lies behind the first 4 GiB is found; what no address counts is
// refused, and is not counted anew from 0.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include "files/safetensors/writer.h"
#include "files/safetensors_files.h"
#include "tensor/record.h"

namespace short_addresses_test {
namespace {

using namespace holo;
using safetensors_files::bytes_of;
using safetensors_files::message_of;

// A header, then `size` bytes that are not there, then the text: few blocks of a disk.
bool write_sparse(const std::string& path, const std::string& header, std::uint64_t size,
                  const std::string& text) {
  std::ofstream(path, std::ios::binary) << bytes_of(header);
  std::error_code error;
  std::filesystem::resize_file(path, 8 + header.size() + size, error);
  if (error) return false;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  return static_cast<bool>(file << text << std::flush);
}

}  // namespace

TEST_CASE("short addresses: the header of a file has the same bytes on 32 bits and on 64") {
  const std::string header = R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} )";
  const std::vector<NamedTensor> none;
  const std::vector<NamedIndices> indices = {{"i", Indices({2}, {1, -1})}};
  const SafetensorsLayout layout = safetensors_layout("x", none, {}, indices);
  const std::string json = R"({"i":{"dtype":"I64","shape":[2],"data_offsets":[0,16]}})";
  const std::string padded = json + std::string((8 - json.size() % 8) % 8, ' ');
  CHECK(layout.start == bytes_of(padded));
  CHECK(layout.start.substr(0, 8) == std::string("\x38\0\0\0\0\0\0\0", 8));
}

TEST_CASE(
    "short addresses: names of one storage may have more bytes together than an address counts") {
  const Index numel = Index{5} << 26;  // of 4 bytes, 1.25 GiB that nobody touches
  const Tensor x = leaf(Shape{numel}, cpu(), "x");
  std::vector<NamedTensor> named;
  for (const char* const name : {"a", "b", "c", "d", "e"}) named.push_back({name, x});
  const std::string start = safetensors_layout("x", named, {}, {}).start;
  const std::uint64_t bytes = static_cast<std::uint64_t>(numel) * sizeof(real);
  const std::string last =
      "\"data_offsets\":[" + std::to_string(4 * bytes) + ',' + std::to_string(5 * bytes) + "]}";
  CHECK(5 * bytes > std::numeric_limits<std::uint32_t>::max());
  CHECK(start.find(last) != std::string::npos);
}

TEST_CASE("short addresses: what lies behind 4 GiB of a file is read") {
  const safetensors_files::Folder folder;
  const std::string path = folder.name("x.safetensors");
  const std::uint64_t gap = (std::uint64_t{1} << 32) + 16;
  const std::string end = std::to_string(gap), all = std::to_string(gap + 8);
  const std::string header = R"({"gap":{"dtype":"U8","shape":[)" + end + R"(],"data_offsets":[0,)" +
                             end + R"(]},"x":{"dtype":"I64","shape":[1],"data_offsets":[)" + end +
                             ',' + all + "]}}";
  if (!write_sparse(path, header, gap, std::string("\x07\0\0\0\0\0\0\0", 8))) return;
  CHECK(SafetensorsFile(path).load_indices("x").values()[0] == 7);
}

TEST_CASE("short addresses: numbers that no address counts are refused") {
  if (sizeof(std::size_t) == 8) return;  // no disk has so many
  const safetensors_files::Folder folder;
  const std::string path = folder.name("x.safetensors");
  const std::uint64_t numel = (std::uint64_t{1} << 32) + 1;
  const std::string header = R"({"x":{"dtype":"I64","shape":[)" + std::to_string(numel) +
                             R"(],"data_offsets":[0,)" + std::to_string(8 * numel) + "]}}";
  if (!write_sparse(path, header, 8 * numel, "")) return;
  const std::string said = message_of([&] { SafetensorsFile(path).load_indices("x"); });
  CHECK(said.find("\"x\" has 4294967297 numbers; expected at most ") != std::string::npos);
}

}  // namespace short_addresses_test
