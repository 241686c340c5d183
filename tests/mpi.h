// mpi.h: for mpi_errors_test.cpp: the calls of MPI that src/parallel/mpi.cpp makes, for two
// processes. A test can make one of the calls fail.
#pragma once

#include <cstring>
#include <set>
#include <string>

namespace fake_mpi {

inline std::string failing;        // the call that fails
inline std::set<int> returning;    // the communicators whose errors do not end the program
constexpr int init = -1, dup = 2;  // before MPI_Init; the result of MPI_Comm_dup

inline int code_of(const char* call, int communicator) {
  if (failing != call) return 0;
  if (communicator != init && returning.count(communicator) == 0) throw std::string("it ends");
  return 13;
}

}  // namespace fake_mpi

using MPI_Comm = int;
using MPI_Datatype = int;
using MPI_Request = int;

constexpr int MPI_SUCCESS = 0, MPI_ERRORS_RETURN = 1, MPI_THREAD_FUNNELED = 1;
constexpr int MPI_COMM_NULL = 0, MPI_COMM_WORLD = 1, MPI_REQUEST_NULL = 0;
constexpr int MPI_FLOAT = 4, MPI_DOUBLE = 8, MPI_BYTE = 1;
constexpr int MPI_MAX_ERROR_STRING = 80, MPI_MAX_LIBRARY_VERSION_STRING = 80;
constexpr int* MPI_STATUSES_IGNORE = nullptr;

inline int MPI_Error_string(int code, char* text, int* length) {
  std::strcpy(text, code == 13 ? "no connection" : "another error");
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
}
inline int MPI_Get_library_version(char* text, int* length) {
  std::strcpy(text, "Fake MPI 1, of the tests");
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
}
inline int MPI_Init_thread(int*, char***, int, int* provided) {
  *provided = MPI_THREAD_FUNNELED;
  return fake_mpi::code_of("MPI_Init_thread", fake_mpi::init);
}
inline int MPI_Finalize() { return MPI_SUCCESS; }
inline int MPI_Abort(MPI_Comm, int) { return MPI_SUCCESS; }
inline int MPI_Comm_set_errhandler(MPI_Comm on, int handler) {
  if (handler == MPI_ERRORS_RETURN) fake_mpi::returning.insert(on);
  return MPI_SUCCESS;
}
inline int MPI_Comm_rank(MPI_Comm of, int* rank) {
  *rank = 0;
  return fake_mpi::code_of("MPI_Comm_rank", of);
}
inline int MPI_Comm_size(MPI_Comm of, int* size) {
  *size = 2;
  return fake_mpi::code_of("MPI_Comm_size", of);
}
inline int MPI_Comm_dup(MPI_Comm from, MPI_Comm* to) {
  *to = fake_mpi::dup;
  return fake_mpi::code_of("MPI_Comm_dup", from);
}
// Both processes have the same text.
inline int MPI_Allgather(const void* mine, int bytes, MPI_Datatype, void* all, int, MPI_Datatype,
                         MPI_Comm among) {
  for (int i = 0; i < 2; ++i) {
    std::memcpy(static_cast<char*>(all) + i * bytes, mine, static_cast<std::size_t>(bytes));
  }
  return fake_mpi::code_of("MPI_Allgather", among);
}
inline int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm among, MPI_Request*) {
  return fake_mpi::code_of("MPI_Isend", among);
}
inline int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm among, MPI_Request*) {
  return fake_mpi::code_of("MPI_Irecv", among);
}
inline int MPI_Testall(int, MPI_Request*, int* done, int*) {
  *done = 0;
  return fake_mpi::code_of("MPI_Testall", fake_mpi::dup);
}
inline int MPI_Waitall(int, MPI_Request*, int*) {
  return fake_mpi::code_of("MPI_Waitall", fake_mpi::dup);
}
