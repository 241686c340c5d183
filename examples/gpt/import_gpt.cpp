// import_gpt: makes a file of weights of ours from a GPT of PyTorch or of Hugging Face:
// docs/pytorch.md.
#include <fmt/format.h>

#include <filesystem>

#include "gpt/layouts/gpt2_config.h"
#include "gpt/layouts/layout_file.h"
#include "gpt/layouts/layout_options.h"
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
    throw UsageError("--config", "--layout pytorch", "this flag with --layout hf-gpt2 alone");
  }
  if (s.layout == Layout::hf_gpt2 && (s.hints.n_head || s.hints.ffn)) {
    throw UsageError(s.hints.n_head ? "--n-head" : "--ffn", "--layout hf-gpt2",
                     "this flag with --layout pytorch only: config.json has it");
  }
}

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Imports a GPT of another program, as weights for sample_gpt and export_gpt.");
  Settings s;
  s.from =
      cli.text("--from", "", "PATH", "a file, .safetensors, or a folder with model.safetensors");
  s.layout = layout_named(cli.choice("--layout", layout_names(), "layout of its tensors"));
  s.config =
      cli.text("--config", "", "FILE", "of hf-gpt2; without it config.json next to the file");
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

// The file of the weights: itself, or the one in the folder.
std::string weights_path(const std::string& from) {
  std::error_code none;
  if (!fs::is_directory(from, none)) return from;
  std::string path = (fs::path(from) / "model.safetensors").string();
  if (fs::exists(path, none)) return path;
  const bool parts = fs::exists(path + ".index.json", none);
  const bool pickle = fs::exists(fs::path(from) / "pytorch_model.bin", none);
  throw Error(from,
              parts    ? "a model in several files"
              : pickle ? "no model.safetensors, but a pytorch_model.bin, which is a pickle"
                       : "no model.safetensors",
              "a folder with model.safetensors",
              "from_pretrained(FOLDER).save_pretrained(OTHER, max_shard_size=\"100GB\") in Python");
}

SafetensorsFile open_weights(const std::string& path) {
  try {
    return SafetensorsFile(path);
  } catch (const Error& error) {
    if (error.found().find("torch.save") == std::string::npos) throw;
    throw Error(error.where(), error.found(), "a .safetensors file: data that runs nothing",
                "in Python: safetensors.torch.save_file(state_dict, FILE); docs/pytorch.md");
  }
}

GPTOptions options_of(const LayoutFile& file, const Settings& s, const std::string& weights) {
  if (s.layout == Layout::pytorch) return pytorch_options_of(file, s.hints);
  constexpr std::size_t most_bytes = 1 << 20;
  const std::string path =
      s.config.empty() ? (fs::path(weights).parent_path() / "config.json").string() : s.config;
  std::error_code none;
  if (!fs::exists(path, none)) {
    throw Error(path, "no such file", "a config.json next to the tensors", "--config FILE");
  }
  return gpt2_options_of(read_file(path, most_bytes), path);
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
  const std::string weights = weights_path(s.from);
  const SafetensorsFile opened = open_weights(weights);
  if (opened.contains("token_embedding.weight")) {
    throw Error(weights, "weights of ours", "a file of another program", "sample_gpt --from FILE");
  }
  const LayoutFile file(opened, s.layout);
  SavedRun run;
  run.model = options_of(file, s, weights);
  run.tokenizer = tokenizer_of(file, s, run.model);
  const std::vector<NamedTensor> tensors = file.tensors(run.model);
  check_apart({{"--out", s.out}},
              {{"--from", weights}, {"--config", s.config}, {"--tokenizer-file", s.tokenizer}});
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
