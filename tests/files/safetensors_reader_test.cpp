// safetensors_reader_test.cpp: the reader takes every file of the format, byte for byte, and
// refuses every other one with a message that names the rule. json_test.cpp asks for the rules of
// JSON, which the same reader of pieces knows.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "files/safetensors_files.h"
#include "holo/safetensors.h"

namespace safetensors_reader_test {
namespace {

using holo::Index;
using holo::real;
using holo::SafetensorsFile;
using safetensors_files::bytes_of;
using safetensors_files::message_of;
using safetensors_files::parse;

// The header is refused with these words.
void refuse(const std::string& header, const std::string& words, const std::string& data = "") {
  const std::string message = message_of([&] { parse(header, data); });
  CAPTURE(header);
  CHECK_MESSAGE(message.find("x.safetensors: ") == 0, message);
  CHECK_MESSAGE(message.find(words) != std::string::npos, message);
}

// One tensor "a" with this inside of its braces.
void refuse_tensor(const std::string& inside, const std::string& words,
                   const std::string& data = "") {
  refuse("{\"a\":{" + inside + "}}", words, data);
}

const std::string f32_0_4 = R"("dtype":"F32","shape":[1],"data_offsets":[0,4])";

}  // namespace

TEST_CASE("safetensors: files of the reference library's own tests") {
  const SafetensorsFile empty =
      SafetensorsFile::from_bytes(std::string("\x08\0\0\0\0\0\0\0{}      ", 16));
  CHECK(empty.names().empty());
  CHECK(empty.metadata().empty());

  const std::string attention =
      R"({"attn.0":{"dtype":"F32","shape":[1,1,2,3],"data_offsets":[0,24]}}      )";
  REQUIRE(attention.size() == 72);
  const SafetensorsFile file =
      parse(attention, std::string(20, '\0') + std::string("\0\0\xC0\x3F", 4));
  CHECK(file.names() == std::vector<std::string>{"attn.0"});
  CHECK(file.dtype("attn.0") == "F32");
  CHECK(file.sizes("attn.0") == std::vector<Index>{1, 1, 2, 3});
  CHECK(file.load("attn.0").shape() == holo::Shape{1, 1, 2, 3});
  CHECK(file.load("attn.0").to_vector() == std::vector<real>{0, 0, 0, 0, 0, 1.5});
}

TEST_CASE("safetensors: scalars, sizes of 0, odd offsets, white space and escapes are read") {
  const SafetensorsFile file = parse(
      " \n\t\r{ \"u\" : {\"shape\":[ 1 ],\"dtype\":\"U8\",\"data_offsets\":[0 , 1]},"
      R"("scalar":{"dtype":"F32","shape":[],"data_offsets":[1,5]},)"
      R"("none":{"dtype":"F64","shape":[3,0,5],"data_offsets":[5,5]},)"
      R"("caf\u00e9 \ud83d\ude00\n":{"dtype":"I64","shape":[1],"data_offsets":[5,13]},)"
      R"("__metadata__":{"k\"":"\\\/\b\f\n\r\t","leer":""}}  )",
      std::string("\x07\0\0\0\xC0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 13));
  // A tensor without numbers lies before the one that begins at the same byte.
  CHECK(file.names() ==
        std::vector<std::string>{"u", "scalar", "none", "caf\xC3\xA9 \xF0\x9F\x98\x80\n"});
  CHECK(file.load("scalar").shape() == holo::Shape{});
  CHECK(file.load("scalar").item() == -2);
  CHECK(file.load("none").shape() == holo::Shape{3, 0, 5});
  CHECK(file.load_indices("caf\xC3\xA9 \xF0\x9F\x98\x80\n").values() == std::vector<Index>{-2});
  CHECK(file.metadata() == holo::SafetensorsMetadata{{"k\"", "\\/\b\f\n\r\t"}, {"leer", ""}});
}

TEST_CASE("safetensors: what is listed and cannot be loaded says so") {
  const SafetensorsFile file =
      parse(R"({"u":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
            R"("i":{"dtype":"I64","shape":[1],"data_offsets":[2,10]},)"
            R"("f":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1],"data_offsets":[10,14]},)"
            R"("four":{"dtype":"F4","shape":[4],"data_offsets":[14,16]}})",
            std::string(16, '\0'));
  CHECK(message_of([&] { file.load("u"); }) ==
        "x.safetensors: \"u\" is U8; expected F64, F32, F16 or BF16");
  CHECK(message_of([&] { file.load("i"); }).find("Try: load_indices") != std::string::npos);
  CHECK(message_of([&] { file.load_indices("f"); }).find("expected I64. Try: load") !=
        std::string::npos);
  CHECK(message_of([&] { file.load("f"); }) ==
        "x.safetensors: \"f\" is [1,1,1,1,1,1,1,1], 8 dimensions; expected at most 6. "
        "Try: reshape it where the file is made");
  CHECK(message_of([&] { file.load("w"); }) ==
        "x.safetensors: has no tensor \"w\"; expected one of its 4. Try: names() lists them");
  CHECK(file.sizes("f").size() == 8);
  CHECK(file.dtype("four") == "F4");
}

