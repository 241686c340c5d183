# tests.mk: what the programs of the tests are made of. The Makefile includes it.
in_tests = $(call objects,$(filter-out %_test.cpp,$(filter tests/$(1)/%,$(test_sources))))
test_programs := $(addprefix $(B)/bin/,tests golden fuzz races seeded_race attack)
part_objects := $(call objects,$(call part_sources,$(parts)))
$(B)/bin/tests: $(call objects,$(filter-out $(other_mains),$(test_sources))) $(part_objects)
$(B)/bin/golden: $(call in_tests,golden)
$(B)/bin/fuzz: $(call in_tests,fuzz) $(part_objects)
$(B)/bin/races: $(call objects,$(threaded) tests/main.cpp) $(call in_tests,registry) $(call in_tests,backend) \
  $(part_objects)
$(B)/bin/seeded_race: $(call in_tests,races)
$(B)/bin/attack: $(filter-out %/shim.o,$(call objects,$(attack_sources))) $(part_objects) \
  $(filter-out %/fuzzer.o,$(call in_tests,fuzz))
$(test_programs): $(objects_of_examples/support) $(library)

# It stands between a program and the system; sanitizers would have to stand there too.
$(B)/attack_shim.so: tests/attack/shim.cpp $(B)/flags
	$(say) SHIM $@
	$(Q)$(CXX) -std=c++20 -O1 -fPIC -shared $(warnings) -o $@ $< -ldl

# The names of all ops: one that the registry of the tests does not know does not compile.
$(B)/obj/op_names.h: include/holo/ops.h tests/registry/op_names.awk
	@mkdir -p $(@D)
	@awk -f tests/registry/op_names.awk $< > $@

$(call in_tests,registry): $(B)/obj/op_names.h
