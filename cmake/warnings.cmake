# Developers see every warning as an error; users who build from source do not.
function(mirador_warnings target)
  set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  # What is private to one file is no shadow in another compiled with it; g++ is the one to look.
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    list(APPEND warnings -Wno-shadow)
  endif()
  # g++ 12 warns about the memory of "text" + std::string(...) without cause (its bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND warnings -Wno-restrict)
  endif()
  if(MIRADOR_DEVELOPER)
    list(APPEND warnings -Werror)
  endif()
  target_compile_options(${target} PRIVATE "$<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:${warnings}>")
endfunction()

# Where it is compiling that takes time, and not running: developers' builds optimise less. What is
# measured is built by other presets.
function(mirador_little_effort target)
  if(MIRADOR_DEVELOPER AND CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()
