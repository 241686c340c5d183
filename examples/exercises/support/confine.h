// confine.h: what a process may no longer do, where the system can enforce it.
#pragma once

#include <string>

namespace exercise {

// From here on this process, and what it becomes, writes in `folder` alone, and reads the paths of
// `readable`, with colons between them, and what is below them, everything with "". With "" for the
// folder it writes nowhere, starts no process, sends no signal to another one and opens no network
// connection. False when the system has a means and refused it.
bool confine(const std::string& folder, const std::string& readable);

// A line for each, "files: ..." and "processes, network: ...": whether it is enforced, and by what.
std::string what_is_confined();

}  // namespace exercise
