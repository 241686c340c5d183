# exercises.mk: the exercises of the course, examples/exercises/. The Makefile includes it.
exercises := $(patsubst examples/exercises/%/check.cpp,%,$(call files,examples/exercises/[0-9]*/check.cpp))
# EX is 06_relu, relu, 06 or 6.
exercise := $(if $(EX),$(firstword $(filter $(EX) $(EX)_% 0$(EX)_%,$(exercises)) \
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

# Settings that are gone.
$(foreach name,POINTS FEEDBACK MOODLE CANVAS,$(if $(filter command,$(firstword $(origin $(name)))),$(error $(name): is gone; \
  the points are in examples/exercises/points.txt, and the table of make grade has a line for each student with the total)))
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
