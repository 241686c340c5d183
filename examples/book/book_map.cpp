// book_map.cpp: addresses of pages, sources and what they link to.
#include "book/book_map.h"

#include <algorithm>
#include <filesystem>

#include "holo/check.h"

namespace holo {
namespace {

namespace fs = std::filesystem;

bool is_page(const fs::path& path) { return path.extension() == ".md"; }

// "docs/01_value.md" -> "01_value.html", "examples/exercises/06_relu/README.md" ->
// "exercise_06_relu.html"; the list of all pages is the cover.
std::string address_of_page(const std::string& path) {
  if (path == "README.md") return "hologradient.html";
  if (path == "docs/README.md") return "index.html";
  const fs::path page(path);
  if (path.starts_with("docs/")) return page.stem().string() + ".html";
  const std::string folder = page.parent_path().filename().string();
  if (folder == "exercises" || folder == "project") return folder + ".html";
  return (folder.starts_with("stage_") ? "project_" : "exercise_") + folder + ".html";
}

}  // namespace

bool is_outside(const std::string& address) {
  return address.starts_with("https://") || address.starts_with("http://") ||
         address.starts_with("mailto:");
}

std::string from_page(const std::string& from, const std::string& to) {
  std::string up;
  for (const char c : from) up += c == '/' ? "../" : "";
  return up + to;
}

BookMap::BookMap(std::string root) : root_(std::move(root)) {
  const auto add = [&](const fs::path& path) {
    const std::string name = fs::relative(path, root_).generic_string();
    pages_[name] = address_of_page(name);
  };
  const auto folder = [&](const char* name) { return fs::path(root_) / name; };
  for (const char* const file : {"README.md", "docs/README.md"}) {
    if (!fs::exists(folder(file))) {
      throw UsageError(root_, std::string("no ") + file, "the root of the project");
    }
  }
  add(folder("README.md"));
  for (const auto& entry : fs::directory_iterator(folder("docs"))) {
    if (is_page(entry.path())) add(entry.path());
  }
  if (!fs::exists(folder("examples/exercises"))) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder("examples/exercises"))) {
    if (is_page(entry.path())) add(entry.path());
  }
}

bool BookMap::exists(const std::string& path) const {
  return !path.empty() && path[0] != '/' && !path.starts_with("..") &&
         fs::exists(fs::path(root_) / path);
}

bool BookMap::has_source(const std::string& path) const {
  const auto is_in = [&](const char* folder) {
    return path.starts_with(std::string(folder) + '/');
  };
  if (!fs::is_directory(fs::path(root_) / path)) return !is_in("build");
  return is_in("include") || is_in("src") || is_in("examples");
}

std::string BookMap::source_page(const std::string& path) {
  const bool folder = fs::is_directory(fs::path(root_) / path);
  if (!folder) sources_.insert(path);
  return "source/" + path +
         (folder ? (path.ends_with('/') ? "index.html" : "/index.html") : ".html");
}

std::string BookMap::link(const std::string& from, const std::string& address) {
  if (is_outside(address) || address.starts_with('#')) return address;
  const std::size_t hash = std::min(address.find('#'), address.size());
  const std::string file = address.substr(0, hash), anchor = address.substr(hash);
  const std::string path =
      (fs::path(from).parent_path() / file).lexically_normal().generic_string();
  if (!exists(path)) throw UsageError(from, "a link to " + address, "a file that is there");
  const auto page = pages_.find(path);
  const auto own = pages_.find(from);
  const std::string at = own == pages_.end() ? source_page(from) : own->second;
  return from_page(at, page == pages_.end() ? source_page(path) : page->second) + anchor;
}

}  // namespace holo
