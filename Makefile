# hologradient: `make demo` builds and trains, `make test` proves, `make help` lists the rest.
# Settings are at the top and are given on the command line: make DEBUG=1 demo. Each combination has
# its own build/<config>/. The probes (src/make/probe.sh) say what they found.

# Another make stops here with these words; to GNU make this is a rule for names that are no files.
.error it needs GNU make, which may have the name: gmake

# All cores, unless you say -j yourself; a make inside of this one shares its jobs.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS))$(filter-out 0,$(MAKELEVEL)),)
  MAKEFLAGS += -j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
endif

# ---- settings ----

## 1: no optimisation, debug info, checks of the standard library: for gdb
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
## 1: train_gpt trains with several processes, which mpirun starts: mpirun -np 4 build/g++-mpi/bin/train_gpt
MPI := 0
## for MPI=1: the compiler of the MPI to use, mpicxx.mpich say; it is asked for its flags, and compiles nothing
MPICXX ?= mpicxx
## for CUDA=1: the GPUs to compile for, 80 90 say; nothing: that of this machine, or 75 80 90 without one
CUDA_ARCH ?=
## for CUDA=1: the compiler of CUDA; nothing: nvcc of the PATH or of /usr/local/cuda
NVCC ?=
## 1: a warning is an error
WERROR := 0
## 1: programs count which of their lines run, for make spine
COVERAGE := 0
## 0: read every header anew for each file, as other build systems do
PCH := 1
## 1: unity build, a few files of a folder are compiled as one; 0: each file by itself
UNITY := 1
## 1: show the whole command lines
V := 0
## where the folder build/ is made, for a tree that you may not write: make B=$HOME/holo demo; nothing: here
B :=
## what starts a program that is made for another machine: qemu-aarch64 -L /usr/aarch64-linux-gnu
RUN :=
## 1: use fmt without its library
FMT_HEADER_ONLY := 0
## what a program gets: make demo ARGS='--steps 100'
ARGS :=
## which shell tests make test runs, install_test say; nothing: all, and the test program
TESTS :=
## the rooms of tests/ whose test cases bin/tests has, 'ops nn' say; nothing: those of the engine
ROOMS :=
## the text file for make exact, one document a line
DATA := examples/data/names.txt
## the folder of the cases for make golden
HOLO_GOLDEN ?= tests/data/golden
## what make bench times
BENCH ?= $(all_benches)
## which experiments make experiments runs
EXPERIMENTS ?= $(filter-out figures,$(all_experiments))
## 1: make experiments and make bench only show that everything works, in seconds: no figure means anything
QUICK := 0
## what make fuzz tries
FUZZ ?= $(all_fuzz)
## how long make fuzz tries each target
FUZZ_SECONDS ?= 60
## how long make shapes tries
SECONDS := 60
## the seed of make shapes, to try the same again; nothing: another one each time
SEED :=
## the folder of another build, build/g++-arch-any say, for make bench BENCH=train_step to compare with this one
BESIDE ?=
## one or more, each with a torch for make bench to compare with ours: PYTHON='python3 /usr/bin/python3'
PYTHON ?= python3
## the debugger for make debug and make tour, unless you name an lldb; for make gdb and make gdb-kernel
GDB ?= gdb
## the debugger for make debug and make tour where there is no gdb, or when you name it: make debug LLDB=lldb EX=01_value
LLDB ?= lldb
## what make debug and make gdb start, 01_value say; the kernel for make gdb-kernel; what make exercise checks, 03 say
EX ?=
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
## the stages of make gpu-check, 'build cuda' say, each within ten minutes; nothing: all
STAGES :=
## where make gpu-check writes its logs and its table; nothing: docs/results/gpu, on the emulator build/gpu-emulator
RESULTS :=
## the commit that the table of make gpu-check names, in a tree without git
COMMIT :=
## where make install puts things; DESTDIR is a staging folder in front of all
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
## the compiler; your flags come after ours, so they win
ifneq ($(filter default undefined,$(origin CXX))$(if $(strip $(CXX)),,empty),)
  # On macOS g++ is another name for clang.
  CXX := $(or $(shell [ "$$(uname)" != Darwin ] && command -v g++ > /dev/null && echo g++),$(shell command -v c++ > /dev/null && echo c++),g++)
