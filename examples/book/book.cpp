// book.cpp: makes a book of the pages of the course, a folder of pages for any browser: no
// network, no server.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "book/book_maker.h"
#include "holo/check.h"
#include "support/command_line.h"

using namespace holo;

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(path, "it cannot be written", "a folder that you may write to");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Makes a book of the pages: a folder of HTML that any browser opens.");
  BookSettings settings;
  settings.root =
      cli.text("--root", settings.root, "DIR", "the project: its docs, sources and examples");
  settings.looks = cli.text("--looks", settings.looks, "DIR", "where book.css and book.js are");
  settings.engine =
      cli.text("--engine", "none", "DIR", "run.js and what it loads, to run programs in a page");
  settings.logs =
      cli.text("--logs", "none", "DIR", "what programs did, for listings to step through");
  const std::string out = cli.text("--out", "build/book", "DIR", "where the book goes");
  cli.finish();
  for (std::string* const folder : {&settings.engine, &settings.logs}) {
    if (*folder == "none") folder->clear();
  }
  std::size_t bytes = 0, pages = 0;
  std::error_code ignored;  // write says what is wrong
  const auto files = make_book(settings);
  for (const auto& [address, text] : files) {
    const std::filesystem::path path = std::filesystem::path(out) / address;
    std::filesystem::create_directories(path.parent_path(), ignored);
    write(path.string(), text);
    bytes += text.size();
    pages += path.extension() == ".html" ? 1 : 0;
  }
  fmt::print("wrote {}/index.html: {} pages, {:.1f} MB in all\n", out, pages,
             static_cast<double>(bytes) / 1e6);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
