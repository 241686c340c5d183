# levels.mk: with ARCH= the kernels are compiled once for each of $(cpu_levels), see
# src/backend/cpu/level.h. The Makefile includes it.
flags_of_level = $(flags_of_kernel) -march=$(1) $(cpu_level_flags) -DHOLO_CPU_LEVEL=$(subst -,_,$(1))
$(foreach name,$(cpu_levels),$(eval flags_of_$(name) := $(call flags_of_level,$(name))))

# The kernels of a level: one object with one name that others see.
define rules_of_level
$(O)/levels/$(1)/%.o: %.cpp $(O)/flags $(addsuffix .made,$(call prelude_of,$(1)))
	@mkdir -p $$(@D)
	$$(say) CXX '$$< for $(1)'
	$$(Q)$$(call compile_as,$(1),$$<) -c $$< -o $$@

$(O)/levels/$(1).o: src/make/join_level.sh $(leveled:%.cpp=$(O)/levels/$(1)/%.o)
	$$(say) LEVEL $$@
	$$(Q)sh $$< $$@ cpu_of_$(subst -,_,$(1)) $$(filter %.o,$$^)

-include $(leveled:%.cpp=$(O)/levels/$(1)/%.d)
endef
$(foreach name,$(if $(leveled),$(cpu_levels)),$(eval $(call rules_of_level,$(name))))
