# links.mk: links the programs with the folders of the library and of examples/ whose headers they include, directly or
# through others. A program that includes support/recorded/command_line.h is linked with that folder, and so with
# src/trace/, and waits for nothing else. bin/tests is linked in the same way, with the folders that its
# tests include. The tests of examples are linked with everything, because some of them expect the flags of
# support/recorded/ without including it. The Makefile includes it.
#
# A program that can be recorded is linked a second time, without support/recorded/, as $(B)/quick/NAME: the first
# `make run-01_value` of a fresh clone compiles neither the trace nor the kernels.
engine_rooms := base scalar backend tensor ops nn train text files golden see
all_tests := $(filter %_test.cpp,$(test_sources))
engine_tests := $(if $(ROOMS),$(all_tests),$(filter $(engine_rooms:%=tests/%/%),$(all_tests)))
more_tests := $(filter-out $(engine_tests),$(all_tests))
linked_tests := $(or $(threaded),$(if $(filter examples,$(ROOMS)),,$(engine_tests)))
test_helpers := $(filter-out $(other_mains) %_test.cpp,$(test_sources))
linked_sources := $(library_sources) $(foreach part,$(parts),$(call part_sources,$(part))) $(if $(linked_tests),$(test_helpers))
linked_programs := $(main_sources) $(linked_tests)
links := $(shell awk -v programs=$(call quote,$(linked_programs)) -v apart="$(apart)" -f src/make/rooms.awk -f src/make/links.awk \
  $(linked_sources) $(linked_programs) $(headers) $(if $(linked_tests),$(call files,tests/*.h tests/*/*.h)) /dev/null)

# $(call linked,NAMES): what links.awk prints for these programs and folders.
linked = $(sort $(subst +, ,$(foreach name,$(1),$(patsubst $(name):%,%,$(filter $(name):%,$(links))))))
$(foreach folder,$(patsubst sources/%,%,$(filter sources/%,$(subst :, ,$(links)))),$(eval objects_of_$(folder) := $(call \
  objects,$(call linked,sources/$(folder)))))
objects_of_src/trace += $(call objects,$(embedded_page))
objects_of_examples/support/corpus += $(call objects,$(embedded_names))
define link_program
$(2): $(call objects,$(1)) $(foreach folder,$(call linked,$(3)),$(objects_of_$(folder)))
endef
recorded_sources := $(filter $(example_sources),$(patsubst quick/%,%,$(filter quick/%,$(foreach link,$(links),$(firstword $(subst :, ,$(link)))))))
quick_programs := $(patsubst $(B)/bin/%,$(B)/quick/%,$(call program_of,$(recorded_sources)))
$(foreach source,$(main_sources),$(eval $(call link_program,$(source),$(call program_of,$(source)),$(source))))
$(foreach source,$(recorded_sources),$(eval $(call link_program,$(source),$(patsubst \
  $(B)/bin/%,$(B)/quick/%,$(call program_of,$(source))),quick/$(source))))

# A program that is linked without the emulator keeps the functions of libm.
libs_of_program = $(if $(filter %.a,$^)$(filter %/emulator/math.o,$^),$(ldlibs),$(filter-out $(libs_of_emulator),$(ldlibs)))
# Without words for it a program need not know the flags of the stepper and the trace (links.mk).
run_program_of = $(if $(strip $(ARGS)),$(B)/bin/$(1),$(or $(filter $(B)/quick/$(1),$(quick_programs)),$(B)/bin/$(1)))
$(foreach name,$(examples),$(eval run-$(name): $(call run_program_of,$(name)) FORCE))

test_programs := $(addprefix $(B)/bin/,tests more_tests golden fuzz races seeded_race)
$(programs) $(quick_programs) $(test_programs): $(O)/flags $(B)/more_flags $(B)/sources
	@mkdir -p $(@D)
	$(say) LINK $@
	@$(CXX) $(cxxflags) $(CXXFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(libs_of_program) $(LDLIBS) \
	  $(if $(filter %/fuzz,$@),-fsanitize=fuzzer)
