// book_map.h: which files of the project are pages of the book, and where a link of one of them
// leads in it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace holo {

/// Paths are relative to the root of the project, addresses to the folder of the book. Pages lie
/// in that folder; sources in source/, with the folders that they have.
class BookMap {
 public:
  /// Finds the pages: docs/*.md, README.md, and those of the exercises.
  explicit BookMap(std::string root);

  const std::string& root() const { return root_; }
  /// From the path of a page to its address: "docs/01_value.md", "01_value.html".
  const std::map<std::string, std::string>& pages() const { return pages_; }

  /// The address that a link of the file `from` has there, from the page of `from`. What it leads
  /// to is a source of the book from now on. Throws UsageError for a file that is not there.
  std::string link(const std::string& from, const std::string& address);

  /// The address of a source or of a folder of sources, from the folder of the book.
  std::string source_page(const std::string& path);

  /// True for a file or a folder of the project.
  bool exists(const std::string& path) const;

  /// True for a file, but none that was built, and for a folder of which the book has all files.
  bool has_source(const std::string& path) const;

  /// Sources that a page links to, those asked for with source_page too.
  const std::set<std::string>& sources() const { return sources_; }

 private:
  std::string root_;
  std::map<std::string, std::string> pages_;
  std::set<std::string> sources_;
};

/// True for https://... and the like, which lead out of the book.
bool is_outside(const std::string& address);

/// From the page with the address `from` to the one with the address `to`.
std::string from_page(const std::string& from, const std::string& to);

}  // namespace holo
