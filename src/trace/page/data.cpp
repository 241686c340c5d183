// data.cpp: the log as the page's script reads it: names and nodes as JSON, columns of
// events and numbers as base64, little-endian, so that every bit of a number arrives.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/bit_cast.h"
#include "files/text.h"
#include "trace/formula.h"
#include "trace/json_parts.h"
#include "trace/option_names.h"
#include "trace/page/base64.h"
#include "trace/page/parts.h"

namespace holo {
namespace {

constexpr std::size_t largest_source = 1 << 20;

template <class T>
void add_bytes(std::vector<std::uint8_t>& out, T bits, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) out.push_back(static_cast<std::uint8_t>(bits >> 8 * i));
}

// One field of every event, in as many bytes as the largest needs: {"bytes":2,"data":"..."}.
template <class FieldOf>
std::string json_column(const TraceLog& log, const FieldOf& field_of) {
  std::uint64_t largest = 0;
  for (const TraceEvent& event : log.events)
    largest = std::max<std::uint64_t>(largest, field_of(event));
  const std::size_t width = largest < 1U << 8 ? 1 : largest < 1U << 16 ? 2 : 4;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(width * log.events.size());
  for (const TraceEvent& event : log.events) {
    add_bytes(bytes, static_cast<std::uint64_t>(field_of(event)), width);
  }
  return fmt::format(R"({{"bytes":{},"data":"{}"}})", width, base64(bytes));
}

std::string numbers_column(const TraceLog& log) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(8 * log.numbers.size());
  for (const double x : log.numbers) add_bytes(bytes, bit_cast<std::uint64_t>(x), 8);
  return base64(bytes);
}

// [number, op, label, is_tensor, requires_grad, shape, parents, made_by, formula, options,
// indices]; few have the last two.
std::string node_row(const TracedNode& node) {
  const auto number = [](auto n) { return fmt::format("{}", n); };
  std::string row = fmt::format(
      "[{},{},{},{},{},{},{},{},{}", node.number, json_string(node.op), json_string(node.label),
      node.is_tensor ? 1 : 0, node.requires_grad ? 1 : 0, json_list(node.shape, number),
      json_list(node.parents, number), node.made_by, json_string(formula_pattern(node)));
  const std::string options = op_options_text(node.options, static_cast<int>(node.shape.size()));
  if (!options.empty() || !node.indices.empty()) row += "," + json_string(options);
  if (!node.indices.empty()) row += "," + json_list(node.indices, number);
  return row + "]";
}

// [node, whether it comes before the op, number] of each constant of a Value.
std::string value_constants(const TraceLog& log) {
  std::string out;
  for (std::size_t i = 0; i < log.nodes.size(); ++i) {
    const TracedNode& node = log.nodes[i];
    if (node.is_tensor || node.has_constant == TracedNode::Constant::none) continue;
    out += fmt::format("{}[{},{},", out.empty() ? "" : ",", i,
                       node.has_constant == TracedNode::Constant::first ? 1 : 0);
    add_json_number(out, node.constant);
    out += "]";
  }
  return "[" + out + "]";
}

bool is_source(const std::filesystem::path& file) {
  static constexpr std::string_view endings[] = {".cpp", ".cc", ".cxx", ".h", ".hpp", ".cu"};
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) &&
         std::find(std::begin(endings), std::end(endings), file.extension().string()) !=
             std::end(endings);
}

// The text of a source file, or null when it cannot be read. A log from elsewhere may name any
// file, and a page is passed on: only sources are taken.
std::string source_text(const std::string& file) {
  if (!is_source(file)) return "null";
  std::ifstream in(file, std::ios::binary);
  std::string text(largest_source + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text.empty() || text.size() > largest_source ? "null" : json_string(text);
}

}  // namespace

std::string page_data(const TraceLog& log, Sources sources) {
  std::map<std::string, std::size_t> files;
  for (const TracePlace& place : log.places) files.emplace(place.file, 0);
  std::size_t count = 0;
  for (auto& [file, index] : files) index = count++;

  using Event = TraceEvent;
  std::string out = R"({"format":"hologradient-page/1")";
  const auto add = [&](const char* name, const std::string& json) {
    out += fmt::format(",\n\"{}\":{}", name, json);
  };
  add("program", json_string(log.program));
  add("command", json_string(log.command));
  add("version", json_string(log.version));
  add("no_lines", json_string(log.no_lines));
  add("cut", json_string(log.cut));
  add("tokens", json_list(log.tokens, json_string));
  add("scopes", json_list(log.scopes, json_string));
  add("files", json_list(files, [&](const auto& file) {
        return fmt::format("[{},{}]", json_string(passed_on(file.first)),
                           sources == Sources::with ? source_text(file.first) : "null");
      }));
  add("places", json_list(log.places, [&](const TracePlace& place) {
        return fmt::format("[{},{}]", files.at(place.file), place.line);
      }));
  add("nodes", json_list(log.nodes, node_row));
  add("constants", value_constants(log));
  const PageRecipes recipes = page_recipes(log);
  add("recipes", "[" + recipes.recipes + "]");
  add("recipe_of", "[" + recipes.nodes + "]");
  add("event_count", fmt::format("{}", log.events.size()));
  add("kind", json_column(log, [](const Event& e) { return static_cast<unsigned>(e.kind); }));
  add("node", json_column(log, [](const Event& e) { return e.node; }));
  // Only a contribution has a parent.
  add("parent",
      json_column(log, [](const Event& e) { return e.parent == Event::none ? 0 : e.parent; }));
  add("edge", json_column(log, [](const Event& e) { return e.edge; }));
  add("scope", json_column(log, [](const Event& e) { return e.scope; }));
  add("place", json_column(log, [](const Event& e) { return e.place; }));
  add("first", json_column(log, [](const Event& e) { return e.first; }));
  add("size", json_column(log, [](const Event& e) { return e.size; }));
  add("numbers", "\"" + numbers_column(log) + "\"");
  return out + "}";
}

}  // namespace holo
