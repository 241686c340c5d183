// microgpt_settings.cpp: flags, their ranges, and what is said when the data does not fit.
#include "support/values/microgpt_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <system_error>

#include "holo/check.h"
#include "support/command_line.h"

namespace holo {
namespace {

// What is there may be replaced when it is empty or begins as such a file does: "1 0x1.8p+1 3".
void check_losses_file(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return;  // free, or refused when it is opened
  std::ifstream file(path, std::ios::binary);
  std::string step, loss;
  constexpr int longest = 32;  // a word may be all of a file that does not fit into memory
  if (!(file >> std::setw(longest) >> step)) return;
  file >> std::setw(longest) >> loss;
  if (step == "1" && loss.find("0x") < 2) return;
  throw Error(path, "exists and is not a file of losses",
              "a name that is free, or such a file, which is replaced", "another --losses FILE");
}

// The revision of microgpt.py before the last one. Both branches of a layer give 0 at first.
void use_squared_relu_revision(MicrogptSettings& s) {
  s.steps = 500;
  s.block_size = 8;
  s.init_std = 0.02;
  s.output_std = 0;
  s.beta1 = 0.9;
  s.beta2 = 0.95;
  s.cosine = true;
  s.squared_relu = true;
}

constexpr std::size_t most_of_a_size = 4096;

std::size_t size(CommandLine& cli, const char* name, std::size_t preset, const char* help) {
  return static_cast<std::size_t>(cli.integer(name, static_cast<std::int64_t>(preset), 1,
                                              static_cast<std::int64_t>(most_of_a_size), help));
}

// What no flag is wrong in alone.
void check_together(const MicrogptSettings& s) {
  if (s.n_embd % s.n_head != 0) {
    const std::size_t below = s.n_embd / s.n_head * s.n_head, above = below + s.n_head;
    const std::string nearest = below == 0               ? fmt::format("{}", above)
                                : above > most_of_a_size ? fmt::format("{}", below)
                                                         : fmt::format("{} or {}", below, above);
    throw UsageError("--n-embd",
                     fmt::format("{} is not divisible by --n-head {}", s.n_embd, s.n_head),
                     "a multiple of it", "--n-embd " + nearest);
  }
  if (s.temperature < 1e-300) {
    throw UsageError("--temperature", fmt::format("{}", s.temperature), "a number above 1e-300",
                     "--temperature 0.01");
  }
  std::error_code none;
  if (std::filesystem::equivalent(s.data, s.losses, none)) {
    throw UsageError("--losses", fmt::format("{} is the file of --data", s.losses),
                     "another file, since this one would be lost");
  }
  check_losses_file(s.losses);
}

// The parameters and Adam need 48 bytes each. On the tape a product and its place in a sum are two
// edges of 12 bytes, in exact mode two nodes of 24 and four edges; a tape that grows doubles, and
// is copied, so its peak is up to 2.5 times that.
void check_memory(const MicrogptSettings& s, std::size_t vocab_size, std::size_t positions) {
  constexpr double gib = 1024.0 * 1024 * 1024, limit = 8;
  const double parameters = static_cast<double>(s.parameter_count(vocab_size));
  const double n = static_cast<double>(s.n_embd), layers = static_cast<double>(s.n_layer);
  const double length = static_cast<double>(positions), tokens = static_cast<double>(vocab_size);
  const double products =
      length * (12 * n * n * layers + n * tokens) + length * length * n * layers;
  const double needed = (parameters * 48 + products * 2.5 * (s.exact ? 96 : 24)) / gib;
  if (needed <= limit) return;
  throw UsageError(
      "model", fmt::format("{:.0f} parameters need about {:.0f} GiB", parameters, needed),
      fmt::format("at most {} GiB", limit), "a smaller --n-embd, --n-layer or --block-size");
}

}  // namespace

MicrogptSettings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Trains a tiny GPT on names, one document a step, and prints new ones.");
  MicrogptSettings s;
  const std::string revision = cli.choice(
      "--revision", {"relu", "relu2"},
      "the settings of microgpt.py's last revision, or of the one before (squared ReLU)");
  if (revision == "relu2") use_squared_relu_revision(s);
  s.data =
      cli.text("--data", "", "FILE", "text file, one document a line (default: built-in names)");
  s.steps = cli.integer("--steps", s.steps, 1, 1'000'000'000, "training steps");
  s.seed = cli.integer("--seed", s.seed, 0, INT64_MAX, "seed of the random numbers");
  s.n_layer = size(cli, "--n-layer", s.n_layer, "layers");
  s.n_embd = size(cli, "--n-embd", s.n_embd, "channels: numbers for each token");
  s.n_head = size(cli, "--n-head", s.n_head, "attention heads; must divide --n-embd");
  s.block_size = size(cli, "--block-size", s.block_size, "longest document, in tokens");
  s.squared_relu = cli.choice("--activation",
                              s.squared_relu ? std::vector<std::string>{"relu2", "relu"}
                                             : std::vector<std::string>{"relu", "relu2"},
                              "of the feed-forward layer") == "relu2";
  s.temperature =
      cli.number("--temperature", s.temperature, above(0), "of sampling; lower is safer");
  s.samples = cli.integer("--samples", s.samples, 0, 1'000'000, "names to print");
  s.exact = cli.flag("--exact", "record and round as microgpt.py does: the same bits");
  const std::vector<std::string> traversals = {"creation", "depth-first"},
                                 exact_traversals = {"depth-first", "creation"};
  s.depth_first = cli.choice("--traversal", s.exact ? exact_traversals : traversals,
                             "order of the backward pass") == "depth-first";
  s.losses = cli.text("--losses", "", "FILE", "write a line a step: step, loss as hex float, loss");
  cli.finish();
  check_together(s);
  return s;
}

std::size_t MicrogptSettings::parameter_count(std::size_t vocab_size) const {
  return (2 * vocab_size + block_size) * n_embd + n_layer * 12 * n_embd * n_embd;
}

void check_against_data(const MicrogptSettings& s, const Corpus& corpus) {
  std::size_t cut = 0, longest = 0;
  for (const auto& document : corpus.documents) {
    cut += document.size() - 1 > s.block_size;
    longest = std::max(longest, document.size() - 1);
  }
  check_memory(s, corpus.vocab_size(),
               s.samples > 0 ? s.block_size : std::min(longest, s.block_size));
  if (corpus.tokenizer.bos() == 1) {
    print_warning(fmt::format("a vocabulary of 1: every letter is '{}', only lengths can be learnt",
                              corpus.tokenizer.token_text(0)));
  }
  if (cut > 0) {
    print_warning(
        fmt::format("of {} documents {} longer than the block of {} and cut. Try: --block-size {}",
                    corpus.documents.size(), cut == 1 ? "1 is" : fmt::format("{} are", cut),
                    s.block_size, std::min(longest, most_of_a_size)));
  }
}

void check_loss(double loss, std::int64_t step) {
  if (std::isfinite(loss)) return;
  throw Error("training", fmt::format("the loss of step {} is {}", step, loss), "a finite number",
              "--revision relu, or fewer layers");
}

LossesFile::LossesFile(const std::string& path) : path_(path) {
  if (path_.empty()) return;
  std::error_code none;
  if (std::filesystem::is_fifo(path_, none)) {  // to open it would wait for a reader
    throw Error(path_, "is a FIFO (pipe)", "a file that can be written", "another --losses FILE");
  }
  file_.open(path_, std::ios::binary);
  if (!file_) fail("a file that can be written");
}

void LossesFile::write(std::int64_t step, double loss) {
  if (path_.empty()) return;
  char hex[40];
  std::snprintf(hex, sizeof hex, "%.13a", loss);
  file_ << fmt::format("{} {} {}\n", step, hex, loss);
  if (!file_) fail("room for the losses");
}

void LossesFile::close() {
  if (path_.empty()) return;
  file_.close();
  if (!file_) fail("room for the losses");
}

void LossesFile::fail(const char* expected) const {
  throw Error(path_, std::generic_category().message(errno), expected, "another --losses FILE");
}

}  // namespace holo
