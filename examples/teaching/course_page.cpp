// course_page.cpp: reads a page line by line.
#include "teaching/course_page.h"

#include <algorithm>

namespace holo {
namespace {

// The kind of a block, from its language and the comment before it. The lines of a file are a
// listing, those of a .txt what a program printed.
std::string kind_of_block(const std::string& language, const std::string& comment) {
  const std::string word = comment.substr(0, comment.find_first_of(": "));
  if (language == "math") return "formula";
  if (language == "mermaid") return "";
  if (word == "output" || comment.ends_with(".txt")) return "output";
  if (word == "stepper") return word;
  return word == "shell" ? "commands" : "listing";
}

std::string kind_of_line(const std::string& line) {
  if (line[0] == '|') return "table";
  if (line.starts_with("![")) return "figure";
  const std::size_t digits = line.find_first_not_of("0123456789");
  const bool numbered =
      digits > 0 && digits != std::string::npos && line.compare(digits, 2, ". ") == 0;
  return line.starts_with("- ") || line.starts_with("* ") || numbered ? "points" : "text";
}

// The ends of a part that a page folds away; what is in it is read as any other.
bool is_fold(const std::string& line) {
  return line.starts_with("<details>") || line.starts_with("</details>") ||
         line.starts_with("<summary>");
}

class Reader {
 public:
  Reader(const std::string& path, const std::string& text) : lines_(lines_of(text)) {
    page_.path = path;
    page_.sections.push_back({"", {}});
    while (at_ < lines_.size()) read_piece();
  }
  CoursePage take() {
    if (page_.sections.front().heading.empty()) page_.sections.erase(page_.sections.begin());
    return std::move(page_);
  }

 private:
  void read_piece() {
    const std::string line = trimmed(lines_[at_]);
    if (line.empty()) {
      ++at_;
    } else if (line.starts_with("```")) {
      read_block(line.substr(3));
    } else if (line.starts_with("<!--")) {
      comment_ = trimmed(line.substr(4, std::max<std::size_t>(line.size(), 7) - 7));
      ++at_;
    } else if (is_fold(line)) {
      ++at_;
    } else if (line[0] == '#') {
      const std::string heading = trimmed(line.substr(line.find_first_not_of('#')));
      if (page_.title.empty()) page_.title = heading;
      page_.sections.push_back({heading, {}});
      ++at_;
    } else {
      read_lines(kind_of_line(line));
    }
  }

  void read_block(const std::string& language) {
    const std::size_t indent = lines_[at_].find('`');
    std::string text;
    for (++at_; at_ < lines_.size() && !trimmed(lines_[at_]).starts_with("```"); ++at_) {
      const std::string& line = lines_[at_];
      const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
      text += line.substr(std::min(spaces, indent)) + '\n';
    }
    ++at_;
    const std::string kind = kind_of_block(trimmed(language), comment_);
    if (!kind.empty()) add({kind, text});
    comment_.clear();
  }

  // To the next line that is empty or of another kind. The lines of a paragraph or of a point are
  // joined.
  void read_lines(const std::string& kind) {
    std::string text;
    for (; at_ < lines_.size(); ++at_) {
      const std::string line = trimmed(lines_[at_]);
      if (line.empty() || line[0] == '#' || line.starts_with("```") || line.starts_with("<!--") ||
          is_fold(line)) {
        break;
      }
      const bool begins = kind != "text" && kind != "figure" && kind_of_line(line) == kind;
      if (!text.empty()) {
        if (!begins && kind_of_line(line) != "text") break;
        text += begins ? '\n' : ' ';
      }
      text += line;
    }
    if (kind == "figure") {
      const std::size_t open = text.find("](");
      if (open == std::string::npos) return;
      text = text.substr(open + 2, text.find(')', open) - open - 2);
    }
    add({kind, text});
  }

  void add(Piece piece) { page_.sections.back().pieces.push_back(std::move(piece)); }

  std::vector<std::string> lines_;
  std::size_t at_ = 0;
  std::string comment_;
  CoursePage page_;
};

}  // namespace

const Section* CoursePage::find(const std::string& heading) const {
  for (const Section& section : sections) {
    if (heading == "top" || section.heading == heading) return &section;
  }
  return nullptr;
}

CoursePage parse_page(const std::string& path, const std::string& text) {
  return Reader(path, text).take();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find('\n', i), text.size());
    lines.push_back(text.substr(i, end - i));
    i = end + 1;
  }
  return lines;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace holo
