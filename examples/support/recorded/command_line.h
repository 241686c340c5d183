// command_line.h: the command line of a program that can be recorded: it has --trace,
// --trace-events and --step, too. Its event log is written to a file, or stepped through in the
// terminal.
#pragma once

#include "support/command_line.h"
