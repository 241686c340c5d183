// data.h: reads text files as training data and splits them into documents. Tokens are in
// tokenizer.h; nothing here shuffles or batches.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "holo/version.h"

namespace holo {

/// The whole file, byte for byte; "" for an empty one. Reads a regular file of at most `max_bytes`
/// and never waits: a FIFO or a device is refused.
/// Throws holo::Error when the file is missing, a directory or not a regular file, may not be read,
/// is larger than max_bytes or changes its size while it is read, or when a read fails.
std::string read_file(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);

/// The same of a text: without the byte order mark (U+FEFF) that some editors put before it.
std::string read_text(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);

/// Takes that mark off the start of a text. False: there is none.
bool drop_byte_order_mark(std::string& text);

/// What the bytes of a text must be.
enum class Encoding { utf8, any };

/// Throws holo::Error for an empty text, white space only (see split_documents), UTF-16, or, with
/// Encoding::utf8, bytes that are not UTF-8 (overlong form, surrogate, above U+10FFFF, cut short),
/// with byte offset from 0 and line from 1. `name`, for example the path, appears in the message.
void check_text(std::string_view text, const std::string& name, Encoding encoding = Encoding::utf8);

/// One document for each line, in the order of the text, without the white space at both ends;
/// lines that are then empty are dropped. `name` appears in errors.
///
/// A line ends with "\n", "\r\n" or a lone "\r" (CPython's universal newlines), and white space is
/// what CPython's str.strip() takes: U+0009-000D, 001C-0020, 0085, 00A0, 1680, 2000-200A, 2028,
/// 2029, 202F, 205F, 3000. A byte order mark (U+FEFF), NUL bytes and all else are kept as
/// characters; nothing is normalised. The result takes about as much memory as `text`.
///
/// Throws as check_text. With Encoding::any, bytes that are not UTF-8 are kept as they are.
std::vector<std::string> split_documents(std::string_view text, const std::string& name,
                                         Encoding encoding = Encoding::utf8);

/// split_documents(read_text(path), path).
std::vector<std::string> read_documents(const std::string& path);

}  // namespace holo
