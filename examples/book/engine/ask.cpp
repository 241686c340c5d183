// ask.cpp: what a page calls to ask a model that trains in it. The words of a question arrive as
// one text, each with the character U+001F behind it.
#include <string>

#include "live/live_model.h"

extern "C" const char* book_ask(const char* text);
extern "C" const char* book_ask(const char* text) {
  static holo::LiveSession session;
  static std::string answer;
  holo::Question question;
  std::string word;
  for (; *text != '\0'; ++text) {
    if (*text != '\x1f') {
      word += *text;
    } else {
      question.push_back(word);
      word.clear();
    }
  }
  answer = session.ask(question);
  return answer.c_str();
}
