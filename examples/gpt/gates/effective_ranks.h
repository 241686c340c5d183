// effective_ranks.h: effective_rank() of kernel_view/trained_gate.h for layers of thousands of
// units: by matrix products, without the forms themselves.
#pragma once

#include "holo/tensor.h"

namespace holo {

/// Of the forms (g . x) (v . x) of units with the rows g and v, [H, C]: (sum of the eigenvalues)^2
/// / sum of their squares, for the matrix of the cosines of the symmetric matrices. Forms of zeros
/// count for nothing.
double effective_rank_of_forms(const Tensor& gate, const Tensor& value);

/// Of what H units give at N inputs, [N, H], less the mean of each unit. Units that do not vary
/// count for nothing.
double effective_rank_of_outputs(const Tensor& outputs);

}  // namespace holo
