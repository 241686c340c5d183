// reader.cpp: reads a log from JSON and checks its rules. The format comes first, the other members
// in any order. The options of an op are in a fixed order that begins with their kind.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/json_reader.h"
#include "files/text.h"
#include "holo/trace.h"
#include "trace/json_parts.h"
#include "trace/option_names.h"

namespace holo {
namespace {

// Options of the type with this index, all 0.
template <std::size_t... i>
OpOptions zeros(std::size_t index, std::index_sequence<i...>) {
  OpOptions options;
  ((i == index ? static_cast<void>(options.emplace<i>()) : static_cast<void>(0)), ...);
  return options;
}

class TraceReader {
 public:
  // REQUIRES: `json` outlives the reader.
  TraceReader(std::string_view json, const std::string& where)
      : reader_(json, where, "the log"), size_(json.size()) {}

  TraceLog read() {
    bool first = true;
    reader_.open('{', "an object");
    const std::string begin = reader_.more('}', first) ? reader_.key(size_, "a name") : "";
    const std::string format = begin == "format" ? text() : begin;
    if (format != trace_format) {
      reader_.fail(fmt::format("the log begins with {}", quoted_name(format)),
                   fmt::format("the format {}", quoted_name(trace_format)));
    }
    const auto events = [&] {
      if (!log_.events.empty()) fail_member("events", "the log");
      read_array(log_.events, "events", [&] { return read_event(); });
    };
    read_members(
        "the log", first, std::pair("program", [&] { log_.program = text(); }),
        std::pair("command", [&] { log_.command = text(); }),
        std::pair("version", [&] { log_.version = text(); }),
        std::pair("no_lines", [&] { log_.no_lines = text(); }),
        std::pair("cut", [&] { log_.cut = text(); }),
        std::pair("tokens", [&] { read_array(log_.tokens, "tokens", [&] { return text(); }); }),
        std::pair("scopes", [&] { read_array(log_.scopes, "scopes", [&] { return text(); }); }),
        std::pair("places",
                  [&] { read_array(log_.places, "places", [&] { return read_place(); }); }),
        std::pair("nodes", [&] { read_array(log_.nodes, "nodes", [&] { return read_node(); }); }),
        std::pair("events", events));
    reader_.end();
    check();
    return std::move(log_);
  }

 private:
  template <class Item, class Read>
  void read_array(std::vector<Item>& items, const char* what, Read read) {
    items.clear();
    reader_.open('[', what);
    for (bool first = true; reader_.more(']', first);) items.push_back(read());
  }

  std::string text() { return reader_.string(size_, "a text"); }

  std::uint32_t index(const char* what) {
    const std::uint64_t index = reader_.whole_number(what);
    if (index < TraceEvent::none) return static_cast<std::uint32_t>(index);
    reader_.fail(fmt::format("{} is {}", what, index), "a number below 2^32 - 1");
  }

  // Reads an index. It may be negative, like the index of targets that a loss ignores.
  Index signed_index() {
    const bool negative = reader_.word("-");
    const std::uint64_t index = reader_.whole_number("an index");
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    if (index <= most) return negative ? -static_cast<Index>(index) : static_cast<Index>(index);
    if (negative && index == most + 1) return std::numeric_limits<Index>::min();
    reader_.fail(fmt::format("the index {}{}", negative ? "-" : "", index), "one of 64 bits");
  }

