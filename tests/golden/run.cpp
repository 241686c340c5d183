// run.cpp: golden cases from their arrays to the verdict, and the table of a whole set.
#include "holo/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <sstream>

#include "golden/golden.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace golden {
namespace {

using holo::Error, holo::Index, holo::Indices, holo::Module, holo::NamedParameter, holo::Tensor;
using holo::Value;

constexpr Precision of_engine = sizeof(holo::real) == 8 ? Precision::f64 : Precision::f32;
constexpr double from_array = -1;  // the scale is max|want|

// Array "in.x" or "p.x" by the name x.
void add_tensor(const Case& c, const std::string& role, const std::string& name, bool gradient,
                Inputs& in, Leaves& leaves) {
  Tensor tensor = tensor_of(c.array(role + '.' + name));
  if (gradient) tensor.set_requires_grad();
  std::vector<Leaf>& list = gradient ? leaves.with_gradient : leaves.constants;
  list.push_back({'g' + role + '.' + name, tensor});
  in.tensors[name] = tensor;
}

// A leaf that the loss does not need has no gradient; the files say 0.
Tensor gradient_of(const Tensor& leaf) {
  const Tensor gradient = leaf.grad();
  return gradient.defined() ? gradient : holo::zeros(leaf.shape());
}

void run_op_case(const Case& c, Judge& judge) {
  Leaves leaves;
  Inputs in = inputs_of(c, leaves);
  for (const std::string& name : c.params) add_tensor(c, "p", name, true, in, leaves);
  judge_outputs(c, run_op(c.op(), in), leaves, judge);
}

// By Values, and by tensors of no dimensions.
void run_scalar_case(const Case& c, Judge& judge) {
  const std::string formula = c.config["expr"].text();
  {
    const holo::Tape::Scope scope;
    std::map<std::string, Value> names;
    for (const std::string& name : c.inputs)
      names[name] = Value(c.array("in." + name).values.at(0));
    const Value y = evaluate(formula, names);
    const Value loss = y * c.array("lw.y").values.at(0);
    loss.backward();
    judge.check_double("out.y", y.data());
    judge.check_loss_double(loss.data());
    for (const std::string& name : c.inputs) judge.check_double("gin." + name, names[name].grad());
  }
  Leaves leaves;
  const Inputs in = inputs_of(c, leaves);
  judge_outputs(c, {evaluate(formula, in)}, leaves, judge);
}

using Run = void (*)(const Case& c, Judge& judge);

// To add a layer, write its function in layers.cpp and a line here.
const std::map<std::string, Run>& runs_of_layers() {
  static const std::map<std::string, Run> layers = {
      {"scalar", run_scalar_case},
      {"op", run_op_case},
      {"MLP", run_mlp},
      {"MicroGptMlpBlock", run_micro_gpt_mlp_block},
      {"GatedMLP", run_gated_mlp},
      {"HoloGateFlow", run_holo_gate_flow},
      {"MHA", run_attention},
      {"Block", run_block},
      {"BlockStack", run_block_stack},
      {"GPT", run_gpt},
      {"HoloGateFlowLite", run_holo_gate_flow_lite},
      {"Optimizer", run_optimizer},
      {"ClipGradNorm", run_clip},
  };
  return layers;
}

// Throws Skip for a layer that this engine does not have, and passes on the engine's errors.
void run_case(const Case& c, Judge& judge) {
  const auto found = runs_of_layers().find(c.layer);
  if (found == runs_of_layers().end()) throw Skip{"the layer " + c.layer + " is not there yet"};
  found->second(c, judge);
}

}  // namespace

// ---- the judge ----

void Judge::compare(const std::string& name, const Array& want, const holo::Shape& shape,
                    std::span<const double> got, Tolerance tolerance, double scale) {
  ++compared_;
  if (!(shape == want.shape)) {
    fail(fmt::format("{} has the shape {}, expected {}", name, shape.to_string(),
                     want.shape.to_string()));
    return;
  }
  double difference = 0, largest = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!std::isfinite(got[i])) {
      fail(fmt::format("{} is {} at element {}, expected {}", name, got[i], i, want.values[i]));
      return;
    }
    largest = std::max(largest, std::fabs(want.values[i]));
    if (std::fabs(got[i] - want.values[i]) > difference) {
      difference = std::fabs(got[i] - want.values[i]);
      where = i;
    }
  }
  const double limit = tolerance.atol + tolerance.rtol * (scale == from_array ? largest : scale);
  if (difference <= limit) return;
  fail(fmt::format("{} is {:.17g} at element {}, expected {:.17g} within {:.3g}", name, got[where],
                   where, want.values[where], limit));
}

void Judge::check(const std::string& name, const holo::Shape& shape, std::span<const double> got,
                  const std::string& kind) {
  compare(name, case_.array(name), shape, got, case_.tolerance(of_engine, kind), from_array);
}

void Judge::check(const std::string& name, const holo::Tensor& got, const std::string& kind) {
  const std::vector<holo::real> values = got.to_vector();
  check(name, got.shape(), std::vector<double>(values.begin(), values.end()), kind);
}

void Judge::check_loss(double got) {
  compare("loss", case_.array("loss"), {}, std::span<const double>(&got, 1),
          case_.tolerance(of_engine), case_.loss_abs_scale);
}

void Judge::check_double(const std::string& name, double got) {
  compare(name + " of Value", case_.array(name), {}, std::span<const double>(&got, 1),
          case_.tolerance(Precision::f64), from_array);
}

