// import_gpt: makes a file of weights of ours from a GPT of PyTorch or of Hugging Face:
// docs/pytorch.md.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "gpt/gpt_flags.h"
#include "gpt/layouts/layout.h"
#include "gpt/layouts/own_model.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "holo/data.h"
#include "support/command_line.h"
#include "support/output/output_files.h"

using namespace holo;

namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string from, tokenizer, out;
  Layout layout = Layout::pytorch;
};

void check_together(const Settings& s) {
  if (s.from.empty()) throw UsageError("--from", "no file", "a model, .safetensors");
  if (s.out.empty()) {
    throw UsageError("--out", "no file", "a name for the weights", "--out gpt.safetensors");
  }
}

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Imports a GPT of another program, as weights for sample_gpt and export_gpt.");
  Settings s;
  s.from = cli.text("--from", "", "PATH",
                    "a file, .safetensors, or a folder with model.safetensors or its index");
  s.layout = read_kind(cli, "--layout", Layout::pytorch, "layout of its tensors");
  s.tokenizer =
      cli.text("--tokenizer-file", "", "FILE",
               "tokenizer to store with the weights, of ours or a tokenizer.json; without "
               "it the one next to an hf-gpt2 or hf-llama");
  s.out = cli.text("--out", "", "FILE", "weights to write, .safetensors");
  cli.finish();
  check_together(s);
  return s;
}

constexpr std::size_t most_config_bytes = 1 << 20;

// The config.json of the folder; nothing in the layout pytorch.
struct ConfigFile {
  std::string path, text;
};
ConfigFile config_of(const Settings& s, const std::string& folder) {
  if (s.layout == Layout::pytorch) return {};
  const std::string path = (fs::path(folder) / "config.json").string();
  std::error_code none;
  if (!fs::exists(path, none)) {
    throw Error(path, "no such file", "a config.json next to the tensors");
  }
  return {path, read_text(path, most_config_bytes)};
}

GPTOptions options_of(const LayoutFile& file, const Settings& s, const ConfigFile& config) {
  if (s.layout != Layout::pytorch) return options_of_config(config.text, config.path, s.layout);
  if (file.metadata().count("gpt.n_layer") > 0) {
    return gpt_options_from_text(file.metadata(), file.where());
  }
  throw Error(file.where(), "no options of the model in its metadata",
              "a file of export_gpt, or one with its \"gpt.n_layer\" and so on",
              "--layout hf-gpt2 or hf-llama, when Hugging Face wrote it; docs/pytorch.md");
}

// The marks that config.json says. What a generation_config.json beside it says comes first: there
// a model that answers has all of its stops.
TextMarks marks_of_folder(const ConfigFile& config, const std::string& folder, Index vocab_size) {
  TextMarks marks = text_marks_of_config(config.text, config.path, vocab_size);
  const std::string path = (fs::path(folder) / "generation_config.json").string();
  std::error_code none;
  if (!fs::exists(path, none)) return marks;
  const TextMarks first =
      text_marks_of_config(read_text(path, most_config_bytes), path, vocab_size);
  if (first.bos) marks.bos = first.bos;
  if (!first.stops.empty()) marks.stops = first.stops;
  return marks;
}

// The tokenizer of the flag, that of a file of export_gpt, the one beside the model, or none.
std::unique_ptr<Tokenizer> tokenizer_of(const LayoutFile& file, const Settings& s,
                                        const ConfigFile& config, const std::string& folder,
                                        const GPTOptions& model) {
  const bool foreign = s.layout != Layout::pytorch;
  std::optional<TextMarks> marks;
  if (foreign) marks = marks_of_folder(config, folder, model.vocab_size);
  if (!s.tokenizer.empty()) return load_stored_tokenizer(s.tokenizer, marks);
  const auto entry = file.metadata().find("tokenizer");
  if (entry != file.metadata().end()) {
    return stored_tokenizer(entry->second, file.where() + ": tokenizer");
  }
  if (!foreign) return nullptr;
  try {
    return tokenizer_of_folder(folder, *marks);
  } catch (const Error& error) {
    throw Error(error.where(), error.found(), error.expected(),
                (error.hint().empty() ? "" : error.hint() + "; or ") +
                    "take it out of the folder, for the weights alone");
  }
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
  const ConfigFile config = config_of(s, model.folder);
  run.model = options_of(file, s, config);
  const std::unique_ptr<Tokenizer> tokenizer =
      tokenizer_of(file, s, config, model.folder, run.model);
  if (tokenizer) {
    check_tokenizer(*tokenizer, run.model, s.tokenizer.empty() ? file.where() : s.tokenizer);
    run.tokenizer = tokenizer->to_text();
  }
  const std::vector<NamedTensor> tensors = file.tensors(run.model);
  std::vector<FlagFile> read = {{"--tokenizer-file", s.tokenizer}};
  for (const SafetensorsFile& one : model.files) read.push_back({"--from", one.where()});
  check_apart({{"--out", s.out}}, read);
  check_output(s.out, FileKind::model, "--out");
  SafetensorsMetadata metadata = metadata_of(run);
  metadata[checksum_key] = "";
  save_safetensors(s.out, tensors, metadata);
  fmt::print("{} parameters: {} {} of {} channels, {} {}, {}\n", gpt_parameter_count(run.model),
             run.model.n_layer, run.model.n_layer == 1 ? "block" : "blocks", run.model.n_embd,
             run.model.n_head, run.model.n_head == 1 ? "head" : "heads", run.model.ffn);
  if (run.tokenizer.empty()) {
    fmt::print("no tokenizer is in it: sample_gpt needs one, --tokenizer-file\n");
  } else {
    fmt::print("its tokenizer has {} tokens\n", tokenizer->vocab_size());
  }
  fmt::print("wrote {}\n", s.out);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
