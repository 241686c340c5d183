// kept_settings.h: what a checkpoint keeps of the flags of train_gpt, and what of it a resumed run
// reads. A checkpoint may come from anywhere: only what describes the model and how it learns is
// read from it. Where to write, which text to open, on how many threads and on which device is said
// by the command line alone.
#pragma once

#include <map>
#include <string>

#include "gpt/saved_run.h"

namespace holo {

/// Values of flags as text, by their names without dashes.
using FlagValues = std::map<std::string, std::string>;

enum class Kept {
  no,        ///< of one call: files to write, threads, where to stop
  shown,     ///< kept for messages, not read: names of training files, known by their hash
  compared,  ///< kept, not read: another value is another run
  display,   ///< kept and read; a resumed run may change it, since nothing learned depends on it
  learning,  ///< kept and read; --allow-config-change changes it
  raised,    ///< the same of a number that a resumed run may raise without it
  model      ///< kept and read; nothing changes it, since it makes another model
};

/// Each flag of train_gpt that has a value.
const std::map<std::string, Kept>& kept_flags();

/// What a checkpoint is to hold of the values of all flags.
FlagValues kept_settings(FlagValues values);

/// What is read of those of a checkpoint: a list of what may be, all else is passed over. Throws
/// Error for a name that is not a flag of train_gpt.
FlagValues settings_to_read(const SavedRun& run, const std::string& where);

/// Throws UsageError when the run was on files and none are given; the names that it kept are shown
/// and not opened.
void check_data_given(const SavedRun& run, bool given, const std::string& where);

/// Throws Error with a list of those of `values` that make another run, or another model.
void check_unchanged(const SavedRun& run, const FlagValues& values, bool allow_config_change,
                     const std::string& where);

}  // namespace holo
