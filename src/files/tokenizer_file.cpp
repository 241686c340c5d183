// tokenizer_file.cpp: writes the text of a tokenizer to a file, whole or not at all.
#include "files/atomic_file.h"
#include "holo/tokenizer.h"

namespace holo {

void save_tokenizer(const std::string& path, const Tokenizer& tokenizer) {
  AtomicFile file(path);
  file.write(tokenizer.to_text());
  file.commit();
}

}  // namespace holo
