# cuda.mk: how the sources of the CUDA backend, *.cu, are compiled: for a GPU by nvcc (CUDA=1), or as
# C++ for the emulator of src/backend/emulator (CUDA=emu). The Makefile includes it.
# The emulator itself is compiled without sanitizers, which it tells what a switch of fibers is.
emulator_flags := -Isrc/backend/emulator/include $(if $(findstring address,$(SAN)),-DEMULATOR_ASAN) \
  $(if $(findstring thread,$(SAN)),-DEMULATOR_TSAN)
emulator := $(filter-out %/cublas.cpp,$(call files,src/backend/emulator/*.cpp))
flags_of_emulator := -O2 $(if $(SAN),-fno-sanitize=all)
ifeq ($(CUDA),emu)
  dirs_src += $(emulator_flags)
  compile_cuda = $(call compile,$(dirs_src),$(flags_of_kernel)) -MMD -MP -x c++
endif
ifeq ($(CUDA),1)
  NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
  cuda_home := $(abspath $(dir $(NVCC))..)
  gencode := $(if $(filter native,$(CUDA_ARCH)),-arch=native,$(foreach arch,$(CUDA_ARCH),-gencode \
    arch=compute_$(arch)$(comma)code=sm_$(arch)) -gencode \
    arch=compute_$(lastword $(CUDA_ARCH))$(comma)code=compute_$(lastword $(CUDA_ARCH)))
  compile_cuda = $(NVCC) -ccbin $(CXX) -std=c++20 -O3 -lineinfo $(gencode) $(cppflags) $(dirs_src) \
    -Werror all-warnings -Xptxas -warn-spills -Xcompiler -Wall,-Wextra -MMD -MP
  cuda_libs := -L$(cuda_home)/lib64 -Wl,-rpath,$(cuda_home)/lib64 -lcublas -lcudart_static -ldl -lrt -lpthread
endif
