// safetensors.cpp: the arrays, one after the other.
#include "golden/safetensors.h"

#include <cstdint>
#include <cstring>

#include "gpt/layouts/json.h"
#include "holo/check.h"
#include "holo/data.h"

namespace golden {
namespace {

using holo::Error, holo::Index, holo::Json;

template <class Number>
std::vector<double> numbers(const std::string& bytes, std::size_t first, std::size_t last) {
  std::vector<double> values;
  for (; first < last; first += sizeof(Number)) {
    Number value;
    std::memcpy(&value, bytes.data() + first, sizeof value);
    values.push_back(static_cast<double>(value));
  }
  return values;
}

}  // namespace

Arrays read_safetensors(const std::string& path) {
  const std::string bytes = holo::read_file(path);
  std::uint64_t header = 0;
  if (bytes.size() >= sizeof header) std::memcpy(&header, bytes.data(), sizeof header);
  if (header == 0 || header > bytes.size() - sizeof header) {
    throw Error(path, std::to_string(bytes.size()) + " bytes", "8 bytes and a header");
  }
  const std::size_t begin = sizeof header + static_cast<std::size_t>(header);
  const Json entries = holo::parse_json(std::string_view(bytes).substr(sizeof header, header));
  Arrays arrays;
  for (const auto& [name, entry] : entries.members()) {
    if (name == "__metadata__") continue;
    std::vector<Index> sizes;
    for (const Json& size : entry["shape"].items()) sizes.push_back(size.integer());
    const auto& offsets = entry["data_offsets"].items();
    const std::size_t first = begin + static_cast<std::size_t>(offsets.at(0).integer());
    const std::size_t last = begin + static_cast<std::size_t>(offsets.at(1).integer());
    if (first > last || last > bytes.size()) throw Error(path, name + " is cut", "all of it");
    const std::string dtype = entry["dtype"].text();
    Array array{dtype == "I64", holo::Shape(std::span<const Index>(sizes)), {}};
    if (dtype == "F64") array.values = numbers<double>(bytes, first, last);
    if (dtype == "F32") array.values = numbers<float>(bytes, first, last);
    if (dtype == "I64") array.values = numbers<std::int64_t>(bytes, first, last);
    if (dtype == "BOOL") array.values = numbers<std::uint8_t>(bytes, first, last);
    if (static_cast<Index>(array.values.size()) != array.shape.numel()) {
      throw Error(path, name + ", " + dtype + " " + array.shape.to_string(),
                  "as many numbers of F64, F32, I64 or BOOL");
    }
    arrays.emplace(name, std::move(array));
  }
  return arrays;
}

}  // namespace golden
