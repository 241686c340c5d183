// plan.h: the plan of the sessions, a text file with a line for each slide:
//
//   minutes: 90
//   session: Title of the first session
//   goal: what a student can do afterwards
//   agenda: 20 min: the derivative by hand
//   01_value.md | By hand | formula; listing "const double y" | What does the last line say? | dy.
//   home: 01_engine
//
// A slide is a page below docs/, a heading of it ("top": its beginning), what is shown of this
// section, a question, and a note for the teacher, the answer (both may be missing). What is shown:
// a kind of course_page.h and, in quotes, a text that is in it; the first such piece counts. A
// "trace" is a listing with the graph of its program in stepped.cpp, to be stepped through. The
// line "minutes:", which may be missing, says what the agenda of every session adds up to.
#pragma once

#include <string>
#include <vector>

namespace holo {

struct PlannedPiece {
  std::string kind, words;
};

struct PlannedSlide {
  int line;
  std::string page, heading;
  std::vector<PlannedPiece> pieces;
  std::string question, note;
};

struct Session {
  std::string title;
  std::vector<std::string> goals, agenda, home;
  std::vector<PlannedSlide> slides;
};

/// `path` appears in the UsageError, with the line, for anything else.
std::vector<Session> parse_plan(const std::string& path, const std::string& text);

}  // namespace holo
