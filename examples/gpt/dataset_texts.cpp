// dataset_texts.cpp: files to texts, and where training ends and validation begins.
#include "gpt/dataset_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "base/hash.h"
#include "holo/check.h"
#include "holo/random.h"
#include "support/corpus.h"

namespace holo {
namespace {

struct File {
  std::string name, bytes;
};

std::vector<File> read_files(const DatasetSettings& settings) {
  std::vector<File> files;
  for (const std::string& path : settings.files) files.push_back({path, read_file(path)});
  if (files.empty()) {
    files.push_back({"built-in names", std::string(embedded_names, embedded_names_size)});
  }
  return files;
}

std::string name_of(const std::vector<File>& files) {
  if (files.size() == 1) return files[0].name;
  return fmt::format("{} and {} more", files[0].name, files.size() - 1);
}

std::string hash_of(const std::vector<File>& files) {
  Fnv1a hash;
  for (const File& file : files) {
    hash.add(file.bytes);
    hash.add(fmt::format("\n{}\n", file.bytes.size()));
  }
  return hash.hex();
}

// "\n" for "\r\n" and "\r", as Python reads a text. False: there is none to change.
bool make_newlines(std::string& text) {
  if (text.find('\r') == std::string::npos) return false;
  std::string changed;
  changed.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    changed += text[i] == '\r' ? '\n' : text[i];
  }
  text = std::move(changed);
  return true;
}

// How many of `all` are for validation: that part, rounded down.
std::size_t part_of(std::size_t all, double part) {
  return static_cast<std::size_t>(static_cast<double>(all) * part);
}

void split_documents_of(const std::vector<File>& files, const DatasetSettings& settings,
                        Encoding encoding, DatasetTexts& texts) {
  for (const File& file : files) {
    for (std::string& document : split_documents(file.bytes, file.name, encoding)) {
      texts.train.push_back(std::move(document));
    }
  }
  PythonRandom(settings.seed).shuffle(texts.train);
  if (settings.validation == 0) return;

  const std::size_t size = texts.train.size();
  const std::size_t kept = size - std::max<std::size_t>(part_of(size, settings.validation), 1);
  const std::unordered_set<std::string> known(
      texts.train.begin(), texts.train.begin() + static_cast<std::ptrdiff_t>(kept));
  std::vector<std::string> rest(texts.train.begin() + static_cast<std::ptrdiff_t>(kept),
                                texts.train.end());
  texts.train.resize(kept);
  for (std::string& document : rest) {
    (known.count(document) > 0 ? texts.train : texts.validation).push_back(std::move(document));
  }
  if (texts.train.empty() || texts.validation.empty()) {
    throw Error(texts.name,
                fmt::format("{} training and {} validation documents, of {}", texts.train.size(),
                            texts.validation.size(), size),
                "at least one of each, and different ones",
                "train_gpt --format text for running text, more documents, or --validation 0");
  }
}

// At most three bytes on, so that no character of UTF-8 is cut.
std::size_t next_character(std::string_view text, std::size_t at) {
  for (int i = 0; i < 3 && at < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) break;
    ++at;
  }
  return at;
}

void split_running(std::vector<File> files, const DatasetSettings& settings, Encoding encoding,
                   DatasetTexts& texts) {
  std::size_t size = 0;
  for (File& file : files) {
    check_text(file.bytes, file.name, encoding);
    if (make_newlines(file.bytes)) {
      texts.warnings.push_back(file.name + ": its line ends, CR LF or CR, are read as LF");
    }
    size += file.bytes.size();
  }
  std::size_t left = size - part_of(size, settings.validation);  // to train on
  for (File& file : files) {
    if (left >= file.bytes.size()) {
      left -= file.bytes.size();
      texts.train.push_back(std::move(file.bytes));
      continue;
    }
    const std::size_t cut = left == 0 ? 0 : next_character(file.bytes, left);
    left = 0;
    if (cut > 0) {
      texts.train.push_back(file.bytes.substr(0, cut));
      texts.validation_goes_on = true;
    }
    texts.validation.push_back(file.bytes.substr(cut));
  }
}

}  // namespace

DatasetTexts read_texts(const DatasetSettings& settings, Encoding encoding) {
  std::vector<File> files = read_files(settings);
  DatasetTexts texts;
  texts.name = name_of(files);
  texts.hash = hash_of(files);
  for (File& file : files) {
    if (!drop_byte_order_mark(file.bytes)) continue;
    texts.warnings.push_back(file.name + ": its byte order mark is dropped");
  }
  if (settings.form == TextForm::documents) {
    split_documents_of(files, settings, encoding, texts);
  } else {
    split_running(std::move(files), settings, encoding, texts);
  }
  return texts;
}

}  // namespace holo