TEST_CASE("safetensors: every rule of lengths") {
  const auto refuse_bytes = [](const std::string& bytes, const std::string& words) {
    const std::string message = message_of([&] { SafetensorsFile::from_bytes(bytes, "x"); });
    CHECK_MESSAGE(message.find(words) != std::string::npos, message);
  };
  refuse_bytes("", "is empty (0 bytes)");
  refuse_bytes("1234567", "has 7 bytes; expected at least 8");
  refuse_bytes(std::string(8, '\0'),
               "the header ends at its byte 0; expected an object that begins with '{'");
  refuse_bytes(bytes_of(" \n "), "the header ends at its byte 3");
  refuse_bytes(std::string("\x01\xE1\xF5\x05\0\0\0\0{", 9),
               "header of 100000001 bytes; expected at most 100000000");
  refuse_bytes(std::string("\0\xE1\xF5\x05\0\0\0\0{", 9),
               "has 9 bytes, and a header of 100000000; expected the whole file");
  refuse_bytes(std::string(8, '\xFF'), "header of 18446744073709551615 bytes");
  refuse_bytes(std::string("\x03\0\0\0\0\0\0\0{}", 10), "has 10 bytes, and a header of 3");
  refuse_bytes(bytes_of("[]"), "the header has '[' at its byte 0; expected an object");
  refuse_bytes(bytes_of("{" + f32_0_4), "");
}

TEST_CASE("safetensors: files of other formats are named") {
  const auto named = [](const std::string& start, const std::string& words) {
    const std::string bytes = start + std::string(64, 'x');
    const std::string message = message_of([&] { SafetensorsFile::from_bytes(bytes, "m.pt"); });
    CHECK_MESSAGE(message.find("m.pt: looks like " + words) == 0, message);
  };
  named("PK\x03\x04", "a zip archive, as torch.save writes it");
  named("\x80\x02\x8A\x0Al\xFC\x9C", "a Python pickle");
  named("GGUF", "GGUF");
  named("version https://git-lfs.github.com/spec/v1", "a pointer of Git LFS");
  const std::string unknown = "\x90" + std::string(64, 'x');
  CHECK(message_of([&] { SafetensorsFile::from_bytes(unknown, "m"); }).find("m: has a header") ==
        0);
  // A header of 640 bytes begins like a pickle, and one of 123 like JSON: they are cut files.
  for (const std::size_t size : {std::size_t{640}, std::size_t{123}, std::size_t{60}}) {
    const std::string cut = bytes_of(std::string(size, ' ')).substr(0, 40);
    CHECK(message_of([&] { SafetensorsFile::from_bytes(cut, "m"); }).find("looks") ==
          std::string::npos);
  }
}

TEST_CASE("safetensors: a header is JSON, of names that are not too long") {
  refuse("{", "the header ends at its byte 1; expected the name of a tensor in quotes");
  refuse("{} x", "has 'x' at its byte 3; expected only white space");
  refuse("{\"a\":null}",
         "has 'n' at its byte 5; expected a tensor, an object that begins with '{'");
  refuse("{\"a\xFF\":1}", "has byte 0xFF at its byte 3, which is not UTF-8");
  refuse("{\"" + std::string(1025, 'n') + "\":{" + f32_0_4 + "}}", "is longer than 1024 bytes",
         "1234");
  CHECK(parse("{\"" + std::string(1024, 'n') + "\":{" + f32_0_4 + "}}", "1234").names()[0].size() ==
        1024);
  refuse(std::string(1'000'000, '{'), "has '{' at its byte 1");
  refuse("{\"a\":{\"shape\":" + std::string(1'000'000, '['),
         "has '[' at its byte 15; expected a size");
  refuse("{\"a\":{" + f32_0_4 + "},}", "has '}'", "1234");
}

