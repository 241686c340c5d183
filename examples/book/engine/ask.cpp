// ask.cpp: what a page calls to ask a model that trains in it. The words of a question arrive as
// one text, each with the character U+001F behind it.
#include <string>

#include "book/engine/program.h"
#include "support/live/live_model.h"

extern "C" const char* book_ask(const char* text);
extern "C" const char* book_ask(const char* text) {
  static holo::LiveSession session;
  static std::string answer;
  answer = session.ask(book::words_of(text, '\x1f'));
  return answer.c_str();
}
