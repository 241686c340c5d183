// A number of a Tensor as a sum of terms: that what it says is true, for every op.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "helpers.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "playground/sheet.h"
#include "registry/registry.h"
#include "trace/logs.h"

namespace terms_test {

using namespace holo;

namespace {

// "1 * (-2) + exp(s)" as a number: a sheet of the playground. Nothing of a text that has other
// words.
std::optional<double> number_of(std::string_view text, double s) {
  std::string sheet = fmt::format("s = {}\ny = {}", s, text);
  for (std::size_t at; (at = sheet.find("reshape(")) != sheet.npos;) sheet.erase(at, 7);
  const Tape tape;
  try {
    return read_sheet(sheet).root().value.data();
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// The same of "2 where 3 > 0, else 0".
std::optional<double> value_of(std::string_view text, double s) {
  const std::size_t where = text.find(" where ");
  if (where == text.npos) return number_of(text, s);
  const std::string_view condition = text.substr(where + 7, text.find(',', where) - where - 7);
  const std::size_t sign = condition.find_first_of("<>");
  if (sign == condition.npos || text.find(" where ", where + 1) != text.rfind(" where equal")) {
    return std::nullopt;
  }
  const auto a = number_of(condition.substr(0, sign - 1), s);
  const auto b = number_of(condition.substr(sign + 2), s);
  if (!a || !b) return std::nullopt;
  return (condition[sign] == '>' ? *a > *b : *a < *b) ? number_of(text.substr(0, where), s) : 0;
}

// Whether "a * s = 2 * s = 6, s = b + c = 1 + 2" holds. Nothing where it cannot be told.
std::optional<bool> holds(const std::string& line) {
  const std::size_t row = std::min(line.find(", s = "), line.size());
  const std::size_t first = line.find(" = "), last = line.rfind(" = ", row - 1);
  if (first >= last || contains(line, " more)") || contains(line, " += ")) return std::nullopt;
  if (count(line, ", s = ") > 1) return std::nullopt;
  const auto s = row < line.size()
                     ? value_of(std::string_view(line).substr(line.rfind(" = ") + 3), 0)
                     : std::optional(0.0);
  if (!s) return std::nullopt;
  const auto sum = value_of(std::string_view(line).substr(first + 3, last - first - 3), *s);
  const double result = std::stod(line.substr(last + 3, row - last - 3));
  if (!sum || !std::isfinite(result)) return std::nullopt;
  return std::abs(*sum - result) <= 2e-4 * (1 + std::abs(result));
}

// Asks the stepper for all numbers of a node.
std::string all_numbers(const TraceLog& log, std::uint32_t node, const char* command) {
  std::string commands = "g end\n";
  for (std::size_t at = 0; at < log.numel(node); ++at) {
    std::string indices;
    std::size_t left = at;
    for (std::size_t d = log.nodes[node].shape.size(); d-- > 0;) {
      const auto size = static_cast<std::size_t>(log.nodes[node].shape[d]);
      indices.insert(0, fmt::format("[{}]", left % size));
      left /= size;
    }
    commands += fmt::format("{} #{}{}\n", command, log.nodes[node].number, indices);
  }
  return session(log, commands);
}

}  // namespace

TEST_CASE("terms: of every op, a number that is written out is what its numbers say") {
  constexpr Index most = 64;
  std::set<std::string> written;
  const auto judge = [&](const std::string& text, std::string op) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  from ")) op = "sent " + line.substr(7, line.find(' ', 7) - 7);
      if (!line.starts_with("  data ") && !line.starts_with("    ")) continue;
      const std::optional<bool> is_true = holds(line);
      if (!is_true) continue;
      CAPTURE(op);
      CAPTURE(line);
      CHECK(*is_true);
      written.insert(op);
    }
  };
  for (const registry::Entry& entry : registry::entries()) {
    CAPTURE(entry.name);
    for (std::size_t i = 0; i < std::min<std::size_t>(8, entry.samples.size()); ++i) {
      const std::vector<Tensor> leaves = registry::leaves_of(entry.samples[i]);
      CAPTURE(entry.samples[i].form);
      const TraceLog log = recorded([&] {
        const Tensor y = entry.samples[i].f(leaves);
        if (y.requires_grad()) y.backward(normal(y.shape(), CounterRandom(3)));
      });
      for (std::uint32_t node = 0; node < log.nodes.size(); ++node) {
        const TracedNode& traced = log.nodes[node];
        if (traced.shape.empty() || log.numel(node) > most) continue;
        if (!traced.parents.empty()) judge(all_numbers(log, node, "p"), "made " + traced.op);
        if (traced.requires_grad) judge(all_numbers(log, node, "why"), "");
      }
    }
  }
  for (const char* const op :
       {"matmul", "linear", "add", "sub", "mul", "div", "sum", "mean", "softmax", "log_softmax",
        "embedding", "gather", "slice", "permute", "reshape", "tanh", "exp"}) {
    CAPTURE(op);
    CHECK(written.contains(std::string("made ") + op));
    CHECK(written.contains(std::string("sent ") + op));
  }
  CHECK(written.contains("sent relu"));
  CHECK(written.contains("sent maximum"));
  CHECK(written.contains("sent logsumexp"));
}

}  // namespace terms_test
