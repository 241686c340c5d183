// source_page.cpp: each line is an element with its number, L1 and so on, as on GitHub.
#include "book/source_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "book/coloured_code.h"
#include "teaching/formula_markup.h"
#include "teaching/markdown.h"

namespace holo {
namespace {

namespace fs = std::filesystem;

// The path of a folder, each part a link to its list.
std::string trail(const std::string& path, const std::string& address) {
  std::string out =
      fmt::format("<a href=\"{}\">source</a>", from_page(address, "source/index.html"));
  for (std::size_t i = 0; i < path.size();) {
    const std::size_t end = std::min(path.find('/', i), path.size());
    const std::string name = escape_html(path.substr(i, end - i));
    const std::string to = from_page(address, "source/" + path.substr(0, end) + "/index.html");
    out +=
        " / " +
        (end == path.size() ? name : fmt::format("<a href=\"{}\">{}</a>", escape_html(to), name));
    i = end + 1;
  }
  return out;
}

// The file that an #include of `path` names, or "".
std::string included(const std::string& line, const std::string& path,
                     const std::set<std::string>& sources) {
  if (!trimmed(line).starts_with("#include \"")) return "";
  const std::size_t begin = line.find('"') + 1;
  const std::string name = line.substr(begin, line.find('"', begin) - begin);
  const std::string beside =
      (fs::path(path).parent_path() / name).lexically_normal().generic_string();
  for (const std::string& file :
       {"include/" + name, "src/" + name, "examples/" + name, "tests/" + name, beside}) {
    if (sources.count(file) > 0) return file;
  }
  return "";
}

}  // namespace

std::string source_html(const std::string& path, const std::string& text,
                        const std::set<std::string>& sources) {
  const std::string address = "source/" + path + ".html";
  const std::vector<std::string> lines = lines_of(text),
                                 coloured = coloured_lines(text, code_language(path));
  std::string code;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line = coloured[i];
    const std::string file = included(lines[i], path, sources);
    if (const std::size_t begin = line.find("<em>"); !file.empty() && begin != std::string::npos) {
      line.insert(line.find("</em>", begin), "</a>");
      line.insert(begin + 4,
                  fmt::format("<a href=\"{}\">",
                              escape_html(from_page(address, "source/" + file + ".html"))));
    }
    code += fmt::format("<span id=\"L{}\">{}\n</span>", i + 1, line);
  }
  return fmt::format("<h1 class=\"trail\">{}</h1>\n<pre class=\"source\"><code>{}</code></pre>\n",
                     trail(path, address), code);
}

std::string folder_html(const std::string& folder, const std::set<std::string>& sources) {
  const std::string begin = folder.empty() ? "" : folder + "/";
  std::set<std::string> folders, files;
  for (const std::string& path : sources) {
    if (!path.starts_with(begin)) continue;
    const std::string rest = path.substr(begin.size());
    const std::size_t slash = rest.find('/');
    (slash == std::string::npos ? files : folders).insert(rest.substr(0, slash));
  }
  std::string out;
  for (const std::string& name : folders) {
    out += fmt::format("<li class=\"folder\"><a href=\"{0}/index.html\">{0}/</a></li>\n",
                       escape_html(name));
  }
  for (const std::string& name : files) {
    out += fmt::format("<li><a href=\"{0}.html\">{0}</a></li>\n", escape_html(name));
  }
  const std::string address = "source/" + begin + "index.html";
  return fmt::format("<h1 class=\"trail\">{}</h1>\n<ul class=\"files\">\n{}</ul>\n",
                     folder.empty() ? "source" : trail(folder, address), out);
}

std::set<std::string> folders_of(const std::set<std::string>& sources) {
  std::set<std::string> folders = {""};
  for (const std::string& path : sources) {
    for (std::size_t i = path.find('/'); i != std::string::npos; i = path.find('/', i + 1)) {
      folders.insert(path.substr(0, i));
    }
  }
  return folders;
}

}  // namespace holo
