// markdown_line.cpp: the first letters of a line say what it is.
#include "teaching/markdown_line.h"

#include <algorithm>

namespace holo {

std::size_t indent_of(const std::string& line) { return line.find_first_not_of(' '); }

std::string without_spaces(const std::string& line, std::size_t count) {
  return line.substr(std::min({indent_of(line), count, line.size()}));
}

std::string list_marker(const std::string& line, std::size_t& content) {
  const std::size_t begin = std::min(indent_of(line), line.size());
  std::size_t end = begin;
  if (begin < line.size() && std::string("-*+").find(line[begin]) != std::string::npos) {
    end = begin + 1;
  } else {
    end = std::min(line.find_first_not_of("0123456789", begin), line.size());
    constexpr std::size_t most = 9;  // digits
    if (end == begin || end > begin + most || end >= line.size() || line[end] != '.') return "";
    ++end;
  }
  if (end < line.size() && line[end] != ' ') return "";
  content = std::min(line.find_first_not_of(' ', end), line.size());
  if (content > end + 4) content = end + 1;  // code begins there
  return line.substr(begin, end - begin - (line[end - 1] == '.' ? 1 : 0));
}

std::string code_fence(const std::string& line) {
  const std::string text = trimmed(line);
  if (text.empty() || (text[0] != '`' && text[0] != '~')) return "";
  const std::size_t end = std::min(text.find_first_not_of(text[0]), text.size());
  const bool span = text[0] == '`' && text.find('`', end) != std::string::npos;
  return end < 3 || span ? "" : text.substr(0, end);
}

int heading_level(const std::string& line) {
  const std::string text = trimmed(line);
  const std::size_t end = std::min(text.find_first_not_of('#'), text.size());
  if (end == 0 || end > 6 || (end < text.size() && text[end] != ' ')) return 0;
  return static_cast<int>(end);
}

bool is_table_rule(const std::string& line) {
  const std::string text = trimmed(line);
  return text.size() > 2 && text[0] == '|' && text.find('-') != std::string::npos &&
         text.find_first_not_of("|-: ") == std::string::npos;
}

Cells table_cells(const std::string& row) {
  Cells cells;
  const std::string text = trimmed(row);
  std::size_t begin = 1;
  bool code = false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '`') code = !code;
    if (text[i] != '|' || code || text[i - 1] == '\\') continue;
    cells.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (begin < text.size()) cells.push_back(trimmed(text.substr(begin)));
  return cells;
}

std::vector<Align> table_columns(const std::string& rule) {
  std::vector<Align> columns;
  for (const std::string& cell : table_cells(rule)) {
    const bool left = cell.starts_with(':'), right = cell.ends_with(':');
    columns.push_back(left && right ? Align::center
                      : left        ? Align::left
                      : right       ? Align::right
                                    : Align::none);
  }
  return columns;
}

bool interrupts(const std::string& line) {
  const std::string text = trimmed(line);
  std::size_t content = 0;
  const std::string marker = list_marker(line, content);
  const bool point = !marker.empty() && content < line.size() &&
                     (marker == "1" || marker.find_first_of("-*+") != std::string::npos);
  return text.empty() || point || !code_fence(line).empty() || heading_level(line) > 0 ||
         text.starts_with("<!--") || text.starts_with("<details") || text.starts_with("</details>");
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

std::string without_indent(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  std::size_t indent = std::string::npos;
  for (const std::string& line : lines) {
    if (!trimmed(line).empty()) indent = std::min(indent, indent_of(line));
  }
  std::string out;
  for (const std::string& line : lines) out += line.substr(std::min(indent, line.size())) + '\n';
  return out;
}

}  // namespace holo
