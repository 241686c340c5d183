// slides.cpp: makes the slides of the course from its pages: listings, outputs, formulas and
// figures are on a slide as in the chapter.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "holo/data.h"
#include "support/command_line.h"
#include "support/plots/plot.h"
#include "teaching/slide_page.h"

using namespace holo;

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Makes the slides of the course, an HTML page for each session.");
  const std::string looks = cli.text("--looks", "examples/teaching", "DIR",
                                     "where slides.css, slides.js and stepped.cpp are");
  const std::string plan =
      cli.text("--plan", "examples/teaching/plan.txt", "FILE",
               "a line for each slide: page, heading, what is shown, question");
  const std::string docs = cli.text("--docs", "docs", "DIR", "the pages");
  const std::string folder = cli.text("--out", "build/slides", "DIR", "where the slides go");
  cli.finish();
  const std::vector<Session> sessions = parse_plan(plan, read_file(plan));
  SlideMaker maker(docs, plan,
                   {read_file(looks + "/slides.css"), read_file(looks + "/slides.js"),
                    read_file(looks + "/stepped.cpp")});
  std::vector<std::string> pages;
  for (const Session& session : sessions) {
    pages.push_back(maker.page(session, static_cast<int>(pages.size()) + 1));
  }
  std::error_code ignored;  // write_file says what is wrong
  std::filesystem::create_directories(folder, ignored);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::string file = fmt::format("{}/session_{:02}.html", folder, i + 1);
    write_file(file, pages[i]);
    fmt::print("wrote {}: {} slides\n", file,
               sessions[i].slides.size() + 1 + !sessions[i].home.empty());
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
