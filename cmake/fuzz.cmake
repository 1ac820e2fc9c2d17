# What the targets in tests/fuzz try to break is compiled with the counters that guide them, each file alone, so
# that a target has no more of them than it needs. They count when a fuzz target runs, and cost other tests little.
if(MIRADOR_BUILD_FUZZ AND NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "MIRADOR_BUILD_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++")
endif()

function(mirador_fuzzed)
  if(MIRADOR_BUILD_FUZZ)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link -O1)
  endif()
endfunction()
