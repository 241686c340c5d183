// byte_pair_test.cpp: byte pairs are learnt and used exactly as the plain way does it, which counts
// all pairs anew for each merge (minbpe's BasicTokenizer and RegexTokenizer), chunks are those of
// the pattern of GPT-2, and files of merges are read strictly.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/byte_pair.h"
#include "support/corpus.h"
#include "text/byte_pair.h"
#include "text/texts.h"

namespace byte_pair_test {
namespace {

using holo::BytePairTokenizer;
using holo::PythonRandom;
using texts::contains;
using texts::message_of;
using Documents = std::vector<std::string>;
using Merge = BytePairTokenizer::Merge;
using Split = BytePairTokenizer::Split;

Documents chunks_of(const std::string& text, Split split = Split::words) {
  Documents chunks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = split == Split::words ? holo::chunk_end(text, at) : text.size();
    REQUIRE((end > at && end <= text.size()));
    chunks.push_back(text.substr(at, end - at));
    at = end;
  }
  return chunks;
}

std::vector<int> bytes_of(const std::string& text) {
  std::vector<int> ids;
  for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
  return ids;
}

// The ids with each `merge`, from left to right, as the new token.
std::vector<int> merged(const std::vector<int>& ids, Merge merge, int token) {
  std::vector<int> out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i + 1 < ids.size() && Merge(ids[i], ids[i + 1]) == merge) {
      out.push_back(token);
      ++i;
    } else {
      out.push_back(ids[i]);
    }
  }
  return out;
}

std::vector<Merge> naive_train(const Documents& documents, int vocab_size, Split split) {
  std::vector<std::vector<int>> all;
  for (const std::string& document : documents) {
    for (const std::string& chunk : chunks_of(document, split)) all.push_back(bytes_of(chunk));
  }
  std::vector<Merge> merges;
  while (static_cast<int>(merges.size()) < vocab_size - 257) {
    std::map<Merge, int> counts;
    std::vector<Merge> met;  // in the order of the text
    for (const std::vector<int>& ids : all) {
      for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
        const Merge pair(ids[i], ids[i + 1]);
        if (++counts[pair] == 1) met.push_back(pair);
      }
    }
    if (met.empty()) break;
    Merge best = met[0];
    for (const Merge& pair : met) {
      if (counts[pair] > counts[best]) best = pair;
    }
    const int token = 256 + static_cast<int>(merges.size());
    for (std::vector<int>& ids : all) ids = merged(ids, best, token);
    merges.push_back(best);
  }
  return merges;
}

std::vector<int> naive_encode(const std::vector<Merge>& merges, Split split,
                              const std::string& text) {
  std::vector<int> all;
  for (const std::string& chunk : chunks_of(text, split)) {
    std::vector<int> ids = bytes_of(chunk);
    for (std::size_t i = 0; i < merges.size(); ++i) {
      ids = merged(ids, merges[i], 256 + static_cast<int>(i));
    }
    all.insert(all.end(), ids.begin(), ids.end());
  }
  return all;
}

std::string file_message(const std::string& text) {
  return message_of([&] { holo::tokenizer_from_text(text, "t.model"); });
}

}  // namespace

TEST_CASE("token_text shows the first 256 bytes of a long token, and how many there are") {
  std::vector<Merge> doubling = {{'a', 'a'}};
  for (int token = 256; token < 264; ++token) doubling.emplace_back(token, token);
  const BytePairTokenizer tokenizer(doubling);
  CHECK(tokenizer.token_text(263) == std::string(256, 'a'));
  CHECK(tokenizer.token_text(264) == std::string(256, 'a') + "... [512 bytes]");
  CHECK(tokenizer.decode({264}).size() == 512);
}

TEST_CASE("training does as the plain trainer does, also among equals, and when pairs run out") {
  PythonRandom random(3);
  const Documents pieces = {"a", "a", "b", "aa", "ab", " ", " a", "'s", "\n", "1", "\xC3\xA9", "-"};
  int cut_short = 0;
  for (int round = 0; round < 400; ++round) {
    Documents documents(static_cast<std::size_t>(1 + random.randbelow(4)));
    for (std::string& document : documents) document = texts::random_text(random, pieces, 60);
    const int vocab_size = 257 + static_cast<int>(random.randbelow(60));
    for (const Split split : {Split::words, Split::none}) {
      const auto tokenizer = BytePairTokenizer::train(documents, vocab_size, split);
      REQUIRE(tokenizer.merges() == naive_train(documents, vocab_size, split));
      REQUIRE(tokenizer.split() == split);
      cut_short += tokenizer.vocab_size() < vocab_size;
    }
  }
  CHECK(cut_short > 20);
}

