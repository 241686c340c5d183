// error_messages_test.cpp: what every op says about inputs that do not fit: its name, all shapes,
// the dimension to blame where there is one, the rule, and what to try. First the twelve mistakes
// that users of PyTorch make most, then every other error of src/ops; none is left out.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/safetensors.h"
#include "holo/memory.h"
#include "ops/mistakes.h"

namespace error_messages_test {

using namespace holo;
using mistakes::Mistake, mistakes::all_mistakes, mistakes::twelve, mistakes::x;

namespace {

// What is missing in an error, or nothing. `usual`: the shapes are in the text too, and the
// dimension or its size.
std::string missing_in(const Mistake& mistake, const Error& error, bool usual) {
  const std::string text = error.what();
  std::string missing;
  const auto need = [&](bool there, const std::string& what) {
    if (!there) missing += " " + what + ";";
  };
  need(error.where() == mistake.op, "the op");
  need(!error.found().empty(), "what was found");
  need(!error.expected().empty(), "the rule");
  need(!error.hint().empty(), "a hint");
  const auto* const shape_error = dynamic_cast<const ShapeError*>(&error);
  need(mistake.shapes.empty() || shape_error != nullptr, "the type ShapeError");
  if (shape_error == nullptr) return missing;
  for (const Shape& shape : mistake.shapes) {
    const auto& shapes = shape_error->shapes();
    need(std::find(shapes.begin(), shapes.end(), shape) != shapes.end(),
         "the shape " + shape.to_string());
    const bool in_text = text.find(shape.to_string()) != std::string::npos;
    need(in_text || !usual, "the text " + shape.to_string());
  }
  need(shape_error->dimension() == mistake.dimension,
       fmt::format("the dimension, not {}", shape_error->dimension().value_or(-1)));
  if (usual && mistake.dimension) {
    const int d = *mistake.dimension;
    const Shape& first = mistake.shapes[0];
    const std::string size = d < first.ndim() ? std::to_string(first[d]) : "?";
    need(text.find(std::to_string(d)) != std::string::npos || text.find(size) != std::string::npos,
         "the dimension in the text");
  }
  return missing;
}

// The message of a mistake, which is checked.
std::string message_of(const Mistake& mistake, bool usual = false) {
  try {
    mistake.run();
  } catch (const Error& error) {
    const std::string missing = missing_in(mistake, error, usual);
    CHECK_MESSAGE(missing.empty(), std::string(error.what()), " lacks", missing);
    return error.what();
  }
  FAIL_CHECK(std::string(mistake.op) << " accepts it");
  return "";
}

}  // namespace

// ---- the places in src/ops where errors are made ----

namespace {

// The text of a string literal without what it is filled with: "{} of {}" is " of ".
using Fragments = std::vector<std::string>;

Fragments fragments_of(const std::string& literal) {
  Fragments fragments(1);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '{') {
      fragments.back() += literal[i];
    } else {
      fragments.emplace_back();
      i = literal.find('}', i);
    }
  }
  return fragments;
}

bool holds(const std::string& message, const Fragments& fragments) {
  std::size_t at = 0;
  for (const std::string& fragment : fragments) {
    at = message.find(fragment, at);
    if (at == std::string::npos) return false;
    at += fragment.size();
  }
  return true;
}

std::size_t length(const Fragments& fragments) {
  std::size_t sum = 0;
  for (const std::string& fragment : fragments) sum += fragment.size();
  return sum;
}

// The longest literal of the expression that begins at `at` and ends with its `;`.
Fragments longest_literal(const std::string& source, std::size_t at) {
  Fragments longest;
  std::string literal;
  bool inside = false;
  for (; at < source.size() && (inside || source[at] != ';'); ++at) {
    if (inside && source[at] == '\\') ++at;
    if (source[at] != '"') {
      if (inside) literal += source[at];
      continue;
    }
    inside = !inside;
    // Neighbours are one literal: "equal " "shapes".
    const std::size_t next = source.find_first_not_of(" \n", at + 1);
    if (!inside && next != std::string::npos && source[next] == '"') {
      at = next;
      inside = true;
      continue;
    }
    if (inside) continue;
    const Fragments fragments = fragments_of(literal);
    if (length(fragments) > length(longest)) longest = fragments;
    literal.clear();
  }
  return longest;
}

}  // namespace

TEST_CASE("error messages: the twelve usual mistakes name op, shapes, dimension, rule and hint") {
  CHECK(twelve.size() == 12);
  for (const Mistake& mistake : twelve) message_of(mistake, true);
}

TEST_CASE("error messages: so does every other error of an op") {
  for (const Mistake& mistake : all_mistakes()) message_of(mistake);
}

TEST_CASE("error messages: every throw in src/ops has been reached") {
  std::vector<std::string> messages;
  for (const Mistake& mistake : all_mistakes()) messages.push_back(message_of(mistake));
  int places = 0;
  for (const auto& file : std::filesystem::directory_iterator("src/ops")) {
    const std::string source = golden::read_bytes(file.path().string());
    for (std::size_t at = source.find("throw "); at != std::string::npos;
         at = source.find("throw ", at + 1)) {
      if (source.compare(at, 12, "throw Shape") != 0 && source.find("Error(", at) > at + 20)
        continue;
      const Fragments literal = longest_literal(source, at);
      const auto line =
          1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      const bool reached = std::any_of(messages.begin(), messages.end(),
                                       [&](const std::string& m) { return holds(m, literal); });
      CHECK_MESSAGE(reached, file.path().string(), ":", line, ": no test reaches this error");
      ++places;
    }
  }
  MESSAGE("error messages: ", messages.size(), " mistakes, ", places, " places in src/ops");
  CHECK(places > 30);
}

TEST_CASE("error messages: the words of the usual ones") {
  const auto text = [](void (*run)()) -> std::string {
    try {
      run();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string add_text = text([] { x({2, 3}) + x({4, 3}); });
  CHECK(add_text.find("add: cannot broadcast [2,3] with [4,3]: dimension 0 is 2 and 4") == 0);
  const std::string matmul_text = text([] { matmul(x({2, 3}), x({4, 3})); });
  CHECK(matmul_text.find("matmul: [2,3] @ [4,3]: inner dimensions 3 and 4 differ") == 0);
  CHECK(matmul_text.find("transpose of the second") != std::string::npos);
  const std::string reshape_text = text([] { reshape(x({2, 3}), {4, 2}); });
  CHECK(reshape_text.find("reshape: [2,3] has 6 elements, [4,2] needs 8") == 0);
  const std::string target = text([] { cross_entropy(x({2, 5}), Indices({1, 7})); });
  for (const char* piece : {"target 7", "[1]", "5"}) CHECK(target.find(piece) != std::string::npos);
  const std::string token = text([] { embedding(x({5, 2}), Indices({1, 9})); });
  for (const char* piece : {"index 9", "position 1", "0 to 4"}) {
    CHECK(token.find(piece) != std::string::npos);
  }
}

TEST_CASE("error messages: an error leaves nothing behind and computes nothing") {
  const Tensor a = x({2, 3}), b = x({4, 3});
  const std::size_t nodes = memory_stats().live_nodes;
  for (const Mistake& mistake : all_mistakes()) message_of(mistake);
  CHECK(memory_stats().live_nodes == nodes);
}

}  // namespace error_messages_test
