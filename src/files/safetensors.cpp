// safetensors.cpp: reads the header of a file and checks all its JSON before it uses any;
// recognises files of other formats; and loads the tensors one by one. It does not map the file
// into memory, so that a file that shrinks causes an error instead of a signal.
#include "holo/safetensors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/regular_file.h"
#include "files/json_reader.h"
#include "files/safetensors_format.h"
#include "files/text.h"
#include "holo/check.h"
#include "tensor/record.h"

namespace holo {

// ---- bytes ----

ByteSource::ByteSource(std::string bytes, const std::string& name)
    : where_(shown_path(name)), bytes_(std::move(bytes)), size_(bytes_.size()) {}

ByteSource::~ByteSource() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

ByteSource::ByteSource(const std::string& path) : ByteSource("", path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail_with_errno(path, errno);
  const char* const found = why_not_regular(status);  // before open(): a device may react to it
  if (found != nullptr) throw Error(where_, found, "a .safetensors file");
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor_ < 0) fail_with_errno(path, errno);
  if (::fstat(descriptor_, &status) != 0) fail_with_errno(path, errno);
  if (!S_ISREG(status.st_mode)) {
    throw Error(where_, "changed while it was opened", "a .safetensors file");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void ByteSource::read(std::uint64_t offset, char* bytes, std::size_t count) const {
  if (descriptor_ < 0) {
    bytes_.copy(bytes, count, static_cast<std::size_t>(offset));
    return;
  }
  std::size_t done = 0;
  while (done < count) {
    const std::size_t piece = std::min(count - done, std::size_t{1} << 30);
    const ssize_t got =
        ::pread(descriptor_, bytes + done, piece, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_with_errno(where_, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail_with_errno(where_, errno);
  const auto size_now = static_cast<std::uint64_t>(status.st_size);
  if (done == count && size_now == size_) return;
  throw Error(where_,
              fmt::format("changed while it was read ({} bytes at first, {} now)", size_, size_now),
              "a file that stays as it is", "again, when nothing writes to it");
}

// ---- number types ----

namespace {

static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(Index) == 8);
static_assert(std::endian::native == std::endian::little, "files have the bytes of memory");

// Source: enum Dtype of the reference library. Narrow types use less than a byte.
constexpr Dtype dtypes[] = {
    {"BOOL", 8, false},        {"F4", 4, false},          {"F6_E2M3", 6, false},
    {"F6_E3M2", 6, false},     {"U8", 8, false},          {"I8", 8, false},
    {"F8_E5M2", 8, false},     {"F8_E4M3", 8, false},     {"F8_E8M0", 8, false},
    {"F8_E4M3FNUZ", 8, false}, {"F8_E5M2FNUZ", 8, false}, {"I16", 16, false},
    {"U16", 16, false},        {"F16", 16, true},         {"BF16", 16, true},
    {"I32", 32, false},        {"U32", 32, false},        {"F32", 32, true},
    {"C64", 64, false},        {"F64", 64, true},         {"I64", 64, false},
    {"U64", 64, false}};

// Emscripten 3.1 has no std::bit_cast.
float float_of_bits(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

// y[i] = number_of(the Stored number i of `bytes`), which may be at any address.
template <class Stored, class Function>
void convert(const char* bytes, std::span<real> y, Function number_of) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes + sizeof stored * i, sizeof stored);
    y[i] = static_cast<real>(number_of(stored));
  }
}

// A sign, 5 bits of exponent with bias 15, and 10 bits of fraction. Each half is exact as a float.
float float_of_half(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = half >> 10 & 31;
  const std::uint32_t fraction = half & 0x3FFu;
  if (exponent == 31) return float_of_bits(sign | 0x7F800000u | fraction << 13);
  if (exponent != 0) return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;  // below 2^-14, or 0
  return sign != 0 ? -magnitude : magnitude;
}

}  // namespace

const Dtype* find_dtype(std::string_view name) {
  for (const Dtype& dtype : dtypes) {
    if (dtype.name == name) return &dtype;
  }
  return nullptr;
}

void reals_of_bytes(const Dtype& dtype, const char* bytes, std::span<real> y) {
  if (dtype.bits == 64) {
    convert<double>(bytes, y, [](double x) { return x; });
  } else if (dtype.bits == 32) {
    convert<float>(bytes, y, [](float x) { return x; });
  } else if (dtype.name[0] == 'B') {  // the upper half of a float
    convert<std::uint16_t>(bytes, y, [](std::uint32_t bits) { return float_of_bits(bits << 16); });
  } else {
    convert<std::uint16_t>(bytes, y, float_of_half);
  }
}

// ---- the header ----

namespace limits = safetensors_limits;

/// One tensor of the file.
struct SafetensorsEntry {
  std::string dtype;
  const Dtype* type = nullptr;
  std::vector<Index> sizes;
  std::uint64_t begin = 0, end = 0;  // in bytes after the header
};

struct SafetensorsHeader {
  using Entries = std::map<std::string, SafetensorsEntry, std::less<>>;

  SafetensorsHeader() = default;
  SafetensorsHeader(const SafetensorsHeader&) = delete;  // in_order points into entries
  SafetensorsHeader& operator=(const SafetensorsHeader&) = delete;

  SafetensorsMetadata metadata;
  Entries entries;                                   // by name
  std::vector<const Entries::value_type*> in_order;  // in the order of the file
  std::uint64_t data_offset = 0;                     // where the header ends
};

namespace {

// The expectation in errors about a file that ends too early.
constexpr const char* cut_short = "the whole file; it may have been cut short, or be damaged";

// Other formats, recognised by the first bytes of a file.
constexpr std::pair<std::string_view, const char*> foreign_formats[] = {
    {"PK\x03\x04", "a zip archive, as torch.save writes it"},
    {"\x80", "a Python pickle, as old versions of torch.save wrote it"},
    {"GGUF", "GGUF, as llama.cpp uses it"},
    {"version https://git-lfs", "a pointer of Git LFS, not the file itself"}};

// For a length that is impossible, because it is the beginning of a file of another format. A small
// number proves nothing: a valid length may begin with the same byte.
[[noreturn]] void fail_too_long(const ByteSource& source, std::uint64_t n) {
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>(source.size(), 32)), '\0');
  source.read(0, start.data(), start.size());
  for (const auto& [mark, format] : foreign_formats) {
    if (start.compare(0, mark.size(), mark) != 0) continue;
    const bool torch = std::string_view(format).find("torch") != std::string_view::npos;
    throw Error(source.where(), fmt::format("looks like {}", format), "a .safetensors file",
                torch ? "safetensors.torch.save_file(torch.load(...)) in Python" : "");
  }
  throw Error(source.where(), fmt::format("has a header of {} bytes", n),
              fmt::format("at most {}; is it a .safetensors file?", limits::header_bytes));
}

// Returns the header, N bytes of JSON. Before it, 8 bytes have N, little-endian.
std::string read_header_text(const ByteSource& source) {
  const std::uint64_t size = source.size();
  if (size == 0) throw Error(source.where(), "is empty (0 bytes)", "a .safetensors file");
  if (size < 8) {
    throw Error(source.where(), fmt::format("has {} bytes", size),
                "at least 8, the length of its header");
  }
  std::uint64_t n = 0;
  source.read(0, reinterpret_cast<char*>(&n), sizeof n);
  if (n > limits::header_bytes) fail_too_long(source, n);
  if (n > size - 8) {
    throw Error(source.where(), fmt::format("has {} bytes, and a header of {}", size, n),
                cut_short);
  }
  std::string text(static_cast<std::size_t>(n), '\0');
  source.read(8, text.data(), text.size());
  check_utf8(source.where(), "the header", text);
  return text;
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
  }
}