void Judge::check_loss_double(double got) {
  compare("loss of Value", case_.array("loss"), {}, std::span<const double>(&got, 1),
          case_.tolerance(Precision::f64), case_.loss_abs_scale);
}

// ---- the tensors of a case ----

Tensor tensor_of(const Array& array) { return holo::tensor(array.values, array.shape); }

Inputs inputs_of(const Case& c, Leaves& leaves) {
  Inputs in{{}, {}, c.config};
  for (const std::string& name : c.inputs) {
    const auto& without = c.inputs_without_grad;
    const bool gradient = std::find(without.begin(), without.end(), name) == without.end();
    add_tensor(c, "in", name, gradient, in, leaves);
  }
  for (const std::string& name : c.inputs_without_grad) {
    if (c.has("in." + name)) add_tensor(c, "in", name, false, in, leaves);
  }
  for (const std::string& name : c.aux) {
    const Array& array = c.array("aux." + name);
    if (array.is_index) {
      const std::vector<Index> values(array.values.begin(), array.values.end());
      in.all_indices[name] = Indices(values, array.shape);
    } else {
      in.tensors[name] = tensor_of(array);
    }
  }
  return in;
}

std::string name_in_files(const std::string& name) {
  static const std::map<std::string, std::string> theirs = {
      {"blocks", "layers"},     {"attention_norm", "norm"},     {"attention", "mixer"},
      {"final_norm", "norm_f"}, {"feed_forward_norm", "norm2"}, {"feed_forward", "mlp"}};
  std::string found, part;
  for (std::istringstream parts(name); std::getline(parts, part, '.');) {
    const auto entry = theirs.find(part);
    found += (found.empty() ? "" : ".") + (entry == theirs.end() ? part : entry->second);
  }
  return found;
}

void load_parameters(const Case& c, const Module& module, Leaves& leaves) {
  const auto is_in_case = [&](const std::string& name) {
    return std::find(c.params.begin(), c.params.end(), name) != c.params.end();
  };
  const holo::NoGrad no_grad;
  std::size_t loaded = 0;
  for (const NamedParameter& parameter : module.named_parameters()) {
    const std::string name = name_in_files(parameter.name);
    if (!is_in_case(name)) {
      throw Error("golden", "the module's parameter " + name, "one of the case");
    }
    Tensor tensor = parameter.tensor;
    tensor.copy_(tensor_of(c.array("p." + name)));
    leaves.with_gradient.push_back({"gp." + name, tensor});
    ++loaded;
  }
  if (loaded == c.params.size()) return;
  throw Error("golden", fmt::format("{} parameters of the module", loaded),
              fmt::format("the {} of the case", c.params.size()));
}

void judge_outputs(const Case& c, const std::vector<Tensor>& outputs, const Leaves& leaves,
                   Judge& judge) {
  if (outputs.size() != c.outputs.size()) {
    judge.fail(fmt::format("{} outputs, expected {}", outputs.size(), c.outputs.size()));
    return;
  }
  Tensor loss;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    judge.check("out." + c.outputs[i], outputs[i]);
    if (!judge.ok()) return;
    const Tensor part = sum(outputs[i] * tensor_of(c.array("lw." + c.outputs[i])));
    loss = i == 0 ? part : loss + part;
  }
  judge.check_loss(static_cast<double>(loss.item()));
  loss.backward();
  for (const Leaf& leaf : leaves.with_gradient) {
    judge.check(leaf.gradient, gradient_of(leaf.tensor));
  }
  for (const Leaf& constant : leaves.constants) {
    if (constant.tensor.grad().defined()) judge.fail("a constant has " + constant.gradient);
  }
}

// ---- a set ----

Report run_set(const Set& set) {
  Report report;
  const auto family_named = [&](const std::string& name) -> Family& {
    for (auto& [other, family] : report.families) {
      if (other == name) return family;
    }
    return report.families.emplace_back(name, Family()).second;
  };
  for (const Case& c : set.cases) {
    Family& family = family_named(c.family);
    Judge judge(c);
    try {
      run_case(c, judge);
      if (judge.ok() && judge.compared() == 0) judge.fail("nothing was compared");
    } catch (const Skip& skip) {
      ++family.skipped;
      ++family.skip_reasons[skip.reason];
      continue;
    } catch (const std::exception& error) {
      judge.fail(error.what());
    }
    ++(judge.ok() ? family.passed : family.failed);
    family.compared += judge.compared();
    report.failures.insert(report.failures.end(), judge.failures().begin(), judge.failures().end());
  }
  for (const auto& named : report.families) {
    report.passed += named.second.passed;
    report.failed += named.second.failed;
    report.skipped += named.second.skipped;
  }
  return report;
}

std::string to_string(const Report& report) {
  std::string text;
  for (const auto& [name, family] : report.families) {
    text += fmt::format("{:<12} {:4} passed {:4} failed {:4} skipped; {} tensors\n", name,
                        family.passed, family.failed, family.skipped, family.compared);
    for (const auto& [reason, count] : family.skip_reasons) {
      text += fmt::format("  skipped {:3}: {}\n", count, reason);
    }
  }
  for (const std::string& failure : report.failures) text += "FAIL " + failure + '\n';
  return text + fmt::format("{} passed, {} failed, {} skipped\n", report.passed, report.failed,
                            report.skipped);
}

}  // namespace golden
