// train_flags.h: for the tests of train_gpt: its settings for a line of flags.
#pragma once

#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "gpt/training/train_settings.h"
#include "text/texts.h"

namespace train_flags {

/// A path as one word of a line of flags.
inline std::string word(const std::string& path) {
  std::ostringstream out;
  out << std::quoted(path);
  return out.str();
}

/// The settings for a line of words and for the checkpoint of --resume.
inline holo::TrainSettings settings_for(
    const std::string& line, const std::string& resume = "",
    holo::SavedRun (*saved_run)(const std::string&) = holo::saved_run_in) {
  std::vector<std::string> words = {"train_gpt"};
  if (!resume.empty()) words.insert(words.end(), {"--resume", resume});
  std::istringstream all(line);
  for (std::string word; all >> std::quoted(word);) words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return holo::read_train_settings(static_cast<int>(pointers.size()), pointers.data(), saved_run);
}

/// The message that refuses the flags; "" if they are accepted.
inline std::string refusal_of(const std::string& line, const std::string& resume = "") {
  return texts::message_of([&] { settings_for(line, resume); });
}

}  // namespace train_flags
