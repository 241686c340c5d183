// stepped_part_test.cpp: the graph of a listing on a slide: which program it is of, and that the
// page has what shows it, once.
#include "teaching/stepped_part.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <future>
#include <string>
#include <vector>

#include "holo/data.h"
#include "message_of.h"
#include "teaching/slide_page.h"
#include "temporary_folder.h"

namespace stepped_part_test {
namespace {

using namespace holo;

const std::string source =
    "// void second() {\n\nvoid first() {\n  int a;\n  int b;\n}\n\n"
    "void second() {\n  int a;\n  if (b) {\n    ++b;\n  }\n  int c;\n}\n";

std::string found(const std::string& listing) {
  const std::vector<SteppedProgram> programs = {{"first", nullptr}, {"second", nullptr}};
  const SteppedProgram* const program = find_stepped(programs, source, listing);
  return program == nullptr ? "" : program->name;
}

int count(const std::string& text, const std::string& part) {
  int times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
  return times;
}

// The slides of these lines; the page has a listing "one" that is loss_of_values, and "two".
std::string slides_of(const std::string& lines) {
  const TemporaryFolder docs;
  docs.write("p.md", "# T\n\n```cpp\none;\n```\n```cpp\ntwo;\n```\n");
  SlideMaker maker(docs.name(""), "plan",
                   {"style", "script", "\nvoid loss_of_values() {\n  one;\n}\n"});
  const std::vector<Session> plan = parse_plan("plan", "session: S\n" + lines);
  // A thread has a tape of its own, on which the first node is #0.
  return std::async(std::launch::async, [&] { return maker.page(plan.at(0), 1); }).get();
}

}  // namespace

TEST_CASE("stepped part: the program that has all lines of the listing, one after the other") {
  CHECK(found("int a;\nint b;\n") == "first");
  CHECK(found("  int a;\n  if (b) {\n") == "second");
  CHECK(found("++b;\n}\nint c;\n") == "second");
  CHECK(found("int a;\n") == "first");
  CHECK(found("int a;\nint c;\n").empty());
  CHECK(found("int b;\nint a;\n").empty());
  CHECK(found("int d;\n").empty());
}

TEST_CASE("stepped part: every program is in the file of its text, and has a log with a gradient") {
  const char* const root = std::getenv("HOLO_ROOT");
  const std::string text =
      read_file(std::string(root ? root : ".") + "/examples/teaching/stepped.cpp");
  for (const SteppedProgram& program : stepped_programs()) {
    CAPTURE(program.name);
    const std::string begin = "\nvoid " + program.name + "() {\n";
    REQUIRE(count(text, begin) == 1);
    const std::size_t at = text.find(begin) + begin.size();
    const std::string lines = text.substr(at, text.find("\n}", at) - at);
    CHECK(count(stepped_html(text, lines, "plan"), "backward from #") == 1);
  }
}

TEST_CASE("stepped part: its listing, its element with the log, and one script for all of a page") {
  const std::string slide = "p.md | top | trace \"one\"\n", page = slides_of(slide + slide);
  CHECK(count(page, "<pre class=\"listing s60\">one;\n</pre>") == 2);
  CHECK(count(page, "<hologradient-trace wide><script type=\"application/json\">{") == 2);
  CHECK(count(page, "<noscript><pre class=\"output s60\">#0 leaf ") == 2);
  CHECK(
      count(page,
            "mul #5 loss -&gt; #4 y (2 of 2)  d 5 (= y) times upstream 1 = 5; grad 5 -&gt; 10\n") ==
      2);
  REQUIRE(count(page, "<script>") == 2);
  const std::size_t begin = page.find("<script>") + 8;
  const std::string script = page.substr(begin, page.find("</script>", begin) - begin);
  CHECK(count(script, "customElements.define(") == 1);
  CHECK(count(slides_of("p.md | top | listing\n"), "<script>") == 1);
}

TEST_CASE("stepped part: a listing without a program is refused, and so is one that is not there") {
  CHECK(message_without_hint([] { slides_of("p.md | top | trace \"two\"\n"); }) ==
        "plan:2: no program of stepped.cpp has the lines of this listing; expected one that has "
        "them");
  CHECK(message_without_hint([] { slides_of("p.md | top | trace \"three\"\n"); }) ==
        "plan:2: no listing with \"three\" under \"T\"; expected one that is there");
}

}  // namespace stepped_part_test
