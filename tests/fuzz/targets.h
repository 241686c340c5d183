// targets.h: the fuzz targets: every way in which foreign bytes enter the program. Each takes any
// bytes and may only refuse them with holo::Error. fuzzer.cpp passes them to libFuzzer;
// tests/fuzz/fuzz_test.cpp tries the committed corpus and mutations of it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "holo/check.h"

namespace fuzz {

/// A broken property. It is an exception, so that both libFuzzer and doctest report it.
struct Broken : std::logic_error {
  using std::logic_error::logic_error;
};
inline void require(bool holds, const char* property) {
  if (!holds) throw Broken(property);
}

/// The two parts of an input, before and after the first `mark`; without a mark the second is
/// empty.
struct Parts {
  std::string_view first, second;
};
inline Parts parts_of(std::string_view bytes, std::string_view mark) {
  const std::size_t at = bytes.find(mark);
  if (at == std::string_view::npos) return {bytes, {}};
  return {bytes.substr(0, at), bytes.substr(at + mark.size())};
}

/// Whether `read` takes its input. An error of it must be one line.
template <class Read>
bool is_read(Read read) {
  try {
    read();
    return true;
  } catch (const holo::Error& error) {
    require(std::string_view(error.what()).find('\n') == std::string_view::npos,
            "an error is one line");
    return false;
  }
}

// Each function throws Broken, and passes on every exception except holo::Error.

/// A .safetensors file: read, every tensor loaded, written and read again.
void safetensors(std::string_view bytes);
/// A checkpoint of train_gpt: reads it, and loads it into a model and an optimizer.
void checkpoint(std::string_view bytes);
/// The metadata of a checkpoint, "name=value", with a line "--" between them: the model survives, a
/// resumed run takes no file name, device or threads from them.
void metadata(std::string_view bytes);
/// A file of a tokenizer, and after a NUL a text for it.
void tokenizer(std::string_view bytes);
/// A tokenizer.json, or a checkpoint's form of one, and after a NUL a text for it.
void pretrained(std::string_view bytes);
/// A config.json of a GPT-2 or a Llama.
void config(std::string_view bytes);
/// The index of a model in several files.
void index(std::string_view bytes);
/// A text to learn from. The first byte chooses the sizes of a byte-pair encoding.
void text(std::string_view bytes);
/// A JSON text: parsed, written and read again.
void json(std::string_view bytes);
/// A sheet of formulas for the playground: computed twice, forward and back.
void sheet(std::string_view bytes);
/// The words of a command line, one per line, and after a line "----" a file of settings.
void settings(std::string_view bytes);

struct Target {
  std::string name;  ///< in tests/data/fuzz.txt, its corpus
  void (*run)(std::string_view);
};
inline std::vector<Target> targets() {
  return {{"safetensors", safetensors},
          {"checkpoint", checkpoint},
          {"metadata", metadata},
          {"tokenizer", tokenizer},
          {"config", config},
          {"index", index},
          {"pretrained", pretrained},
          {"text", text},
          {"json", json},
          {"settings", settings},
          {"sheet", sheet}};
}

}  // namespace fuzz
