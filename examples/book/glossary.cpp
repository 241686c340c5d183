// glossary.cpp: reads entries, and looks for their words.
#include "book/glossary.h"

#include <algorithm>
#include <cctype>

#include "teaching/anchor.h"
#include "teaching/inline_span.h"
#include "teaching/inline_text.h"

namespace holo {
namespace {

// A bracket behind a term: "(of a GPT; also *transformer block*)". A plural that has to be told,
// "(plural *leaves*)", has another sense too.
void read_bracket(const Span& before, const Span& span, GlossaryEntry& entry) {
  const bool plural = before.text.ends_with("plural ");
  if (span.kind == SpanKind::slanted && !plural) entry.forms.push_back(span.inside.at(0).text);
  if (span.kind == SpanKind::words && span.text.find("(of ") != std::string::npos) {
    entry.of_field = true;
    const std::size_t from = span.text.find("(of ") + 1;
    entry.id += '-' + anchor_of(span.text.substr(from, span.text.find_first_of(");", from) - from));
  }
}

bool read_entry(const std::string& text, GlossaryEntry& entry) {
  const Spans spans = parse_inline(text);
  const std::size_t colon = text.find(": ");
  if (spans.empty() || spans[0].kind != SpanKind::strong || colon == std::string::npos)
    return false;
  entry.term = spans[0].inside.at(0).text;
  entry.id = "term-" + anchor_of(entry.term);
  std::size_t last = 0;
  for (std::size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].kind == SpanKind::link) last = i;
  }
  if (last == 0) return false;
  for (std::size_t i = 1; i < spans.size(); ++i) {
    read_bracket(spans[i - 1], spans[i], entry);
    if (spans[i].kind == SpanKind::words && spans[i].text.find(": ") != std::string::npos) break;
  }
  const std::string& address = spans[last].address;
  const std::size_t hash = std::min(address.find('#'), address.size());
  entry.page = address.substr(0, hash);
  if (hash < address.size()) entry.anchor = address.substr(hash + 1);
  entry.definition = trimmed(text.substr(colon + 2, text.rfind('[') - colon - 2));
  return true;
}

struct TextWord {
  std::size_t begin, end;
  std::string text;
};

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

// Two capitals or more: GELU, NaN.
bool is_abbreviation(const std::string& word) {
  return std::count_if(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) > 1;
}

std::string folded(std::string word) {
  if (is_abbreviation(word)) return word;
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

std::vector<TextWord> words_in(const std::string& text) {
  std::vector<TextWord> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_word(text[i])) continue;
    const std::size_t begin = i;
    while (i < text.size() && in_word(text[i])) ++i;
    words.push_back({begin, i, folded(text.substr(begin, i - begin))});
  }
  return words;
}

bool is_it_or_its_plural(const std::string& word, const std::string& one) {
  return word == one || word == one + 's' || word == one + "es" ||
         (one.ends_with('y') && word == one.substr(0, one.size() - 1) + "ies");
}

// Only spaces and hyphens are between the words of a term.
bool stands_in(const std::string& text, const std::vector<TextWord>& words, std::size_t at,
               const std::vector<std::string>& form) {
  if (at + form.size() > words.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const TextWord& word = words[at + i];
    const bool last = i + 1 == form.size();
    if (last ? !is_it_or_its_plural(word.text, form[i]) : word.text != form[i]) return false;
    if (i > 0 && text.substr(words[at + i - 1].end, word.begin - words[at + i - 1].end)
                         .find_first_not_of(" -") != std::string::npos) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<GlossaryEntry> glossary_entries(const MarkdownBlocks& page) {
  std::vector<GlossaryEntry> entries;
  for (const MarkdownBlock& block : page) {
    for (const MarkdownBlocks& item : block.items) {
      GlossaryEntry entry;
      if (!item.empty() && read_entry(item[0].text, entry)) entries.push_back(entry);
    }
  }
  return entries;
}

TermFinder::TermFinder(const std::vector<GlossaryEntry>& entries, const std::string& page)
    : entries_(entries) {
  for (const GlossaryEntry& entry : entries_) {
    std::vector<std::string> texts = entry.forms;
    if (!entry.of_field || entry.page == page) texts.push_back(entry.term);
    for (const std::string& text : texts) {
      Form form{{}, &entry};
      for (const TextWord& word : words_in(text)) form.words.push_back(word.text);
      forms_.push_back(form);
    }
  }
  std::stable_sort(forms_.begin(), forms_.end(),
                   [](const Form& a, const Form& b) { return a.words.size() > b.words.size(); });
}

std::vector<TermFinder::Place> TermFinder::find(const std::string& text) {
  std::vector<Place> places;
  const std::vector<TextWord> words = words_in(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto form = std::find_if(forms_.begin(), forms_.end(), [&](const Form& one) {
      return stands_in(text, words, i, one.words);
    });
    if (form == forms_.end()) continue;
    const std::size_t last = i + form->words.size() - 1;
    if (found_.insert(form->entry).second) {
      places.push_back({words[i].begin, words[last].end, form->entry});
    }
    i = last;
  }
  return places;
}

const GlossaryEntry* TermFinder::defined_at(const std::string& address) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const GlossaryEntry& one) {
    return one.of_field && !one.anchor.empty() && address == one.page + '#' + one.anchor;
  });
  if (entry == entries_.end()) return nullptr;
  found_.insert(&*entry);
  return &*entry;
}

std::vector<const GlossaryEntry*> TermFinder::found() const {
  std::vector<const GlossaryEntry*> entries;
  for (const GlossaryEntry& entry : entries_) {
    if (found_.count(&entry) > 0) entries.push_back(&entry);
  }
  return entries;
}

}  // namespace holo
