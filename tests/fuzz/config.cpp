// config.cpp: a config.json, of anyone, as that of a GPT-2 and of a Llama, and the tokens that it
// names.
#include "fuzz/targets.h"
#include "gpt/layouts/layout.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"

namespace fuzz {

using holo::Layout;

void config(std::string_view bytes) {
  const std::string text(bytes);
  holo::GPTOptions options;
  holo::TextMarks marks;
  const bool is_gpt2 =
      is_read([&] { options = holo::options_of_config(text, "fuzz", Layout::hf_gpt2); });
  const bool is_llama =
      is_read([&] { options = holo::options_of_config(text, "fuzz", Layout::hf_llama); });
  require(!is_gpt2 || !is_llama, "a model is of one kind");
  const bool marked =
      is_read([&] { marks = holo::text_marks_of_config(text, "fuzz", options.vocab_size); });
  if ((!is_gpt2 && !is_llama) || !marked) return;
  const Layout layout = is_gpt2 ? Layout::hf_gpt2 : Layout::hf_llama;
  const std::string written = holo::config_text(options, layout, marks);
  const holo::GPTOptions again = holo::options_of_config(written, "fuzz, written again", layout);
  require(again.vocab_size == options.vocab_size && again.n_layer == options.n_layer &&
              again.n_embd == options.n_embd &&
              again.hidden.value_or(0) == options.hidden.value_or(0),
          "options survive being written");
  const holo::TextMarks marks_again =
      holo::text_marks_of_config(written, "fuzz, written again", options.vocab_size);
  require(marks_again.bos == marks.bos && marks_again.stops == marks.stops, "and marks do");
}

}  // namespace fuzz
