#pragma once

#include <atomic>
#include <string>

/// Simulates failures of the system, chosen by environment variables: a library to be preloaded
/// into a command. It counts the operations of main, from beginning to end.
namespace mirador::faults {

inline std::atomic<bool> is_in_main = false;

/// "" if it is not set.
std::string word_in(const char* variable);
/// 0 if it is not set.
long number_in(const char* variable);

/// Before main and after it.
void plan_memory();
std::string memory_report();
void plan_disk();
void end_disk();
std::string disk_report();

}  // namespace mirador::faults
