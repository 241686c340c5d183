# debuggers.mk: what starts a debugger, and the builds that an editor starts when you press F5 (.vscode/tasks.json). The
# Makefile includes it.
tour: ## how to debug: gdb follows a gradient from your line to the loop and back: a Value, then a Tensor
debug: ## a debugger on an example, without optimisation, with printers for Values and Tensors (EX=01_value GDB= LLDB= ARGS=)
gdb-kernel: ## gdb steps through one thread of a CUDA kernel, in the emulator (EX=)
editor: ## for an editor: build the program FILE without optimisation, or the check of an exercise, as build/editor/program (FILE=)

settings_of_tour = DEBUG=1
settings_of_debug = DEBUG=1
settings_of_gdb-kernel = DEBUG=1 CUDA=emu
all_kernels := $(patsubst examples/kernels/%.cpp,%,$(call files,examples/kernels/*.cpp))
kernel_name := $(or $(EX),softmax)
$(if $(filter gdb-kernel,$(goals)),$(call one_of,EX,$(all_kernels)))
$(if $(filter debug,$(goals)),$(if $(filter $(examples),$(EX)),,$(call refuse,EX,one of: $(examples))))
tours := tour gdb-kernel
# The debugger that you name on the command line or in the environment.
given = $(filter-out file default undefined,$(origin $(1)))
named_debugger := $(if $(filter $(tours:%=%-here) $(tours),$(goals)),gdb,$(if $(call given,LLDB),lldb,$(if $(call given,GDB),gdb)))
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
$(in_exercises)/%.check: FORCE
	@mkdir -p $(@D)
	$(say) CXX $(answer)
	@$(call compile,-Iexamples,-Wno-error) -DHOLO_ANSWER=$(call quote,"$(CURDIR)/$(answer)") $(support)/check.cpp $(support)/judge.cpp \
	  examples/exercises/$(exercise)/check.cpp -o $@ $(LDFLAGS) $(ldlibs) $(LDLIBS)
