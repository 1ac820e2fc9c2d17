# What the targets in tests/fuzz try to break is compiled with the counters that guide them. They count when a fuzz
# target runs, and cost other tests little. Files of the large library are compiled alone, so that a target has no more
# counters than it needs; in small libraries every file is counted, and a unity build joins them.
if(MIRADOR_BUILD_FUZZ AND NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "MIRADOR_BUILD_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++")
endif()

function(mirador_fuzzed_target target)
  if(MIRADOR_BUILD_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link -O1)
  endif()
endfunction()

function(mirador_fuzzed)
  if(MIRADOR_BUILD_FUZZ)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link -O1)
  endif()
endfunction()
