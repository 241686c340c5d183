// terminal.cpp: the handler of the first signal, and bytes that a terminal may see.
#include "gpt/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/utf8.h"

namespace holo {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

volatile std::sig_atomic_t received = 0;

void note(int number) {
  received = number;
  if (number == SIGPIPE) return;  // nobody is there who would want to know
  constexpr std::string_view text =
      "\nStopping after this step (Ctrl-C again: at once, without saving)\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Interrupt::Interrupt() {
  received = 0;
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second one is fatal
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    ::sigaction(signals[i], &before_[i], nullptr);
  }
}

int Interrupt::signal() const { return received; }

std::string printable(std::string_view text, bool lines) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character character = utf8::read(text, at);
    if (character.problem != nullptr) {
      out += "\uFFFD";
      at += 1;
      continue;
    }
    const bool is_kept = lines && (character.code == U'\n' || character.code == U'\t');
    const std::string_view bytes = text.substr(at, character.length);
    if (utf8::is_control(character.code) && !is_kept) {
      for (const char c : bytes) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    } else {
      out += bytes;
    }
    at += character.length;
  }
  return out;
}

std::string sampled_text(const Tokenizer& tokenizer, const std::vector<Index>& ids, Index length) {
  const auto most = static_cast<std::size_t>(std::max<Index>(4096, 64 * length));
  std::string text;
  for (const Index id : ids) {
    text += tokenizer.decode({static_cast<int>(id)});
    if (text.size() <= most) continue;
    return text.substr(0, most) +
           fmt::format("... [cut: a text of this length has at most {} bytes]", most);
  }
  return text;
}

}  // namespace holo
