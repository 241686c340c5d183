// formula_symbols.cpp: the table of symbols.
#include "teaching/formula_symbols.h"

#include <map>

namespace holo {

Symbol formula_symbol(std::string_view command) {
  using enum SymbolKind;
  static const std::map<std::string_view, Symbol> symbols = {
      {"alpha", {letter, "α"}},   {"beta", {letter, "β"}},    {"gamma", {letter, "γ"}},
      {"delta", {letter, "δ"}},   {"epsilon", {letter, "ε"}}, {"eta", {letter, "η"}},
      {"theta", {letter, "θ"}},   {"kappa", {letter, "κ"}},   {"lambda", {letter, "λ"}},
      {"mu", {letter, "μ"}},      {"pi", {letter, "π"}},      {"rho", {letter, "ρ"}},
      {"sigma", {letter, "σ"}},   {"tau", {letter, "τ"}},     {"phi", {letter, "φ"}},
      {"varphi", {letter, "φ"}},  {"Phi", {letter, "Φ"}},     {"psi", {letter, "ψ"}},
      {"omega", {letter, "ω"}},   {"Delta", {letter, "Δ"}},   {"Sigma", {letter, "Σ"}},
      {"partial", {letter, "∂"}}, {"nabla", {letter, "∇"}},   {"infty", {letter, "∞"}},
      {"ell", {letter, "ℓ"}},     {"top", {letter, "⊤"}},     {"cdot", {op, "·"}},
      {"times", {op, "×"}},       {"odot", {op, "⊙"}},        {"otimes", {op, "⊗"}},
      {"oplus", {op, "⊕"}},       {"circ", {op, "∘"}},        {"pm", {op, "±"}},
      {"mid", {op, "∣"}},         {"leftarrow", {op, "←"}},   {"rightarrow", {op, "→"}},
      {"to", {op, "→"}},          {"mapsto", {op, "↦"}},      {"Rightarrow", {op, "⇒"}},
      {"iff", {op, "⇔"}},         {"le", {op, "≤"}},          {"leq", {op, "≤"}},
      {"ge", {op, "≥"}},          {"geq", {op, "≥"}},         {"ne", {op, "≠"}},
      {"neq", {op, "≠"}},         {"approx", {op, "≈"}},      {"equiv", {op, "≡"}},
      {"sim", {op, "∼"}},         {"in", {op, "∈"}},          {"lvert", {op, "|"}},
      {"rvert", {op, "|"}},       {"lVert", {op, "‖"}},       {"rVert", {op, "‖"}},
      {"|", {op, "‖"}},           {"langle", {op, "⟨"}},      {"rangle", {op, "⟩"}},
      {"lfloor", {op, "⌊"}},      {"rfloor", {op, "⌋"}},      {"lceil", {op, "⌈"}},
      {"rceil", {op, "⌉"}},       {"{", {op, "{"}},           {"}", {op, "}"}},
      {"%", {op, "%"}},           {"_", {letter, "_"}},       {"dots", {op, "…"}},
      {"ldots", {op, "…"}},       {"cdots", {op, "⋯"}},       {"sum", {big, "∑"}},
      {"prod", {big, "∏"}},       {"int", {op, "∫"}},         {"max", {name, "max"}},
      {"min", {name, "min"}},     {"lim", {name, "lim"}},     {"log", {name, "log"}},
      {"ln", {name, "ln"}},       {"exp", {name, "exp"}},     {"tanh", {name, "tanh"}},
      {"sin", {name, "sin"}},     {"cos", {name, "cos"}},     {"det", {name, "det"}},
      {"bmod", {op, "mod"}},      {"qquad", {space, "wide"}}, {"quad", {space, "quad"}},
      {",", {space, "thin"}},     {";", {space, "thin"}},     {" ", {space, "thin"}},
      {"!", {space, ""}},
  };
  const auto entry = symbols.find(command);
  return entry == symbols.end() ? Symbol{} : entry->second;
}

}  // namespace holo