endif
CPPFLAGS ?=
CXXFLAGS ?=
LDFLAGS ?=
LDLIBS ?=
PKG_CONFIG ?= pkg-config
CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy

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
other_mains := tests/golden/main.cpp tests/fuzz/fuzzer.cpp tests/races/seeded_race.cpp tests/shapes/main.cpp
# The folders of examples/ that programs share.
parts := $(patsubst examples/%/,%,$(sort $(dir $(filter-out $(main_sources) examples/bench/% examples/exercises/% \
  examples/kernels/%,$(call files,examples/*/*.cpp examples/*/*/*.cpp)))))
part_sources = $(filter-out $(main_sources),$(call files,$(patsubst %,examples/%/*.cpp,$(1))))
all_sources := $(library_sources) $(call part_sources,$(parts)) $(main_sources) $(test_sources)
public_headers := $(call files,include/holo/*.h include/holo/*/*.h)
headers := $(public_headers) $(call files,src/*/*.h src/*/*/*.h src/*/*/*/*.h src/*/*.cuh src/*/*/*.cuh \
  examples/*/*.h examples/*/*/*.h)
formatted := $(sort $(all_sources) $(room_sources) $(test_files)) $(headers) \
  $(call files,examples/exercises/*/*.cpp examples/exercises/project/*/*.cpp examples/exercises/project/*/[!s]*.h tests/*.h tests/*/*.h tests/exercises/project/*.h)
data_text := $(wildcard examples/data/names.txt)
page_files := $(strip $(call files,src/trace/page/part/*) $(call files,src/trace/page/*.*))
part_files := $(call files,src/trace/page/part/*) $(call files,src/trace/page/embed/*)
all_benches := $(bench_sources:examples/bench/%.cpp=%)
all_experiments := $(experiment_sources:examples/experiments/%.cpp=%)
all_fuzz := $(patsubst tests/data/fuzz/%.txt,%,$(sort $(wildcard tests/data/fuzz/*.txt)))

# ---- make itself ----

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
Q := $(if $(filter 1,$(V)),,@)
space := $() $()
comma := ,
quote = '$(subst ','\'',$(1))'
# These files as words of a shell, for who is in another folder, wherever this one lies.
at = $(foreach file,$(1),$(call quote,$(if $(filter /%,$(file)),,$(CURDIR)/)$(file)))
# The variables of these names, as what a script has in its environment.
values_of = $(foreach name,$(1),$(name)=$(call quote,$($(name))))
say = @printf '  %-6s %s\n'
refuse = $(error $(1)=$($(1)): unknown; expected $(2). Try: make help)
one_of = $(if $(filter-out $(2),$($(1))),$(call refuse,$(1),one of: $(2)))
$(foreach name,DEBUG OMP MPI QUICK PCH UNITY WERROR COVERAGE FMT_HEADER_ONLY,$(call one_of,$(name),0 1))
$(call one_of,REAL,float double)
$(call one_of,CUDA,0 1 emu)
$(call one_of,BENCH,$(all_benches))
$(call one_of,EXPERIMENTS,$(all_experiments))
$(call one_of,FUZZ,$(all_fuzz))
$(call one_of,DEPS,run print)
$(if $(filter-out address undefined thread leak fuzzer,$(subst $(comma), ,$(SAN))),\
  $(call refuse,SAN,some of address undefined thread leak fuzzer with commas between them))
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
counts := $(if $(filter 1,$(COVERAGE)),-coverage)
override B := $(builds)/$(config)$(more)$(counts)
# CUDA and MPI change few of the objects: the others are those of the build without them, and lie in O.
O := $(builds)/$(config)$(counts)
# For a make with other settings, and for a program that writes into build/ unless it is told otherwise.
same_builds := $(addprefix B=,$(filter-out build,$(builds)))
out_option = $(if $(same_builds),$(if $(findstring --out,$(ARGS)),,--out $(builds)/$(1)))
with_more := %.cu src/emulator/% src/base/build_info.cpp src/parallel/mpi.cpp tests/backend/cuda_%
version := $(subst $(space),.,$(shell sed -n 's/^.define HOLO_VERSION_[^ ]* \([0-9]*\)$$/\1/p' \
  include/holo/version.h))

# ---- goals with a build of their own: make calls itself, with these settings, for GOAL-here ----

goals := $(or $(MAKECMDGOALS),all)
clang := $(if $(findstring clang,$(notdir $(firstword $(CXX)))),$(CXX),clang++)
settings_of_fuzz = CXX=$(call quote,$(clang)) SAN=fuzzer,address,undefined OMP=0
settings_of_races = CXX=$(call quote,$(clang)) SAN=thread CUDA=emu
settings_of_tour = DEBUG=1
settings_of_spine = DEBUG=1 COVERAGE=1
settings_of_gdb = DEBUG=1
settings_of_debug = DEBUG=1
settings_of_gdb-kernel = DEBUG=1 CUDA=emu
settings_of_gpu-check = CUDA=$(or $(filter emu,$(CUDA)),1) ROOMS='$(or $(ROOMS),backend ops tensor see trace nn train parallel golden)'
all_kernels := $(patsubst examples/kernels/%.cpp,%,$(call files,examples/kernels/*.cpp))
kernel_name := $(or $(EX),softmax)
gdb_names := $(example_sources:examples/%.cpp=%)
$(if $(filter gdb-kernel,$(goals)),$(call one_of,EX,$(all_kernels)))
$(if $(filter gdb debug,$(goals)),$(if $(filter $(gdb_names),$(EX)),,$(call refuse,EX,one of: $(gdb_names))))
condition_of_races = sh src/make/has.sh races $(call quote,$(clang)) || exit 0;

# ---- probes: what this machine has, and whether the goals can be made with it ----

# The debugger that you name on the command line or in the environment.
named_debugger := $(if $(filter-out file default undefined,$(origin LLDB)),lldb,$(if \
  $(filter-out file default undefined,$(origin GDB)),gdb))
probed := goals DEPS DEBUG RUN clang GDB LLDB named_debugger CXX CPPFLAGS CXXFLAGS LDFLAGS ARCH OMP FMT_HEADER_ONLY PKG_CONFIG \
  CUDA NVCC CUDA_ARCH MPI MPICXX
problem := $(shell $(call values_of,$(probed)) SAN=$(compiled_san) FLAGS=$(call quote,$(MAKEFLAGS)) \
  FOUND=$(call quote,$(B)/found.mk) sh src/make/probe.sh)
$(if $(problem),$(error $(problem)))
-include $(B)/found.mk

# ---- flags: ours first, then yours ----

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
ldlibs = $(strip $(fmt_libs) $(omp_libs) $(san_flags) $(cuda_libs) $(libs_of_emulator))
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
header_tests := tests/scalar/%_test.cpp tests/backend/vec_test.cpp tests/backend/vec_math_test.cpp tests/examples/matmul_steps_test.cpp
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

include src/make/cuda.mk src/make/units.mk

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

.PHONY: all demo gpt microgpt exact test test-rest test-all check fuzz races shapes golden mutants bench experiments \
  figures slides book tour debug gdb gdb-kernel gpu-check spine editor engine test-32 exercise project exercises-check handin grade dist deps install uninstall \
  format format-check lint check-floors compile_commands.json clean help FORCE
FORCE:

all: $(library) $(call program_of,$(example_sources)) $(gpt_programs) ## the library and the examples
	@echo 'ready: $(library), $(words $(examples)) examples in $(B)/bin (make run-NAME: $(examples))'

demo: $(B)/bin/17_demo ## train a tiny GPT on the built-in names, print new ones, keep the model in build/demo (ARGS=)
gpt: $(gpt_programs) ## build train_gpt, sample_gpt, export_gpt, import_gpt and explain_gate alone

microgpt: $(B)/bin/07_microgpt ## train microgpt, number by number, with the scalar engine (ARGS=)

exact: $(B)/bin/07_microgpt ## the bits of the original: make exact DATA=FILE ARGS='--seed 7'
	$(Q)$(RUN) $< --exact --data $(call quote,$(DATA)) $(ARGS)

run-NAME: ## build and run one example, say make run-01_value (ARGS=; without them it is linked without the stepper)
demo microgpt $(addprefix run-,$(examples)):
	$(Q)$(RUN) $< $(out_of_$@) $(ARGS)
out_of_demo = $(call out_option,demo/names.safetensors)
out_of_run-17_demo = $(out_of_demo)

# The examples whose names begin so, for example with 13 or 8; all of them if there are none.
run-%: FORCE
	@echo 'error: $@: no such example; expected one of: $(addprefix run-,$(or $(filter $*% 0$*%,$(examples)),$(examples)))' >&2; exit 2

# What the tests may use: the build, how a program is compiled and linked against it, and the
# settings of the build as make takes them.
build_settings := DEBUG COVERAGE SAN ARCH OMP REAL CUDA CUDA_ARCH NVCC MPI MPICXX WERROR PCH UNITY FMT_HEADER_ONLY CPPFLAGS CXXFLAGS \
  LDFLAGS LDLIBS
test_environment = HOLO_ROOT=$(call quote,$(CURDIR)) HOLO_BUILD=$(call at,$(B)) HOLO_OBJECTS=$(call at,$(O)) \
  HOLO_DEBUG_BUILD=$(call at,$(debug_build)) HOLO_JUDGE=$(call at,$(in_exercises)) \
  HOLO_PROJECT_OBJECTS=$(call quote,$(call at,$(project_objects))) \
  CXX=$(call quote,$(CXX)) HOLO_COMPILE=$(call quote,$(call compile,-I$(call at,include))) \
  HOLO_DOCTEST=$(call quote,$(doctest_cflags)) \
  HOLO_LIBS=$(call quote,$(call at,$(library)) $(LDFLAGS) $(ldlibs) $(LDLIBS)) \
  HOLO_SETTINGS=$(call quote,$(call values_of,$(build_settings)))

fuzz: ## feed millions of damaged files to the readers (FUZZ= FUZZ_SECONDS=; needs clang)
races: ## run the threaded tests and the CUDA kernels under ThreadSanitizer (needs clang and its OpenMP)

fuzz races tour debug gdb gdb-kernel gpu-check spine editor engine test-32:
	$(Q)$(condition_of_$@) $(MAKE) --no-print-directory $(settings_of_$@) $@-here

fuzz-here: $(B)/bin/fuzz FORCE
	$(Q)bash tests/fuzz/fuzz.sh $< $(FUZZ_SECONDS) $(FUZZ)

races-here: $(B)/bin/races $(B)/bin/seeded_race
	$(Q)bash tests/races/races.sh $(B)/bin "$$(sh src/make/archer.sh $(call quote,$(CXX)))"

debugger = $(if $(filter tour-here debug-here,$(goals)),$(shell $(call values_of,GDB LLDB named_debugger) sh src/make/debugger.sh))
in_gdb = $(Q)SHELL=/bin/sh HOLO_ROOT=. $(GDB) $(1) -x src/gdb/hologradient.gdb
in_lldb = $(Q)LLDB=$(call quote,$(LLDB)) sh src/make/lldb.sh $(1) -o 'command script import src/lldb/hologradient.py'
tour_gdb = $(call in_gdb,-nx -batch) -x src/gdb/$(1).gdb $(2)
tour_lldb = $(call in_lldb,--no-lldbinit --batch -Q) -o 'command script import src/lldb/tour.py' -o 'tour src/gdb/$(1).gdb $(2)'
tour-here: $(B)/bin/01_value $(B)/bin/08_tensor FORCE
	$(call tour_$(debugger),tour_value,$(B)/bin/01_value)
	@echo
	$(call tour_$(debugger),tour,$(B)/bin/08_tensor)

on_gdb = $(call in_gdb,-q) --args $(1) $(ARGS)
on_lldb = $(call in_lldb) -- $(1) $(ARGS)
gdb-here: $(B)/bin/$(EX) FORCE
	$(call on_gdb,$<)
debug-here: $(B)/bin/$(EX) FORCE
	$(call on_$(debugger),$<)

gdb-kernel-here: $(B)/bin/kernel_$(kernel_name) FORCE
	$(call in_gdb,-nx -batch) -x src/gdb/$(kernel_name).gdb $<

shapes: $(B)/bin/shapes ## compare every op with plain at random shapes, forward and backward (SECONDS= SEED=; CUDA=emu: the GPU's too)
	$(Q)$(RUN) $< $(SECONDS)s $(SEED)

gpu-check: ## what only a GPU can say, in stages of ten minutes at most, into docs/results/gpu (STAGES= RESULTS=; CUDA=emu: what an emulator can)

gpu-check-here: FORCE
	$(Q)$(test_environment) $(call values_of,CUDA STAGES RESULTS COMMIT ROOMS) bash tests/gpu/gpu_check.sh
# What its stage `build` makes.
gpu_benches := $(filter train_step ops matmul,$(all_benches))
gpu-check-programs: $(B)/bin/tests $(call program_of,$(example_sources)) $(gpt_programs) $(gpu_benches:%=$(B)/bin/bench_%)

golden: $(B)/bin/golden ## compare with the golden cases in the folder HOLO_GOLDEN
	$(Q)$(RUN) $< $(call quote,$(HOLO_GOLDEN))

mutants: ## change random lines, one at a time: a test must turn red (ARGS=src/ops, ARGS=--help; takes long)
	$(Q)HOLO_BUILD=$(B) python3 tests/mutants.py $(ARGS)

bench: $(BENCH:%=$(B)/bin/bench_%) ## time the engine, and its peers where they are installed; a table, and build/bench.json
	$(Q)rm -f $(builds)/bench.json
	$(Q)for name in $(BENCH); do \
	  HOLO_PYTHON=$(call quote,$(PYTHON)) \
	  HOLO_BENCH_BESIDE=$(call quote,$(BESIDE)) \
	  HOLO_BENCH_QUICK=$(QUICK) HOLO_BENCH_JSON=$(builds)/bench.json $(B)/bin/bench_$$name || exit 1; done

experiments: $(EXPERIMENTS:%=$(B)/bin/experiment_%) ## which feed-forward layer learns best? tables; an hour on one core (QUICK=1: seconds)
	$(Q)for name in $(EXPERIMENTS); do echo "---- $$name" && $(RUN) $(B)/bin/experiment_$$name \
	  $(if $(filter 1,$(QUICK)),--quick) $(ARGS) || exit 1; done

figures: $(B)/bin/experiment_figures $(B)/bin/20_two_moons ## draw the plots of the pages anew, into docs/figures (ARGS='--plots DIR')
	$(Q)$(RUN) $< $(ARGS)
	$(Q)$(if $(filter --quick,$(ARGS)),,$(RUN) $(B)/bin/20_two_moons $(if $(findstring --plots,$(ARGS)),$(ARGS),--plots docs/figures))

# What the book steps through is recorded by the programs themselves; Python packages make pages and slides.
stepped := $(if $(filter book,$(goals)),$(addprefix $(B)/bin/,$(filter $(examples),$(shell sed -n 's/^ *<!-- step: *\([^ ]*\).*/\1/p' docs/*.md))))
with_packages = python=$$(sh examples/book/venv.sh $(builds)/venv) || { echo "make $@: $$python" >&2; exit 1; }; \
  HOLO_RUN=$(call quote,$(RUN)) "$$python" -B
book: $(sort $(stepped)) $(filter engine,$(goals)) ## the pages as a book for any browser, without a network, into build/book; after make engine its programs run (ARGS=)
	$(Q)$(with_packages) examples/book/make_book.py --programs $(B)/bin --work $(builds)/book_work \
	  $$([ ! -e $(builds)/engine/run.js ] || echo --engine $(builds)/engine) $(call out_option,book) $(ARGS)
	@newer=$$([ ! -e $(builds)/engine/run.js ] || sh $(engine_parts)/newer.sh $(builds)/engine); [ -z "$$newer" ] || \
	  echo "its programs are older than $$newer; for those of today: make engine book"

slides: ## slides of the course from its pages, one HTML page a session, into build/slides (ARGS=)
	$(Q)$(with_packages) examples/teaching/slides.py $(call out_option,slides) $(ARGS)

tour: ## how to debug: a debugger follows a gradient from your line to the loop and back: a Value, then a Tensor

debug: ## the debugger that is here on an example, without optimisation, with printers for Values and Tensors (EX=01_value GDB= LLDB= ARGS=)

gdb: ## gdb on an example, without optimisation, with printers for Values and Tensors (EX=01_value ARGS=)

gdb-kernel: ## gdb steps through one thread of a CUDA kernel, in the emulator (EX=)

deps: ## install a compiler, fmt and doctest (DEPS=print: only say how)
	@sh src/make/deps.sh $(DEPS) $(call quote,$(CXX))

# ---- rules ----

# Rewritten only when they change, so that a new flag or compiler rebuilds and an old one does not.
flags = $(compiler_version) | $(compile) | $(foreach kind,$(kinds),$(flags_of_$(kind)) \
  $($(kind))) | $(header_tests) | $(dirs_tests) | $(LDFLAGS) $(fmt_libs) $(omp_libs) $(LDLIBS) | \
  $(if $(flags_of_lines),lines of $(with_lines))
more_flags = $(compile_cuda) | $(emulator_flags) | $(define_cuda) | $(cuda_libs) $(libs_of_emulator)
sources = $(library_sources) | $(call part_sources,$(parts)) | $(test_sources) | $(units)

$(O)/flags $(B)/more_flags $(B)/sources $(B)/mpi_flags: FORCE
	@printf '%s\n' $(call quote,$($(@F))) | sh src/make/keep.sh $@

$(library): $(call objects,$(library_sources) $(embedded_page)) $(B)/sources
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

define compile_object
@mkdir -p $(@D)
$(say) CXX $<
$(Q)$(call compile_source,$<) $(more_of_source) -c $< -o $@
endef
$(O)/obj/%.o: %.cpp $(O)/flags
	$(compile_object)
ifneq ($(B),$(O))
$(B)/obj/%.o: %.cpp $(O)/flags $(B)/more_flags
	$(compile_object)
endif
$(B)/obj/src/base/build_info.o: more_of_source = $(define_cuda)

$(B)/obj/%.o: %.cu $(O)/flags $(B)/more_flags
	@mkdir -p $(@D)
	$(say) $(if $(filter 1,$(CUDA)),NVCC,CXX) $<
	$(Q)$(compile_cuda) -c $< -o $@

all_objects := $(call objects,$(all_sources) $(embedded_names) $(embedded_page))
-include $(all_objects:.o=.d) $(wildcard $(O)/*.h.d)

include src/make/prelude.mk

# ---- programs ----

include src/make/links.mk src/make/mpi.mk src/make/tests.mk src/make/install.mk src/make/exercises.mk src/make/editor.mk src/make/engine.mk

# A program that is linked without the emulator keeps the functions of libm.
libs_of_program = $(if $(filter %.a,$^)$(filter %/emulator/math.o,$^),$(ldlibs),$(filter-out $(libs_of_emulator),$(ldlibs)))
# Without words for it a program need not know the flags of the stepper and the trace (links.mk).
run_program_of = $(if $(strip $(ARGS)),$(B)/bin/$(1),$(or $(filter $(B)/quick/$(1),$(quick_programs)),$(B)/bin/$(1)))
$(foreach name,$(examples),$(eval run-$(name): $(call run_program_of,$(name)) FORCE))

$(programs) $(quick_programs) $(test_programs) $(B)/bin/shapes: $(O)/flags $(B)/more_flags $(B)/sources
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(cxxflags) $(CXXFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(mpi_of_program) $(libs_of_program) $(LDLIBS) \
	  $(if $(filter %/fuzz,$@),-fsanitize=fuzzer)

$(embedded_names): $(data_text) src/make/embed.sh
	@mkdir -p $(@D)
	@sh src/make/embed.sh names $< > $@

$(filter %part_css.cpp %part_js.cpp,$(embedded_page)): page_files := $(part_files)
$(embedded_page): $(page_files) $(part_files) src/make/embed.sh
	@mkdir -p $(@D)
	@sh src/make/embed.sh $(@:$(O)/embedded_%.cpp=%) $(filter %.$(lastword $(subst _, ,$(basename $@))),$(page_files)) > $@

# ---- care ----

format: ## lay out every source file with clang-format
	$(Q)$(CLANG_FORMAT) -i $(formatted)

format-check: ## fail when `make format` would change a file
	$(Q)$(CLANG_FORMAT) --dry-run -Werror $(formatted)
	@echo 'format-check: $(words $(formatted)) files are laid out as .clang-format says'

lint: ## clang-tidy over all sources, when it is there
	$(Q)if ! command -v $(CLANG_TIDY) > /dev/null; then echo 'lint: skipped, no $(CLANG_TIDY) here'; else \
	  $(CLANG_TIDY) --quiet $(filter-out %.cu,$(all_sources)) -- $(call compile,$(dirs_tests)); fi

spine: ## what the chapters need of the library: files, lines, and lines that run (ARGS=--files)

spine-here: $(call program_of,$(filter examples/0% $(addprefix examples/1,0% 1% 2% 3% 4% 5% 6% 7%),$(example_sources)))
	@sh src/make/spine.sh $(B)/bin $(O)/obj $(call quote,$(CXX)) $(ARGS)

check-floors: ## no file includes a header from a higher room
	@sh src/make/check_floors.sh .

compile_commands.json: $(O)/obj/op_names.h ## for editors and clang-tidy, written at the root
	@$(call values_of,dirs_src dirs_examples dirs_tests dirs_cuda) sh src/make/compile_commands.sh $@ \
	  $(call quote,$(compile)) $(all_sources) $(exercises:%=examples/exercises/%/check.cpp)

dist: $(filter book,$(goals)) ## the archive of the last commit, build/hologradient-VERSION.tar.gz, and its SHA-256: the same bytes each time (make book dist: the book besides)
	$(Q)sh src/make/dist.sh hologradient-$(version)

clean: ## remove build/ and compile_commands.json
	$(Q)rm -rf $(builds) compile_commands.json

# Their names: all that is below "settings" above.
settings = $(shell LC_ALL=C sed -n '/^. ---- settings/,/^. ---- files/s/^ *\([A-Z_]*\) *[:?]*=.*/\1/p' Makefile)

help: ## this list
	@$(call values_of,$(filter-out B,$(settings))) $(same_builds) sh src/make/help.sh '$(version)' $(call quote,$(B))
