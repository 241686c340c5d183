// tokenizer_steps.cpp: the steps of tokenizer.json around the model: how a text is cut, what is put
// before it, and how tokens become text. Compares them with those that are computed.
#include <fmt/format.h>

#include <string_view>

#include "files/text.h"
#include "gpt/layouts/json.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "gpt/tokenizers/text_pieces.h"
#include "holo/check.h"

namespace holo {
namespace {

[[noreturn]] void refuse_type(const JsonObject& step, const std::string& expected) {
  throw Error(step.where(), "the kind " + quoted_name(step.text("type")), expected);
}

// Item i of an array, as an object.
JsonObject item(const JsonObject& step, const std::vector<Json>& items, std::size_t i) {
  return JsonObject(items[i], step.where());
}

// Throws Error unless the setting is `wanted`.
void check_setting(const JsonObject& step, const char* name, bool preset, bool wanted) {
  if (step.yes_or(name, preset) == wanted) return;
  throw Error(step.where(), fmt::format("{} with \"{}\": {}", step.text("type"), name, !wanted),
              fmt::format("\"{}\": {}", name, wanted));
}

// Throws Error unless the text of that name is `wanted`.
void check_text(const JsonObject& step, const char* name, std::string_view wanted) {
  const std::string& found = step.text(name);
  if (found == wanted) return;
  throw Error(step.where(), fmt::format("{} {}", name, quoted_name(found)), std::string(wanted));
}

// ---- byte-level ----

void check_byte_level_members(const JsonObject& step) {
  step.check_members({"type", "add_prefix_space", "trim_offsets", "use_regex"});
}

// Is it ByteLevel that cuts by the pattern of GPT-2? Or one that only names the bytes.
bool byte_level_cuts(const JsonObject& step) {
  if (step.text("type") != "ByteLevel") refuse_type(step, "ByteLevel as the last");
  check_byte_level_members(step);
  check_setting(step, "add_prefix_space", true, false);
  return step.yes_or("use_regex", true);
}

SplitPattern pattern_of_split(const JsonObject& step) {
  step.check_members({"type", "pattern", "behavior", "invert"});
  check_setting(step, "invert", false, false);
  const std::string& behavior = step.text("behavior");
  if (behavior != "Isolated") {
    throw Error(step.where(), "Split with \"behavior\": " + quoted_name(behavior), "\"Isolated\"");
  }
  const JsonObject pattern = step.object("pattern");
  pattern.check_members({"Regex"});
  const std::string& text = pattern.text("Regex");
  if (const std::optional<SplitPattern> known = split_pattern_of(text)) return *known;
  throw Error(step.where(), "Split by the pattern " + quoted_name(text),
              "the pattern of GPT-2, Llama 3 or Qwen 2");
}

// The token ids before "A", the text.
std::vector<int> template_ids(const JsonObject& step, int vocab_size) {
  step.check_members({"type", "single", "pair", "special_tokens"});
  const JsonObject tokens = step.object("special_tokens");
  std::vector<int> before;
  bool has_text = false;
  for (const Json& one : step.items("single")) {
    const JsonObject part(one, step.where());
    part.check_members({"SpecialToken", "Sequence"});
    if (has_text) {
      throw Error(step.where(), "a template that goes on after the text", "one that ends");
    }
    has_text = part.has("Sequence");
    if (has_text) continue;
    const std::string& name = part.object("SpecialToken").text("id");
    for (const Json& id : tokens.object(name).items("ids")) {
      before.push_back(id_of(id, step.where(), "the id of " + quoted_name(name), vocab_size - 1));
    }
  }
  if (!has_text) throw Error(step.where(), "a template without a text", "the sequence A");
  return before;
}

// ---- SentencePiece's ----

// The steps of a Sequence. Throws Error for another kind, or for other steps than these kinds; the
// last `optional` ones may be missing.
const std::vector<Json>& steps_of(const JsonObject& step, const char* member,
                                  const std::vector<std::string>& kinds, std::size_t optional) {
  std::string found, expected;
  for (const std::string& kind : kinds) expected += (expected.empty() ? "" : ", ") + kind;
  if (step.text("type") != "Sequence") refuse_type(step, "a Sequence of " + expected);
  step.check_members({"type", member});
  const std::vector<Json>& steps = step.items(member);
  bool same = steps.size() <= kinds.size() && steps.size() + optional >= kinds.size();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& type = item(step, steps, i).text("type");
    found += (found.empty() ? "" : ", ") + type;
    same = same && type == kinds[i];
  }
  if (!same) throw Error(step.where(), "the steps " + quoted_name(found), expected);
  return steps;
}

void check_replace(const JsonObject& step, std::string_view old_part, std::string_view new_part) {
  step.check_members({"type", "pattern", "content"});
  const JsonObject pattern = step.object("pattern");
  pattern.check_members({"String"});
  check_text(pattern, "String", old_part);
  check_text(step, "content", new_part);
}

}  // namespace

