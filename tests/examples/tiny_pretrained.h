// tiny_pretrained.h: for the tests of models of other programs: tiny models of random numbers in
// their layouts, and the texts of small tokenizers, part by part. Without changes a tokenizer has
// 256 bytes, where byte b is token b, and the merges of "hello".
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "files/text.h"
#include "gpt/layouts/layout.h"
#include "gpt/tokenizers/text_pieces.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace layout_models {

using namespace holo;

inline GPTOptions tiny() {
  GPTOptions options = nano_options(11);
  options.block_size = 5;
  options.n_layer = 2;
  options.n_head = 2;
  options.n_embd = 8;
  return options;
}

// Like Llama, with two query heads for each key head.
inline GPTOptions llama() {
  GPTOptions options = tiny();
  options.n_head = 4;
  options.n_head_kv = 2;
  options.ffn = "swiglu";
  options.hidden = 6;
  options.norm = Norm::rms;
  options.norm_epsilon = 1e-6;
  options.positions = Positions::rotary;
  options.rotary_base = 500;
  options.tied = options.bias = false;
  return options;
}

// A model whose numbers all differ, so that no transposed or exchanged tensor looks right.
inline std::unique_ptr<GPT> model_of(const GPTOptions& options) {
  PythonRandom random(3);
  auto model = std::make_unique<GPT>(options, random);
  const NoGrad no_grad;
  for (Tensor parameter : model->parameters()) {
    parameter.copy_(normal(parameter.shape(), random, 0, 1).to_vector());
  }
  return model;
}

inline SafetensorsFile file_of(const std::vector<NamedTensor>& tensors,
                               const SafetensorsMetadata& metadata = {}) {
  return SafetensorsFile::from_bytes(safetensors_bytes(tensors, metadata), "theirs");
}

// The parameters as other programs write them in that layout.
inline std::vector<NamedTensor> theirs(const GPT& model, Layout layout) {
  const NoGrad no_grad;
  std::vector<NamedTensor> tensors;
  for (const NamedParameter& parameter : model.named_parameters()) {
    Index row = 0;
    const Index rows = parameter.tensor.size(0);
    for (const LayoutPart& part : parts_elsewhere(parameter.name, rows, model.options, layout)) {
      const Tensor ours = slice(parameter.tensor, 0, row, row + part.rows);
      tensors.push_back(
          {part.name, is_transposed(part.name, layout) ? transpose(ours, 0, 1) : ours});
      row += part.rows;
    }
  }
  return tensors;
}

inline bool same_bits(const Tensor& a, const Tensor& b) {
  const std::vector<real> one = a.to_vector(), other = b.to_vector();
  return a.shape() == b.shape() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(real)) == 0;
}

inline void check_same(const GPT& model, const std::vector<NamedTensor>& tensors) {
  const std::vector<NamedParameter> parameters = model.named_parameters();
  REQUIRE(tensors.size() == parameters.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    CHECK_MESSAGE(tensors[i].name == parameters[i].name, tensors[i].name);
    CHECK_MESSAGE(same_bits(tensors[i].tensor, parameters[i].tensor), tensors[i].name);
  }
}

// The tensor called `name`, to change it.
inline NamedTensor& named(std::vector<NamedTensor>& tensors, const std::string& name) {
  std::size_t i = 0;
  while (i < tensors.size() && tensors[i].name != name) ++i;
  REQUIRE(i < tensors.size());
  return tensors[i];
}

}  // namespace layout_models

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
