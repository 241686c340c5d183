// run.h: lets the engine compute a golden case and judges the results.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "golden/case.h"
#include "golden/judge.h"

namespace golden {

/// Computes outputs, loss and gradients, and gives them to the judge. Throws Skip for a layer that
/// this engine does not have, and passes on the engine's errors.
void run_case(const Case& c, Judge& judge);

/// Layers "Optimizer" and "ClipGradNorm".
void run_optimizer(const Case& c, Judge& judge);

/// One family of a set.
struct Family {
  int passed = 0, failed = 0, skipped = 0, compared = 0;  // compared: tensors
  std::map<std::string, int> skip_reasons;
};

struct Report {
  std::vector<std::pair<std::string, Family>> families;  // in the order of the files
  std::vector<std::string> failures;
  int passed = 0, failed = 0, skipped = 0;
};

/// All cases of a set.
Report run_set(const Set& set);

/// A line for each family, the failures, and "N passed, N failed, N skipped" as the last line.
std::string to_string(const Report& report);

}  // namespace golden
