# course.mk: what a class types: exercises and the project, debuggers, the book and its engine, slides. The Makefile
# includes it.

# ---- exercises, examples/exercises/ ----

exercises := $(patsubst examples/exercises/%/check.cpp,%,$(call files,examples/exercises/[0-9]*/check.cpp))
# EX is 06_relu, relu, 06 or 6.
exercise := $(if $(word 2,$(EX)),,$(firstword $(filter $(EX) $(EX)_% 0$(EX)_%,$(exercises)) \
  $(foreach name,$(exercises),$(if $(filter $(name),$(firstword $(subst _, ,$(name)))_$(EX)),$(name)))))
$(if $(filter exercise,$(goals)),$(if $(exercise),,$(call refuse,EX,one of: $(exercises))))
answer := examples/exercises/$(exercise)/$(patsubst $(firstword $(subst _, ,$(exercise)))_%,%,$(exercise)).h
in_exercises := $(B)/exercises
support := examples/exercises/support

# $(call check_with,OBJECTS): the environment of the scripts, which run in the tree. A warning does not stop a student.
check_with = HOLO_CHECKER=$(in_exercises)/check.o HOLO_BOX=$(in_exercises)/box HOLO_COMPILE=$(call \
  quote,$(call compile,-Iexamples,-O1 -Wno-error)) HOLO_LIBS=$(call quote,$(1) $(LDFLAGS) $(ldlibs) $(LDLIBS))
# $(call as_typed,NAME,OTHERWISE): the value of a setting, in which make replaces no $$.
as_typed = $(call quote,$(or $(value $(1)),$(2)))

# The project: stages of one file, which are checked like exercises.
project := examples/exercises/project
stages := $(patsubst $(project)/%/check.cpp,%,$(call files,$(project)/stage_*/check.cpp))
stage := $(if $(STAGE),$(firstword $(filter stage_$(STAGE)_% stage_0$(STAGE)_%,$(stages))))
$(if $(STAGE),$(if $(filter project,$(goals)),$(if $(stage),,$(call refuse,STAGE,one of 1 to $(words $(stages))))))

judge := $(in_exercises)/$(support)/judge.o
project_parts := $(project)/given.cpp $(patsubst %,src/base/%.cpp,version check random utf8 words)
project_objects := $(judge) $(project_parts:%.cpp=$(in_exercises)/%.o)

