// saved_run.cpp: a run as text by name, and back, and what a checkpoint says of its run.
#include "gpt/saved_run.h"

#include <fmt/format.h>

#include <optional>

#include "base/parse_number.h"
#include "base/words.h"
#include "holo/check.h"
#include "holo/checkpoint.h"

namespace holo {
namespace {

constexpr std::string_view setting_prefix = "train.";

Index step_of(const std::string& text, const std::string& where) {
  constexpr std::int64_t most_steps = 1'000'000'000;  // of train_gpt
  const std::optional<std::int64_t> step = parse_integer(text);
  if (step && *step >= 0 && *step <= most_steps) return static_cast<Index>(*step);
  throw Error(where, fmt::format("\"step\" is {}", in_quotes(text)), "a number of steps");
}

// Of a list of files, a line for each, the names without their folders.
std::string without_folders(std::string lines) {
  for (std::size_t slash; (slash = lines.find('/')) != lines.npos;) {
    const std::size_t start = lines.rfind('\n', slash) + 1;  // 0 on the first line
    lines.erase(start, slash + 1 - start);
  }
  return lines;
}

}  // namespace

SafetensorsMetadata metadata_of(const SavedRun& run) {
  SafetensorsMetadata metadata = gpt_options_to_text(run.model);
  if (!run.tokenizer.empty()) metadata["tokenizer"] = run.tokenizer;
  for (const auto& [name, value] : run.settings) {
    metadata[std::string(setting_prefix).append(name)] =
        name == "data" ? without_folders(value) : value;
  }
  metadata["step"] = std::to_string(run.step);
  metadata["data"] = run.data_hash;
  return metadata;
}

SavedRun saved_run_of(const SafetensorsMetadata& metadata, const std::string& where) {
  SavedRun run;
  run.model = gpt_options_from_text(metadata, where);
  for (const auto& [name, value] : metadata) {
    if (name == "tokenizer") run.tokenizer = value;
    if (name == "step") run.step = step_of(value, where);
    if (name == "data") run.data_hash = value;
    if (name.rfind(setting_prefix, 0) == 0) {
      run.settings[name.substr(setting_prefix.size())] = value;
    }
  }
  return run;
}

SavedRun saved_run_in(const std::string& path) {
  const SafetensorsFile file(path);
  SavedRun run = saved_run_of(CheckpointFile(file).metadata(), path);
  check_size(run.model, {&file, 1});
  if (!run.settings.empty() && !run.tokenizer.empty()) return run;
  throw Error(path, "no settings of a training", "a checkpoint that train_gpt wrote");
}

void check_size(const GPTOptions& model, std::span<const SafetensorsFile> files) {
  constexpr double slack = 4, small = 1 << 16;
  double numbers = 0;
  for (const SafetensorsFile& file : files) {
    for (const std::string& name : file.names()) {
      double count = 1;
      for (const Index size : file.sizes(name)) count *= static_cast<double>(size);
      numbers += count;
    }
  }
  const Index wanted = gpt_parameter_count(model);
  if (static_cast<double>(wanted) <= slack * numbers + small) return;
  throw Error(files[0].where(), fmt::format("{:.0f} numbers", numbers),
              fmt::format("the {} of a model with these settings", wanted));
}

}  // namespace holo