TEST_CASE("encode does each merge in the order of its age, and decode gives the bytes back") {
  PythonRandom random(5);
  const Documents pieces = {"the",
                            " the",
                            "a",
                            "b",
                            "aab",
                            " ",
                            "  ",
                            "'ll",
                            "\n",
                            "12",
                            "\xC3",
                            "\xFF",
                            std::string(1, '\0'),
                            "!",
                            "?!"};
  for (int round = 0; round < 200; ++round) {
    Documents documents(3);
    for (std::string& document : documents) document = texts::random_text(random, pieces, 40);
    for (const Split split : {Split::words, Split::none}) {
      const auto tokenizer = BytePairTokenizer::train(documents, 290, split);
      const std::string text = texts::random_text(random, pieces, 60);
      const std::vector<int> ids = tokenizer.encode(text);
      REQUIRE(ids == naive_encode(tokenizer.merges(), split, text));
      REQUIRE(tokenizer.decode(ids) == text);
    }
  }
}

TEST_CASE("merges of any kind, not only learnt ones, are done as the plain way does them") {
  PythonRandom random(6);
  for (int round = 0; round < 200; ++round) {
    std::vector<Merge> merges;
    const auto token = [&] {
      const std::size_t i = static_cast<std::size_t>(random.randbelow(3 + merges.size()));
      return i < 3 ? 'a' + static_cast<int>(i) : 256 + static_cast<int>(i) - 3;
    };
    for (int i = 0; i < 12; ++i) {
      const Merge merge(token(), token());
      if (std::find(merges.begin(), merges.end(), merge) == merges.end()) merges.push_back(merge);
    }
    const BytePairTokenizer tokenizer(merges, Split::none);
    const std::string text = texts::random_text(random, {"a", "b", "c"}, 80);
    REQUIRE(tokenizer.encode(text) == naive_encode(merges, Split::none, text));
    REQUIRE(tokenizer.decode(tokenizer.encode(text)) == text);
  }
}

TEST_CASE("chunks are those of the pattern of GPT-2, for ASCII") {
  CHECK(chunks_of("it's  42 of 'em\n\n ok!?") ==
        Documents{"it", "'s", " ", " 42", " of", " '", "em", "\n\n", " ok", "!?"});
  CHECK(chunks_of("we'll \xC3\xA9t\xC3\xA9x1") ==
        Documents{"we", "'ll", " \xC3\xA9t\xC3\xA9x", "1"});
  CHECK(chunks_of("\xC4\x80"
                  "b!") == Documents{"\xC4\x80"
                                     "b",
                                     "!"});  // the first byte beyond ASCII
  CHECK(chunks_of("a  ") == Documents{"a", "  "});
  CHECK(chunks_of("\t\tb\tc") == Documents{"\t", "\t", "b", "\t", "c"});
  const std::string pattern =
      "'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\\s0-9A-Za-z]+|\\s+(?!\\S)|\\s+";
  PythonRandom random(7);
  Documents pieces = {"'", "'", " ", " ", "s", "ll", "ve", "re", "d", "m", "t", "S"};
  for (int c = 0; c < 127; ++c) pieces.emplace_back(1, static_cast<char>(c));
  for (int round = 0; round < 3000; ++round) {
    const std::string text = texts::random_text(random, pieces, 30);
    REQUIRE(chunks_of(text) == matches(text, pattern));
  }
}

TEST_CASE(
    "a vocabulary size out of range is a UsageError, and no text is one that learns nothing") {
  CHECK(message_of([] { BytePairTokenizer::train({"ab"}, 256); }) ==
        "UsageError: vocab_size: 256; expected 257 (256 bytes and BOS) to 1048576");
  CHECK(contains(message_of([] { BytePairTokenizer::train({"ab"}, 1048577); }), "vocab_size"));
  CHECK(BytePairTokenizer::train({"ab"}, 257).merges().empty());
  CHECK(BytePairTokenizer::train({}, 300).vocab_size() == 257);
  CHECK(BytePairTokenizer::train({"", "a", "b"}, 300).vocab_size() == 257);
  CHECK(BytePairTokenizer::train({"ab"}, 300).vocab_size() == 258);
}

