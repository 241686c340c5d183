// header.cpp: reads the text of a header, recognises files of other formats, and checks all of its
// JSON before any is used.
#include "files/safetensors/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "files/json_reader.h"
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

void read_metadata(JsonReader& json, std::size_t header_size,
                   std::map<std::string, std::string>& metadata) {
  json.open('{', "\"__metadata__\", an object");
  for (bool first = true; json.more('}', first);) {
    std::string key = json.key(header_size, "a key of \"__metadata__\"");
    std::string value = json.string(header_size, "text of \"__metadata__\"");
    const auto [place, added] = metadata.emplace(std::move(key), std::move(value));
    if (!added) {
      json.fail("\"__metadata__\" has " + quoted_name(place->first) + " twice", "each key once");
    }
    if (metadata.size() > limits::metadata) {
      json.fail(fmt::format("\"__metadata__\" has more than {} keys", limits::metadata), "fewer");
    }
  }
}

void read_sizes(JsonReader& json, const std::string& name, std::vector<Index>& sizes) {
  json.open('[', "\"shape\", an array");
  for (bool first = true; json.more(']', first);) {
    const std::uint64_t size = json.whole_number("a size");
    if (size > static_cast<std::uint64_t>(INT64_MAX)) {
      json.fail(fmt::format("{} has a size of {}", quoted_name(name), size), "sizes below 2^63");
    }
    if (sizes.size() == limits::dimensions) {
      json.fail(quoted_name(name) + " has more than 8 dimensions", "at most 8");
    }
    sizes.push_back(static_cast<Index>(size));
  }
}

void read_dtype(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  entry.dtype = json.string(limits::name_bytes, "\"dtype\"");
  entry.type = find_dtype(entry.dtype);
  if (entry.type != nullptr) return;
  std::string known;
  for (const Dtype& dtype : all_dtypes()) {
    known += (known.empty() ? "" : ", ") + std::string(dtype.name);
  }
  json.fail(quoted_name(name) + " has the dtype " + quoted_name(entry.dtype), "one of " + known);
}

void read_offsets(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  std::uint64_t offsets[2] = {0, 0};
  std::size_t count = 0;
  json.open('[', "\"data_offsets\", an array");
  for (bool first = true; json.more(']', first); ++count) {
    const std::uint64_t offset = json.whole_number("an offset");
    if (count < 2) offsets[count] = offset;
  }
  if (count != 2) {
    json.fail(fmt::format("{} has {} data_offsets", quoted_name(name), count),
              "two, begin and end");
  }
  entry.begin = offsets[0];
  entry.end = offsets[1];
}

void read_entry(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  bool dtype = false, shape = false, offsets = false;
  json.open('{', "a tensor, an object");
  for (bool first = true; json.more('}', first);) {
    const std::string key = json.key(limits::name_bytes, "a key");
    bool* const seen = key == "dtype"          ? &dtype
                       : key == "shape"        ? &shape
                       : key == "data_offsets" ? &offsets
                                               : nullptr;
    if (seen == nullptr || *seen) {
      json.fail(fmt::format("{} has {}{}", quoted_name(name), quoted_name(key),
                            seen == nullptr ? "" : " twice"),
                "\"dtype\", \"shape\" and \"data_offsets\", once each");
    }
    *seen = true;
    if (seen == &dtype) read_dtype(json, name, entry);
    if (seen == &shape) read_sizes(json, name, entry.sizes);
    if (seen == &offsets) read_offsets(json, name, entry);
  }
  const char* const missing = !dtype     ? "dtype"
                              : !shape   ? "shape"
                              : !offsets ? "data_offsets"
                                         : nullptr;
  if (missing != nullptr) {
    json.fail(fmt::format("{} has no \"{}\"", quoted_name(name), missing),
              "\"dtype\", \"shape\" and \"data_offsets\", once each");
  }
}

void read_json(const std::string& text, const std::string& where, SafetensorsHeader& header) {
  JsonReader json(text, where, "the header");
  json.open('{', "an object");
  bool metadata = false;
  for (bool first = true; json.more('}', first);) {
    std::string name = json.key(limits::name_bytes, "the name of a tensor");
    if (name == "__metadata__") {
      if (metadata) json.fail("the header has \"__metadata__\" twice", "each name once");
      metadata = true;
      read_metadata(json, text.size(), header.metadata);
      continue;
    }
    const auto [place, added] = header.entries.try_emplace(std::move(name));
    if (!added) {
      json.fail("the header has " + quoted_name(place->first) + " twice", "each name once");
    }
    if (header.entries.size() > limits::tensors) {
      json.fail(fmt::format("the header has more than {} tensors", limits::tensors), "fewer");
    }
    read_entry(json, place->first, place->second);
  }
  json.end();
}

// Product of the sizes in bytes against the offsets.
void check_bytes(const std::string& where, const std::string& name, const SafetensorsEntry& entry) {
  std::uint64_t bits = entry.type->bits;
  std::uint64_t count = 1;
  bool fits = true, empty = false;
  for (const Index size : entry.sizes) {  // without those of 0, as a Shape
    empty |= size == 0;
    if (size == 0) continue;
    fits = fits && !__builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count);
  }
  if (empty && fits) count = 0;
  fits = fits && !__builtin_mul_overflow(bits, count, &bits);
  const std::string shape = entry.dtype + text_of_sizes(entry.sizes);
  if (!fits) {
    throw Error(where, quoted_name(name) + " is " + shape, "a size that 64 bits can count");
  }
  if (bits % 8 != 0) throw Error(where, quoted_name(name) + " is " + shape, "whole bytes");
  if (bits / 8 == entry.end - entry.begin) return;
  throw Error(where, fmt::format("{} has {} bytes", quoted_name(name), entry.end - entry.begin),
              fmt::format("{} for {}", bits / 8, shape));
}

// One after the other, without holes, from 0 to the end of the file.
void check_offsets(const ByteSource& source, const SafetensorsHeader& header) {
  const std::string& where = source.where();
  std::uint64_t last = 0;
  for (const auto* named : header.in_order) {
    const SafetensorsEntry& entry = named->second;
    if (entry.begin != last || entry.end < entry.begin) {
      throw Error(where,
                  fmt::format("{} lies from byte {} to byte {} of the data",
                              quoted_name(named->first), entry.begin, entry.end),
                  fmt::format("tensors without holes and overlaps, this one from byte {}", last));
    }
    check_bytes(where, named->first, entry);
    last = entry.end;
  }
  const std::uint64_t there = source.size() - header.data_offset;
  if (last == there) return;
  throw Error(where, fmt::format("has {} bytes after its header, its tensors {}", there, last),
              last > there ? cut_short : "nothing after the last tensor");
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

std::shared_ptr<const SafetensorsHeader> read_header(const ByteSource& source) {
  const auto header = std::make_shared<SafetensorsHeader>();
  {
    const std::string text = read_header_text(source);
    header->data_offset = 8 + text.size();
    read_json(text, source.where(), *header);
  }
  header->in_order.reserve(header->entries.size());
  for (const auto& named : header->entries) header->in_order.push_back(&named);
  // A tensor without numbers begins where its neighbour begins; by its end it comes before it.
  std::stable_sort(header->in_order.begin(), header->in_order.end(), [](auto* a, auto* b) {
    return std::pair(a->second.begin, a->second.end) < std::pair(b->second.begin, b->second.end);
  });
  check_offsets(source, *header);
  return header;
}

}  // namespace holo
