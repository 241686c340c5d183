// case.h: one golden case: its entry in cases.json and its arrays. It has no engine; run.h lets
// ours compute the case.
#pragma once

#include <string>
#include <vector>

#include "golden/safetensors.h"
#include "gpt/layouts/json.h"

namespace golden {

using holo::Json, holo::parse_json;

/// A tensor matches when max|got - want| <= atol + rtol max|want|.
struct Tolerance {
  double rtol = 0, atol = 0;
};

/// The tolerance that judges a case. Both engines are compared with the numbers of the f64 file.
enum class Precision { f64, f32 };

struct Case {
  std::string id, family, layer, tier, note;
  Json config;
  std::vector<std::string> inputs, inputs_without_grad, params, aux, outputs;
  double loss_abs_scale = 0;
  Json tolerances;                 // "f64" and "f32"
  const Arrays* arrays = nullptr;  // of the family

  /// config.op, for example "gelu"; empty if there is none.
  std::string op() const { return config.text_or("op", ""); }
  /// Array `<id>/<name>`. Throws holo::Error if it does not exist.
  const Array& array(const std::string& name) const;
  bool has(const std::string& name) const { return arrays->count(id + '/' + name) > 0; }
  /// `kind` chooses the tolerance ("value", "grad", ...) if the case has several.
  Tolerance tolerance(Precision precision, const std::string& kind = "") const;
};

/// A set of cases. It owns the arrays of its cases and cannot be copied.
struct Set {
  std::vector<Case> cases;
  std::map<std::string, Arrays> files;
  Set() = default;
  Set(const Set&) = delete;
};

/// Reads the set in `directory` into `set`. Throws holo::Error.
void read_set(const std::string& directory, Set& set);

/// The directory HOLO_GOLDEN, by default tests/data/golden.
std::string directory_from_environment();

}  // namespace golden
