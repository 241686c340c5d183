// formula_symbols.h: what a LaTeX command of one symbol is in MathML.
#pragma once

#include <string_view>

namespace holo {

enum class SymbolKind { letter, op, big, name, space, none };

struct Symbol {
  SymbolKind kind = SymbolKind::none;
  std::string_view text;  ///< UTF-8
};

/// Of "sum" for \sum; kind `none` when it is not known.
Symbol formula_symbol(std::string_view command);

}  // namespace holo
