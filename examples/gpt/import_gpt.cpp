// import_gpt: makes a file of weights of ours from a GPT of PyTorch or of Hugging Face:
// docs/pytorch.md.
#include <fmt/format.h>

#include <filesystem>

#include "gpt/layouts/gpt2_config.h"
#include "gpt/layouts/layout_file.h"
#include "gpt/layouts/layout_options.h"
#include "gpt/layouts/llama_config.h"
#include "gpt/layouts/model_files.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "holo/data.h"
#include "output/output_files.h"
#include "support/command_line.h"

using namespace holo;

namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string from, config, tokenizer, out;
  Layout layout = Layout::pytorch;
  LayoutHints hints;
};

void check_together(const Settings& s) {
  if (s.from.empty()) throw UsageError("--from", "no file", "a model, .safetensors");
  if (s.out.empty()) {
    throw UsageError("--out", "no file", "a name for the weights", "--out gpt.safetensors");
  }
  if (s.layout == Layout::pytorch && !s.config.empty()) {
    throw UsageError("--config", "--layout pytorch",
                     "this flag with --layout hf-gpt2 or hf-llama alone");
  }
  if (s.layout != Layout::pytorch && (s.hints.n_head || s.hints.ffn)) {
    throw UsageError(s.hints.n_head ? "--n-head" : "--ffn", "--layout " + layout_name(s.layout),
                     "this flag with --layout pytorch only: config.json has it");
  }
}

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Imports a GPT of another program, as weights for sample_gpt and export_gpt.");
  Settings s;
  s.from = cli.text("--from", "", "PATH",
                    "a file, .safetensors, or a folder with model.safetensors or its index");
  s.layout = layout_named(cli.choice("--layout", layout_names(), "layout of its tensors"));
  s.config = cli.text("--config", "", "FILE",
                      "of hf-gpt2 and hf-llama; without it config.json next to the file");
  const Index n_head =
      cli.integer("--n-head", 0, 0, 1 << 20, "of pytorch: heads in a block; 0: as the file says");
  const std::string ffn = cli.text(
      "--ffn", "", "NAME", "of pytorch: feed-forward layer; without it gelu, or as the file says");
  s.tokenizer = cli.text("--tokenizer-file", "", "FILE", "tokenizer to store with the weights");
  s.out = cli.text("--out", "", "FILE", "weights to write, .safetensors");
  cli.finish();
  if (n_head > 0) s.hints.n_head = n_head;
  if (!ffn.empty()) s.hints.ffn = ffn;
  check_together(s);
  return s;
}

GPTOptions options_of(const LayoutFile& file, const Settings& s, const std::string& folder) {
  if (s.layout == Layout::pytorch) return pytorch_options_of(file, s.hints);
  constexpr std::size_t most_bytes = 1 << 20;
  const std::string path =
      s.config.empty() ? (fs::path(folder) / "config.json").string() : s.config;
  std::error_code none;
  if (!fs::exists(path, none)) {
    throw Error(path, "no such file", "a config.json next to the tensors", "--config FILE");
  }
  const std::string text = read_file(path, most_bytes);
  return s.layout == Layout::hf_llama ? llama_options_of(text, path) : gpt2_options_of(text, path);
}

// What to write as the tokenizer: that of the flag, that of a file of export_gpt, or none.
std::string tokenizer_of(const LayoutFile& file, const Settings& s, const GPTOptions& model) {
  const auto entry = file.metadata().find("tokenizer");
  const bool own = s.tokenizer.empty();
  if (own && entry == file.metadata().end()) return "";
  const std::unique_ptr<Tokenizer> tokenizer =
      own ? tokenizer_from_text(entry->second, file.where() + ": tokenizer")
          : load_tokenizer(s.tokenizer);
  check_tokenizer(*tokenizer, model, own ? file.where() : s.tokenizer);
  return tokenizer->to_text();
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const ModelFiles model = open_model_files(s.from);
  if (model.files[0].contains("token_embedding.weight")) {
    throw Error(model.where, "weights of ours", "a file of another program",
                "sample_gpt --from FILE");
  }
  const LayoutFile file(model, s.layout);
  SavedRun run;
  run.model = options_of(file, s, model.folder);
  run.tokenizer = tokenizer_of(file, s, run.model);
  const std::vector<NamedTensor> tensors = file.tensors(run.model);
  std::vector<FlagFile> read = {{"--config", s.config}, {"--tokenizer-file", s.tokenizer}};
  for (const SafetensorsFile& one : model.files) read.push_back({"--from", one.where()});
  check_apart({{"--out", s.out}}, read);
  check_output(s.out, FileKind::model, "--out");
  SafetensorsMetadata metadata = metadata_of(run);
  metadata[checksum_key] = "";
  save_safetensors(s.out, tensors, metadata);
  fmt::print("{} parameters: {} {} of {} channels, {} heads, {}\n", gpt_parameter_count(run.model),
             run.model.n_layer, run.model.n_layer == 1 ? "block" : "blocks", run.model.n_embd,
             run.model.n_head, run.model.ffn);
  if (run.tokenizer.empty()) {
    fmt::print("no tokenizer is in it: sample_gpt needs one, --tokenizer-file\n");
  }
  fmt::print("wrote {}\n", s.out);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
