# units.mk: what is compiled as one file. The Makefile includes it.
#
# With UNITY=1 a unit is up to 25 files of one room and kind, for which the headers are read once; an
# edit compiles its unit anew. Names in anonymous namespaces must differ in a room. Kernels, of which
# headers are a small part, are compiled by themselves, and so are tests and programs. A test program
# may bring a cuda() of its own in place of that of no_cuda.cpp, which therefore stands alone.
alone := src/backend/no_cuda.cpp
units :=

# $(call define_units,NAME,SOURCES,NUMBER): unit NAME_1 has the first of SOURCES, and so on.
define_units = $(if $(2),$(call define_unit,$(1)_$(words $(3)),$(wordlist 1,25,$(2)))$(call \
  define_units,$(1),$(wordlist 26,$(words $(2)),$(2)),$(3) next))
define_unit = $(if $(word 2,$(2)),$(eval units += $(1))$(eval sources_of_$(1) := $(2))$(foreach \
  source,$(2),$(eval unit_of_$(source) := $(1))))
of_kind = $(strip $(foreach source,$(2),$(if $(filter $(1),$(call kind_of,$(source))),$(source))))
units_of_room = $(foreach kind,full light cuda,$(call define_units,$(1)_$(kind),$(call of_kind,$(kind),\
  $(filter-out $(alone),$(2))),first))
rooms := $(sort $(foreach source,$(library_sources),$(word 2,$(subst /, ,$(source)))))
ifeq ($(UNITY),1)
  $(foreach room,$(rooms),$(call units_of_room,$(room),$(filter src/$(room)/%,$(library_sources))))
  $(foreach part,$(parts),$(call units_of_room,$(subst /,_,$(part)),$(call part_sources,$(part))))
endif

# Read from standard input, so that the files of a unit have the names that they have by themselves.
$(units:%=$(B)/obj/unity/%.o): $(B)/obj/unity/%.o: $(B)/unity/%.cpp $(B)/flags
	@mkdir -p $(@D)
	$(say) CXX '$(firstword $(sources_of_$*)) and $(words $(wordlist 2,99,$(sources_of_$*))) more'
	$(Q)$(if $(filter %.cu,$(sources_of_$*)),$(compile_cuda_unit),$(call compile_source,$(firstword \
	  $(sources_of_$*))) -MT $@ -MF $(@:.o=.d) -x c++ -c - -o $@ < $<)

$(units:%=$(B)/unity/%.cpp): $(B)/unity/list ;

$(B)/unity/list: FORCE
	@printf '%s\n' $(foreach unit,$(units),$(call quote,$(unit) $(sources_of_$(unit)))) | \
	  sh src/make/units.sh $@
