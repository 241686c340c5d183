// bench/train_step.cpp: training steps (forward, backward, AdamW) beside PyTorch, when python3 has
// torch. bench_train_step [CASE...] [--threads 1,2] [--profile]: some cases only, and where their
// time goes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "bench/models.h"
#include "holo/build_info.h"
#include "holo/data.h"
#include "holo/memory.h"
#include "holo/optim.h"
#include "holo/profiler.h"
#include "holo/threads.h"
#include "support/embedded_names.h"

using namespace holo;

struct Case {
  std::string name;
  double units;      // what a step is divided by
  std::string unit;  // "ms", or "us/doc"
  bool has_peer;
  std::function<void()> step;
};

Indices random_tokens(const Shape& shape, Index vocab, PythonRandom& random) {
  std::vector<Index> tokens(static_cast<std::size_t>(shape.numel()));
  for (Index& token : tokens) {
    token = static_cast<Index>(random.randbelow(static_cast<std::uint64_t>(vocab)));
  }
  return Indices(shape, std::move(tokens));
}

// forward, backward, AdamW over one batch
template <class Model>
std::function<void()> training(std::shared_ptr<Model> model, std::function<Tensor()> loss) {
  auto optimizer =
      std::make_shared<AdamW>(model->parameters(), 1e-6, AdamWOptions{0.9, 0.99, 1e-8, 0.1});
  return [model, optimizer, loss] {
    optimizer->zero_grad();
    loss().backward();
    optimizer->step();
  };
}

Case gpt_case(const std::string& name, const GptSizes& s) {
  PythonRandom random(1);
  auto model = std::make_shared<BenchGpt>(s, random);
  const Indices tokens = random_tokens({s.batch, s.block}, s.vocab, random);
  const Indices targets = random_tokens({s.batch, s.block}, s.vocab, random);
  return {name, 1e-3, "ms", true,
          training(model, [model, tokens, targets] { return (*model)(tokens, targets); })};
}

// 16 names a step, each at its own length: shorter ones are filled up, and the filling is ignored.
Case names_case() {
  PythonRandom random(1);
  const GptSizes s{27, 16, 1, 4, 16, true, 16};
  auto model = std::make_shared<BenchGpt>(s, random);
  auto documents = std::make_shared<std::vector<std::string>>(load_documents(""));
  random.shuffle(*documents);
  auto next = std::make_shared<std::size_t>(0);
  const auto batch = [documents, next, model] {
    std::size_t longest = 0, first = *next;
    *next = (*next + 16) % (documents->size() - 16);
    for (std::size_t i = 0; i < 16; ++i) {
      longest = std::max(longest, std::min<std::size_t>(16, (*documents)[first + i].size() + 1));
    }
    const auto T = static_cast<Index>(longest);
    std::vector<Index> tokens(16 * longest, 26), targets(16 * longest, -100);
    for (std::size_t i = 0; i < 16; ++i) {
      const std::string& name = (*documents)[first + i];
      const auto token = [&](std::size_t t) {
        return t == 0 || t > name.size() ? Index{26} : Index{name[t - 1]} - 'a';
      };
      for (std::size_t t = 0; t < longest && t <= name.size(); ++t) {
        tokens[i * longest + t] = token(t);
        targets[i * longest + t] = token(t + 1);
      }
    }
    return (*model)(Indices({16, T}, std::move(tokens)), Indices({16, T}, std::move(targets)));
  };
  return {"names, 16 documents a step", 16e-6, "us/doc", false, training(model, batch)};
}

template <class Model>
Case mlp_case(const std::string& name, std::shared_ptr<Model> model) {
  const CounterRandom random(7);
  Tensor x = normal({512, 768}, random).set_requires_grad();
  const Tensor dy = normal({512, 768}, CounterRandom(8));
  // One flat buffer for the gradients, as in training.
  auto optimizer = std::make_shared<AdamW>(model->parameters(), 1e-6);
  return {name, 1e-3, "ms", true, [model, optimizer, x, dy]() mutable {
            optimizer->zero_grad();
            x.zero_grad();
            (*model)(x).backward(dy);
          }};
}

