// sheet_record.h: a sheet that has been calculated forward and back: gradients, each compared with
// a slope, and the log of all that happened.
#pragma once

#include <string>
#include <vector>

#include "holo/tape.h"
#include "holo/trace_log.h"
#include "playground/sheet.h"

namespace holo {

/// A line of a sheet: the gradient of the last line with respect to its number, and the slope of
/// the last line there, from two points.
struct SheetResult {
  std::string text, name;
  int line;  ///< of the text, from 1
  double data, gradient;
  bool leads_to_root;  ///< else gradient and slope are 0, and nothing was compared
  double slope;
  bool agrees;
  std::string verdict;  ///< in words, where they do not agree
};

/// The tape of its own, the log and the results.
class SheetRecord {
 public:
  /// Throws as read_sheet().
  explicit SheetRecord(const std::string& text);

  const std::vector<SheetResult>& results() const { return results_; }
  /// Places are lines of the text; `file` is "sheet".
  const TraceLog& log() const { return log_; }

  /// A table: each statement with its number, its gradient and its slope.
  std::string table() const;
  /// Where the gradient of a name comes from: the paths from the last line, each a product. Throws
  /// UsageError for a name that no line has.
  std::string why(const std::string& name) const;
  /// All of it for a page, with the paths to the name `asked` unless it is empty:
  /// {"sheet":"...","lines":[...],"why":"...","log":{...}}.
  std::string json(const std::string& asked) const;

 private:
  void add_places();
  void add_results();

  Tape tape_;
  std::string text_;
  Sheet sheet_;
  TraceLog log_;
  std::vector<SheetResult> results_;
};

/// What a page shows of a text that is no sheet: {"error":{"line":1,"column":5,"message":"..."}};
/// line 0: of no place.
std::string sheet_error_json(const Error& error);

}  // namespace holo
