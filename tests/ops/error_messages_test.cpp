// error_messages_test.cpp: what every op says about inputs that do not fit, word for word: its
// name, all shapes, the dimension to blame where there is one, the rule, and what to try. An op
// that refuses computes nothing. The calls are the twelve most common mistakes of PyTorch users,
// and at least one for every error of src/ops. Line i of tests/data/op_errors.txt is the message of
// mistake i.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/compositions.h"
#include "holo/creation.h"
#include "holo/data.h"
#include "holo/memory.h"
#include "holo/ops.h"
#include "ops/shapes.h"

namespace error_messages_test {

using namespace holo;

namespace {

// ---- the mistakes ----

constexpr Index large = Index{1} << 40;
constexpr Index most = std::numeric_limits<Index>::max();

// A call, and the op that its error must name.
struct Mistake {
  const char* op;
  std::function<void()> run;
};

Tensor x(std::initializer_list<Index> sizes) { return zeros(Shape(sizes)); }
Indices index(const Shape& shape, Index value = 0) {
  return Indices(shape, std::vector<Index>(static_cast<std::size_t>(shape.numel()), value));
}

// clang-format off

const std::vector<Mistake> twelve = {
    {"add", [] { x({2, 3}) + x({4, 3}); }},
    {"matmul", [] { matmul(x({2, 3}), x({4, 5})); }},
    {"matmul", [] { matmul(x({2, 3, 4}), x({5, 4, 6})); }},
    {"reshape", [] { reshape(x({2, 3}), {4, 2}); }},
    {"reshape", [] { view(x({2, 3}), {5, -1}); }},
    {"linear", [] { linear(x({2, 3}), x({5, 4})); }},
    {"cat", [] { cat({x({2, 3}), x({2, 4})}, 0); }},
    {"stack", [] { stack({x({2, 3}), x({2, 4})}, 0); }},
    {"layer_norm", [] { layer_norm(x({2, 6}), x({5})); }},
    {"cross_entropy", [] { cross_entropy(x({4, 7}), index({3})); }},
    {"broadcast_to", [] { broadcast_to(x({3}), {2, 4}); }},
    {"sum", [] { sum(x({2, 3}), 2); }},
};

// A dimension that does not exist, for every op that takes a dimension.
std::vector<Mistake> dimensions_out_of_range() {
  std::vector<Mistake> all;
  const auto add = [&](const char* op, const std::function<void(const Tensor&, int)>& run) {
    for (const int dim : {2, -3, 100}) {
      all.push_back({op, [run, dim] { run(x({2, 3}), dim); }});
    }
    all.push_back({op, [run] { run(x({}), 1); }});
  };
  add("sum", [](const Tensor& t, int d) { sum(t, d); });
  add("mean", [](const Tensor& t, int d) { mean(t, d); });
  add("var", [](const Tensor& t, int d) { var(t, Dims(d)); });
  add("max", [](const Tensor& t, int d) { max(t, d); });
  add("min", [](const Tensor& t, int d) { min(t, d); });
  add("argmax", [](const Tensor& t, int d) { argmax(t, d); });
  add("argmin", [](const Tensor& t, int d) { argmin(t, d); });
  add("stddev", [](const Tensor& t, int d) { stddev(t, Dims(d)); });
  add("softmax", [](const Tensor& t, int d) { softmax(t, d); });
  add("log_softmax", [](const Tensor& t, int d) { log_softmax(t, d); });
  add("logsumexp", [](const Tensor& t, int d) { logsumexp(t, d); });
  add("transpose", [](const Tensor& t, int d) { transpose(t, d, d); });
  add("squeeze", [](const Tensor& t, int d) { squeeze(t, d); });
  add("slice", [](const Tensor& t, int d) { slice(t, d, 0, 1); });
  add("split", [](const Tensor& t, int d) { split(t, {1}, d); });
  add("chunk", [](const Tensor& t, int d) { chunk(t, 2, d); });
  add("gather", [](const Tensor& t, int d) { gather(t, d, index({2, 3})); });
  for (const int dim : {2, -3}) {
    all.push_back({"cat", [dim] { cat({x({2, 3})}, dim); }});
    all.push_back({"permute", [dim] { permute(x({2, 3}), {0, dim}); }});
  }
  for (const int dim : {3, -4}) {
    all.push_back({"stack", [dim] { stack({x({2, 3})}, dim); }});
    all.push_back({"unsqueeze", [dim] { unsqueeze(x({2, 3}), dim); }});
  }
  return all;
}

std::vector<Mistake> shapes_that_do_not_broadcast() {
  std::vector<Mistake> all;
  const auto add = [&](const char* op, Tensor (*run)(const Tensor&, const Tensor&)) {
    all.push_back({op, [run] { run(x({2, 3}), x({4, 3})); }});
    all.push_back({op, [run] { run(x({3}), x({2, 4})); }});
    all.push_back({op, [run] { run(x({0}), x({2})); }});
    all.push_back({op, [run] { run(x({2}), x({2, 3})); }});
    all.push_back({op, [run] { run(x({2, 3}), x({3, 2})); }});
  };
  add("add", holo::add);
  add("sub", sub);
  add("mul", mul);
  add("div", div);
  add("pow", pow);
  add("maximum", maximum);
  add("minimum", minimum);
  return all;
}

const std::vector<Mistake> others = {
    {"where", [] { where(x({2}), x({3}), x({})); }},
    {"where", [] { where(x({2, 1}), x({2, 3}), x({4})); }},
    {"masked_fill", [] { masked_fill(x({3}), x({2}), 0); }},
    {"masked_fill", [] { masked_fill(x({3}), x({2, 3}), 0); }},
    {"broadcast_to", [] { broadcast_to(x({2, 3}), {3}); }},
    {"clamp", [] { clamp(x({2}), 1, 0); }},
    {"clamp", [] { clamp(x({2}), std::numeric_limits<double>::quiet_NaN(), 0); }},
    {"sum", [] { sum(x({2, 3}), {1, -1}); }},
    {"sum", [] { sum(x({2, 3}), {0, 1, 2, 3, 4, 5, 6}); }},
    {"var", [] { var(x({2, 3}), Correction(-1)); }},
    {"max", [] { max(x({2, 0})); }},
    {"min", [] { min(x({2, 0}), 1); }},
    {"argmax", [] { argmax(x({0})); }},
    {"argmax", [] { argmax(x({3, 0}), -1); }},
    {"argmin", [] { argmin(x({0})); }},
    {"argmin", [] { argmin(x({3, 0}), -1); }},
    {"reshape", [] { reshape(x({2, 3}), {-1, -1}); }},
    {"reshape", [] { reshape(x({2, 3}), {3, -2}); }},
    {"reshape", [] { reshape(x({2, 3}), {1, 1, 1, 1, 1, 1, 6}); }},
    {"reshape", [] { reshape(x({0}), {-1, 0}); }},
    {"reshape", [] { reshape(x({2, 3}), {4, -1}); }},
    {"reshape", [] { reshape(x({2, 3}), {most, 2}); }},
    {"squeeze", [] { squeeze(x({2, 3}), 1); }},
    {"unsqueeze", [] { unsqueeze(x({1, 1, 1, 1, 1, 1}), 0); }},
    {"permute", [] { permute(x({2, 3}), {0}); }},
    {"permute", [] { permute(x({2, 3}), {1, -1}); }},
    {"slice", [] { slice(x({2, 3}), 1, 0, 3, 0); }},
    {"slice", [] { slice(x({2, 3}), {{}, {}, {}}); }},
    {"split", [] { split(x({2, 5}), {2, 2}, 1); }},
    {"split", [] { split(x({2, 5}), {6, -1}, 1); }},
    {"split", [] { split(x({2, 5}), {most, most}, 1); }},
    {"chunk", [] { chunk(x({2, 5}), 0, 1); }},
    {"cat", [] { cat(std::vector<Tensor>(), 0); }},
    {"cat", [] { cat({x({}), x({})}, 0); }},
    {"cat", [] { cat({x({2, 3}), x({3})}, 0); }},
    {"cat", [] { cat({x({most, 0}), x({most, 0})}, 0); }},
    {"stack", [] { stack(std::vector<Tensor>(), 0); }},
    {"stack", [] { stack({x({2}), x({2, 3})}, 0); }},
    {"stack", [] { stack({x({1, 1, 1, 1, 1, 1})}, 0); }},
    {"gather", [] { gather(x({2, 3}), 0, index({3})); }},
    {"gather", [] { gather(x({2, 3}), 1, index({3, 3})); }},
    {"gather", [] { gather(x({2, 3}), 1, index({2, 1}, 3)); }},
    {"gather", [] { gather(x({2, 3}), 1, index({2, 1}, -1)); }},
    {"embedding", [] { embedding(x({2, 3, 4}), index({1})); }},
    {"embedding", [] { embedding(x({7, 2}), index({3}, 7)); }},
    {"embedding", [] { embedding(x({0, 2}), index({3})); }},
    {"embedding", [] { embedding(x({7, 2}), index({1, 1, 1, 1, 1, 1})); }},
    {"matmul", [] { matmul(x({}), x({3})); }},
    {"matmul", [] { matmul(x({3}), x({4})); }},
    {"matmul", [] { matmul(x({2, 3}), x({2, 3})); }},
    {"matmul", [] { matmul(x({3, 4}), x({3})); }},
    {"linear", [] { linear(x({}), x({2, 3})); }},
    {"linear", [] { linear(x({2, 3}), x({3})); }},
    {"linear", [] { linear(x({2, 3}), x({3, 5})); }},
    {"linear", [] { linear(x({2, 3}), x({5, 3}), x({4})); }},
    {"gated", [] { gated(x({}), Activation::silu, Gate::first); }},
    {"gated", [] { gated(x({2, 3}), Activation::silu, Gate::first); }},
    {"holo_gate", [] { holo_gate(x({}), x({}), x({})); }},
    {"holo_gate", [] { holo_gate(x({2, 3}), x({2, 4}), x({2, 3})); }},
    {"holo_gate", [] { holo_gate(x({2, 3}), x({2, 3}), x({3})); }},
    {"affine_flow", [] { affine_flow(x({2}), x({3}), x({2}), x({2})); }},
    {"affine_flow", [] { affine_flow(x({2}), x({2}), x({2}), x({3})); }},
    {"affine_flow", [] { affine_flow(x({3}), x({2}), x({2}), x({2})); }},
    {"cross_entropy", [] { cross_entropy(x({}), index({})); }},
    {"cross_entropy", [] { cross_entropy(x({2, 5}), index({2}, 5)); }},
    {"cross_entropy", [] { cross_entropy(x({2, 5}), index({2}, -1)); }},
    {"cross_entropy", [] { cross_entropy(x({2, 5}), index({2}), x({3})); }},
    {"mse", [] { mse(x({2, 3}), x({3})); }},
    {"binary_cross_entropy_with_logits", [] { binary_cross_entropy_with_logits(x({4, 1}), x({4})); }},
    {"layer_norm", [] { layer_norm(x({})); }},
    {"layer_norm", [] { layer_norm(x({2, 3}), Tensor(), x({3, 1})); }},
    {"layer_norm", [] { layer_norm(x({2, 3}), Tensor(), Tensor(), -1); }},
    {"rms_norm", [] { rms_norm(x({})); }},
    {"rms_norm", [] { rms_norm(x({2, 3}), x({2})); }},
    {"rms_norm", [] { rms_norm(x({2, 3}), Tensor(), std::numeric_limits<double>::infinity()); }},
    {"dropout", [] { dropout(x({2}), 1, CounterRandom(1)); }},
    {"dropout", [] { dropout(x({2}), -0.5, x({2})); }},
    {"dropout", [] { dropout(x({2}), 0.5, x({3})); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 4}), x({1, 2, 4}), {0, 0, true, 0}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 4}), x({1, 2, 4}), {4, 3, true, 0}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 4}), x({1, 2, 4}), {2, 0, true, std::numeric_limits<double>::infinity()}); }},
    {"attention", [] { attention(x({2, 4}), x({1, 2, 4}), x({1, 2, 4}), {2, 0, true, 0}); }},
    {"attention", [] { attention(x({1, 2, 5}), x({1, 2, 5}), x({1, 2, 5}), {2, 0, true, 0}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({3, 2, 4}), x({3, 2, 4}), {2, 0, true, 0}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 4}), x({1, 3, 4}), {2, 0, true, 0}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 2}), x({1, 2, 2}), {2, 0, true, 0}); }},
    {"attention", [] { attention(x({1, 3, 4}), x({1, 2, 4}), x({1, 2, 4}), {2, 0, true, 0}); }},
    {"self_attention", [] { self_attention(x({2, 12}), {2, 0, true, 0}); }},
    {"self_attention", [] { self_attention(x({1, 2, 13}), {2, 0, true, 0}); }},
    {"self_attention", [] { self_attention(x({1, 2, 12}), {most, 1, true, 0}); }},
    {"self_attention", [] { self_attention(x({1, 2, 12}), {most, most, true, 0}); }},
    {"reshape", [] { reshape(x({2, 3}), {0, -1}); }},
    {"reshape", [] { reshape(x({2, 3}), {-1, 2, -1}); }},
    {"embedding", [] { embedding(x({9, 4}), {0, 8, 1, 9}); }},
    {"matmul", [] { matmul(x({5, 4, 2, 3}), x({2, 5})); }},
    {"matmul", [] { matmul(x({3, 2, 3, 4}), x({3, 4, 4, 2})); }},
    {"matmul", [] { matmul(x({large, 0}), x({0, large})); }},
    {"mul", [] { broadcast_shape("mul", {large, 1}, {large}); }},
    {"masked_fill", [] { check_broadcasts_to("masked_fill", {2}, {2, 3}); }},
    {"linear", [] { linear(x({2, 3, 4}), x({5, 3})); }},
    {"layer_norm", [] { layer_norm(x({2, 3}), Tensor(), Tensor(), std::numeric_limits<double>::quiet_NaN()); }},
    {"dropout", [] { dropout(x({2}), std::numeric_limits<double>::quiet_NaN(), CounterRandom(1)); }},
    {"cross_entropy", [] { cross_entropy(x({2, 3, 5}), Indices({2, 3}, {0, 4, 1, 2, 3, 5})); }},
    {"cross_entropy", [] { cross_entropy(x({2, 5}), {1, -100}, Reduction::mean, -1); }},
    {"cross_entropy", [] { cross_entropy(x({2}), Indices({}, {2})); }},
    {"cross_entropy", [] { cross_entropy(x({2, 0}), {-100, 0}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 4}), x({1, 2, 4}), {4, -1, true, 0}); }},
    {"attention", [] { attention(x({2, 5, 8}), x({2, 5, 8}), x({2, 5, 4, 2}), {4, 0, true, 0}); }},
    {"attention", [] { attention(x({2, 5, 8}), x({2, 5, 4}), x({2, 5, 8}), {4, 0, true, 0}); }},
    {"self_attention", [] { self_attention(x({1, 1, 0}), {Index{1} << 62, 0, true, 0}); }},
    {"flatten", [] { flatten(x({2, 3}), 1, 0); }},
    {"select", [] { select(x({2, 3}), 0, 2); }},
    {"select", [] { select(x({0, 3}), 0, 0); }},
    {"pad", [] { pad(x({2, 3}), 0, -1, 2); }},
    {"pad", [] { pad(x({2, 3}), 0, 2, -1); }},
    {"tril", [] { tril(x({3})); }},
    {"nll_loss", [] { nll_loss(x({2, 3}), {0, 1, 2}); }},
    {"attention", [] { attention(x({1, 2, 4}), x({1, 2, 4}), x({1, 2, 4}), x({2}), {}); }},
    {"smoothed_cross_entropy", [] { smoothed_cross_entropy(x({2, 3}), {0, 1}, 1.5); }},
    {"smoothed_cross_entropy", [] { smoothed_cross_entropy(x({2, 3}), {0, -100}, 0.1); }},
    {"smoothed_cross_entropy", [] { smoothed_cross_entropy(x({2, 3}), {std::numeric_limits<Index>::min(), 0}, 0.1); }},
    // 2^63 elements are more than a number counts.
    {"where", [] { where(x({1 << 21, 1, 1}), x({1, 1 << 21, 1}), x({1, 1, 1 << 21})); }},
};

