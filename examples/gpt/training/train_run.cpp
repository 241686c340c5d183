// train_run.cpp: makes or resumes the data and the model of a run, and takes its steps: forward,
// backward, optimizer. Progress, validation, log, samples and checkpoint follow when they are due.
#include "gpt/training/train_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "backend/backend.h"
#include "base/system.h"
#include "gpt/gpt_flags.h"
#include "gpt/layouts/own_model.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/device.h"
#include "holo/optim_schedule.h"
#include "holo/safetensors.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/output/output_files.h"
#include "support/plots/plot.h"
#include "support/recording.h"

namespace holo {

// ---- a step ----

Processes& one_process() {
  static OneProcess process;
  return process;
}

Trainer::Trainer(const TrainSettings& settings, const Dataset& dataset, Processes& processes)
    : settings_(settings), dataset_(dataset), processes_(processes) {
  settings_.model.vocab_size = model_vocab_size(settings, dataset.tokenizer());
  settings_.model.dropout_seed = static_cast<std::uint64_t>(settings_.seed);
  PythonRandom random = dataset.weight_generator(settings_.seed);
  model_ = std::make_unique<GPT>(settings_.model, random);
  optimizer_ = std::make_unique<AdamW>(
      weight_decay_groups(*model_, settings_.weight_decay), settings_.learning_rate,
      AdamWOptions{.beta1 = settings_.beta1, .beta2 = settings_.beta2});
  sum_.emplace(*optimizer_, processes, settings_.shards);
}

double Trainer::learning_rate(Index step) const {
  const TrainSettings& s = settings_;
  if (s.schedule == "constant") return s.learning_rate;
  if (s.schedule == "linear") {
    return LinearSchedule(s.learning_rate, s.steps, s.min_learning_rate)(step);
  }
  return CosineSchedule(s.learning_rate, s.steps, s.warmup, s.min_learning_rate)(step);
}

// A NaN may have a sign, which says nothing: hence std::abs.
void Trainer::stop_at(const char* what, double value, double loss) const {
  const std::string saved =
      last_saved_.empty() ? "no checkpoint was written" : "the last checkpoint is " + last_saved_;
  throw NotFinite(fmt::format("step {}", step_ + 1),
                  fmt::format("the {} is {:g} (loss {:.4g}, learning rate {:.3g}); {}", what,
                              std::abs(value), std::abs(loss), learning_rate(step_), saved),
                  "a finite number; the parameters are as they were before this step",
                  "a lower --lr, a longer --warmup, or --clip 1");
}

// A shard weighs as much as it has of the targets.
double Trainer::compute_gradients(Index tokens) {
  const Index shards = settings_.shards;
  std::vector<double> losses;
  for (Index round = 0; round < sum_->rounds(); ++round) {
    const Index shard = sum_->shard(round);
    const TokenBatch batch = dataset_.batch(step_, shard, shards);
    const double weight = static_cast<double>(batch.target_count) / static_cast<double>(tokens);
    model_->set_dropout_calls(static_cast<std::uint64_t>(step_ * shards + shard));
    sum_->begin(round);
    const Tensor loss = model_->loss(batch.tokens, batch.targets);
    sum_->backward(loss, weight);
    losses.push_back(weight * static_cast<double>(loss.item()));
  }
  return sum_losses(losses);
}

// Of the shards, by their order; each process has those of its own.
double Trainer::sum_losses(const std::vector<double>& mine) const {
  const std::size_t bytes = mine.size() * sizeof(double);
  const std::string text(reinterpret_cast<const char*>(mine.data()), bytes);
  const std::vector<std::string> all = processes_.gather(text);
  double sum = 0;
  for (std::size_t round = 0; round < mine.size(); ++round) {
    for (const std::string& losses : all) {
      double loss = 0;
      std::memcpy(&loss, losses.data() + round * sizeof loss, sizeof loss);
      sum += loss;
    }
  }
  return sum;
}

StepResult Trainer::train_step() {
  if (!model_->training()) model_->train();
  const double rate = learning_rate(step_);
  optimizer_->set_learning_rate(rate);
  const Index tokens = dataset_.target_count(step_);
  const double value = compute_gradients(tokens);
  if (!std::isfinite(value)) stop_at("loss", value, value);
  const double largest = settings_.clip > 0 ? settings_.clip : INFINITY;
  const double norm = try_clip_grad_norm(optimizer_->parameters(), largest);
  if (!std::isfinite(norm)) stop_at("norm of the gradient", norm, value);
  optimizer_->step();
  ++step_;
  return {step_, value, rate, norm, tokens};
}

std::optional<double> Trainer::validation_loss() {
  const NoGrad no_grad;
  model_->eval();
  double sum = 0;
  Index count = 0;
  for (const TokenBatch& batch : dataset_.validation_batches(settings_.eval_batches)) {
    const Tensor loss = model_->loss(batch.tokens, batch.targets);
    sum += static_cast<double>(loss.item()) * static_cast<double>(batch.target_count);
    count += batch.target_count;
  }
  if (count == 0) return std::nullopt;
  const double mean = sum / static_cast<double>(count);
  if (!std::isfinite(mean)) {
    throw NotFinite(fmt::format("step {}", step_), fmt::format("the validation loss is {}", mean),
                    "a finite number", "a lower --lr, a longer --warmup, or --clip 1");
  }
  return mean;
}

std::string Trainer::sample(Index i) {
  const auto seed = static_cast<std::uint64_t>(settings_.seed) * 1'000'003 +
                    static_cast<std::uint64_t>(step_) * 1009 + static_cast<std::uint64_t>(i);
  PythonRandom random(seed);
  const Index bos = dataset_.tokenizer().bos();
  std::vector<Index> tokens;
  try {
    tokens = generate(*model_, {bos}, settings_.sample_length, bos, settings_.sampling, random);
  } catch (const Error& error) {  // of a model whose numbers are no numbers any more
    throw Error(fmt::format("step {}", step_), fmt::format("a sample: {}", error.found()),
                error.expected(), "a lower --lr or --weight-decay, or --samples 0");
  }
  return sampled_text(dataset_.tokenizer(), tokens, settings_.sample_length);
}

SavedRun Trainer::saved_run() const {
  SavedRun run;
  run.model = settings_.model;
  run.tokenizer = dataset_.tokenizer().to_text();
  run.settings = settings_.values;
  run.step = step_;
  run.data_hash = dataset_.hash();
  return run;
}

void Trainer::save(const std::string& path) {
  save_checkpoint(path, *model_, *optimizer_, metadata_of(saved_run()));
  last_saved_ = fmt::format("{}, of step {}", path, step_);
}

void Trainer::check_can_save(const std::string& path) const {
  check_can_save_checkpoint(path, *model_, *optimizer_, metadata_of(saved_run()));
}

void Trainer::begin_with(const std::string& path) { load_weights(path, *model_); }

void Trainer::resume(const std::string& path) {
  const CheckpointFile file(path);
  const SavedRun run = saved_run_of(file.metadata(), path);
  if (run.data_hash != dataset_.hash()) {
    throw Error(path, "a run on other data: the text has changed", "the data it was trained with",
                "--init-from, for a run that begins anew");
  }
  if (run.step >= settings_.steps) {
    throw UsageError("--steps",
                     fmt::format("{}, and {} has done {}", settings_.steps, path, run.step),
                     "more than that", fmt::format("--steps {}", 2 * run.step));
  }
  file.load_into(*model_, *optimizer_);
  step_ = run.step;
  last_saved_ = fmt::format("{}, of step {}", path, step_);
}

// ---- before the first step ----

namespace {

// The weights that a run begins with have a row for each token.
std::shared_ptr<const Tokenizer> checked(std::shared_ptr<const Tokenizer> tokenizer,
                                         const TrainSettings& s, const std::string& file) {
  if (!s.init_from.empty()) check_tokenizer(*tokenizer, s.model, file);
  if (tokenizer->bos() >= 0) return tokenizer;
  throw Error(file, "a tokenizer without BOS", "one with a token that comes between texts",
              file == s.tokenizer_file
                  ? "a tokenizer.json with <|endoftext|>, or with a post_processor that puts a "
                    "token before a text"
                  : "the model imported again, with a \"bos_token_id\" in its config.json");
}

// Of the run that goes on, of the weights that it begins with, or of --tokenizer-file; null: a new
// one.
std::shared_ptr<const Tokenizer> given_tokenizer(const TrainSettings& s) {
  if (!s.resume.empty() || !s.saved_tokenizer.empty()) {
    const std::string& file = s.resume.empty() ? s.init_from : s.resume;
    return checked(stored_tokenizer(s.saved_tokenizer, file + ": tokenizer"), s, file);
  }
  if (s.tokenizer_file.empty()) return nullptr;
  return checked(load_stored_tokenizer(s.tokenizer_file), s, s.tokenizer_file);
}

// A model that was trained before, and gives way to this run.
void warn_of_the_old_model(const TrainSettings& s) {
  std::error_code none;
  if (s.out.empty() || !s.resume.empty() || !std::filesystem::exists(s.out, none)) return;
  if (std::filesystem::is_empty(s.out, none)) return;
  const auto metadata = SafetensorsFile(s.out).metadata();
  const auto step = metadata.find("step");
  if (step == metadata.end()) return;
  print_warning(fmt::format("{}, of step {}, will be replaced. To continue it: --resume {}", s.out,
                            shortened(step->second), shell_word(s.out)));
}

// What concerns the whole program.
TrainSettings applied(TrainSettings s) {
  set_matmul_precision(matmul_precision_of(s.matmul_precision), "--matmul-precision");
  if (s.threads > 0) set_num_threads(static_cast<int>(s.threads));
  return s;
}

}  // namespace

TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size) {
  GPTOptions options = settings.model;
  options.vocab_size = vocab_size;
  const TrainingMemory need = training_memory(options, settings.batch, settings.shards);
  if (settings.allow_any_memory) return need;
  const MemoryLimit limit = backend_of(default_device()).memory_limit();
  const int programs = settings.processes_here;
  const std::string warning = check_training_memory(
      need, limit.bytes / programs,
      programs == 1 ? limit.source : fmt::format("{}, for {} processes", limit.source, programs),
      "a smaller --batch, --block-size, --n-embd or --n-layer; or --allow-any-memory");
  if (!warning.empty()) print_warning(warning);
  return need;
}

