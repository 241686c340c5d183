# editor.mk: the builds that an editor starts when you press F5 (.vscode/tasks.json). The Makefile includes it.
#
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

editor: ## for an editor: build the program FILE without optimisation, or the check of an exercise, as build/editor/program (FILE=)

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
	$(Q)$(call compile,-Iexamples,-Wno-error) -DHOLO_ANSWER=$(call quote,"$(CURDIR)/$(answer)") $(support)/check.cpp $(support)/judge.cpp \
	  examples/exercises/$(exercise)/check.cpp -o $@ $(LDFLAGS) $(ldlibs) $(LDLIBS)
