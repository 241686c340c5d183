// agreement.cpp: the facts of a rank as a text, and the first one that is another on another rank.
#include "gpt/processes/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "backend/cpu/vec.h"
#include "base/hash.h"
#include "base/shortened.h"
#include "holo/build_info.h"
#include "holo/check.h"
#include "holo/device.h"

namespace holo {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

// "hologradient 0.2.0, g++ 12.2.0, real = float, OpenMP with 2 threads": all but the threads.
void add_build(Facts& facts) {
  const std::string info = build_info();
  const char* const names[] = {"version", "compiler", "number type"};
  std::size_t from = 0;
  for (const char* const name : names) {
    const std::size_t end = info.find(", ", from);
    facts.emplace_back(name, info.substr(from, end - from));
    from = end + 2;
  }
  facts.emplace_back("processor", fmt::format("vectors of {} bits", 8 * Vec::bytes));
  facts.emplace_back("device", device_name(default_device()));
}

std::string hash_of(const Trainer& trainer) {
  Fnv1a hash;
  for (const Tensor& parameter : trainer.model().parameters()) {
    const std::vector<real> numbers = parameter.to_vector();
    hash.add({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(real)});
  }
  return hash.hex();
}

// Each name and value ends with a NUL, which neither has.
Facts read(std::string_view text) {
  Facts facts;
  const auto word = [&] {
    const std::size_t end = std::min(text.find('\0'), text.size());
    std::string found(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return found;
  };
  while (!text.empty()) {
    std::string name = word();
    facts.emplace_back(std::move(name), word());
  }
  return facts;
}

std::string value_of(const Facts& facts, const std::string& name) {
  for (const auto& [known, value] : facts) {
    if (known == name) return value;
  }
  return "nothing";
}

std::string hint_of(const std::string& name) {
  if (name == "processor") return "the same ARCH on all machines: make ARCH=x86-64-v3";
  return name == "parameters" ? "the same checkpoint for --resume on all machines" : "";
}

}  // namespace

std::string facts_of(const TrainSettings& settings, const Dataset& dataset,
                     const Trainer& trainer) {
  Facts facts;
  add_build(facts);
  for (const auto& [name, value] : settings.values) {
    if (name != "data") facts.emplace_back("--" + name, value);
  }
  facts.emplace_back("--stop-after", fmt::format("{}", settings.stop_after));
  facts.emplace_back("data", dataset.hash());
  facts.emplace_back("step", fmt::format("{}", trainer.step()));
  facts.emplace_back("parameters", hash_of(trainer));
  std::string text;
  for (const auto& [name, value] : facts) {
    text.append(name).append(1, '\0').append(value).append(1, '\0');
  }
  return text;
}

void check_agreement(const std::vector<std::string>& facts) {
  const Facts first = read(facts[0]);
  for (const auto& [name, value] : first) {
    for (std::size_t rank = 1; rank < facts.size(); ++rank) {
      const std::string other = value_of(read(facts[rank]), name);
      if (other == value) continue;
      throw UsageError(
          name,
          fmt::format("{} on rank 0, {} on rank {}", shortened(value), shortened(other), rank),
          "the same on all ranks", hint_of(name));
    }
  }
}

}  // namespace holo
