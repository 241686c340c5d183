// tiny_pretrained.h: for the tests of tokenizers of other programs: the texts of small tokenizers,
// part by part. Without changes there are 256 bytes, where byte b is token b, and the merges of
// "hello".
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "files/text.h"
#include "gpt/tokenizers/text_pieces.h"

namespace tiny_pretrained {

inline std::string quoted(const std::string& text) { return '"' + holo::json_text(text) + '"'; }

/// The members of the vocabulary: the bytes, then `more`, as texts.
inline std::string vocab_of(const std::vector<std::string>& more) {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    text += fmt::format("{}{}: {}", byte == 0 ? "" : ", ", quoted(holo::token_of_bytes(one)), byte);
  }
  for (std::size_t i = 0; i < more.size(); ++i) {
    text += fmt::format(", {}: {}", quoted(holo::token_of_bytes(more[i])), 256 + i);
  }
  return text;
}

inline const std::string byte_level =
    R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})";

/// The members of a tokenizer.json. Each is JSON; empty ones are left out.
struct Members {
  std::string added_tokens = R"([{"id": 260, "content": "<|end|>", "single_word": false,
      "lstrip": false, "rstrip": false, "normalized": false, "special": true}])";
  std::string normalizer = "null", pre_tokenizer = byte_level, post_processor = byte_level,
              decoder = byte_level;
  std::string vocab = vocab_of({"he", "ll", "llo", "hello"});
  std::string merges = R"(["h e", "l l", "ll o", "he llo"])";
  std::string model = R"("type": "BPE", "dropout": null, "unk_token": null, )";  ///< its beginning
  std::string more;  ///< further members of the file

  std::string text() const {
    const auto member = [](const char* name, const std::string& value) {
      return value.empty() ? "" : fmt::format("\"{}\": {},\n", name, value);
    };
    return "{" + more + member("added_tokens", added_tokens) + member("normalizer", normalizer) +
           member("pre_tokenizer", pre_tokenizer) + member("post_processor", post_processor) +
           member("decoder", decoder) +
           fmt::format("\"model\": {{{}\"vocab\": {{{}}}, \"merges\": {}}}}}", model, vocab,
                       merges);
  }
};

/// Members like SentencePiece's: <unk>, <s>, </s>, 256 bytes, then "\u2581", "h", "i", "hi",
/// "\u2581hi" and "\u2581\u2581". With Metaspace, or with the normalizer of Llama 2.
inline Members of_sentencepiece(bool metaspace) {
  Members members;
  members.vocab = R"("<unk>": 0, "<s>": 1, "</s>": 2)";
  for (int byte = 0; byte < 256; ++byte) {
    members.vocab += fmt::format(", \"<0x{:02X}>\": {}", byte, byte + 3);
  }
  members.vocab +=
      ", \"\u2581\": 259, \"h\": 260, \"i\": 261, \"hi\": 262, \"\u2581hi\": 263, "
      "\"\u2581\u2581\": 264";
  members.merges = "[\"\u2581 \u2581\", \"h i\", \"\u2581 hi\"]";
  members.model =
      R"("type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true, )";
  members.added_tokens = R"([{"id": 1, "content": "<s>", "special": true},
      {"id": 2, "content": "</s>", "special": true}])";
  members.post_processor = R"({"type": "TemplateProcessing", "pair": [],
      "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
      "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}})";
  if (!metaspace) {
    members.normalizer =
        "{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"Prepend\", "
        "\"prepend\": \"\u2581\"}, {\"type\": \"Replace\", \"pattern\": "
        "{\"String\": \" \"}, \"content\": \"\u2581\"}]}";
    members.pre_tokenizer = "null";
  } else {
    members.pre_tokenizer =
        "{\"type\": \"Metaspace\", \"replacement\": \"\u2581\", "
        "\"prepend_scheme\": \"first\", \"split\": false}";
  }
  members.decoder =
      "{\"type\": \"Sequence\", \"decoders\": [{\"type\": \"Replace\", \"pattern\": "
      "{\"String\": \"\u2581\"}, \"content\": \" \"}, {\"type\": "
      "\"ByteFallback\"}, {\"type\": \"Fuse\"}"
      ", {\"type\": \"Strip\", \"content\": \" \", \"start\": 1, \"stop\": 0}]}";
  return members;
}

}  // namespace tiny_pretrained
