// shell_word.h: a file name in a command line that is shown to be typed again.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// The word as bash and zsh take it for this text: as it is, in quotes, or as $'...' with \xNN for
/// the bytes of control characters and for those that are not UTF-8, so that it stays one line.
std::string shell_word(std::string_view text);

}  // namespace holo