  double number() {
    if (reader_.next() != '"') return reader_.number();
    const std::string name = text();
    if (name == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (name == "Infinity") return std::numeric_limits<double>::infinity();
    if (name == "-Infinity") return -std::numeric_limits<double>::infinity();
    reader_.fail("the number " + quoted_name(name), "NaN, Infinity, -Infinity or digits");
  }

  bool truth() {
    if (reader_.word("true")) return true;
    if (reader_.word("false")) return false;
    reader_.fail_here("true or false");
  }

  [[noreturn]] void fail_member(const std::string& name, const char* of) {
    reader_.fail(fmt::format("{} has a member {}", of, quoted_name(name)),
                 "those of docs/trace.schema.json, each once");
  }

  template <class... Reads>
  void read_members(const char* what, bool first, const std::pair<const char*, Reads>&... members) {
    while (reader_.more('}', first)) {
      const std::string name = reader_.key(size_, "a name");
      if (!((name == members.first && (members.second(), true)) || ...)) fail_member(name, what);
    }
  }

  template <class... Reads>
  void read_object(const char* what, const std::pair<const char*, Reads>&... members) {
    reader_.open('{', what);
    read_members(what, true, members...);
  }

  TracePlace read_place() {
    TracePlace place;
    const auto line = [&] { return std::min<std::uint32_t>(index("a line"), 1u << 30); };
    read_object("a place", std::pair("file", [&] { place.file = text(); }),
                std::pair("line", [&] { place.line = static_cast<int>(line()); }));
    return place;
  }

  TracedNode read_node() {
    TracedNode node{};
    const auto constant = [&](TracedNode::Constant which) {
      node.has_constant = which;
      node.constant = number();
    };
    read_object(
        "a node",
        std::pair("number", [&] { node.number = reader_.whole_number("the number of a node"); }),
        std::pair("tensor", [&] { node.is_tensor = truth(); }),
        std::pair("requires_grad", [&] { node.requires_grad = truth(); }),
        std::pair("op", [&] { node.op = text(); }),
        std::pair("label", [&] { node.label = text(); }),
        std::pair(
            "shape",
            [&] { read_array(node.shape, "a shape", [&] { return Index{index("a size")}; }); }),
        std::pair("parents",
                  [&] { read_array(node.parents, "parents", [&] { return index("a parent"); }); }),
        std::pair("made_by", [&] { node.made_by = index("the event of a node"); }),
        std::pair("indices",
                  [&] { read_array(node.indices, "indices", [&] { return signed_index(); }); }),
        std::pair("options", [&] { read_options(node.options); }),
        std::pair("first", [&] { constant(TracedNode::Constant::first); }),
        std::pair("second", [&] { constant(TracedNode::Constant::second); }));
    return node;
  }

  TraceEvent::Kind read_kind() {
    const std::string kind = text();
    for (int i = 0; i <= static_cast<int>(TraceEvent::Kind::clear_grad); ++i) {
      if (kind == kind_name(static_cast<TraceEvent::Kind>(i)))
        return static_cast<TraceEvent::Kind>(i);
    }
    fail_member(kind, "the kinds of event");
  }

  TraceEvent read_event() {
    TraceEvent event;
    event.first = log_.numbers.size();
    const auto numbers = [&] {
      if (log_.numbers.size() != event.first) fail_member("numbers", "an event");
      reader_.open('[', "numbers");
      for (bool none = true; reader_.more(']', none);) log_.numbers.push_back(number());
    };
    read_object("an event", std::pair("kind", [&] { event.kind = read_kind(); }),
                std::pair("node", [&] { event.node = index("the node of an event"); }),
                std::pair("parent", [&] { event.parent = index("the parent of an event"); }),
                std::pair("edge", [&] { event.edge = index("the edge of an event"); }),
                std::pair("scope", [&] { event.scope = index("the scope of an event"); }),
                std::pair("place", [&] { event.place = index("the place of an event"); }),
                std::pair("numbers", numbers));
    counts_.push_back(log_.numbers.size() - event.first);
    return event;
  }

  // ---- options ----

  std::size_t dimension(Index d) {
    if (d >= 0 && d < max_ndim) return static_cast<std::size_t>(d);
    reader_.fail(fmt::format("the dimension {}", d), "one from 0 to 5");
  }

  template <class Option>
  void read_option(Option& x) {
    if constexpr (std::is_same_v<Option, double>) {
      x = number();
    } else if constexpr (std::is_same_v<Option, bool>) {
      x = truth();
    } else if constexpr (std::is_same_v<Option, Index>) {
      x = signed_index();
    } else if constexpr (std::is_same_v<Option, int>) {
      x = static_cast<int>(dimension(signed_index()));
    } else if constexpr (std::is_unsigned_v<Option>) {
      x = reader_.whole_number("an option");
    } else if constexpr (std::is_enum_v<Option>) {
      const std::string found = text();
      const auto words = words_of(x);
      const auto at = std::find(words.begin(), words.end(), found);
      if (at == words.end()) {
        reader_.fail(quoted_name(found), fmt::format("one of {}", fmt::join(words, ", ")));
      }
      x = static_cast<Option>(at - words.begin());
    } else {
      std::vector<Index> list;
      read_array(list, "an option", [this] { return signed_index(); });
      if (list.size() > x.size()) {
        reader_.fail(fmt::format("{} dimensions", list.size()), "at most 6");
      }
      for (std::size_t i = 0; i < list.size(); ++i) {
        if constexpr (std::is_same_v<Option, std::bitset<max_ndim>>) {
          x.set(dimension(list[i]));
        } else if constexpr (std::is_same_v<Option, std::array<int, max_ndim>>) {
          x[i] = static_cast<int>(dimension(list[i]));
        } else {
          x[i] = list[i];
        }
      }
    }
  }

  void read_options(OpOptions& options) {
    bool first = true;
    const auto next_is = [&](const char* name) {
      const std::string found = reader_.more('}', first) ? reader_.key(size_, "a name") : "";
      if (found == name) return;
      reader_.fail("options have a member " + quoted_name(found),
                   fmt::format("\"{}\" there", name));
    };
    reader_.open('{', "options");
    next_is("kind");
    const std::string kind = text();
    const auto at = std::find(std::begin(option_kinds), std::end(option_kinds), kind);
    if (at == std::end(option_kinds)) fail_member(kind, "the kinds of options");
    options = zeros(static_cast<std::size_t>(at - option_kinds),
                    std::make_index_sequence<std::size(option_kinds)>());
    each_option(options, [&](const char* name, auto& x) {
      next_is(name);
      read_option(x);
    });
    if (reader_.more('}', first)) fail_member(reader_.key(size_, "a name"), "options");
  }

  // ---- the rules: nodes are made before they are used, and each event has as many numbers as its
  // node ----

  void check_node(std::size_t i) {
    const TracedNode& node = log_.nodes[i];
    const auto fail = [&](const std::string& found, const char* expected) {
      reader_.fail(fmt::format("node {} {}", i, found), expected);
    };
    if (node.made_by >= log_.events.size() || log_.events[node.made_by].node != i) {
      fail(fmt::format("is made by event {}", node.made_by), "an event of this node");
    }
    const TraceEvent::Kind kind = log_.events[node.made_by].kind;
    if (kind != TraceEvent::Kind::leaf && kind != TraceEvent::Kind::forward) {
      fail(fmt::format("is made by event {}", node.made_by), "a leaf or forward");
    }
    if (node.shape.size() > static_cast<std::size_t>(max_ndim) ||
        (!node.is_tensor && !node.shape.empty())) {
      fail(fmt::format("has {} dimensions", node.shape.size()), "those of a tensor");
    }
    for (const std::uint32_t parent : node.parents) {
      if (parent >= i || log_.nodes[parent].made_by > node.made_by) {
        fail(fmt::format("has the parent {}", parent), "a node before it");
      }
      if (log_.nodes[parent].is_tensor != node.is_tensor) {
        fail(fmt::format("has the parent {}", parent), "Values of a Value, Tensors of a Tensor");
      }
    }
    std::uint64_t numel = 1;
    for (const Index size : node.shape) {
      if (__builtin_mul_overflow(numel, static_cast<std::uint64_t>(size), &numel)) {
        fail("has 2^64 numbers or more", "fewer");
      }
    }
  }

  // Divides an event's numbers equally among its runs.
  void set_size(TraceEvent& event, std::size_t i) {
    const auto runs = static_cast<std::uint64_t>(log_.runs(event));
    const bool sent = event.kind == TraceEvent::Kind::contribution;
    const std::uint64_t numel = log_.numel(sent ? event.parent : event.node);
    event.size = counts_[i] / runs;
    const bool fits =
        event.size == numel || (event.size == TraceSummary::size && numel > event.size);
    if (counts_[i] % runs == 0 && fits) return;
    reader_.fail(fmt::format("event {} has {} numbers", i, counts_[i]),
                 fmt::format("{} of {} each", runs, numel));
  }

  void check_event(std::size_t i) {
    TraceEvent& event = log_.events[i];
    const auto fail = [&](const std::string& found, const char* expected) {
      reader_.fail(fmt::format("event {} has {}", i, found), expected);
    };
    const auto check_made = [&](std::uint32_t node) {
      if (node >= log_.nodes.size() || log_.nodes[node].made_by > i) {
        fail(fmt::format("node {}", node), "one that has been made");
      }
    };
    const bool sent = event.kind == TraceEvent::Kind::contribution;
    check_made(event.node);
    if (sent) {
      check_made(event.parent);
      const TracedNode& node = log_.nodes[event.node];
      const bool is_place = event.edge < node.parents.size()
                                ? node.parents[event.edge] == event.parent
                                : event.edge == 0 && node.parents.empty();
      if (!is_place || node.is_tensor != log_.nodes[event.parent].is_tensor) {
        fail(fmt::format("the parent {} at edge {}", event.parent, event.edge), "one of its node");
      }
    } else if (event.parent != TraceEvent::none || event.edge != 0) {
      fail("a parent", "one in a contribution alone");
    }
    const bool makes =
        event.kind == TraceEvent::Kind::leaf || event.kind == TraceEvent::Kind::forward;
    if (makes != (log_.nodes[event.node].made_by == i)) {
      fail(fmt::format("node {}", event.node), "one that is made once");
    }
    if (event.scope >= log_.scopes.size())
      fail(fmt::format("scope {}", event.scope), "one there is");
    if (event.place >= log_.places.size())
      fail(fmt::format("place {}", event.place), "one there is");
    set_size(event, i);
    const TracedNode& of = log_.nodes[sent ? event.parent : event.node];
    if (event.size == log_.events[of.made_by].size) return;
    fail(fmt::format("runs of {} numbers", event.size), "as many as the event that made the node");
  }

  // Checks all rules. The runs of a node have one size: all numbers of the node, or a summary.
  void check() {
    if (log_.scopes.empty()) reader_.fail("the log has no scopes", "the first one, \"\"");
    if (log_.places.empty()) reader_.fail("the log has no places", "the first one, not known");
    for (std::size_t i = 0; i < log_.nodes.size(); ++i) check_node(i);
    for (std::size_t i = 0; i < log_.events.size(); ++i) check_event(i);
  }

  JsonReader reader_;
  std::size_t size_;  // of the text, which is longer than any name in it
  TraceLog log_;
  std::vector<std::uint64_t> counts_;  // how many numbers each event has
};

}  // namespace

TraceLog read_trace(std::string_view json, const std::string& where) {
  return TraceReader(json, where).read();
}

}  // namespace holo
