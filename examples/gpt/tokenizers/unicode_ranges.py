# unicode_ranges.py: prints unicode_ranges.h, the letters and numbers of Unicode, from the data of Python's package
# unicodedata2 (or of Python itself, which may have another version):
#
#   python3 -m pip install unicodedata2==16.0.0
#   python3 unicode_ranges.py > unicode_ranges.h
try:
    import unicodedata2 as unicode
except ImportError:
    import unicodedata as unicode


def ranges(letter):
    found = []
    for code in range(0x110000):
        if unicode.category(chr(code))[0] != letter:
            continue
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def table(name, letter):
    print(f"\ninline constexpr CodeRange {name}[] = {{")
    line = "   "
    for first, last in ranges(letter):
        word = f" {{0x{first:X}, 0x{last:X}}},"
        if len(line + word) > 100:
            print(line)
            line = "   "
        line += word
    print(line + "\n};")


print(f"""// unicode_ranges.h: which code points are letters (categories L*) and numbers (N*), as ranges from
// the first to the last one, ascending. Made by unicode_ranges.py from Unicode {unicode.unidata_version}.
#pragma once

namespace holo {{

struct CodeRange {{
  char32_t first, last;
}};

// clang-format off""")
table("letter_ranges", "L")
table("number_ranges", "N")
print("""// clang-format on

}  // namespace holo""")
