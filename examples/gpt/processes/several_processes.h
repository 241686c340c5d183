// several_processes.h: train_gpt as one of the processes that mpirun has started.
#pragma once

#include "gpt/processes/ranks.h"
#include "gpt/training/train_settings.h"

namespace holo {

/// What the user asked for, as one of the ranks does it: the first one alone has files to write,
/// and those of a machine share its threads.
TrainSettings settings_of_rank(TrainSettings s, const Ranks& ranks);

/// False, with nothing done, when this process is the only one. Else trains together with the
/// others: each computes shards of every batch, all with the same numbers; the first one alone
/// prints, validates and writes files. Throws as start_processes() and a training do; and
/// UsageError for a recording, and when the others were told something else (agreement.h).
bool trained_with_others(int argc, char** argv);

}  // namespace holo