Case make_case(const std::string& name) {
  if (name == "a1") return gpt_case(name, {27, 16, 1, 4, 16, true, 1});
  if (name == "a32") return gpt_case(name, {27, 16, 1, 4, 16, true, 32});
  if (name == "b") return gpt_case(name, {65, 64, 4, 4, 128, false, 12});
  if (name == "c") return gpt_case(name, {65, 256, 6, 6, 384, false, 8});
  PythonRandom random(1);
  if (name == "gated") return mlp_case(name, std::make_shared<BenchGatedMlp>(768, 2048, random));
  if (name == "holo") return mlp_case(name, std::make_shared<BenchHoloGateFlow>(768, random));
  if (name == "names") return names_case();
  throw UsageError("bench_train_step", name, "some of a1 a32 b c gated holo names");
}

double best_of(const std::function<void()>& step, double seconds) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  const auto start = Clock::now();
  for (int n = 0; n < 4 || std::chrono::duration<double>(Clock::now() - start).count() < seconds;
       ++n) {
    const auto before = Clock::now();
    step();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - before).count());
  }
  return best;
}

// The names case goes through other documents in every step: the mean of a long run.
double mean_of(const std::function<void()>& step, double seconds) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  const auto start = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
    const auto before = Clock::now();
    for (int i = 0; i < 200; ++i) step();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - before).count() / 200);
  }
  return best;
}

// What torch_peer.py measured, in seconds; 0 when there is no torch. `version` becomes torch's.
double peer_seconds(const std::string& name, int threads, double seconds, std::string& version) {
  const char* python = std::getenv("HOLO_PYTHON");
  const std::string command =
      fmt::format("{} examples/bench/torch_peer.py --case {} --threads {} --seconds {} 2>/dev/null",
                  python == nullptr ? "python3" : python, name, threads, seconds);
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return 0;
  char text[64] = "";
  double best = 0, median = 0;
  const int found = std::fscanf(pipe, "%63s %lf %lf", text, &best, &median);
  pclose(pipe);
  if (found != 3) return 0;
  version = text;
  return best * 1e-3;
}

void run_case(const std::string& name, int threads, int rounds) {
  set_num_threads(threads);
  const Case c = make_case(name);
  double ours = 1e30, theirs = 0;
  std::string version;
  for (int round = 0; round < rounds; ++round) {
    ours = std::min(ours, name == "names" ? mean_of(c.step, 1) : best_of(c.step, 1));
    if (!c.has_peer) continue;
    const double peer = peer_seconds(name, threads, 1.5, version);
    if (peer > 0) theirs = theirs == 0 ? peer : std::min(theirs, peer);
  }
  report({c.name, ours / c.units, c.unit, threads, theirs > 0 ? "PyTorch " + version : "",
          theirs / c.units});
}

void profile(const std::string& name) {
  const Case c = make_case(name);
  for (int i = 0; i < 5; ++i) c.step();
  const auto start = std::chrono::steady_clock::now();
  Profiler profiler;
  int steps = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 1) {
    c.step();
    profiler.mark("optimizer and zero_grad");
    ++steps;
  }
  fmt::print("\nwhere the time of {} goes, {} steps; {}\n{}", name, steps,
             memory_stats().to_string(), profiler.to_text());
}

int main(int argc, char** argv) {
  std::vector<std::string> names;
  std::vector<int> thread_counts = {1, 2};
  bool only_profile = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--profile") {
      only_profile = true;
    } else if (word == "--threads" && i + 1 < argc) {
      thread_counts = {std::atoi(argv[++i])};
    } else {
      names.push_back(word);
    }
  }
  if (names.empty()) names = {"a1", "a32", "b", "c", "gated", "holo", "names"};
  try {
    if (!only_profile) {
      fmt::print("{}\n", build_info());
      print_bench_heading("training steps: forward, backward, AdamW; best of 3 rounds");
      for (const int threads : thread_counts) {
        for (const std::string& name : names) run_case(name, threads, 3);
      }
    }
    set_num_threads(thread_counts.front());
    for (const std::string& name : names) profile(name);
  } catch (const Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
