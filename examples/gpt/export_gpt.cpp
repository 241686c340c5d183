// export_gpt: writes a trained GPT as PyTorch or Hugging Face read it: docs/pytorch.md.
#include <fmt/format.h>

#include <filesystem>

#include "gpt/layouts/gpt2_config.h"
#include "gpt/layouts/layout.h"
#include "gpt/output_files.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/plot.h"

using namespace holo;

namespace {

namespace fs = std::filesystem;

struct Settings {
  std::string from, out;
  Layout layout = Layout::pytorch;
};

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv, "Writes a GPT that train_gpt has trained for other programs.");
  Settings s;
  s.from = cli.text("--from", "", "FILE", "checkpoint or weights of ours, .safetensors");
  s.layout = layout_named(cli.choice("--layout", layout_names(), "of the tensors"));
  s.out = cli.text("--out", "", "PATH",
                   "pytorch: a file, .safetensors; hf-gpt2: a folder, for model.safetensors and "
                   "config.json");
  cli.finish();
  if (s.from.empty()) {
    throw UsageError("--from", "no file", "a checkpoint of train_gpt",
                     "--from build/demo/names.safetensors, after make demo");
  }
  if (s.out.empty()) {
    throw UsageError("--out", "no place to write to", "a file, or a folder for hf-gpt2",
                     s.layout == Layout::pytorch ? "--out gpt.safetensors" : "--out gpt");
  }
  return s;
}

// The file for the weights; makes the folder of hf-gpt2.
std::string weights_path(const Settings& s) {
  std::error_code problem;
  if (s.layout == Layout::pytorch) return s.out;
  fs::create_directory(s.out, problem);
  if (!fs::is_directory(s.out)) {
    throw UsageError("--out", problem ? s.out + ": " + problem.message() : s.out + " is a file",
                     "a folder, or the name of a new one");
  }
  return (fs::path(s.out) / "model.safetensors").string();
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const LoadedModel model = load_model(s.from);
  check_layout(model.run.model, s.layout);
  const std::string path = weights_path(s);
  check_apart({{"--out", path}}, {{"--from", s.from}});
  check_output(path, FileKind::model, "--out");
  const std::string config = (fs::path(s.out) / "config.json").string();
  if (s.layout == Layout::hf_gpt2) check_output(config, FileKind::config, "--out");
  save_safetensors(path, tensors_elsewhere(*model.gpt, s.layout),
                   metadata_elsewhere(model.run, s.layout));
  fmt::print("wrote {}\n", path);
  if (s.layout == Layout::pytorch) return;
  write_file(config, gpt2_config_text(model.run.model));
  fmt::print("wrote {}\n", config);
  if (!model.run.model.bias || !model.run.model.norm_gain) {
    fmt::print("the gains and biases that GPT-2 has beyond this model are 1 and 0 there\n");
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
