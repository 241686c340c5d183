// reader_options.cpp: reads the options of an op: their kind first, then each in its order.
#include <fmt/format.h>

#include <algorithm>

#include "files/text.h"
#include "trace/reader.h"

namespace holo {

void TraceReader::read_options(OpOptions& options) {
  bool first = true;
  reader_.open('{', "options");
  if (!reader_.more('}', first)) reader_.fail("options without a kind", "the kind first");
  const std::string name = reader_.key(size_, "a name");
  if (name != "kind") fail_member(name, "the begin of options");
  const std::string kind = text();
  const OpOptions* const empty = options_of_kind(kind);
  if (empty == nullptr) fail_member(kind, "the kinds of options");
  options = *empty;
  visit_options(options, 0, *this);
  if (reader_.more('}', first)) fail_member(reader_.key(size_, "a name"), "options");
}

void TraceReader::next_option(const char* name) {
  bool first = false;
  const std::string found = reader_.more('}', first) ? reader_.key(size_, "a name") : "";
  if (found == name) return;
  reader_.fail("options have a member " + quoted_name(found), fmt::format("\"{}\" there", name));
}

void TraceReader::number(const char* name, double& x) {
  next_option(name);
  x = number();
}

void TraceReader::whole(const char* name, Index& x) {
  next_option(name);
  x = signed_index();
}

void TraceReader::count(const char* name, std::uint64_t& x) {
  next_option(name);
  x = reader_.whole_number(name);
}

void TraceReader::flag(const char* name, bool& x) {
  next_option(name);
  x = truth();
}

void TraceReader::word(const char* name, std::span<const char* const> words, std::size_t& x) {
  next_option(name);
  const std::string found = text();
  x = static_cast<std::size_t>(std::find(words.begin(), words.end(), found) - words.begin());
  if (x == words.size()) fail(quoted_name(found), fmt::format("one of {}", fmt::join(words, ", ")));
}

void TraceReader::list(const char* name, std::vector<Index>& x) {
  next_option(name);
  read_array(x, name, [this] { return signed_index(); });
}

}  // namespace holo
