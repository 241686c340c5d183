// case.cpp: reads cases.json and the files that it names.
#include "golden/case.h"

#include <cstdlib>

#include "holo/check.h"
#include "holo/data.h"

namespace golden {
namespace {

using holo::Error;

std::vector<std::string> texts(const Json& array) {
  std::vector<std::string> list;
  for (const Json& item : array.items()) list.push_back(item.text());
  return list;
}

Case case_of(const Json& entry) {
  Case c;
  c.id = entry["id"].text();
  c.family = entry["family"].text();
  c.layer = entry["layer"].text();
  c.tier = entry.text_or("tier", "");
  c.note = entry.text_or("note", "");
  c.config = entry["config"];
  c.inputs = texts(entry["inputs"]);
  if (const Json* const names = entry.find("inputs_without_grad")) {
    c.inputs_without_grad = texts(*names);
  }
  c.params = texts(entry["params"]);
  c.aux = texts(entry["aux"]);
  c.outputs = texts(entry["outputs"]);
  c.loss_abs_scale = entry.number_or("loss_abs_scale", 0);
  c.tolerances = entry["tol"];
  return c;
}

}  // namespace

const Array& Case::array(const std::string& name) const {
  const auto found = arrays->find(id + '/' + name);
  if (found == arrays->end()) throw Error("golden", "no array " + name + " of " + id, "one");
  return found->second;
}

Tolerance Case::tolerance(Precision precision, const std::string& kind) const {
  const Json& all = tolerances[precision == Precision::f64 ? "f64" : "f32"];
  const Json* const one = kind.empty() ? nullptr : all.find(kind);
  const Json& tolerance = one != nullptr ? *one : all;
  return {tolerance["rtol"].number(), tolerance["atol"].number()};
}

void read_set(const std::string& directory, Set& set) {
  const auto file = [&](const std::string& name) -> const Arrays* {
    const auto found = set.files.find(name);
    if (found != set.files.end()) return &found->second;
    return &set.files.emplace(name, read_safetensors(directory + '/' + name)).first->second;
  };
  const Json cases = parse_json(holo::read_file(directory + "/cases.json"));
  for (const Json& entry : cases["cases"].items()) {
    Case c = case_of(entry);
    c.arrays = file(entry["files"]["f64"].text());
    set.cases.push_back(std::move(c));
  }
}

std::string directory_from_environment() {
  const char* const directory = std::getenv("HOLO_GOLDEN");
  return directory != nullptr && *directory != '\0' ? directory : "tests/data/golden";
}

}  // namespace golden
