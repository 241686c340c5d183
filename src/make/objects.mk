# objects.mk: what is compiled: the units of files that are compiled as one, the precompiled headers, and the objects. The
# Makefile includes it.
#
# With UNITY=1 a unit is up to 30 files of one room and kind, which read the headers once; an edit compiles its unit
# again. Names in anonymous namespaces must differ within a room. Kernels, in which headers are a small part, are
# compiled alone, and so are programs. no_cuda.cpp and registry.cpp are also compiled alone, because a test program may
# bring its own cuda(), and a contributor's new operation its own registry.cpp.
#
# These stems need more than the rest of their folder, or less: links.mk links each as a folder of its own.
apart := src/see/value_graph examples/gpt/layouts/json $(addprefix examples/support/,corpus device_flag devices matmul_steps name_batch progress)
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
prelude_of = $(patsubst %,$(O)/prelude_%.h,$(filter $(preludes),$(patsubst plain,full,$(patsubst kernel,full,$(1)))))

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
