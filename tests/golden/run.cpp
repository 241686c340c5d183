// run.cpp: a case from its arrays to the verdict, and the table of a whole set.
#include "holo/value.h"

#include "golden/run.h"

#include <fmt/format.h>

#include <exception>

#include "golden/layers.h"
#include "golden/tensor_ops.h"
#include "golden/tensors.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/ops.h"

namespace golden {
namespace {

using holo::Value;

void run_op_case(const Case& c, Judge& judge) {
  Leaves leaves;
  Inputs in = inputs_of(c, leaves);
  add_parameters(c, in, leaves);
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

}  // namespace

void run_case(const Case& c, Judge& judge) {
  if (c.layer == "scalar") return run_scalar_case(c, judge);
  if (c.layer == "op") return run_op_case(c, judge);
  if (c.layer == "Optimizer" || c.layer == "ClipGradNorm") return run_optimizer(c, judge);
  layer_named(c.layer)(c, judge);
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
