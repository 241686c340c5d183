// sample_gpt: prints what a trained GPT writes: from the beginning, or after a text of yours.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "gpt/gpt_flags.h"
#include "gpt/layouts/own_model.h"
#include "gpt/terminal.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/check.h"
#include "holo/sampling.h"
#include "support/recorded/command_line.h"

using namespace holo;

namespace {

struct Settings {
  std::string from, prompt, tokenizer;
  Index samples = 20, length = 200;
  std::int64_t seed = 42;
  SamplingOptions sampling;
  bool probabilities = false;
};

// The first of each pair has no effect together with the second.
constexpr std::pair<const char*, const char*> idle_beside[] = {
    {"--temperature", "--greedy"},
    {"--top-k", "--greedy"},
    {"--top-p", "--greedy"},
    {"--seed", "--greedy"},
    {"--greedy", "--probabilities"},
    {"--samples", "--probabilities"},
    {"--sample-length", "--probabilities"},
    {"--seed", "--probabilities"}};

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv, "Prints texts of a GPT that train_gpt has trained.");
  Settings s;
  s.sampling.temperature = 0.8;
  s.from = cli.text("--from", "", "FILE", "checkpoint or weights, .safetensors");
  s.prompt = cli.text("--prompt", "", "TEXT", "what the texts begin with");
  s.tokenizer =
      cli.text("--tokenizer-file", "", "FILE", "tokenizer, when the file of the weights has none");
  s.samples = cli.integer("--samples", s.samples, 0, 1'000'000, "texts to print");
  s.length = cli.integer("--sample-length", s.length, 1, 1 << 20,
                         "tokens of a text at most, and 64 times as many bytes");
  SamplingOptions& how = s.sampling;
  how.temperature = cli.number("--temperature", how.temperature, above(0),
                               "of sampling: lower is more predictable", "--greedy");
  how.top_k = cli.integer("--top-k", how.top_k, 0, 1 << 20,
                          "sample from the k most probable tokens; 0: all");
  how.top_p = cli.number("--top-p", how.top_p, {0, 1, true, false},
                         "sample from the most probable tokens, up to this sum");
  how.greedy = cli.flag("--greedy", "always take the most probable token");
  s.seed = cli.integer("--seed", s.seed, 0, std::int64_t{1} << 62, "seed of the random numbers");
  s.probabilities = cli.flag("--probabilities",
                             "print how probable each next token is, at this "
                             "--temperature, --top-k, --top-p");
  cli.finish();
  check_from(s.from);
  for (const auto& [flag, other] : idle_beside) {
    if (!cli.given(flag) || !cli.given(other)) continue;
    throw UsageError(flag, fmt::format("together with {}", other), "one of the two",
                     fmt::format("without {}", other));
  }
  return s;
}

// The tokens that the texts begin with. A run of ours has learned its texts after BOS. A prompt
// that cannot be written in these tokens is a wrong flag.
std::vector<Index> first_tokens(const Settings& s, const LoadedModel& model) {
  try {
    std::vector<Index> tokens = prompt_tokens(*model.tokenizer, s.prompt);
    const Index bos = model.tokenizer->bos();
    const bool is_ours = !model.run.settings.empty();
    if (is_ours && tokens[0] != bos) tokens.insert(tokens.begin(), bos);
    return tokens;
  } catch (const Error& error) {
    throw UsageError("--prompt", error.found(), error.expected(), error.hint());
  }
}

void print_probabilities(GPT& gpt, const Tokenizer& tokenizer, std::vector<Index> tokens,
                         const SamplingOptions& options) {
  const NoGrad no_grad;
  const auto most = static_cast<std::size_t>(gpt.options.block_size);
  if (tokens.size() > most) tokens.erase(tokens.begin(), tokens.end() - static_cast<Index>(most));
  const std::vector<real> logits =
      gpt(Indices({1, static_cast<Index>(tokens.size())}, tokens)).to_vector();
  const auto V = static_cast<std::size_t>(gpt.options.vocab_size);
  const std::vector<double> p = token_probabilities(std::span(logits).last(V), options);
  std::vector<std::size_t> ids(V);
  std::iota(ids.begin(), ids.end(), std::size_t{0});
  std::stable_sort(ids.begin(), ids.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
  fmt::print("# how probable at temperature {}, top-k {}, top-p {}\n", options.temperature,
             options.top_k, options.top_p);
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (const std::size_t id : ids) {
    if (p[id] == 0) break;
    fmt::print("{:.6f}  {}\n", p[id] / sum, tokenizer.token_text(static_cast<int>(id)));
  }
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const LoadedModel model = load_model(s.from, s.tokenizer);
  if (!model.tokenizer) {
    throw UsageError(s.from, "no tokenizer in it", "a tokenizer", "--tokenizer-file FILE");
  }
  check_flags([&] { check_sampling_options(s.sampling, model.run.model.vocab_size); });
  const Tokenizer& tokenizer = *model.tokenizer;
  const std::vector<Index> prompt = first_tokens(s, model);
  if (s.probabilities) {
    print_probabilities(*model.gpt, tokenizer, prompt, s.sampling);
    return;
  }
  const TextMarks marks = text_marks_of(tokenizer);
  const std::optional<Index> stop =
      marks.stops.size() == 1 ? std::optional<Index>(marks.stops[0]) : std::nullopt;
  PythonRandom random(s.seed);
  for (Index i = 0; i < s.samples; ++i) {
    const std::vector<Index> tokens =
        before_stop(generate(*model.gpt, prompt, s.length, stop, s.sampling, random), marks);
    const std::string text = sampled_text(tokenizer, tokens, s.length);
    fmt::print("{}\n", printable(whole_text(tokenizer, s.prompt, text), true));
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
