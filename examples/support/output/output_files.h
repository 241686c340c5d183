// output_files.h: files that a program is about to write: none that was meant for something else is
// lost, and what cannot be written is known before the work begins.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// What a file of ours begins with.
enum class FileKind { model, log, plot };

/// Throws Error when something is there that is not a regular file, as a FIFO or a device, or a
/// file with something in it that is not of that kind; when it is where stdout or stderr goes; or
/// when nothing can be written there. Changes no file, and does not wait. `flag` is for the
/// message; an empty path is passed over.
void check_output(const std::string& path, FileKind kind, const char* flag);

/// A flag and the file that it names.
struct FlagFile {
  const char* flag;
  std::string path;
};

/// Throws UsageError when an output is the file of another flag, by whatever name.
void check_apart(const std::vector<FlagFile>& outputs, const std::vector<FlagFile>& inputs);

}  // namespace holo
