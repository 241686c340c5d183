// run.cpp: a case from its arrays to the verdict, and the table of a whole set.
#include "holo/value.h"

#include "golden/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "golden/expression.h"
#include "golden/tensor_ops.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace golden {
namespace {

using holo::Index, holo::Indices, holo::Tensor, holo::Value;

Tensor tensor_of(const Array& array) {
  return holo::from_values(array.shape, std::span<const double>(array.values));
}

// A list of config, as dims in "permute(x, dims)", or a number.
void add_config(Things& names, const Json& config) {
  for (const auto& [name, value] : config.members()) {
    Thing thing;
    if (value.kind() == Json::Kind::number) {
      thing.number = value.number();
    } else if (value.kind() == Json::Kind::array) {
      thing.list.emplace();
      for (const Json& item : value.items()) {
        Thing part;
        if (item.kind() == Json::Kind::number) part.number = item.number();
        thing.list->push_back(part);
      }
    } else {
      continue;
    }
    names.emplace(name, thing);
  }
}

struct Leaf {
  std::string gradient;  // "gin.x"
  Tensor tensor;
};

// The arrays of a case as tensors: inputs and parameters require gradients, the others are
// constants.
Inputs inputs_of(const Case& c, std::vector<Leaf>& leaves, std::vector<Leaf>& constants) {
  Inputs in{{}, c.config};
  const auto add = [&](const std::string& role, const std::string& name, bool gradient) {
    Thing thing;
    thing.tensor = tensor_of(c.array(role + '.' + name));
    if (gradient) thing.tensor.set_requires_grad();
    (gradient ? leaves : constants).push_back({"g" + role + '.' + name, thing.tensor});
    in.names[name] = thing;
  };
  add_config(in.names, c.config);
  for (const std::string& name : c.inputs) {
    const auto& without = c.inputs_without_grad;
    add("in", name, std::find(without.begin(), without.end(), name) == without.end());
  }
  for (const std::string& name : c.inputs_without_grad) {
    if (c.has("in." + name)) add("in", name, false);
  }
  for (const std::string& name : c.params) add("p", name, true);
  for (const std::string& name : c.aux) {
    const Array& array = c.array("aux." + name);
    Thing thing;
    if (array.type == Type::i64) {
      thing.indices =
          Indices(array.shape, std::vector<Index>(array.values.begin(), array.values.end()));
    } else {
      thing.tensor = tensor_of(array);
    }
    in.names[name] = thing;
  }
  return in;
}

// A leaf that the loss does not need has no gradient; the files say 0.
Tensor gradient_of(const Tensor& leaf) {
  const Tensor gradient = leaf.grad();
  return gradient.defined() ? gradient : holo::zeros(leaf.shape());
}

void judge_outputs(const Case& c, const std::vector<Tensor>& outputs,
                   const std::vector<Leaf>& leaves, const std::vector<Leaf>& constants,
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
  for (const Leaf& leaf : leaves) judge.check(leaf.gradient, gradient_of(leaf.tensor));
  for (const Leaf& constant : constants) {
    if (constant.tensor.grad().defined()) judge.fail("a constant has " + constant.gradient);
  }
}

void run_op_case(const Case& c, Judge& judge) {
  std::vector<Leaf> leaves, constants;
  const Inputs in = inputs_of(c, leaves, constants);
  judge_outputs(c, run_op(c.op(), in), leaves, constants, judge);
}

// By Values, and by tensors of no dimensions.
void run_scalar_case(const Case& c, Judge& judge) {
  const Expression expression = parse_expression(c.config["expr"].text());
  {
    const holo::Tape::Scope scope;
    std::map<std::string, Value> names;
    for (const std::string& name : c.inputs)
      names[name] = Value(c.array("in." + name).values.at(0));
    const Value y = evaluate(expression, names);
    const Value loss = y * c.array("lw.y").values.at(0);
    loss.backward();
    judge.check_double("out.y", y.data());
    judge.check_loss_double(loss.data());
    for (const std::string& name : c.inputs) judge.check_double("gin." + name, names[name].grad());
  }
  std::vector<Leaf> leaves, constants;
  const Inputs in = inputs_of(c, leaves, constants);
  judge_outputs(c, {evaluate(expression, in.names)}, leaves, constants, judge);
}

}  // namespace

void run_case(const Case& c, Judge& judge) {
  if (c.layer == "scalar") return run_scalar_case(c, judge);
  if (c.layer == "op") return run_op_case(c, judge);
  if (c.layer == "Optimizer" || c.layer == "ClipGradNorm") return run_optimizer(c, judge);
  throw Skip{"the layer " + c.layer + " is not there yet"};
}

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
    if (judge.worst() > family.worst) {
      family.worst = judge.worst();
      family.worst_name = c.id + ' ' + judge.worst_name();
    }
    report.failures.insert(report.failures.end(), judge.failures().begin(), judge.failures().end());
  }
  for (const Json& entry : set.meta) {
    Family& family = family_named("meta");
    ++family.skipped;
    ++family.skip_reasons["the layer " + entry["layer"].text() + " is not there yet"];
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
    text += fmt::format("{:<12} {:4} passed {:4} failed {:4} skipped", name, family.passed,
                        family.failed, family.skipped);
    if (family.compared > 0) {
      text +=
          fmt::format("; {} tensors, at most {:.3g} of a tolerance", family.compared, family.worst);
      if (!family.worst_name.empty()) text += fmt::format(" ({})", family.worst_name);
    }
    text += '\n';
    for (const auto& [reason, count] : family.skip_reasons) {
      text += fmt::format("  skipped {:3}: {}\n", count, reason);
    }
  }
  for (const std::string& failure : report.failures) text += "FAIL " + failure + '\n';
  return text + fmt::format("{} passed, {} failed, {} skipped\n", report.passed, report.failed,
                            report.skipped);
}

}  // namespace golden
