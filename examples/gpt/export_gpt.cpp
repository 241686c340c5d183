// export_gpt: writes a trained GPT under the names of nanoGPT, as load_gpt.py reads it in PyTorch:
// docs/pytorch.md.
#include <fmt/format.h>

#include "gpt/gpt_flags.h"
#include "gpt/layouts/layout.h"
#include "gpt/layouts/own_model.h"
#include "holo/check.h"
#include "support/command_line.h"
#include "support/output/output_files.h"

using namespace holo;

namespace {

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Writes a GPT of train_gpt for PyTorch.");
  const std::string from =
      cli.text("--from", "", "FILE", "checkpoint or weights of train_gpt, .safetensors");
  const std::string out = cli.text("--out", "", "FILE", "weights to write, .safetensors");
  cli.finish();
  check_from(from);
  if (out.empty()) {
    throw UsageError("--out", "no place to write to", "a file", "--out gpt.safetensors");
  }
  const LoadedModel model = load_model(from);
  check_apart({{"--out", out}}, {{"--from", from}});
  check_output(out, FileKind::model, "--out");
  save_safetensors(out, exported_tensors(*model.gpt), exported_metadata(model.run));
  fmt::print("wrote {}\n", out);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
