// data.h: reads text files as training data and splits them into documents. It does not shuffle or
// batch the documents. tokenizer.h turns documents into tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "holo/version.h"

namespace holo {

/// Reads the whole file, byte for byte. Accepts only regular files of at most `max_bytes`, so it
/// never waits for a FIFO or a device.
/// Throws holo::Error if the file is missing, not a regular file, larger than max_bytes, or if it
/// cannot be read.
std::string read_file(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);

/// Like read_file(), but drops a byte order mark (U+FEFF), which some editors put at the start.
std::string read_text(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);

/// Removes the byte order mark from the start of `text`. Returns false if there is none.
bool drop_byte_order_mark(std::string& text);

/// Whether a text must be UTF-8 or may contain any bytes.
enum class Encoding { utf8, any };

/// Throws holo::Error for a text that is empty, is all white space (see split_documents) or is
/// UTF-16. With Encoding::utf8 it also throws for bytes that are not UTF-8: an overlong form, a
/// surrogate, a value above U+10FFFF, or a truncated sequence. The message contains `name` (for
/// example the path), the byte offset (counted from 0) and the line (counted from 1).
void check_text(std::string_view text, const std::string& name, Encoding encoding = Encoding::utf8);

/// Returns each line as a document, without leading and trailing white space. Omits empty lines.
/// `name` appears in error messages.
///
/// A line ends with "\n", "\r\n" or a lone "\r", as in CPython's universal newline mode. White
/// space is what CPython's str.strip() removes: U+0009-000D, 001C-0020, 0085, 00A0, 1680,
/// 2000-200A, 2028, 2029, 202F, 205F, 3000. All other characters stay as they are, including a byte
/// order mark and NUL bytes. The result takes about as much memory as `text`.
///
/// Throws the same errors as check_text. Encoding::any keeps bytes that are not UTF-8.
std::vector<std::string> split_documents(std::string_view text, const std::string& name,
                                         Encoding encoding = Encoding::utf8);

}  // namespace holo
