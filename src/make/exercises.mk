# exercises.mk: the exercises of the course, examples/exercises/. The Makefile includes it.
exercises := $(patsubst examples/exercises/%/check.cpp,%,$(call files,examples/exercises/*/check.cpp))
exercise := $(firstword $(filter $(EX) $(EX)_%,$(exercises)))
$(if $(filter exercise,$(goals)),$(if $(exercise),,$(call refuse,EX,one of: $(exercises))))
exercise_folder := examples/exercises/$(exercise)
answer := $(or $(ANSWER),$(exercise_folder)/$(word 2,$(subst _, ,$(exercise))).h)
