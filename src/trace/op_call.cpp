// op_call.cpp: finds an option by its name, and reads the numbers behind it.
#include "trace/op_call.h"

#include <fmt/format.h>

#include <cstdlib>

#include "holo/check.h"
#include "holo/nn/activation.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// Where the words of the option begin in ", dims 0 1, keepdim,", or npos.
std::size_t find(const std::string& options, const std::string& name) {
  const std::size_t at = options.find(", " + name), end = at + 2 + name.size();
  if (at == options.npos) return at;
  return options[end] == ' ' || options[end] == ',' ? end : options.npos;
}

}  // namespace

const Tensor& OpCall::operator[](std::size_t i) const {
  if (i < x.size()) return x[i];
  throw Error(node.op, fmt::format("{} inputs", x.size()), "more of them");
}

bool OpCall::has(const std::string& option) const {
  return find(", " + node.options + ",", option) != std::string::npos;
}

std::string OpCall::words(const std::string& option) const {
  const std::string options = ", " + node.options + ",";
  const std::size_t at = find(options, option);
  if (at == options.npos) {
    throw Error(node.op, fmt::format("the options \"{}\"", node.options), "the option " + option);
  }
  const std::size_t end = options.find(',', at);
  return end == at ? "" : options.substr(at + 1, end - at - 1);
}

double OpCall::number(const std::string& option) const {
  // from_chars for doubles is missing in older standard libraries.
  return std::strtod(words(option).c_str(), nullptr);
}

std::uint64_t OpCall::count(const std::string& option) const {
  return std::strtoull(words(option).c_str(), nullptr, 10);
}

std::vector<Index> OpCall::list(const std::string& option) const {
  std::vector<Index> numbers;
  const std::string text = words(option);
  const char* at = text.c_str();
  for (char* end = nullptr; *at != '\0'; at = end) {
    numbers.push_back(static_cast<Index>(std::strtoll(at, &end, 10)));
    if (end == at) throw Error(node.op, fmt::format("{} \"{}\"", option, text), "whole numbers");
  }
  return numbers;
}

std::vector<int> OpCall::dims(const std::string& option) const {
  std::vector<int> dims;
  for (const Index dim : list(option)) dims.push_back(static_cast<int>(dim));
  if (dims.size() > static_cast<std::size_t>(max_ndim)) {
    throw Error(node.op, fmt::format("{} dimensions", dims.size()), "at most 6");
  }
  return dims;
}

Activation OpCall::activation(const char* option) const {
  return activation_named(node.op.c_str(), option, words(option));
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
