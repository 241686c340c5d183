# cuda.mk: compiles the sources of the CUDA backend, *.cu, for a GPU with nvcc (CUDA=1), or as C++ for the emulator of
# src/emulator (CUDA=emu). The Makefile includes it. The emulator itself is compiled without sanitizers, because it
# tells AddressSanitizer about switches of fibers.
emulator_flags := -Isrc/emulator/include $(if $(findstring address,$(SAN)),-DEMULATOR_ASAN)
emulator := $(filter-out src/emulator/cublas%,$(call files,src/emulator/*.cpp))
flags_of_emulator := -O2 $(if $(SAN),-fno-sanitize=all)
# An editor reads a *.cu as C++ too.
dirs_cuda = $(dirs_src) $(emulator_flags) -x c++
ifeq ($(CUDA),emu)
  # nvcc fuses every multiplication and addition, and so do these flags if the processor can. Without them a C++
  # compiler fuses only the ones that it does not vectorise, and then two sums of the same terms differ.
  fused := -ffp-contract=fast -fno-tree-vectorize -fno-tree-slp-vectorize
  # A GPU stops at a read of 128 bits whose address is not a multiple of 128 bits; a CPU does not.
  aligned := $(if $(findstring undefined,$(SAN)),,-fsanitize=alignment -fsanitize-undefined-trap-on-error)
  compile_cuda = $(call compile,$(dirs_src) $(emulator_flags),$(fused) $(aligned)) -MMD -MP -x c++
  # For EMULATOR_MATH=other, src/emulator/math.cpp.
  functions_of_emulator := exp log log1p tanh sin cos pow
  libs_of_emulator := $(if $(filter Linux,$(shell uname)),$(foreach name,$(functions_of_emulator),-Wl,--wrap=$(name),--wrap=$(name)f))
  compile_cuda_unit = $(compile_cuda) -MT $@ -MF $(@:.o=.d) -c - -o $@ < $<
endif
ifeq ($(CUDA),1)
  # With WERROR=1 nvcc stops at warnings of nvcc, of its assembler and of the host compiler. It
  # takes the user's CPPFLAGS, and hands CXXFLAGS to the host compiler.
  cuda_warnings := -Xcompiler -Wall,-Wextra \
    $(if $(filter 1,$(WERROR)),-Werror all-warnings -Xcompiler -Werror)
  # For a debugger all registers are spilled to memory; otherwise none may be.
  cuda_level := $(if $(filter 1,$(DEBUG)),-O0 -g -G,-O3 -lineinfo -Xptxas -warn-spills)
  compile_cuda = $(call quote,$(nvcc)) -std=c++20 $(cuda_level) $(cuda_host) $(cuda_arch_flags) -Iinclude \
    $(real_flags) $(dirs_src) $(cuda_warnings) -MMD -MP $(CPPFLAGS) $(addprefix -Xcompiler ,$(pic_flags) $(CXXFLAGS))
  # nvcc does not read from standard input.
  compile_cuda_unit = $(compile_cuda) -I. -x cu -c $< -o $@
endif
.PHONY: gpu-check-programs
