// slide_page.h: the slides of a session as one HTML page, which loads nothing.
#pragma once

#include <map>
#include <string>

#include "teaching/course_page.h"
#include "teaching/plan.h"

namespace holo {

/// The looks and the keys of the slides, and the text of stepped.cpp.
struct SlideLooks {
  std::string style, script, stepped = "";
};

/// Finds pages and figures in the folder `docs`, and makes the slides. Throws UsageError, with the
/// line of the plan, for what is not there.
class SlideMaker {
 public:
  SlideMaker(std::string docs, std::string plan, SlideLooks looks);

  /// The page of session `number`, from 1.
  std::string page(const Session& session, int number);

 private:
  std::string slide(const PlannedSlide& slide);

  std::string docs_, plan_;
  SlideLooks looks_;
  std::map<std::string, CoursePage> pages_;
};

}  // namespace holo
