# prelude.mk: precompiles headers that are slow to read, for each kind of source and for the programs of shell tests,
# `quick` (PCH=1). The Makefile includes it.
prelude_kinds := $(if $(filter 1,$(PCH)),kernel full test light quick)
# Answers to exercises are compiled with assertions: for a different macro the compiler reads the text again.
flags_of_quick := -O0 -D_GLIBCXX_ASSERTIONS
prelude_of = $(patsubst %,$(O)/prelude_%.h,$(filter $(prelude_kinds),$(1)))

test-rest test-all: $(if $(TESTS),,$(addsuffix .made,$(call prelude_of,quick)))

$(O)/prelude_test.h.made: src/make/prelude_test.h
$(prelude_kinds:%=$(O)/prelude_%.h.made): $(O)/prelude_%.h.made: src/make/prelude.h \
  src/make/prelude_more.h $(O)/flags
	$(say) PCH $(@:.made=)
	$(Q)sh src/make/precompile.sh $* $(@:.made=) $(call compile,,$(flags_of_$*) \
	  $(flags_of_lines)) $(doctest_cflags)

$(foreach source,$(filter-out $(of_chapter_1),$(all_sources)) $(embedded_names) $(embedded_page),$(eval $(call objects,$(source)): $(addsuffix \
  .made,$(call prelude_of,$(call kind_of,$(source))))))
