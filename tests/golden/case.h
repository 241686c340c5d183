// case.h: golden cases, their entries in cases.json and their arrays, and what became of them. It
// has no engine; golden.h lets ours compute a case.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gpt/layouts/json.h"
#include "holo/shape.h"

namespace golden {

using holo::Json, holo::parse_json;

/// Numbers of dtype F64, F32, I64 or BOOL, as double: whole numbers up to 2^53 are exact.
struct Array {
  bool is_index = false;  // I64
  holo::Shape shape;
  std::vector<double> values;
};
using Arrays = std::map<std::string, Array>;

/// The arrays of a .safetensors file, in double: 8 bytes little-endian N, N bytes of JSON (name ->
/// dtype, shape, data_offsets), then the numbers, row-major and little-endian. The library's reader
/// gives numbers of the engine, which may be floats. Throws holo::Error if the file is not there,
/// is cut, or has another dtype.
Arrays read_safetensors(const std::string& path);

/// A tensor matches when max|got - want| <= atol + rtol max|want|.
struct Tolerance {
  double rtol = 0, atol = 0;
};

/// The tolerance that judges a case. Both engines are compared with the numbers of the f64 file.
enum class Precision { f64, f32 };

struct Case {
  std::string id, family, layer;
  Json config;
  std::vector<std::string> inputs, inputs_without_grad, params, aux, outputs;
  double loss_abs_scale = 0;
  Json tolerances;                 // "f64" and "f32"
  const Arrays* arrays = nullptr;  // of the file that the entry names

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

/// Lets the engine compute all cases of a set: run.cpp, golden.h.
Report run_set(const Set& set);

/// A line for each family, the failures, and "N passed, N failed, N skipped" as the last line.
std::string to_string(const Report& report);

/// The directory HOLO_GOLDEN, by default tests/data/golden.
std::string directory_from_environment();

}  // namespace golden
