// stray_files.h: temporary files, "<target>.<process>.<number>.tmp", and those that a crash has
// left. The writer of one holds a lock on it (flock), which falls with its process: a temporary
// file whose lock can be taken is a stray. Process numbers would not tell: after a restart of a
// container another process has the same. Internal.
#pragma once

#include <string>

#include "files/file_calls.h"

namespace holo {

/// A name that no other writer of this process has.
std::string temporary_name(const std::string& target);

/// Locks a temporary file that has just been made. False when it is lost to a remove_strays() that
/// came in between, or its state cannot be asked for, as errno then says. A file system without
/// locks is not a failure: no one can take it for a stray there.
bool lock_temporary(int descriptor, FileCalls& calls);

/// Removes the strays of `target` from its folder; what cannot be removed stays.
void remove_strays(const std::string& folder, const std::string& target, FileCalls& calls);

}  // namespace holo
