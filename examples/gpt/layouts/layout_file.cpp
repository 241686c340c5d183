// layout_file.cpp: names without their ornaments, one list of all that does not fit, and copies.
#include "gpt/layouts/layout_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#include "gpt/saved_run.h"
#include "holo/check.h"
#include "holo/ops.h"
#include "holo/random.h"

namespace holo {
namespace {

constexpr const char* token_table = "transformer.wte.weight";
constexpr const char* head_table = "lm_head.weight";

bool begins_with(std::string_view text, std::string_view part) {
  return text.substr(0, part.size()) == part;
}

bool ends_with(std::string_view text, std::string_view part) {
  return text.size() >= part.size() && text.substr(text.size() - part.size()) == part;
}

std::string plain_name(std::string_view name) {
  constexpr std::string_view compiled = "_orig_mod.", body = "transformer.", head = "lm_head.";
  if (begins_with(name, compiled)) name.remove_prefix(compiled.size());
  if (begins_with(name, body) || begins_with(name, head)) return std::string(name);
  return std::string(body).append(name);
}

bool is_mask(const std::string& name) {
  return ends_with(name, ".attn.bias") || ends_with(name, ".attn.masked_bias");
}

bool is_real(const std::string& dtype) {
  return dtype == "F64" || dtype == "F32" || dtype == "F16" || dtype == "BF16";
}

bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape()) return false;
  const std::vector<real> one = a.to_vector(), other = b.to_vector();
  return one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(real)) == 0;
}

// One kind of what does not fit; the first few by name.
class List {
 public:
  explicit List(std::string what) : what_(std::move(what)) {}
  void add(const std::string& entry) {
    if (++count_ <= most) text_ += fmt::format("{}{}", count_ == 1 ? "" : ", ", entry);
  }
  // "; left over: a, b and 3 more"
  void append_to(std::string& found) const {
    if (count_ == 0) return;
    found += fmt::format("{}{}: {}", found.empty() ? "" : "; ", what_, text_);
    if (count_ > most) found += fmt::format(" and {} more", count_ - most);
  }

 private:
  std::string what_, text_;
  static constexpr int most = 20;
  int count_ = 0;
};

}  // namespace

LayoutFile::LayoutFile(const SafetensorsFile& file, Layout layout) : file_(file), layout_(layout) {
  for (const std::string& name : file_.names()) {
    const std::string plain = plain_name(name);
    if (is_mask(plain)) continue;
    const auto [entry, is_new] = names_.emplace(plain, name);
    if (!is_new) {
      throw Error(where(), fmt::format("\"{}\" and \"{}\"", entry->second, name),
                  "one of the two: they are the same parameter");
    }
  }
}

const std::vector<Index>& LayoutFile::sizes(const std::string& name) const {
  return file_.sizes(names_.at(name));
}

bool LayoutFile::has_own_head() const {
  if (!contains(head_table)) return false;
  return !contains(token_table) || !same_bits(load(head_table), load(token_table));
}

Tensor LayoutFile::load(const std::string& name) const {
  Tensor tensor = file_.load(names_.at(name));
  if (!is_transposed(name, layout_)) return tensor;
  const NoGrad no_grad;
  return transpose(tensor, 0, 1);
}

std::vector<LayoutFile::Wanted> LayoutFile::wanted(const GPTOptions& options) const {
  check_size(options, file_);
  PythonRandom random(0);
  const GPT model(options, random);  // for its names and shapes
  std::vector<Wanted> wanted;
  for (const NamedParameter& parameter : model.named_parameters()) {
    const Shape& shape = parameter.tensor.shape();
    Wanted one = {parameter.name, name_elsewhere(parameter.name), {shape.begin(), shape.end()}};
    if (is_transposed(one.theirs, layout_)) std::reverse(one.sizes.begin(), one.sizes.end());
    wanted.push_back(one);
  }
  return wanted;
}

void LayoutFile::check(const std::vector<Wanted>& wanted, bool tied) const {
  List missing("missing"), left_over("left over"), shape("of another shape"),
      type("of no real type");
  std::set<std::string> known;
  if (tied) known.insert(head_table);
  for (const Wanted& one : wanted) {
    known.insert(one.theirs);
    const std::string name = fmt::format("\"{}\"", one.theirs);
    if (!contains(one.theirs)) {
      missing.add(name);
      continue;
    }
    if (sizes(one.theirs) != one.sizes) {
      shape.add(fmt::format("{} {} for {}", name, text_of_sizes(sizes(one.theirs)),
                            text_of_sizes(one.sizes)));
    }
    const std::string& dtype = file_.dtype(names_.at(one.theirs));
    if (!is_real(dtype)) type.add(fmt::format("{} {}", name, dtype));
  }
  for (const auto& [plain, name] : names_) {
    if (known.count(plain) == 0) left_over.add(fmt::format("\"{}\"", name));
  }
  std::string found;
  for (const List* const list : {&missing, &left_over, &shape, &type}) list->append_to(found);
  if (found.empty()) return;
  throw Error(where(), found,
              fmt::format("the {} parameters of such a GPT, as real numbers", wanted.size()),
              layout_ == Layout::pytorch ? "--layout hf-gpt2, when Hugging Face wrote it"
                                         : "--layout pytorch, when nanoGPT wrote it");
}

std::vector<NamedTensor> LayoutFile::tensors(const GPTOptions& options) const {
  const std::vector<Wanted> all = wanted(options);
  check(all, options.tied);
  file_.verify();
  if (options.tied && has_own_head()) {
    throw Error(where(), fmt::format("\"{}\" differs from \"{}\"", head_table, token_table),
                "the same numbers in a tied model",
                layout_ == Layout::hf_gpt2 ? "\"tie_word_embeddings\": false in config.json" : "");
  }
  std::vector<NamedTensor> tensors;
  tensors.reserve(all.size());
  for (const Wanted& one : all) tensors.push_back({one.ours, load(one.theirs)});
  return tensors;
}

}  // namespace holo
