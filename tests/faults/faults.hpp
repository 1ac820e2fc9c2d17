#pragma once

#include <atomic>
#include <string>

/// A system that fails where the environment says so: a library to be preloaded into a command. It
/// counts what main does, from its first line to its last.
namespace mirador::faults {

inline std::atomic<bool> is_in_main = false;

/// "" where it is not set.
std::string word_in(const char* variable);
/// 0 where it is not set.
long number_in(const char* variable);

/// Before main and after it.
void plan_memory();
std::string memory_report();
void plan_disk();
void end_disk();
std::string disk_report();

}  // namespace mirador::faults
