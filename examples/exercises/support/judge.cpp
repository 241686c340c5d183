// judge.cpp: compares what is measured of an answer with the list of mistakes.
#include "exercises/support/judge.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "exercises/support/diagnosis.h"

namespace exercise {

namespace {

constexpr double tolerance = 1e-11;
const char* const skipped = "skipped";

// The number on a grid that no decimal fraction lies between two places of: two ways to calculate
// it, which differ in the last bits, give the same.
uint64_t on_grid(double x) {
  if (std::isnan(x)) return 1;
  constexpr double places = 1 << 26;
  int exponent = 0;
  double y = 3.14159265358979 * x;
  if (std::isinf(y)) return x > 0 ? 2 : 3;
  const double fraction = std::frexp(y, &exponent);
  if (exponent > 0) y = fraction;
  return static_cast<uint64_t>(std::llround(y * places)) * 64 +
         static_cast<uint64_t>(std::max(exponent, 0)) + 4;
}

uint64_t mixed(uint64_t hash, uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29);
}

// So many letters of a hash.
std::string letters(uint64_t hash, int count) {
  const char* all = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  std::string text;
  hash = mixed(hash, 0xD1B54A32D192ED03U);
  for (int i = 0; i < count; ++i) text += all[hash >> (58 - 6 * i) & 63];
  return text;
}

std::string code_of(double x) { return letters(on_grid(x), 3); }

std::string code_of_all(const std::vector<double>& numbers, const std::string& thrown) {
  uint64_t hash = numbers.size();
  for (double x : numbers) hash = mixed(hash, on_grid(x));
  for (char c : thrown) hash = mixed(hash, static_cast<unsigned char>(c));
  return "!" + letters(hash, 5);
}

// One code for the codes of all numbers: list_mistakes.py has the same function, for slips.
std::string short_code(const std::vector<std::string>& codes) {
  std::string all;
  for (const std::string& code : codes) all += code;
  uint64_t hash = all.size();
  for (char c : all) hash = mixed(hash, static_cast<unsigned char>(c));
  return "#" + letters(hash, 5);
}

// The name of number i without its place: numbers that were added together share it.
std::string group(const std::string& name) {
  const size_t bracket = name.rfind('[');
  return bracket == std::string::npos ? name : name.substr(0, bracket);
}

// What can be said of all numbers when no known mistake gives them.
std::string general(const std::vector<double>& got, const std::vector<double>& right) {
  for (const std::string& sentence :
       {diagnosis::function_of(got, right), diagnosis::signs(got, right),
        diagnosis::order(got, right), diagnosis::constant(got, right),
        diagnosis::zeros(got, right)}) {
    if (!sentence.empty()) return sentence;
  }
  return "";
}

// The same of one group of numbers alone, when the others are right.
std::string general_of_group(const Measured& got, const std::vector<double>& right) {
  std::string wrong;
  std::vector<double> mine, its;
  for (size_t i = 0; i < right.size(); ++i) {
    if (near(got.numbers[i], right[i])) continue;
    if (wrong.empty()) wrong = group(got.names[i]);
    if (group(got.names[i]) != wrong) return "";
  }
  for (size_t i = 0; i < right.size(); ++i) {
    if (group(got.names[i]) != wrong) continue;
    mine.push_back(got.numbers[i]);
    its.push_back(right[i]);
  }
  if (mine.size() == right.size()) return "";
  return general(mine, its);
}

// A slip that was made up: its kind, its function, and the line that it makes.
std::string sentence_of_slip(const std::string& slip) {
  const size_t kind_ends = slip.find(' '), name_ends = slip.find(": ");
  const std::string kind = slip.substr(0, kind_ends);
  const std::string name = slip.substr(kind_ends + 1, name_ends - kind_ends - 1);
  const char* ask = kind == "operator" ? "is this the right operator?"
                    : kind == "number" ? "is this the right number?"
                    : kind == "name"   ? "is each name the right one?"
                    : kind == "order"  ? "is this the right order?"
                    : kind == "loop"   ? "does the loop have the right ends?"
                    : kind == "whole"  ? "take double, not int"
                                       : "something is missing";
  return name + (name.empty() ? "" : ": ") + "your numbers match \"" + slip.substr(name_ends + 2) +
         "\": " + ask;
}

}  // namespace