TrainStart::TrainStart(TrainSettings given, Processes& processes)
    : settings(applied(std::move(given))),
      dataset(settings.data, given_tokenizer(settings)),
      memory(check_memory(settings, model_vocab_size(settings, dataset.tokenizer()))),
      trainer(std::make_unique<Trainer>(settings, dataset, processes)) {
  record_tokens(dataset.tokenizer());
  if (!settings.resume.empty()) trainer->resume(settings.resume);
  if (!settings.init_from.empty()) trainer->begin_with(settings.init_from);
  check_flags([&] {
    check_sampling_options(settings.sampling, model_vocab_size(settings, dataset.tokenizer()));
  });
  for (const std::string& warning : dataset.warnings()) print_warning(warning);
}

TrainingLog TrainStart::begin() const {
  check_outputs();
  TrainingLog log(settings.log, trainer->step());
  print();
  return log;
}

void TrainStart::check_outputs() const {
  const TrainSettings& s = settings;
  std::vector<FlagFile> inputs = {{"--tokenizer-file", s.tokenizer_file},
                                  {"--init-from", s.init_from}};
  for (const std::string& file : s.data.files) inputs.push_back({"--data", file});
  check_apart({{"--out", s.out}, {"--log", s.log}, {"--plot", s.plot}, {"--trace", s.trace}},
              inputs);
  check_apart({{"--log", s.log}, {"--plot", s.plot}, {"--trace", s.trace}},
              {{"--resume", s.resume}});
  check_output(s.out, FileKind::model, "--out");
  check_output(s.log, FileKind::log, "--log");
  check_output(s.plot, FileKind::plot, "--plot");
  if (!s.plot.empty() && !s.plot.ends_with(".svg")) {
    throw UsageError("--plot", s.plot, "a name that ends with .svg");
  }
  if (!s.out.empty()) trainer->check_can_save(s.out);
}