TEST_CASE("a file of minbpe is read: with and without special tokens, with CRLF") {
  const std::string pattern = holo::chunk_pattern;
  const auto merges_of = [](const std::string& text) {
    const auto tokenizer = holo::tokenizer_from_text(text, "t.model");
    return dynamic_cast<const BytePairTokenizer&>(*tokenizer).merges();
  };
  const std::vector<Merge> merges = {{97, 98}, {256, 256}};
  CHECK(merges_of("minbpe v1\n\n0\n97 98\n256 256\n") == merges);
  CHECK(merges_of("minbpe v1\r\n" + pattern + "\r\n0\r\n97 98\r\n256 256\r\n") == merges);
  CHECK(merges_of("minbpe v1\n" + pattern + "\n1\n<|endoftext|> 258\n97 98\n256 256\n") == merges);
  CHECK(merges_of("minbpe v1\n\n1\n<BOS> 256\n").empty());
  CHECK(BytePairTokenizer(merges).to_text() ==
        "minbpe v1\n" + pattern + "\n1\n<BOS> 258\n97 98\n256 256\n");
  CHECK(BytePairTokenizer(merges, Split::none).to_text() ==
        "minbpe v1\n\n1\n<BOS> 258\n97 98\n256 256\n");
}

TEST_CASE("a file of merges that cannot be is refused, with the line") {
  const std::string start = "minbpe v1\n\n0\n97 98\n";
  const std::string hint = ". Try: a file that save_tokenizer or minbpe wrote";
  CHECK(file_message(start + "97 257\n") ==
        "t.model: line 5 \"97 257\" has a token that is not there yet; expected tokens from 0 to "
        "256" +
            hint);
  CHECK(file_message(start + "97 98\n") ==
        "t.model: line 5 \"97 98\" appears twice; expected each pair once" + hint);
  for (const char* line : {"", "97", "97 ", " 97 98", "97  98", "97 98 99", "97 98 ", "97 -1",
                           "97 98x", "097 98", "97\t98", "99999999999 1", "0x61 1", "+1 1"}) {
    CAPTURE(line);
    const std::string message = file_message(start + line + "\n");
    CHECK(message.find("t.model: line 5 is \"") == 0);
    CHECK(contains(message, "expected two tokens with a space between them"));
  }
  CHECK(contains(file_message(start + "98 99"), "line 5 has no end"));
  CHECK(contains(file_message("minbpe v1\n"), "line 2 is missing"));
  CHECK(contains(file_message("minbpe v1\n\n"), "line 3 is missing"));
  CHECK(contains(file_message("minbpe v1\n\\p{L}+\n0\n"),
                 "line 2 is \"\\p{L}+\"; expected an empty"));
  CHECK(contains(file_message("minbpe v1\n\n2\n"), "line 3 is \"2\"; expected 0 or 1 special"));
  CHECK(contains(file_message("minbpe v1\n\n1\n"), "line 4 is missing"));
  CHECK(contains(file_message("minbpe v1\n\n1\n<BOS>\n"), "line 4 is \"<BOS>\""));
  CHECK(contains(file_message("minbpe v1\n\n1\n 256\n"), "line 4 is"));
  CHECK(contains(file_message("minbpe v1\n\n1\n<BOS> 256\n97 98\n"),
                 "line 4 gives the special token the id 256; expected 257"));
  CHECK(contains(file_message("minbpe v1\n\n1\n<BOS> 0\n"),
                 "line 4 gives the special token the id 0; expected 256"));
  CHECK(message_of([] {
          BytePairTokenizer({{97, 98}, {256, 257}});
        }) ==
        "merge 1: \"256 257\" has a token that is not there yet; expected tokens from 0 to 256");
}

TEST_CASE("tokens that double with each merge are stopped before they fill the memory") {
  std::string text = "minbpe v1\n\n0\n97 97\n";
  for (int i = 0; i < 60; ++i) {
    const std::string token = std::to_string(256 + i);
    text += token + " " + token + "\n";
  }
  // Line 3 + i makes 2^i bytes; 256 + 2 + 4 + ... + 2^25 is more than 2^26.
  const std::string message = file_message(text);
  CHECK(message.find("t.model: line 28 ") == 0);
  CHECK(contains(message, "is too long; expected at most 67108864 bytes in all tokens"));
}

}  // namespace byte_pair_test
