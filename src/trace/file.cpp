// file.cpp: a log as JSON, and as a page, which has this JSON and the files of page/ that the build
// joins by kind and embeds. Text from the log appears in a page only as JSON without "<", and the
// page's policy does not allow it to load anything. Saves a log in the format that the path's
// ending names, never over a file that is not a log.
#include "holo/trace.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "files/atomic_file.h"
#include "files/text.h"
#include "holo/check.h"
#include "trace/formula.h"

namespace holo {

extern const char embedded_page_html[], embedded_page_css[], embedded_page_js[];
extern const std::size_t embedded_page_html_size, embedded_page_css_size, embedded_page_js_size;
// The files of part/ and embed/, for an element in another page.
extern const char embedded_part_css[], embedded_part_js[];
extern const std::size_t embedded_part_css_size, embedded_part_js_size;

namespace {

// ---- a log as JSON ----

// The name of the format, without its version, and with it.
constexpr std::string_view trace_format_name = "hologradient-trace/";
constexpr std::string_view trace_format = "hologradient-trace/4";
constexpr std::size_t largest_source = 1 << 20;

// Whether a page contains the text of the source files.
enum class Sources { with, without };

// The shortest number that reads back as x, or a NaN or infinity as a string.
std::string json_number(double x) {
  if (std::isfinite(x)) return fmt::format("{}", x);
  return std::isnan(x) ? "\"NaN\"" : x > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

// A JSON array: "[1,2]".
template <class Items, class TextOf>
std::string json_list(const Items& items, const TextOf& text_of) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += text_of(item);
  }
  return out + "]";
}

// The name of a source file in a log that others may receive. A path below the working folder
// stays as it is, like "src/a.cpp". An absolute path loses its folders, which may name a person:
// "/home/ada/b.cpp" becomes ".../b.cpp".
std::string passed_on(const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() ? ".../" + path.filename().string() : file;
}

// One field of all events, as a JSON array.
template <class FieldOf>
std::string json_column(const TraceLog& log, const FieldOf& field_of) {
  return json_list(log.events, [&](const TraceEvent& e) { return fmt::format("{}", field_of(e)); });
}

// A node: [number, op, label, is_tensor, requires_grad, shape, parents, made_by, formula, formulas
// of the gradients that a Tensor sends, indices].
std::string node_row(const TraceLog& log, std::uint32_t index) {
  const TracedNode& node = log.nodes[index];
  const auto number = [](auto n) { return fmt::format("{}", n); };
  std::vector<std::string> sent;
  for (std::uint32_t edge = 0; node.is_tensor && edge < node.parents.size(); ++edge) {
    sent.push_back(gradient_formula(log, index, edge));
  }
  return fmt::format("[{},{},{},{},{},{},{},{},{},{},{}]", node.number, json_string(node.op),
                     json_string(node.label), node.is_tensor ? 1 : 0, node.requires_grad ? 1 : 0,
                     json_list(node.shape, number), json_list(node.parents, number), node.made_by,
                     json_string(formula_pattern(node)), json_list(sent, json_string),
                     json_list(node.indices, number));
}

// The text of a source file, or null if it cannot be read.
std::string source_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text(largest_source + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text.empty() || text.size() > largest_source ? "null" : json_string(text);
}

// The log without "<", so that it can stand in a <script> element.
std::string json_of(const TraceLog& log, Sources sources) {
  std::map<std::string, std::size_t> files;
  for (const TracePlace& place : log.places) files.emplace(place.file, 0);
  std::size_t count = 0;
  for (auto& [file, index] : files) index = count++;

  using Event = TraceEvent;
  std::string out = fmt::format("{{\"format\":\"{}\"", trace_format);
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
  add("event_count", fmt::format("{}", log.events.size()));
  add("kind", json_column(log, [](const Event& e) { return static_cast<unsigned>(e.kind); }));
  add("node", json_column(log, [](const Event& e) { return e.node; }));
  // Only a contribution has a parent.
  add("parent",
      json_column(log, [](const Event& e) { return e.parent == Event::none ? 0 : e.parent; }));
  add("edge", json_column(log, [](const Event& e) { return e.edge; }));
  add("scope", json_column(log, [](const Event& e) { return e.scope; }));
  add("place", json_column(log, [](const Event& e) { return e.place; }));
  add("size", json_column(log, [](const Event& e) { return e.size; }));
  // Of a contribution of a Value only the local derivative and the parent's gradient before it: the
  // other two numbers follow from what is before it.
  std::vector<double> numbers;
  for (const Event& event : log.events) {
    const int runs = log.runs(event);
    for (int i = 0; i < runs; i += runs == 4 ? 2 : 1) {
      const std::span<const double> run = log.run(event, i);
      numbers.insert(numbers.end(), run.begin(), run.end());
    }
  }
  add("numbers", json_list(numbers, json_number));
  return out + "}";
}

// ---- a log as a page ----

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

std::string to_json(const TraceLog& log) { return json_of(log, Sources::without) + "\n"; }

std::string to_html(const TraceLog& log) {
  return filled({embedded_page_html, embedded_page_html_size},
                {{"style", {embedded_page_css, embedded_page_css_size}},
                 {"script", {embedded_page_js, embedded_page_js_size}},
                 {"count", fmt::format("{}", log.events.size())},
                 {"data", json_of(log, Sources::with)}});
}

std::string to_html_part(const TraceLog& log) {
  const std::string style(embedded_part_css, embedded_part_css_size);
  const std::string script(embedded_part_js, embedded_part_js_size);
  return fmt::format(
      "<!-- {} -->\n<hologradient-trace><script type=\"application/json\">{}</script>"
      "</hologradient-trace>\n<script>(() => {{\n\"use strict\";\nconst STYLE = {};\n{}}})();\n"
      "</script>\n",
      trace_format, json_of(log, Sources::without), json_string(style), script);
}

// ---- files ----

namespace {

constexpr const char* part_ending = ".part.html";
constexpr std::string_view generator = "<meta name=\"generator\" content=\"hologradient-trace/";

// True if a file begins like one that save_trace() wrote, in any version. Does not read the rest.
bool is_trace(const std::string& path) {
  std::array<char, 4096> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  const std::string_view text(bytes.data(), static_cast<std::size_t>(file.gcount()));
  for (const std::string_view before : {"{\"format\":\"", "", "<!-- "}) {
    if (text.starts_with(before) && text.substr(before.size()).starts_with(trace_format_name))
      return true;
  }
  return text.starts_with("<!doctype html>\n") &&
         text.substr(0, text.find("<title>")).find(generator) != std::string_view::npos;
}

std::string in_text(const TraceLog& log) {
  return fmt::format("{}\n{}", trace_format, log.to_text());
}

}  // namespace

void check_trace_path(const std::string& path) {
  if (!path.ends_with(".json") && !path.ends_with(".html") && !path.ends_with(".txt")) {
    throw UsageError("trace", "the file " + quoted_name(path),
                     "a name that ends in .html, .json or .txt", path + ".html");
  }
  std::error_code none;
  namespace fs = std::filesystem;
  if (fs::is_regular_file(path, none) && fs::file_size(path, none) > 0 && !is_trace(path)) {
    throw Error(path, "exists and is not a trace",
                "a name that is free, or a trace, which is replaced", "another name");
  }
}

void save_trace(const TraceLog& log, const std::string& path) {
  check_trace_path(path);
  AtomicFile file(path);
  file.write(path.ends_with(".json")       ? to_json(log)
             : path.ends_with(part_ending) ? to_html_part(log)
             : path.ends_with(".html")     ? to_html(log)
                                           : in_text(log));
  file.commit();
}

}  // namespace holo
