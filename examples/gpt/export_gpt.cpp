// export_gpt: writes a trained GPT as PyTorch or Hugging Face read it: docs/pytorch.md.
#include <fmt/format.h>

#include <filesystem>

#include "gpt/layouts/gpt2_config.h"
#include "gpt/layouts/layout.h"
#include "gpt/layouts/llama_config.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "output/output_files.h"
#include "support/command_line.h"
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
  s.layout = layout_named(cli.choice("--layout", layout_names(), "layout of the tensors"));
  s.out = cli.text("--out", "", "PATH",
                   "pytorch: a file, .safetensors; hf-gpt2, hf-llama: a folder, for "
                   "model.safetensors and config.json");
  cli.finish();
  if (s.from.empty()) {
    throw UsageError("--from", "no file", "a checkpoint of train_gpt",
                     "--from build/demo/names.safetensors, after make demo");
  }
  if (s.out.empty()) {
    throw UsageError("--out", "no place to write to",
                     "a file, or a folder for hf-gpt2 and hf-llama",
                     s.layout == Layout::pytorch ? "--out gpt.safetensors" : "--out gpt");
  }
  return s;
}

// The files of an export. What it makes anew is taken away again, unless all of it is written.
class Export {
 public:
  explicit Export(const Settings& s) : folder_(s.layout == Layout::pytorch ? "" : s.out) {
    if (folder_.empty()) {
      weights = s.out;
      return;
    }
    std::error_code problem;
    is_new_ = fs::create_directory(folder_, problem);
    if (!fs::is_directory(folder_)) {
      throw UsageError("--out", problem ? s.out + ": " + problem.message() : s.out + " is a file",
                       "a folder, or the name of a new one");
    }
    weights = (fs::path(folder_) / "model.safetensors").string();
    config = (fs::path(folder_) / "config.json").string();
  }
  ~Export() {
    if (!is_new_ || done) return;
    std::error_code ignored;
    for (const std::string& path : {weights, config, folder_}) fs::remove(path, ignored);
  }
  Export(const Export&) = delete;
  Export& operator=(const Export&) = delete;

  std::string weights, config;
  bool done = false;

 private:
  std::string folder_;
  bool is_new_ = false;
};

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const LoadedModel model = load_model(s.from);
  check_layout(model.run.model, s.layout);
  Export files(s);
  check_apart({{"--out", files.weights}}, {{"--from", s.from}});
  check_output(files.weights, FileKind::model, "--out");
  check_output(files.config, FileKind::config, "--out");
  save_safetensors(files.weights, tensors_elsewhere(*model.gpt, s.layout),
                   metadata_elsewhere(model.run, s.layout));
  if (!files.config.empty()) {
    write_file(files.config, s.layout == Layout::hf_llama
                                 ? llama_config_text(model.run.model, model.tokenizer != nullptr)
                                 : gpt2_config_text(model.run.model, model.tokenizer != nullptr));
  }
  files.done = true;
  fmt::print("wrote {}\n", files.weights);
  if (files.config.empty()) return;
  fmt::print("wrote {}\n", files.config);
  const bool llama = s.layout == Layout::hf_llama;
  if (!model.run.model.norm_gain || (!llama && !model.run.model.bias)) {
    fmt::print("the {} beyond this model are {} there\n",
               llama ? "gains that Llama has" : "gains and biases that GPT-2 has",
               llama ? "1" : "1 and 0");
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
