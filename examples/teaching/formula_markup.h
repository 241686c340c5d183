// formula_markup.h: the elements of MathML that a formula is made of.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// <name>inside</name>
std::string element(const char* name, const std::string& inside);

/// The text with &, <, > and quotes as HTML wants them.
std::string escape_html(std::string_view text);

/// A space: "wide", "quad", "thin", or "" for none.
std::string formula_space(const std::string& kind);

/// The text of \text: spaces at its ends count.
std::string formula_words(const std::string& text);

/// The name in \mathrm: upright letters.
std::string upright_name(std::string text);

/// The name in \mathbf: bold letters and digits, those that Unicode has for formulas, since
/// browsers know no other way. "" when `text` has something else.
std::string bold_name(std::string_view text);

}  // namespace holo
