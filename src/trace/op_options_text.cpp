// op_options_text.cpp: one line for each kind of options: their names, as ops.h has them, and their
// values.
#include "trace/op_options_text.h"

#include <fmt/format.h>

#include <span>

#include "holo/nn/activation.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

std::string dims_of(const std::bitset<max_ndim>& dims, bool keepdim) {
  std::string text = "dims";
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (dims[d]) text += fmt::format(" {}", d);
  }
  return text + (keepdim ? ", keepdim" : "");
}

template <class T>
std::string listed(const std::array<T, max_ndim>& numbers, int ndim) {
  return fmt::format("{}",
                     fmt::join(std::span(numbers).first(static_cast<std::size_t>(ndim)), " "));
}

struct Texts {
  int ndim;

  std::string operator()(const op_options::None&) const { return ""; }
  std::string operator()(const op_options::Power& o) const {
    return fmt::format("exponent {}", o.exponent);
  }
  std::string operator()(const op_options::Bounds& o) const {
    return fmt::format("low {}, high {}", o.low, o.high);
  }
  std::string operator()(const op_options::Fill& o) const {
    return fmt::format("value {}", o.value);
  }
  std::string operator()(const op_options::Along& o) const { return fmt::format("dim {}", o.dim); }
  std::string operator()(const op_options::Rows&) const { return ""; }
  std::string operator()(const op_options::Gather& o) const { return fmt::format("dim {}", o.dim); }
  std::string operator()(const op_options::Over& o) const { return dims_of(o.dims, o.keepdim); }
  std::string operator()(const op_options::Variance& o) const {
    return fmt::format("{}, correction {}", dims_of(o.dims, o.keepdim), o.correction);
  }
  std::string operator()(const op_options::Order& o) const {
    return "dims " + listed(o.dims, ndim);
  }
  std::string operator()(const op_options::Part& o) const {
    return fmt::format("first {}, step {}", listed(o.first, ndim), listed(o.step, ndim));
  }
  std::string operator()(const op_options::Linear& o) const {
    return fmt::format("activation {}", activation_name(o.activation));
  }
  std::string operator()(const op_options::Gated& o) const {
    return fmt::format("activation {}, gate {}", activation_name(o.activation),
                       o.gate == Gate::first ? "first" : "second");
  }
  std::string operator()(const op_options::HoloGate& o) const {
    return fmt::format("first {}, second {}, gate {}", activation_name(o.first),
                       activation_name(o.second), activation_name(o.gate));
  }
  std::string operator()(const op_options::AffineFlow& o) const {
    return o.residual ? "residual" : "";
  }
  std::string operator()(const op_options::CrossEntropy& o) const {
    static constexpr const char* names[] = {"none", "sum", "mean"};
    return fmt::format("reduction {}, ignore_index {}", names[static_cast<int>(o.reduction)],
                       o.ignore_index);
  }
  std::string operator()(const op_options::Norm& o) const {
    return fmt::format("epsilon {}{}", o.epsilon, o.bias && !o.gain ? ", no gain" : "");
  }
  std::string operator()(const op_options::Dropout& o) const {
    return o.random
               ? fmt::format("p {}, seed {}, stream {}", o.p, o.random->first, o.random->second)
               : fmt::format("p {}", o.p);
  }
  std::string operator()(const op_options::Attention& o) const {
    return fmt::format("n_head {}, n_kv_head {}{}, scale {}", o.n_head, o.n_kv_head,
                       o.causal ? ", causal" : "", o.scale);
  }
};

}  // namespace

std::string op_options_text(const OpOptions& options, int ndim) {
  return std::visit(Texts{ndim}, options);
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
