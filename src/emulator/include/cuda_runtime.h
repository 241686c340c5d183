// cuda_runtime.h of the emulator: stands for that of CUDA.
#pragma once
#include "emulator/emulator.h"
#include "emulator/runtime.h"
