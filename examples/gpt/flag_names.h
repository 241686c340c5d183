// flag_names.h: what the library calls an option, n_embd, the user of a program knows as a flag,
// --n-embd: messages of the library in the words of the command line.
#pragma once

#include <string>

#include "holo/check.h"

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

}  // namespace holo
