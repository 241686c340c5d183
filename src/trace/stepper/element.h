// element.h: what the stepper says of one number of a Tensor.
#pragma once

#include <cstddef>

#include "trace/stepper/names.h"
#include "trace/stepper/session.h"
#include "trace/stepper/term_text.h"

namespace holo {

/// The commands print and why for it. The sum of a product is written out with at most `most`
/// terms.
void print_element(StepperSession& session, const TraceElement& element);
void explain_element(StepperSession& session, const TraceElement& element, std::size_t most);

}  // namespace holo
