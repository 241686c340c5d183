// json.cpp: writes the parts of a log in the order of TraceLog. What an event or a node does
// not have is left out.
#include "holo/trace_json.h"

#include <fmt/format.h>

#include <span>

#include "files/text.h"
#include "trace/format_name.h"
#include "trace/json_parts.h"
#include "trace/option_names.h"

namespace holo {
namespace {

template <class Numbers>
std::string joined(const Numbers& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

// {"kind":"over","dims":[0],"keepdim":false}
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

// [ and an item a line.
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

}  // namespace holo
