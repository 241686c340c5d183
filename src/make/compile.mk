# compile.mk: how the sources become objects: the flags of each, ours first, then yours; the units of files that are
# compiled as one; the precompiled headers; the objects and the library. The Makefile includes it.

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
  $(warnings) $(omp_cflags) $(san_flags) $(san_strict))
# Without WERROR=1 no compiler checks the format strings, for all versions of fmt: a tenth of the time of a build.
format_flags := $(if $(filter 1,$(WERROR)),,-DFMT_CONSTEVAL= -DFMT_USE_CONSTEVAL=0)
cppflags := $(strip -Iinclude $(real_flags) $(fmt_cflags) $(format_flags))
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
# Programs that are looked at line by line know their lines, src/trace/source_lines.cpp: a tenth more bytes,
# hardly more time. The names are those that the compiler gets, wherever the folder lies.
flags_of_lines := $(if $(filter 1,$(DEBUG))$(SAN),,$(dwarf) -g1 -fdebug-prefix-map=$(call quote,$(CURDIR))=.)
with_lines := $(example_sources) examples/gpt/train_gpt.cpp
kinds := cuda emulator kernel plain test light
# What chapter 1 needs of light folders: its first build is faster without another precompiled header.
of_chapter_1 := $(addprefix examples/support/,command_line.cpp run_program.cpp)
# Chapter 1 needs value_graph.cpp too: with the precompiled header of the engine it compiles in half the time.
kind_of = $(or $(if $(filter src/see/value_graph.cpp,$(1)),full),$(if $(filter 1,$(DEBUG)),,$(if $(filter $(header_tests),$(1)),light)),$(firstword $(foreach kind,$(kinds),$(if $(filter $($(kind)),$(1)),$(kind)))),full)
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

# ---- units ----

# With UNITY=1 a unit is up to 30 files of one room and kind, which read the headers once; an edit compiles its unit
# again. Names in anonymous namespaces must differ within a room. Kernels, in which headers are a small part, are
# compiled alone, and so are programs. no_cuda.cpp and registry.cpp are also compiled alone, because a test program may
# bring its own cuda(), and a contributor's new operation its own registry.cpp.
#
# These stems need more than the rest of their folder, or less: links.mk links each as a folder of its own.
apart := src/see/value_graph examples/gpt/layouts/json $(addprefix examples/support/,corpus devices matmul_steps name_batch progress)
alone := $(apart:%=%.cpp) src/base/version.cpp src/backend/no_cuda.cpp src/parallel/mpi.cpp src/parallel/no_mpi.cpp tests/registry/registry.cpp %_test.cpp %/main.cpp %/fuzzer.cpp
test_parts := golden registry fuzz

# Tests of a room are units of up to 20 files, so that two cores have work. Most of their code is templates, which are
# compiled once for a unit. Each file is a namespace with its name, so that it need not know the names in other files.
# A file that replaces functions of the system is compiled alone, and so are the files that add_op_test.sh links with a
# new operation. The units of bin/races have its tests: tests of the engine that set the number of threads, without the twins.
test_alone := $(addprefix tests/,backend/fake_device_test.cpp backend/pool_test.cpp \
  see/tensor_gradcheck_test.cpp tensor/tensor_same_bits_test.cpp)
