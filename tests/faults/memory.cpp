// MIRADOR_FAULT_ALLOCATION=N    the N-th allocation fails
// MIRADOR_FAULT_ALLOCATION=N+   and all after it

#include <cerrno>
#include <cstddef>

#include "faults.hpp"

extern "C" {
// Other names of the allocator of the C library.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace mirador::faults {
namespace {

std::atomic<long> allocations = 0;
long failing = 0;  // 0: none
bool all_after_it = false;

bool fails() {
  if (!is_in_main) return false;
  const long number = ++allocations;
  const bool does = failing != 0 && (number == failing || (all_after_it && number > failing));
  if (does) errno = ENOMEM;
  return does;
}

}  // namespace

void plan_memory() {
  failing = number_in("MIRADOR_FAULT_ALLOCATION");
  all_after_it = word_in("MIRADOR_FAULT_ALLOCATION").ends_with('+');
}

std::string memory_report() { return "allocations " + std::to_string(allocations) + "\n"; }

}  // namespace mirador::faults

using mirador::faults::fails;

extern "C" {

void* malloc(std::size_t size) noexcept { return fails() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  *block = aligned_alloc(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}
}