// Reads an array of whole numbers, for example "shape", of which each is `what`, "a size".
std::vector<std::uint64_t> read_numbers(JsonReader& json, const char* name, const char* what) {
  std::vector<std::uint64_t> numbers;
  json.open('[', name);
  for (bool first = true; json.more(']', first);) numbers.push_back(json.whole_number(what));
  return numbers;
}

void read_sizes(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  for (const std::uint64_t size : read_numbers(json, "\"shape\", an array", "a size")) {
    if (size > static_cast<std::uint64_t>(INT64_MAX)) {
      json.fail(fmt::format("{} has a size of {}", quoted_name(name), size), "sizes below 2^63");
    }
    entry.sizes.push_back(static_cast<Index>(size));
  }
}

void read_dtype(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  entry.dtype = json.string(limits::name_bytes, "\"dtype\"");
  entry.type = find_dtype(entry.dtype);
  if (entry.type == nullptr) {
    json.fail(quoted_name(name) + " has the dtype " + quoted_name(entry.dtype),
              "one of the format, as F32, BF16 or I64");
  }
}

void read_offsets(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  const std::vector<std::uint64_t> offsets =
      read_numbers(json, "\"data_offsets\", an array", "an offset");
  if (offsets.size() != 2) {
    json.fail(fmt::format("{} has {} data_offsets", quoted_name(name), offsets.size()),
              "two, begin and end");
  }
  entry.begin = offsets[0];
  entry.end = offsets[1];
}

