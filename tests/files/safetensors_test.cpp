// safetensors_test.cpp: what is written is what the reference library writes, byte for byte; it
// comes back as it was; a module refuses a file that does not fit it before anything is changed.
#include "holo/safetensors.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "files/safetensors_files.h"
#include "files/safetensors_format.h"
#include "golden/case.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/nn/module.h"
#include "holo/ops.h"
#include "holo/random.h"
#include "tensor/record.h"

namespace safetensors_test {
namespace {

using holo::Index;
using holo::NamedIndices;
using holo::NamedTensor;
using holo::real;
using holo::SafetensorsFile;
using holo::SafetensorsMetadata;
using holo::same_bits;
using holo::Shape;
using holo::Tensor;
using safetensors_files::bytes_of;
using safetensors_files::Folder;
using safetensors_files::message_of;

const std::string dtype = sizeof(real) == 8 ? "F64" : "F32";
const bool is_float = sizeof(real) == 4;

// Without "format" in the metadata, as the tests of the reference library do.
std::string plain_bytes(const std::vector<NamedTensor>& tensors,
                        const SafetensorsMetadata& metadata = {}) {
  std::string text;
  holo::write_safetensors(holo::safetensors_layout("test", tensors, metadata, {}),
                          [&text](std::string_view bytes) { text += bytes; });
  return text;
}

struct Pair : holo::Module {
  holo::Linear one, two;
  explicit Pair(holo::PythonRandom& random) : one(3, 2, random), two(2, 4, random) {
    register_module("one", one);
    register_module("two", two);
  }
};

std::vector<real> all_numbers(const holo::Module& module) {
  std::vector<real> numbers;
  for (const Tensor& parameter : module.parameters()) {
    const std::vector<real> part = parameter.to_vector();
    numbers.insert(numbers.end(), part.begin(), part.end());
  }
  return numbers;
}

}  // namespace

TEST_CASE("safetensors: the bytes of the reference library") {
  CHECK(plain_bytes({}) == std::string("\x08\0\0\0\0\0\0\0{}      ", 16));
  const Tensor zero_to_five = holo::tensor(std::vector<double>{0, 1, 2, 3, 4, 5}, {1, 1, 2, 3});
  if (is_float) {
    const std::string data("\0\0\0\0\0\0\x80\x3F\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xA0\x40",
                           24);
    CHECK(plain_bytes({{"attn.0", zero_to_five}}) ==
          std::string("\x48\0\0\0\0\0\0\0", 8) +
              R"({"attn.0":{"dtype":"F32","shape":[1,1,2,3],"data_offsets":[0,24]}}      )" + data);
  } else {
    CHECK(plain_bytes({{"attn.0", zero_to_five}}).substr(8, 72) ==
          R"({"attn.0":{"dtype":"F64","shape":[1,1,2,3],"data_offsets":[0,48]}}      )");
  }
  CHECK(plain_bytes({}, {{"b", "2"}, {"a", "\"\\\b\f\n\r\t\x01\x1F/\x7F\xC3\xA9"}}) ==
        bytes_of("{\"__metadata__\":{\"a\":\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/"
                 "\x7F\xC3\xA9\",\"b\":\"2\"}} "));
  // A header of 64 bytes needs no padding, one of 65 needs 7.
  const auto padded = [](std::size_t n, std::size_t spaces) {
    const std::string value(n, 'v');
    CHECK(plain_bytes({}, {{"k", value}}) ==
          bytes_of("{\"__metadata__\":{\"k\":\"" + value + "\"}}" + std::string(spaces, ' ')));
  };
  padded(38, 1);
  padded(39, 0);
  padded(40, 7);
}

TEST_CASE("safetensors: what is written comes back bit for bit, in every shape") {
  const Folder folder;
  holo::PythonRandom random(7);
  std::vector<NamedTensor> tensors;
  const std::vector<Shape> shapes = {{},
                                     {1},
                                     {0},
                                     {5},
                                     {2, 3},
                                     {3, 0, 2},
                                     {1, 2, 3},
                                     {2, 1, 3, 2},
                                     {1, 2, 1, 2, 3},
                                     {2, 1, 2, 1, 2, 3},
                                     {300'001}};
  for (const Shape& shape : shapes)
    tensors.push_back({"tensor " + shape.to_string(), holo::normal(shape, random)});
  const double odd[] = {-0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 0x1p-149, 0x1.fffffep127};
  tensors.push_back({"odd", holo::tensor(odd, {6})});
  tensors.push_back({"\xE6\x95\xB0 \xF0\x9F\x8E\xB2", holo::tensor(3)});
  tensors.push_back({"", holo::tensor(4)});
  std::vector<Index> many(200'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<Index>(i * i) - 5;
  const std::vector<NamedIndices> indices = {{"tokens", holo::Indices(Shape{2, 100'000}, many)}};

  const std::string path = folder.name("all.safetensors");
  holo::save_safetensors(path, tensors, {{"note", "\xC3\xBC"}}, indices);
  CHECK(folder.count() == 1);
  CHECK(folder.read("all.safetensors") ==
        holo::safetensors_bytes(tensors, {{"note", "\xC3\xBC"}}, indices));
  const SafetensorsFile file(path);
  CHECK(file.names().size() == tensors.size() + 1);
  CHECK(file.metadata().at("note") == "\xC3\xBC");
  for (const NamedTensor& named : tensors) {
    const Tensor again = file.load(named.name);
    CHECK(again.shape() == named.tensor.shape());
    CHECK(!again.requires_grad());
    CHECK(same_bits(again.to_vector(), named.tensor.to_vector()));
  }
  CHECK(file.load_indices("tokens").shape() == Shape{2, 100'000});
  CHECK(file.load_indices("tokens").values() == many);

  // A reader written by someone else.
  const golden::Arrays arrays = golden::read_safetensors(path);
  CHECK(arrays.at("tensor [2,3]").values[4] ==
        static_cast<double>(file.load("tensor [2,3]").at({1, 1})));
}

TEST_CASE("safetensors: the golden files read as their own reader reads them") {
  for (const std::string path :
       {"tests/data/golden/cases.safetensors", "tests/data/golden_own/cases.safetensors"}) {
    const golden::Arrays arrays = golden::read_safetensors(path);
    const SafetensorsFile file(path);
    CHECK(file.names().size() == arrays.size());
    for (const auto& [key, array] : arrays) {
      if (file.dtype(key) != "F64") continue;  // masks and indices
      const Tensor tensor = file.load(key);
      CHECK(tensor.shape() == array.shape);
      std::vector<real> expected(array.values.begin(), array.values.end());
      CHECK(same_bits(tensor.to_vector(), expected));
    }
  }
}

TEST_CASE("safetensors: what no reader would take is not written") {
  const Folder folder;
  const std::string path = folder.write("kept", "as it was");
  const Tensor x = holo::tensor({1, 2});
  const auto refuse = [&](const std::vector<NamedTensor>& tensors,
                          const SafetensorsMetadata& metadata, const std::string& words) {
    const std::string message =
        message_of([&] { holo::save_safetensors(path, tensors, metadata); });
    CHECK_MESSAGE(message.find(path + ": ") == 0, message);
    CHECK_MESSAGE(message.find(words) != std::string::npos, message);
    CHECK(folder.read("kept") == "as it was");
    CHECK(folder.count() == 1);
  };
  refuse({{"a", x}, {"b", x}, {"a", x}}, {}, "\"a\" twice; expected each name once");
  refuse({{"__metadata__", x}}, {}, "a tensor is called \"__metadata__\"; expected another name");
  refuse({{std::string(1025, 'n'), x}}, {},
         "a name of 1025 bytes, \"" + std::string(40, 'n') + "\"...; expected at most 1024");
  refuse({{"a\xFF", x}}, {}, "a name of a tensor has byte 0xFF at its byte 1, which is not UTF-8");
  refuse({{"a", Tensor()}}, {}, "\"a\" is an empty handle; expected a tensor");
  refuse({}, {{"\xC0", "x"}}, "a key of the metadata has byte 0xC0");
  refuse({}, {{"k", "\xE2\x82"}}, "the metadata \"k\" has byte 0xE2");
  SafetensorsMetadata long_one;
  long_one["k"].assign(100'000'000, 'v');
  refuse({}, long_one, "a header of more than 100000000 bytes; expected at most that");
  holo::save_safetensors(path, std::vector<NamedTensor>{{"a", x}});
  CHECK(SafetensorsFile(path).load("a").to_vector() == std::vector<real>{1, 2});
}

TEST_CASE("safetensors: a module goes to a file and comes back in place, one parameter at a time") {
  const Folder folder;
  holo::PythonRandom random(1);
  const Pair made(random);
  Pair other(random);
  REQUIRE(all_numbers(other) != all_numbers(made));
  const std::string path = folder.name("pair.safetensors");
  holo::save_module(path, made, {{"step", "3"}});
  const SafetensorsFile file(path);
  CHECK(file.names() ==
        std::vector<std::string>{"one.bias", "one.weight", "two.bias", "two.weight"});
  CHECK(file.metadata().at("step") == "3");
  const real* const data = other.one.weight.data();
  std::vector<std::pair<Index, Index>> told;
  holo::load_into(other, file, [&](Index done, Index all) { told.emplace_back(done, all); });
  CHECK(all_numbers(other) == all_numbers(made));
  CHECK(other.one.weight.data() == data);
  CHECK(other.one.weight.requires_grad());
  CHECK(told.size() == 4);
  CHECK(told.back() == std::pair(made.parameter_count(), made.parameter_count()));
}

TEST_CASE(
    "safetensors: a file that does not fit a module: all differences at once, nothing changed") {
  holo::PythonRandom random(1);
  Pair module(random);
  const std::vector<real> before = all_numbers(module);
  const std::vector<NamedTensor> tensors = {{"one.weight", holo::zeros({3, 9})},
                                            {"one.bias", module.one.bias},
                                            {"extra.b", holo::zeros({1})},
                                            {"extra.a", holo::zeros({1})}};
  const std::vector<NamedIndices> indices = {{"two.bias", holo::Indices(Shape{4}, {1, 2, 3, 4})}};
  const SafetensorsFile file =
      SafetensorsFile::from_bytes(holo::safetensors_bytes(tensors, {}, indices), "m");
  CHECK(message_of([&] { holo::load_into(module, file); }) ==
        "m: missing: \"two.weight\"; left over: \"extra.a\", \"extra.b\"; of another shape: "
        "\"one.weight\" [3,9] for " +
            module.one.weight.shape().to_string() +
            "; of another type: \"two.bias\" I64; expected the 4 parameters of the model, as real "
            "numbers. Try: a model made with the settings of the file");
  CHECK(all_numbers(module) == before);
}

TEST_CASE("safetensors: numbers are read to where those of a tensor are") {
  holo::PythonRandom random(1);
  const Pair made(random);
  const SafetensorsFile file = SafetensorsFile::from_bytes(
      holo::safetensors_bytes(std::vector<NamedTensor>{{"one.weight", made.one.weight}}), "f");
  Tensor to = holo::zeros(made.one.weight.shape());
  const real* const data = to.data();
  const Tensor twice = to.detach();
  file.read_into("one.weight", to);
  CHECK(to.data() == data);
  CHECK(same_bits(twice.to_vector(), made.one.weight.to_vector()));
  Tensor flat = holo::zeros({made.one.weight.numel()});
  CHECK(message_of([&] { file.read_into("one.weight", flat); }).find("the shape [") !=
        std::string::npos);
  CHECK(flat.to_vector() == std::vector<real>(flat.to_vector().size(), 0));
  // As every change in place, this is seen by a backward that reads the old numbers.
  Tensor x = holo::ones(made.one.weight.shape()).set_requires_grad();
  Tensor y = holo::sum(x * to);
  file.read_into("one.weight", to);
  CHECK(message_of([&] { y.backward(); }).find("read_into") != std::string::npos);
  CHECK(message_of([&] { file.read_into("one.weight", x); }).find("requires a gradient") !=
        std::string::npos);
}

}  // namespace safetensors_test