bool near(double got, double expected) {
  if (std::isnan(expected) || std::isinf(expected)) {
    return got == expected || (std::isnan(got) && std::isnan(expected));
  }
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

void Measured::add(const std::string& name, double number) {
  names.push_back(name);
  numbers.push_back(number);
}

void Measured::add(const std::string& name, const std::vector<double>& several) {
  for (size_t i = 0; i < several.size(); ++i) {
    add(name + "[" + std::to_string(i) + "]", several[i]);
  }
}

std::string what_is_true(const Measured& got, const std::vector<double>& right) {
  const std::string sentence = general(got.numbers, right);
  return sentence.empty() ? general_of_group(got, right) : sentence;
}

std::string shown(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

std::vector<double> fractions(int count, double seed) {
  std::vector<double> numbers;
  for (int i = 1; i <= count; ++i) numbers.push_back(1.3 * std::sin(i * 78.233 + seed * 12.9898));
  return numbers;
}

Measurements::Measurements(Checks& checks, bool in_order) : checks_(checks), in_order_(in_order) {
  read(checks.list);
}

void Measurements::read_codes(const std::string& text, Mistake& mistake) const {
  std::istringstream groups(text);
  std::string group;
  while (std::getline(groups, group, '/')) {
    mistake.codes.emplace_back();
    std::vector<std::string>& codes = mistake.codes.back();
    for (size_t i = 0; i < group.size();) {
      const size_t length = group[i] == '.' ? 1 : group[i] == '!' || group[i] == '#' ? 6 : 3;
      codes.push_back(group.substr(i, length));
      i += length;
    }
    if (group.empty()) codes.assign(right_[mistake.codes.size() - 1].size(), ".");
  }
}

// The list says for each mistake its sentence and, with two blanks before them, its edits; `or` is
// before other edits of the same mistake. Then there is `right NAME` and its numbers, for each
// group; `=` and the codes of each mistake, group/group; `&` and what two give together, as
// group,mistake,mistake,code; `~` and slips, with tabs between, each with a short code of a group.
void Measurements::read(const char* list) {
  std::istringstream file(list);
  std::string line;
  size_t measured = 0;  // so many mistakes have their codes
  while (std::getline(file, line)) {
    if (line.rfind("right ", 0) == 0) {
      right_.emplace_back();
    } else if (line.rfind(" ", 0) == 0) {
      std::istringstream numbers(line[1] == ' ' ? "" : line);
      for (std::string number; numbers >> number;)
        right_.back().push_back(std::strtod(number.c_str(), nullptr));
    } else if (line.rfind("= ", 0) == 0) {
      std::istringstream all(line.substr(2));
      for (std::string codes; all >> codes;) read_codes(codes, mistakes_[measured++]);
    } else if (line.rfind("& ", 0) == 0) {
      std::istringstream pairs(line.substr(2));
      Pair pair;
      char comma = 0;
      while (pairs >> pair.group >> comma >> pair.a >> comma >> pair.b >> comma >> pair.code)
        pairs_.push_back(pair);
    } else if (line == "or") {
      mistakes_.push_back({mistakes_.back().sentence, true, {}});
    } else if (line.rfind("~ ", 0) == 0) {
      std::istringstream slips(line.substr(2));
      for (std::string slip; std::getline(slips, slip, '\t');) {
        const size_t equals = slip.rfind(" = ");
        mistakes_.push_back({sentence_of_slip(slip.substr(0, equals)), false, {}});
        read_codes(slip.substr(equals + 3), mistakes_.back());
      }
    } else if (!line.empty()) {
      mistakes_.push_back({line, true, {}});
    }
  }
}

void Measurements::group(const std::string& name, const std::function<void(Measured&)>& measure) {
  Group group;
  group.name = name;
  // What is built on a mistake that throws is not asked for.
  if (in_order_ && !groups_.empty() && !groups_.back().thrown.empty()) group.thrown = skipped;
  try {
    if (group.thrown.empty()) measure(group.got);
  } catch (const std::exception& error) {
    group.thrown = error.what();
  }
  groups_.push_back(group);
}

void Measurements::print() const {
  for (const Group& group : groups_) {
    std::printf("group %s\n", group.name.c_str());
    for (double number : group.got.numbers) std::printf(" %.17g", number);
    std::printf("\n");
    for (double number : group.got.numbers) std::printf(" %s", code_of(number).c_str());
    std::printf("\n%s\n%s\n", code_of_all(group.got.numbers, group.thrown).c_str(),
                group.thrown.c_str());
  }
  std::fflush(stdout);
}

void Measurements::judge() {
  if (std::getenv("HOLO_MEASURE") != nullptr) print();
  for (size_t g = 0; g < groups_.size(); ++g) {
    Group& group = groups_[g];
    const std::vector<double>& numbers = group.got.numbers;
    group.right = g < right_.size() ? right_[g] : std::vector<double>();
    group.wrong = !group.thrown.empty() || !diagnosis::equal(numbers, group.right);
    if (!group.thrown.empty() || numbers.size() != group.right.size()) {
      group.codes = {code_of_all(numbers, group.thrown)};
      continue;
    }
    for (size_t i = 0; i < numbers.size(); ++i)
      group.codes.push_back(near(numbers[i], group.right[i]) ? "." : code_of(numbers[i]));
  }
  for (size_t g = 0; g < groups_.size(); ++g) tell(groups_[g], sentence_for(g));
}

bool Measurements::right() const {
  return std::none_of(groups_.begin(), groups_.end(),
                      [](const Group& group) { return group.wrong; });
}

void Measurements::tell(const Group& group, const std::string& sentence) {
  const std::vector<double>& numbers = group.got.numbers;
  if (group.thrown == skipped) return;
  if (!group.thrown.empty() && sentence.empty()) throw std::runtime_error(group.thrown);
  if (!group.thrown.empty()) return checks_.fail(group.thrown, sentence);
  if (numbers.size() != group.right.size()) {
    return checks_.fail(group.name + ": expected " + std::to_string(group.right.size()) +
                            " numbers, got " + std::to_string(numbers.size()),
                        sentence);
  }
  const double usual = checks_.tolerance;
  int named = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!group.wrong) {
      checks_.that(group.got.names[i], true);
    } else if (group.codes[i] != "." && ++named <= 3) {
      // What is not near here may not be equal there.
      checks_.tolerance = 0;
      checks_.equal(group.got.names[i], numbers[i], group.right[i], sentence);
    }
    checks_.tolerance = usual;
  }
}

