// safetensors_format.cpp: reads bytes of a file without mapping it into memory, so that a file that
// shrinks causes an error instead of a signal; converts numbers of 16, 32 and 64 bits.
#include "files/safetensors_format.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "base/regular_file.h"
#include "files/text.h"
#include "holo/check.h"

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

// ---- what fits ----

std::string differences(const FoundTensors& found, std::span<const WantedTensor> wanted) {
  struct Kind {
    const char* what;
    std::string text = {};
    int count = 0;
  } kinds[] = {{"missing"}, {"left over"}, {"of another shape"}, {"of another type"}};
  constexpr int most = 20;
  const auto add = [](Kind& kind, const std::string& entry) {
    if (++kind.count <= most) kind.text += (kind.count == 1 ? "" : ", ") + entry;
  };
  auto& [missing, left_over, shape, type] = kinds;
  std::set<std::string_view> names;
  for (const WantedTensor& tensor : wanted) {
    names.insert(tensor.name);
    const std::string name = quoted_name(tensor.name);
    const auto place = found.find(tensor.name);
    if (place == found.end()) {
      add(missing, name);
      continue;
    }
    const auto& [in_file, sizes, dtype] = place->second;
    if (*sizes != tensor.sizes) {
      add(shape,
          fmt::format("{} {} for {}", name, text_of_sizes(*sizes), text_of_sizes(tensor.sizes)));
    }
    const bool fits =
        tensor.dtype == nullptr ? find_dtype(*dtype)->is_real : *dtype == tensor.dtype;
    if (!fits) add(type, fmt::format("{} {}", name, *dtype));
  }
  for (const auto& [name, tensor] : found) {
    if (names.count(name) == 0) add(left_over, quoted_name(tensor.name));
  }
  std::string text;
  for (const Kind& kind : kinds) {
    if (kind.count == 0) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", kind.what, kind.text);
    if (kind.count > most) text += fmt::format(" and {} more", kind.count - most);
  }
  return text;
}

// ---- the header ----

// In a JSON string, a quote has a backslash before it. So a quote after '{' or ',' begins a string,
// and we find a real key, even if other strings contain the same text.
std::size_t checksum_position(std::string_view text) {
  const std::string key = fmt::format("\"{}\":\"", checksum_key);
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::size_t digits = at + key.size();
    const bool is_key = at > 0 && (text[at - 1] == '{' || text[at - 1] == ',');
    if (is_key && text.find('"', digits) == digits + no_checksum.size()) return digits;
  }
  return std::string_view::npos;
}

}  // namespace holo
