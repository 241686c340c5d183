# exercises.mk: the exercises of the course, examples/exercises/. The Makefile includes it.
exercises := $(patsubst examples/exercises/%/check.cpp,%,$(call files,examples/exercises/[0-9]*/check.cpp))
exercise := $(if $(EX),$(firstword $(filter $(EX) $(EX)_%,$(exercises))))
$(if $(filter exercise,$(goals)),$(if $(exercise),,$(call refuse,EX,one of: $(exercises))))
answer := $(or $(ANSWER),examples/exercises/$(exercise)/$(patsubst $(firstword $(subst _, ,$(exercise)))_%,%,$(exercise)).h)
# The check, and what it needs besides: some exercises use the library.
checker := $(B)/exercises/check.o
using_library = $(if $(shell grep -ls 'include.*holo/' $(1) /dev/null),$(library))
check_with = HOLO_CHECKER=$(call quote,$(CURDIR)/$(checker)) HOLO_COMPILE=$(call quote,$(call \
  compile,-I$(CURDIR)/include -I$(CURDIR)/examples,-O1 -Wno-error)) HOLO_LIBS=$(call quote,$(1:%=$(CURDIR)/%) \
  $(LDFLAGS) $(ldlibs) $(LDLIBS))

$(checker): examples/exercises/support/check.cpp examples/exercises/support/check.h $(B)/flags
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(call compile,-Iexamples,-O1) -c $< -o $@

library_of_exercise := $(if $(exercise),$(call using_library,examples/exercises/$(exercise)/check.cpp \
  examples/exercises/solutions/$(exercise).h))
exercise: $(checker) $(library_of_exercise) ## check what you wrote for an exercise of the course (EX=03 ANSWER=)
	$(Q)$(call check_with,$(library_of_exercise)) bash examples/exercises/support/exercise.sh $(exercise) \
	  $(call quote,$(answer)) $(B)/exercises

exercises-check: $(library) ## the exercises themselves: each solution passes, each wrong answer is told its mistake
	$(Q)$(test_environment) bash tests/run.sh exercises_test

grade: $(checker) $(call using_library,$(exercises:%=examples/exercises/%/check.cpp)) ## check the answers of a class, a folder for each student (DIR= OUT=)
	$(Q)$(call check_with,$(call using_library,$(exercises:%=examples/exercises/%/check.cpp))) \
	  bash examples/exercises/support/grade.sh $(call quote,$(DIR)) $(call quote,$(OUT))
