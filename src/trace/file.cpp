// file.cpp: a log as JSON, in the order of TraceLog and without empty members. Saves a log in the
// format that the path's ending names, never over a file that is not a log, and loads a log.
#include "holo/trace.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include "base/regular_file.h"
#include "files/atomic_file.h"
#include "files/text.h"
#include "holo/check.h"
#include "trace/json_parts.h"
#include "trace/option_names.h"

namespace holo {
namespace {

template <class Numbers>
std::string joined(const Numbers& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

// Options as JSON: {"kind":"over","dims":[0],"keepdim":false}
std::string options_text(OpOptions options, int ndim) {
  std::string out = fmt::format("{{\"kind\":\"{}\"", option_kinds[options.index()]);
  each_option(options, [&](const char* name, auto& x) {
    using Option = std::remove_reference_t<decltype(x)>;
    out += fmt::format(",\"{}\":", name);
    if constexpr (std::is_enum_v<Option>) {
      out += fmt::format("\"{}\"", words_of(x)[static_cast<std::size_t>(x)]);
    } else if constexpr (std::is_same_v<Option, double>) {
      add_json_number(out, x);
    } else if constexpr (std::is_arithmetic_v<Option>) {
      out += fmt::format("{}", x);
    } else {
      out += "[" + numbers_of(x, ndim, ",") + "]";
    }
  });
  return out + "}";
}

std::string node_text(const TracedNode& node) {
  std::string out =
      fmt::format("{{\"number\":{},\"tensor\":{},\"requires_grad\":{},\"op\":{}", node.number,
                  node.is_tensor, node.requires_grad, json_string(node.op));
  if (!node.label.empty()) out += ",\"label\":" + json_string(node.label);
  if (!node.shape.empty()) out += ",\"shape\":" + joined(node.shape);
  if (!node.parents.empty()) out += ",\"parents\":" + joined(node.parents);
  out += fmt::format(",\"made_by\":{}", node.made_by);
  if (node.options.index() != 0) {
    out += ",\"options\":" + options_text(node.options, static_cast<int>(node.shape.size()));
  }
  if (!node.indices.empty()) out += ",\"indices\":" + joined(node.indices);
  if (node.has_constant != TracedNode::Constant::none) {
    out += node.has_constant == TracedNode::Constant::first ? ",\"first\":" : ",\"second\":";
    add_json_number(out, node.constant);
  }
  return out + '}';
}

std::string event_text(const TraceLog& log, const TraceEvent& event) {
  std::string out = fmt::format("{{\"kind\":\"{}\",\"node\":{}", kind_name(event.kind), event.node);
  if (event.kind == TraceEvent::Kind::contribution) {
    out += fmt::format(",\"parent\":{},\"edge\":{}", event.parent, event.edge);
  }
  if (event.scope != 0) out += fmt::format(",\"scope\":{}", event.scope);
  if (event.place != 0) out += fmt::format(",\"place\":{}", event.place);
  out += ",\"numbers\":[";
  for (int run = 0; run < log.runs(event); ++run) {
    for (const double number : log.run(event, run)) {
      if (out.back() != '[') out += ',';
      add_json_number(out, number);
    }
  }
  return out + "]}";
}

// Appends a member that is an array, with one item per line.
template <class Items, class Text>
void add_array(std::string& out, const char* name, const Items& items, Text text) {
  out += fmt::format(",\n\"{}\":[", name);
  const char* separator = "\n";
  for (const auto& item : items) {
    out += separator + text(item);
    separator = ",\n";
  }
  out += "\n]";
}

}  // namespace

const char* kind_name(TraceEvent::Kind kind) {
  static constexpr const char* names[] = {"leaf",     "forward",  "backward",  "contribution",
                                          "set_data", "set_grad", "clear_grad"};
  return names[static_cast<int>(kind)];
}

std::string to_json(const TraceLog& log) {
  std::string out = fmt::format("{{\"format\":\"{}\"", trace_format);
  const auto add = [&out](const char* name, const std::string& text) {
    out += fmt::format(",\n\"{}\":{}", name, json_string(text));
  };
  add("program", log.program);
  add("command", log.command);
  add("version", log.version);
  if (!log.no_lines.empty()) add("no_lines", log.no_lines);
  add("cut", log.cut);
  if (!log.tokens.empty()) add_array(out, "tokens", log.tokens, json_string);
  add_array(out, "scopes", log.scopes, json_string);
  add_array(out, "places", log.places, [](const TracePlace& place) {
    return fmt::format("{{\"file\":{},\"line\":{}}}", json_string(passed_on(place.file)),
                       place.line);
  });
  add_array(out, "nodes", log.nodes, node_text);
  add_array(out, "events", log.events,
            [&log](const TraceEvent& event) { return event_text(log, event); });
  return out + "}\n";
}

// ---- files ----

namespace {

constexpr const char* part_ending = ".part.html";
constexpr std::string_view generator = "<meta name=\"generator\" content=\"hologradient-trace/";
constexpr std::size_t most_trace_bytes = std::size_t{256} << 20;

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
                     "a name that ends in .html, .json or .txt", "trace.html");
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

TraceLog parse_trace(const std::string& json, const std::string& name) {
  if (json.size() > most_trace_bytes) {
    throw Error(shown_path(name), fmt::format("a text of {} bytes", json.size()),
                fmt::format("a log of at most {}", most_trace_bytes));
  }
  check_utf8(shown_path(name), "the log", json);
  return read_trace(json, shown_path(name));
}

TraceLog load_trace(const std::string& path) {
  return parse_trace(read_regular_file(path, most_trace_bytes, "a log that was saved as JSON"),
                     path);
}

}  // namespace holo
