// reader.h: reads the JSON of an event log.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/json_reader.h"
#include "holo/trace_log.h"

namespace holo {

/// Reads a text of to_json(). What it returns can be used without a further check: indices are
/// those of nodes, events, scopes and places that are there.
class TraceReader {
 public:
  /// REQUIRES: `text` is UTF-8 and outlives the reader. `where` appears in errors.
  TraceReader(std::string_view text, const std::string& where);

  /// Throws holo::Error for anything else.
  TraceLog read();

 private:
  std::string text();
  std::uint32_t index(const char* what);
  Index signed_index();
  double number();
  bool truth();
  template <class Item, class Read>
  void read_array(std::vector<Item>& items, const char* what, Read read) {
    items.clear();
    reader_.open('[', what);
    for (bool first = true; reader_.more(']', first);) items.push_back(read());
  }
  // Members, each with what reads it, in any order; `first` as in JsonReader::more().
  template <class... Reads>
  void read_members(const char* what, bool first, const std::pair<const char*, Reads>&... members);
  template <class... Reads>
  void read_object(const char* what, const std::pair<const char*, Reads>&... members);
  TracePlace read_place();
  TracedNode read_node();
  TraceEvent::Kind read_kind();
  TraceEvent read_event();
  [[noreturn]] void fail_member(const std::string& name, const char* of);

  void read_options(OpOptions& options);
  template <class Option>
  void read_option(Option& x);
  std::size_t dimension(Index d);

  void check();
  void check_node(std::size_t i);
  void check_event(std::size_t i);
  void set_size(TraceEvent& event, std::size_t i);

  JsonReader reader_;
  std::size_t size_;  // of the text: longer than any of its names
  TraceLog log_;
  std::vector<std::uint64_t> counts_;  // of the numbers of each event
};

}  // namespace holo
