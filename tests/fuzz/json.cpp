// json.cpp: texts of JSON, of anyone: a tree; the config.json of a GPT-2 or a Llama, with the
// tokens that it names; and the index of a model in several files.
#include <fmt/format.h>

#include <set>

#include "files/text.h"
#include "fuzz/targets.h"
#include "gpt/layouts/json.h"
#include "gpt/layouts/layout.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"

namespace fuzz {
namespace {

using holo::Json;

std::string in_quotes(const std::string& text) { return '"' + holo::json_text(text) + '"'; }

// The tree as a text. It is at most 64 deep.
std::string written(const Json& value) {
  std::string out;
  switch (value.kind()) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return value.boolean() ? "true" : "false";
    case Json::Kind::number:
      return fmt::format("{}", value.number());
    case Json::Kind::string:
      return in_quotes(value.text());
    case Json::Kind::array:
      for (const Json& item : value.items()) out += (out.empty() ? "" : ",") + written(item);
      return '[' + out + ']';
    case Json::Kind::object:
      break;
  }
  for (const auto& [name, member] : value.members()) {
    require(value.find(name) == &member, "a member is found by its name");
    out += (out.empty() ? "" : ",") + in_quotes(name) + ':' + written(member);
  }
  return '{' + out + '}';
}

}  // namespace

void json(std::string_view bytes) {
  Json value;
  if (!is_read([&] { value = holo::parse_json(bytes); })) return;
  const std::string text = written(value);
  require(written(holo::parse_json(text)) == text, "a tree survives being written");
}

void config(std::string_view bytes) {
  const std::string text(bytes);
  holo::GPTOptions options;
  const bool is_gpt2 =
      is_read([&] { options = holo::options_of_config(text, "fuzz", holo::Layout::hf_gpt2); });
  const bool is_llama =
      is_read([&] { options = holo::options_of_config(text, "fuzz", holo::Layout::hf_llama); });
  require(!is_gpt2 || !is_llama, "a model is of one kind");
  is_read([&] { holo::text_marks_of_config(text, "fuzz", options.vocab_size); });
}

// Whatever the index says, it names no file outside of its folder.
void index(std::string_view bytes) {
  std::set<std::string> files;
  if (!is_read([&] { files = holo::files_of_index(std::string(bytes), "fuzz"); })) return;
  require(!files.empty(), "a model has a file");
  for (const std::string& file : files) {
    require(file.size() > 12 && file.substr(file.size() - 12) == ".safetensors", "what it is");
    require(file.find('/') == file.npos && file.find('\\') == file.npos, "and where");
    require(file.find('\0') == file.npos, "the whole name");
  }
}

}  // namespace fuzz
