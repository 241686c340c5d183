// tiny_pretrained.h: for the tests of tokenizers of other programs: the texts of small ones, part
// by part. Without changes: 256 bytes, of which byte b is token b, and the merges of "hello".
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "files/text.h"
#include "gpt/tokenizers/byte_alphabet.h"

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

/// The members of a tokenizer.json; each is JSON, and an empty one is left out.
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

}  // namespace tiny_pretrained