# Several students may call make at the same time, so no file appears before it is complete.
$(in_exercises)/check.o: $(addprefix $(support)/check.,cpp h) $(O)/flags
$(in_exercises)/box: $(support)/box.cpp $(O)/flags
$(project_objects): $(in_exercises)/%.o: %.cpp $(filter-out %/my_engine.h,$(wildcard $(project)/*.h)) \
  $(wildcard $(support)/*.h) include/holo/random.h $(O)/flags
$(in_exercises)/check.o $(in_exercises)/box $(project_objects):
	@mkdir -p $(@D)
	$(say) CXX $<
	@$(call compile,-Iexamples -Isrc,-O1) $(if $(filter %.o,$@),-c) $(filter %.cpp,$^) -o $@.$$$$ \
	  $(if $(filter %.o,$@),,$(LDFLAGS)) && mv $@.$$$$ $@

# The tests of the exercises link their answers with this, only in the plain build, which has these tests.
judging := $(in_exercises)/check.o $(in_exercises)/box $(project_objects)
exercise_tests := $(notdir $(basename $(wildcard tests/exercises/*_test.sh)))
$(if $(TESTS),test) test-rest test-all check: $(if $(SAN)$(filter double,$(REAL)),,$(if $(if $(TESTS),$(filter $(exercise_tests),$(TESTS:.sh=)),$(exercise_tests)),$(judging)))

exercise: $(in_exercises)/check.o $(judge) ## check your answer to an exercise of the course (EX=03 ANSWER=)
	@$(call check_with,$(judge)) bash -p $(support)/exercise.sh $(exercise) $(call \
	  as_typed,ANSWER,$(answer)) $(in_exercises) || [ $$? != 2 ]

project: $(in_exercises)/check.o $(project_objects) ## where your own engine stands, from a tape to microgpt: check it, and go on (STAGE= ANSWER=)
	@$(call check_with,$(project_objects)) bash -p $(project)/project.sh $(call \
	  as_typed,ANSWER,$(project)/my_engine.h) $(or $(stage),all) $(in_exercises) || [ $$? != 2 ]

handin: ## write your answers and your engine into one text file, to be handed in (NAME="Ada Lovelace" ANSWER= OUT=handin.txt)
	@bash -p $(support)/handin.sh $(call as_typed,NAME) $(call as_typed,ANSWER) $(if $(filter \
	  file,$(origin OUT)),handin.txt,$(call as_typed,OUT))

grade: $(judging) ## check the hand-ins of a class (DIR= OUT=)
	@$(call check_with,$(project_objects)) bash -p $(support)/grade.sh $(call as_typed,DIR) $(call as_typed,OUT)

# ---- debuggers, and the builds that an editor starts when you press F5 (.vscode/tasks.json) ----

tour: ## how to debug: gdb follows a gradient from your line to the loop and back: a Value, then a Tensor
debug: ## a debugger on an example, without optimization, with printers for Values and Tensors (EX=01_value GDB= LLDB= ARGS=)
gdb-kernel: ## gdb steps through one thread of a CUDA kernel, in the emulator (EX=)
editor: ## for an editor: build the program FILE without optimization, or the check of an exercise, as build/editor/program (FILE=)

settings_of_tour = DEBUG=1
settings_of_debug = DEBUG=1
settings_of_gdb-kernel = DEBUG=1 CUDA=emu
all_kernels := $(patsubst examples/kernels/%.cpp,%,$(call files,examples/kernels/*.cpp))
kernel_name := $(or $(EX),softmax)
$(if $(filter gdb-kernel,$(goals)),$(call one_of,EX,$(all_kernels)))
$(if $(filter debug,$(goals)),$(if $(filter $(examples),$(EX)),,$(call refuse,EX,one of: $(examples))))
tours := tour gdb-kernel
named_debugger := $(if $(filter $(tours:%=%-here) $(tours),$(goals)),gdb,$(if $(LLDB),lldb,$(if $(GDB),gdb)))
debugger = $(call values_of,GDB LLDB named_debugger) sh src/make/debugger.sh
$(if $(filter $(tours),$(goals)),$(if $(filter command%,$(origin LLDB)),$(error make $(goals): the tour needs gdb. Try: sudo apt install gdb)))
no_debugger := $(if $(filter tour debug gdb-kernel,$(goals)),$(shell $(debugger) check))
$(if $(no_debugger),$(error make $(goals): $(no_debugger)))

tour-here: $(B)/bin/01_value $(B)/bin/08_tensor FORCE
	@$(debugger) tour tour_value $(B)/bin/01_value
	@echo
	@$(debugger) tour tour $(B)/bin/08_tensor
debug-here: $(B)/bin/$(EX) FORCE
	@$(debugger) start $< $(ARGS)
gdb-kernel-here: $(B)/bin/kernel_$(kernel_name) FORCE
	@$(debugger) tour $(kernel_name) $<

# FILE is the open file: a program, or a file of an exercise. Any other file, for example one that a debugger has
# opened, means the program that was started last.
opened := build/editor/file
editable := $(main_sources) $(all_kernels:%=examples/kernels/%.cpp)
exercise_of = $(firstword $(filter $(exercises),$(subst /, ,$(1))))
of_program = $(or $(filter $(editable),$(1)),$(if $(call exercise_of,$(1)),$(1)))
open_file := $(if $(filter editor editor-here,$(goals)),$(or $(call of_program,$(FILE)),$(call of_program,$(shell cat $(opened) 2>/dev/null))))
$(if $(filter editor,$(goals)),$(if $(open_file),,$(error FILE=$(FILE): no program; expected one of: $(editable), or a \
  file of an exercise, for example examples/exercises/06_relu/relu.h. Try: open examples/01_value.cpp)))
settings_of_editor = DEBUG=1 $(if $(filter examples/kernels/%,$(open_file)),CUDA=emu) FILE=$(call quote,$(open_file)) \
  EX=$(call exercise_of,$(open_file))

opened_program = $(if $(exercise),$(in_exercises)/$(exercise).check,$(call program_of,$(open_file)))
editor-here: $(if $(filter editor-here,$(goals)),$(opened_program)) FORCE
	@mkdir -p build/editor
	@ln -sf $(call at,$<) build/editor/program
	@printf '%s\n' $(call quote,$(open_file)) > $(opened)
	@echo 'build/editor/program: $(open_file)'

# The check of an exercise with the answer in its folder, for a debugger.
full_prelude := $(addprefix $(O)/prelude_,$(addsuffix .h,$(filter full,$(preludes))))
$(in_exercises)/%.check: $(addsuffix .made,$(full_prelude)) FORCE
	@mkdir -p $(@D)
	$(say) CXX $(answer)
	@$(call compile,-Iexamples,-Wno-error) $(addprefix -include ,$(full_prelude)) -DHOLO_ANSWER=$(call quote,"$(CURDIR)/$(answer)") \
	  $(support)/check.cpp $(support)/judge.cpp examples/exercises/$(exercise)/check.cpp -o $@ $(LDFLAGS) $(ldlibs) $(LDLIBS)

# ---- the book, its engine, slides ----

# What the book steps through is recorded by the programs themselves; Python packages make pages and slides.
stepped := $(if $(filter book,$(goals)),$(addprefix $(B)/bin/,$(filter $(examples),$(shell sed -n 's/^ *<!-- step: *\([^ ]*\).*/\1/p' docs/*.md))))
with_packages = python=$$(sh examples/book/venv.sh $(builds)/venv) || { echo "make $@: $$python" >&2; exit 1; }; \
  HOLO_RUN=$(call quote,$(RUN)) "$$python" -B
book: $(sort $(stepped)) $(filter engine,$(goals)) ## the pages as a book for any browser, without a network, into build/book; after make engine its programs run (ARGS=)
	@$(with_packages) examples/book/make_book.py --programs $(B)/bin --work $(builds)/book_work \
	  $$([ ! -e $(builds)/engine/run.js ] || echo --engine $(builds)/engine) $(call out_option,book) $(ARGS)
	@newer=$$([ ! -e $(builds)/engine/run.js ] || sh $(engine_parts)/engine.sh newer $(builds)/engine); [ -z "$$newer" ] || \
	  echo "its programs are older than $$newer; for those of today: make engine book"

slides: ## slides of the course from its pages, one HTML page a session, into build/slides (ARGS=)
	@$(with_packages) examples/teaching/slides.py $(call out_option,slides) $(ARGS)

# The engine is the numbered programs as one WebAssembly module, in a script that a page can load from a file: a separate
# build, by Emscripten, with the flags of the other builds.
engine_parts := examples/book/engine
for_wasm := $(builds)/wasm
node := node --no-experimental-fetch
# Legacy exceptions of WebAssembly: all browsers have them.
wasm_cxx := em++
settings_of_engine = CXX=$(wasm_cxx) ARCH= OMP=0 RUN='$(node)' CXXFLAGS='-fwasm-exceptions -fno-PIC' \
  CPPFLAGS='-isystem $(for_wasm)/include' LDFLAGS=-L$(for_wasm)
condition_of_engine = { command -v $(wasm_cxx) && command -v node; } > /dev/null || $(call skipped,engine,$(wasm_cxx) or no node,emscripten); \
  AR=emar sh src/make/fmt_library.sh $(for_wasm) $(wasm_cxx) -fwasm-exceptions || exit 1;

engine: ## the numbered programs as WebAssembly, which run in the pages of a book that is made after it (needs em++ and node)

ifneq ($(filter engine-here,$(goals)),)
pages_of_engine := $(call files,docs/*.md)
engine_objects := $(example_sources:examples/%.cpp=$(O)/engine/%.o)
linked_with_engine := $(sort $(foreach folder,$(call linked,$(example_sources)),$(objects_of_$(folder)))) \
  $(call objects,$(call part_sources,book/engine support/live))

# The pages say which numbers of a program a reader may change; a change of a page changes few programs.
$(O)/engine/%.cpp: examples/%.cpp $(engine_parts)/wrap.awk $(pages_of_engine)
	@mkdir -p $(@D)
	@awk -v name=$* -f $(engine_parts)/wrap.awk $(pages_of_engine) $< > $@.new
	@cmp -s $@.new $@ || mv $@.new $@

$(engine_objects): $(O)/engine/%.o: $(O)/engine/%.cpp $(O)/flags $(addprefix $(O)/prelude_,$(addsuffix .h.made,$(filter full light,$(preludes))))
	$(say) CXX examples/$*.cpp
	@$(call compile,$(call dirs_of,examples/$*.cpp),$(flags_of_$(call kind_of,examples/$*.cpp)) $(addprefix -include ,$(call \
	  prelude_of,examples/$*.cpp))) -MMD -MP -c $< -o $@
-include $(engine_objects:.o=.d)

# With -O2 wasm-opt would need 25 times as long, for a module that is a tenth smaller.
$(O)/engine/module.js: $(engine_objects) $(linked_with_engine)
	$(say) LINK $@
	@$(CXX) $(cxxflags) $(CXXFLAGS) -O1 -sMODULARIZE=1 -sEXPORT_NAME=holoModule \
	  -sENVIRONMENT=web,worker,node -sINVOKE_RUN=0 --no-entry -sFORCE_FILESYSTEM=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB \
	  -sTOTAL_STACK=4MB -sEXPORTED_FUNCTIONS=_book_run,_book_ask -sEXPORTED_RUNTIME_METHODS=FS,ENV,ccall -o $@ $^ $(LDFLAGS) $(ldlibs)

page_parts := $(addprefix $(engine_parts)/,run.js engine.css playground.js live.js)
$(builds)/engine/engine.js: $(O)/engine/module.js $(addprefix $(engine_parts)/,worker.js loader.js engine.sh) $(page_parts)
	@mkdir -p $(@D)
	$(say) PACK $@
	@sh $(engine_parts)/engine.sh pack $(O)/engine/module > $@ && cp $(page_parts) $(@D)

engine-here: $(builds)/engine/engine.js
	@echo 'ready: $(builds)/engine/engine.js, $(words $(engine_objects)) programs; make book takes it into its pages'
endif