void TrainStart::print() const {
  const TrainSettings& s = settings;
  const char* const rows = s.data.form == TextForm::running ? "windows" : "documents";
  fmt::print("{} training {}, {} validation {}, a vocabulary of {} tokens\n", dataset.train_rows(),
             rows, dataset.validation_rows(), rows, dataset.tokenizer().vocab_size());
  fmt::print("{} parameters: {} {} of {} channels, {}, a context of {} tokens\n",
             trainer->model().parameter_count(), s.model.n_layer,
             s.model.n_layer == 1 ? "block" : "blocks", s.model.n_embd, s.model.ffn,
             s.model.block_size);
  if (s.shards > 1) {
    fmt::print("{} shards of {} {}, {} {}\n", s.shards, s.batch / s.shards, rows, s.processes,
               s.processes == 1 ? "process" : "processes");
  }
  fmt::print("memory{}{} about {}\n", default_device() == Device::cuda ? " of the GPU" : "",
             s.processes == 1 ? "" : " of each process", memory.to_string());
  if (s.out.empty()) fmt::print("no --out: the model will not be saved\n");
  warn_of_the_old_model(s);
  if (!s.init_from.empty()) fmt::print("the first weights are those of {}\n", s.init_from);
  if (trainer->step() > 0) fmt::print("continuing after step {}\n", trainer->step());
  flush_output();
}