void read_pre_tokenizer(const JsonObject& step, TokenizerParts& parts) {
  const std::string known =
      "ByteLevel, alone or after Digits, or after a Split by the pattern of GPT-2, Llama 3 or Qwen "
      "2";
  if (step.text("type") != "Sequence") {
    if (step.text("type") != "ByteLevel") refuse_type(step, known);
    if (byte_level_cuts(step)) return;
    throw Error(step.where(), "ByteLevel alone with \"use_regex\": false", "\"use_regex\": true");
  }
  step.check_members({"type", "pretokenizers"});
  const std::vector<Json>& steps = step.items("pretokenizers");
  if (steps.size() != 2) throw Error(step.where(), fmt::format("{} steps", steps.size()), known);
  const JsonObject first = item(step, steps, 0);
  const std::string& type = first.text("type");
  const bool cuts = byte_level_cuts(item(step, steps, 1));
  if (type == "Digits") {
    first.check_members({"type", "individual_digits"});
    check_setting(first, "individual_digits", false, true);
    parts.single_digits = true;
  } else if (type == "Split") {
    parts.pattern = pattern_of_split(first);
  } else {
    refuse_type(first, known);
  }
  if (cuts != parts.single_digits) {
    throw Error(step.where(), fmt::format("ByteLevel after {} with \"use_regex\": {}", type, cuts),
                fmt::format("\"use_regex\": {}", !cuts));
  }
}

void read_post_processor(const JsonObject& step, TokenizerParts& parts) {
  const std::string& type = step.text("type");
  if (type == "ByteLevel") {
    check_byte_level_members(step);
  } else if (type == "TemplateProcessing") {
    if (!parts.before.empty()) throw Error(step.where(), "two templates", "one");
    parts.before = template_ids(step, parts.vocab_size());
  } else if (type == "Sequence") {
    step.check_members({"type", "processors"});
    for (const Json& one : step.items("processors")) {
      read_post_processor(JsonObject(one, step.where()), parts);
    }
  } else {
    refuse_type(step, "ByteLevel, TemplateProcessing or a Sequence of them");
  }
}

void check_decoder(const JsonObject& step) {
  if (step.text("type") != "ByteLevel") refuse_type(step, "ByteLevel");
  check_byte_level_members(step);
}

void read_space_normalizer(const JsonObject& step, TokenizerParts& parts) {
  const std::vector<Json>& steps = steps_of(step, "normalizers", {"Prepend", "Replace"}, 0);
  const JsonObject prepend = item(step, steps, 0);
  prepend.check_members({"type", "prepend"});
  check_text(prepend, "prepend", space_mark);
  check_replace(item(step, steps, 1), " ", space_mark);
  parts.space_before = SpaceBefore::prepend;
}

void read_metaspace(const JsonObject& step, TokenizerParts& parts) {
  step.check_members({"type", "replacement", "prepend_scheme", "split"});
  check_text(step, "replacement", space_mark);
  check_setting(step, "split", true, false);
  const std::string& scheme = step.text("prepend_scheme");
  if (scheme == "first") {
    parts.space_before = SpaceBefore::first;
  } else if (scheme == "always") {
    parts.space_before = SpaceBefore::always;
  } else if (scheme != "never") {
    throw Error(step.where(), "\"prepend_scheme\": " + quoted_name(scheme),
                "first, always or never");
  }
}

void read_space_decoder(const JsonObject& step, TokenizerParts& parts) {
  const std::vector<Json>& steps =
      steps_of(step, "decoders", {"Replace", "ByteFallback", "Fuse", "Strip"}, 1);
  check_replace(item(step, steps, 0), space_mark, " ");
  for (const std::size_t i : {1U, 2U}) item(step, steps, i).check_members({"type"});
  if (steps.size() < 4) return;
  const JsonObject strip = item(step, steps, 3);
  strip.check_members({"type", "content", "start", "stop"});
  check_text(strip, "content", " ");
  const auto count = [&](const char* name) {
    return id_of(strip.member(name, Json::Kind::number), step.where(), name, 1 << 20);
  };
  if (count("start") != 1 || count("stop") != 0) {
    throw Error(step.where(), fmt::format("Strip of {} and {}", count("start"), count("stop")),
                "of 1 and 0");
  }
  parts.strips_space = true;
}

}  // namespace holo
