// layout_file_test.cpp: files of nanoGPT and of the hub as they come: other names, masks, no
// options; and what does not fit, which is refused with all that is wrong.
#include "gpt/layouts/layout_file.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "examples/layout_models.h"
#include "text/texts.h"

namespace layout_file_test {
namespace {

using namespace layout_models;
using texts::contains;
using texts::message_of;

// What LayoutFile says to a model whose tensors were changed before they were written.
std::string refused(Layout layout, const std::function<void(std::vector<NamedTensor>&)>& change) {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = tensors_elsewhere(*model, layout);
  change(tensors);
  return message_of([&] { LayoutFile(file_of(tensors), layout).tensors(tiny()); });
}

}  // namespace

TEST_CASE(
    "layout: files of nanoGPT: options from the sizes, a compiled model, a stored tied head") {
  for (const bool tied : {true, false}) {
    for (const bool bias : {true, false}) {
      GPTOptions options = tiny();
      options.tied = tied;
      options.bias = bias;
      options.hidden = 9;
      const auto model = model_of(options);
      std::vector<NamedTensor> tensors = tensors_elsewhere(*model, Layout::pytorch);
      if (tied) tensors.push_back({"lm_head.weight", model->token_embedding.weight.detach()});
      for (NamedTensor& one : tensors) one.name.insert(0, "_orig_mod.");
      tensors.push_back({"_orig_mod.transformer.h.0.attn.bias", ones({1, 1, 5, 5})});
      const LayoutFile file(file_of(tensors), Layout::pytorch);
      LayoutHints hints;
      hints.n_head = 2;
      const GPTOptions found = pytorch_options_of(file, hints);
      CHECK(gpt_options_to_text(found) == gpt_options_to_text(options));
      check_same(*model, file.tensors(found));
    }
  }
}

TEST_CASE("layout: a hub file of GPT-2 has no transformer. and has masks") {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = tensors_elsewhere(*model, Layout::hf_gpt2);
  for (NamedTensor& one : tensors) one.name = one.name.substr(one.name.find('.') + 1);
  tensors.push_back({"h.0.attn.bias", ones({1, 1, 5, 5})});
  tensors.push_back({"h.1.attn.masked_bias", full({}, -1e4F)});
  check_same(*model, LayoutFile(file_of(tensors), Layout::hf_gpt2).tensors(tiny()));
  tensors.push_back({"transformer.ln_f.bias", zeros({8})});
  CHECK(
      message_of([&] { LayoutFile(file_of(tensors), Layout::hf_gpt2); }) ==
      "theirs: \"ln_f.bias\" and \"transformer.ln_f.bias\"; expected one of the two: they are the "
      "same parameter");
}

TEST_CASE("layout: all that does not fit is in one message") {
  CHECK(refused(Layout::pytorch, [](auto&) {}) == "");
  CHECK(
      refused(Layout::pytorch,
              [](std::vector<NamedTensor>& tensors) {
                named(tensors, "transformer.wpe.weight").tensor = zeros({6, 8});
                named(tensors, "transformer.ln_f.bias").name = "transformer.ln_f.beta";
                tensors.push_back({"more", zeros({})});
              }) ==
      "theirs: missing: \"transformer.ln_f.bias\"; left over: \"transformer.ln_f.beta\", \"more\"; "
      "of another shape: \"transformer.wpe.weight\" [6,8] for [5,8]; expected the 28 parameters "
      "of such a GPT, as real numbers. Try: --layout hf-gpt2, when Hugging Face wrote it");
  // Names of others stay on the line of the message.
  const auto line_break = [](std::vector<NamedTensor>& tensors) {
    tensors.push_back({"more\nthan one line", zeros({})});
  };
  CHECK(refused(Layout::pytorch, line_break).find('\n') == std::string::npos);
  CHECK(contains(refused(Layout::pytorch, line_break), "left over: \"more"));
  CHECK(contains(refused(Layout::hf_gpt2,
                         [](std::vector<NamedTensor>& tensors) {
                           for (int i = 0; i < 23; ++i) {
                             tensors.push_back({fmt::format("x{}", i), zeros({})});
                           }
                         }),
                 "\"x6\" and 3 more; expected"));
  CHECK(refused(Layout::hf_gpt2,
                [](std::vector<NamedTensor>& tensors) {
                  tensors.push_back({"lm_head.weight", zeros({11, 8})});
                }) ==
        "theirs: \"lm_head.weight\" differs from \"transformer.wte.weight\"; expected the same "
        "numbers in a tied model. Try: \"tie_word_embeddings\": false in config.json");
  // The other layout: no map but the square one fits.
  const auto model = model_of(tiny());
  const LayoutFile file(exported(*model, Layout::hf_gpt2), Layout::pytorch);
  CHECK(contains(message_of([&] { file.tensors(tiny()); }),
                 "\"transformer.h.0.attn.c_attn.weight\" [8,24] for [24,8]"));

  const std::vector<NamedTensor> none;
  const std::vector<NamedIndices> indices = {{"wte.weight", {1, 2}}};
  const auto integers = SafetensorsFile::from_bytes(safetensors_bytes(none, {}, indices), "theirs");
  CHECK(contains(message_of([&] { LayoutFile(integers, Layout::pytorch).tensors(tiny()); }),
                 "of no real type: \"transformer.wte.weight\" I64"));
}

TEST_CASE("layout: a small file that speaks of a large model is refused before memory is taken") {
  GPTOptions options = tiny();
  options.n_layer = 1 << 30;
  const LayoutFile file(exported(*model_of(tiny()), Layout::pytorch), Layout::pytorch);
  CHECK(contains(message_of([&] { file.tensors(options); }),
                 "theirs: 1888 numbers; expected the 936302870672 of a model"));
  options.n_layer = 1;
  options.n_embd = Index{1} << 40;
  CHECK(message_of([&] { file.tensors(options); }) != "");
}

TEST_CASE("layout: options of files that do not tell them") {
  const auto model = model_of(tiny());
  std::vector<NamedTensor> tensors = tensors_elsewhere(*model, Layout::pytorch);
  const auto options = [&](const LayoutHints& hints) {
    return message_of(
        [&] { pytorch_options_of(LayoutFile(file_of(tensors), Layout::pytorch), hints); });
  };
  LayoutHints two;
  two.n_head = 2;
  CHECK(options(two) == "");
  CHECK(contains(options({}), "UsageError: --n-head: no number of heads"));
  LayoutHints three = two, other = two;
  three.n_head = 3;
  CHECK(contains(options(three), "UsageError: --n-head: 3 for the 8 channels of "));
  other.ffn = "mish";
  CHECK(contains(options(other), "UsageError: feed_forward: \"mish\""));
  named(tensors, "transformer.wpe.weight").tensor = zeros({5});
  CHECK(
      contains(options(two), "theirs: \"transformer.wpe.weight\" of shape [5]; expected a matrix"));
  tensors.clear();
  CHECK(
      contains(options(two), "theirs: no \"transformer.wte.weight\"; expected the tensors of a "));

  const LayoutFile own(exported(*model, Layout::pytorch), Layout::pytorch);
  CHECK(contains(message_of([&] { pytorch_options_of(own, two); }),
                 "UsageError: --n-head: theirs says it itself"));
}

}  // namespace layout_file_test
