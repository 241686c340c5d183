// holo.h: the whole library, in the order to read it. It declares nothing itself.
#pragma once

// Floor 0: errors, random numbers, what this build is.
#include "holo/check.h"
#include "holo/random.h"
#include "holo/real.h"
#include "holo/version.h"

#include "holo/build_info.h"

// Floor 1: each scalar formula and its derivative, once.
#include "holo/math.h"

// Floor 2: the scalar engine.
#include "holo/tape.h"
#include "holo/value.h"

#include "holo/value_graph.h"

// Floor 3: the judge of all derivatives.
#include "holo/gradcheck.h"

// Floor 4: what feeds a model.
#include "holo/data.h"
