// export_gpt: writes a trained GPT as PyTorch or Hugging Face read it: docs/pytorch.md.
#include <fmt/format.h>

#include <filesystem>

#include "gpt/gpt_flags.h"
#include "gpt/layouts/layout.h"
#include "gpt/saved_run.h"
#include "gpt/tokenizers/loaded_model.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/output/output_files.h"
#include "support/plots/plot.h"

using namespace holo;

namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string from, out;
  Layout layout = Layout::pytorch;
};

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv, "Writes a GPT of train_gpt in the layout of other programs.");
  Settings s;
  s.from = cli.text("--from", "", "FILE", "checkpoint or weights of train_gpt, .safetensors");
  s.layout = read_kind(cli, "--layout", Layout::pytorch, "layout of the tensors");
  s.out = cli.text("--out", "", "PATH",
                   "pytorch: a file, .safetensors; hf-gpt2, hf-llama: a folder, for "
                   "model.safetensors, config.json, and a tokenizer that came with the model");
  cli.finish();
  check_from(s.from);
  if (s.out.empty()) {
    throw UsageError("--out", "no place to write to",
                     "a file, or a folder for hf-gpt2 and hf-llama",
                     s.layout == Layout::pytorch ? "--out gpt.safetensors" : "--out gpt");
  }
  return s;
}

// The files of an export; those that it does not have are empty.
struct Files {
  std::string weights, config = "", tokenizer = "", tokenizer_config = "";
};

// Makes the folder of a layout that has one. `with_tokenizer`: it gets one in the files of others.
Files files_of(const Settings& s, bool with_tokenizer) {
  if (s.layout == Layout::pytorch) return {.weights = s.out};
  std::error_code problem;
  fs::create_directory(s.out, problem);
  if (!fs::is_directory(s.out)) {
    throw UsageError("--out", problem ? s.out + ": " + problem.message() : s.out + " is a file",
                     "a folder, or the name of a new one");
  }
  const auto in_folder = [&](const char* name) { return (fs::path(s.out) / name).string(); };
  Files files = {.weights = in_folder("model.safetensors"), .config = in_folder("config.json")};
  if (with_tokenizer) {
    files.tokenizer = in_folder("tokenizer.json");
    files.tokenizer_config = in_folder("tokenizer_config.json");
  }
  return files;
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const LoadedModel model = load_model(s.from);
  check_layout(model.run.model, s.layout);
  const auto* const pretrained = dynamic_cast<const PretrainedTokenizer*>(model.tokenizer.get());
  const Files files = files_of(s, pretrained != nullptr);
  check_apart({{"--out", files.weights}}, {{"--from", s.from}});
  check_output(files.weights, FileKind::model, "--out");
  check_output(files.config, FileKind::config, "--out");
  check_output(files.tokenizer, FileKind::tokenizer_json, "--out");
  check_output(files.tokenizer_config, FileKind::tokenizer_config, "--out");
  SafetensorsMetadata metadata = metadata_elsewhere(model.run, s.layout);
  if (!files.tokenizer.empty()) metadata.erase("tokenizer");
  save_safetensors(files.weights, tensors_elsewhere(*model.gpt, s.layout), metadata);
  if (!files.config.empty()) {
    write_file(files.config,
               config_text(model.run.model, s.layout, text_marks_of(model.tokenizer.get())));
  }
  if (!files.tokenizer.empty()) {
    write_file(files.tokenizer, pretrained->parts().json);
    write_file(files.tokenizer_config,
               tokenizer_config_text(pretrained->parts(), model.run.model.block_size));
  }
  for (const auto& file : {files.weights, files.config, files.tokenizer, files.tokenizer_config}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
  if (files.config.empty()) return;
  const bool llama = s.layout == Layout::hf_llama;
  if (!model.run.model.norm_gain || (!llama && !model.run.model.bias)) {
    fmt::print("the {} beyond this model are {} there\n",
               llama ? "gains that Llama has" : "gains and biases that GPT-2 has",
               llama ? "1" : "1 and 0");
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
