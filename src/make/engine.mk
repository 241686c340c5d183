# engine.mk: `make engine`: the numbered programs as one WebAssembly module, in a script that a page can load from a
# file. It is a separate build, by Emscripten, with the flags of the other builds. The Makefile includes it.
engine_parts := examples/book/engine
for_wasm := $(builds)/wasm
node := node --no-experimental-fetch
# Legacy exceptions of WebAssembly: all browsers have them.
wasm_cxx := em++
settings_of_engine = CXX=$(wasm_cxx) ARCH= OMP=0 PCH=0 RUN='$(node)' CXXFLAGS='-fwasm-exceptions -fno-PIC' \
  CPPFLAGS='-isystem $(for_wasm)/include' LDFLAGS=-L$(for_wasm)
condition_of_engine = { command -v $(wasm_cxx) && command -v node; } > /dev/null || $(call skipped,engine,$(wasm_cxx) or no node,emscripten); \
  AR=emar sh src/make/fmt_library.sh $(for_wasm) $(wasm_cxx) -fwasm-exceptions || exit 1;

engine: ## the numbered programs as WebAssembly, which run in the pages of a book that is made after it (needs em++ and node)

ifneq ($(filter engine-here,$(goals)),)
pages_of_engine := $(call files,docs/*.md)
engine_objects := $(example_sources:examples/%.cpp=$(O)/engine/%.o)
linked_with_engine := $(sort $(foreach folder,$(call folders_of,$(example_sources)),$(objects_of_$(folder)))) \
  $(call objects,$(call part_sources,book/engine support/live))

# The pages say which numbers of a program a reader may change; a change of a page changes few programs.
$(O)/engine/%.cpp: examples/%.cpp $(engine_parts)/wrap.awk $(pages_of_engine)
	@awk -v name=$* -f $(engine_parts)/wrap.awk $(pages_of_engine) $< | sh src/make/keep.sh $@

$(engine_objects): $(O)/engine/%.o: $(O)/engine/%.cpp $(O)/flags
	$(say) CXX examples/$*.cpp
	@$(call compile,$(call dirs_of,examples/$*.cpp),$(flags_of_$(call kind_of,examples/$*.cpp))) -MMD -MP -c $< -o $@
-include $(engine_objects:.o=.d)

# wasm-opt makes it smaller: hence -O2 here, which needs acorn, a package of node.
$(O)/engine/module.js: $(engine_objects) $(linked_with_engine)
	$(say) LINK $@
	@NODE_PATH=/usr/share/nodejs $(CXX) $(cxxflags) $(CXXFLAGS) -O2 -sMODULARIZE=1 -sEXPORT_NAME=holoModule \
	  -sENVIRONMENT=web,worker,node -sINVOKE_RUN=0 --no-entry -sFORCE_FILESYSTEM=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB \
	  -sTOTAL_STACK=4MB -sEXPORTED_FUNCTIONS=_book_run,_book_ask -sEXPORTED_RUNTIME_METHODS=FS,ENV,ccall -o $@ $^ $(LDFLAGS) $(ldlibs)

$(builds)/engine/engine.js: $(O)/engine/module.js $(engine_parts)/worker.js $(engine_parts)/loader.js $(engine_parts)/engine.sh
	@mkdir -p $(@D)
	$(say) PACK $@
	@sh $(engine_parts)/engine.sh pack $(O)/engine/module > $@

page_parts := $(addprefix $(builds)/engine/,run.js engine.css playground.js live.js)
$(page_parts): $(builds)/engine/%: $(engine_parts)/% $(builds)/engine/engine.js
	@cp $< $@

engine-here: $(builds)/engine/engine.js $(page_parts)
	@echo 'ready: $(builds)/engine/engine.js, $(words $(engine_objects)) programs; make book takes it into its pages'
endif
