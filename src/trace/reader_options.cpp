// reader_options.cpp: reads the options of an op: their kind first, then each in its order.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "files/text.h"
#include "trace/option_names.h"
#include "trace/reader.h"

namespace holo {
namespace {

// Of the type with this index, each 0.
template <std::size_t... i>
OpOptions zeros(std::size_t index, std::index_sequence<i...>) {
  OpOptions options;
  ((i == index ? static_cast<void>(options.emplace<i>()) : static_cast<void>(0)), ...);
  return options;
}

}  // namespace

std::size_t TraceReader::dimension(Index d) {
  if (d >= 0 && d < max_ndim) return static_cast<std::size_t>(d);
  reader_.fail(fmt::format("the dimension {}", d), "one from 0 to 5");
}

template <class Option>
void TraceReader::read_option(Option& x) {
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

void TraceReader::read_options(OpOptions& options) {
  bool first = true;
  const auto next_is = [&](const char* name) {
    const std::string found = reader_.more('}', first) ? reader_.key(size_, "a name") : "";
    if (found == name) return;
    reader_.fail("options have a member " + quoted_name(found), fmt::format("\"{}\" there", name));
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

}  // namespace holo
