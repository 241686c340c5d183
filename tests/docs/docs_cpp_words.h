// docs_cpp_words.h: the words of C++ that some code uses, for a reader who must look them up.
#pragma once

#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "docs/docs_cpp.h"

namespace docs {

/// The words of the language, the names of the standard library, its headers, and the functions
/// that are called with a dot: "const", "std::max", "<cmath>", ".size".
inline std::set<std::string> cpp_words(const std::string& code) {
  static const std::regex looks(
      R"(std::\w+|\.[a-z_]+(?=\()|\b(auto|bool|break|case|char|class|const|constexpr|continue|delete|do|double|else|enum|explicit|false|float|for|friend|if|inline|int|long|namespace|new|noexcept|nullptr|operator|private|public|return|short|sizeof|static|static_cast|struct|switch|template|this|throw|true|try|typename|union|unsigned|using|virtual|void|while)\b)");
  std::set<std::string> words;
  for (const std::string& line : lines_of(code)) {
    const std::string bare = bare_line(line);
    if (starts(bare, "#include <")) words.insert(bare.substr(9));
    for (std::sregex_iterator it(bare.begin(), bare.end(), looks), end; it != end; ++it)
      words.insert(it->str());
  }
  return words;
}

/// The code of a page: its listings in C++, and the spans between two ` in its text.
inline std::string code_of(const std::string& page) {
  std::string code, text;
  bool fenced = false, cpp = false;
  for (const std::string& line : lines_of(page)) {
    if (starts(line, "```")) {
      fenced = !fenced;
      cpp = fenced && starts(line, "```cpp");
    } else if (cpp) {
      code += line + '\n';
    } else if (!fenced) {
      text += line + '\n';
    }
  }
  static const std::regex span("`([^`]+)`");
  for (std::sregex_iterator it(text.begin(), text.end(), span), end; it != end; ++it) {
    // A header in the text counts like an include of it.
    const std::string piece = (*it)[1].str();
    code += (piece[0] == '<' ? "#include " : "") + piece + '\n';
  }
  return code;
}

/// The words of `code` that the code of `page` lacks, without the functions that `code` defines.
inline Lines words_without_page(const std::string& code, const std::string& page,
                                const std::string& skeletons) {
  const std::set<std::string> known = cpp_words(code_of(page));
  Lines missing;
  for (const std::string& word : cpp_words(code)) {
    const bool own =
        word[0] == '.' && std::regex_search(skeletons, std::regex("\\w " + word.substr(1) + "\\("));
    if (!own && known.count(word) == 0) missing.push_back(word);
  }
  return missing;
}

}  // namespace docs
