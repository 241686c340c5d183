// data.h: text files as training data: a file, and its documents. Not the tokens of a text, see
// tokenizer.h, and nothing here shuffles or batches.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// The whole file, byte for byte. Reads a regular file only, at most `max_bytes` of it, and never
/// waits: a FIFO or a device is refused. An empty file gives "".
/// Error: missing, a directory, not a regular file, no permission, larger than max_bytes, a failed
/// read, or a file that changed its size while it was read.
std::string read_file(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);

/// What the bytes of a text must be.
enum class Encoding { utf8, any };

/// Error: an empty text, white space only (see split_documents), UTF-16, or, with Encoding::utf8,
/// bytes that are not UTF-8 (overlong form, surrogate, above U+10FFFF, cut short), with byte offset
/// from 0 and line from 1. `name` stands in errors, say the path.
void check_text(std::string_view text, const std::string& name, Encoding encoding = Encoding::utf8);

/// One document a line, in the order of the text, each stripped of white space at both ends; lines
/// that are empty then are dropped. `name` stands in errors.
///
/// A line ends with "\n", "\r\n" or a lone "\r" (CPython's universal newlines), and white space is
/// what CPython's str.strip() takes: U+0009-000D, 001C-0020, 0085, 00A0, 1680, 2000-200A, 2028,
/// 2029, 202F, 205F, 3000. A byte order mark (U+FEFF), NUL bytes and all else are kept as
/// characters; nothing is normalised. Needs about the memory of `text` again.
///
/// Error: as check_text. With Encoding::any the bytes that are not UTF-8 are kept as they are.
std::vector<std::string> split_documents(std::string_view text, const std::string& name,
                                         Encoding encoding = Encoding::utf8);

/// split_documents(read_file(path), path).
std::vector<std::string> read_documents(const std::string& path);

}  // namespace holo
