// holo.h: includes the whole library, in reading order. It declares nothing itself.
#pragma once

// Errors, shapes, random numbers, and information about this build.
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/memory.h"
#include "holo/random.h"
#include "holo/shape.h"
#include "holo/threads.h"
#include "holo/version.h"

// Each scalar formula and its derivative, written once.
#include "holo/math.h"

// The scalar engine.
#include "holo/tape.h"
#include "holo/value.h"

#include "holo/derivative.h"
#include "holo/value_graph.h"

// The tensor engine.
#include "holo/device.h"

#include "holo/node.h"
#include "holo/tensor.h"

#include "holo/creation.h"
#include "holo/tensor_print.h"

// Every function that works on tensors.
#include "holo/compositions.h"
#include "holo/ops.h"

// Checks the derivatives of Values.
#include "holo/gradcheck.h"

// Observers of the tensor engine.
#include "holo/observer.h"

#include "holo/anomaly.h"
#include "holo/profiler.h"

// The event log of a program, and scopes that name its parts.
#include "holo/scope.h"
#include "holo/trace.h"
#include "holo/trace_log.h"

// Layers, and the optimizers that train them.
#include "holo/nn/module.h"

#include "holo/nn/attention.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/gpt.h"
#include "holo/nn/gpt_options.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/kinds.h"
#include "holo/nn/layers.h"
#include "holo/nn/mlp.h"
#include "holo/nn/sequential.h"

#include "holo/optim.h"
#include "holo/optim_schedule.h"

// Data, tokenizers, sampling and files.
#include "holo/data.h"
#include "holo/safetensors.h"
#include "holo/sampling.h"
#include "holo/tokenizer.h"

#include "holo/checkpoint.h"
