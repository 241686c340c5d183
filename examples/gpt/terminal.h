// terminal.h: Ctrl-C as a wish, and what a model wrote as a terminal may show it.
#pragma once

#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "holo/shape.h"
#include "holo/tokenizer.h"

namespace holo {

/// While one lives, the first Ctrl-C only makes signal() tell it, so that the program can put its
/// things in order; the second one ends the program at once. The same for a terminal that is closed
/// (SIGHUP), for kill without a number (SIGTERM), and when nobody reads the output any more
/// (SIGPIPE). A signal that is ignored stays so, as in the background of a script. One object at a
/// time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// The one that came; 0 before.
  int signal() const;

 private:
  struct sigaction before_[4];  // of SIGINT, SIGTERM, SIGHUP, SIGPIPE
};

/// The text with "\xNN" for control characters and "�" for bytes that are not UTF-8, so that no
/// model can play tricks on a terminal. Line breaks and tabs stay when `lines`.
std::string printable(std::string_view text, bool lines = false);

/// The text of the ids of tokens, cut to 64 bytes for each of `length` tokens, and 4096 at least: a
/// tokenizer of someone else may have tokens of any size. A text that is cut ends with "... [cut: a
/// text of this length has at most N bytes]". Throws holo::Error as Tokenizer::decode() does.
std::string sampled_text(const Tokenizer& tokenizer, const std::vector<Index>& ids, Index length);

}  // namespace holo
