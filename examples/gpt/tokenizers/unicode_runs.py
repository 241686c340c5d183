# unicode_runs.py: prints unicode_runs.h, the letters and numbers of Unicode, from the data of Python's package
# unicodedata2 (or of Python itself, which may have another version):
#
#   python3 -m pip install unicodedata2==16.0.0
#   python3 unicode_runs.py > unicode_runs.h
import textwrap

try:
    import unicodedata2 as unicode
except ImportError:
    import unicodedata as unicode


def runs(letter):
    lengths, inside = [0], False
    for code in range(0x110000):
        if (unicode.category(chr(code))[0] == letter) != inside:
            lengths.append(0)
            inside = not inside
        lengths[-1] += 1
    return lengths[:-1]  # none of them is behind the last run


print(f"""// unicode_runs.h: which code points are letters (categories L*) and numbers (N*): how many are none, how
// many are some, and so on by turns. Made by unicode_runs.py from Unicode {unicode.unidata_version}.
#pragma once

#include <cstdint>

namespace holo {{

// clang-format off""")
for name, letter in ("letter_runs", "L"), ("number_runs", "N"):
    print(f"inline constexpr std::uint16_t {name}[] = {{")
    print(textwrap.fill(", ".join(map(str, runs(letter))), 98, initial_indent="  ", subsequent_indent="  ") + "};\n")
print("""// clang-format on

}  // namespace holo""")