TEST_CASE("safetensors: every rule of a tensor") {
  const std::string dtype = R"("dtype":"F32",)", shape = R"("shape":[1],)",
                    offsets = R"("data_offsets":[0,4])";
  const std::string keys = "expected \"dtype\", \"shape\" and \"data_offsets\", once each";
  refuse_tensor("", "\"a\" has no \"dtype\"; " + keys);
  refuse_tensor(dtype + offsets, "\"a\" has no \"shape\"; " + keys, "1234");
  refuse_tensor(R"("shape":[1],"dtype":"F32")", "\"a\" has no \"data_offsets\"; " + keys, "1234");
  refuse_tensor(shape + f32_0_4, "\"a\" has \"shape\" twice; " + keys, "1234");
  refuse_tensor(R"("strides":[1],)" + f32_0_4, "\"a\" has \"strides\"; " + keys, "1234");
  refuse_tensor(R"("dtype":"F99",)" + shape + offsets,
                "\"a\" has the dtype \"F99\"; expected one of the format", "1234");
  refuse_tensor(R"("dtype":7,)" + shape + offsets, "expected \"dtype\" in quotes", "1234");
  refuse_tensor(dtype + R"("shape":[-1],)" + offsets, "has '-'", "1234");
  refuse_tensor(dtype + R"("shape":[1.0],)" + offsets, "has '.'", "1234");
  refuse_tensor(dtype + R"("shape":[01],)" + offsets, "begins with 0", "1234");
  refuse_tensor(dtype + R"("shape":[1e0],)" + offsets, "has 'e'", "1234");
  refuse_tensor(dtype + R"("shape":1,)" + offsets, "\"shape\", an array that begins with '['",
                "1234");
  refuse_tensor(dtype + R"("shape":[1,],)" + offsets, "has ']'", "1234");
  refuse_tensor(dtype + R"("shape":[40000000000000000000],)" + offsets, "is 2^64 or more", "1234");
  refuse_tensor(dtype + R"("shape":[18446744073709551616],)" + offsets, "is 2^64 or more", "1234");
  refuse_tensor(dtype + R"("shape":[9223372036854775808],)" + offsets,
                "has a size of 9223372036854775808; expected sizes below 2^63", "1234");
  refuse_tensor(dtype + R"("shape":[4294967296,4294967296],)" + offsets,
                "is F32[4294967296,4294967296]; expected a size that 64 bits can count", "1234");
  refuse_tensor(dtype + R"("shape":[4611686018427387904],)" + offsets, "64 bits can count", "1234");
  for (const char* const sizes : {
           "[4294967296,4294967296,1]",  // 2^64 before the last size
           "[4294967296,4294967296,0]",  // and nothing at the end
           "[4611686018427387904,4,4611686018427387904]",
           "[576460752303423488]",  // 2^59 numbers of 32 bits are 2^64 bits
           "[1152921504606846976]",
           "[3,6148914691236517206]",  // 2^64 + 2
       }) {
    const std::string shape_of = std::string(R"("shape":)") + sizes + ",";
    for (const char* const end : {"0", "4", "8"}) {
      refuse_tensor(dtype + shape_of + R"("data_offsets":[0,)" + end + "]",
                    "is F32" + std::string(sizes) + "; expected a size that 64 bits can count",
                    std::string(std::stoul(end), '0'));
    }
  }
  refuse_tensor(R"("dtype":"F4","shape":[3],"data_offsets":[0,1])",
                "is F4[3]; expected whole bytes", "1");
  refuse_tensor(dtype + R"("shape":[2],)" + offsets, "\"a\" has 4 bytes; expected 8 for F32[2]",
                "1234");
  refuse_tensor(dtype + shape + R"("data_offsets":[0])", "has 1 data_offsets; expected two",
                "1234");
  refuse_tensor(dtype + shape + R"("data_offsets":[0,4,4])", "has 3 data_offsets; expected two",
                "1234");
  refuse_tensor(dtype + shape + R"("data_offsets":[1,5])",
                "expected tensors without holes and overlaps, this one from byte 0", "12345");
  refuse_tensor(R"("dtype":"F32","shape":[0],"data_offsets":[0,18446744073709551615])",
                "\"a\" has 18446744073709551615 bytes; expected 0");
}

