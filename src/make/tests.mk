# tests.mk: the tests, what else looks for faults, and the sources of their programs. The Makefile includes it.

# What the tests may use: the build, how a program is compiled and linked against it, and the
# settings of the build as make takes them.
build_settings := DEBUG SAN ARCH OMP REAL CUDA CUDA_ARCH NVCC MPI MPICXX WERROR UNITY FMT_HEADER_ONLY CPPFLAGS CXXFLAGS \
  LDFLAGS LDLIBS
test_environment = HOLO_ROOT=$(call quote,$(CURDIR)) HOLO_BUILD=$(call at,$(B)) HOLO_OBJECTS=$(call at,$(O)) \
  HOLO_DEBUG_BUILD=$(call at,$(debug_build)) HOLO_JUDGE=$(call at,$(in_exercises)) \
  HOLO_PROJECT_OBJECTS=$(call quote,$(call at,$(project_objects))) \
  CXX=$(call quote,$(CXX)) HOLO_COMPILE=$(call quote,$(call compile,-I$(call at,include))) \
  HOLO_COMPILE_QUICK=$(call quote,$(call compile,-I$(call at,include),$(flags_of_quick))) \
  HOLO_DOCTEST=$(call quote,$(doctest_cflags)) \
  HOLO_LIBS=$(call quote,$(call at,$(library)) $(LDFLAGS) $(ldlibs) $(LDLIBS)) \
  HOLO_SETTINGS=$(call quote,$(call values_of,$(build_settings)))

# make test asks whether the engine works here: bin/tests has the cases of the engine's rooms (links.mk). The other rooms
# are in bin/more_tests, which make test-rest runs: the pages, tools and traces. The shell tests of make test are in
# tests/shell_tests.txt. With sanitizers benches and experiments take long and show nothing new, so they are left out.
# Its programs are those that `make run-NAME` starts, which have no trace.
programs_of_test := $(foreach name,$(filter 01_engine 01_value 07_microgpt 08_tensor 17_demo,$(examples)),$(call run_program_of,$(name)))
rest_programs := $(if $(SAN),$(filter-out $(B)/bin/bench_% $(B)/bin/experiment_%,$(programs)),$(programs))
tests_of_engine := $(if $(TESTS),,$(if $(filter first_test,$(HOLO_WITHOUT)),,$(programs_of_test)) $(if $(engine_tests),$(B)/bin/tests))
tests_of_rest := $(library) $(if $(TESTS),,$(rest_programs) $(if $(more_tests),$(B)/bin/more_tests))
# With ROOMS all cases are in bin/tests; a bin/more_tests of an earlier make would run beside it.
run_tests = @$(if $(more_tests),,rm -f $(call at,$(B)/bin/more_tests); )$(test_environment) HOLO_CASES= HOLO_PART=$(1) bash tests/run.sh $(TESTS)
# make check continues after a green run of make test-all, which has the same cases.
check_sh = @$(test_environment) bash tests/check.sh
$(if $(filter check,$(goals)),$(if $(TESTS)$(ROOMS)$(HOLO_WITHOUT),$(error make check chooses its tests: it takes no \
  TESTS, ROOMS or HOLO_WITHOUT. Try: make test)))
keep_green = $(if $(TESTS)$(ROOMS)$(HOLO_WITHOUT),,$(check_sh) green)

