// sample_gpt: prints what a trained GPT writes: from the beginning, or after a text of yours.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/words.h"
#include "gpt/gpt_flags.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "gpt/tokenizers/loaded_model.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/check.h"
#include "holo/sampling.h"
#include "support/recorded/command_line.h"

using namespace holo;

namespace {

struct Settings {
  std::string from, prompt, prompt_tokens, tokenizer;
  Index samples = 20, length = 200;
  std::int64_t seed = 42;
  SamplingOptions sampling;
  bool probabilities = false;
};

Settings read_settings(int argc, char** argv) {
  CommandLine cli(argc, argv, "Prints texts of a GPT that train_gpt has trained.");
  Settings s;
  s.sampling.temperature = 0.8;
  s.from = cli.text("--from", "", "FILE", "checkpoint or weights, .safetensors");
  s.prompt = cli.text("--prompt", "", "TEXT", "what the texts begin with");
  s.prompt_tokens = cli.text("--prompt-tokens", "", "5,17,3",
                             "the same as numbers of tokens, and nothing before them: needs no "
                             "tokenizer, and prints numbers");
  s.tokenizer =
      cli.text("--tokenizer-file", "", "FILE", "tokenizer, when the file of the weights has none");
  s.samples = cli.integer("--samples", s.samples, 0, 1'000'000, "texts to print");
  s.length = cli.integer("--sample-length", s.length, 1, 1 << 20,
                         "tokens of a text at most, and 64 times as many bytes");
  read_sampling(cli, s.sampling, "--greedy");
  s.sampling.greedy = cli.flag("--greedy", "always take the most probable token");
  s.seed = cli.integer("--seed", s.seed, 0, std::int64_t{1} << 62, "seed of the random numbers");
  s.probabilities = cli.flag("--probabilities",
                             "print how probable each next token is, at this "
                             "--temperature, --top-k, --top-p");
  cli.finish();
  check_from(s.from);
  if (!s.prompt.empty() && !s.prompt_tokens.empty()) {
    throw UsageError("--prompt-tokens", "there is a --prompt too", "one of the two");
  }
  return s;
}

// The tokens that the texts begin with. A run of ours has learned its texts after BOS. A prompt
// that cannot be written in these tokens is a wrong flag.
std::vector<Index> first_tokens(const Settings& s, const LoadedModel& model) {
  const bool numbers = !s.prompt_tokens.empty();
  try {
    if (!numbers) {
      std::vector<Index> tokens = prompt_tokens(*model.tokenizer, s.prompt);
      const Index bos = model.tokenizer->bos();
      const bool is_ours = !model.run.settings.empty();
      if (is_ours && tokens[0] != bos) tokens.insert(tokens.begin(), bos);
      return tokens;
    }
    std::vector<Index> tokens =
        token_numbers(s.prompt_tokens, model.run.model.vocab_size, "--prompt-tokens");
    if (!tokens.empty()) return tokens;
    throw Error("", in_quotes(s.prompt_tokens), "numbers of tokens");
  } catch (const Error& error) {
    throw UsageError(numbers ? "--prompt-tokens" : "--prompt", error.found(), error.expected(),
                     numbers ? "--prompt-tokens 5,17,3" : error.hint());
  }
}

// `tokenizer` may be null. `numbers`: that of the token, its text if there is one, how probable it
// is.
void print_probabilities(GPT& gpt, const Tokenizer* tokenizer, std::vector<Index> tokens,
                         const SamplingOptions& options, bool numbers) {
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
    const std::string text = tokenizer ? tokenizer->token_text(static_cast<int>(id)) : "";
    if (numbers) {
      fmt::print("{}  {}{}{:.6f}\n", id, text, text.empty() ? "" : "  ", p[id] / sum);
    } else {
      fmt::print("{:.6f}  {}\n", p[id] / sum, text);
    }
  }
}

void program(int argc, char** argv) {
  const Settings s = read_settings(argc, argv);
  const LoadedModel model = load_model(s.from, s.tokenizer);
  const bool numbers = !s.prompt_tokens.empty();
  if (!model.tokenizer && !numbers) {
    throw UsageError(s.from, "no tokenizer in it", "a tokenizer, or tokens as numbers",
                     "--tokenizer-file FILE, or --prompt-tokens 5,17,3");
  }
  check_flags([&] { check_sampling_options(s.sampling, model.run.model.vocab_size); });
  const Tokenizer* const tokenizer = model.tokenizer.get();
  const std::vector<Index> prompt = first_tokens(s, model);
  if (s.probabilities) {
    print_probabilities(*model.gpt, tokenizer, prompt, s.sampling, numbers);
    return;
  }
  const TextMarks marks = text_marks_of(tokenizer);
  const std::optional<Index> stop =
      marks.stops.size() == 1 ? std::optional<Index>(marks.stops[0]) : std::nullopt;
  PythonRandom random(s.seed);
  for (Index i = 0; i < s.samples; ++i) {
    const std::vector<Index> tokens =
        before_stop(generate(*model.gpt, prompt, s.length, stop, s.sampling, random), marks);
    if (numbers) {
      fmt::print("{}{}{}\n", fmt::join(prompt, ","), tokens.empty() ? "" : ",",
                 fmt::join(tokens, ","));
      continue;
    }
    const std::string text = sampled_text(*tokenizer, tokens, s.length);
    fmt::print("{}\n", printable(whole_text(*tokenizer, s.prompt, text), true));
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