threaded := $(if $(filter races-here,$(goals)),$(shell grep -ls set_num_threads tests/backend/[!t]*_test.cpp tests/tensor/*_test.cpp))
unit_tests := $(or $(threaded),$(filter %_test.cpp,$(test_sources)))
test_rooms := $(sort $(foreach source,$(unit_tests),$(word 2,$(subst /, ,$(source)))))
units :=

# $(call define_units,NAME,SOURCES,NUMBER,MOST): unit NAME_1 has the first MOST of SOURCES, and so on.
define_units = $(if $(2),$(call define_unit,$(1)_$(words $(3)),$(wordlist 1,$(4),$(2)))$(call \
  define_units,$(1),$(wordlist $(4),$(words $(2)),$(wordlist 2,$(words $(2)),$(2))),$(3) next,$(4)))
define_unit = $(if $(word 2,$(2)),$(eval units += $(1))$(eval sources_of_$(1) := $(2))$(foreach \
  source,$(2),$(eval unit_of_$(source) := $(1))))
of_kind = $(strip $(foreach source,$(2),$(if $(filter $(1),$(call kind_of,$(source))),$(source))))
units_of_room = $(foreach kind,plain full light cuda,$(call define_units,$(1)_$(kind),$(call of_kind,$(kind),\
  $(filter-out $(alone),$(2))),first,30))
units_of_tests = $(foreach kind,light test,$(call define_units,tests_$(1)_$(kind),$(call of_kind,$(kind),\
  $(filter-out $(test_alone) $(with_more),$(filter tests/$(1)/%,$(unit_tests)))),first,20)) $(call \
  define_units,tests_$(1)_cuda,$(filter $(with_more),$(filter tests/$(1)/%,$(unit_tests))),first,20)
rooms := $(sort $(foreach source,$(library_sources),$(word 2,$(subst /, ,$(source)))))
ifeq ($(UNITY),1)
  $(foreach room,$(rooms),$(call units_of_room,$(room),$(filter src/$(room)/%,$(library_sources))))
  $(foreach part,$(parts),$(call units_of_room,$(subst /,_,$(part)),$(call part_sources,$(part))))
  $(foreach part,$(test_parts),$(call units_of_room,tests_$(part),$(call files,tests/$(part)/*.cpp)))
  $(foreach room,$(test_rooms),$(call units_of_tests,$(room)))
endif

# Read from standard input, so that the files of a unit keep their own names.
define compile_unit
@mkdir -p $(@D)
$(say) CXX '$(firstword $(sources_of_$*)) and $(words $(wordlist 2,99,$(sources_of_$*))) more'
@$(if $(filter %.cu,$(sources_of_$*)),$(compile_cuda_unit),$(call compile_source,$(firstword \
  $(sources_of_$*))) -MT $@ -MF $(@:.o=.d) -x c++ -c - -o $@ < $<)
endef
list_units = @printf '%s\n' $(foreach unit,$(1),$(call quote,$(unit) $(sources_of_$(unit)))) | sh src/make/keep.sh --units $@

# The units that CUDA and MPI change, and the units that all builds have.
units_of_more := $(strip $(foreach unit,$(units),$(if $(filter $(with_more),$(firstword $(sources_of_$(unit)))),$(unit))))
units_of_all := $(filter-out $(units_of_more),$(units))
$(units_of_all:%=$(O)/obj/unity/%.o): $(O)/obj/unity/%.o: $(O)/unity/%.cpp $(O)/flags
	$(compile_unit)
$(units_of_all:%=$(O)/unity/%.cpp): $(O)/unity/list ;
$(O)/unity/list: FORCE
	$(call list_units,$(units_of_all))
ifneq ($(units_of_more),)
$(units_of_more:%=$(B)/obj/unity/%.o): $(B)/obj/unity/%.o: $(B)/unity/%.cpp $(O)/flags $(B)/more_flags
	$(compile_unit)
$(units_of_more:%=$(B)/unity/%.cpp): $(B)/unity/list ;
$(B)/unity/list: FORCE
	$(call list_units,$(units_of_more))
endif

# If a source is gone, its old unit's list of includes misses it, and the unit is made again.
%.cpp: ;
%.cu: ;

# ---- prelude.h, precompiled (PCH=1) ----

# One for each level of optimisation, since g++ compiles a source with the level of the header that it reads. Tests
# have another one, with the header of doctest, and so have the programs of shell tests, with assertions.
preludes := $(if $(filter 1,$(PCH)),full light test quick)
flags_of_quick := -O0 -D_GLIBCXX_ASSERTIONS
# clang++ refuses a header that is precompiled without the registers that only kernels ask for.
prelude_of_kernels := $(if $(findstring simd128,$(kernel_flags)),,full)
prelude_of = $(patsubst %,$(O)/prelude_%.h,$(filter $(preludes),$(patsubst plain,full,$(patsubst kernel,$(prelude_of_kernels),$(1)))))

test-rest test-all: $(if $(TESTS),,$(addsuffix .made,$(call prelude_of,quick)))

# g++ and clang++ use FILE.gch for -include FILE. A compiler that cannot use it reads FILE itself.
$(preludes:%=$(O)/prelude_%.h.made): $(O)/prelude_%.h.made: src/make/prelude.h $(O)/flags
	$(say) PCH $(@:.made=)
	@{ echo '$(if $(filter test,$*),#define HOLO_PRELUDE_OF_TESTS)'; cat $<; } > $(@:.made=)
	@$(call compile,,$(flags_of_$*) $(flags_of_lines)) $(doctest_cflags) -x c++-header $(@:.made=) -MD -MP -MT $@ \
	  -MF $(@:.made=.d) -o $@.$$$$ && mv -f $@.$$$$ $(@:.made=.gch)
	@echo 'int x;' | $(call compile,,$(flags_of_$*) $(flags_of_lines)) $(doctest_cflags) -include $(@:.made=) -x c++ -c - \
	  -o $(@:.made=.o) 2> /dev/null || rm -f $(@:.made=.gch)
	@touch $@

$(foreach source,$(filter-out $(of_chapter_1),$(all_sources)) $(embedded_names) $(embedded_page),$(eval $(call objects,$(source)): $(addsuffix \
  .made,$(call prelude_of,$(call kind_of,$(source))))))

# ---- objects, and the library ----

# Rewritten only when they change, so that a new flag or compiler rebuilds and an old one does not.
flags = $(compiler_version) | $(compile) | $(foreach kind,$(kinds),$(flags_of_$(kind)) \
  $($(kind))) | $(header_tests) | $(dirs_tests) | $(LDFLAGS) $(fmt_libs) $(omp_libs) $(LDLIBS) | \
  $(if $(flags_of_lines),lines of $(with_lines))
more_flags = $(compile_cuda) | $(emulator_flags) | $(define_cuda) | $(mpi_version) $(mpi_cflags) | $(cuda_libs) $(mpi_libs) $(libs_of_emulator)
sources = $(library_sources) | $(call part_sources,$(parts)) | $(test_sources) | $(units)

$(O)/flags $(B)/more_flags $(B)/sources: FORCE
	@printf '%s\n' $(call quote,$($(@F))) | sh src/make/keep.sh $@

define compile_object
@mkdir -p $(@D)
$(say) CXX $<
@$(call compile_source,$<) $(more_of_source) -c $< -o $@
endef
$(O)/obj/%.o: %.cpp $(O)/flags
	$(compile_object)
ifneq ($(B),$(O))
$(B)/obj/%.o: %.cpp $(O)/flags $(B)/more_flags
	$(compile_object)
endif
$(B)/obj/src/base/version.o: more_of_source = $(define_cuda)
$(B)/obj/src/parallel/mpi.o: more_of_source = $(mpi_cflags)

$(B)/obj/%.o: %.cu $(O)/flags $(B)/more_flags
	@mkdir -p $(@D)
	$(say) $(if $(filter 1,$(CUDA)),NVCC,CXX) $<
	@$(compile_cuda) -c $< -o $@

$(library): $(call objects,$(library_sources) $(embedded_page)) $(B)/sources
	$(say) AR $@
	@rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

all_objects := $(call objects,$(all_sources) $(embedded_names) $(embedded_page))
-include $(all_objects:.o=.d) $(wildcard $(O)/*.h.d)

# ---- files that are a part of programs ----

# $(call embed,NAME,FILES): a C++ source with the bytes of the files, joined, as the array holo::embedded_NAME.
define embed
@mkdir -p $(@D)
@{ printf '%s\n' '#include <cstddef>' 'namespace holo {' 'extern const char embedded_$(1)[];' 'extern const std::size_t embedded_$(1)_size;'; \
  printf 'const char embedded_$(1)[] = R"file('; cat $(2); printf '%s\n' ')file";' \
  'const std::size_t embedded_$(1)_size = sizeof(embedded_$(1)) - 1;' '}'; } > $@
endef
$(embedded_names): $(data_text)
	$(call embed,names,$<)
$(filter %part_css.cpp %part_js.cpp,$(embedded_page)): page_files := $(part_files)
$(embedded_page): $(page_files) $(part_files)
	$(call embed,$(@:$(O)/embedded_%.cpp=%),$(filter %.$(lastword $(subst _, ,$(basename $@))),$(page_files)))
