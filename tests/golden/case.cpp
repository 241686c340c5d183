// case.cpp: reads the arrays of a file, and cases.json with the files that it names.
#include "golden/case.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "holo/check.h"
#include "holo/data.h"

namespace golden {
namespace {

using holo::Error, holo::Index;

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

std::vector<std::string> texts(const Json& array) {
  std::vector<std::string> list;
  for (const Json& item : array.items()) list.push_back(item.text());
  return list;
}

Case case_of(const Json& entry) {
  Case c;
  c.id = entry["id"].text();
  c.family = entry["family"].text();
  c.layer = entry["layer"].text();
  c.config = entry["config"];
  c.inputs = texts(entry["inputs"]);
  if (const Json* const names = entry.find("inputs_without_grad")) {
    c.inputs_without_grad = texts(*names);
  }
  c.params = texts(entry["params"]);
  c.aux = texts(entry["aux"]);
  c.outputs = texts(entry["outputs"]);
  c.loss_abs_scale = entry.number_or("loss_abs_scale", 0);
  c.tolerances = entry["tol"];
  return c;
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
  const Json entries = holo::parse_json(
      std::string_view(bytes).substr(sizeof header, static_cast<std::size_t>(header)));
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

const Array& Case::array(const std::string& name) const {
  const auto found = arrays->find(id + '/' + name);
  if (found == arrays->end()) throw Error("golden", "no array " + name + " of " + id, "one");
  return found->second;
}

Tolerance Case::tolerance(Precision precision, const std::string& kind) const {
  const Json& all = tolerances[precision == Precision::f64 ? "f64" : "f32"];
  const Json* const one = kind.empty() ? nullptr : all.find(kind);
  const Json& tolerance = one != nullptr ? *one : all;
  return {tolerance["rtol"].number(), tolerance["atol"].number()};
}

void read_set(const std::string& directory, Set& set) {
  const auto file = [&](const std::string& name) -> const Arrays* {
    const auto found = set.files.find(name);
    if (found != set.files.end()) return &found->second;
    return &set.files.emplace(name, read_safetensors(directory + '/' + name)).first->second;
  };
  const Json cases = parse_json(holo::read_file(directory + "/cases.json"));
  for (const Json& entry : cases["cases"].items()) {
    Case c = case_of(entry);
    c.arrays = file(entry["files"]["f64"].text());
    set.cases.push_back(std::move(c));
  }
}

std::string directory_from_environment() {
  const char* const directory = std::getenv("HOLO_GOLDEN");
  return directory != nullptr && *directory != '\0' ? directory : "tests/data/golden";
}

}  // namespace golden
