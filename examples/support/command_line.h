// command_line.h: the flags of an example, declared one a line, and how its main() ends.
// There are no short flags (but -h) and no positional words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.h"

namespace holo {

/// The numbers that a flag takes. Make one with a function below.
struct Interval {
  double low, high;
  bool low_excluded, high_excluded;
};

Interval above(double low);                   ///< low < x, finite
Interval at_least(double low);                ///< low <= x, finite
Interval between(double low, double high);    ///< low <= x <= high
Interval half_open(double low, double high);  ///< low <= x < high

bool contains(const Interval& interval, double x);

/// "from 0 to 1", "above 0"
std::string range_text(const Interval& interval);

/// The flag --device. A program that computes no Tensors is linked without devices.cpp, and so
/// without the kernels, and does not have this flag.
struct Devices {
  /// The names of all devices; the default device comes first.
  std::vector<std::string> (*names)();
  /// Makes the device of this name the default; throws UsageError or Error as device_of() and
  /// set_default_device() do.
  void (*choose)(const std::string& name, const char* where);
};

/// Those of a program that computes Tensors; in any other program nullptr.
inline const Devices* devices = nullptr;

/// Reads `--name value` and `--name=value`. Declare every flag first, then call finish():
///
///   CommandLine cli(argc, argv, "Trains a tiny GPT on names and prints new ones.");
///   const std::int64_t steps = cli.integer("--steps", 1000, 1, 100'000'000, "training steps");
///   const bool exact = cli.flag("--exact", "the same bits as microgpt.py");
///   cli.finish();
///
/// A value is the whole next word and does not begin with "--" (write --name=--value for that one);
/// no locale changes how it is read. UsageError at the declaration: no value, a value that cannot
/// be taken, a flag given twice. With --help or -h among the words every declaration gives its
/// default, without an error, and finish() throws HelpRequested.
class CommandLine {
 public:
  CommandLine(int argc, char** argv, std::string about);

  /// Any text but an empty one. `meta` names the value in the help, say "FILE".
  std::string text(const std::string& name, const std::string& preset, const std::string& meta,
                   const std::string& help);

  /// A decimal integer in [low, high]: digits, before them at most a minus sign.
  std::int64_t integer(const std::string& name, std::int64_t preset, std::int64_t low,
                       std::int64_t high, const std::string& help);

  /// A finite decimal number in the interval, as 0.5, -3, .25 or 1e-5. `instead` is the hint when
  /// the lower end is given and is excluded.
  double number(const std::string& name, double preset, Interval interval, const std::string& help,
                const std::string& instead = "");

  /// One of the names; the first one is the default.
  std::string choice(const std::string& name, const std::vector<std::string>& names,
                     const std::string& help);

  /// The same with another default. REQUIRES: it is one of them.
  std::string choice(const std::string& name, const std::string& preset,
                     std::vector<std::string> names, const std::string& help);

  /// One text or several, up to the next flag; none of them empty. REQUIRES: no line breaks in
  /// them.
  std::vector<std::string> texts(const std::string& name, const std::string& meta,
                                 const std::string& help);

  /// True when given; takes no value.
  bool flag(const std::string& name, const std::string& help);

  /// True when this flag is on the command line, whatever its value.
  bool given(const std::string& name) const;

  /// Values for flags, "n-layer" without the dashes, that the words do not give; what came first
  /// wins. `where` appears in errors, say a file's path. None for texts().
  void fall_back(const std::map<std::string, std::string>& values, const std::string& where);

  /// What the flags with a value have come to, those declared so far, in the form of fall_back();
  /// texts() with a line for each.
  const std::map<std::string, std::string>& values() const { return values_; }

  /// Ends the declarations: declares --device (Devices), on which tensors are made from here
  /// on, and the flags of the program's Recorder, if it has one (recording.h), which begins now.
  /// UsageError: an unknown flag (with the nearest one), a stray word. Error: a device that is not
  /// here. HelpRequested: with --help.
  void finish();

  const std::string& program() const { return program_; }
  /// The name of the program, and the words that it was started with, as a shell takes them; files
  /// of the flags declared so far without their folders, since a log of it may be passed on.
  std::string command() const;

  /// What --help prints: the program, every flag declared so far, defaults and ranges.
  std::string help_text() const;

 private:
  struct Word {
    std::string text;
    bool used = false;
  };
  struct Flag {
    std::string name, meta, help;
    bool is_file() const { return meta.starts_with("FILE") || meta == "PATH" || meta == "DIR"; }
  };

  struct FallBack {
    std::string where;
    std::map<std::string, std::string> values;
  };
  struct Value {
    std::string text, where;  // where: the flag, with the file it is in
  };

  // The value given to a flag; nothing when it is not given, or when help is wanted.
  std::optional<Value> value_of(const std::string& name, const std::string& expected);
  std::optional<Value> value_of_words(const std::string& name, const std::string& expected);
  std::optional<Value> fallen_back(const std::string& name) const;
  std::string chosen_for_help(const std::string& name, const std::vector<std::string>& names) const;
  std::size_t find_once(const std::string& name) const;  // its word's index, or words_.size()
  std::string nearest_flag(std::string_view word) const;

  std::string program_, about_;
  std::vector<Word> words_;
  std::vector<Flag> flags_;
  std::vector<FallBack> fall_backs_;
  std::map<std::string, std::string> values_;
  bool help_wanted_ = false;
};

/// The parts of a word of a command line, "--name=value": is it one, "--name", and "name".
bool is_flag(std::string_view word);
std::string_view name_of(std::string_view word);
std::string without_dashes(std::string_view word);

/// Thrown by CommandLine::finish() for --help; run_program prints `text` to stdout and gives 0.
struct HelpRequested {
  std::string text;
};

/// Thrown when a program has put everything in order after a signal, Ctrl-C say; run_program gives
/// 128 and its number, 130.
struct Interrupted {
  int signal;
};

/// Flushes stdout, so that a program that works for hours learns early that its output is lost.
/// Throws std::system_error when that fails.
void flush_output();

/// "warning: " and the message, a line on stderr, control characters in it escaped. One that nobody
/// can read stops nothing.
void print_warning(std::string_view message);

/// The word as bash and zsh take it for this text: as it is, in quotes, or as $'...' with \xNN for
/// the bytes of control characters and for those that are not UTF-8, so that it stays one line.
std::string shell_word(std::string_view text);

/// What every main() of ours is: a stdin, stdout or stderr that is closed becomes /dev/null, a
/// limit on the size of files an error of the write; then program(argc, argv). Gives the exit code
/// for main(), stdout flushed: 0; 2 after a UsageError; 128 and the signal after Interrupted; 1
/// after any other Error or exception, and when stdout could not be written; 141 without a message
/// when the reader of a pipe has gone and SIGPIPE is ignored. An error is one line on stderr,
/// "error: " and the message, control characters in it escaped.
int run_program(int argc, char** argv, void (*program)(int, char**));

}  // namespace holo
