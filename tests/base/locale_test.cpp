// locale_test.cpp: numbers have a point, read and written, in a program that has taken over the
// locale of its user, as programs with windows do. HOLO_COMMA names a locale with a comma;
// locale_test.sh finds one.
#include <doctest/doctest.h>

#include <clocale>
#include <cstdlib>
#include <locale>
#include <string>

#include "base/parse_number.h"
#include "files/json_reader.h"
#include "helpers.h"
#include "holo/creation.h"
#include "holo/nn/gpt_options.h"
#include "holo/tensor_print.h"

namespace locale_test {
namespace {

using namespace holo;

// For C and for C++, while it lives.
class UserLocale {
 public:
  explicit UserLocale(const char* name)
      : c_before_(std::setlocale(LC_ALL, nullptr)),
        before_(std::locale::global(std::locale(name))) {
    std::setlocale(LC_ALL, name);
  }
  ~UserLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_before_.c_str());
  }
  UserLocale(const UserLocale&) = delete;
  UserLocale& operator=(const UserLocale&) = delete;

 private:
  std::string c_before_;
  std::locale before_;
};

}  // namespace

TEST_CASE("locale: numbers have a point where those of the user have a comma") {
  const char* const name = std::getenv("HOLO_COMMA");
  const UserLocale comma(name == nullptr ? "C" : name);
  if (name != nullptr) CHECK(std::localeconv()->decimal_point == std::string(","));

  GPTOptions options = microgpt_options(27);
  options.norm_epsilon = 0.0625;
  options.n_embd = 1024;
  const GPTOptions read = gpt_options_from_text(gpt_options_to_text(options), "a file");
  CHECK(read.norm_epsilon == 0.0625);
  CHECK(read.n_embd == 1024);

  CHECK(JsonReader("1.5e-3", "a file", "the text").number() == 0.0015);
  CHECK(contains(to_string(tensor({1.5, 1000.25})), "([   1.5 , 1000.25], shape=[2]"));
  CHECK(parse_number("-1.5e3") == -1500);
}

TEST_CASE("locale: a number is the whole text, with a point") {
  CHECK(parse_number("-1.5e3") == -1500);
  CHECK(parse_number("5e-324") == 5e-324);
  CHECK(parse_number("1e-400") == 0);
  for (const char* const text :
       {"", "-", ".", "1,5", "1.5 ", " 1", "+1", "1e", "0x10", "inf", "nan", "1e400"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text));
  }
}

}  // namespace locale_test
