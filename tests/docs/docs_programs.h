// docs_programs.h: the programs of the build and their sources, even if they are not built.
#pragma once

#include <map>
#include <set>
#include <string>

#include "docs/docs_files.h"

namespace docs {

/// Their names in bin/, each with its source: examples/05_mlp.cpp is 05_mlp,
/// examples/bench/ops.cpp bench_ops.
inline std::map<std::string, std::string> programs() {
  const std::map<std::string, std::string> folders = {{"examples", ""},
                                                      {"examples/gpt", ""},
                                                      {"examples/bench", "bench_"},
                                                      {"examples/experiments", "experiment_"}};
  std::map<std::string, std::string> found;
  for (const auto& [folder, prefix] : folders) {
    if (!fs::exists(root() / folder)) continue;
    for (const auto& entry : fs::directory_iterator(root() / folder)) {
      const std::string path = folder + '/' + entry.path().filename().string();
      if (entry.path().extension() != ".cpp") continue;
      if (read(root() / path).value_or("").find("\nint main(") == std::string::npos) continue;
      found[prefix + entry.path().stem().string()] = path;
    }
  }
  return found;
}

/// A text with the flags of a bench or an experiment, as "--name": its source, the files beside it,
/// and the code that all programs share.
inline std::string text_of_program(const std::string& source) {
  std::string text;
  for (const fs::path& folder : {fs::path(source).parent_path(), fs::path("examples/support")}) {
    for (const auto& entry : fs::directory_iterator(root() / folder)) {
      const bool other = entry.path().extension() == ".cpp" && folder != "examples/support";
      if (!other || entry.path().filename() == fs::path(source).filename())
        text += read(entry.path()).value_or("");
    }
  }
  return text;
}

inline bool is_built(const std::string& program) { return fs::exists(build() / "bin" / program); }

/// `make` builds the programs before it runs the tests, and says where they are. If you run the
/// tests by hand, the programs may not be built; then their output is not checked.
inline bool may_lack_programs() { return environment("HOLO_BUILD", "").empty(); }

/// The programs that were left out.
inline std::set<std::string>& not_built() {
  static std::set<std::string> names;
  return names;
}

}  // namespace docs
