// page.cpp: a trace page consists of the log as JSON and the files of this folder, which the build
// joins by kind and embeds. Text from the log appears in the page only as JSON without "<". The
// page's policy does not allow it to load anything.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <string_view>
#include <system_error>

#include "files/text.h"
#include "holo/trace.h"
#include "trace/formula.h"
#include "trace/json_parts.h"
#include "trace/option_names.h"

namespace holo {

extern const char embedded_page_html[], embedded_page_css[], embedded_page_js[];
extern const std::size_t embedded_page_html_size, embedded_page_css_size, embedded_page_js_size;
// The files of part/ and embed/, for an element in another page.
extern const char embedded_part_css[], embedded_part_js[];
extern const std::size_t embedded_part_css_size, embedded_part_js_size;

namespace {

constexpr std::size_t largest_source = 1 << 20;

// One field of all events, as a JSON array.
template <class FieldOf>
std::string json_column(const TraceLog& log, const FieldOf& field_of) {
  return json_list(log.events, [&](const TraceEvent& e) { return fmt::format("{}", field_of(e)); });
}

std::string numbers_column(const TraceLog& log) {
  std::string out = "[";
  for (const double x : log.numbers) {
    if (out.size() > 1) out += ',';
    add_json_number(out, x);
  }
  return out + "]";
}

// A node: [number, op, label, is_tensor, requires_grad, shape, parents, made_by, formula, formulas
// of the gradients that a Tensor sends, options, indices].
std::string node_row(const TraceLog& log, std::uint32_t index) {
  const TracedNode& node = log.nodes[index];
  const auto number = [](auto n) { return fmt::format("{}", n); };
  std::vector<std::string> sent;
  for (std::uint32_t edge = 0; node.is_tensor && edge < node.parents.size(); ++edge) {
    sent.push_back(gradient_formula(log, index, edge));
  }
  return fmt::format(
      "[{},{},{},{},{},{},{},{},{},{},{},{}]", node.number, json_string(node.op),
      json_string(node.label), node.is_tensor ? 1 : 0, node.requires_grad ? 1 : 0,
      json_list(node.shape, number), json_list(node.parents, number), node.made_by,
      json_string(formula_pattern(node)), json_list(sent, json_string),
      json_string(op_options_text(node.options, static_cast<int>(node.shape.size()))),
      json_list(node.indices, number));
}

// The constants of all Values: [node, whether the constant is the first operand, number]. In the
// book, the reader can change them.
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

// The text of a source file, or null if it cannot be read. A log from elsewhere may name any file,
// and pages are passed on, so this reads only source files.
std::string source_text(const std::string& file) {
  if (!is_source(file)) return "null";
  std::ifstream in(file, std::ios::binary);
  std::string text(largest_source + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text.empty() || text.size() > largest_source ? "null" : json_string(text);
}

// Replaces each {{name}} in the template by parts[name], but no {{name}} inside a part.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& parts) {
  std::string out;
  for (;;) {
    const std::size_t begin = page.find("{{"), end = page.find("}}");
    if (begin == std::string_view::npos) return out.append(page);
    out.append(page.substr(0, begin)).append(parts.at(page.substr(begin + 2, end - begin - 2)));
    page.remove_prefix(end + 2);
  }
}

}  // namespace

std::string page_data(const TraceLog& log, Sources sources) {
  std::map<std::string, std::size_t> files;
  for (const TracePlace& place : log.places) files.emplace(place.file, 0);
  std::size_t count = 0;
  for (auto& [file, index] : files) index = count++;

  using Event = TraceEvent;
  std::string out = R"({"format":"hologradient-page/2")";
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
  std::uint32_t next = 0;
  add("nodes", json_list(log.nodes, [&](const TracedNode&) { return node_row(log, next++); }));
  add("constants", value_constants(log));
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
  add("numbers", numbers_column(log));
  return out + "}";
}

std::string to_html(const TraceLog& log) {
  return filled({embedded_page_html, embedded_page_html_size},
                {{"style", {embedded_page_css, embedded_page_css_size}},
                 {"script", {embedded_page_js, embedded_page_js_size}},
                 {"count", fmt::format("{}", log.events.size())},
                 {"data", page_data(log, Sources::with)}});
}

std::string to_html_part(const TraceLog& log) {
  const std::string style(embedded_part_css, embedded_part_css_size);
  const std::string script(embedded_part_js, embedded_part_js_size);
  return fmt::format(
      "<!-- {} -->\n<hologradient-trace><script type=\"application/json\">{}</script>"
      "</hologradient-trace>\n<script>(() => {{\n\"use strict\";\nconst STYLE = {};\n{}}})();\n"
      "</script>\n",
      trace_format, page_data(log, Sources::without), json_string(style), script);
}

}  // namespace holo
