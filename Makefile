# hologradient: `make demo` builds and trains, `make test` proves, `make help` lists the rest.
# Settings are at the top and are given on the command line: make DEBUG=1 demo. Each combination has
# its own build/<config>/. The probes (src/make/probe.sh) say what they found.

# All cores, unless you say -j yourself; a make inside of this one shares its jobs.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS))$(filter-out 0,$(MAKELEVEL)),)
  MAKEFLAGS += -j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
endif

# ---- settings ----

## 1: no optimization, debug info, checks of the standard library: for gdb
DEBUG := 0
## sanitizers: address,undefined or thread
SAN :=
## processor: native (this machine), x86-64-v3 and the like, or nothing (any of this architecture)
ARCH := native
## 0: no OpenMP, one thread
OMP := 1
## number type of the tensor engine: float or double
REAL := float
## 1: with the CUDA backend, by nvcc; emu: with its kernels run by an emulator on the CPU; 0: without
CUDA := 0
## for CUDA=1: the GPUs to compile for, 80 90 say (nothing: that of this machine), and the nvcc
CUDA_ARCH ?=
NVCC ?=
## 1: train_gpt trains with several processes; and the compiler of the MPI to use, mpicxx.mpich say
MPI := 0
MPICXX ?= mpicxx
## the compiler; your flags come after ours, so they win
ifneq ($(filter default undefined,$(origin CXX))$(if $(strip $(CXX)),,empty),)
  # On macOS g++ is another name for clang.
  CXX := $(or $(shell [ "$$(uname)" != Darwin ] && command -v g++ > /dev/null && echo g++),$(shell command -v c++ > /dev/null && echo c++),g++)
endif
CPPFLAGS ?=
CXXFLAGS ?=
LDFLAGS ?=
LDLIBS ?=
## 1: a warning is an error
WERROR := 0
## 1: unity build, the files of a folder are compiled as one, after precompiled headers; 0: each file by itself
UNITY := 1
## 1: use fmt without its library
FMT_HEADER_ONLY := 0
## where the folder build/ is made, for a tree that you may not write: make B=$HOME/holo demo; nothing: here
B :=
## what starts a program that is made for another machine: qemu-aarch64 -L /usr/aarch64-linux-gnu
RUN :=
## what a program gets: make demo ARGS='--steps 100'
ARGS :=
## which example, kernel or exercise: 01_value for make debug, softmax for make gdb-kernel, 03 for make exercise
EX ?=
## which shell tests make test runs, install_test say; nothing: all, and the test program
TESTS :=
## the rooms of tests/ whose test cases bin/tests has, 'ops nn' say; nothing: those of the engine
ROOMS :=
## the text file for make exact, one document a line
DATA := examples/data/names.txt
## what make bench times, and the folder of another build to compare with, build/g++-arch-any say
BENCH ?= $(all_benches)
BESIDE ?=
## one or more Pythons with torch for make bench to compare with ours: PYTHON='python3 /usr/bin/python3'
PYTHON ?= python3
## which experiments make experiments runs
EXPERIMENTS ?= $(filter-out figures,$(all_experiments))
## 1: make experiments and make bench only show that everything works, in seconds: no figure means anything
QUICK := 0
## what make fuzz tries, and how long each
FUZZ ?= $(all_fuzz)
FUZZ_SECONDS ?= 60
## how long make shapes tries, and a seed to try the same again
SECONDS := 60
SEED :=
## the debuggers: GDB=/opt/bin/gdb, or for make debug also LLDB=lldb; nothing: gdb, or where there is none lldb
GDB ?=
LLDB ?=
## the open file of an editor, for make editor
FILE ?=
## the file for make exercise or make project, unless it is that of the exercise or of the project
ANSWER :=
## which stage of the project make project checks, 4 say; nothing: all, up to the one that you are at
STAGE :=
## for make handin: who hands in, NAME="Ada Lovelace"
NAME :=
## for make grade: a folder with the hand-ins of a class, each a file of make handin or a folder with one
DIR := submissions
## the table that make grade writes; for make handin the file to be handed in, handin.txt unless you name one
OUT := grades.csv
## print: make deps only says what it would do
DEPS := run
## for make gpu-check: its stages, 'build cuda' say; where its logs and its table go; the commit of a tree without git
STAGES :=
RESULTS :=
COMMIT :=
## where make install puts things; DESTDIR is a staging folder in front of all
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib

# ---- files ----

