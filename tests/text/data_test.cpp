// data_test.cpp: files are read whole or refused with a clear error, and documents are what CPython
// would make of them.
#include "holo/data.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "support/corpus.h"
#include "text/texts.h"

namespace data_test {
namespace {

using holo::split_documents;
using texts::contains;
using texts::message_of;
using texts::utf8;
using Documents = std::vector<std::string>;

std::string split_message(const std::string& text) {
  return message_of([&] { split_documents(text, "t.txt"); });
}

}  // namespace

TEST_CASE("read_file gives every byte of a file, whatever its size") {
  const TemporaryFolder folder;
  for (const std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 100000u, 3000000u}) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 31 + i / 256);
    const std::string path = folder.write("f", text);
    CHECK(holo::read_file(path) == text);
    CHECK(holo::read_file(path, size) == text);
    if (size > 0) {
      CHECK(message_of([&] { holo::read_file(path, size - 1); }) ==
            path + ": has " + std::to_string(size) + " bytes; expected at most " +
                std::to_string(size - 1) + " bytes. Try: a part of the file, from head -c");
    }
  }
}

TEST_CASE("read_file names the file and the reason when it cannot read it") {
  const TemporaryFolder folder;
  const std::string missing = folder.name("missing.txt");
  CHECK(message_of([&] { holo::read_file(missing); }) ==
        missing + ": No such file or directory; expected a file that can be read");
  CHECK(contains(message_of([&] { holo::read_file(folder.name("")); }), "is a directory"));
  CHECK(contains(message_of([] { holo::read_file(""); }), "'': No such file"));
  const std::string file = folder.write("file", "x");
  CHECK(contains(message_of([&] { holo::read_file(file + "/below"); }), "Not a directory"));
  CHECK(contains(message_of([] { holo::read_file("/dev/zero"); }), "is a device"));
  CHECK(contains(message_of([] { holo::read_file("/dev/null"); }), "is a device"));

  // A FIFO without a writer: open() or read() would wait for ever.
  const std::string fifo = folder.name("fifo");
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(
      contains(message_of([&] { holo::read_file(fifo); }), "is a FIFO (pipe); expected a regular"));
}

TEST_CASE("documents are trimmed lines, empty ones dropped, order kept") {
  CHECK(split_documents("emma\nolivia\nava", "t") == Documents{"emma", "olivia", "ava"});
  CHECK(split_documents("  b \n\n\t\n a a \n", "t") == Documents{"b", "a a"});
  CHECK(split_documents("a\r\nb\rc\n\rd\r\r\ne\r", "t") == Documents{"a", "b", "c", "d", "e"});
  CHECK(split_documents("one", "t") == Documents{"one"});
  // Vertical tab, form feed, U+0085 and U+2028 end no line; inside of one they stay.
  CHECK(split_documents("a\vb\fc\x1C"
                        "d\xC2\x85"
                        "e\xE2\x80\xA8"
                        "f",
                        "t")
            .size() == 1);
}