TEST_CASE("safetensors: every rule of names, metadata and the whole") {
  const auto tensor = [](const std::string& name, int begin, int end) {
    return fmt::format(R"("{}":{{"dtype":"U8","shape":[{}],"data_offsets":[{},{}]}})", name,
                       end - begin, begin, end);
  };
  const auto object = [](std::initializer_list<std::string> members) {
    std::string text(1, '{');
    for (const std::string& member : members) {
      if (text.size() > 1) text.push_back(',');
      text.append(member);
    }
    text.push_back('}');
    return text;
  };
  refuse(object({tensor("a", 0, 2), tensor("b", 1, 3)}), "\"b\" lies from byte 1 to byte 3", "123");
  refuse(object({tensor("a", 0, 2), tensor("b", 3, 4)}), "this one from byte 2", "1234");
  refuse(object({tensor("a", 2, 4), tensor("b", 2, 4)}), "this one from byte 0", "1234");
  refuse(
      R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})",
      "\"b\" lies from byte 1 to byte 0", "1");
  refuse(object({tensor("a", 0, 1), tensor("\\u0061", 1, 2)}),
         "the header has \"a\" twice; expected each name once", "12");
  refuse(object({tensor("a", 0, 4)}),
         "has 6 bytes after its header, its tensors 4; expected nothing after the last", "123456");
  refuse(object({tensor("a", 0, 4)}),
         "has 2 bytes after its header, its tensors 4; expected the whole file", "12");
  refuse(R"({"__metadata__":{"a":1}})", "expected text of \"__metadata__\" in quotes");
  refuse(R"({"__metadata__":null})", "\"__metadata__\", an object that begins with '{'");
  refuse(R"({"__metadata__":{"a":{}}})", "expected text of \"__metadata__\" in quotes");
  refuse(R"({"__metadata__":{"a":"1","a":"2"}})",
         "\"__metadata__\" has \"a\" twice; expected each key once");
  refuse(R"({"__metadata__":{},"__metadata__":{}})", "the header has \"__metadata__\" twice");
  // Ten tensors on the same bytes: the attack that the reference library tests.
  std::string attack = "{";
  for (int i = 0; i < 10; ++i) {
    if (i > 0) attack += ',';
    attack += tensor("weight_" + std::to_string(i), 0, 16);
  }
  refuse(attack + "}", "expected tensors without holes and overlaps", std::string(16, '\0'));
}

TEST_CASE("safetensors: a path that is no file, and a file that changes, give the reason") {
  const safetensors_files::Folder folder;
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

  const std::string sample = bytes_of(
      R"({"w":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]}})", std::string(32, '1'));
  const std::string path = folder.write("sample", sample);
  const SafetensorsFile file(path);
  CHECK(file.where() == path);
  CHECK(file.load("w").numel() == 8);
  for (const std::string& now : {sample.substr(0, 80), sample + "more"}) {
    folder.write("sample", now);
    CHECK(message_of([&] { file.load("w"); }).find("changed while it was read") !=
          std::string::npos);
  }
}

TEST_CASE("safetensors: all F16 and BF16 numbers become what they are") {
  std::string halves, brains;
  for (unsigned pattern = 0; pattern < 65'536; ++pattern) {
    halves += {static_cast<char>(pattern & 0xFF), static_cast<char>(pattern >> 8)};
  }
  const SafetensorsFile file =
      parse(R"({"h":{"dtype":"F16","shape":[65536],"data_offsets":[0,131072]},)"
            R"("b":{"dtype":"BF16","shape":[65536],"data_offsets":[131072,262144]}})",
            halves + halves);
  const std::vector<real> half = file.load("h").to_vector(), brain = file.load("b").to_vector();
  // (-1)^s 2^(e - bias) 1.fraction; 2^(1 - bias) 0.fraction for e = 0; Inf and NaN for the last e.
  const auto number = [](int pattern, int fraction_bits, int bias) {
    const int exponent = (pattern & 0x7FFF) >> fraction_bits,
              fraction = pattern & ((1 << fraction_bits) - 1);
    const double sign = pattern >= 0x8000 ? -1 : 1;
    if (exponent == 2 * bias + 1) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
    const int significand = fraction + (exponent > 0 ? 1 << fraction_bits : 0);
    return sign * std::ldexp(significand, std::max(exponent, 1) - bias - fraction_bits);
  };
  std::size_t wrong = 0;
  const auto same = [](real got, double expected) {
    if (std::isnan(expected)) return std::isnan(got);
    return got == expected && std::signbit(got) == std::signbit(expected);
  };
  for (int pattern = 0; pattern < 65'536; ++pattern) {
    const auto i = static_cast<std::size_t>(pattern);
    wrong += !same(half[i], number(pattern, 10, 15));
    wrong += !same(brain[i], number(pattern, 7, 127));
  }
  CHECK(wrong == 0);
}

TEST_CASE("safetensors: F64 and F32 are rounded to the nearest real") {
  const double numbers[] = {1 + 0x1p-24, 1 + 0x1p-24 + 0x1p-40, -0.0, 0x1p-149, 1e300, HUGE_VAL};
  std::string data;
  for (const double number : numbers) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, 8);
    for (int i = 0; i < 8; ++i) data += static_cast<char>(bits >> (8 * i) & 0xFF);
  }
  const SafetensorsFile file =
      parse(R"({"d":{"dtype":"F64","shape":[6],"data_offsets":[0,48]}})", data);
  const std::vector<real> loaded = file.load("d").to_vector();
  for (std::size_t i = 0; i < 6; ++i) CHECK(loaded[i] == static_cast<real>(numbers[i]));
  if (sizeof(real) == 4) {
    CHECK(loaded[0] == 1);
    CHECK(loaded[1] == real(1 + 0x1p-23));
  }
  CHECK(std::signbit(loaded[2]));
}

}  // namespace safetensors_reader_test