files = $(sort $(wildcard $(1)))
# What CUDA=0, 1 or emu leaves out: kernels, the emulator, what stands for a device that is there.
left_out_of_0 := %.cu src/emulator/% tests/backend/cuda_%
left_out_of_emu := src/backend/no_cuda.cpp tests/backend/fake_device%
left_out_of_1 := $(left_out_of_emu) src/emulator/%
# What MPI=1 or 0 leaves out.
left_out_of_mpi_0 := src/parallel/mpi.cpp
left_out_of_mpi_1 := src/parallel/no_mpi.cpp
room_sources := $(call files,src/*/*.cpp src/*/*/*.cpp src/*/*.cu src/*/*/*.cu)
library_sources := $(filter-out src/make/% $(left_out_of_$(CUDA)) $(left_out_of_mpi_$(MPI)),$(room_sources))
test_files := $(call files,tests/*.cpp tests/*/*.cpp)
left_out_rooms := $(if $(ROOMS),$(filter-out $(ROOMS:%=tests/%/%),$(filter %_test.cpp,$(test_files))))
test_sources := $(filter-out $(left_out_of_$(CUDA)) $(left_out_rooms),$(test_files))
example_sources := $(call files,examples/*.cpp)
gpt_sources := $(call files,examples/gpt/*_gpt.cpp examples/gpt/explain_gate.cpp)
bench_sources := $(call files,examples/bench/*.cpp)
experiment_sources := $(call files,examples/experiments/*.cpp)
# What make gdb-kernel steps through, in the emulator.
kernel_sources := $(if $(filter emu,$(CUDA)),$(call files,examples/kernels/*.cpp))
# Each of these is a program. Of the tests these are programs of their own, not in bin/tests.
main_sources := $(example_sources) $(gpt_sources) $(bench_sources) $(experiment_sources) \
  $(kernel_sources)
other_mains := tests/golden/main.cpp tests/fuzz/fuzzer.cpp tests/races/seeded_race.cpp
# The folders of examples/ that programs share.
parts := $(patsubst examples/%/,%,$(sort $(dir $(filter-out $(main_sources) examples/bench/% examples/exercises/% \
  examples/kernels/%,$(call files,examples/*/*.cpp examples/*/*/*.cpp)))))