TEST_CASE("the white space that is trimmed is that of CPython, for every code point") {
  // [c for c in range(0x110000) if (chr(c) + "x" + chr(c)).strip() == "x"], by CPython 3.11.
  const std::vector<char32_t> python = {
      0x9,    0xA,    0xB,    0xC,    0xD,    0x1C,   0x1D,   0x1E,   0x1F,   0x20,
      0x85,   0xA0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
      0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
  int wrong = 0;
  for (char32_t code = 0; code < 0x110000; ++code) {
    if (code >= 0xD800 && code < 0xE000) continue;
    const std::string c = utf8(code);
    const bool white = std::find(python.begin(), python.end(), code) != python.end();
    const Documents expected{white ? "x" : c + "x" + c};
    if (split_documents(c + "x" + c, "t") != expected) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("the byte order mark of a file is no part of its text") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(holo::read_text(folder.write("f", mark + "anna\n" + mark)) == "anna\n" + mark);
  CHECK(holo::read_text(folder.write("f", mark)) == "");
  CHECK(holo::read_text(folder.write("f", "\xEF\xBB")) == "\xEF\xBB");
  CHECK(holo::read_file(folder.write("f", mark + "anna\n")) == mark + "anna\n");
  std::string text = mark + mark + "a";
  CHECK(holo::drop_byte_order_mark(text));
  CHECK(text == mark + "a");
  text = "a" + mark;
  CHECK_FALSE(holo::drop_byte_order_mark(text));
  CHECK(text == "a" + mark);
}

TEST_CASE("bytes that are not UTF-8: offset, line and why") {
  struct Row {
    const char* bytes;
    const char* why;
  };
  const Row rows[] = {
      {"\xE9 ", "cut short"},
      {"\xC3", "cut short by the end"},
      {"\xE2\x82", "cut short by the end"},
      {"\xF0\x9F\x98", "cut short by the end"},
      {"\xF0\x9F\x98\n", "cut short"},
      {"\x80", "continuation"},
      {"\xC0\x80", "overlong"},
      {"\xC1\xBF", "overlong"},
      {"\xE0\x9F\xBF", "overlong"},
      {"\xF0\x8F\xBF\xBF", "overlong"},
      {"\xED\xA0\x80", "surrogate"},
      {"\xED\xBF\xBF", "surrogate"},
      {"\xF4\x90\x80\x80", "above U+10FFFF"},
      {"\xF7\xBF\xBF\xBF", "above U+10FFFF"},
      {"\xF8\x88\x80\x80\x80", "never"},
      {"\xFE", "never"},
  };
  for (const Row& row : rows) {
    const std::string message = split_message(std::string("ab\r\nc\rd\ne\xC3\xA9") + row.bytes);
    CAPTURE(message);
    CHECK(contains(message, " at offset 11, line 4, is not UTF-8 ("));
    CHECK(contains(message, row.why));
  }
  CHECK(split_message("a\nb\xE9t") ==
        "t.txt: byte 0xE9 at offset 3, line 2, is not UTF-8 (a character cut short); expected "
        "UTF-8. Try: iconv -f LATIN1 -t UTF-8, if that is its encoding");
  // The last good and the first bad code point at each edge.
  for (const char* good :
       {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    CHECK(split_message(std::string("x") + good) == "");
  }
}

TEST_CASE("UTF-16 is recognised, with and without a mark, and NULs alone are not it") {
  std::string little, big;
  for (const char c : std::string("anna\nbob\n")) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  const std::string expected = "looks like UTF-16; expected UTF-8";
  CHECK(contains(split_message("\xFF\xFE" + little), expected));
  CHECK(contains(split_message("\xFE\xFF" + big), expected));
  CHECK(contains(split_message(little), expected));
  CHECK(contains(split_message(big), expected));
  CHECK(split_documents(std::string("\0\0\0\0\0\0\0\0\0\0", 10), "t").size() == 1);
  CHECK(split_documents(std::string("a\0b\0c\0d\0ee", 10), "t").size() == 1);
  CHECK(split_documents(std::string("ab\0\0cd\0\0e\0", 10), "t").size() == 1);
}

TEST_CASE("with any encoding, bytes that are not UTF-8 stay, and white space at the ends goes") {
  const auto split = [](const std::string& text) {
    return split_documents(text, "t", holo::Encoding::any);
  };
  CHECK(split(" a\xE9 \n\xC2\xA0\xFF\x80\xE3\x80\x80\r\n") == Documents{"a\xE9", "\xFF\x80"});
  // A continuation byte alone, at either end, belongs to nothing.
  CHECK(split("\xA0 x \xC2\n\x80\n") == Documents{"\xA0 x \xC2", "\x80"});
  CHECK(split("\x85\x85") == Documents{"\x85\x85"});
  CHECK(message_of([&] { split(" \n"); }) ==
        "t: has only white space (2 bytes); expected a text file, one document a line");
  CHECK(message_of([&] { split(""); }).find("t: is empty") == 0);
  CHECK(contains(message_of([&] { split("\xFF\xFE" + std::string("a\0", 2)); }), "UTF-16"));
  holo::check_text("x\xFF", "t", holo::Encoding::any);
  CHECK(contains(message_of([] { holo::check_text("x\xFF", "t"); }), "is not UTF-8"));
}

TEST_CASE("the built-in names are those of the file, and load_documents chooses") {
  const Documents names = holo::load_documents("");
  CHECK(names.size() > 1000);
  CHECK(holo::embedded_names[holo::embedded_names_size] == '\0');
  const TemporaryFolder folder;
  CHECK(holo::load_documents(folder.write("one", "x\n")) == Documents{"x"});
}

}  // namespace data_test