# The tests of debuggers use the programs that `make tour`, `make debug` and F5 start: floats, without optimisation. They
# share one build, with the settings of an editor, for any settings of this make.
debugger_tests := editor_test tour_test walk_test
all_of_rest := $(if $(filter test-rest test-all,$(goals)),$(notdir $(basename $(wildcard tests/gdb/*_test.sh))))
debugged := $(if $(SAN)$(filter double,$(REAL)),,$(filter $(debugger_tests),$(or $(TESTS:.sh=),$(all_of_rest))))
debug_programs := $(if $(debugged),debug-programs)
debug-programs: FORCE
	@! $(debugger) check > /dev/null || MAKEFLAGS= MAKELEVEL= $(MAKE_COMMAND) \
	  --no-print-directory -s DEBUG=1 $(same_builds) $(addprefix $(debug_build)/,libhologradient.a bin/01_engine bin/01_value bin/08_tensor)
.PHONY: debug-programs

test: $(tests_of_engine) $(if $(TESTS),$(library) $(debug_programs)) ## does it work here? the engine, the demo and exact microgpt, in two to four minutes (TESTS=)
	$(call run_tests,$(if $(TESTS),all,test))
test-rest: $(tests_of_rest) $(debug_programs) ## the other tests: pages, exercises, tools, traces, the book, debuggers, the build itself
	$(call run_tests,rest)
test-all: run-begins $(tests_of_engine) $(tests_of_rest) $(debug_programs) ## all tests: make test and make test-rest
	$(call run_tests,all)
	$(keep_green)
check: run-begins $(library) $(tests_of_engine) $(if $(more_tests),$(B)/bin/more_tests) ## for contributors: what sees the changes since the last green run, in about a minute
	$(check_sh)
run-begins: FORCE
	$(check_sh) begin
.PHONY: run-begins

# ---- what else looks for faults ----

fuzz: ## feed millions of damaged files to the readers (FUZZ= FUZZ_SECONDS=; needs clang)
races: ## run the threaded tests under ThreadSanitizer (needs clang and its OpenMP)

fuzz-here: $(B)/bin/fuzz FORCE
	@bash tests/fuzz/fuzz.sh $< $(FUZZ_SECONDS) $(FUZZ)

races-here: $(B)/bin/races $(B)/bin/seeded_race
	@bash tests/races/races.sh $(B)/bin $(archer)

shapes: $(B)/bin/tests ## compare every op with plain at random shapes, forward and backward (SECONDS= SEED=; CUDA=emu: the GPU's too)
	@HOLO_SECONDS=$(SECONDS) HOLO_SEED=$(SEED) $(RUN) $< --no-intro=true --test-case='twins: *'

gpu-check: ## what only a GPU can say, in stages of ten minutes at most, into docs/results/gpu (STAGES= RESULTS=; CUDA=emu: what an emulator can)

gpu-check-here: FORCE
	@$(test_environment) $(call values_of,CUDA STAGES RESULTS COMMIT ROOMS) bash tests/gpu/gpu_check.sh
# What its stage `build` makes.
gpu_benches := train_step ops matmul
gpu-check-programs: FORCE $(B)/bin/tests $(call program_of,$(example_sources)) $(gpt_programs) $(gpu_benches:%=$(B)/bin/bench_%)

golden: $(B)/bin/golden ## compare with results of PyTorch in tests/data/golden (HOLO_GOLDEN=: in another folder)
	@$(RUN) $<

mutants: ## change random lines, one at a time: a test must turn red (ARGS=src/ops, ARGS=--help; takes long)
	@HOLO_BUILD=$(B) python3 tests/mutants.py $(ARGS)

# ---- the programs ----

in_tests = $(call objects,$(filter-out %_test.cpp,$(filter tests/$(1)/%,$(test_sources))))
part_objects := $(call objects,$(call part_sources,$(parts)))
used_by_more_tests := $(call objects,$(test_helpers)) $(part_objects)
# tests/backend has a cuda() of its own, so not the one in no_cuda.cpp.
used_by_tests := $(if $(linked_tests),$(filter-out $(call objects,src/backend/no_cuda.cpp),$(foreach \
  folder,$(call linked,$(linked_tests)),$(objects_of_$(folder)))) $(call in_tests,backend),$(used_by_more_tests))
# A linker takes the first of the many copies of a header's function. Tests are compiled with little optimisation, so they
# come after all other objects, which saves a quarter of the time of the cases. With sanitizers the copies in the tests
# are faster, because they have no checks for undefined behaviour.
main_of_cases := $(call objects,$(wildcard tests/*.cpp))
of_cases := $(main_of_cases) $(call objects,$(engine_tests))
of_more_cases := $(main_of_cases) $(call objects,$(more_tests))
$(B)/bin/tests: $(if $(SAN),$(of_cases)) $(used_by_tests) $(of_cases) $(if $(linked_tests),,$(library))
$(B)/bin/more_tests: $(if $(SAN),$(of_more_cases)) $(used_by_more_tests) $(of_more_cases) $(library)
$(B)/bin/golden: $(call in_tests,golden) $(call objects,examples/gpt/layouts/json.cpp) $(library)
$(B)/bin/fuzz: $(call in_tests,fuzz) $(part_objects) $(library)
$(B)/bin/races: $(call objects,$(threaded) tests/main.cpp) $(used_by_tests)
$(B)/bin/seeded_race: $(call in_tests,races)
$(filter-out %/seeded_race %/races,$(test_programs)): $(objects_of_examples/support) $(call objects,$(embedded_names))

# The names of all ops. An op that the tests' registry does not know does not compile.
$(O)/obj/op_names.h: include/holo/ops.h tests/registry/op_names.awk
	@mkdir -p $(@D)
	@awk -f tests/registry/op_names.awk $< > $@

$(call in_tests,registry): $(O)/obj/op_names.h
