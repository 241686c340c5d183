# compile.mk: how the sources become objects: the flags of each, ours first, then yours; the units of files that are
# compiled as one; the precompiled headers; the objects and the library. The Makefile includes it.

real_flags := $(if $(filter double,$(REAL)),-DHOLO_REAL=double)
define_cuda := $(if $(cuda_version),-DHOLO_CUDA='"$(cuda_version)"')
san_flags := $(if $(SAN),-fsanitize=$(compiled_san) -fno-omit-frame-pointer -fno-sanitize-recover=all)
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
cxxflags := $(strip -std=c++20 $(all_flags) $(if $(filter -g -g1,$(level)),$(dwarf)) $(level) $(arch_flags) $(exact_flags) \
  $(warnings) $(omp_cflags) $(san_flags))
# Without WERROR=1 no compiler checks the format strings, for all versions of fmt: a tenth of the time of a build.
format_flags := $(if $(filter 1,$(WERROR)),,-DFMT_CONSTEVAL= -DFMT_USE_CONSTEVAL=0)
cppflags := $(strip -Iinclude $(real_flags) $(fmt_cflags) $(format_flags))
ldlibs = $(strip $(fmt_libs) $(omp_libs) $(san_flags) $(cuda_libs) $(mpi_libs) $(libs_of_emulator))
compile = $(CXX) $(cppflags) $(1) $(cxxflags) $(2) $(CPPFLAGS) $(CXXFLAGS)

# The folder of a source says which folders it sees and of which kind it is: of the first kind with a pattern that fits,
# or else full. Kernels of tensors and their benches may fuse a multiplication and an addition; Values never do. Values
# need all optimisation. Tests, what calls kernels (tensors and the chapters on them do), and what deals with files, flags
# and text, compile faster with less of it and run as fast; so do plain loops, unless a sanitizer looks at each step.
dirs_src := -Isrc
dirs_examples := -Iexamples -Isrc
dirs_tests := -Isrc -Iexamples -Itests -I$(O)/obj $(doctest_cflags)
dirs_of = $(dirs_$(firstword $(subst /, ,$(1))))$(if $(filter src/emulator/%,$(1)), $(emulator_flags))
kinds := cuda emulator kernel full start test light
cuda := %.cu
kernel := src/ops/%_cpu.cpp examples/10_matmul.cpp $(addprefix examples/bench/,matmul.cpp ops.cpp train_step.cpp)
test := %_test.cpp
ifeq ($(filter 1,$(DEBUG)),)
  # What chapter 1 needs of light folders: its first build waits for the precompiled header of the kind full alone. The
  # kind start has none.
  full := src/see/value_graph.cpp
  start := examples/support/command_line.cpp examples/support/run_program.cpp
  light := $(O)/% tests/% $(addsuffix /%,$(addprefix examples/,book experiments figures gpt kernel_view playground support)) \
    examples/08% examples/09% examples/1% $(addprefix src/,$(addsuffix /%,files nn $(if $(SAN),,ops) parallel see text trace train))
endif
flags_of_kernel := -DHOLO_KERNEL -ffp-contract=fast -fno-trapping-math $(kernel_flags)
flags_of_light := $(if $(SAN),$(if $(findstring fuzzer,$(SAN)),-O1,-O0),$(light_flags))
flags_of_start := $(flags_of_light)
# With sanitizers, and with clang++, optimisation takes a compiler twice as long; g++ compiles tests with -Og as fast as
# without, into a third of the bytes. What is undefined is looked for in the library, not in the tests.
flags_of_test := $(or $(if $(SAN)$(filter 1,$(DEBUG)),,$(and $(filter -Og,$(light_flags)),$(light_flags))),-O0) \
  $(if $(findstring undefined,$(SAN)),-fno-sanitize=undefined)
# Programs that are looked at line by line know their lines, src/trace/source_lines.cpp: a tenth more bytes,
# hardly more time. The names are those that the compiler gets, wherever the folder lies.
flags_of_lines := $(if $(filter 1,$(DEBUG))$(SAN),,$(dwarf) -g1 -fdebug-prefix-map=$(call quote,$(CURDIR))=.)
with_lines := $(example_sources) examples/gpt/train_gpt.cpp
kind_of = $(or $(firstword $(foreach kind,$(kinds),$(if $(filter $($(kind)),$(1)),$(kind)))),full)
compile_source = $(call compile,$(call dirs_of,$(1)),$(flags_of_$(call kind_of,$(1))) $(if $(filter \
  $(with_lines),$(1)),$(flags_of_lines))) $(addprefix -include ,$(call prelude_of,$(1))) -MMD -MP

# ---- CUDA: *.cu, for a GPU with nvcc (CUDA=1), or as C++ for the emulator of src/emulator (CUDA=emu) ----

