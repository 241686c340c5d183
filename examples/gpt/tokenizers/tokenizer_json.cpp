// tokenizer_json.cpp: takes the text apart by its members, and puts it together again.
#include "gpt/tokenizers/tokenizer_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/label.h"
#include "files/text.h"
#include "gpt/tokenizers/added_tokens_json.h"
#include "gpt/tokenizers/json_object.h"
#include "gpt/tokenizers/tokenizer_steps.h"
#include "gpt/tokenizers/vocab.h"
#include "holo/check.h"

namespace holo {
namespace {

using RawMembers = std::map<std::string, std::string_view>;

// Its text; throws Error when there is none.
std::string_view raw_member(const RawMembers& members, const std::string& where, const char* name) {
  const auto member = members.find(name);
  if (member != members.end()) return member->second;
  throw Error(where, fmt::format("no \"{}\"", name), "one");
}

// A member that would change the tokens: null, or one of these texts.
void check_unused(const RawMembers& members, const std::string& where, const char* name,
                  std::initializer_list<std::string_view> harmless = {}) {
  const auto member = members.find(name);
  if (member == members.end()) return;
  if (std::find(harmless.begin(), harmless.end(), member->second) != harmless.end()) return;
  // Of an object, whose kind says more than its text.
  const Json value = parse_json(member->second, where + ": " + name);
  const Json* const type = value.kind() == Json::Kind::object ? value.find("type") : nullptr;
  const bool typed = type != nullptr && type->kind() == Json::Kind::string;
  throw Error(where,
              typed ? fmt::format("the {} {}", name, quoted_name(type->text()))
                    : fmt::format("\"{}\": {}", name, plain_label(member->second.substr(0, 60))),
              "none");
}

void read_model(std::string_view text, const std::string& where, Vocab& vocab,
                TokenizerParts& parts) {
  const RawMembers model =
      members_of(text, where, "a model",
                 {"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix",
                  "fuse_unk", "byte_fallback", "ignore_merges", "vocab", "merges"});
  const auto type = model.find("type");
  if (type != model.end() && type->second != "\"BPE\"") {
    throw Error(where, "the kind " + quoted_name(type->second), "BPE");
  }
  check_unused(model, where, "dropout");
  check_unused(model, where, "continuing_subword_prefix", {"\"\""});
  check_unused(model, where, "end_of_word_suffix", {"\"\""});
  check_unused(model, where, "byte_fallback", {"false"});
  const auto ignore = model.find("ignore_merges");
  parts.ignore_merges = ignore != model.end() && ignore->second == "true";
  if (ignore != model.end() && !parts.ignore_merges) {
    check_unused(model, where, "ignore_merges", {"false"});
  }
  vocab = read_vocab(raw_member(model, where, "vocab"), where + ": vocab");
  parts.vocab = vocab.tokens;
  parts.merges = read_merges(raw_member(model, where, "merges"), vocab, where + ": merges");
}

}  // namespace

TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where) {
  if (text.size() > most_tokenizer_bytes) {
    throw Error(where, fmt::format("a text of {} bytes", text.size()),
                fmt::format("at most {}", most_tokenizer_bytes));
  }
  check_utf8(where, "the text", text);
  const RawMembers file =
      members_of(text, where, "an object",
                 {"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
                  "post_processor", "decoder", "model"});
  for (const char* const name : {"normalizer", "truncation", "padding"}) {
    check_unused(file, where, name);
  }
  TokenizerParts parts;
  // What a file is not made for is told by its first step, not by its tokens.
  parts.pre_tokenizer = raw_member(file, where, "pre_tokenizer");
  read_pre_tokenizer(parse_json(parts.pre_tokenizer, where + ": pre_tokenizer"),
                     where + ": pre_tokenizer", parts);
  parts.decoder = raw_member(file, where, "decoder");
  check_decoder(parse_json(parts.decoder, where + ": decoder"), where + ": decoder");

  Vocab vocab;
  read_model(raw_member(file, where, "model"), where + ": model", vocab, parts);
  if (const auto added = file.find("added_tokens"); added != file.end()) {
    const std::string place = where + ": added_tokens";
    const Json tokens = parse_json(added->second, place);
    if (tokens.kind() != Json::Kind::array) throw Error(place, "no array", "an array of tokens");
    parts.added = read_added_tokens(tokens.items(), place, vocab);
  }
  if (const auto step = file.find("post_processor"); step != file.end()) {
    parts.post_processor = step->second;
    read_post_processor(parse_json(parts.post_processor, where + ": post_processor"),
                        where + ": post_processor", parts);
  }
  return parts;
}

std::string tokenizer_json_text(const TokenizerParts& parts) {
  const auto quoted = [](const std::string& text) { return '"' + json_text(text) + '"'; };
  std::string text = R"({
  "version": "1.0",
  "truncation": null,
  "padding": null,
  "added_tokens": [)";
  for (std::size_t i = 0; i < parts.added.size(); ++i) {
    const AddedToken& token = parts.added[i];
    text += fmt::format(
        "{}\n    {{\"id\": {}, \"content\": {}, \"single_word\": false, \"lstrip\": false, "
        "\"rstrip\": false, \"normalized\": {}, \"special\": {}}}",
        i == 0 ? "" : ",", token.id, quoted(token.content), token.normalized, token.special);
  }
  text += fmt::format(
      R"(
  ],
  "normalizer": null,
  "pre_tokenizer": {},
  "post_processor": {},
  "decoder": {},
  "model": {{
    "type": "BPE",
    "dropout": null,
    "unk_token": null,
    "continuing_subword_prefix": null,
    "end_of_word_suffix": null,
    "fuse_unk": false,
    "byte_fallback": false,
    "ignore_merges": {},
    "vocab": {{)",
      parts.pre_tokenizer, parts.post_processor.empty() ? "null" : parts.post_processor,
      parts.decoder, parts.ignore_merges);
  for (std::size_t id = 0; id < parts.vocab.size(); ++id) {
    text += fmt::format("{}\n      {}: {}", id == 0 ? "" : ",", quoted(parts.vocab[id]), id);
  }
  text += "\n    },\n    \"merges\": [";
  for (std::size_t i = 0; i < parts.merges.size(); ++i) {
    const auto& [left, right, result] = parts.merges[i];
    text += fmt::format("{}\n      {}", i == 0 ? "" : ",",
                        quoted(parts.vocab[static_cast<std::size_t>(left)] + ' ' +
                               parts.vocab[static_cast<std::size_t>(right)]));
  }
  return text + "\n    ]\n  }\n}\n";
}

std::string tokenizer_config_text(const TokenizerParts& parts, Index block_size) {
  // The text of a mark; a mark that is no added token has no name there.
  const auto name = [&](std::optional<int> id) {
    for (const AddedToken& token : parts.added) {
      if (token.id == id) return '"' + json_text(token.content) + '"';
    }
    return std::string("null");
  };
  const std::vector<int>& stops = parts.marks.stops;
  return fmt::format(R"({{
  "tokenizer_class": "PreTrainedTokenizerFast",
  "model_max_length": {},
  "bos_token": {},
  "eos_token": {},
  "clean_up_tokenization_spaces": false
}}
)",
                     block_size, name(parts.marks.bos),
                     name(stops.empty() ? std::nullopt : std::optional<int>(stops[0])));
}

}  // namespace holo
