# compile.mk: with which flags a source is compiled: ours first, then yours. The Makefile includes it.

real_flags := $(if $(filter double,$(REAL)),-DHOLO_REAL=double)
define_cuda := $(if $(cuda_version),-DHOLO_CUDA='"$(cuda_version)"')
san_flags := $(if $(SAN),-fsanitize=$(compiled_san))
san_strict := $(if $(SAN),-fno-omit-frame-pointer -fno-sanitize-recover=all)
checks := -D_GLIBCXX_ASSERTIONS
# A debugger steps into the plain kernels, unless told otherwise. Where standard headers bring lists of
# locations, gdb stops at a function before its arguments have values: so there are none. A report of
# a sanitizer wants lines, not variables: -g1 compiles a third faster.
level := $(if $(filter 1,$(DEBUG)),-O0 -g -fno-var-tracking $(checks) -DHOLO_DEFAULT_DEVICE=plain -DHOLO_PLAIN_LOOP,$(if $(SAN),\
  -O1 -g1 $(checks),-O3))
# Of DWARF 5 as clang++ 14 writes it, addr2line of binutils 2.40 names the wrong files.
dwarf := $(if $(findstring clang,$(notdir $(firstword $(CXX)))),-gdwarf-4)
# Without OpenMP its pragmas are for nobody.
warnings := -Wall -Wextra -Wconversion -Wshadow $(if $(omp_cflags),,-Wno-unknown-pragmas) \
  $(if $(filter 1,$(WERROR)),-Werror)
cxxflags := $(strip -std=c++20 $(pic_flags) $(if $(filter -g -g1,$(level)),$(dwarf)) $(level) $(arch_flags) $(exact_flags) $(heap_flags) \
  $(warnings) $(omp_cflags) $(san_flags) $(san_strict) $(if $(filter 1,$(COVERAGE)),--coverage))
cppflags := $(strip -Iinclude $(real_flags) $(fmt_cflags))
ldlibs = $(strip $(fmt_libs) $(omp_libs) $(san_flags) $(cuda_libs) $(mpi_libs) $(libs_of_emulator))
compile = $(CXX) $(cppflags) $(1) $(cxxflags) $(2) $(CPPFLAGS) $(CXXFLAGS)

# The folder of a source says which folders it sees and of which kind it is. Kernels of tensors and
# their benches may fuse a multiplication and an addition; Values never do. Tests, what calls kernels
# (tensors and the chapters on them do), and what deals with files, flags and text, compile faster with
# less optimisation and run as fast; so do plain loops, which only with sanitizers are a kind of their own. Values
# need all of it; tests of code in headers need some.
dirs_src := -Isrc
dirs_examples := -Iexamples -Isrc
dirs_tests := -Isrc -Iexamples -Itests -I$(O)/obj $(doctest_cflags)
dirs_of = $(dirs_$(firstword $(subst /, ,$(1))))$(if $(filter src/emulator/%,$(1)), $(emulator_flags))
cuda := %.cu
kernel := src/ops/%_cpu.cpp examples/10_matmul.cpp examples/bench/matmul.cpp \
  examples/bench/ops.cpp examples/bench/train_step.cpp
header_tests := tests/scalar/%_test.cpp tests/backend/vec_math_test.cpp tests/examples/matmul_steps_test.cpp
test := %_test.cpp
ifeq ($(filter 1,$(DEBUG)),)
  plain := $(if $(SAN),src/ops/%_plain.cpp)
  light := $(O)/% tests/% $(addsuffix /%,$(addprefix examples/,book experiments figures gpt kernel_view playground support)) \
    examples/08% examples/09% examples/1% $(addprefix src/,$(addsuffix /%,files nn ops parallel see text trace train))
endif
flags_of_kernel := -DHOLO_KERNEL -ffp-contract=fast -fno-trapping-math $(kernel_flags)
# With sanitizers, and with clang++, optimisation takes a compiler twice as long; g++ compiles tests with -Og as fast as
# without, into a third of the bytes. What is undefined is looked for in the library, not in the tests.
flags_of_test := $(or $(if $(SAN)$(filter 1,$(DEBUG)),,$(and $(filter -Og,$(light_flags)),$(light_flags))),-O0) \
  $(if $(findstring undefined,$(SAN)),-fno-sanitize=undefined)
flags_of_light := $(if $(SAN),$(if $(findstring fuzzer,$(SAN)),-O1,-O0),$(light_flags))
flags_of_plain := -O1
# Programs that are looked at line by line know their lines, src/trace/source_lines.h: a tenth more bytes,
# hardly more time. The names are those that the compiler gets, wherever the folder lies.
flags_of_lines := $(if $(filter 1,$(DEBUG))$(SAN),,$(dwarf) -g1 -fdebug-prefix-map=$(call quote,$(CURDIR))=.)
with_lines := $(example_sources) examples/gpt/train_gpt.cpp
kinds := cuda emulator kernel plain test light
# What chapter 1 needs of light folders: its first build is faster without another precompiled header.
of_chapter_1 := src/see/value_graph.cpp $(addprefix examples/support/,command_line.cpp run_program.cpp shell_word.cpp)
kind_of = $(or $(if $(filter 1,$(DEBUG)),,$(if $(filter $(header_tests),$(1)),light)),$(firstword $(foreach kind,$(kinds),$(if $(filter $($(kind)),$(1)),$(kind)))),full)
# $(call compile_as,KIND,SOURCE)
compile_as = $(call compile,$(call dirs_of,$(2)),$(flags_of_$(1)) $(if $(filter \
  $(with_lines),$(2)),$(flags_of_lines))) $(addprefix -include ,$(if $(filter $(of_chapter_1),$(2)),,$(call prelude_of,$(1)))) -MMD -MP
compile_source = $(call compile_as,$(call kind_of,$(1)),$(1))

# ---- CUDA: *.cu, for a GPU with nvcc (CUDA=1), or as C++ for the emulator of src/emulator (CUDA=emu) ----

# The emulator itself is compiled without sanitizers, because it tells AddressSanitizer about switches of fibers.
emulator_flags := -Isrc/emulator/include $(if $(findstring address,$(SAN)),-DEMULATOR_ASAN)
emulator := $(filter-out src/emulator/cublas%,$(call files,src/emulator/*.cpp))
flags_of_emulator := -O2 $(if $(SAN),-fno-sanitize=all)
# An editor reads a *.cu as C++ too.
dirs_cuda = $(dirs_src) $(emulator_flags) -x c++
ifeq ($(CUDA),emu)
  # nvcc fuses every multiplication and addition, and so do these flags if the processor can. Without them a C++
  # compiler fuses only the ones that it does not vectorise, and then two sums of the same terms differ.
  fused := -ffp-contract=fast -fno-tree-vectorize -fno-tree-slp-vectorize
  # A GPU stops at a read of a number whose address is not a multiple of its size; a CPU does not.
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
