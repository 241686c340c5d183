// mutate.cpp: the changes, one a line of a table.
#include "fuzz/mutate.h"

#include <algorithm>
#include <cstdint>

namespace fuzz {
namespace {

using holo::PythonRandom;

constexpr std::size_t longest = 16384;  // of what is put in, so that doubling comes to an end

std::size_t below(PythonRandom& random, std::size_t n) {
  return static_cast<std::size_t>(random.randbelow(n));
}

// Bytes on which readers decide something.
char telling_byte(PythonRandom& random) {
  static const std::string bytes("\0\1\n\r \"{}[]:,=-+.#/0198eE'\\\x7F\x80\xBF\xC0\xE2\xF0\xFF",
                                 34);
  return bytes[below(random, bytes.size())];
}

// A piece of one of the seeds.
std::string piece(const std::vector<std::string>& seeds, PythonRandom& random) {
  const std::string& seed = seeds[below(random, seeds.size())];
  const std::size_t at = below(random, seed.size() + 1);
  return seed.substr(at, 1 + below(random, 32));
}

// In place of a number, other numbers.
void change_number(std::string& text, PythonRandom& random) {
  static const std::vector<std::string> numbers = {"0",          "1",
                                                   "-1",         "255",
                                                   "256",        "65536",
                                                   "4294967296", "9223372036854775807",
                                                   "00",         "1e99",
                                                   "0.5",        "-0.25",
                                                   "1e-9",       "18446744073709551616"};
  const std::size_t from = text.find_first_of("0123456789", below(random, text.size()));
  if (from == std::string::npos) return;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", from), text.size());
  text.replace(from, end - from, numbers[below(random, numbers.size())]);
}

void change(std::string& text, const std::vector<std::string>& seeds, PythonRandom& random) {
  if (text.empty()) text.push_back(telling_byte(random));
  const std::size_t at = below(random, text.size());
  const std::size_t length = 1 + below(random, std::min<std::size_t>(text.size() - at, 32));
  switch (random.randbelow(7)) {
    case 0:
      text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << below(random, 8)));
      return;
    case 1:
      text[at] = telling_byte(random);
      return;
    case 2:
      text.insert(at, 1, telling_byte(random));
      return;
    case 3:
      text.erase(at, length);
      return;
    case 4:
      if (text.size() < longest) text.insert(at, text.substr(at, length));
      return;
    case 5:
      if (text.size() < longest) text.insert(at, piece(seeds, random));
      return;
    default:
      change_number(text, random);
  }
}

}  // namespace

std::string mutated(const std::vector<std::string>& seeds, PythonRandom& random) {
  std::string text = seeds.at(below(random, seeds.size()));
  for (std::uint64_t left = 1 + random.randbelow(4); left > 0; --left) change(text, seeds, random);
  return text;
}

}  // namespace fuzz
