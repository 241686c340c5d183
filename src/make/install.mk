# install.mk: the installed files, and what they say about the build. The Makefile includes it. You may install a build
# with CUDA=emu too, to try programs on `cuda` without a GPU.
folders := PREFIX DESTDIR LIBDIR
build_facts := version real_flags exact_flags fmt_cflags fmt_libs fmt_requires omp_cflags omp_libs \
  san_flags arch_text library REAL ARCH FMT_HEADER_ONLY cuda_libs cuda_version

install: $(library) $(filter book,$(goals)) ## headers, library, pkg-config and CMake files under PREFIX (make book install: the book besides)
	@$(call values_of,$(folders) $(build_facts)) \
	  sh src/make/install.sh install $(public_headers:include/%=%)

uninstall: ## remove exactly what install put there (same PREFIX, DESTDIR, LIBDIR)
	@$(call values_of,$(folders)) sh src/make/install.sh uninstall $(public_headers:include/%=%)
