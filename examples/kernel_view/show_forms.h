// show_forms.h: the parts of 14_kernel_view about quadratic forms, each printed.
#pragma once

namespace holo {

/// The symmetric matrix S of a unit has a rank of at most 2: one eigenvalue that is not negative,
/// one that is not positive.
void show_unit_shape();

/// A sum of p squares less q squares of linear maps, of max(p, q) units and not of fewer.
void show_form_units();

}  // namespace holo
