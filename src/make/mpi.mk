# mpi.mk: the parts that MPI=1 adds: src/parallel/mpi.cpp instead of no_mpi.cpp, and the libraries of MPI for the
# programs and tests that are linked with it. The Makefile includes it. A different MPICXX rebuilds only these.
mpi_programs := $(if $(filter 1,$(MPI)),$(call program_of,$(foreach source,$(main_sources),$(if $(filter \
  src/parallel,$(call folders_of,$(source))),$(source)))) $(addprefix $(B)/bin/,tests golden fuzz races))
mpi_of_program =
$(mpi_programs): mpi_of_program = $(mpi_libs)
$(B)/obj/src/parallel/mpi.o: more_of_source = $(mpi_cflags)
$(B)/obj/src/parallel/mpi.o $(mpi_programs): $(B)/mpi_flags
mpi_flags = $(mpi_version) $(mpi_cflags) | $(mpi_libs)
