// case.h: one golden case: what the entry of cases.json says, and its arrays. Here is no
// engine; run.h lets ours compute the case.
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

/// Against which numbers a case is judged, and how strictly: the engine in double against the f64
/// file; the engine in float against both files, under the tolerance of float.
enum class Precision { f64, f32 };

struct Case {
  std::string id, family, layer, tier, note;
  Json config;
  std::vector<std::string> inputs, inputs_without_grad, params, aux, outputs;
  double loss_abs_scale = 0;
  Json tolerances;              // "f64" and "f32"
  const Arrays* f64 = nullptr;  // of the family
  const Arrays* f32 = nullptr;

  /// "gelu" for config.op; empty without.
  std::string op() const { return config.text_or("op", ""); }
  /// Array `<id>/<name>` of the f64 file, or of the f32 file. Throws holo::Error when it is not
  /// there.
  const Array& array(const std::string& name) const;
  const Array& array_f32(const std::string& name) const;
  bool has(const std::string& name) const { return f64->count(id + '/' + name) > 0; }
  /// `kind`: which of several tolerances ("value", "grad", ...), when the case has several.
  Tolerance tolerance(Precision precision, const std::string& kind = "") const;
};

/// A set of cases. It owns the arrays of its cases, and is not copied.
struct Set {
  std::vector<Case> cases;
  std::vector<Json> meta;  // the entries of meta.json
  std::map<std::string, Arrays> files;
  Set() = default;
  Set(const Set&) = delete;
};

/// Reads the set in `directory` into `set`. Throws holo::Error.
void read_set(const std::string& directory, Set& set);

/// The directory of HOLO_GOLDEN; tests/data/golden when that is not set.
std::string directory_from_environment();

}  // namespace golden
