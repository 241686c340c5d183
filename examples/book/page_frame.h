// page_frame.h: what is around the text of a page: head, bar, contents, where to go next.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// `address` is relative to the folder of the book; all else is HTML but `title`.
struct PageFrame {
  std::string address, title;
  std::string kind;           ///< a class for its looks: "chapter", "page", "cover", "code"
  std::string contents = "";  ///< of the page, links in a list
  std::string main = "";
  std::string next = "";  ///< links to other pages
  std::string end = "";   ///< what no reader sees at first
  bool engine = false;    ///< with the script that runs programs
  bool steps = false;     ///< with that of listings that the reader steps through
};

std::string page_html(const PageFrame& frame);

}  // namespace holo
