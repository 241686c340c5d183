# hologradient: `make demo` builds and trains, `make test` proves, `make help` lists the rest.
# Settings stand on top and are given on the command line: make DEBUG=1 demo. Each combination has
# its own build/<config>/. The probes (src/make/probe.sh) say what they found.

# All cores, unless you say -j yourself; a make inside of this one shares its jobs.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS))$(filter-out 0,$(MAKELEVEL)),)
  MAKEFLAGS += -j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
endif

all_benches := $(patsubst examples/bench/%.cpp,%,$(sort $(wildcard examples/bench/*.cpp)))
all_experiments := $(patsubst examples/experiments/%.cpp,%,$(sort $(wildcard \
  examples/experiments/*.cpp)))
all_fuzz := $(notdir $(sort $(wildcard tests/fuzz/corpus/*)))

# ---- settings ----

## 1: no optimisation, debug info, checks of the standard library: for gdb
DEBUG := 0
## sanitizers: address,undefined or thread
SAN :=
## processor: native (this machine), x86-64-v3 and the like, or nothing (any machine of this kind)
ARCH := native
## 0: no OpenMP, one thread
OMP := 1
## number type of the tensor engine: float or double
REAL := float
## 1: a warning is an error
WERROR := 0
## 0: read every header anew for each file, as other build systems do
PCH := 1
## 1: show the whole command lines
V := 0
## 1: use fmt without its library
FMT_HEADER_ONLY := 0
## what a program gets: make demo ARGS='--steps 100'
ARGS :=
## the text file for make exact, one document a line
DATA := examples/data/names.txt
## the folder of the cases for make golden
HOLO_GOLDEN ?= tests/data/golden
## what make bench times
BENCH ?= $(all_benches)
## which experiments make experiments runs
EXPERIMENTS ?= $(filter-out figures,$(all_experiments))
## 1: make experiments only shows that everything works, with too few steps to learn from
QUICK := 0
## what make fuzz tries
FUZZ ?= $(all_fuzz)
## how long make fuzz tries each target
FUZZ_SECONDS ?= 60
## an original microgpt.py for make bench to run beside ours
MICROGPT ?=
## with torch, for make bench to run beside ours
PYTHON ?= python3
## the debugger for make tour
GDB ?= gdb
## print: make deps only says what it would do
DEPS := run
## where make install puts things; DESTDIR is a staging folder in front of all
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
## the compiler; your flags come after ours, so they win
ifneq ($(filter default undefined,$(origin CXX))$(if $(strip $(CXX)),,empty),)
  CXX := $(shell if [ "$$(uname)" = Darwin ]; then echo c++; elif command -v g++ >/dev/null 2>&1; \
    then echo g++; elif command -v c++ >/dev/null 2>&1; then echo c++; else echo g++; fi)
endif
CPPFLAGS ?=
CXXFLAGS ?=
LDFLAGS ?=
LDLIBS ?=
PKG_CONFIG ?= pkg-config
CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy

# ---- make itself ----

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
Q := $(if $(filter 1,$(V)),,@)
comma := ,
quote = '$(subst ','\'',$(1))'
say = @printf '  %-6s %s\n'
refuse = $(error $(1)=$($(1)): unknown; expected $(2). Try: make help)
one_of = $(if $(filter-out $(2),$($(1))),$(call refuse,$(1),one of: $(2)))
$(call one_of,DEBUG,0 1)
$(call one_of,OMP,0 1)
$(call one_of,REAL,float double)
$(call one_of,QUICK,0 1)
$(call one_of,BENCH,$(all_benches))
$(call one_of,EXPERIMENTS,$(all_experiments))
$(call one_of,FUZZ,$(all_fuzz))
$(call one_of,PCH,0 1)
$(call one_of,WERROR,0 1)
$(call one_of,FMT_HEADER_ONLY,0 1)
$(call one_of,DEPS,run print)
sanitizers := $(subst $(comma), ,$(SAN))
compiled_san := $(subst fuzzer,fuzzer-no-link,$(SAN))# only bin/fuzz has the main() of libFuzzer
ifneq ($(filter-out address undefined thread leak fuzzer,$(sanitizers)),)
  $(call refuse,SAN,some of address undefined thread leak fuzzer with commas between them)
endif

# ---- files ----

library_sources := $(sort $(wildcard src/*/*.cpp src/*/*/*.cpp))
support_sources := $(sort $(wildcard examples/support/*.cpp))
example_sources := $(sort $(wildcard examples/*.cpp))
bench_sources := $(sort $(wildcard examples/bench/*.cpp))
experiment_sources := $(sort $(wildcard examples/experiments/*.cpp))
gpt_sources := $(sort $(wildcard examples/gpt/*_gpt.cpp))
gpt_part_sources := $(filter-out $(gpt_sources),$(sort $(wildcard examples/gpt/*.cpp)))
layout_sources := $(sort $(wildcard examples/gpt/layouts/*.cpp))
kernel_view_sources := $(sort $(wildcard examples/kernel_view/*.cpp))
part_sources := $(support_sources) $(gpt_part_sources) $(layout_sources) $(kernel_view_sources)
golden_sources := $(sort $(filter-out %_test.cpp,$(wildcard tests/golden/*.cpp)))
registry_sources := $(sort $(wildcard tests/registry/*.cpp))
fuzz_sources := $(sort $(filter-out %_test.cpp,$(wildcard tests/fuzz/*.cpp)))
fuzz_part_sources := $(filter-out tests/fuzz/fuzzer.cpp,$(fuzz_sources))
race_sources := $(sort $(wildcard tests/races/*.cpp))
test_sources := $(sort $(wildcard tests/*/*_test.cpp) $(wildcard tests/main.cpp) \
  $(filter-out tests/golden/main.cpp,$(golden_sources)) $(registry_sources) $(fuzz_part_sources))
public_headers := $(sort $(wildcard include/holo/*.h include/holo/*/*.h))
all_sources := $(library_sources) $(part_sources) $(example_sources) $(bench_sources) \
  $(experiment_sources) $(gpt_sources) \
  $(sort $(test_sources) $(golden_sources) $(fuzz_sources) $(race_sources))
all_headers := $(public_headers) $(sort $(wildcard src/*/*.h src/*/*/*.h \
  examples/*/*.h examples/*/*/*.h tests/*.h tests/*/*.h))
data_text := $(wildcard examples/data/names.txt)

examples := $(patsubst examples/%.cpp,%,$(example_sources))
version_part = $(shell sed -n 's/^.define HOLO_VERSION_$(1) //p' include/holo/version.h)
version := $(call version_part,MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)

# ---- the build folder: one for each combination of settings ----

empty :=
space := $(empty) $(empty)
config := $(subst $(space),-,$(foreach word,$(CXX),$(notdir $(word))))
config := $(config)$(if $(filter 1,$(DEBUG)),-debug)$(if $(SAN),-san-$(subst $(comma),-,$(SAN)))
config := $(config)$(if $(filter native,$(ARCH)),,-arch-$(or $(ARCH),any))
config := $(config)$(if $(filter 0,$(OMP)),-serial)$(if $(filter double,$(REAL)),-double)
B := build/$(config)

ifneq ($(filter tour,$(MAKECMDGOALS)),)
  ifneq ($(shell $(GDB) -nx -batch -ex 'python print(6 * 7)' 2>/dev/null),42)
    $(error make tour: no $(GDB) with Python; expected gdb. Try: sudo apt install gdb (dnf, pacman and \
      brew have it under the same name))
  endif
endif

# What a goal needs is asked of the compiler: clang++, unless CXX is another clang.
ifneq ($(filter fuzz races,$(MAKECMDGOALS)),)
  clang := $(if $(findstring clang,$(notdir $(firstword $(CXX)))),$(CXX),clang++)
  links = $(shell mkdir -p build && echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned \
    char*, decltype(sizeof 0)) { return 0; } $(2)' | $(clang) $(1) -x c++ - \
    -o build/links.$$$$ 2>/dev/null && rm -f build/links.$$$$ && echo yes)
endif
ifneq ($(filter fuzz,$(MAKECMDGOALS)),)
  ifneq ($(call links,-fsanitize=fuzzer$(comma)address$(comma)undefined),yes)
    $(error make fuzz: $(clang) with libFuzzer is not here; expected clang 14 or newer. Try: sudo apt \
      install clang)
  endif
endif
ifneq ($(filter races,$(MAKECMDGOALS)),)
  archer := $(firstword $(wildcard $(shell $(clang) -print-file-name=libarcher.so 2>/dev/null) \
    $(addsuffix /../../libarcher.so,$(shell $(clang) -print-resource-dir 2>/dev/null))))
  can_race := $(and $(archer),$(call links,-fsanitize=thread -fopenmp,int main() {}))
endif

# ---- probes: only for goals that compile ----

goals := $(or $(MAKECMDGOALS),all)
goals_without_compiler := help clean deps format format-check check-floors uninstall mutants
ifneq ($(filter-out $(goals_without_compiler),$(goals)),)
  need := compiler fmt $(if $(filter test check fuzz races,$(goals)),doctest)
  letters := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
  dry_run := $(if $(findstring =,$(letters)),,$(findstring n,$(letters)))
  install_missing := $(and $(filter all demo test check,$(goals)),$(filter run,$(DEPS)),\
    $(if $(dry_run),,yes))
  problem := $(shell FOUND=$(B)/found.mk NEED='$(need)' INSTALL='$(install_missing)' \
    CXX=$(call quote,$(CXX)) CPPFLAGS=$(call quote,$(CPPFLAGS)) CXXFLAGS=$(call quote,$(CXXFLAGS)) \
    LDFLAGS=$(call quote,$(LDFLAGS)) ARCH=$(call quote,$(ARCH)) OMP='$(OMP)' SAN='$(compiled_san)' \
    FMT_HEADER_ONLY='$(FMT_HEADER_ONLY)' PKG_CONFIG=$(call quote,$(PKG_CONFIG)) \
    sh src/make/probe.sh)
  ifneq ($(problem),)
    $(error $(problem))
  endif
  include $(B)/found.mk
endif

# ---- flags: ours first, then yours ----

real_flags := $(if $(filter double,$(REAL)),-DHOLO_REAL=double)
san_flags := $(if $(SAN),-fsanitize=$(compiled_san))
san_strict := $(if $(SAN),-fno-omit-frame-pointer -fno-sanitize-recover=all)
checks := -D_GLIBCXX_ASSERTIONS
# A report of a sanitizer wants lines, not variables: -g1 compiles a third faster.
level := $(if $(filter 1,$(DEBUG)),-O0 -g $(checks) -DHOLO_DEFAULT_DEVICE=plain,$(if $(SAN),-O1 -g1 $(checks),-O3))
# Tests, and what deals with files, flags and text, compile faster with less optimisation and run as
# fast. What the library computes keeps its own; so do the tests of code that stands in headers.
tests_of_headers := $(wildcard tests/scalar/*_test.cpp tests/backend/vec*_test.cpp \
  tests/examples/matmul_steps_test.cpp)
light := $(if $(filter 1,$(DEBUG))$(SAN),,examples/gpt/% examples/support/% src/files/% src/see/% src/text/%)
tests_level := -O0
light_level := -O1
level_of = $(if $(call doctests,$(1))$(filter tests/main.cpp,$(1)),$(tests_level),$(if \
  $(filter $(light),$(1)),$(light_level)))
# Without OpenMP its pragmas are for nobody.
warnings := -Wall -Wextra -Wconversion -Wshadow $(if $(omp_cflags),,-Wno-unknown-pragmas) \
  $(if $(filter 1,$(WERROR)),-Werror)
cxxflags := $(strip -std=c++20 $(level) $(arch_flags) $(exact_flags) $(warnings) $(omp_cflags) \
  $(san_flags) $(san_strict))
cppflags := $(strip -Iinclude $(real_flags) $(fmt_cflags))
ldlibs := $(strip $(fmt_libs) $(omp_libs) $(san_flags))
# The kernels of tensors and their benches may fuse a multiplication and an addition; Values never
# do.
kernel_flags := -ffp-contract=fast -fno-trapping-math
kernels := src/ops/%_cpu.cpp examples/10_matmul.cpp examples/bench/matmul.cpp \
  examples/bench/attention.cpp examples/bench/train_step.cpp
kernel_flags_of = $(if $(filter $(kernels),$(1)),$(kernel_flags))
compile = $(CXX) $(cppflags) $(1) $(cxxflags) $(2) $(CPPFLAGS) $(CXXFLAGS)
link = $(CXX) $(cxxflags) $(CXXFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(library) \
  $(ldlibs) $(LDLIBS)
dirs_library := -Isrc
dirs_programs := -Iexamples -Isrc
dirs_tests := -Isrc -Iexamples -Itests $(if $(registry_sources),-I$(B)/obj) $(doctest_cflags)
room_of = $(or $(filter library,$(1:src/%=library)),$(filter tests,$(1:tests/%=tests)),programs)
dirs_of = $(dirs_$(room_of))

# ---- products ----

library := $(B)/libhologradient.a
objects = $(patsubst %.cpp,$(B)/obj/%.o,$(1))
library_objects := $(call objects,$(library_sources))
support_objects := $(call objects,$(support_sources)) $(if $(data_text),$(B)/obj/embedded_names.o)
example_programs := $(addprefix $(B)/bin/,$(examples))
bench_programs := $(patsubst examples/bench/%.cpp,$(B)/bin/bench_%,$(bench_sources))
experiment_programs := $(patsubst examples/experiments/%.cpp,$(B)/bin/experiment_%,$(experiment_sources))
gpt_programs := $(patsubst examples/gpt/%.cpp,$(B)/bin/%,$(gpt_sources))
gpt_part_objects := $(call objects,$(gpt_part_sources))
part_objects := $(call objects,$(part_sources))
test_program := $(if $(test_sources),$(B)/bin/tests)

.PHONY: all demo gpt microgpt exact examples test check fuzz races golden mutants bench experiments \
  figures kernel-view tour deps install uninstall format format-check lint check-floors \
  compile_commands.json clean help FORCE
FORCE:

all: $(library) $(example_programs) $(gpt_programs) ## the library and the examples
	@echo 'ready: $(library), $(words $(examples)) examples in $(B)/bin (make run-NAME: $(examples))'

# Files of the demo, unless ARGS names others.
demo_file = $(if $(filter --$(1) --$(1)=%,$(ARGS)),,--$(1) build/demo/$(2))

demo: $(B)/bin/train_gpt ## train a tiny GPT on the embedded names, print new ones, keep it in build/demo (ARGS=)
	$(Q)mkdir -p build/demo
	$(Q)$< $(call demo_file,out,names.safetensors) $(call demo_file,log,loss.csv) \
	  $(call demo_file,plot,loss.svg) $(ARGS)

gpt: $(gpt_programs) ## build train_gpt, sample_gpt, export_gpt and import_gpt alone

microgpt: $(B)/bin/07_microgpt ## the same with the scalar engine: microgpt.py, number by number (ARGS=)
	$(Q)$< $(ARGS)

exact: $(B)/bin/07_microgpt ## the bits of the original: make exact DATA=FILE ARGS='--seed 7'
	$(Q)$< --exact --data $(call quote,$(DATA)) $(ARGS)

examples: $(example_programs) ## build every example

no_such_example = echo 'error: $@: no such example; expected one of: \
  $(addprefix run-,$(examples))' >&2; exit 2

run-NAME: ## build and run one example, say make run-01_value (ARGS=)
	@$(no_such_example)

$(addprefix run-,$(examples)): run-%: $(B)/bin/% FORCE
	$(Q)$< $(ARGS)

run-%: FORCE
	@$(no_such_example)

# What the tests may use: the build, how a program is compiled and linked against it, and the
# settings of the build as make takes them.
build_settings := DEBUG SAN ARCH OMP REAL WERROR PCH FMT_HEADER_ONLY CPPFLAGS CXXFLAGS LDFLAGS LDLIBS
test_environment = HOLO_ROOT=$(call quote,$(CURDIR)) HOLO_BUILD=$(call quote,$(CURDIR)/$(B)) \
  CXX=$(call quote,$(CXX)) HOLO_COMPILE=$(call quote,$(call compile,-I$(CURDIR)/include)) \
  HOLO_LIBS=$(call quote,$(CURDIR)/$(library) $(LDFLAGS) $(ldlibs) $(LDLIBS)) \
  HOLO_SETTINGS=$(call quote,$(foreach name,$(build_settings),$(name)=$(call quote,$($(name)))))

everything := $(library) $(example_programs) $(gpt_programs) $(bench_programs) \
  $(experiment_programs) $(test_program)

test: $(everything) ## build everything, run every test
	$(Q)$(test_environment) bash tests/run.sh

check: test ## the same

# libFuzzer and clang's ThreadSanitizer want builds of their own: make calls itself for them.
fuzz: ## try what reads files of others with millions of damaged ones (FUZZ= FUZZ_SECONDS=; needs clang)
races: ## run the threaded tests under ThreadSanitizer (needs clang and its OpenMP)
ifneq ($(filter fuzzer,$(sanitizers)),)
fuzz: $(B)/bin/fuzz
	$(Q)bash tests/fuzz/fuzz.sh $< $(FUZZ_SECONDS) $(FUZZ)
else
fuzz:
	$(Q)$(MAKE) --no-print-directory CXX=$(call quote,$(clang)) SAN=fuzzer,address,undefined OMP=0 fuzz
endif
ifeq ($(can_race),)
races:
	@echo 'races: skipped, no $(clang) with ThreadSanitizer and libarcher.so here'
	@echo '0 passed, 0 failed, 1 skipped'
else ifneq ($(filter thread,$(sanitizers)),)
races: $(B)/bin/races $(B)/bin/seeded_race
	$(Q)bash tests/races/races.sh $(B)/bin $(archer)
else
races:
	$(Q)$(MAKE) --no-print-directory CXX=$(call quote,$(clang)) SAN=thread races
endif

golden: $(B)/bin/golden ## compare with the golden cases in the folder HOLO_GOLDEN
	$(Q)$< $(call quote,$(HOLO_GOLDEN))

mutants: ## break each backward formula in turn, in a copy: a test must see it (ARGS=; takes long)
	$(Q)python3 tests/mutants.py $(ARGS)

bench: $(BENCH:%=$(B)/bin/bench_%) $(B)/bin/07_microgpt ## time the engine, beside its peers where they are; a table, and build/bench.json
	$(Q)rm -f build/bench.json
	$(Q)for name in $(BENCH); do \
	  MICROGPT=$(call quote,$(MICROGPT)) HOLO_PYTHON=$(call quote,$(PYTHON)) \
	  HOLO_BENCH_JSON=build/bench.json $(B)/bin/bench_$$name || exit 1; done

experiments: $(EXPERIMENTS:%=$(B)/bin/experiment_%) ## which feed-forward layer learns best? tables and plots; an hour on one core (QUICK=1: seconds)
	$(Q)mkdir -p build/experiments
	$(Q)for name in $(EXPERIMENTS); do echo "---- $$name" && $(B)/bin/experiment_$$name \
	  $(if $(filter 1,$(QUICK)),--quick) --plots build/experiments $(ARGS) || exit 1; done

figures: $(B)/bin/experiment_figures ## draw those of the kernel view anew, into docs/figures (ARGS='--plots DIR')
	$(Q)$< $(ARGS)

kernel-view: $(B)/bin/14_kernel_view ## what a gated unit is: identity, rank, eigenvalues, kernels
	$(Q)$< $(ARGS)
	@echo 'its figures: docs/figures, shown in docs/14_kernel_view.md; make figures draws them anew'

# gdb shows a build without optimisation: make calls itself for it.
tour: $(if $(filter 1,$(DEBUG)),$(B)/bin/08_tensor) ## how to debug: gdb follows a gradient from your line to the kernel and back
	$(Q)$(if $(filter 1,$(DEBUG)),SHELL=/bin/sh HOLO_ROOT=. $(GDB) -nx -batch \
	  -x src/gdb/hologradient.gdb -x src/gdb/tour.gdb $<,$(MAKE) --no-print-directory DEBUG=1 tour)

deps: ## install a compiler, fmt and doctest (DEPS=print: only say how)
	@sh src/make/deps.sh $(DEPS) $(call quote,$(CXX))

# ---- rules ----

# Rewritten only when it changed, so that a new flag or compiler rebuilds and an old one does not.
define keep
@mkdir -p $(@D)
@printf '%s\n' $(call quote,$(1)) > $@.new; \
  if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi
endef

$(B)/flags: FORCE
	$(call keep,$(compiler_version) | $(compile) $(kernel_flags) | $(doctest_cflags) | $(tests_level) $(light_level) $(light) | $(LDFLAGS) $(ldlibs) $(LDLIBS))

$(B)/sources: FORCE
	$(call keep,$(library_sources) | $(part_sources) | $(test_sources))

$(library): $(library_objects) $(B)/sources
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $(library_objects)

# Slow headers, read once for each level: prelude.h, prelude_light.h, and for the tests one with
# doctest. The kernels have flags of their own and none of these headers. A compiler that cannot use
# what it made does without.
without_prelude := $(kernels) tests/main.cpp
doctests = $(filter-out tests/main.cpp $(tests_of_headers) $(fuzz_sources) $(race_sources),\
  $(filter tests/%,$(1)))
prelude_of = $(if $(call doctests,$(1)),$(B)/prelude_tests.h,$(if $(filter $(light),$(1)),\
  $(B)/prelude_light.h,$(if $(filter $(without_prelude),$(1)),,$(B)/prelude.h)))
prelude_flag = $(if $(filter 1,$(PCH)),$(addprefix -include ,$(call prelude_of,$(1))))
preludes := $(if $(filter 1,$(PCH)),$(addprefix $(B)/,prelude.h.made prelude_light.h.made \
  prelude_tests.h.made))
doctest_line := \#include <doctest/doctest.h>

prelude_compile = $(call compile,,$(if $(findstring tests,$*),$(tests_level),$(if \
  $(findstring light,$*),$(light_level))))

$(preludes): $(B)/%.made: src/make/prelude.h $(B)/flags
	@mkdir -p $(@D)
	@cp $< $(B)/$* && $(if $(findstring tests,$*),echo '$(doctest_line)' >> $(B)/$*,:)
	$(say) PCH $(B)/$*
	$(Q)$(prelude_compile) $(doctest_cflags) -x c++-header $(B)/$* -MD -MP -MT $@ -MF $(B)/$*.d \
	  -o $(B)/$*.new && mv -f $(B)/$*.new $(B)/$*.gch && \
	  echo 'int x;' | $(prelude_compile) -include $(B)/$* -x c++ -c - -o $(B)/$*.o 2> /dev/null || \
	  rm -f $(B)/$*.gch
	@touch $@

$(call objects,$(filter-out $(without_prelude) $(light) $(call doctests,$(all_sources)),\
  $(all_sources))): $(filter %/prelude.h.made,$(preludes))
$(call objects,$(filter $(light),$(all_sources))): $(filter %_light.h.made,$(preludes))
$(call objects,$(call doctests,$(all_sources))): $(filter %_tests.h.made,$(preludes))
-include $(preludes:.made=.d)

$(B)/obj/%.o: %.cpp $(B)/flags
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(call compile,$(call dirs_of,$<),$(call kernel_flags_of,$<) $(call level_of,$<)) \
	  $(call prelude_flag,$<) \
	  -MMD -MP -c $< -o $@

$(B)/obj/embedded_names.o: $(B)/obj/embedded_names.cpp $(B)/flags
	$(say) CXX $<
	$(Q)$(call compile) -MMD -MP -c $< -o $@

$(B)/obj/embedded_names.cpp: $(data_text) Makefile
	@mkdir -p $(@D)
	@{ echo '// Made from $(data_text) by the Makefile.'; echo '#include <cstddef>'; \
	  echo 'namespace holo {'; \
	  echo 'extern const char embedded_names[];'; \
	  echo 'extern const std::size_t embedded_names_size;'; \
	  printf 'const char embedded_names[] = R"names('; cat $(data_text); echo ')names";'; \
	  echo 'const std::size_t embedded_names_size = sizeof(embedded_names) - 1;'; \
	  echo '}  // namespace holo'; } > $@

linked := $(support_objects) $(library) $(B)/flags

# Rooms that not every program needs: those whose text names them link them.
# $(call programs_with,ROOM,SOURCES,PREFIX OF THE PROGRAMS)
programs_with = $(patsubst %.cpp,$(B)/bin/$(3)%,$(notdir $(shell grep -ls '"$(1)/' $(2) /dev/null)))
$(call programs_with,kernel_view,$(example_sources)) \
  $(call programs_with,kernel_view,$(experiment_sources),experiment_): \
  $(call objects,$(kernel_view_sources))
$(call programs_with,gpt/layouts,$(gpt_sources)): $(call objects,$(layout_sources))

$(example_programs): $(B)/bin/%: $(B)/obj/examples/%.o $(linked)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(gpt_programs): $(B)/bin/%: $(B)/obj/examples/gpt/%.o $(gpt_part_objects) $(linked)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(bench_programs): $(B)/bin/bench_%: $(B)/obj/examples/bench/%.o $(gpt_part_objects) $(linked)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(experiment_programs): $(B)/bin/experiment_%: $(B)/obj/examples/experiments/%.o $(linked)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(B)/bin/tests: $(call objects,$(test_sources)) $(part_objects) $(linked) $(B)/sources
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(B)/bin/golden: $(call objects,$(golden_sources)) $(linked)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(B)/bin/fuzz: $(call objects,$(fuzz_sources)) $(part_objects) $(linked) $(B)/sources
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link) -fsanitize=fuzzer

# Of the tests those that set the number of threads; the registry is part of some.
threaded := $(if $(filter races,$(MAKECMDGOALS)),$(shell grep -ls set_num_threads tests/*/*_test.cpp))

