// docs_world.h: the world around a page: the files, the commands, and what the programs print.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "docs/docs_shell.h"

namespace docs {

/// The output of a program on stdout; `error` says why it failed.
struct Output {
  std::string text, error;
  bool left_out = false;  // it was not run, so the page is not checked
};

/// The world around a page. Paths are relative to the root of the repository.
struct World {
  Commands commands;
  std::function<bool(const std::string& path)> exists;
  std::function<std::optional<std::string>(const std::string& path)> read;
  std::function<Output(const std::string& command)> run;  // "05_mlp --activation relu2"
  // Runs a command with --step and this input.
  std::function<Output(const std::string& command, const std::string& input)> step;
  std::function<Output(const std::string& source)> run_source;  // compiles it first
};

}  // namespace docs