// ---- the loop ----

namespace {

bool is_due(Index every, Index step) { return every > 0 && step % every == 0; }

// All that a checkpoint does not say of the run.
std::string how_to_continue(const TrainSettings& s) {
  if (s.out.empty()) return ", nothing saved: no --out";
  std::string flags = ". To continue: --resume " + shell_word(s.out);
  if (!s.data.files.empty()) flags += " --data";
  for (const std::string& file : s.data.files) flags += " " + shell_word(file);
  if (!s.log.empty()) flags += " --log " + shell_word(s.log);
  if (!s.plot.empty()) flags += " --plot " + shell_word(s.plot);
  if (!s.device.empty()) flags += " --device " + s.device;
  if (s.matmul_precision != "fp32") flags += " --matmul-precision " + s.matmul_precision;
  return flags;
}

}  // namespace

TrainRun::TrainRun(const TrainSettings& settings, const Dataset& dataset, Trainer& trainer,
                   TrainingLog& log)
    : settings_(settings),
      dataset_(dataset),
      trainer_(trainer),
      log_(log),
      progress_(settings.steps, settings.progress),
      first_(trainer.step()),
      saved_(trainer.step()) {}

End TrainRun::train() {
  const TrainSettings& s = settings_;
  const Index end = s.stop_after == 0 ? s.steps : std::min(s.steps, first_ + s.stop_after);
  const Interrupt interrupt;
  while (trainer_.step() < end && signal_ == 0) {
    const double before = steady_seconds();
    const StepResult result = trainer_.train_step();
    signal_ = after_step(result, std::max(0.0, steady_seconds() - before), interrupt);
  }
  finish();
  fmt::print("{} steps in {:.1f} s, {:.0f} tokens/s\n", trainer_.step() - first_,
             progress_.seconds(), per_second(tokens_, training_));
  if (trainer_.step() == s.steps) return End::finished;
  return trainer_.step() == end ? End::stopped : End::interrupted;
}