$(B)/bin/races: $(call objects,$(threaded) tests/main.cpp $(registry_sources)) \
  $(part_objects) $(linked) $(B)/sources
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(link)

$(B)/bin/seeded_race: $(call objects,$(race_sources)) $(B)/flags
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(cxxflags) $(CXXFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(omp_libs) $(san_flags)

# The names of all ops: one that the registry of the tests does not know does not compile.
$(B)/obj/op_names.h: include/holo/ops.h tests/registry/op_names.awk
	@mkdir -p $(@D)
	@awk -f tests/registry/op_names.awk $< > $@

$(call objects,$(registry_sources)): $(B)/obj/op_names.h

-include $(patsubst %.cpp,$(B)/obj/%.d,$(all_sources) embedded_names.cpp)

# ---- install ----

# Paths below PREFIX are written relative to it, so that a moved tree still works.
pc_path = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
fill = sed -e 's|@VERSION@|$(version)|' -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
  -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@PC_LIBDIR@|$(call pc_path,$(LIBDIR))|' \
  -e 's|@PC_INCLUDEDIR@|$(call pc_path,$(INCLUDEDIR))|' -e 's|@REQUIRES@|$(fmt_requires)|' \
  -e 's|@DEFINES@|$(strip $(real_flags) $(filter -D%,$(fmt_cflags)))|' \
  -e 's|@LIBS@|$(strip $(if $(fmt_requires),,$(fmt_libs)) $(omp_libs) $(san_flags))|' \
  -e 's|@CMAKE_DEFINES@|$(patsubst -D%,%,$(real_flags))|' -e 's|@CMAKE_LIBS@|$(san_flags)|' \
  -e 's|@FMT_TARGET@|fmt::fmt$(if $(filter 1,$(FMT_HEADER_ONLY)),-header-only)|' \
  -e 's|@EXACT@|$(filter -ffp-contract=%,$(exact_flags))|' -e 's|@OPENMP@|$(if $(omp_cflags),ON,OFF)|'
reverse = $(if $(1),$(call reverse,$(wordlist 2,$(words $(1)),$(1))) $(firstword $(1)))
pc_folder = $(DESTDIR)$(LIBDIR)/pkgconfig
cmake_folder = $(DESTDIR)$(LIBDIR)/cmake/hologradient
cmake_files := hologradientConfig.cmake hologradientConfigVersion.cmake
installed = $(public_headers:include/%=$(DESTDIR)$(INCLUDEDIR)/%) \
  $(DESTDIR)$(LIBDIR)/libhologradient.a $(pc_folder)/hologradient.pc \
  $(addprefix $(cmake_folder)/,$(cmake_files))
header_folders = $(patsubst %/,%,$(sort $(dir $(public_headers:include/%=%))))

install: $(library) ## headers, library, pkg-config and CMake files under PREFIX
	@for file in $(public_headers:include/%=%); do \
	  install -d "$(DESTDIR)$(INCLUDEDIR)/$$(dirname $$file)" && \
	  install -m 644 include/$$file "$(DESTDIR)$(INCLUDEDIR)/$$file" || exit 1; done
	@install -d "$(pc_folder)" "$(cmake_folder)"
	@install -m 644 $(library) "$(DESTDIR)$(LIBDIR)/libhologradient.a"
	@$(fill) src/make/hologradient.pc.in > "$(pc_folder)/hologradient.pc"
	@for file in $(cmake_files); do \
	  $(fill) src/make/$$file.in > "$(cmake_folder)/$$file" || exit 1; done
	@echo 'installed hologradient $(version) below $(DESTDIR)$(PREFIX): real = $(REAL),' \
	  'built for $(arch_text)'
	@$(if $(filter native,$(ARCH)),echo 'For other machines: make install ARCH= (or ARCH=x86-64-v3)',:)

uninstall: ## remove exactly what install put there (same PREFIX, DESTDIR, LIBDIR, INCLUDEDIR)
	@rm -f $(foreach file,$(installed),"$(file)")
	@for folder in $(call reverse,$(header_folders)); do \
	  rmdir "$(DESTDIR)$(INCLUDEDIR)/$$folder" 2>/dev/null; done; \
	  rmdir "$(cmake_folder)" 2>/dev/null || true
	@$(if $(DESTDIR),cd "$(DESTDIR)" 2>/dev/null && for folder in "$(INCLUDEDIR)" \
	  "$(LIBDIR)/pkgconfig" "$(LIBDIR)/cmake"; do rmdir -p "./$$folder" 2>/dev/null; done; true,:)
	@echo 'uninstalled hologradient below $(DESTDIR)$(PREFIX)'

# ---- care ----

formatted := $(all_sources) $(all_headers)

format: ## lay out every source file with clang-format
	$(Q)$(CLANG_FORMAT) -i $(formatted)

format-check: ## fail when `make format` would change a file
	$(Q)$(CLANG_FORMAT) --dry-run -Werror $(formatted)
	@echo 'format-check: $(words $(formatted)) files are laid out as .clang-format says'

lint: ## clang-tidy over all sources, when it is there
	$(Q)if ! command -v $(CLANG_TIDY) >/dev/null 2>&1; then \
	  echo 'lint: skipped, no $(CLANG_TIDY) here'; exit 0; fi; \
	  $(CLANG_TIDY) --quiet $(all_sources) -- $(call compile,-Isrc -Iexamples $(doctest_cflags))

check-floors: ## includes point down the floors only (see docs)
	@sh src/make/check_floors.sh .

# One entry a source file, for editors; the flags are those of this configuration.
compile_commands.json: ## for editors and clang-tidy, written at the root
	@{ printf '['; separator=; for file in $(all_sources); do \
	  case $$file in src/*) dirs='$(dirs_library)';; tests/*) dirs='$(dirs_tests)';; \
	    *) dirs='$(dirs_programs)';; esac; \
	  printf '%s\n{"directory": "%s", "file": "%s", "command": "%s"}' "$$separator" "$$(pwd)" $$file \
	    "$$(printf '%s' $(call quote,$(call compile))" $$dirs -c $$file" | sed 's/[\\"]/\\&/g')"; \
	  separator=,; done; printf '\n]\n'; } > $@
	@echo 'wrote $@: $(words $(all_sources)) files'

clean: ## remove build/ and compile_commands.json
	$(Q)rm -rf build compile_commands.json

settings := DEBUG SAN ARCH OMP REAL WERROR PCH V FMT_HEADER_ONLY ARGS DATA HOLO_GOLDEN BENCH EXPERIMENTS \
  QUICK FUZZ FUZZ_SECONDS MICROGPT PYTHON GDB DEPS PREFIX DESTDIR LIBDIR INCLUDEDIR CXX CPPFLAGS CXXFLAGS LDFLAGS LDLIBS

help: ## this list
	@echo 'hologradient $(version): make [TARGET] [SETTING=value]; this build would be $(B) '
	@echo; echo 'Targets'
	@awk -F ':.*## ' '/^[a-zA-Z_.-]+:.*## / { printf "  %-22s %s\n", $$1, $$2 }' Makefile
	@echo; echo 'Settings, with their values now'
	@$(foreach name,$(settings),value_$(name)=$(call quote,$($(name)))) awk ' \
	  /^## / { text = substr($$0, 4); next } \
	  /^ *[A-Z_]+ *[:?]?= ?/ { name = $$1; sub(/[:?]?=.*/, "", name); \
	    if (("value_" name) in ENVIRON && !(name in seen)) \
	      printf "  %-34s %s\n", name "=" ENVIRON["value_" name], text; \
	    seen[name] = 1; text = "" }' Makefile
