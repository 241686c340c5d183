// judge.cpp: the end of a process and its files.
#include "attack/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "attack/scene.h"
#include "gpt/saved_run.h"
#include "holo/check.h"

namespace attack {
namespace {

bool ends(const std::string& text, const std::string& with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

// ---- how it ended ----

std::string wrong_end(const Try& one, const Result& result) {
  if (result.timed_out) return "does not end";
  if (result.signal != 0) {
    if (one.ends_by.count(result.signal) == 1) return "";
    return fmt::format("signal {}: {}", result.signal, result.err.substr(0, 300));
  }
  const int code = result.exit_code;
  if (one.must_succeed && code != 0) {
    return fmt::format("exit code {}: {}", code, result.err.substr(0, 300));
  }
  if (one.must_fail && code == 0) return "exit code 0, where it cannot do what it was told";
  if (code >= 0 && code <= 2) return "";
  if (code > 128 && one.ends_by.count(code - 128) == 1) return "";
  return fmt::format("exit code {}: {}", code, result.err.substr(0, 300));
}

// ---- what it wrote ----

// Rows of a log, of steps that follow each other; complete or cut short between two rows.
bool is_log(const std::string& bytes) {
  const Words rows = lines_of(bytes);
  if (bytes.empty()) return true;
  if (bytes.back() != '\n') return false;
  if (rows[0] != "step,loss,lr,grad_norm,tokens_per_second,validation_loss") return false;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (std::count(rows[i].begin(), rows[i].end(), ',') != 5) return false;
    if (rows[i].find_first_not_of("0123456789.,eE+- ") != std::string::npos) return false;
    if (i > 1 && std::atol(rows[i].c_str()) != std::atol(rows[i - 1].c_str()) + 1) return false;
  }
  return true;
}

bool is_losses(const std::string& bytes) {
  return bytes.find_first_not_of("0123456789.e+-x\nabcdefp ") == std::string::npos;
}

std::string why_no_model(const std::string& path) {
  try {
    const holo::SafetensorsFile file(path);
    for (const std::string& name : file.names()) {
      if (file.dtype(name) != "I64") file.load(name);
    }
    if (file.metadata().count("layout") == 0) holo::load_model(path);
    return "";
  } catch (const holo::Error& error) {
    return error.what();
  }
}

// "log" for the file of --log: by the flags that name it, or else by its ending.
std::set<std::string> kinds_of(const Try& one, const std::string& path) {
  static const std::map<std::string, std::string> kinds = {{"--out", "model"},
                                                           {"--resume", "model"},
                                                           {"--log", "log"},
                                                           {"--plot", "plot"},
                                                           {"--save-tokenizer", "tokenizer"},
                                                           {"--losses", "losses"},
                                                           {"--csv", "table"},
                                                           {"--trace", "trace"}};
  static const std::map<std::string, std::string> endings = {
      {".safetensors", "model"}, {".csv", "log"},     {".svg", "plot"},
      {".model", "tokenizer"},   {".units", "table"}, {"losses", "losses"}};
  std::set<std::string> found;
  for (std::size_t i = 0; i < one.arguments.size(); ++i) {
    const std::string& word = one.arguments[i];
    for (const auto& [flag, kind] : kinds) {
      const bool is_next = word == flag && i + 1 < one.arguments.size();
      if ((is_next && one.arguments[i + 1] == path) || word == flag + "=" + path) {
        found.insert(kind);
      }
    }
  }
  for (const auto& [ending, kind] : endings) {
    if (found.empty() && ends(path, ending)) return {kind};
  }
  return found;
}

std::string why_no(const std::string& kind, const std::string& folder, const std::string& path,
                   const std::string& bytes) {
  if (kind == "model") return why_no_model(folder + "/" + path);
  if (kind == "log") return is_log(bytes) ? "" : "no rows of a log";
  if (kind == "table") {
    return bytes.rfind("block,unit,", 0) == 0 && ends(bytes, "\n") ? "" : "no table of units";
  }
  if (kind == "losses") return is_losses(bytes) ? "" : "no losses";
  if (kind == "plot")
    return bytes.rfind("<svg ", 0) == 0 && ends(bytes, "</svg>\n") ? "" : "no picture";
  if (kind != "tokenizer") return "";
  try {
    holo::tokenizer_from_text(bytes, path);
    return "";
  } catch (const holo::Error& error) {
    return error.what();
  }
}

// It must be one of the kinds that it may be.
std::string why_damaged(const Try& one, const std::string& folder, const std::string& path,
                        const std::string& bytes) {
  std::string why;
  for (const std::string& kind : kinds_of(one, path)) {
    const std::string why_not = why_no(kind, folder, path, bytes);
    if (why_not.empty()) return "";
    why += (why.empty() ? "" : ", ") + why_not;
  }
  return why;
}

// The rows of a log without their speeds.
std::string comparable(const std::string& path, const std::string& bytes) {
  if (!ends(path, ".csv")) return bytes;
  std::string text;
  for (const std::string& line : lines_of(bytes)) {
    int commas = 0;
    for (const char c : line) {
      commas += c == ',';
      if (commas != 4) text += c;
    }
    text += '\n';
  }
  return text;
}

std::string wrong_output(const Try& one, const Result& result, const std::string& path,
                         const Snapshot& before, const Snapshot& after, const std::string& folder) {
  if (result.exit_code == 0 && one.same_as != nullptr) {
    if (!is_file(after, path)) return "exit code 0 without " + path;
    if (comparable(path, bytes_of(after, path)) ==
        comparable(path, bytes_of(one.same_as->clean, path)))
      return "";
    return "exit code 0, but " + path + " is not what it should be";
  }
  if (!is_file(after, path)) {
    return is_file(before, path) ? path + " is gone" : "";
  }
  const std::string bytes = bytes_of(after, path);
  if (is_file(before, path) && bytes == bytes_of(before, path)) return "";
  // The place was tried, no more.
  if (!is_file(before, path) && bytes.empty() && result.signal != 0) return "";
  const std::string why = why_damaged(one, folder, path, bytes);
  return why.empty() ? "" : path + " is damaged: " + why;
}

std::string wrong_files(const Try& one, const Result& result, const Snapshot& before,
                        const Snapshot& after, const std::string& folder) {
  for (const auto& [path, entry] : before) {
    if (one.outputs.count(path) == 1 && result.exit_code != 2) continue;
    const auto now = after.find(path);
    if (now == after.end()) return path + " is gone";
    if (now->second != entry) return path + " was changed";
  }
  for (const auto& [path, entry] : after) {
    if (before.count(path) == 1) continue;
    if (ends(path, ".tmp")) {
      if (!one.leaves_temporary && one.ends_by.count(result.signal) == 0)
        return "left behind: " + path;
    } else if (one.outputs.count(path) == 0) {
      return "a new file: " + path;
    } else if (result.exit_code == 2) {
      return "exit code 2 with a new file: " + path;
    }
  }
  for (const std::string& path : one.outputs) {
    if (ends(path, ".tmp")) {
      if (after.count(path) == 1) return path + " is still there";
      continue;
    }
    const std::string why = wrong_output(one, result, path, before, after, folder);
    if (!why.empty()) return why;
  }
  return "";
}

}  // namespace

std::string judge(const Try& one, const Result& result, const Snapshot& before,
                  const Snapshot& after, const std::string& folder) {
  std::string why = wrong_end(one, result);
  if (why.empty()) why = wrong_words(one, result);
  if (why.empty()) why = wrong_files(one, result, before, after, folder);
  constexpr std::size_t most_output = 1 << 20;
  if (why.empty() && result.out_bytes > most_output) {
    why = fmt::format("{} bytes on stdout", result.out_bytes);
  }
  const auto threads = result.calls.find("thread");
  if (why.empty() && one.starts_no_thread && threads != result.calls.end() && threads->second > 0) {
    why = fmt::format("{} threads were started", threads->second);
  }
  return why;
}

}  // namespace attack
