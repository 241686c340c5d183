# mpi.mk: what MPI=1 adds: one source of the library, src/parallel/mpi.cpp in the place of no_mpi.cpp, and the
# libraries of MPI for the programs that are linked with it, tests among them. The Makefile includes it. With
# another MPICXX only these are made again.
mpi_programs := $(if $(filter 1,$(MPI)),$(call program_of,$(foreach source,$(main_sources),$(if $(filter \
  src/parallel,$(call folders_of,$(source))),$(source)))) $(addprefix $(B)/bin/,tests golden fuzz races))
mpi_of_program =
$(mpi_programs): mpi_of_program = $(mpi_libs)
$(B)/obj/src/parallel/mpi.o: more_of_source = $(mpi_cflags)
$(B)/obj/src/parallel/mpi.o $(mpi_programs): $(B)/mpi_flags
mpi_flags = $(mpi_version) $(mpi_cflags) | $(mpi_libs)
