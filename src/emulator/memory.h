// memory.h: the memory of the emulated GPU: one region of addresses. The host cannot read or write
// it; it is open while a kernel or a copy runs.
#pragma once

#include <cstddef>
#include <string>

namespace emulator {

/// A block at a multiple of 256 bytes, poisoned (poison.h); null when there is no room.
void* allocate(std::size_t bytes);
/// It is poisoned, and is not given out again soon. Throws Error when no block begins there.
void release_block(void* block);

/// "" when the bytes lie in one block; otherwise what is there instead.
std::string what_is_wrong(const void* p, std::size_t bytes);
/// From p to the end of its block; 0 when it is in none.
std::size_t bytes_to_end(const void* p);
/// Whether the host has memory at this address.
bool is_of_host(const void* p);
/// For a pointer into a block: what a kernel has written of the 256 bytes before it and of the gap
/// behind it, in words; "" when nothing. REQUIRES: an Access lives.
std::string what_was_written_around(const void* p);
/// True when the address lies in the region, whether or not in a block.
bool is_of_device(const void* p);

constexpr std::size_t bytes_of_device = std::size_t{4} << 30;

/// The host may use device memory while one of these lives.
class Access {
 public:
  Access();
  ~Access();
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;
};

/// Copies without opening the memory, where the system can: a tenth of the cost for a few numbers.
void copy_to_device(void* device, const void* host, std::size_t bytes);
void copy_from_device(void* host, const void* device, std::size_t bytes);

/// Says in one line who used an address that it may not use, when the system stops the program for
/// that; the handler that was there before follows.
void report_faults();

}  // namespace emulator