part_sources = $(filter-out $(main_sources),$(call files,$(patsubst %,examples/%/*.cpp,$(1))))
all_sources := $(library_sources) $(call part_sources,$(parts)) $(main_sources) $(test_sources)
public_headers := $(call files,include/holo/*.h include/holo/*/*.h)
headers := $(sort $(shell find include src examples -name '*.h' -o -name '*.cuh'))
formatted = $(filter-out tests/%.cu,$(sort $(shell find include src examples tests -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh')))
data_text := $(wildcard examples/data/names.txt)
page_files := $(strip $(call files,src/trace/page/part/*) $(call files,src/trace/page/*.*))
part_files := $(call files,src/trace/page/part/*) $(call files,src/trace/page/embed/*)
all_benches := $(bench_sources:examples/bench/%.cpp=%)
all_experiments := $(experiment_sources:examples/experiments/%.cpp=%)
all_fuzz = $(sort $(shell sed 's/ .*//' tests/data/fuzz.txt))

# ---- make itself ----

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
space := $() $()
comma := ,
quote = '$(subst ','\'',$(1))'
# These files as words of a shell, for who is in another folder, wherever this one lies.
at = $(foreach file,$(1),$(call quote,$(if $(filter /%,$(file)),,$(CURDIR)/)$(file)))
# The variables of these names, as what a script has in its environment.
values_of = $(foreach name,$(1),$(name)=$(call quote,$($(name))))
say = @printf '  %-6s %s\n'
refuse = $(error $(1)=$($(1)): $(if $($(1)),unknown,not given); expected $(2). Try: make help)
one_of = $(if $(filter-out $(2),$($(1))),$(call refuse,$(1),one of: $(2)))
$(foreach name,DEBUG OMP MPI QUICK UNITY WERROR FMT_HEADER_ONLY,$(call one_of,$(name),0 1))
$(call one_of,REAL,float double)
$(call one_of,CUDA,0 1 emu)
$(call one_of,BENCH,$(all_benches))
$(call one_of,EXPERIMENTS,$(all_experiments))
$(if $(filter fuzz fuzz-here,$(MAKECMDGOALS)),$(call one_of,FUZZ,$(all_fuzz)))
$(call one_of,DEPS,run print)
shell_tests := $(notdir $(basename $(wildcard tests/*/*_test.sh)))
$(if $(filter-out $(shell_tests),$(TESTS:.sh=)),$(call refuse,TESTS,some of: $(shell_tests)))
$(if $(filter test test-rest test-all,$(MAKECMDGOALS)),$(call one_of,ROOMS,$(patsubst tests/%/,%,$(sort $(dir $(call files,tests/*/*.cpp))))))
$(if $(filter-out address undefined thread leak fuzzer,$(subst $(comma), ,$(SAN))),\
  $(call refuse,SAN,some of address undefined thread leak fuzzer with commas between them))
$(if $(SAN),$(if $(filter 1,$(CUDA)),$(error SAN=$(SAN): no sanitizer sees the memory of a GPU; expected CUDA=emu or CUDA=0 with it. \
  Try: make CUDA=emu SAN=$(SAN))))
compiled_san := $(subst fuzzer,fuzzer-no-link,$(SAN))# only bin/fuzz has the main() of libFuzzer

# ---- the build folder: one for each combination of settings ----

config := $(subst =,-,$(subst $(space),-,$(notdir $(subst ',,$(subst ",,$(CXX))))))
builds := $(if $(B),$(patsubst %/build,%,$(B))/build,build)
$(if $(shell printf %s $(call quote,$(B)) | LC_ALL=C tr -d 'A-Za-z0-9_./+=:,@~-'),$(error B=$(B): has a space or a character that \
  shells and make read in their own way; expected a folder of letters, digits and ._-+=:,@~. Try: make B=/tmp/holo))
debug_build := $(builds)/$(config)-debug
config := $(config)$(if $(filter 1,$(DEBUG)),-debug)$(if $(SAN),-san-$(subst $(comma),-,$(SAN)))
config := $(config)$(if $(filter native,$(ARCH)),,-arch-$(or $(ARCH),any))
config := $(config)$(if $(filter 0,$(OMP)),-serial)$(if $(filter double,$(REAL)),-double)
more := $(if $(filter 1,$(CUDA)),-cuda)$(if $(filter emu,$(CUDA)),-emulator)$(if $(filter 1,$(MPI)),-mpi)
override B := $(builds)/$(config)$(more)
# CUDA and MPI change few of the objects: the others are those of the build without them, and lie in O.
O := $(builds)/$(config)
# For a make with other settings, and for a program that writes into build/ unless it is told otherwise.
same_builds := $(addprefix B=,$(filter-out build,$(builds)))
out_option = $(if $(same_builds),$(if $(findstring --out,$(ARGS)),,--out $(builds)/$(1)))
with_more := %.cu src/emulator/% src/base/version.cpp src/parallel/mpi.cpp tests/backend/cuda_%
version := $(subst $(space),.,$(shell sed -n 's/^.define HOLO_VERSION_[^ ]* \([0-9]*\)$$/\1/p' \
  include/holo/version.h))

# ---- products ----

library := $(B)/libhologradient.a
folder_of = $(if $(filter $(with_more),$(1)),$(B),$(O))
object = $(call folder_of,$(1))/obj/$(if $(unit_of_$(1)),unity/$(unit_of_$(1)),$(basename $(1))).o
objects = $(sort $(foreach source,$(1),$(call object,$(source))))
program_of = $(patsubst examples/%.cpp,$(B)/bin/%,$(subst bench/,bench_,$(subst experiments/,experiment_,\
  $(subst gpt/,,$(subst book/,,$(subst kernels/,kernel_,$(1)))))))
examples := $(patsubst examples/%.cpp,%,$(example_sources))
programs := $(call program_of,$(main_sources))
gpt_programs := $(call program_of,$(gpt_sources))
embedded_names := $(if $(data_text),$(O)/embedded_names.cpp)
embedded_page := $(if $(page_files),$(patsubst %,$(O)/embedded_%.cpp,page_html page_css page_js part_css part_js))

# ---- goals with a build of their own: make calls itself, with these settings, for GOAL-here ----

goals := $(or $(MAKECMDGOALS),all)
# Targets and settings that are gone, and what to type now.
instead_of_gdb := make debug
instead_of_lint := clang-tidy -p . FILES, after make compile_flags.txt
instead_of_compile_commands.json := make compile_flags.txt
instead_of_dist := git archive
instead_of_exercises-check := HOLO_EXERCISE=all make TESTS=exercises_test test
instead_of_test-32 := .ci/systems i686
instead_of_PCH := make UNITY=0, which has no precompiled headers
instead_of_hint := the hints at the end of the page of each stage, examples/exercises/project/stage_*/README.md
instead_of_HINT := $(instead_of_hint)
instead_of_MICROGPT := make microgpt
instead_of_COVERAGE := make spine
instead_of_V := make -n, which shows the commands
$(foreach name,POINTS FEEDBACK MOODLE CANVAS,$(eval instead_of_$(name) := examples/exercises/points.txt; the table of make grade has the totals))
$(foreach goal,$(goals),$(if $(instead_of_$(goal)),$(error make $(goal) is gone. Try: $(instead_of_$(goal)))))
targets := all demo gpt microgpt exact test test-rest test-all check fuzz races shapes golden mutants bench experiments \
  figures slides book tour debug gdb-kernel gpu-check spine editor engine exercise project handin grade deps install uninstall \
  format format-check check-floors compile_flags.txt clean help
# A goal with a / is a file; make itself asks for goals like races-here.
$(foreach goal,$(filter-out $(targets) FORCE run-% %-here %-programs %-begins,$(goals)),$(if $(findstring /,$(goal)),,$(error \
  make $(goal): no such target; expected one that make help lists. Try: make $(if $(filter $(goal),$(examples)),run-$(goal),help))))
# Names of settings: all that is below "settings" above. Others have a meaning for make itself, or for tests.
settings := $(shell LC_ALL=C sed -n '/^. ---- settings/,/^. ---- files/s/^ *\([A-Z_]*\) *[:?]*=.*/\1/p' Makefile)
other_settings := AR CC CFLAGS TMPDIR SHELL MAKEFLAGS HOLO_% clang more_of_source opened wasm_cxx
$(foreach name,$(filter-out $(settings) $(other_settings),$(.VARIABLES)),$(if $(filter command,$(firstword $(origin $(name)))),$(error \
  $(name)=$($(name)): $(if $(instead_of_$(name)),is gone. Try: $(instead_of_$(name)),no such setting; expected one that make help lists))))
clang := $(if $(findstring clang,$(notdir $(firstword $(CXX)))),$(CXX),clang++)
settings_of_fuzz = CXX=$(call quote,$(clang)) SAN=fuzzer,address,undefined OMP=0
settings_of_races = CXX=$(call quote,$(clang)) SAN=thread
settings_of_spine = CXX=g++ DEBUG=1 CXXFLAGS=--coverage B=build/spine
settings_of_gpu-check = CUDA=$(or $(filter emu,$(CUDA)),1) ROOMS='$(or $(ROOMS),backend ops tensor see trace nn train parallel golden)'
# The library that tells the ThreadSanitizer of clang++ what OpenMP synchronises.
archer = $(firstword $(wildcard $(addsuffix /../../libarcher.so,$(shell $(clang) -print-resource-dir 2> /dev/null)) \
  $(shell $(clang) -print-file-name=libarcher.so 2> /dev/null)))
condition_of_races = [ -n "$(archer)" ] || $(call skipped,races,$(clang) with libarcher.so,clang libomp-dev);
# $(call skipped,GOAL,WHAT,PACKAGE): ends a recipe as a test ends that is skipped.
skipped = { echo '$(1): skipped, no $(2) here. Try: sudo apt install $(3)'; echo '0 passed, 0 failed, 1 skipped'; exit 0; }

# ---- probes: what this machine has, and whether the goals can be made with it ----

probed := goals DEPS DEBUG RUN CXX CPPFLAGS CXXFLAGS LDFLAGS ARCH OMP FMT_HEADER_ONLY CUDA NVCC CUDA_ARCH MPI MPICXX
problem := $(shell $(call values_of,$(probed)) SAN=$(compiled_san) FLAGS=$(call quote,$(MAKEFLAGS)) \
  FOUND=$(call quote,$(B)/found.mk) sh src/make/probe.sh)
$(if $(problem),$(error $(problem)))
-include $(B)/found.mk

include src/make/compile.mk src/make/links.mk src/make/course.mk src/make/tests.mk

# ---- targets ----

.PHONY: $(targets) FORCE
FORCE:

all: $(library) $(call program_of,$(example_sources)) $(gpt_programs) ## the library and the examples
	@echo 'ready: $(library), $(words $(examples)) examples in $(B)/bin (make run-NAME: $(examples))'

demo: $(B)/bin/17_demo ## train a tiny GPT on the built-in names, print new ones, keep the model in build/demo (ARGS=)
gpt: $(gpt_programs) ## build train_gpt, sample_gpt, export_gpt, import_gpt and explain_gate alone

microgpt: $(B)/bin/07_microgpt ## train microgpt, number by number, with the scalar engine (ARGS=)

exact: $(B)/bin/07_microgpt ## the bits of the original: make exact DATA=FILE ARGS='--seed 7'
	@$(RUN) $< --exact --data $(call quote,$(DATA)) $(ARGS)

run-NAME: ## build and run one example, say make run-01_value (ARGS=; without them it is linked without the stepper)
demo microgpt $(addprefix run-,$(examples)):
	@$(RUN) $< $(out_of_$@) $(ARGS)
out_of_demo = $(call out_option,demo/names.safetensors)
out_of_run-17_demo = $(out_of_demo)

# The examples whose names begin so, for example with 13 or 8; all of them if there are none.
run-%: FORCE
	@echo 'error: $@: no such example; expected one of: $(addprefix run-,$(or $(filter $*% 0$*%,$(examples)),$(examples)))' >&2; exit 2

fuzz races tour debug gdb-kernel gpu-check spine editor engine:
	@$(condition_of_$@) $(MAKE) --no-print-directory $(settings_of_$@) $@-here

bench: $(BENCH:%=$(B)/bin/bench_%) ## time the engine, and its peers where they are installed; a table, and build/bench.json
	@rm -f $(builds)/bench.json
	@for name in $(BENCH); do \
	  HOLO_PYTHON=$(call quote,$(PYTHON)) \
	  HOLO_BENCH_BESIDE=$(call quote,$(BESIDE)) \
	  HOLO_BENCH_QUICK=$(QUICK) HOLO_BENCH_JSON=$(builds)/bench.json $(B)/bin/bench_$$name || exit 1; done

experiments: $(EXPERIMENTS:%=$(B)/bin/experiment_%) ## which feed-forward layer learns best? tables; an hour on one core (QUICK=1: seconds)
	@for name in $(EXPERIMENTS); do echo "---- $$name" && $(RUN) $(B)/bin/experiment_$$name \
	  $(if $(filter 1,$(QUICK)),--quick) $(ARGS) || exit 1; done

figures: $(B)/bin/experiment_figures $(B)/bin/20_two_moons ## draw the plots of the pages anew, into docs/figures (ARGS='--plots DIR')
	@$(RUN) $< $(ARGS)
	@$(if $(filter --quick,$(ARGS)),,$(RUN) $(B)/bin/20_two_moons $(if $(findstring --plots,$(ARGS)),$(ARGS),--plots docs/figures))

deps: ## install a compiler, fmt and doctest (DEPS=print: only say how)
	@sh src/make/deps.sh $(DEPS) $(call quote,$(CXX))

build_facts := version real_flags fmt_cflags fmt_libs omp_cflags omp_libs san_flags arch_text library REAL ARCH \
  FMT_HEADER_ONLY cuda_libs cuda_version
install: $(library) ## headers, library, pkg-config and CMake files under PREFIX
	@$(call values_of,PREFIX DESTDIR LIBDIR $(build_facts)) sh src/make/install.sh install $(public_headers:include/%=%)
uninstall: ## remove the files that install put there (same PREFIX, DESTDIR, LIBDIR)
	@$(call values_of,PREFIX DESTDIR LIBDIR) sh src/make/install.sh uninstall $(public_headers:include/%=%)

# ---- care ----

format: ## lay out every source file with clang-format
	@clang-format -i $(formatted)

format-check: ## fail when `make format` would change a file
	@clang-format --dry-run -Werror $(formatted)
	@echo 'format-check: $(words $(formatted)) files are laid out as .clang-format says'

spine: ## what the chapters need of the library: files, lines, and lines that run (needs g++)

spine-here: $(call program_of,$(filter examples/0% $(addprefix examples/1,0% 1% 2% 3% 4% 5% 6% 7%),$(example_sources)))
	@sh src/make/spine.sh $(B)/bin $(O)/obj

check-floors: ## no file includes a header from a higher room
	@awk -f src/make/rooms.awk -f src/make/floors.awk $(filter include/% src/%,$(formatted))

# An editor reads a *.cu as C++ too.
compile_flags.txt: $(O)/obj/op_names.h ## for clangd and clang-tidy, written at the root
	@printf '%s\n' -xc++ -std=c++20 -Iinclude -Isrc -Iexamples -Itests -I$(O)/obj $(emulator_flags) $(fmt_cflags) $(doctest_cflags) \
	  -fopenmp -Wall -Wextra -Wconversion -Wshadow '-DHOLO_ANSWER="exercises/support/check.h"' > $@
	@echo 'ready: compile_flags.txt'

clean: ## remove build/ and compile_flags.txt
	@rm -rf $(builds) compile_flags.txt

help: ## this list
	@$(call values_of,$(filter-out B,$(settings))) $(same_builds) sh src/make/help.sh '$(version)' $(call quote,$(B))
