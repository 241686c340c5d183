// checkpoint.cpp: a checkpoint of a training run, of anyone. metadata.cpp has its settings.
#include "holo/checkpoint.h"

#include "fuzz/repair.h"
#include "fuzz/targets.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "holo/optim.h"

namespace fuzz {
namespace {

// A model that costs a moment.
bool is_small(const holo::GPTOptions& options) {
  constexpr holo::Index most_numbers = 4096, most_positions = 1024, most_layers = 8;
  return options.n_layer <= most_layers && options.block_size <= most_positions &&
         holo::gpt_parameter_count(options) <= most_numbers;
}

void load(const holo::CheckpointFile& file, const holo::SavedRun& run) {
  if (!run.tokenizer.empty()) {
    holo::check_tokenizer(*holo::tokenizer_from_text(run.tokenizer, "fuzz"), run.model, "fuzz");
  }
  if (!is_small(run.model)) return;
  holo::PythonRandom random(1);
  holo::GPT model(run.model, random);
  file.load_into(model);
  holo::AdamW optimizer(model.parameters(), 0.1);
  file.load_into(model, optimizer);
  optimizer.zero_grad();
  const holo::Index bos = run.model.vocab_size - 1;
  model.loss(holo::Indices({1, 1}, {bos}), holo::Indices({1, 1}, {bos})).backward();
  optimizer.step();  // may refuse a gradient that is not finite
}

void read_checkpoint(const std::string& bytes) {
  try {
    const holo::CheckpointFile file(holo::SafetensorsFile::from_bytes(bytes, "fuzz"));
    require(with_checksum(bytes) == bytes, "a checkpoint has the checksum of its bytes");
    const holo::SavedRun run = holo::saved_run_of(file.metadata(), "fuzz");
    load(file, run);
  } catch (const holo::Error&) {
  }
}

}  // namespace

void checkpoint(std::string_view bytes) {
  read_checkpoint(std::string(bytes));
  const std::string repaired = with_checksum(with_header_length(bytes));
  if (repaired != bytes) read_checkpoint(repaired);
}

}  // namespace fuzz
