// header_text.cpp: reads the text of a header, and recognises files of other formats.
#include <fmt/format.h>

#include <algorithm>

#include "files/safetensors/header.h"
#include "files/text.h"
#include "holo/check.h"

namespace holo {
namespace {

namespace limits = safetensors_limits;

// What a file is that begins like this, or "" for one that is not known.
std::string foreign_format(std::string_view start) {
  const auto begins = [start](std::string_view mark) {
    return start.substr(0, mark.size()) == mark;
  };
  if (begins("PK\x03\x04")) return "a zip archive, as torch.save writes it";
  if (begins("\x80\x02") || begins("\x80\x03") || begins("\x80\x04") || begins("\x80\x05")) {
    return "a Python pickle, as torch.save wrote it once";
  }
  if (begins("GGUF")) return "GGUF, as llama.cpp uses it";
  if (begins("\x89HDF")) return "HDF5, as Keras writes it";
  if (begins("\x93NUMPY")) return "an array of NumPy";
  if (begins("\x1F\x8B")) return "compressed by gzip";
  if (begins("version https://git-lfs")) return "a pointer of Git LFS, not the file itself";
  if (begins("{")) return "JSON text, say an index of several files";
  if (begins("<")) return "a page of the web";
  return "";
}

// A length that cannot be: the first bytes of a file of another kind. A small number says nothing,
// it may be a length that begins with the same byte.
[[noreturn]] void fail_too_long(const ByteSource& source, std::uint64_t n) {
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>(source.size(), 32)), '\0');
  source.read(0, start.data(), start.size());
  const std::string format = foreign_format(start);
  if (format.empty()) {
    throw Error(source.where(), fmt::format("has a header of {} bytes", n),
                fmt::format("at most {}; is it a .safetensors file?", limits::header_bytes));
  }
  const bool torch = format.find("torch") != std::string::npos;
  throw Error(source.where(), "looks like " + format, "a .safetensors file",
              torch ? "safetensors.torch.save_file(torch.load(...)) in Python" : "");
}

}  // namespace

std::string read_header_text(const ByteSource& source) {
  const std::uint64_t size = source.size();
  if (size == 0) throw Error(source.where(), "is empty (0 bytes)", "a .safetensors file");
  if (size < 8) {
    throw Error(source.where(), fmt::format("has {} bytes", size),
                "at least 8, the length of its header");
  }
  char length[8];
  source.read(0, length, 8);
  std::uint64_t n = 0;
  for (int i = 7; i >= 0; --i) n = n << 8 | static_cast<unsigned char>(length[i]);
  if (n > limits::header_bytes) fail_too_long(source, n);
  if (n > size - 8) {
    throw Error(source.where(), fmt::format("has {} bytes, and a header of {}", size, n),
                cut_short);
  }
  std::string text(static_cast<std::size_t>(n), '\0');
  source.read(8, text.data(), text.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) {
    throw Error(source.where(), fmt::format("has a header of {} bytes without JSON", n),
                "at least {}");
  }
  if (text[first] != '{') {
    throw Error(source.where(),
                fmt::format("its header begins with byte 0x{:02X}",
                            static_cast<unsigned char>(text[first])),
                "'{' (0x7B)");
  }
  check_utf8(source.where(), "the header", text);
  return text;
}

}  // namespace holo