Measurements::Places Measurements::wrong_places(const Group& group) {
  Places wrong;
  for (size_t i = 0; i < group.codes.size(); ++i) {
    if (group.codes[i] != ".") wrong.push_back(i);
  }
  return wrong;
}

bool Measurements::gives(const Mistake& mistake, size_t group) const {
  if (group >= mistake.codes.size()) return false;
  const std::vector<std::string>&given = mistake.codes[group], &codes = groups_[group].codes;
  return given[0][0] == '#' ? given[0] == short_code(codes) : given == codes;
}

// Whether the mistake makes a number of the group wrong.
bool Measurements::changes(const Mistake& mistake, size_t g) const {
  return g < mistake.codes.size() &&
         std::any_of(mistake.codes[g].begin(), mistake.codes[g].end(),
                     [](const std::string& code) { return code != "."; });
}

// Whether the group has the numbers that these two mistakes give there.
bool Measurements::fits(const Pair& pair) const {
  const Group& group = groups_[pair.group];
  return "!" + pair.code == code_of_all(group.got.numbers, group.thrown);
}

// How many of the wrong groups the mistake gives; less a little for each that it would give and
// that is right.
double Measurements::fit(const Mistake& mistake) const {
  double count = 0;
  for (size_t g = 0; g < groups_.size(); ++g) {
    if (groups_[g].wrong && gives(mistake, g)) count += 1;
    if (!groups_[g].wrong && changes(mistake, g)) count -= 0.01;
  }
  return count;
}

// Whether the numbers can hardly be so by chance: one of them has a fraction, or many are whole and
// not only 0 and 1.
bool Measurements::telling(const Group& group, const Places& places) const {
  return group.codes[0][0] == '!' || std::any_of(places.begin(), places.end(), [&](size_t i) {
           const double size = std::abs(group.got.numbers[i]);
           return std::isfinite(size) &&
                  (size != std::round(size) || (places.size() > 5 && size > 1));
         });
}

// Whether another group rules these two mistakes out, or one mistake that is given twice: they
// would change its numbers, but not to what it has. right_too: also a group that is right.
bool Measurements::denied(const Mistake& a, const Mistake& b, size_t g, bool right_too) const {
  for (size_t other = 0; other < groups_.size(); ++other) {
    const Group& group = groups_[other];
    if (other == g || !group.thrown.empty() || !(group.wrong || right_too)) continue;
    if (!(changes(a, other) || changes(b, other)) || gives(a, other) || gives(b, other)) continue;
    const auto together = [&](const Pair& pair) {
      return pair.group == other && &mistakes_[pair.a] == &a && &mistakes_[pair.b] == &b &&
             fits(pair);
    };
    if (std::none_of(pairs_.begin(), pairs_.end(), together)) return true;
  }
  return false;
}

