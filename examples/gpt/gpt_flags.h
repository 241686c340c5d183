// gpt_flags.h: flags and values that several programs share, and messages of the library in the
// words of the command line: what it calls n_embd, a user knows as --n-embd.
#pragma once

#include <string>
#include <string_view>

#include "holo/check.h"
#include "holo/nn/kinds.h"
#include "support/command_line.h"

namespace holo {

/// The text with the names of options of models and of sampling as flags: "n_embd 65" is "--n-embd
/// 65". Names are whole words; all else stays.
std::string with_flag_names(const std::string& text);

/// Calls check(). A UsageError that it throws has flag names in all parts but `where`. When `file`
/// says the options, not the user, it becomes an Error of that file.
template <class Check>
void check_flags(Check check, const std::string& file = "") {
  try {
    check();
  } catch (const UsageError& error) {
    if (!file.empty()) throw Error(file, error.where() + ": " + error.found(), error.expected());
    throw UsageError(error.where(), with_flag_names(error.found()),
                     with_flag_names(error.expected()), with_flag_names(error.hint()));
  }
}

/// Throws UsageError when the file of --from was not given.
void check_from(const std::string& file);

/// One of the names of an enum.
template <class Kind>
Kind read_kind(CommandLine& cli, const char* name, Kind preset, const char* help) {
  const auto& all = KindNames<Kind>::all;
  return *kind_named<Kind>(cli.choice(name, kind_name(preset), {all.begin(), all.end()}, help));
}

}  // namespace holo
