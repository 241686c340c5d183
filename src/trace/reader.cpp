// reader.cpp: reads the members of a log, of its nodes and of its events, in any order.
#include "trace/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "files/text.h"
#include "holo/trace_json.h"
#include "trace/format_name.h"

namespace holo {

TraceReader::TraceReader(std::string_view json, const std::string& where)
    : reader_(json, where, "the log"), size_(json.size()) {}

std::string TraceReader::text() { return reader_.string(size_, "a text"); }

std::uint32_t TraceReader::index(const char* what) {
  const std::uint64_t index = reader_.whole_number(what);
  if (index < TraceEvent::none) return static_cast<std::uint32_t>(index);
  reader_.fail(fmt::format("{} is {}", what, index), "a number below 2^32 - 1");
}

// One that a loss ignores may be negative.
Index TraceReader::signed_index() {
  const bool negative = reader_.word("-");
  const std::uint64_t index = reader_.whole_number("an index");
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  if (index <= most) return negative ? -static_cast<Index>(index) : static_cast<Index>(index);
  if (negative && index == most + 1) return std::numeric_limits<Index>::min();
  reader_.fail(fmt::format("the index {}{}", negative ? "-" : "", index), "one of 64 bits");
}

double TraceReader::number() {
  if (reader_.next() != '"') return reader_.number();
  const std::string name = text();
  if (name == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (name == "Infinity") return std::numeric_limits<double>::infinity();
  if (name == "-Infinity") return -std::numeric_limits<double>::infinity();
  reader_.fail("the number " + quoted_name(name), "NaN, Infinity, -Infinity or digits");
}

bool TraceReader::truth() {
  if (reader_.word("true")) return true;
  if (reader_.word("false")) return false;
  reader_.fail_here("true or false");
}

void TraceReader::fail_member(const std::string& name, const char* of) {
  reader_.fail(fmt::format("{} has a member {}", of, quoted_name(name)),
               "those of docs/trace.schema.json, each once");
}

TracePlace TraceReader::read_place() {
  TracePlace place;
  reader_.open('{', "a place");
  for (bool first = true; reader_.more('}', first);) {
    const std::string name = reader_.key(size_, "a name");
    if (name == "file") {
      place.file = text();
    } else if (name == "line") {
      place.line = static_cast<int>(std::min<std::uint32_t>(index("a line"), 1u << 30));
    } else {
      fail_member(name, "a place");
    }
  }
  return place;
}

void TraceReader::add_constant(TracedNode& node, TracedNode::Constant which) {
  node.has_constant = which;
  node.constant = number();
}

TracedNode TraceReader::read_node() {
  TracedNode node{};
  reader_.open('{', "a node");
  for (bool first = true; reader_.more('}', first);) {
    const std::string name = reader_.key(size_, "a name");
    if (name == "number") {
      node.number = reader_.whole_number("the number of a node");
    } else if (name == "tensor") {
      node.is_tensor = truth();
    } else if (name == "requires_grad") {
      node.requires_grad = truth();
    } else if (name == "op") {
      node.op = text();
    } else if (name == "label") {
      node.label = text();
    } else if (name == "shape") {
      read_array(node.shape, "a shape", [this] { return Index{index("a size")}; });
    } else if (name == "parents") {
      read_array(node.parents, "parents", [this] { return index("a parent"); });
    } else if (name == "made_by") {
      node.made_by = index("the event of a node");
    } else if (name == "indices") {
      read_array(node.indices, "indices", [this] { return signed_index(); });
    } else if (name == "options") {
      read_options(node.options);
    } else if (name == "first") {
      add_constant(node, TracedNode::Constant::first);
    } else if (name == "second") {
      add_constant(node, TracedNode::Constant::second);
    } else {
      fail_member(name, "a node");
    }
  }
  return node;
}

TraceEvent TraceReader::read_event() {
  TraceEvent event;
  event.first = log_.numbers.size();
  reader_.open('{', "an event");
  for (bool first = true; reader_.more('}', first);) {
    const std::string name = reader_.key(size_, "a name");
    if (name == "kind") {
      const std::string kind = text();
      int i = 0;
      while (i <= static_cast<int>(TraceEvent::Kind::clear_grad) &&
             kind != kind_name(static_cast<TraceEvent::Kind>(i))) {
        ++i;
      }
      if (i > static_cast<int>(TraceEvent::Kind::clear_grad))
        fail_member(kind, "the kinds of event");
      event.kind = static_cast<TraceEvent::Kind>(i);
    } else if (name == "node") {
      event.node = index("the node of an event");
    } else if (name == "parent") {
      event.parent = index("the parent of an event");
    } else if (name == "edge") {
      event.edge = index("the edge of an event");
    } else if (name == "scope") {
      event.scope = index("the scope of an event");
    } else if (name == "place") {
      event.place = index("the place of an event");
    } else if (name == "numbers" && log_.numbers.size() == event.first) {
      reader_.open('[', "numbers");
      for (bool none = true; reader_.more(']', none);) log_.numbers.push_back(number());
    } else {
      fail_member(name, "an event");
    }
  }
  counts_.push_back(log_.numbers.size() - event.first);
  return event;
}

void TraceReader::read_member(const std::string& name) {
  if (name == "program") {
    log_.program = text();
  } else if (name == "command") {
    log_.command = text();
  } else if (name == "version") {
    log_.version = text();
  } else if (name == "no_lines") {
    log_.no_lines = text();
  } else if (name == "cut") {
    log_.cut = text();
  } else if (name == "tokens") {
    read_array(log_.tokens, "tokens", [this] { return text(); });
  } else if (name == "scopes") {
    read_array(log_.scopes, "scopes", [this] { return text(); });
  } else if (name == "places") {
    read_array(log_.places, "places", [this] { return read_place(); });
  } else if (name == "nodes") {
    read_array(log_.nodes, "nodes", [this] { return read_node(); });
  } else if (name == "events" && log_.events.empty()) {
    read_array(log_.events, "events", [this] { return read_event(); });
  } else {
    fail_member(name, "the log");
  }
}

TraceLog TraceReader::read() {
  bool first = true;
  reader_.open('{', "an object");
  const std::string begin = reader_.more('}', first) ? reader_.key(size_, "a name") : "";
  const std::string format = begin == "format" ? text() : begin;
  if (format != trace_format) {
    reader_.fail(fmt::format("the log begins with {}", quoted_name(format)),
                 fmt::format("the format {}", quoted_name(trace_format)));
  }
  while (reader_.more('}', first)) read_member(reader_.key(size_, "a name"));
  reader_.end();
  check();
  return std::move(log_);
}

}  // namespace holo