# The emulator itself is compiled without sanitizers, because it tells AddressSanitizer about switches of fibers.
emulator_flags := -Isrc/emulator/include $(if $(findstring address,$(SAN)),-DEMULATOR_ASAN)
emulator := $(filter-out src/emulator/cublas%,$(call files,src/emulator/*.cpp))
flags_of_emulator := -O2 $(if $(SAN),-fno-sanitize=all)
ifeq ($(CUDA),emu)
  # nvcc fuses every multiplication and addition, and so do these flags if the processor can. Without them a C++
  # compiler fuses only the ones that it does not vectorise, and then two sums of the same terms differ.
  fused := -ffp-contract=fast -fno-tree-vectorize -fno-tree-slp-vectorize
  # A GPU stops at a read of a number whose address is not a multiple of its size; a CPU does not.
  aligned := $(if $(findstring undefined,$(SAN)),,-fsanitize=alignment -fsanitize-undefined-trap-on-error)
  compile_cuda = $(call compile,$(dirs_src) $(emulator_flags),$(fused) $(aligned)) -MMD -MP -x c++
  # For EMULATOR_MATH=other, src/emulator/math.cpp.
  libs_of_emulator := $(if $(filter Linux,$(shell uname)),$(foreach name,exp log log1p tanh sin cos pow,-Wl,--wrap=$(name),--wrap=$(name)f))
endif
ifeq ($(CUDA),1)
  # With WERROR=1 nvcc stops at warnings of nvcc, of its assembler and of the host compiler. It
  # takes the user's CPPFLAGS, and hands CXXFLAGS to the host compiler.
  cuda_warnings := -Xcompiler -Wall,-Wextra \
    $(if $(filter 1,$(WERROR)),-Werror all-warnings -Xcompiler -Werror)
  # For a debugger all registers are spilled to memory; otherwise none may be.
  cuda_level := $(if $(filter 1,$(DEBUG)),-O0 -g -G,-O3 -lineinfo -Xptxas -warn-spills)
  compile_cuda = $(call quote,$(nvcc)) -std=c++20 $(cuda_level) $(cuda_host) $(cuda_arch_flags) -Iinclude \
    $(real_flags) $(dirs_src) $(cuda_warnings) -MMD -MP $(CPPFLAGS) $(addprefix -Xcompiler ,$(all_flags) $(CXXFLAGS))
endif

# ---- units ----

# With UNITY=1 a unit is the files of one room and kind, which read the headers once; an edit compiles its unit again.
# Names in anonymous namespaces must differ within a room; each test file is a namespace with its name. Compiled alone are
# kernels, in which headers are a small part, programs, a file that replaces functions of the system, and files that a
# test may bring itself: its own cuda(), or the registry of a new operation. The stems of `apart` need more than the rest
# of their folder, or less: links.mk links each as a folder of its own.
apart := src/see/value_graph examples/gpt/layouts/json $(addprefix examples/support/,corpus devices matmul_steps name_batch progress)
alone := $(apart:%=%.cpp) $(filter-out %.cu,$(with_more)) src/backend/no_cuda.cpp src/parallel/no_mpi.cpp \
  $(other_mains) $(addprefix tests/,registry/registry.cpp backend/fake_device_test.cpp backend/pool_test.cpp \
  see/tensor_gradcheck_test.cpp tensor/tensor_same_bits_test.cpp)
# The units of bin/races have its tests: tests of the engine that set the number of threads, without the twins.
threaded := $(if $(filter races-here,$(goals)),$(shell grep -ls set_num_threads tests/backend/[!t]*_test.cpp tests/tensor/*_test.cpp))
unit_tests := $(if $(threaded),$(threaded) $(filter-out %_test.cpp,$(test_sources)),$(test_sources))
units :=

# $(call units_of,NAME,SOURCES): a unit for each kind of the sources.
units_of = $(foreach kind,cuda full start test light,$(call define_unit,$(1)_$(kind),$(strip $(foreach source,$(filter-out \
  $(alone),$(2)),$(if $(filter $(kind),$(call kind_of,$(source))),$(source))))))
define_unit = $(if $(word 2,$(2)),$(eval units += $(1))$(eval sources_of_$(1) := $(2))$(foreach \
  source,$(2),$(eval unit_of_$(source) := $(1))))
rooms_of = $(sort $(foreach source,$(1),$(word 2,$(subst /, ,$(source)))))
ifeq ($(UNITY),1)
  $(foreach room,$(call rooms_of,$(library_sources)),$(call units_of,$(room),$(filter src/$(room)/%,$(library_sources))))
  $(foreach part,$(parts),$(call units_of,$(subst /,_,$(part)),$(call part_sources,$(part))))
  $(foreach room,$(call rooms_of,$(unit_tests)),$(call units_of,tests_$(room),$(filter tests/$(room)/%,$(unit_tests))))
endif

# Read from standard input, so that the files of a unit keep their own names; but nvcc reads a file. The .d file also
# gets the sources of the unit, as compiled_UNIT.
unit_objects := $(foreach unit,$(units),$(call object,$(firstword $(sources_of_$(unit)))))
$(filter $(B)/%,$(unit_objects)): $(B)/more_flags
$(unit_objects): %.o: $(O)/flags
	@mkdir -p $(@D)
	$(say) CXX '$(firstword $(sources_of_$(*F))) and $(words $(wordlist 2,99,$(sources_of_$(*F)))) more'
	@printf '#include "%s"\n' $(sources_of_$(*F)) | $(if $(filter %.cu,$(sources_of_$(*F))),$(if $(filter 1,$(CUDA)),cat > $*.cu && \
	  $(compile_cuda) -I. -x cu -c $*.cu,$(compile_cuda) -MT $@ -MF $*.d -c -),$(call compile_source,$(firstword \
	  $(sources_of_$(*F)))) -MT $@ -MF $*.d -x c++ -c -) -o $@
	@echo 'compiled_$(*F) := $(sources_of_$(*F))' >> $*.d

# If a source is gone, make would ask for it because of an old .d file.
%.cpp: ;
%.cu: ;

# ---- prelude.h, precompiled ----

# One for each level of optimisation, since g++ compiles a source with the level of the header that it reads. Tests
# have another one, with the header of doctest, and so have the programs of shell tests, with assertions. UNITY=0 has
# none, and so finds a missing #include of any header.
preludes := $(if $(filter 1,$(UNITY)),full light test quick)
flags_of_quick := -O0 -D_GLIBCXX_ASSERTIONS
test-rest test-all: $(if $(TESTS),,$(addprefix $(O)/prelude_,$(addsuffix .h.made,$(filter quick,$(preludes)))))
# clang++ refuses a header that is precompiled without the registers that only kernels ask for.
prelude_of_kernels := $(if $(findstring simd128,$(kernel_flags)),,full)
prelude_of = $(patsubst %,$(O)/prelude_%.h,$(filter $(preludes),$(patsubst kernel,$(prelude_of_kernels),$(call kind_of,$(1)))))

# g++ and clang++ use FILE.gch for -include FILE. A compiler that cannot use it reads FILE itself.
$(preludes:%=$(O)/prelude_%.h.made): $(O)/prelude_%.h.made: src/make/prelude.h $(O)/flags
	$(say) PCH $(@:.made=)
	@{ echo '$(if $(filter test,$*),#define HOLO_PRELUDE_OF_TESTS)'; cat $<; } > $(@:.made=)
	@$(call compile,,$(flags_of_$*) $(flags_of_lines)) $(doctest_cflags) -x c++-header $(@:.made=) -MD -MP -MT $@ \
	  -MF $(@:.made=.d) -o $@.$$$$ && mv -f $@.$$$$ $(@:.made=.gch)
	@echo 'int x;' | $(call compile,,$(flags_of_$*) $(flags_of_lines)) $(doctest_cflags) -include $(@:.made=) -x c++ -c - \
	  -o $(@:.made=.o) 2> /dev/null || rm -f $(@:.made=.gch)
	@touch $@

$(foreach source,$(all_sources) $(embedded_names) $(embedded_page),$(eval $(call objects,$(source)): $(addsuffix \
  .made,$(call prelude_of,$(source)))))

# ---- objects, and the library ----

# Rewritten only when they change, so that a new flag or compiler rebuilds and an old one does not.
flags = $(compiler_version) | $(compile) | $(foreach kind,$(kinds),$(flags_of_$(kind)) \
  $($(kind))) | $(dirs_tests) | $(LDFLAGS) $(fmt_libs) $(omp_libs) $(LDLIBS) | \
  $(if $(flags_of_lines),lines of $(with_lines))
more_flags = $(compile_cuda) | $(emulator_flags) | $(define_cuda) | $(mpi_version) $(mpi_cflags) | $(cuda_libs) $(mpi_libs) $(libs_of_emulator)
sources = $(library_sources) | $(call part_sources,$(parts)) | $(test_sources) | $(units)

$(O)/flags $(B)/more_flags $(B)/sources: FORCE
	@mkdir -p $(@D); printf '%s\n' $(call quote,$($(@F))) | cmp -s - $@ 2> /dev/null || \
	  { printf '%s\n' $(call quote,$($(@F))) > $@.$$$$ && mv -f $@.$$$$ $@; }

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
# A unit with other sources than it was compiled with.
$(foreach object,$(unit_objects),$(if $(subst x$(compiled_$(basename $(notdir $(object)))),,x$(sources_of_$(basename \
  $(notdir $(object))))),$(eval $(object): FORCE)))

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
