// element.h: what the stepper says of one number of a Tensor.
#pragma once

#include <cstddef>

#include "trace/stepper/names.h"
#include "trace/stepper/session.h"

namespace holo {

/// "W[0][1]"
std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at);

/// The commands print and why for it. The sum of a product is written out with at most `most`
/// terms.
void print_element(StepperSession& session, const TraceElement& element);
void explain_element(StepperSession& session, const TraceElement& element, std::size_t most);

}  // namespace holo
