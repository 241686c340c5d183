// layout_file.cpp: names without their ornaments, one list of all that does not fit, and copies.
#include "gpt/layouts/layout_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#include "files/text.h"
#include "gpt/saved_run.h"
#include "holo/check.h"
#include "holo/nn/init.h"
#include "holo/ops.h"
#include "holo/random.h"

namespace holo {
namespace {

bool begins_with(std::string_view text, std::string_view part) {
  return text.substr(0, part.size()) == part;
}

bool ends_with(std::string_view text, std::string_view part) {
  return text.size() >= part.size() && text.substr(text.size() - part.size()) == part;
}

std::string plain_name(std::string_view name, Layout layout) {
  constexpr std::string_view compiled = "_orig_mod.", head = "lm_head.";
  const std::string_view body = layout == Layout::hf_llama ? "model." : "transformer.";
  if (begins_with(name, compiled)) name.remove_prefix(compiled.size());
  if (begins_with(name, body) || begins_with(name, head)) return std::string(name);
  return std::string(body).append(name);
}

bool is_no_parameter(const std::string& name) {
  return ends_with(name, ".attn.bias") || ends_with(name, ".attn.masked_bias") ||
         ends_with(name, ".rotary_emb.inv_freq");
}

std::string token_table(Layout layout) { return name_elsewhere("token_embedding.weight", layout); }
std::string head_table(Layout layout) { return name_elsewhere("head.weight", layout); }

bool is_real(const std::string& dtype) {
  return dtype == "F64" || dtype == "F32" || dtype == "F16" || dtype == "BF16";
}

bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape()) return false;
  const Tensor one = a.to(Device::cpu), other = b.to(Device::cpu);
  return std::equal(one.data(), one.data() + one.numel(), other.data(),
                    [](real x, real y) { return std::memcmp(&x, &y, sizeof(real)) == 0; });
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

LayoutFile::LayoutFile(const ModelFiles& model, Layout layout) : model_(model), layout_(layout) {
  for (std::size_t file = 0; file < model_.files.size(); ++file) {
    for (const std::string& name : model_.files[file].names()) {
      const std::string plain = plain_name(name, layout);
      if (is_no_parameter(plain)) continue;
      const auto [entry, is_new] = places_.emplace(plain, Place{name, file});
      if (!is_new) {
        throw Error(where(),
                    fmt::format("{} and {}", quoted_name(entry->second.name), quoted_name(name)),
                    "one of the two: they are the same parameter");
      }
    }
  }
}

const std::vector<Index>& LayoutFile::sizes(const std::string& name) const {
  const Place& place = places_.at(name);
  return model_.files[place.file].sizes(place.name);
}

const std::string& LayoutFile::dtype(const std::string& name) const {
  const Place& place = places_.at(name);
  return model_.files[place.file].dtype(place.name);
}

bool LayoutFile::has_own_head() const {
  const std::string head = head_table(layout_), tokens = token_table(layout_);
  if (!contains(head)) return false;
  return !contains(tokens) || !same_bits(load(head), load(tokens));
}

Tensor LayoutFile::load(const std::string& name) const {
  const Place& place = places_.at(name);
  Tensor tensor = model_.files[place.file].load(place.name);
  if (!is_transposed(name, layout_)) return tensor;
  const NoGrad no_grad;
  return transpose(tensor, 0, 1);
}

Tensor LayoutFile::load(const Parameter& parameter) const {
  if (parameter.parts.size() == 1) return load(parameter.parts[0].name);
  std::vector<Tensor> parts;
  for (const Wanted& part : parameter.parts) parts.push_back(load(part.name));
  const NoGrad no_grad;
  return cat(parts, 0);
}

std::vector<LayoutFile::Parameter> LayoutFile::wanted(const GPTOptions& options) const {
  check_size(options, model_.files);
  PythonRandom random(0);
  const WithoutInit without_init;
  const GPT model(options, random);  // for its names and shapes
  std::vector<Parameter> wanted;
  for (const NamedParameter& parameter : model.named_parameters()) {
    const Shape& shape = parameter.tensor.shape();
    Parameter one{parameter.name, {}};
    for (const LayoutPart& part : parts_elsewhere(parameter.name, shape[0], options, layout_)) {
      std::vector<Index> sizes(shape.begin(), shape.end());
      sizes[0] = part.rows;
      if (is_transposed(part.name, layout_)) std::reverse(sizes.begin(), sizes.end());
      one.parts.push_back({part.name, sizes});
    }
    wanted.push_back(one);
  }
  return wanted;
}

void LayoutFile::check(const std::vector<Parameter>& wanted, bool tied) const {
  List missing("missing"), left_over("left over"), shape("of another shape"),
      type("of no real type");
  std::set<std::string> known;
  if (tied) known.insert(head_table(layout_));
  std::size_t count = 0;
  for (const Parameter& parameter : wanted) {
    for (const Wanted& one : parameter.parts) {
      ++count;
      known.insert(one.name);
      const std::string name = fmt::format("\"{}\"", one.name);
      if (!contains(one.name)) {
        missing.add(name);
        continue;
      }
      if (sizes(one.name) != one.sizes) {
        shape.add(fmt::format("{} {} for {}", name, text_of_sizes(sizes(one.name)),
                              text_of_sizes(one.sizes)));
      }
      if (!is_real(dtype(one.name))) type.add(fmt::format("{} {}", name, dtype(one.name)));
    }
  }
  for (const auto& [plain, place] : places_) {
    if (known.count(plain) == 0) left_over.add(quoted_name(place.name));
  }
  std::string found;
  for (const List* const list : {&missing, &left_over, &shape, &type}) list->append_to(found);
  if (found.empty()) return;
  throw Error(where(), found,
              fmt::format("the {} parameters of such a GPT, as real numbers", count),
              layout_ == Layout::pytorch   ? "--layout hf-gpt2, when Hugging Face wrote it"
              : layout_ == Layout::hf_gpt2 ? "--layout pytorch, when nanoGPT wrote it"
                                           : "the folder, for a model in several files; "
                                             "\"tie_word_embeddings\": true without lm_head");
}

std::vector<NamedTensor> LayoutFile::tensors(const GPTOptions& options,
                                             const ReadProgress& progress) const {
  const std::vector<Parameter> all = wanted(options);
  check(all, options.tied);
  for (const SafetensorsFile& file : model_.files) file.verify();
  if (options.tied && has_own_head()) {
    throw Error(
        where(),
        fmt::format("\"{}\" differs from \"{}\"", head_table(layout_), token_table(layout_)),
        "the same numbers in a tied model",
        layout_ == Layout::pytorch ? "" : "\"tie_word_embeddings\": false in config.json");
  }
  std::vector<NamedTensor> tensors;
  tensors.reserve(all.size());
  const Index count = gpt_parameter_count(options);
  Index done = 0;
  for (const Parameter& one : all) {
    tensors.push_back({one.ours, load(one)});
    done += tensors.back().tensor.numel();
    if (progress) progress(done, count);
  }
  return tensors;
}

}  // namespace holo
