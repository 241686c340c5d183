// parts.h: the parts that a trace page is made of.
#pragma once

#include <cstddef>
#include <string>

#include "holo/trace_log.h"

namespace holo {

// The files of src/trace/page/ and its folder part/, which the build embeds: those of a kind one
// after the other.
extern const char embedded_page_html[], embedded_page_css[], embedded_page_js[];
extern const std::size_t embedded_page_html_size, embedded_page_css_size, embedded_page_js_size;
// Those of part/ and embed/: what an element in another page is made of.
extern const char embedded_part_css[], embedded_part_js[];
extern const std::size_t embedded_part_css_size, embedded_part_js_size;

/// Any bytes as the text of an HTML element or an attribute, in UTF-8. What would turn the
/// direction of the text around it is written as a number.
std::string html_text(const std::string& text);

/// Whether the text of the sources is in a page.
enum class Sources { with, without };
/// The log as JSON for the page's script, without "<" so that it can be in a script element.
std::string page_data(const TraceLog& log, Sources sources);

/// JSON lists without their brackets: how Tensors are made, each way once, and of each node its
/// number, which way is its own, and of attention its weights.
struct PageRecipes {
  std::string recipes, nodes;
};
PageRecipes page_recipes(const TraceLog& log);

/// What a browser without scripts shows: the first events, and the last values and gradients.
std::string page_summary(const TraceLog& log);

}  // namespace holo
