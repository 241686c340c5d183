// scene.h: the folder of a try: filled anew for each, and looked at before and after.
#pragma once

#include "attack/attack.h"

namespace attack {

/// What lies there. Links are not followed; of what is no file, folder or link only its type is
/// told.
Snapshot look(const std::string& folder);

/// Empties the folder and puts the files of the snapshot into it.
void fill(const std::string& folder, const Snapshot& files);

/// The bytes of an entry; "" for one that is not there or no file.
std::string bytes_of(const Snapshot& snapshot, const std::string& path);
bool is_file(const Snapshot& snapshot, const std::string& path);

/// Makes files to attack by running the programs, and the scenarios with what they leave. Throws
/// std::runtime_error when one of them fails.
void make_scene(Attack& attack);

}  // namespace attack