int TrainRun::after_step(const StepResult& result, double seconds, const Interrupt& interrupt) {
  training_ += seconds;
  tokens_ += static_cast<double>(result.tokens);
  if (result.step == first_ + settings_.trace_steps) show_recording();
  tell(result, seconds);
  if (is_due(settings_.save_every, result.step)) save();
  return interrupt.signal();
}

void TrainRun::finish() {
  progress_.finish();
  if (saved_ != trainer_.step()) save();
}

// Of the first steps: a log of all of them would be too long.
void TrainRun::show_recording() {
  if (!is_recording()) return;
  progress_.finish();
  fmt::print("recorded {} of {} training steps; training continues\n", settings_.trace_steps,
             settings_.steps);
  end_recording();
}

void TrainRun::tell(const StepResult& result, double seconds) {
  const TrainSettings& s = settings_;
  try {
    show(result);
    const double validation = result.step == s.steps || is_due(s.eval_every, result.step)
                                  ? validation_loss(result.step)
                                  : std::numeric_limits<double>::quiet_NaN();
    log_.add({result.step, result.loss, result.learning_rate, result.gradient_norm,
              per_second(static_cast<double>(result.tokens), seconds), validation});
  } catch (const NotFinite&) {  // not worth keeping
    throw;
  } catch (const std::exception&) {
    // The disk is full, or stdout takes no more: what was learned until then is kept, if it can be.
    save();
    throw;
  }
}

// "loss 2.1034  lr 0.0049  grad 0.81  123456 tokens/s  0:12 left"
void TrainRun::show(const StepResult& result) {
  if (!progress_.due(result.step)) return;
  progress_.update(
      result.step,
      fmt::format("loss {:.4f}  lr {:.2g}  grad {:.2g}  {:.0f} tokens/s  {}", result.loss,
                  result.learning_rate, result.gradient_norm, per_second(tokens_, training_),
                  progress_.time_left(result.step, first_)));
}

double TrainRun::validation_loss(Index step) {
  const std::optional<double> loss = trainer_.validation_loss();
  if (!loss) return std::numeric_limits<double>::quiet_NaN();
  progress_.finish();
  fmt::print("step {}: validation loss {:.4f}\n", step, *loss);
  if (!best_ || *loss < *best_) {
    best_ = loss;
    best_step_ = step;
  } else if (step == settings_.steps && *loss > 1.02 * *best_) {
    fmt::print("it was lowest at step {}, {:.4f}: after that the model memorized training data\n",
               best_step_, *best_);
  }
  flush_output();
  return *loss;
}

void TrainRun::print_end(End end) {
  const TrainSettings& s = settings_;
  if (!s.plot.empty()) write_file(s.plot, log_.curve_svg("Training"));
  if (end != End::finished) {
    fmt::print("stopped after step {}{}\n", trainer_.step(), how_to_continue(s));
    return;
  }
  fmt::print("training loss {} {:.4f}\n", log_.sparkline(), log_.rows().back().loss);
  print_samples(s.samples);
  for (const std::string& file : {s.out, s.log, s.plot}) {
    if (!file.empty()) fmt::print("wrote {}\n", file);
  }
}

void TrainRun::print_samples(Index count) {
  progress_.finish();
  const bool running = dataset_.settings().form == TextForm::running;
  bool marked = false;
  for (Index i = 0; i < count; ++i) {
    const std::string text = trainer_.sample(i);
    if (running) {
      fmt::print("---- sample {}\n{}\n", i + 1, printable(text, true));
      continue;
    }
    const bool known = dataset_.is_in_training(text);
    marked = marked || known;
    fmt::print("sample {:2}: {}{}\n", i + 1, printable(text), known ? " *" : "");
  }
  if (marked) fmt::print("(* is in the training data; the others are new)\n");
  flush_output();
}

void TrainRun::save() {
  if (settings_.out.empty()) return;
  trainer_.save(settings_.out);
  saved_ = trainer_.step();
}

}  // namespace holo
