// safetensors.cpp: the header is checked before a number is read.
#include "golden/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "gpt/layouts/json.h"
#include "holo/check.h"

namespace golden {
namespace {

using holo::Json, holo::parse_json;

using holo::Error;

struct TypeName {
  const char* name;
  Type type;
  std::size_t bytes;
};
constexpr TypeName types[] = {{"F64", Type::f64, 8},
                              {"F32", Type::f32, 4},
                              {"I64", Type::i64, 8},
                              {"BOOL", Type::boolean, 1}};

const TypeName& type_named(const std::string& path, const std::string& name) {
  for (const TypeName& type : types) {
    if (name == type.name) return type;
  }
  throw Error(path, "dtype " + name, "F64, F32, I64 or BOOL");
}

template <class Number>
double number_at(const char* from) {
  Number value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

double number_at(const char* from, Type type) {
  switch (type) {
    case Type::f64:
      return number_at<double>(from);
    case Type::f32:
      return number_at<float>(from);
    case Type::i64:
      return number_at<std::int64_t>(from);
    case Type::boolean:
      break;
  }
  return *from != 0 ? 1 : 0;
}

}  // namespace

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file || !bytes) throw Error(path, "it cannot be read", "a file");
  return bytes.str();
}

Arrays read_safetensors(const std::string& path) {
  const std::string bytes = read_bytes(path);
  std::uint64_t header_size = 0;
  for (std::size_t i = 0; i < 8 && i < bytes.size(); ++i) {
    header_size |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  if (bytes.size() < 8 || header_size > bytes.size() - 8) {
    throw Error(path, fmt::format("{} bytes", bytes.size()), "8 bytes and a header");
  }
  const std::size_t begin = 8 + static_cast<std::size_t>(header_size);
  const std::size_t data_size = bytes.size() - begin;
  const Json header = parse_json(std::string_view(bytes).substr(8, begin - 8));

  Arrays arrays;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  for (const auto& [name, entry] : header.members()) {
    if (name == "__metadata__") continue;
    const TypeName& type = type_named(path, entry["dtype"].text());
    std::vector<holo::Index> sizes;
    for (const Json& size : entry["shape"].items()) sizes.push_back(size.integer());
    const holo::Shape shape{std::span<const holo::Index>(sizes)};
    const auto& offsets = entry["data_offsets"].items();
    if (offsets.size() != 2) throw Error(path, name + " without two offsets", "begin and end");
    const auto first = static_cast<std::uint64_t>(offsets[0].integer());
    const auto last = static_cast<std::uint64_t>(offsets[1].integer());
    const std::uint64_t count = static_cast<std::uint64_t>(shape.numel());
    if (first > last || last > data_size || count > data_size ||
        last - first != count * type.bytes) {
      throw Error(path, fmt::format("{} {} from {} to {}", name, shape.to_string(), first, last),
                  fmt::format("as many bytes as its shape needs, within {}", data_size));
    }
    places.emplace_back(first, last);
    Array array{type.type, shape, std::vector<double>(static_cast<std::size_t>(count))};
    for (std::size_t i = 0; i < count; ++i) {
      array.values[i] = number_at(bytes.data() + begin + first + i * type.bytes, type.type);
    }
    arrays.emplace(name, std::move(array));
  }

  std::sort(places.begin(), places.end());
  std::uint64_t end = 0;
  for (const auto& [first, last] : places) {
    if (first != end) throw Error(path, fmt::format("a gap or an overlap at {}", end), "neither");
    end = last;
  }
  if (end != data_size)
    throw Error(path, fmt::format("{} bytes at the end", data_size - end), "none");
  return arrays;
}

}  // namespace golden
