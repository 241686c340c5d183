// kept_settings.cpp: the list of the flags, and the messages about those that changed.
#include "gpt/training/kept_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "holo/check.h"
#include "support/command_line.h"

namespace holo {
namespace {

Kept kept(const std::string& name) { return kept_flags().at(name); }

std::optional<Index> integer_of(const std::string& text) {
  Index number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

bool is_raised(const std::string& before, const std::string& after) {
  const std::optional<Index> from = integer_of(before), to = integer_of(after);
  return from && to && *from < *to;
}

}  // namespace

const std::map<std::string, Kept>& kept_flags() {
  static const std::map<std::string, Kept> flags = {
      {"resume", Kept::no},
      {"init-from", Kept::no},
      {"config", Kept::no},
      {"out", Kept::no},
      {"log", Kept::no},
      {"plot", Kept::no},
      {"save-tokenizer", Kept::no},
      {"tokenizer-file", Kept::no},
      {"threads", Kept::no},
      {"stop-after", Kept::no},
      {"trace", Kept::no},
      {"trace-steps", Kept::no},
      {"trace-scope", Kept::no},
      {"trace-events", Kept::no},
      {"progress", Kept::no},

      {"data", Kept::shown},
      {"device", Kept::compared},
      {"matmul-precision", Kept::compared},

      {"preset", Kept::display},
      {"eval-every", Kept::display},
      {"eval-batches", Kept::display},
      {"sample-every", Kept::display},
      {"samples", Kept::display},
      {"sample-length", Kept::display},
      {"temperature", Kept::display},
      {"top-k", Kept::display},
      {"top-p", Kept::display},
      {"save-every", Kept::display},

      {"format", Kept::learning},
      {"tokenizer", Kept::learning},
      {"vocab-size", Kept::learning},
      {"validation", Kept::learning},
      {"shuffle", Kept::learning},
      {"dropout", Kept::learning},
      {"init-std", Kept::learning},
      {"batch", Kept::learning},
      {"shards", Kept::learning},
      {"lr", Kept::learning},
      {"schedule", Kept::learning},
      {"min-lr", Kept::learning},
      {"warmup", Kept::learning},
      {"weight-decay", Kept::learning},
      {"beta1", Kept::learning},
      {"beta2", Kept::learning},
      {"clip", Kept::learning},
      {"seed", Kept::learning},

      {"steps", Kept::raised},

      {"n-layer", Kept::model},
      {"n-head", Kept::model},
      {"n-embd", Kept::model},
      {"block-size", Kept::model},
      {"ffn", Kept::model},
      {"hidden", Kept::model},
      {"norm", Kept::model},
      {"norm-gain", Kept::model},
      {"norm-embedding", Kept::model},
      {"norm-final", Kept::model},
      {"positions", Kept::model},
      {"bias", Kept::model},
      {"tied", Kept::model},
  };
  return flags;
}

FlagValues kept_settings(FlagValues values) {
  for (const auto& [name, how] : kept_flags()) {
    if (how == Kept::no) values.erase(name);
  }
  return values;
}

FlagValues settings_to_read(const SavedRun& run, const std::string& where) {
  FlagValues read;
  for (const auto& [name, value] : run.settings) {
    const auto flag = kept_flags().find(name);
    if (flag == kept_flags().end()) {
      throw Error(where, fmt::format("an unknown setting {}", in_quotes(name)),
                  "those that this train_gpt keeps");
    }
    const Kept how = flag->second;
    if (how == Kept::display || how == Kept::learning || how == Kept::raised ||
        how == Kept::model) {
      read[name] = value;
    }
  }
  return read;
}

void check_data_given(const SavedRun& run, bool given, const std::string& where) {
  const auto data = run.settings.find("data");
  if (given || data == run.settings.end() || data->second.empty()) return;
  std::string names = data->second;  // a name has a line
  std::replace(names.begin(), names.end(), '\n', ' ');
  throw UsageError("--data",
                   fmt::format("not given, and {} was trained on {}", where, in_quotes(names)),
                   "the text of that run, which a checkpoint does not hold", "--data FILE");
}

void check_unchanged(const SavedRun& run, const FlagValues& values, bool allow_config_change,
                     const std::string& where) {
  std::string changes;
  bool another_model = false;
  for (const auto& [name, value] : values) {
    const auto before = run.settings.find(name);
    if (before == run.settings.end() || before->second == value) continue;
    const Kept how = kept(name);
    if (how == Kept::no || how == Kept::shown || how == Kept::display) continue;
    if (how == Kept::raised && is_raised(before->second, value)) continue;
    another_model = another_model || how == Kept::model;
    changes += fmt::format("{}--{} {} (was {})", changes.empty() ? "" : ", ", name, value,
                           shortened(before->second));
  }
  if (another_model) {
    throw Error(where, "another model than this one: " + changes,
                "the model that it was trained as", "a run of its own, without --resume");
  }
  if (changes.empty() || allow_config_change) return;
  throw Error(where, "another run than this one: " + changes,
              "the settings that it was trained with", "--allow-config-change, or without them");
}

}  // namespace holo
