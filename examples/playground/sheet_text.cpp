// sheet_text.cpp: a calculated sheet as a table for a terminal, and as JSON for a page.
#include <fmt/format.h>

#include <algorithm>

#include "files/text.h"
#include "playground/sheet_record.h"
#include "trace/formula.h"
#include "trace/json_parts.h"

namespace holo {
namespace {

constexpr std::size_t widest_text = 40;

std::string last_line(const std::vector<SheetResult>& results) {
  std::size_t compared = 0, equal = 0;
  for (const SheetResult& result : results) {
    compared += result.leads_to_root ? 1 : 0;
    equal += result.leads_to_root && result.agrees ? 1 : 0;
  }
  if (equal == compared) return "each gradient is the slope\n";
  return fmt::format("{} of {} gradients are the slope\n", equal, compared);
}

}  // namespace

std::string SheetRecord::table() const {
  std::size_t width = 0;
  for (const SheetResult& result : results_) {
    if (result.text.size() <= widest_text) width = std::max(width, result.text.size());
  }
  const auto row = [&](const std::string& text, const std::string& data,
                       const std::string& gradient, const std::string& slope) {
    return fmt::format("{:<{}}  {:>11}  {:>11}  {:>11}", text, width, data, gradient, slope);
  };
  std::string out = row("", "data", "gradient", "slope") + "\n";
  for (const SheetResult& result : results_) {
    const bool leads = result.leads_to_root;
    out += row(result.text, number_text(result.data), leads ? number_text(result.gradient) : "-",
               leads ? number_text(result.slope) : "-");
    if (!leads) out += "  the last line does not depend on it";
    out += (result.verdict.empty() ? "" : "  " + result.verdict) + "\n";
  }
  return out + last_line(results_);
}

std::string SheetRecord::json(const std::string& asked) const {
  const auto line = [](const SheetResult& r) {
    return fmt::format(
        R"({{"text":{},"name":{},"line":{},"node":{},"data":{},"gradient":{},"slope":{},"leads":{},)"
        R"("agrees":{},"verdict":{}}})",
        json_string(r.text), json_string(r.name), r.line, r.node, json_string(number_text(r.data)),
        json_string(number_text(r.gradient)), json_string(number_text(r.slope)), r.leads_to_root,
        r.agrees, json_string(r.verdict));
  };
  return fmt::format("{{\"sheet\":{},\n\"lines\":{},\n\"why\":{},\n\"log\":{}}}\n",
                     json_string(text_), json_list(results_, line),
                     json_string(asked.empty() ? "" : why(asked)),
                     page_data(log_, Sources::without));
}

std::string sheet_error_json(const Error& error) {
  const auto* const placed = dynamic_cast<const SheetError*>(&error);
  return fmt::format(R"({{"error":{{"line":{},"column":{},"message":{}}}}})"
                     "\n",
                     placed == nullptr ? 0 : placed->line(),
                     placed == nullptr ? 0 : placed->column(), json_string(error.what()));
}

}  // namespace holo
