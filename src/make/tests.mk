# tests.mk: the tests, and the sources of their programs. The Makefile includes it.

# make test is for a user: the engine, the programs, the pages, the exercises and the project. The rest tests the
# building of hologradient, the debugger, benches, experiments, and feedback on answers; tests/shell_tests.txt says which
# tests belong to make test. With sanitizers benches and experiments take long and show nothing new, so they are left out.
tested_programs := $(call program_of,$(example_sources) $(book_source)) $(gpt_programs)
rest_programs := $(if $(SAN),$(filter-out $(B)/bin/bench_% $(B)/bin/experiment_%,$(programs)),$(programs))
test_binaries := $(if $(TESTS),,$(tested_programs) $(if $(test_sources),$(B)/bin/tests))
run_tests = $(Q)$(test_environment) HOLO_CASES= HOLO_PART=$(1) bash tests/run.sh $(TESTS)
# make check continues after a green run of make test.
check_sh = $(Q)$(test_environment) bash tests/check.sh
$(if $(filter check,$(goals)),$(if $(TESTS)$(ROOMS)$(HOLO_WITHOUT),$(error make check chooses its tests: it takes no \
  TESTS, ROOMS or HOLO_WITHOUT. Try: make test)))
keep_green = $(if $(TESTS)$(ROOMS)$(HOLO_WITHOUT),,$(check_sh) green)

# The tests of debuggers use the programs that `make tour`, `make gdb` and F5 start: floats, without optimisation. They
# share one build, with the settings of an editor, for any settings of this make.
debugger_tests := editor_test tour_test walk_test
all_of_rest := $(if $(filter test-rest test-all,$(goals)),$(notdir $(basename $(wildcard tests/gdb/*_test.sh))))
debugged := $(if $(SAN)$(filter double,$(REAL)),,$(filter $(debugger_tests),$(or $(TESTS:.sh=),$(all_of_rest))))
debug_programs := $(if $(debugged),debug-programs)
debug-programs: FORCE
	$(Q)! $(call values_of,GDB LLDB named_debugger) sh src/make/debugger.sh > /dev/null || MAKEFLAGS= MAKELEVEL= $(MAKE_COMMAND) \
	  --no-print-directory -s DEBUG=1 $(same_builds) $(addprefix $(debug_build)/,libhologradient.a bin/01_engine bin/01_value bin/08_tensor)
.PHONY: debug-programs

test: run-begins $(library) $(test_binaries) $(debug_programs) ## build the programs and run their tests: engine, programs, pages, exercises (TESTS=)
	$(call run_tests,$(if $(TESTS),all,test))
	$(keep_green)
test-rest: $(library) $(test_binaries) $(debug_programs) $(if $(TESTS),,$(rest_programs)) ## the other tests: of the build, install, gdb, benches, experiments, what is said of answers
	$(call run_tests,rest)
test-all: run-begins $(library) $(test_binaries) $(debug_programs) $(if $(TESTS),,$(rest_programs)) ## all tests: those of make test and of make test-rest
	$(call run_tests,all)
	$(keep_green)
check: run-begins $(library) $(test_binaries) ## for contributors: what sees the changes since the last green run, in about a minute
	$(check_sh)
run-begins: FORCE
	$(check_sh) begin
.PHONY: run-begins

# The test cases on 32 bits, where a size is half as long. Kernels are for any processor. On Debian the system's headers
# for 32 bits are beside the ones for 64. tests/short_addresses.sh says which cases cannot run there, and why.
settings_of_test-32 = CXX=$(call quote,$(cxx_of_32)) CPPFLAGS=$(call quote,$(headers_of_32)) LDFLAGS=-L$(builds)/for-32 ARCH= OMP=0
cxx_of_32 = $(CXX) -m32
headers_of_32 = -idirafter /usr/include/$(shell $(CXX) -print-multiarch)
condition_of_test-32 = sh src/make/has.sh test-32 $(call quote,$(cxx_of_32) $(headers_of_32)) || exit 0; \
  sh src/make/fmt_library.sh $(builds)/for-32 $(cxx_of_32) $(headers_of_32) || exit 1;
test-32: ## the test cases in a build for 32 bits, where a size is half as long (needs g++ -m32)
test-32-here: $(B)/bin/tests
	$(Q)$(test_environment) bash tests/short_addresses.sh

in_tests = $(call objects,$(filter-out %_test.cpp,$(filter tests/$(1)/%,$(test_sources))))
test_programs := $(addprefix $(B)/bin/,tests golden fuzz races seeded_race)
part_objects := $(call objects,$(call part_sources,$(parts)))
used_by_tests := $(if $(linked_tests),$(foreach folder,$(filter examples/% tests/%,$(call folders_of,$(linked_tests))),$(objects_of_$(folder))) $(call in_tests,backend),$(call \
  objects,$(test_helpers)) $(part_objects))
# A linker takes the first of the many copies of a header's function. Tests are compiled without optimisation, so they
# come after all other objects, which saves a quarter of the time of the cases. With sanitizers the copies in the tests
# are faster, because they have no checks for undefined behaviour.
of_cases := $(call objects,$(wildcard tests/*.cpp) $(filter-out $(other_mains),$(filter %_test.cpp,$(test_sources))))
$(B)/bin/tests: $(if $(SAN),$(of_cases)) $(used_by_tests) $(of_cases)
$(B)/bin/golden: $(call in_tests,golden) $(part_objects)
$(B)/bin/fuzz: $(call in_tests,fuzz) $(part_objects)
$(B)/bin/races: $(call objects,$(threaded) tests/main.cpp) $(used_by_tests)
$(B)/bin/seeded_race: $(call in_tests,races)
$(test_programs): $(objects_of_examples/support) $(library)
# The sources that compute ops, and nothing else.
$(B)/bin/shapes: $(call in_tests,shapes) $(call in_tests,registry) $(foreach room,base tensor backend ops \
  $(if $(filter emu,$(CUDA)),emulator),$(objects_of_src/$(room)))

# The names of all ops. An op that the tests' registry does not know does not compile.
$(O)/obj/op_names.h: include/holo/ops.h tests/registry/op_names.awk
	@mkdir -p $(@D)
	@awk -f tests/registry/op_names.awk $< > $@

$(call in_tests,registry): $(O)/obj/op_names.h
