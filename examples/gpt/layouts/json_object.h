// json_object.h: the members of one JSON object, as a config.json is. Not a tree: what lies deeper
// is checked and passed over.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace holo {

struct JsonMember {
  enum class Kind { text, number, word, nested };  ///< word: true, false or null
  Kind kind;
  std::string text;  ///< without quotes and escapes; as it is written; "" when nested
};

/// Throws Error, and nothing but that, with `where` and the place in the text: no object, a rule of
/// JSON that is broken, a name twice, more than 64 brackets inside each other. Half of a surrogate
/// pair becomes U+FFFD. Source of the grammar: RFC 8259.
std::map<std::string, JsonMember> read_json_object(std::string_view text, const std::string& where);

}  // namespace holo
