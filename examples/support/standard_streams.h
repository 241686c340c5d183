// standard_streams.h: what every program sees to before it opens a file: stdin, stdout and stderr
// are there, and a write that fails is an error with a message, not a signal that ends it.
#pragma once

namespace holo {

/// Opens /dev/null for those of the descriptors 0, 1 and 2 that the caller has closed, as with
/// `>&- 2>&-`. Else the next file that is opened takes their number, and what is meant for the
/// screen is written into it. So a closed stdout is as good as /dev/null: what is printed there is
/// dropped, and is no error. Throws Error where there is no /dev/null.
void open_missing_streams();

/// A file that grows above the limit of the shell, `ulimit -f`, is then a write that fails
/// (EFBIG), with file and reason, in place of a signal (SIGXFSZ) that ends the program at once.
void ignore_file_size_signal();

}  // namespace holo