// clang-format on

std::vector<Mistake> all_mistakes() {
  std::vector<Mistake> all = twelve;
  for (const auto& more : {dimensions_out_of_range(), shapes_that_do_not_broadcast(), others}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// ---- their messages ----

// The message of a mistake, whose error must have its parts.
std::string message_of(const Mistake& mistake) {
  try {
    mistake.run();
  } catch (const Error& error) {
    const std::string text = error.what();
    CAPTURE(text);
    CHECK(error.where() == mistake.op);
    CHECK(!error.found().empty());
    CHECK(!error.expected().empty());
    CHECK(!error.hint().empty());
    return text;
  }
  FAIL_CHECK(std::string(mistake.op) << " accepts it");
  return "";
}

// The longest text of a `throw` that is in its message as it stands: "{} of {}" leaves " of ".
std::string longest_text(const std::string& statement) {
  std::string longest;
  for (const std::string& text : matches(statement, R"re("((?:[^"\\]|\\.)*)")re")) {
    for (const std::string& part : matches(text + "{", R"re(([^{}]*)\{)re")) {
      if (part.size() > longest.size()) longest = part;
    }
  }
  return longest;
}

}  // namespace

TEST_CASE("error messages: every mistake is refused in the words of tests/data/op_errors.txt") {
  std::istringstream expected(read_file("tests/data/op_errors.txt"));
  const std::size_t nodes = memory_stats().live_nodes;
  std::size_t number = 0;
  for (const Mistake& mistake : all_mistakes()) {
    std::string line;
    std::getline(expected, line);
    CAPTURE(number);
    CHECK(message_of(mistake) == line);
    ++number;
  }
  std::string more;
  CHECK_FALSE(std::getline(expected, more));
  CHECK(memory_stats().live_nodes == nodes);
}

TEST_CASE("error messages: every throw in src/ops is the error of some mistake") {
  const std::string messages = read_file("tests/data/op_errors.txt");
  int places = 0;
  for (const auto& file : std::filesystem::directory_iterator("src/ops")) {
    if (file.path().extension() == ".cu") continue;  // kernels: the caller has checked everything
    const std::string source = read_file(file.path().string());
    for (std::size_t at = source.find("throw "); at != std::string::npos;
         at = source.find("throw ", at + 1)) {
      const std::string statement = source.substr(at, source.find(";\n", at) - at);
      const std::string text = longest_text(statement);
      CHECK_FALSE(text.empty());
      CHECK_MESSAGE(contains(messages, text), file.path().string(), ": no mistake leads to ",
                    statement);
      ++places;
    }
  }
  CHECK(places > 30);
}

}  // namespace error_messages_test