void read_entry(JsonReader& json, const std::string& name, SafetensorsEntry& entry) {
  const auto fail = [&](const std::string& found) {
    json.fail(quoted_name(name) + found, "\"dtype\", \"shape\" and \"data_offsets\", once each");
  };
  std::set<std::string> seen;
  json.open('{', "a tensor, an object");
  for (bool first = true; json.more('}', first);) {
    const std::string key = json.key(limits::name_bytes, "a key");
    if (!seen.insert(key).second) fail(" has " + quoted_name(key) + " twice");
    if (key == "dtype") {
      read_dtype(json, name, entry);
    } else if (key == "shape") {
      read_sizes(json, name, entry);
    } else if (key == "data_offsets") {
      read_offsets(json, name, entry);
    } else {
      fail(" has " + quoted_name(key));
    }
  }
  for (const char* const needed : {"dtype", "shape", "data_offsets"}) {
    if (seen.count(needed) == 0) fail(fmt::format(" has no \"{}\"", needed));
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
    read_entry(json, place->first, place->second);
  }
  json.end();
}

// Checks that the offsets fit the product of the sizes.
void check_bytes(const std::string& where, const std::string& name, const SafetensorsEntry& entry) {
  std::uint64_t bits = entry.type->bits;
  std::uint64_t count = 1;
  bool fits = true, empty = false;
  for (const Index size : entry.sizes) {  // leaves out sizes of 0, like Shape
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

// Checks that tensors follow each other without gaps, from 0 to the end of the file.
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

std::shared_ptr<const SafetensorsHeader> read_header(const ByteSource& source) {
  const auto header = std::make_shared<SafetensorsHeader>();
  {
    const std::string text = read_header_text(source);
    header->data_offset = 8 + text.size();
    read_json(text, source.where(), *header);
  }
  header->in_order.reserve(header->entries.size());
  for (const auto& named : header->entries) header->in_order.push_back(&named);
  // An empty tensor begins where the next one begins. It ends earlier, so it comes first.
  std::stable_sort(header->in_order.begin(), header->in_order.end(), [](auto* a, auto* b) {
    return std::pair(a->second.begin, a->second.end) < std::pair(b->second.begin, b->second.end);
  });
  check_offsets(source, *header);
  return header;
}

}  // namespace

// ---- the tensors ----

SafetensorsFile::SafetensorsFile(std::shared_ptr<const ByteSource> source)
    : source_(std::move(source)), header_(read_header(*source_)) {}

SafetensorsFile::SafetensorsFile(const std::string& path)
    : SafetensorsFile(std::make_shared<const ByteSource>(path)) {}

SafetensorsFile SafetensorsFile::from_bytes(std::string bytes, const std::string& name) {
  return SafetensorsFile(std::make_shared<const ByteSource>(std::move(bytes), name));
}

std::vector<std::string> SafetensorsFile::names() const {
  std::vector<std::string> names;
  for (const auto* named : header_->in_order) names.push_back(named->first);
  return names;
}

bool SafetensorsFile::contains(std::string_view name) const {
  return header_->entries.find(name) != header_->entries.end();
}

const SafetensorsMetadata& SafetensorsFile::metadata() const { return header_->metadata; }

const std::string& SafetensorsFile::where() const { return source_->where(); }

// All bytes count, even white space and the order of the header.
void SafetensorsFile::verify(const char* hint) const {
  if (metadata().count(checksum_key) == 0) return;
  const auto fail = [&](const std::string& found) {
    throw Error(where(), "is damaged: " + found, "the file as it was written", hint);
  };
  std::string piece(static_cast<std::size_t>(header_->data_offset), '\0');
  source_->read(0, piece.data(), piece.size());
  const std::size_t digits = checksum_position(piece);
  if (digits == std::string::npos) fail("it has no checksum");
  const std::string said = piece.substr(digits, no_checksum.size());
  piece.replace(digits, no_checksum.size(), no_checksum);
  Fnv1a hash;
  hash.add(piece);
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  for (std::uint64_t at = piece.size(); at < source_->size(); at += piece.size()) {
    piece.resize(static_cast<std::size_t>(std::min(most, source_->size() - at)));
    source_->read(at, piece.data(), piece.size());
    hash.add(piece);
  }
  if (hash.hex() == said) return;
  fail(fmt::format("its checksum is {}, the file says {}", hash.hex(), quoted_name(said)));
}

const SafetensorsEntry& SafetensorsFile::find(std::string_view name) const {
  const auto found = header_->entries.find(name);
  if (found != header_->entries.end()) return found->second;
  throw Error(where(), fmt::format("has no tensor {}", quoted_name(name)),
              fmt::format("one of its {}", header_->entries.size()), "names() lists them");
}

const std::string& SafetensorsFile::dtype(std::string_view name) const { return find(name).dtype; }

const std::vector<Index>& SafetensorsFile::sizes(std::string_view name) const {
  return find(name).sizes;
}

const SafetensorsEntry& SafetensorsFile::find_real(std::string_view name) const {
  const SafetensorsEntry& entry = find(name);
  if (entry.type->is_real) return entry;
  throw Error(where(), fmt::format("{} is {}", quoted_name(name), entry.dtype),
              "F64, F32, F16 or BF16", entry.dtype == "I64" ? "load_indices" : "");
}

// Reads the numbers of an entry into a tensor of the same size, in pieces of 1 MiB.
void SafetensorsFile::read_numbers(const SafetensorsEntry& entry, const Tensor& to) const {
  const auto n = static_cast<std::size_t>(to.numel());
  const bool in_place = in_host_memory(to.device());
  std::vector<real> numbers(in_place ? 0 : n);
  real* const y = in_place ? data_of(to) : numbers.data();
  const std::size_t width = entry.type->bits / 8, most = (std::size_t{1} << 20) / width;
  std::string bytes(std::min(most, n) * width, '\0');
  for (std::size_t first = 0; first < n; first += most) {
    const std::size_t count = std::min(most, n - first);
    source_->read(header_->data_offset + entry.begin + first * width, bytes.data(), count * width);
    reals_of_bytes(*entry.type, bytes.data(), {y + first, count});
  }
  if (!in_place) to.backend().upload(data_of(to), y, bytes_of(to.numel()));
}

Tensor SafetensorsFile::load(std::string_view name) const {
  const SafetensorsEntry& entry = find_real(name);
  Tensor y = leaf(checked_shape(name, entry), backend_of(default_device()), "load");
  read_numbers(entry, y);
  return y;
}

void SafetensorsFile::read_into(std::string_view name, Tensor& to) const {
  const SafetensorsEntry& entry = find_real(name);
  const Shape shape = checked_shape(name, entry);
  if (!(shape == to.shape())) {
    throw ShapeError("read_into", fmt::format("{} {}", quoted_name(name), shape.to_string()),
                     fmt::format("the shape {}", to.shape().to_string()));
  }
  change(to, "read_into");
  read_numbers(entry, to);
}

Indices SafetensorsFile::load_indices(std::string_view name) const {
  const SafetensorsEntry& entry = find(name);
  if (entry.dtype != "I64") {
    throw Error(where(), fmt::format("{} is {}", quoted_name(name), entry.dtype), "I64",
                entry.type->is_real ? "load" : "");
  }
  const Shape shape = checked_shape(name, entry);
  std::vector<Index> values(static_cast<std::size_t>(shape.numel()));
  source_->read(header_->data_offset + entry.begin, reinterpret_cast<char*>(values.data()),
                sizeof(Index) * values.size());
  return Indices(shape, std::move(values));
}

Shape SafetensorsFile::checked_shape(std::string_view name, const SafetensorsEntry& entry) const {
  if (entry.sizes.size() <= static_cast<std::size_t>(max_ndim)) {
    return Shape(std::span<const Index>(entry.sizes));
  }
  throw Error(where(),
              fmt::format("{} is {}, {} dimensions", quoted_name(name), text_of_sizes(entry.sizes),
                          entry.sizes.size()),
              fmt::format("at most {}", max_ndim), "reshape it where the file is made");
}

}  // namespace holo
