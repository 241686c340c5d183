// checksum.cpp: computes the checksum of a file that is written, and of one that is read.
#include "files/safetensors/checksum.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "files/safetensors/header.h"
#include "files/text.h"
#include "holo/check.h"

namespace holo {
namespace {

class HashSink final : public ByteSink {
 public:
  void write(std::string_view bytes) override { hash.add(bytes); }
  Fnv1a hash;
};

// Of the whole file, whose header is `header`.
std::string checksum_of(const ByteSource& source, const std::string& header) {
  Fnv1a hash;
  std::string piece(8, '\0');
  source.read(0, piece.data(), piece.size());
  hash.add(piece);
  hash.add(header);
  piece.resize(std::size_t{1} << 20);
  for (std::uint64_t at = 8 + header.size(); at < source.size(); at += piece.size()) {
    piece.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), source.size() - at)));
    source.read(at, piece.data(), piece.size());
    hash.add(piece);
  }
  return hash.hex();
}

}  // namespace

// Within a string of JSON a quote follows a backslash. So a quote after '{' or ',' opens a string,
// and what is found is a key, whatever other keys and values say.
std::size_t checksum_position(std::string_view text) {
  const std::string key = fmt::format("\"{}\":\"", checksum_key);
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::size_t digits = at + key.size();
    const bool is_key = at > 0 && (text[at - 1] == '{' || text[at - 1] == ',');
    if (is_key && text.find('"', digits) == digits + no_checksum.size()) return digits;
  }
  return std::string_view::npos;
}

void add_checksum(SafetensorsLayout& layout) {
  HashSink sink;
  write_safetensors(layout, sink);
  layout.start.replace(checksum_position(layout.start), no_checksum.size(), sink.hash.hex());
}

// Every byte counts, also the white space and the order of the header.
void check_checksum(const ByteSource& source, const std::string& hint) {
  std::string header = read_header_text(source);
  const std::size_t digits = checksum_position(header);
  if (digits == std::string::npos) {
    throw Error(source.where(), "is damaged: it has no checksum", "the file as it was written",
                hint);
  }
  const std::string said = header.substr(digits, no_checksum.size());
  header.replace(digits, no_checksum.size(), no_checksum);
  const std::string found = checksum_of(source, header);
  if (found == said) return;
  throw Error(
      source.where(),
      fmt::format("is damaged: its checksum is {}, the file says {}", found, quoted_name(said)),
      "the file as it was written", hint);
}

}  // namespace holo
