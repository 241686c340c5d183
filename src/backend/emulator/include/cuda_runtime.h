// cuda_runtime.h of the emulator: stands for that of CUDA.
#pragma once
#include "backend/emulator/emulator.h"
#include "backend/emulator/runtime.h"