std::string Measurements::sentence_for(size_t g) const {
  const Group& group = groups_[g];
  if (!group.wrong) return "";
  const std::vector<double>& numbers = group.got.numbers;
  std::string sentence = one(g, true);
  const bool comparable = group.codes.size() == group.right.size() && group.thrown.empty();
  if (sentence.empty() && comparable) sentence = diagnosis::degenerate(numbers, group.right);
  if (sentence.empty()) sentence = two(g);
  if (sentence.empty()) sentence = one(g, false);
  if (!comparable || !sentence.empty()) return sentence;
  sentence = of_parts(g);
  // One number or two may be anything by chance.
  if (sentence.empty() && wrong_places(group).size() > 2)
    sentence = what_is_true(group.got, group.right);
  if (sentence.empty() && in_order_) sentence = diagnosis::only_gradients(group.got, group.right);
  return sentence;
}

std::string Measurements::one(size_t g, bool listed) const {
  const Group& group = groups_[g];
  const Mistake* best = nullptr;
  bool alone = true;  // no mistake with another sentence gives the same
  const bool certain = telling(group, wrong_places(group)), few = wrong_places(group).size() <= 2;
  for (const Mistake& mistake : mistakes_) {
    if (mistake.listed != listed || !gives(mistake, g)) continue;
    // Few numbers may be so by chance.
    if (few && denied(mistake, mistake, g, !certain)) continue;
    alone = alone && (best == nullptr || best->sentence == mistake.sentence);
    if (best == nullptr || fit(mistake) > fit(*best)) best = &mistake;
  }
  if (best == nullptr) return "";
  // What says little is told when it can be nothing else, or when the mistake gives all that is
  // wrong.
  const auto all =
      std::count_if(groups_.begin(), groups_.end(), [](const Group& other) { return other.wrong; });
  const std::vector<double>& numbers = group.got.numbers;
  const bool nothing = diagnosis::all(numbers, [](double x) { return x == 0 || std::isnan(x); });
  const bool sure =
      certain || (alone && listed && !nothing) || fit(*best) > static_cast<double>(all) - 0.5;
  return sure ? best->sentence : "";
}

std::string Measurements::two(size_t g) const {
  if (!telling(groups_[g], wrong_places(groups_[g]))) return "";
  for (const Pair& pair : pairs_) {
    const Mistake &a = mistakes_[pair.a], &b = mistakes_[pair.b];
    if (pair.group == g && fits(pair) && !denied(a, b, g, false))
      return "two mistakes. " + a.sentence + "; and " + b.sentence;
  }
  return "";
}

// The places of the wrong numbers that this mistake gives; none when it would make a number wrong
// that is right.
Measurements::Places Measurements::given_by(const Mistake& mistake, size_t g,
                                            const Places& wrong) const {
  const std::vector<std::string>& codes = groups_[g].codes;
  Places given;
  if (g >= mistake.codes.size() || mistake.codes[g].size() != codes.size()) return given;
  for (size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == "." && mistake.codes[g][i] != ".") return given;
  }
  for (size_t i : wrong) {
    if (codes[i] == mistake.codes[g][i]) given.push_back(i);
  }
  return given;
}

const Measurements::Mistake* Measurements::best_for(size_t g, const Places& wrong,
                                                    Places& given) const {
  const Mistake* best = nullptr;
  given.clear();
  for (const Mistake& mistake : mistakes_) {
    const Places places = given_by(mistake, g, wrong);
    if (places.size() > given.size()) best = &mistake, given = places;
  }
  return given.size() > 1 && telling(groups_[g], given) ? best : nullptr;
}

// Two or three mistakes that together give all that is wrong, each a part of it; or one that gives
// most of it.
std::string Measurements::of_parts(size_t g) const {
  const Group& group = groups_[g];
  Places wrong = wrong_places(group), given, rest;
  const size_t all = wrong.size();
  std::string told, of_most;
  for (int count = 1; count <= 3; ++count) {
    const Mistake* mistake = best_for(g, wrong, given);
    if (mistake == nullptr) return of_most;
    told += (told.empty() ? "" : "; and ") + mistake->sentence;
    rest.clear();
    std::set_difference(wrong.begin(), wrong.end(), given.begin(), given.end(),
                        std::back_inserter(rest));
    if (rest.empty())
      return (count == 1 ? "" : count == 2 ? "two mistakes. " : "three mistakes. ") + told;
    if (count == 1 && given.size() >= 3 && 2 * given.size() >= all) {
      of_most = mistake->sentence +
                "; this does not explain all: " + group.got.names[rest.front()] +
                ", for example, may have another cause";
    }
    wrong = rest;
  }
  return of_most;
}

}  // namespace exercise
